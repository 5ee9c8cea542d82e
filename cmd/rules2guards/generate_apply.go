package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// pending are the files that would change, without the program.
func (g *generation) pending() emit.Plan {
	return append(g.source.Plan.Pending(), g.entries.Pending()...)
}

// show prints the plan as unified diffs.
func (g *generation) show() {
	for _, c := range g.pending() {
		if !strings.HasPrefix(c.Path, filepath.Join(g.at.Source, "guard")+string(filepath.Separator)) {
			g.app.printf("%s", emit.Unified(g.app.rel(c.Path), c.Old, c.Data))
			continue
		}
		g.app.printf("%s: %s (runtime)\n", g.app.rel(c.Path), c.Kind)
	}
	if g.stale != "" {
		g.app.printf("%s: make (%s): %s\n", g.at.Guard, g.runtime, g.stale)
	}
	g.tellHeld()
	if len(g.pending()) == 0 && g.stale == "" {
		g.tellUpToDate("would change")
	}
}

// compare tells what would change; exit code 1 if anything would.
func (g *generation) compare() int {
	code := g.code(exitOK)
	for _, c := range g.pending() {
		g.app.printf("%s: would %s\n", g.app.rel(c.Path), c.Kind)
		code = exitFindings
	}
	if g.stale != "" && !g.o.noBuild {
		g.app.printf("%s: would be made: %s\n", g.at.Guard, g.stale)
		code = exitFindings
	}
	for _, id := range g.held.Held {
		g.app.printf("rule %s is held by the guard and not in rules.toml\n", id)
		code = exitFindings
	}
	if code == exitOK {
		g.tellUpToDate("would change")
	}
	return code
}

// tellUpToDate says that there is nothing to do, unless something else was said.
func (g *generation) tellUpToDate(what string) {
	if !g.fatal && len(g.held.Held) == 0 {
		g.app.notef("up to date: nothing %s", what)
	}
}

// carryOut makes the program first, so that a failed build leaves everything as it was,
// and writes the entries last, so that none points at nothing. A settings file that can't be
// written is its harness's trouble: the others get their entries.
func (g *generation) carryOut() error {
	programs, err := g.make()
	if err != nil {
		return err
	}
	var files emit.Plan
	files = append(files, g.source.Plan...)
	for i, t := range g.targets {
		path := filepath.Join(g.at.Source, "bin", t.File())
		if err := files.Put(g.disk.Read, g.at.Root, path, programs[1+i], 0o755); err != nil {
			return err
		}
	}
	opts := emit.ApplyOptions{FollowSymlinks: g.o.follow}
	done, err := emit.Apply(files, opts)
	if err != nil {
		return err
	}
	g.report(done)
	g.settle(opts)
	if err := g.install(programs[0]); err != nil {
		return err
	}
	for _, c := range g.entries {
		done, err := emit.Apply(emit.Plan{c}, opts)
		if err != nil {
			g.left(c.Path, err)
		}
		g.report(done)
	}
	return nil
}

// settle takes the files that can't be written out of the plan, and records what becomes of
// the others: the record is written before them, so that remove knows of each.
func (g *generation) settle(opts emit.ApplyOptions) {
	g.entries = slices.DeleteFunc(g.entries, func(c emit.Change) bool {
		err := emit.Try(c, opts)
		if err != nil {
			g.left(c.Path, err)
			g.wanted = slices.DeleteFunc(g.wanted, func(w wanted) bool { return w.edit.Path == c.Path })
		}
		return err != nil
	})
	for _, w := range g.wanted {
		g.built.Record(w.harness.ID(), w.edit.Path, w.edit.Made, w.made)
		if w.out {
			g.built.Followed(w.harness.ID(), w.edit.Path)
		}
	}
}

// left tells why a settings file stays as it is.
func (g *generation) left(path string, err error) {
	g.fatal = true
	for _, w := range g.wanted {
		if w.edit.Path == path {
			g.app.problems(w.harness, []harness.Problem{{Path: path, Text: "it can't be written: " + err.Error(), Fatal: true}})
		}
	}
}

