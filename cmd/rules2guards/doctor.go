package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// doctor finds out whether the guards that are installed do what their rules say: on this
// machine, in this project, in every harness that has an entry.
func (a *app) doctor(args []string) int {
	var s source
	var o output
	var list string
	f := flagSet("doctor")
	s.flags(f)
	o.flags(f, "text", "json", "github")
	f.StringVar(&list, "harness", "", "`LIST` harnesses with commas, or all (default: all)")
	if code, done := a.flagsOnly(f, args); done {
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	scopes := []harness.Scope{harness.Project, harness.User}
	if f.Changed("scope") {
		scopes = []harness.Scope{harness.Scope(s.scope)}
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	hs, _, code := a.choose(cmp.Or(list, "all"), s.project)
	if hs == nil {
		return code
	}
	asked := ""
	if f.Changed("scope") {
		asked = s.flag()
	}
	if list != "" {
		asked += " --harness " + shellWord(list)
	}
	d := &doctor{app: a, harnesses: hs, asked: asked, named: list != "" && list != "all", machine: a.machine()}
	for _, scope := range scopes {
		s.scope = string(scope)
		if scope == harness.User && len(scopes) > 1 && a.home() == "" {
			continue // there is no user scope without a home folder
		}
		if err := d.examine(s); err != nil {
			return a.fail(err)
		}
	}
	if err := d.print(o); err != nil {
		return a.fail(err)
	}
	if d.sick() {
		return exitFindings
	}
	return exitOK
}

// doctor is one run of the command: the entries that it looked at, and what is wrong.
type doctor struct {
	app       *app
	harnesses []harness.Harness
	named     bool   // the harnesses were asked about by name
	asked     string // the flags with which generate makes what was asked about
	machine   harness.Machine
	entries   []examined
	findings  []finding
}

// examined is an entry that was looked at.
type examined struct {
	Scope   harness.Scope `json:"scope"`
	Harness string        `json:"harness"`
	Path    string        `json:"path"`
	Sound   bool          `json:"sound"`
	Trip    string        `json:"roundTrip,omitempty"` // how long the guard took for the canary
	Canary  string        `json:"canary,omitempty"`    // what it blocked
}

// finding is something that is wrong.
type finding struct {
	Scope   harness.Scope `json:"scope"`
	Harness string        `json:"harness,omitempty"` // empty: all of the scope
	Check   string        `json:"check"`
	Error   bool          `json:"error"` // a rule isn't enforced where it is installed; else it may not be
	Path    string        `json:"path,omitempty"`
	Line    int           `json:"line,omitempty"`
	Text    string        `json:"text"`
	Fix     string        `json:"fix"`
}

// patient is the guard of one scope with all that is known of it.
type patient struct {
	*doctor
	source  source
	at      emit.Locations
	site    harness.Site
	built   emit.Built
	program guard.Program
	cases   []compiler.Case
	rules   bool // the rules compile: program and cases are theirs
	current bool // the program is the one that these rules make, and can run
	found   []installed
}

// installed is an entry that is there, or that generate once wrote.
type installed struct {
	harness harness.Harness
	file    harness.File
	present bool
}

func (d *doctor) sick() bool {
	return slices.ContainsFunc(d.findings, func(f finding) bool { return f.Error })
}

// add adds a finding, once.
func (d *doctor) add(f finding) {
	f.Text, f.Fix = guard.Clean(f.Text, 1000), guard.Clean(f.Fix, 1000)
	if !slices.Contains(d.findings, f) {
		d.findings = append(d.findings, f)
	}
}

// examine looks at the guard of one scope and at its entries.
func (d *doctor) examine(s source) error {
	p := &patient{doctor: d, source: s}
	var err error
	if p.at, err = d.app.locate(s); err != nil {
		return err
	}
	if p.built, err = emit.ReadBuilt(p.at, emit.Disk{Root: p.at.Dir}.Read); err != nil {
		p.fail("record", p.at.Built, err.Error(), p.again())
	}
	// Where entries stand does not depend on the rules, but for how they look.
	p.site = d.app.site(s, p.at, &guard.Program{})
	p.find()
	p.examineMissing()
	if len(p.found) == 0 {
		return nil
	}
	p.compile()
	p.site = d.app.site(s, p.at, &p.program)
	p.examineGuard()
	for i := range p.found {
		p.examineEntry(&p.found[i])
	}
	p.worktrees()
	return nil
}

// fail adds an error about the guard, not about one harness.
func (p *patient) fail(check, path, text, fix string) {
	p.add(finding{Scope: p.site.Scope, Check: check, Error: true, Path: path, Text: text, Fix: fix})
}

// again is the command that makes everything anew.
func (p *patient) again() string { return "rules2guards generate --scope " + p.source.scope }

// againFor is the command that makes one harness run the guard.
func (p *patient) againFor(h harness.Harness) string {
	return p.again() + " --harness " + string(h.ID())
}

// find lists the harnesses that have an entry, or had one by the record.
func (p *patient) find() {
	for _, h := range p.harnesses {
		f, err := p.ownFile(h)
		if f.Path == "" {
			continue
		}
		recorded := slices.ContainsFunc(p.built.Settings, func(b emit.BuiltSettings) bool { return b.Harness == h.ID() })
		if err != nil {
			if recorded {
				p.add(finding{p.site.Scope, string(h.ID()), "loads", true, f.Path, 0, err.Error(), "make the file readable; " + p.again()})
			}
			continue
		}
		if present := hasEntry(h, p.site, f); present || recorded {
			p.found = append(p.found, installed{h, f, present})
		}
	}
}

// ownFile reads the file that holds a harness's entry; without a path there is none in this
// scope.
func (p *patient) ownFile(h harness.Harness) (harness.File, error) {
	files := h.Paths(p.site)
	if len(files) == 0 || p.site.Scope == harness.Project && !inside(files[0].Path, p.site.Project) {
		return harness.File{}, nil
	}
	return settingsFile(files[0], p.site, true)
}

// hasEntry reports whether our entry is in a file, by the test that remove uses.
func hasEntry(h harness.Harness, s harness.Site, f harness.File) bool {
	if f.Data == nil {
		return false
	}
	e, err := h.Remove(s, f, harness.Made{})
	return err == nil && !fatal(e.Problems) && (e.Data == nil || !bytes.Equal(e.Data, f.Data))
}

func fatal(list []harness.Problem) bool {
	return slices.ContainsFunc(list, func(p harness.Problem) bool { return p.Fatal })
}

// compile reads the rules; when they are broken, what the guard holds has to do.
func (p *patient) compile() {
	res, err := p.app.compile(p.source)
	switch {
	case err != nil:
		p.fail("rules", "", err.Error(), p.hint(err, "restore the rules, or take the guard out: rules2guards remove --scope "+p.source.scope))
	case res.Diagnostics.HasErrors():
		first := res.Diagnostics[slices.IndexFunc(res.Diagnostics, func(x diag.Diagnostic) bool { return x.Severity == diag.Error })]
		p.fail("rules", first.File, "the rules don't compile: "+first.Message, "rules2guards check"+p.source.flag())
	default:
		p.rules = true
		p.cases = res.Cases
	}
	lock, lockErr := emit.LoadLock(p.at.Source, emit.Disk{Root: p.at.Root, FollowSymlinks: true}.Read)
	if lockErr != nil {
		p.fail("guard", p.at.Source, lockErr.Error(), "restore it (git checkout), or delete "+p.app.rel(p.at.Source)+"; then "+p.again())
	}
	if !p.rules || lockErr != nil {
		p.program = guard.Program{Rules: lock.Rules, Settings: lock.Settings}
		p.rules = false
		return
	}
	g := p.generation()
	g.hold(res, lock)
	p.program = g.program
	for _, id := range g.held.Held {
		p.add(finding{
			Scope: p.site.Scope, Check: "guard", Path: p.at.Source,
			Text: fmt.Sprintf("the guard holds rule %q, which the rules no longer have", id), Fix: p.again() + " --replace",
		})
	}
	var err2 error
	if g.source, err2 = emit.NewSource(emit.Source{
		Dir: p.at.Source, Root: p.at.Root, Program: g.program, Held: len(g.held.Held), Lock: lock, Read: g.disk.Read, List: g.disk.List,
	}); err2 != nil {
		p.fail("guard", p.at.Source, err2.Error(), p.again())
		p.rules = false
		return
	}
	p.examineSource(g)
}

func (p *patient) hint(err error, otherwise string) string {
	var h hinted
	if errors.As(err, &h) {
		return h.hint
	}
	return otherwise
}

// generation is what generate would plan here.
func (p *patient) generation() *generation {
	o := generateOptions{source: p.source, follow: true}
	return &generation{
		app: p.app, o: o, at: p.at, built: p.built, harnesses: p.harnesses,
		disk: emit.Disk{Root: p.at.Root, FollowSymlinks: true}, data: emit.Disk{Root: p.at.Dir},
	}
}

// print prints what was found.
func (d *doctor) print(o output) error {
	for i := range d.entries {
		e := &d.entries[i]
		e.Sound = !slices.ContainsFunc(d.findings, func(f finding) bool {
			return f.Scope == e.Scope && (f.Harness == "" || f.Harness == e.Harness) && f.Error
		})
	}
	switch o.format {
	case "json":
		return d.json()
	case "github":
		return d.github()
	}
	d.text()
	return nil
}

// took is a time for people.
func took(t time.Duration) string { return t.Round(time.Millisecond).String() }

// hostOS names the system for messages.
func hostOS() string { return runtime.GOOS + "/" + runtime.GOARCH }
