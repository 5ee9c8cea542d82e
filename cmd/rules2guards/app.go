package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard/call"
)

// The rules of this interface: results go to standard output, all else to standard error;
// an error line may be followed by a hint line; nothing is asked; a command that
// finds nothing to do says so in a line on standard error; colour only on a terminal.

// Exit codes of every command but guard, whose codes belong to the harness.
const (
	exitOK       = 0 // done, and clean
	exitFindings = 1 // diagnostics, failing examples, files out of date
	exitUsage    = 2 // wrong usage
	exitFailure  = 3 // the world was in the way: disk, permissions, a failed build
)

// versionOverride is set by packagers with -ldflags "-X main.versionOverride=1.2.3".
var versionOverride string

// app is one run: all that it knows of the outside.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            []string
	dir            string // the current folder
	exe            string // this program's file
	command        string // the command of this run; empty while there is none
}

// command is one entry of the command table.
type command struct {
	name string
	run  func(a *app, args []string) int
}

func commands() []command {
	return []command{
		{"init", (*app).init},
		{"check", (*app).check},
		{"generate", (*app).generate},
		{"remove", (*app).remove},
		{"doctor", (*app).doctor},
		{"permissions", (*app).permissions},
		{"explain", (*app).explain},
		{"count", (*app).count},
		{"test", (*app).test},
		{"packs", (*app).packs},
		{"schema", (*app).schema},
		{"guard", (*app).guard},
		{"version", (*app).version},
	}
}

func run(argv, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, env: env}
	if actsAsGuard(argv[0]) {
		return a.installedGuard(argv[1:])
	}
	var err error
	if a.dir, err = os.Getwd(); err != nil {
		return a.fail(fmt.Errorf("find the current folder: %w", err))
	}
	if a.exe, err = os.Executable(); err != nil {
		return a.fail(fmt.Errorf("find this program's file: %w", err))
	}
	args := argv[1:]
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "--help":
		if len(args) == 1 || args[0] != "help" {
			fmt.Fprint(stdout, usage)
			return exitOK
		}
		args = []string{args[1], "--help"}
	case "--version":
		args[0] = "version"
	}
	var names []string
	for _, c := range commands() {
		if c.name == args[0] {
			a.command = c.name
			return c.run(a, args[1:])
		}
		names = append(names, c.name)
	}
	return a.unknown("command", args[0], names)
}

// getenv looks a variable up in the environment of the run.
func (a *app) getenv(name string) string {
	for i := len(a.env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(a.env[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// home is the user's home folder; empty when the environment names none.
func (a *app) home() string {
	if h := a.getenv("HOME"); h != "" {
		return h
	}
	return a.getenv("USERPROFILE")
}

func (a *app) printf(format string, args ...any) { fmt.Fprintf(a.stdout, format, args...) }

// notef tells something on standard error. File names and what stands in files may be
// anybody's: what would move a cursor or hide text is escaped.
func (a *app) notef(format string, args ...any) {
	fmt.Fprintln(a.stderr, call.Clean(fmt.Sprintf(format, args...), maxNote))
}

// maxNote is the size of a note in bytes: the end of what a build says fits in.
const maxNote = 8 << 10

// fail reports what was in the way.
func (a *app) fail(err error) int {
	a.notef("error: %v", err)
	var h hinted
	if errors.As(err, &h) {
		a.notef("hint: %s", h.hint)
	}
	return exitFailure
}

// hinted is an error with a way out.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// output says how a command prints.
type output struct {
	format  string
	formats []string // that the command has
	color   string
}

func (o *output) flags(f *pflag.FlagSet, formats ...string) {
	o.formats = formats
	f.StringVar(&o.format, "format", "text", "`"+strings.Join(formats, "|")+"` how it is printed")
	f.StringVar(&o.color, "color", "auto", "`auto|always|never` colour, on a terminal by itself")
}

func (o *output) check(a *app) (code int, wrong bool) {
	if !slices.Contains(o.formats, o.format) {
		last := len(o.formats) - 1
		return a.misused("%s has no --format %q: it is %s or %s", a.command, o.format, strings.Join(o.formats[:last], ", "), o.formats[last]), true
	}
	switch o.color {
	case "auto", "always", "never":
	default:
		return a.misused("unknown --color %q: it is auto, always or never", o.color), true
	}
	return 0, false
}

// colored decides about colour for a stream.
func (o *output) colored(a *app, w io.Writer) bool {
	switch o.color {
	case "always":
		return true
	case "never":
		return false
	}
	f, ok := w.(*os.File)
	return ok && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// report prints diagnostics in the wanted format.
func (a *app) report(o output, w io.Writer, list diag.List, sources map[string][]byte) error {
	switch o.format {
	case "json":
		return diag.JSON(w, list)
	case "github":
		return diag.GitHub(w, list)
	}
	return diag.Text(w, list, diag.Options{Sources: sources, Color: o.colored(a, w)})
}

func (a *app) version(args []string) int {
	if code, done := a.flagsOnly(flagSet("version"), args); done {
		return code
	}
	v := versionOverride
	if v == "" {
		v = "(development)"
		if b, ok := debug.ReadBuildInfo(); ok && b.Main.Version != "" && b.Main.Version != "(devel)" {
			v = b.Main.Version
		}
	}
	a.printf("rules2guards %s\n", v)
	return exitOK
}

// rel shows a path as the user would write it from the current folder.
func (a *app) rel(path string) string {
	if r, err := filepath.Rel(a.dir, path); err == nil && inside(path, a.dir) {
		return r
	}
	return path
}

// encode prints a value as JSON, with < > & as they are.
func (a *app) encode(v any) error {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// json is encode as the end of a command.
func (a *app) json(v any) int {
	if err := a.encode(v); err != nil {
		return a.fail(err)
	}
	return exitOK
}

// executable is the file that this process runs.
func executable() (string, error) { return os.Executable() }