// make returns the guard (nil when it need not be made) and a program for each target.
func (g *generation) make() ([][]byte, error) {
	programs := make([][]byte, 1+len(g.targets))
	if g.o.noBuild {
		return programs, nil
	}
	var want []emit.Target
	if g.runtime == emit.BuiltByGo && g.stale != "" {
		want = append(want, emit.Host())
	}
	want = append(want, g.targets...)
	if len(want) > 0 {
		if g.gotool.Path == "" || g.noGo != nil {
			return nil, hinted{g.noGo, "--runtime copy needs no Go"}
		}
		made, err := g.gotool.Build(context.Background(), g.files, want)
		if err != nil {
			return nil, err
		}
		copy(programs[1:], made[len(made)-len(g.targets):])
		if len(made) > len(g.targets) {
			programs[0] = made[0]
		}
	}
	if g.runtime == emit.Copied && g.stale != "" {
		own, err := readAll(g.app.exe)
		if err != nil {
			return nil, fmt.Errorf("read this program: %w", err)
		}
		programs[0] = own
	}
	return programs, nil
}

// install puts the program and its record in place.
func (g *generation) install(program []byte) error {
	var plan emit.Plan
	if program != nil {
		lock := g.files[emit.LockName]
		var err error
		if plan, err = emit.Install(g.at, g.runtime, program, lock, g.data.Read); err != nil {
			return err
		}
		g.built.Runtime, g.built.Plan, g.built.Program, g.built.Lock = g.runtime, g.digest, emit.Digest(program), ""
		if g.runtime == emit.Copied {
			g.built.Lock = emit.Digest(lock)
		}
	}
	if g.o.scope == string(harness.Project) {
		g.built.Project = g.o.project
	}
	if err := g.built.Put(&plan, g.at, g.data.Read); err != nil {
		return err
	}
	done, err := emit.Apply(plan, emit.ApplyOptions{})
	if err != nil {
		return err
	}
	if program != nil && len(done.Written) > 0 {
		g.changed = true
		g.app.printf("made %s (%s)\n", g.at.Guard, g.runtimeWords())
	}
	return nil
}

func (g *generation) runtimeWords() string {
	if g.runtime == emit.Copied {
		return "a copy of rules2guards"
	}
	return "built by " + g.gotool.Version
}

// report names the files that were written; the runtime counts as one.
func (g *generation) report(done emit.Applied) {
	runtime := false
	g.changed = g.changed || len(done.Written)+len(done.Deleted) > 0
	inRuntime := func(p string) bool {
		return strings.HasPrefix(p, filepath.Join(g.at.Source, "guard")+string(filepath.Separator))
	}
	for _, p := range done.Written {
		if inRuntime(p) {
			runtime = true
			continue
		}
		g.app.printf("wrote %s\n", g.app.rel(p))
	}
	if runtime {
		g.app.printf("wrote %s (the runtime)\n", g.app.rel(filepath.Join(g.at.Source, "guard")))
	}
	for _, p := range done.Deleted {
		g.app.printf("deleted %s\n", g.app.rel(p))
	}
}

// tell says what people have to know after a generate.
func (g *generation) tell() {
	if g.noGo != nil && !g.o.noBuild {
		g.app.notef("note: %v", g.noGo)
		g.app.notef("note: so the guard is a copy of rules2guards: the same rules and engine, a slower start; install Go and generate again for a small one")
	}
	g.tellHeld()
	g.tellFormer()
	if !g.changed {
		g.tellUpToDate("was changed")
	}
	if len(g.pending()) > 0 {
		for _, line := range actionNotes(g.program.Rules, g.harnesses) {
			g.app.notef("note: %s", line)
		}
		g.tellPermissions()
	}
	if len(g.entries.Pending()) > 0 {
		for _, line := range g.notes() {
			g.app.notef("note: %s", line)
		}
	}
	if g.fatal {
		g.app.notef("hint: a settings file was left as it is, so its harness does not run the guard: mend it, then generate again")
	}
}

// tellPermissions names the permission rules that harnesses could hold besides.
func (g *generation) tellPermissions() {
	all, _ := permissionsFor(g.program.Rules, nil, g.harnesses)
	for i, line := range shortPermissions(all) {
		if i == 0 {
			g.app.notef("note: harnesses can hold some of this themselves too, as a second layer; rules2guards permissions prints it:")
		}
		g.app.notef("  %s", guard.Clean(line, 1000))
	}
}

func (g *generation) tellHeld() {
	for _, id := range g.held.Held {
		g.app.notef("note: rule %s is not in rules.toml any more and is held; --replace drops it", id)
	}
	for _, id := range g.held.Dropped {
		if !harness.IsOwn(id) {
			g.app.notef("note: rule %s is dropped", id)
		}
	}
}
