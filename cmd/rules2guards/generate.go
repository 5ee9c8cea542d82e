package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rules2guards.local/compiler"
	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// generateOptions are the flags of generate.
type generateOptions struct {
	source
	output
	harnesses              string
	replace, dryRun, check bool
	follow, noBuild        bool
	targets, runtime       string
}

// generate builds the guard of the rules here and makes the harnesses run it.
func (a *app) generate(args []string) int {
	var o generateOptions
	f := flagSet("generate")
	o.source.flags(f)
	o.output.flags(f, "text", "json", "github")
	f.Lookup("format").Usage = "`text|json|github` how what is wrong with the rules is printed"
	f.StringVar(&o.harnesses, "harness", "", "`LIST` harnesses with commas, or all (default: those with a folder in the project or a program on PATH, else claude-code)")
	f.BoolVar(&o.replace, "replace", false, "drop rules that the guard holds and rules.toml no longer has")
	f.BoolVar(&o.dryRun, "dry-run", false, "print what would change, as a diff")
	f.BoolVar(&o.check, "check", false, "exit 1 if anything would change")
	f.BoolVar(&o.follow, "follow-symlinks", false, "write through links that lead elsewhere")
	f.BoolVar(&o.noBuild, "no-build", false, "write the source, build nothing")
	f.StringVar(&o.targets, "os", "", "`LIST` build for linux/amd64,darwin/arm64,… into .rules2guards/bin too")
	f.StringVar(&o.runtime, "runtime", "", "`go|copy` build with Go, or install a copy of this program (default: go, where there is one)")
	if code, done := a.flagsOnly(f, args); done {
		return code
	}
	if code, wrong := o.output.check(a); wrong {
		return code
	}
	switch emit.Runtime(o.runtime) {
	case "", emit.BuiltByGo, emit.Copied:
	default:
		return a.misused("unknown --runtime %q: it is go or copy", o.runtime)
	}
	if code, wrong := o.resolve(a); wrong {
		return code
	}
	hs, why, code := a.choose(o.harnesses, o.project)
	if hs == nil {
		return code
	}
	var targets []emit.Target
	if o.targets != "" {
		var err error
		if targets, err = emit.ParseTargets(o.targets); err != nil {
			return a.misused("%v", err)
		}
	}
	res, err := a.compile(o.source)
	if err != nil {
		return a.fail(err)
	}
	if !a.usable(o.output, res) {
		return exitFindings
	}
	g := generation{app: a, o: o, harnesses: hs, why: why, targets: targets}
	return g.run(res)
}

// generation is one run of generate: first all of it is worked out, then it is shown or
// carried out.
type generation struct {
	app       *app
	o         generateOptions
	harnesses []harness.Harness
	why       string // by what the harnesses were found; empty: they were named
	targets   []emit.Target

	at      emit.Locations
	disk    emit.Disk // the project
	data    emit.Disk // where the program stands
	program guard.Program
	held    emit.Held
	source  emit.SourcePlan
	files   map[string][]byte
	digest  string
	built   emit.Built
	stale   string // why the program has to be made
	runtime emit.Runtime
	noGo    error
	gotool  emit.Go
	entries emit.Plan
	wanted  []wanted
	fatal   bool     // a settings file was left as it is
	changed bool     // a file was written or deleted
	former  []string // folders of guards of this project's former places
}

func (g *generation) run(res compiler.Result) int {
	a := g.app
	if err := g.plan(res); err != nil {
		return a.fail(err)
	}
	if g.why != "" && (g.fatal || len(g.entries.Pending()) > 0) {
		a.notef("note: %s", g.why)
	}
	if len(g.source.Refused) > 0 {
		for _, f := range g.source.Refused {
			a.notef("error: %s is not as rules2guards wrote it, and is left alone", a.rel(f))
		}
		a.notef("hint: look at it (git diff), then delete it and generate again")
		return exitFindings
	}
	for _, f := range g.source.Strangers {
		a.notef("%s: note: no file of rules2guards: the guard is built without it", a.rel(f))
	}
	switch {
	case g.o.dryRun:
		g.show()
		return g.code(exitOK)
	case g.o.check:
		return g.compare()
	}
	if err := g.carryOut(); err != nil {
		return a.fail(err)
	}
	g.tell()
	return g.code(exitOK)
}

// code is exitFindings when a settings file could not get its entry.
func (g *generation) code(code int) int {
	if g.fatal {
		return exitFindings
	}
	return code
}

