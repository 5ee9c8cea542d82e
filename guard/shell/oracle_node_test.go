package shell_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// A script is a tree of forms. A leaf runs one stub program, or only mentions one; every other
// form holds further script text. A node keeps its own seed, so that a tree gives the same text
// each time and stays itself when the shrinker cuts other parts away.

// place says where a form's text may stand.
type place uint8

const (
	anywhere place = iota
	ownText        // alone, or last, in a text of its own: it swallows what follows, or must be read line by line
	opaque         // holds its inner text as data that a shell reads on its own, so that ownText may stand there

)

// form is one way to write a command or to wrap script text.
type form struct {
	name    string
	needs   string // programs that must be on the machine, separated by spaces
	where   place
	weight  int  // how often it is taken; 0 means 10
	dynamic bool // what runs is known at run time only, by its nature: no cap on "dynamic"
	mention bool // a leaf that runs nothing
	leaf    func(g *gen) string
	wrap    func(g *gen, in string) string
	list    func(g *gen, in []string) string
}

type node struct {
	f    *form
	seed uint64
	kids []*node
}

// script is a tree as text.
type script struct {
	text    string
	parts   []string  // the text of every subtree, as its shell reads it: before it is quoted or encoded
	runs    []leafRun // leaves that should run
	forms   []string  // all forms in it
	dash    bool      // some of it is read by dash or sh: mentions may run there
	loose   bool      // only the program and the tag of what ran are compared
	dynamic bool      // holds a form that is dynamic by nature
}

// leafRun is a leaf that runs its stub, with the forms above it.
type leafRun struct {
	tag   string
	chain []string
	dyn   bool
}

// gen is what a form needs to write itself.
type gen struct {
	*rand.Rand
	uniq  int
	tags  int
	stack []*form
	s     *script
}

// render writes a tree.
func render(n *node) *script {
	g := &gen{s: &script{}}
	g.s.text = g.node(n)
	return g.s
}

func (g *gen) node(n *node) string {
	g.stack = append(g.stack, n.f)
	g.s.forms = append(g.s.forms, n.f.name)
	g.s.dynamic = g.s.dynamic || n.f.dynamic
	g.s.loose = g.s.loose || n.f.name == arithmeticText || n.f.name == promptText
	kids := make([]string, len(n.kids))
	for i, k := range n.kids {
		kids[i] = g.node(k)
	}
	old := g.Rand
	g.Rand = rand.New(rand.NewPCG(n.seed, 1))
	var text string
	switch {
	case n.f.leaf != nil:
		text = n.f.leaf(g)
	case n.f.list != nil:
		text = n.f.list(g, kids)
	default:
		text = n.f.wrap(g, kids[0])
	}
	g.Rand = old
	g.stack = g.stack[:len(g.stack)-1]
	g.s.parts = append(g.s.parts, text)
	g.s.loose = g.s.loose || losesQuotes(text)
	return text
}

// name returns a new variable, function or file name.
func (g *gen) name(prefix string) string {
	g.uniq++
	return fmt.Sprintf("%s%d", prefix, g.uniq)
}

// pick returns one of its arguments.
func (g *gen) pick(s ...string) string { return s[g.IntN(len(s))] }

// chance is true in n of 100 cases.
func (g *gen) chance(n int) bool { return g.IntN(100) < n }

// plain is a stub command without characters that any shell treats specially.
func (g *gen) plain() []string {
	argv := []string{g.pick(stubNames()...)}
	if g.chance(80) {
		argv = append(argv, g.pick("i", "install", "run", "add", "-y", "--flag=v", "ls", "-g", "a/b", "x.y"))
	}
	argv = append(argv, g.tag())
	if g.chance(20) {
		argv = append(argv, g.pick("--", "-x", "end", "1"))
	}
	return argv
}

// argv is a stub command, now and then with hard arguments.
func (g *gen) argv() []string {
	argv := g.plain()
	if g.chance(25) {
		argv = append(argv, g.pick("a b", "it's", `say "x"`, "$HOME", "*", "a;b", "#x", "", "é", "x=y", "{a,b}", "~", "`id`", "$(id)", "a\\b",
			"&&", "|", ">f", "a  b", "!", "[a]", "\\", "-", "%s", "a\tb"))
	}
	return argv
}

// tag registers a leaf and returns the argument by which its start is known.
func (g *gen) tag() string {
	g.tags++
	leaf := g.stack[len(g.stack)-1]
	if leaf.mention {
		return fmt.Sprintf("m%d", g.tags)
	}
	t := fmt.Sprintf("k%d", g.tags)
	r := leafRun{tag: t}
	for _, f := range g.stack {
		r.chain = append(r.chain, f.name)
		r.dyn = r.dyn || f.dynamic
	}
	g.s.runs = append(g.s.runs, r)
	return t
}

// words writes an argv in random quotes.
func (g *gen) words(argv []string) string {
	out := make([]string, len(argv))
	for i, a := range argv {
		out[i] = g.q(a)
	}
	return strings.Join(out, " ")
}

func isBare(s string) bool { return bare.MatchString(s) }

