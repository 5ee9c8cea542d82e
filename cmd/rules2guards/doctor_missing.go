package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"rules2guards.local/emit"
	"rules2guards.local/harness"
)

// examineMissing tells of a guard whose source stands here and that harnesses are not told
// to run: all of them, as in a clone, or one that was asked about by name.
func (p *patient) examineMissing() {
	if p.site.Scope != harness.Project || !p.site.Exists(filepath.Join(p.at.Source, emit.LockName)) || !p.named && len(p.found) > 0 {
		return
	}
	broken := false
	for _, h := range p.harnesses {
		f, err := p.ownFile(h)
		if f.Path == "" || slices.ContainsFunc(p.found, func(i installed) bool { return i.harness.ID() == h.ID() }) {
			continue
		}
		why := h.Check(p.site, f)
		if err != nil {
			why = []harness.Problem{{Path: f.Path, Text: err.Error(), Hint: "make the file readable", Fatal: true}}
		}
		bad := p.examineUnloaded(h, why)
		broken = broken || bad
		if p.named {
			p.add(finding{
				Scope: p.site.Scope, Harness: string(h.ID()), Check: "entry", Error: true, Path: f.Path,
				Text: h.Name() + " is not told to run the guard here (" + p.told() + ")", Fix: after(bad) + p.againFor(h),
			})
		}
	}
	if !p.named {
		p.fail("entry", p.at.Source, "the source of a guard stands here, but on this machine no harness is told to run one", after(broken)+p.again())
	}
}

// examineUnloaded reports why generate leaves a harness's file as it is.
func (p *patient) examineUnloaded(h harness.Harness, why []harness.Problem) (bad bool) {
	for _, x := range why {
		if x.Fatal {
			bad = true
			p.add(finding{p.site.Scope, string(h.ID()), "loads", true, x.Path, x.Line, x.Text, cmp.Or(x.Hint, "correct the file")})
		}
	}
	return bad
}

// after says that a file has to be mended before a fix helps.
func after(broken bool) string {
	if broken {
		return "mend that file first, then "
	}
	return ""
}

// told says which harnesses have an entry.
func (p *patient) told() string {
	var names []string
	for _, h := range harness.All() {
		if f, err := p.ownFile(h); err == nil && f.Path != "" && hasEntry(h, p.site, f) {
			names = append(names, h.Name())
		}
	}
	switch len(names) {
	case 0:
		return "no harness is"
	case 1:
		return names[0] + " is"
	}
	return strings.Join(names, ", ") + " are"
}
