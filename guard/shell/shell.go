// Package shell reads shell text as bash would run it, without running anything: every
// command in it, behind wrappers, in substitutions, in text handed to another shell, and
// what those commands do to files. Text that is only text (messages, patterns, comments,
// here-documents for cat) yields no command.
package shell

import "rules2guards.local/guard/call"

// Options say where a text would run. The zero value knows nothing of the machine.
type Options struct {
	Dialect  call.Dialect
	Dir      string   // absolute folder in which the text starts; empty: not known
	Home     string   // what ~ and $HOME stand for; empty: not known
	Project  string   // the project's folder, which git rev-parse --show-toplevel prints; empty: not known
	Wrappers []string // more programs that run their arguments as a command
}

// Script is what a text would run.
type Script struct {
	Commands   []Command   // in the order found; every command stands behind its Parent
	Unreadable *Unreadable // nil when the whole text was read
}

// Unreadable says why a text, or a part of it, could not be read. Commands found before
// that point are in the Script all the same.
type Unreadable struct {
	Line, Col int    // 1-based, in the text given to Read
	Why       string // lower case, no full stop: "unclosed quote"
}

// Span is a part of the text given to Read: bytes Start to End. For text inside another
// text whose bytes can't be mapped back, it is the span of the word that carried it.
type Span struct{ Start, End int }

// Word is one argument.
type Word struct {
	Value Value
	Span  Span
	Multi bool // an unknown part may split into several words, or vanish: "$@", unquoted $x
}

// Assign is one variable that a command sees in its environment because the text set it:
// in front of the command, by env, or by an earlier export.
type Assign struct {
	Name  string
	Value Value
}

// RedirectOp is what a redirect does with its file.
type RedirectOp uint8

// Redirects that open a file.
const (
	RedirectRead      RedirectOp = iota // <
	RedirectWrite                       // >, >|, &>
	RedirectAppend                      // >>, &>>
	RedirectReadWrite                   // <>
)

// Redirect is a redirect to or from a file. Duplicated descriptors are resolved and left out.
type Redirect struct {
	Op    RedirectOp
	File  Word
	Aside bool // not of standard input or output: 2> f, 3< f
}

// Text is text that a command reads on standard input: a here-document, a here-string, or
// the literal output of the command before it in a pipe.
type Text struct {
	Value Value
	Span  Span
}

// Place is the folder in which a command runs.
type Place struct {
	Dir    string // cleaned, with forward slashes
	Known  bool   // false behind cd "$x"
	Branch string // branch that an earlier literal `git switch X` of the same text set; empty: none
	Remote bool   // another machine or a container: paths mean nothing here
}

// Command is one simple command. Where a word has several possible values (a variable set
// in two branches), there is one Command for each combination, at most 16.
type Command struct {
	Program   string // base name without .exe, .cmd, .bat; empty when there is none or it is unknown
	Name      Word   // the word that names the program
	Args      []Word // without the name
	Env       []Assign
	Redirects []Redirect
	Stdin     *Text // nil: not known, or nothing
	Place     Place
	Parent    int      // index of the command around it: a wrapper, sh -c, find -exec; -1: none
	How       string   // how it came to run, for people: "sudo", "sh -c", "$(…)", "function f"; empty: written plainly
	Pipes     []int    // commands that read this one's output: a pipe, <(…), <<< "$(…)", or text that they run
	Wrapped   bool     // Parent runs it by its own words (sudo, env, xargs, find -exec), not by a text
	Inline    []Effect // what its program text in another language does to files: python3 -c "open('x')"
	Span      Span
}
