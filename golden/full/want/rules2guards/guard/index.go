package guard

import "sort"

// Index is what the generator worked out about the rules so that a guard need not: which
// rules a program can matter to, patterns taken apart, globs with their braces spelled out,
// literals that a regular expression needs. emit prints it beside the rules; the commands
// of rules2guards build it in memory. Numbers are positions in Program.Rules.
type Index struct {
	Patterns  []Pattern   // of `commands`, in the order of the rules
	Programs  []NameEntry // sorted: literal program -> its patterns
	Globs     []int       // positions in Patterns whose program is a glob
	Excepts   []Pattern   // of a command rule's `except`, in the order of the rules
	Regexps   []Needle    // command rules with a pattern and no commands, and what their text must hold
	Paths     []PathGlob  // of path rules, in the order of the rules
	PathOut   []PathGlob  // of `except` in path and content rules
	Contents  []Needle    // content rules
	ContentIn []PathGlob  // `paths` of content rules
	Hosts     []int       // host rules
	Scripts   bool        // some rule wants script files read
	Tools     []Needle    // one for each glob of a tool rule: what the tool's name, in lower case, must hold
	In        []PathGlob  // when.in and unless.in
}

// NameEntry lists the patterns for one program: positions in Index.Patterns. Those whose
// first subcommand word is literal stand in Subs, sorted by that word, and are not asked
// of a call with another one.
type NameEntry struct {
	Name     string
	Patterns []int
	Subs     []NameEntry
}

// Needle is a rule with a literal that its regular expression can't match without; empty:
// no such literal is known. Fold: the literal is lower case, and case is ignored.
type Needle struct {
	Rule    int
	Literal string
	Fold    bool
}

// Pattern is one command line of a rule, taken apart by the tables that take a call apart.
// Braces around programs, options and environments are spelled out, one Pattern each.
type Pattern struct {
	Rule     int
	Env      []EnvGlob
	Around   []Pattern // wrappers written in front, outermost first: sudo rm
	Program  string    // glob over the base name; with a slash: a path glob
	Options  []OptionGlob
	Sub      int       // how many of Words are subcommand words
	Words    []string  // globs, in order
	Dash     bool      // "--" must be there
	DashAt   int       // how many of Words stand in front of it
	Operands bool      // some of Words name operands: as an except, it frees only commands all of whose operands it names
	Pipe     []Pattern // at most one: the command that reads this one's output
}

// EnvGlob is NAME=glob in front of a pattern; braces in NAME are spelled out.
type EnvGlob struct{ Name, Value string }

// OptionGlob is an option that must be there. Name is the table's name for it.
type OptionGlob struct {
	Name     string
	Value    string // glob, when HasValue
	HasValue bool
}

// Anchor is where a path glob starts.
type Anchor uint8

// Anchors of a path glob.
const (
	Anywhere Anchor = iota // this name in any folder
	Base                   // the folder of the rule file: the project for a user rule
	Home                   // ~
	Root                   // / of any drive
	Temp                   // the temporary folders
)

// PathGlob is one alternative of a path pattern with its braces spelled out, lower case
// and with forward slashes, without its anchor: "src/**/*.ts" for ./src/**/*.ts. An empty
// Glob is the anchor folder itself.
type PathGlob struct {
	Rule    int
	Unless  bool // stands in unless.in (In only)
	Anchor  Anchor
	Glob    string
	Only    bool   // written with /. at its end: the folder itself and nothing in it
	Literal string // text that any path it matches holds; empty: none known
}

// ofRule returns the entries of one rule; the list stands in the order of the rules.
func ofRule[T any](list []T, rule int, of func(*T) int) []T {
	lo := sort.Search(len(list), func(i int) bool { return of(&list[i]) >= rule })
	hi := lo
	for hi < len(list) && of(&list[hi]) == rule {
		hi++
	}
	return list[lo:hi]
}

func patternRule(p *Pattern) int { return p.Rule }

func globRule(g *PathGlob) int { return g.Rule }