var (
	bare   = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=-]+$`)
	tagged = regexp.MustCompile(`\b[km][0-9]+\b`)
)

// q writes a word in one of the quoting forms that bash and dash share.
func (g *gen) q(s string) string {
	if isBare(s) && g.chance(65) {
		return s
	}
	switch g.IntN(5) {
	case 0, 1:
		return single(s)
	case 2, 3:
		return double(s)
	default:
		i := 0
		for i < len(s)/2 {
			i++
		}
		for i < len(s) && s[i]&0xc0 == 0x80 {
			i++
		}
		return single(s[:i]) + double(s[i:])
	}
}

// qb is q with bash's own forms as well.
func (g *gen) qb(s string) string {
	if g.chance(25) {
		return ansi(s)
	}
	return g.q(s)
}

func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func double(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if strings.IndexByte("\"\\$`", s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String() + `"`
}

func ansi(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(s) {
		switch c := s[i]; c {
		case '\'', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}

// oneLine says that text can be followed by "; " and stand between brackets on one line.
func oneLine(s string) bool {
	t := strings.TrimRight(s, " \t")
	return !strings.ContainsAny(s, "\n#") && t != "" && !strings.HasSuffix(t, "&") && !strings.HasSuffix(t, ";") && !strings.HasSuffix(t, `\`) &&
		!strings.Contains(s, "<<")
}

// body writes text as the inside of a compound command, up to and with its last separator.
func (g *gen) body(in string) string {
	if oneLine(in) && g.chance(75) {
		return " " + in + "; "
	}
	return "\n" + in + "\n"
}

// inSub writes text as the inside of $( ) or ( ).
func (g *gen) inSub(in string) string {
	if oneLine(in) && !strings.HasPrefix(in, "(") && g.chance(75) {
		return in
	}
	return "\n" + in + "\n"
}

// onMachine keeps the forms whose programs this machine has.
func onMachine(all []*form) (have []*form, lacking []string) {
	seen := map[string]bool{}
	for _, f := range all {
		missing := ""
		for _, p := range strings.Fields(f.needs) {
			ok, known := seen[p]
			if !known {
				_, err := exec.LookPath(p)
				ok = err == nil
				seen[p] = ok
			}
			if !ok {
				missing = p
			}
		}
		if missing != "" {
			lacking = append(lacking, f.name+": no "+missing)
			continue
		}
		have = append(have, f)
	}
	return have, lacking
}

// grammar picks forms by weight.
type grammar struct {
	leaves, own, mentions, wraps, opaques, lists []*form
	lacking                                      []string
}

func newGrammar() *grammar {
	all, lacking := onMachine(allForms())
	gr := &grammar{lacking: lacking}
	for _, f := range all {
		switch {
		case f.mention:
			gr.mentions = append(gr.mentions, f)
		case f.leaf != nil && f.where == ownText:
			gr.own = append(gr.own, f)
		case f.leaf != nil:
			gr.leaves = append(gr.leaves, f)
		case f.list != nil:
			gr.lists = append(gr.lists, f)
		default:
			gr.wraps = append(gr.wraps, f)
			if f.where == opaque {
				gr.opaques = append(gr.opaques, f)
			}
		}
	}
	return gr
}

// all returns every form in a fixed order.
func (gr *grammar) all() []*form {
	return slices.Concat(gr.leaves, gr.own, gr.mentions, gr.wraps, gr.lists)
}

func take(r *rand.Rand, fs []*form) *form {
	sum := 0
	for _, f := range fs {
		sum += f.cost()
	}
	n := r.IntN(sum)
	for _, f := range fs {
		if n -= f.cost(); n < 0 {
			return f
		}
	}
	return fs[0]
}

func (f *form) cost() int {
	if f.weight == 0 {
		return 10
	}
	return f.weight
}

// tree makes a random script; mirror makes one that runs nothing.
func (gr *grammar) tree(r *rand.Rand, mirror bool) *node {
	if r.IntN(4) == 0 {
		kids := []*node{}
		for range 2 + r.IntN(3) {
			kids = append(kids, gr.branch(r, 2, mirror, false))
		}
		return &node{take(r, gr.lists), r.Uint64(), kids}
	}
	return gr.branch(r, r.IntN(5), mirror, true)
}

// branch makes a tree of at most depth wraps. alone says that it may hold an ownText leaf.
func (gr *grammar) branch(r *rand.Rand, depth int, mirror, alone bool) *node {
	if depth <= 0 {
		switch {
		case mirror:
			return &node{f: take(r, gr.mentions), seed: r.Uint64()}
		case alone && r.IntN(6) == 0:
			return &node{f: take(r, gr.own), seed: r.Uint64()}
		}
		return &node{f: take(r, gr.leaves), seed: r.Uint64()}
	}
	if r.IntN(8) == 0 {
		a, b := gr.branch(r, depth-1, mirror, false), gr.branch(r, r.IntN(2), mirror || r.IntN(3) == 0, false)
		kids := []*node{a, b}
		if r.IntN(2) == 0 {
			kids = []*node{b, a}
		}
		return &node{take(r, gr.lists), r.Uint64(), kids}
	}
	f := take(r, gr.wraps)
	return &node{f, r.Uint64(), []*node{gr.branch(r, depth-1, mirror, f.where == opaque)}}
}
