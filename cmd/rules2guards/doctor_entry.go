package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"

	"rules2guards.local/emit"
	"rules2guards.local/harness"
)

// examineEntry looks at one harness's entry: whether the harness would load the file and
// run what stands there, and whether that does what it should.
func (p *patient) examineEntry(i *installed) {
	h, f := i.harness, i.file
	add := func(check, path string, sure bool, text, fix string) {
		p.add(finding{p.site.Scope, string(h.ID()), check, sure, path, 0, text, fix})
	}
	p.entries = append(p.entries, examined{Scope: p.site.Scope, Harness: string(h.ID()), Path: f.Path})
	p.examineFiles(h, f)
	exact := false
	if e, err := h.Install(p.site, f); err == nil && !fatal(e.Problems) {
		exact = i.present && bytes.Equal(e.Data, f.Data)
		switch {
		case !i.present:
			add("entry", f.Path, true, "our entry is not there any more: "+h.Name()+" runs no guard", p.againFor(h))
		case !exact && (p.rules || p.built.Program != ""):
			add("entry", f.Path, true, "our entry is not as generate writes it"+firstChange(f.Data, e.Data), p.againFor(h))
		}
	} else if err != nil {
		add("entry", f.Path, true, err.Error(), p.again())
	}
	if why := notStarted(h, f); why != "" {
		add("entry", f.Path, true, why, "chmod +x "+shellWord(f.Path))
		exact = false
	}
	for _, d := range harness.Switches(h, p.site, p.machine) {
		add("switched-off", d.Path, d.Certain, d.Text, d.Fix)
	}
	if i.present {
		for _, d := range p.trusted(h, f) {
			add("trust", d.Path, d.Certain, d.Text, d.Fix)
		}
	}
	for _, d := range p.app.lacks(h, p.site) {
		add("version", d.Path, d.Certain, d.Text, d.Fix)
	}
	// Only a line that generate would write, and a program on record, are run.
	if exact && p.current && p.rules {
		p.roundTrip(h, f)
	}
}

// examineFiles reports what would keep the harness from loading a file or running hooks. In
// files of the other scope only what turns off all hooks matters.
func (p *patient) examineFiles(h harness.Harness, own harness.File) {
	fix := p.againFor(h)
	tell := func(list []harness.Problem, all bool) {
		for _, x := range list {
			if !all && !x.Off {
				continue
			}
			check := "loads"
			if !x.Fatal {
				check = "switched-off"
			}
			hint := x.Hint
			if hint == "" {
				hint = fix
			}
			p.add(finding{p.site.Scope, string(h.ID()), check, true, x.Path, x.Line, x.Text, hint})
		}
	}
	files := h.Paths(p.site)
	if p.site.Scope == harness.User {
		project := p.site
		project.Scope = harness.Project
		files = append(files, h.Paths(project)...)
	}
	for _, f := range files {
		f, err := settingsFile(f, p.site, true)
		if err != nil {
			continue // of ours that is told; what the harness can't read does not matter
		}
		tell(h.Check(p.site, f), f.Path == own.Path)
	}
}

// firstChange shows the first line in which an entry differs from what it should be.
func firstChange(have, want []byte) string {
	a, b := strings.Split(string(have), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			x, y := strings.TrimSpace(a[i]), strings.TrimSpace(b[i])
			if bare, is := strings.CutSuffix(x, ","); is && strings.HasSuffix(y, ",") {
				x, y = bare, y[:len(y)-1]
			}
			return fmt.Sprintf(" (line %d: %s, not %s)", i+1, x, y)
		}
	}
	return ""
}

// notStarted says why a harness would not start a file that is itself the hook.
func notStarted(h harness.Harness, f harness.File) string {
	l, ok := harness.LaunchOf(h, harness.Site{}, f)
	if !ok || runtime.GOOS == "windows" || l.Argv[0] != f.Path {
		return ""
	}
	if info, err := os.Stat(f.Path); err == nil && info.Mode()&0o111 == 0 {
		return fmt.Sprintf("the hook is not executable (mode %o): %s does not run it", info.Mode().Perm(), h.Name())
	}
	return ""
}

// shellWord is a path as a person can paste it.
func shellWord(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || strings.ContainsRune("\"'\\$`&;|<>()*?[]#~!{}", r) }) {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// worktrees looks whether the other work trees of the repository have the entries too: each
// is a project of its own.
func (p *patient) worktrees() {
	if p.site.Scope != harness.Project {
		return
	}
	for _, dir := range p.app.worktreesOf(p.site.Project) {
		s := p.source
		s.project = dir
		at, err := p.app.locate(s)
		if err != nil {
			continue
		}
		site := p.app.site(s, at, &p.program)
		built, _ := emit.ReadBuilt(at, emit.Disk{Root: at.Dir}.Read)
		for _, i := range p.found {
			if i.harness.ID() == "codex" {
				continue // it takes the hooks of the main work tree
			}
			f, err := settingsFile(i.harness.Paths(site)[0], site, true)
			if err == nil && hasEntry(i.harness, site, f) && built.Program != "" {
				continue
			}
			p.add(finding{
				Scope: p.site.Scope, Harness: string(i.harness.ID()), Check: "worktree", Path: dir,
				Text: "this work tree has no guard: sessions of " + i.harness.Name() + " that are started in it are not guarded",
				Fix:  "cd " + shellWord(dir) + " && rules2guards generate --harness " + string(i.harness.ID()),
			})
		}
	}
}
