package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"rules2guards.local/emit"
	"rules2guards.local/harness"
)

// inherit takes over what the guard of this project's former place recorded for a settings
// file: a project that was moved brings its entry along, and its first bytes are known only
// there. It also names that guard, which nobody needs any more.
func (g *generation) inherit(h harness.Harness, f harness.File) {
	if harness.Scope(g.o.scope) != harness.Project || len(f.Data) == 0 {
		return
	}
	if _, _, known := g.built.Made(h.ID(), f.Path); known {
		return
	}
	folders, err := os.ReadDir(filepath.Dir(g.at.Dir))
	if err != nil {
		return
	}
	for _, e := range folders {
		dir := filepath.Join(filepath.Dir(g.at.Dir), e.Name())
		if !e.IsDir() || dir == g.at.Dir || !bytes.Contains(f.Data, []byte(filepath.ToSlash(dir)+"/")) {
			continue
		}
		old := emit.Locations{Dir: dir, Built: filepath.Join(dir, "built.json")}
		b, err := emit.ReadBuilt(old, emit.Disk{Root: dir}.Read)
		if err != nil || b.Project == "" || b.Project == g.o.project {
			continue
		}
		if _, err := os.Lstat(b.Project); !errors.Is(err, fs.ErrNotExist) {
			continue // a copy: the other project still has its guard
		}
		rel, err := filepath.Rel(g.o.project, f.Path)
		if err != nil {
			continue
		}
		made, folders, known := b.Made(h.ID(), filepath.Join(b.Project, rel))
		if !known {
			continue
		}
		for i, x := range folders {
			if r, err := filepath.Rel(b.Project, x); err == nil {
				folders[i] = filepath.Join(g.o.project, r)
			}
		}
		g.built.Record(h.ID(), f.Path, made, folders)
		if !slices.Contains(g.former, dir) {
			g.former = append(g.former, dir)
		}
	}
}

// tellFormer names the guards of places where the project no longer is.
func (g *generation) tellFormer() {
	for _, dir := range g.former {
		g.app.notef("note: this project was moved; the guard of its former place is not needed any more: delete %s", dir)
	}
}

// leadsOut reports whether a path leads through a link out of its root.
func leadsOut(root, path string) bool {
	_, err := emit.Disk{Root: root}.Read(path)
	return errors.Is(err, emit.ErrLink)
}