// plan works everything out; it changes nothing.
func (g *generation) plan(res compiler.Result) error {
	a := g.app
	var err error
	if g.at, err = a.locate(g.o.source); err != nil {
		return err
	}
	g.disk = emit.Disk{Root: g.at.Root, FollowSymlinks: g.o.follow}
	g.data = emit.Disk{Root: g.at.Dir}
	if g.built, err = emit.ReadBuilt(g.at, g.data.Read); err != nil {
		a.notef("note: %v; the guard is made anew", err)
	}
	lock, err := emit.LoadLock(g.at.Source, g.disk.Read)
	g.built.Follow = g.built.Follow || g.o.follow && leadsOut(g.at.Root, filepath.Join(g.at.Source, emit.LockName))
	if err != nil {
		return hinted{err, "restore it (git checkout), or delete " + a.rel(g.at.Source) + " to start anew"}
	}
	g.hold(res, lock)
	s := emit.Source{
		Dir: g.at.Source, Root: g.at.Root, Program: g.program, Held: len(g.held.Held), Lock: lock,
		Read: g.disk.Read, List: g.disk.List,
	}
	if g.source, err = emit.NewSource(s); err != nil {
		return err
	}
	g.files = g.source.Files()
	if err := g.chooseRuntime(); err != nil {
		return err
	}
	return g.planEntries()
}

// hold joins the rules of the file with those that the guard holds. The guard's own rules
// are never held: they come with every generate, or with protect_self = false not at all.
func (g *generation) hold(res compiler.Result, lock emit.Lock) {
	off := res.Off
	for _, r := range lock.Rules {
		if isGuardsOwn(r) {
			off = append(off, r.ID)
		}
	}
	rules := live(res.Program.Rules)
	g.held = emit.Hold(rules, off, lock, g.o.replace)
	g.program = guard.Program{Rules: g.held.Rules, Index: res.Program.Index, Settings: res.Program.Settings}
	if len(g.held.Held) > 0 || len(rules) < len(res.Program.Rules) {
		g.program.Index = compiler.IndexWith(g.held.Rules, g.program.Settings)
	}
}

// chooseRuntime decides how the program is made and whether it has to be.
func (g *generation) chooseRuntime() error {
	g.runtime = emit.Runtime(g.o.runtime)
	g.digest = g.source.Digest()
	if g.o.noBuild {
		return nil
	}
	if g.runtime == "" {
		g.runtime = emit.BuiltByGo
		if g.built.Runtime == emit.Copied || g.built.Runtime == "" {
			g.findGo()
		}
	}
	digest := g.digest
	if g.runtime == emit.Copied {
		own, err := readAll(g.app.exe)
		if err != nil {
			return fmt.Errorf("read this program: %w", err)
		}
		digest = emit.Digest([]byte(digest + emit.Digest(own)))
	}
	var err error
	if g.stale, err = g.built.Stale(g.at, digest, g.runtime, g.data.Read); err != nil {
		return err
	}
	g.digest = digest
	if g.runtime == emit.BuiltByGo && (g.stale != "" || len(g.targets) > 0) && g.gotool.Path == "" {
		g.findGo()
		if g.runtime == emit.Copied {
			return g.chooseRuntime()
		}
	}
	return nil
}

// findGo looks for a Go, and falls back to a copy of this program unless Go was asked for.
func (g *generation) findGo() {
	var err error
	if g.gotool, err = emit.FindGo(context.Background(), g.app.env); err == nil {
		return
	}
	g.noGo = err
	if g.o.runtime == "" {
		g.runtime = emit.Copied
		g.o.runtime = string(emit.Copied)
	}
}

// wanted is the entry of a harness in the plan.
type wanted struct {
	harness harness.Harness
	edit    harness.Edit
	made    []string // folders that are made for it
	out     bool     // it is written through a link that leads elsewhere
}

// planEntries plans the settings entries.
func (g *generation) planEntries() error {
	site := g.app.site(g.o.source, g.at, &g.program)
	var edits []harness.Edit
	for _, h := range g.harnesses {
		files := h.Paths(site)
		for i, f := range files {
			f, err := settingsFile(f, site, g.o.follow)
			if err != nil {
				g.app.problems(h, []harness.Problem{{Path: f.Path, Text: err.Error(), Fatal: i == 0}})
				g.fatal = g.fatal || i == 0
				continue
			}
			if i > 0 {
				g.app.problems(h, h.Check(site, f))
				continue
			}
			e, err := h.Install(site, f)
			if err != nil {
				return fmt.Errorf("%s: %w", h.Name(), err)
			}
			if g.app.problems(h, e.Problems) {
				g.fatal = true
				continue
			}
			var made []string
			for folder := filepath.Dir(e.Path); ; folder = filepath.Dir(folder) {
				if _, err := os.Lstat(folder); !errors.Is(err, os.ErrNotExist) {
					break
				}
				made = append(made, folder)
			}
			g.inherit(h, f)
			out := g.o.follow && leadsOut(settingsRoot(e.Folder, e.Path, site), e.Path)
			g.wanted = append(g.wanted, wanted{h, e, made, out})
			edits = append(edits, e)
		}
	}
	var err error
	g.entries, err = emit.Settings(site, edits, func(p string) ([]byte, error) {
		for _, e := range edits {
			if e.Path == p {
				return emit.Disk{Root: settingsRoot(e.Folder, p, site), FollowSymlinks: g.o.follow}.Read(p)
			}
		}
		return nil, os.ErrNotExist
	})
	return err
}
