package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"rules2guards.local/compiler"
	"rules2guards.local/emit"
	"rules2guards.local/guard"
)

// actsAsGuard reports whether this program was started under the name of a guard: the copy
// that generate installs where no Go is.
func actsAsGuard(argv0 string) bool {
	name := strings.ToLower(filepath.Base(argv0))
	return name == "guard" || name == "guard.exe"
}

// installedGuard is the guard of machines without Go: the rules come from the lock beside
// the program. Without them it ends with exit code 1: what that means is the choice of the
// settings entry, which knows on_error when the lost rules can't say it.
func (a *app) installedGuard(args []string) int {
	p, err := a.besideLock()
	if err != nil {
		a.notef("rules2guards: the call was not judged: %v", err)
		return exitFindings
	}
	return guard.Main(p, args, a.env, a.stdin, a.stdout, a.stderr)
}

func (a *app) besideLock() (*guard.Program, error) {
	exe, err := executable()
	if err != nil {
		return nil, err
	}
	src, err := readAll(filepath.Join(filepath.Dir(exe), emit.CopyLock))
	if err != nil {
		return nil, fmt.Errorf("read the rules: %w", err)
	}
	lock, err := emit.ReadLock(src)
	if err != nil {
		return nil, fmt.Errorf("read the rules: %w", err)
	}
	return &guard.Program{Rules: lock.Rules, Index: compiler.IndexWith(lock.Rules, lock.Settings), Settings: lock.Settings}, nil
}

// guard is the guard of the rules here, without installing anything.
func (a *app) guard(args []string) int {
	// The guard's own flags are its own to read: only those of the source are taken out.
	var s source
	var rest []string
	s.scope = "project"
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		f := flagSet("guard")
		s.flags(f)
		f.String("harness", "", "`NAME` the harness that sends the event, where its form leaves that open")
		a.help(f)
		return exitOK
	}
	for i := 0; i < len(args); i++ {
		name, value, has := strings.Cut(args[i], "=")
		if name != "--rules" && name != "--scope" {
			rest = append(rest, args[i])
			continue
		}
		if !has && i+1 < len(args) {
			i++
			value = args[i]
		}
		if name == "--rules" {
			s.files = append(s.files, value)
		} else {
			s.scope = value
		}
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	res, err := a.compile(s)
	if err != nil {
		return a.fail(err)
	}
	if !a.usable(output{format: "text", color: "never"}, res) {
		return exitFindings
	}
	return guard.Main(program(res), rest, a.env, a.stdin, a.stdout, a.stderr)
}

// program is what a guard of these rules carries.
func program(res compiler.Result) *guard.Program {
	rules := live(res.Program.Rules)
	return &guard.Program{Rules: rules, Index: compiler.IndexWith(rules, res.Program.Settings), Settings: res.Program.Settings}
}
