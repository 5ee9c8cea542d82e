package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"rules2guards.local/guard/call"
)

// reader reads one text and all the texts in it. What it counts bounds all of them
// together.
type reader struct {
	opts    Options
	text    string
	script  *Script
	parsers [2]*syntax.Parser

	steps, depth, runs, edges int
	stopped                   bool

	exports   []string // names that were ever exported
	env       []Assign // what environment returned last
	envValid  bool
	envState  *state
	allExport bool // set -a
	files     bool // the text made files

	pipes   map[string]*input // /dev/fd/N of process substitutions
	decls   []*function       // every function that was declared
	active  []*function       // functions that are running
	dynamic bool              // something unknown ran that could call a function
	again   int               // commands that were found before are not added once more
	bySpan  map[Span][]int
}

// walker runs statements in one place: a shell's state, and where its input and output go.
type walker struct {
	*reader
	st       *state
	src      *source
	in       *input
	out      *output
	fds      []descriptor
	found    *words // gathers while a command's words are expanded
	parent   int
	how      string
	env1     []Assign // variables set in front of a text that is run
	clean    bool     // the environment was emptied by a wrapper
	loops    int
	bareName bool // the word that names a program is being expanded
	lists    bool // zsh reads the text: $x of an array is all its members
	frame    *frame
	aliases  []string // that are being expanded
	process  bool     // another process: it can't call this text's functions
}

// Read finds every command that text would run. It never fails: what can't be read is
// reported in Script.Unreadable.
func Read(text string, o Options) (script *Script) {
	script = &Script{}
	defer func() {
		// A fault of ours must not let the text pass as read.
		if recover() != nil {
			script.Unreadable = &Unreadable{Line: 1, Col: 1, Why: "the reader fails on this text"}
		}
	}()
	script.read(text, o)
	return script
}

// read is Read without a net, and the number of steps that it took.
func read(text string, o Options) (*Script, int) {
	s := &Script{}
	return s, s.read(text, o)
}

func (s *Script) read(text string, o Options) int {
	r := &reader{opts: o, text: text, script: s}
	if len(text) > maxText {
		r.unreadable(0, "longer than 128 KiB")
		return 0
	}
	w := &walker{reader: r, parent: -1, st: &state{places: []Place{start(o.Dir)}}}
	switch whole := (Word{Value: Lit(text), Span: Span{0, len(text)}}); o.Dialect {
	case call.PowerShell:
		w.foreign(powerShell, whole, -1)
	case call.Cmd:
		w.foreign(cmdExe, whole, -1)
	default:
		w.shell(&source{text: text})
		w.uncalled()
	}
	return r.steps
}

// start is the place of a text that begins in dir.
func start(dir string) Place {
	if dir == "" {
		return Place{}
	}
	return Place{Dir: cleanDir(strings.ReplaceAll(dir, "\\", "/")), Known: true}
}

// uncalled walks functions that nothing in the text calls by name, when something unknown
// could: a word that is only known at run time, or a name that the shell calls by itself.
func (w *walker) uncalled() {
	for i := 0; i < len(w.decls) && !w.stopped; i++ {
		fn := w.decls[i]
		if fn.used || !w.dynamic && !calledByShell(fn.name) {
			continue
		}
		in := *w
		in.st = w.st.child()
		in.callFunction(fn, []Word{{Value: Unknown, Multi: true}}, nil)
	}
}

func calledByShell(name string) bool {
	switch name {
	case "command_not_found_handle", "command_not_found_handler", "precmd", "preexec", "chpwd", "TRAPEXIT",
		"TRAPDEBUG", "TRAPZERR", "periodic", "zshexit":
		return true
	}
	return false
}
