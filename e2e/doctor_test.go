//go:build e2e && unix

package e2e

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/e2e/fakemodel"
)

// fault is a change of one file because of which a guard does not do what it is there for.
type fault struct {
	name  string
	check string // by which doctor finds it
	file  string // in the project, or "~/…"
	text  func(old string) string
	env   []string // set while it lasts, for the program and for doctor; ~ is the home
	idle  bool     // the program was not seen to run the guard with it, and is seen so here
}

// always is the text of a file, whatever stood in it.
func always(text string) func(string) string { return func(string) string { return text } }

// into puts a text behind the first brace of a JSON file; there may be none yet.
func into(text string) func(string) string {
	return func(old string) string {
		if before, rest, ok := strings.Cut(old, "{"); ok && strings.TrimSpace(rest) != "}" {
			return before + "{" + text + "," + rest
		}
		return "{" + text + "}"
	}
}

// diagnosis is what doctor prints for programs.
type diagnosis struct {
	Sound   bool
	Entries []struct {
		Harness, Canary string
		Sound           bool
	}
	Findings []struct{ Harness, Check, Text string }
}

// has says whether a check found something.
func (d diagnosis) has(check string) bool {
	for _, f := range d.Findings {
		if f.Check == check {
			return true
		}
	}
	return false
}

// doctor looks at the scene as a person would have it done: with all defaults.
func (s *scene) doctor(env ...string) (diagnosis, output) {
	s.t.Helper()
	out := s.run(s.project, s.env(env...), rules2guards(s.t), "doctor", "--format", "json")
	var d diagnosis
	if err := json.Unmarshal([]byte(out.stdout), &d); err != nil {
		s.t.Fatalf("doctor: exit code %d, %v\n%s%s", out.code, err, out.stdout, out.stderr)
	}
	return d, out
}

// onPath is PATH with the subject's program on it, for doctor to ask it.
func (s *scene) onPath(p subject) string {
	return "PATH=" + filepath.Dir(installed(s.t, p.program)) + ":" + s.bin + ":/usr/local/bin:/usr/bin:/bin" + nodeFolder()
}

// testDoctor wants doctor to say of an installation what the program itself then does: nothing
// of a sound one, in which the guard blocks, and of each fault that it is there.
func testDoctor(t *testing.T, p subject) {
	p = p.untrusting()
	s := newSubjectScene(t, p, "project")
	s.guardFor(p, rulesText(""))
	expect := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			cases.track(t, p, colDoctor)
			s.t = t // what fails belongs to this case
			defer func() { s.t = t }()
			f(t)
		})
	}
	session := func(p subject, arg string, blocked bool) {
		s.t.Helper()
		s.play(p, []fakemodel.Part{p.shell("deploy", "deployctl "+arg), p.shell("lint", "lintall "+arg)})
		if ran := s.ran("deployctl " + arg); ran == blocked {
			got, _ := s.model.Told("deploy")
			s.t.Errorf("%s ran the forbidden command: %v; the model was told %q", p, ran, got.Text)
		}
	}
	finds := func(t *testing.T, check string, env ...string) {
		t.Helper()
		if d, out := s.doctor(append(env, s.onPath(p))...); out.code != 1 || d.Sound || !d.has(check) {
			t.Errorf("exit code %d, nothing of %q\n%s%s", out.code, check, out.stdout, out.stderr)
		}
	}
	if p.trust != nil {
		expect("nobody trusts it yet", func(t *testing.T) { finds(t, "trust") })
		p.trust(s)
	}
	// Programs that doctor asks are on PATH, and then none is.
	sound := func(t *testing.T) {
		t.Helper()
		for _, path := range []string{s.onPath(p), "PATH=/usr/bin:/bin"} {
			d, out := s.doctor(path)
			if out.code != 0 || !d.Sound || len(d.Findings) > 0 || len(d.Entries) != 1 {
				t.Errorf("%s: exit code %d\n%s%s", path, out.code, out.stdout, out.stderr)
				continue
			}
			if e := d.Entries[0]; e.Harness != p.id || !e.Sound || e.Canary != "deployctl up" {
				t.Errorf("%s: the entry is %+v", path, e)
			}
		}
	}
	expect("sound", func(t *testing.T) {
		sound(t)
		session(p, "sound", true)
	})
	for _, f := range append(p.faults, commonFaults(s, p)...) {
		expect(f.name, func(t *testing.T) {
			defer s.change(f.file, f.text)()
			var env []string
			for _, e := range f.env {
				env = append(env, strings.ReplaceAll(e, "~", s.home))
			}
			finds(t, f.check, env...)
			if f.idle {
				session(p.with(env, nil), strings.ReplaceAll(f.name, " ", "-"), false)
			}
		})
	}
	expect("sound again", sound)
}

// commonFaults are tried on every program. What the program does with them is seen in
// testBroken and after remove.
func commonFaults(s *scene, p subject) []fault {
	noEntry, rules := always(s.before), "rules.toml"
	if s.before == "" {
		noEntry = nil
	}
	if p.scope == "user" {
		rules = "~/.config/rules2guards/rules.toml"
	}
	return []fault{
		{name: "guard deleted", check: "program", file: s.guard()},
		{name: "guard replaced", check: "record", file: s.guard(), text: always("#!/bin/sh\necho '{}'\n")},
		{name: "entry deleted", check: "entry", file: p.file, text: noEntry},
		{name: "rules changed", check: "guard", file: rules, text: func(old string) string {
			return strings.Replace(old, `commands = ["deployctl"]`, `commands = ["deployctl", "undeployctl"]`, 1)
		}},
	}
}
