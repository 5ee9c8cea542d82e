// Package guard is the runtime of every guard: it reads one event of a harness, decides
// it by the rules that it carries, and answers. The same package decides in-process for
// rules2guards' own commands; a generated guard carries these files byte for byte.
//
// It has no package-level maps, regular expressions or init functions: they would be paid
// for on every tool call.
package guard

import (
	"fmt"

	"rules2guards.local/guard/call"
)

// Program is all that a guard knows: the rules, how to find those that matter for a call,
// and how to behave when something is wrong.
type Program struct {
	Rules    []Rule
	Index    Index
	Settings Settings
}

// Kind decides what a rule fires on.
type Kind uint8

// Kinds of rules.
const (
	CommandRule Kind = iota + 1
	PathRule
	ContentRule
	HostRule
	ToolRule
)

// Via limits a path rule to one way of touching files.
type Via uint8

// Ways of touching files. The zero value is both.
const (
	ViaAny Via = iota
	ViaShell
	ViaTool
)

// Target is a kind of text that a content rule looks at.
type Target uint8

// Targets of a content rule. The zero value, for rules of other kinds, is none.
const (
	FileText Target = iota + 1
	CommitMessage
	PRTitle
	PRBody
	SQL
)

// Rule is one rule with its defaults filled in: the form in which the compiler hands it on
// and in which rules.go shows it to a reviewer. Patterns and globs are as the user wrote
// them; what the runtime needs of them in another form stands in the Index.
type Rule struct {
	ID            string
	Kind          Kind
	Action        call.Decision
	Message       string
	Instead       string
	Folder        string      // the rule speaks only for places in this folder, relative to the project with forward slashes; empty: everywhere
	Harnesses     []string    // ids; empty: all
	FireOnUnknown bool        // on_unknown = "fire"
	Scripts       bool        // shell scripts that a call runs are read and judged too
	Commands      []string    // command: patterns
	Pattern       string      // command, content: RE2
	MustMatch     string      // content: RE2
	ExceptPattern string      // content: RE2
	Targets       []Target    // content
	Paths         []string    // path, content: globs
	Access        call.Access // path
	Via           Via         // path
	Keep          []string    // path: a write is fine that leaves these keys of a JSON file as they are ("hooks"), or of their type ("model:text"), and the file loadable, by a program that skips comments ("//"); only rules that protect_self adds have it
	Hosts         []string    // host: globs
	Tools         []string    // tool: globs
	Except        []string    // in the form of the kind's own list
	When          Condition   // all that is stated must hold
	Unless        Condition   // silent if all that is stated holds; the zero value never holds
}

// Condition is a when or unless table. What is empty is not stated.
type Condition struct {
	Branch   []string // globs
	In       []string // path globs
	Exists   []string // relative paths, looked for from the place up to the project's root
	Worktree Tri
	Input    []FieldPattern
}

// Empty reports whether the condition states nothing.
func (c *Condition) Empty() bool {
	return len(c.Branch) == 0 && len(c.In) == 0 && len(c.Exists) == 0 && c.Worktree == Unstated && len(c.Input) == 0
}

// FieldPattern is a condition on a field of the tool call: RE2, searched in its text.
type FieldPattern struct{ Field, Pattern string }

// Tri is a truth value that may be left out.
type Tri uint8

// Truth values.
const (
	Unstated Tri = iota
	Yes
	No
)

// Settings say how a guard behaves. The zero value is the default.
type Settings struct {
	BlockOnError    bool       // on_error = "block"
	AllowUnreadable bool       // on_unreadable = "allow"
	Wrappers        []string   // more programs that run their arguments as a command
	Tools           []ToolHint // tools that no table knows
	User            bool       // the guard of the user's own rules: "." in a path is the project of the call
	Elsewhere       []Place    // further paths of path rules: where this machine keeps what they protect
}

// Place is a path that a path rule means too, absolute with forward slashes. It stands
// with the settings, since rules are read on other machines.
type Place struct{ Rule, Path string }

// ToolHint says which field of a tool is shell text or a file.
type ToolHint struct{ Tool, Command, Path string }

// String returns the word that rules.toml uses.
func (k Kind) String() string {
	return word(uint8(k), "", "command", "path", "content", "host", "tool")
}

// String returns the word that rules.toml uses; "any" for both.
func (v Via) String() string { return word(uint8(v), "any", "shell", "tool") }

// String returns the word that rules.toml uses.
func (t Target) String() string {
	return word(uint8(t), "", "file", "commit-message", "pr-title", "pr-body", "sql")
}

// String returns "unstated", "yes" or "no".
func (t Tri) String() string { return word(uint8(t), "unstated", "yes", "no") }

func word(i uint8, words ...string) string {
	if int(i) < len(words) {
		return words[i]
	}
	return fmt.Sprintf("%d", i)
}
