package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"syscall"

	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
	"rules2guards.local/replay"
)

// remove takes out all that generate put in: the settings entries first, so that nothing
// points at a guard that is gone; then the source, the program and its record.
func (a *app) remove(args []string) int {
	var s source
	var list string
	var follow bool
	f := flagSet("remove")
	s.flags(f)
	f.StringVar(&list, "harness", "", "`LIST` harnesses with commas, or all (default: all)")
	f.BoolVar(&follow, "follow-symlinks", false, "write through links that lead elsewhere")
	if code, done := a.flagsOnly(f, args); done {
		return code
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	hs, _, code := a.choose(cmp.Or(list, "all"), s.project)
	if hs == nil {
		return code
	}
	r := removal{app: a, source: s, follow: follow, all: list == "" || list == "all"}
	left, err := r.run(hs)
	if err != nil {
		return a.fail(err)
	}
	if left {
		return exitFindings
	}
	if !r.changed {
		a.notef("nothing to remove")
	}
	return exitOK
}

// removal is one run of remove.
type removal struct {
	app    *app
	source source
	follow bool
	all    bool // every harness: the guard goes too
	at     emit.Locations
	built  emit.Built

	changed bool // a file was written or deleted
}

// run reports whether something of ours had to be left.
func (r *removal) run(hs []harness.Harness) (left bool, err error) {
	if r.at, err = r.app.locate(r.source); err != nil {
		return r.withoutHome(hs, err)
	}
	data := emit.Disk{Root: r.at.Dir}
	if r.built, err = emit.ReadBuilt(r.at, data.Read); err != nil {
		r.app.notef("note: %v; what it recorded is not known", err)
	}
	left, err = r.entries(hs)
	if errors.Is(err, syscall.ENOSPC) && r.all {
		// The source is nothing that runs: without it there may be room for the entries.
		if _, err := r.code(); err != nil {
			return true, err
		}
		left, err = r.entries(hs)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return true, hinted{err, "free some space, then remove again; or take the entry out of that file by hand"}
	}
	if err != nil {
		return left, err
	}
	if !r.all {
		if r.built.Program == "" {
			return left, nil
		}
		var plan emit.Plan
		if err := r.built.Put(&plan, r.at, data.Read); err != nil {
			return left, err
		}
		_, err = emit.Apply(plan, emit.ApplyOptions{})
		return left, err
	}
	kept, err := r.code()
	if err != nil {
		return true, err
	}
	plan, err := emit.Uninstall(r.at, data.Read)
	if err != nil {
		return true, err
	}
	done, err := emit.Apply(plan, emit.ApplyOptions{Prune: []string{r.at.Dir, filepath.Dir(r.at.Dir)}})
	r.report(done)
	return left || kept, err
}

// withoutHome removes what stands in the project when the environment doesn't say where
// the guard itself is.
func (r *removal) withoutHome(hs []harness.Harness, noPlace error) (left bool, err error) {
	if harness.Scope(r.source.scope) != harness.Project {
		return true, noPlace
	}
	r.at = emit.Locations{Root: r.source.project, Source: filepath.Join(r.source.project, emit.SourceFolder)}
	if _, err := r.entries(hs); err != nil {
		return true, err
	}
	if r.all {
		if _, err := r.code(); err != nil {
			return true, err
		}
	}
	r.app.notef("note: %v: only what stands in the project was removed", noPlace)
	r.app.notef("hint: set HOME and run remove again for the guard itself and for settings outside the project")
	return true, nil
}

// entries removes the settings entries.
func (r *removal) entries(hs []harness.Harness) (left bool, err error) {
	site := r.app.site(r.source, r.at, &guard.Program{})
	var plan emit.Plan
	var prune []string
	var forget []func()
	linked := false // a link is followed; every other file was read without
	for _, h := range hs {
		for _, f := range h.Paths(site) {
			if !filepath.IsAbs(f.Path) {
				continue // in a home folder that is not known
			}
			follow := r.follow || r.built.Follows(h.ID(), f.Path)
			linked = linked || follow
			f, err := settingsFile(f, site, follow)
			if err != nil {
				return left, err
			}
			made, folders, _ := r.built.Made(h.ID(), f.Path)
			if f.Data == nil {
				prune = append(prune, folders...)
				forget = append(forget, func() { r.built.Forget(h.ID(), f.Path) })
				continue
			}
			e, err := h.Remove(site, f, made)
			if err != nil {
				return left, fmt.Errorf("%s: %w", h.Name(), err)
			}
			if r.app.problems(h, e.Problems) {
				left = true
				continue
			}
			root := settingsRoot(f.Folder, f.Path, site)
			disk := emit.Disk{Root: root, FollowSymlinks: follow}
			if e.Data == nil {
				err = plan.Drop(disk.Read, root, f.Path)
			} else {
				err = plan.Put(disk.Read, root, f.Path, e.Data, 0o600)
			}
			if err != nil {
				return left, err
			}
			prune = append(prune, folders...)
			forget = append(forget, func() { r.built.Forget(h.ID(), f.Path) })
		}
	}
	done, err := emit.Apply(plan, emit.ApplyOptions{FollowSymlinks: linked, Prune: prune})
	r.report(done)
	if err == nil {
		for _, f := range forget {
			f()
		}
	}
	return left, err
}

// code removes the generated source. kept: something in it is not ours, or can't be told.
func (r *removal) code() (kept bool, err error) {
	follow := r.follow || r.built.Follow
	disk := emit.Disk{Root: r.at.Root, FollowSymlinks: follow}
	lock, err := emit.LoadLock(r.at.Source, disk.Read)
	if err != nil {
		r.app.notef("error: %v", err)
		r.app.notef("hint: what is ours can't be told without it: delete %s by hand", r.app.rel(r.at.Source))
		kept = true
	}
	sp, err := emit.RemoveSource(emit.Source{Dir: r.at.Source, Root: r.at.Root, Lock: lock, Read: disk.Read, List: disk.List})
	if err != nil {
		return true, err
	}
	if kept {
		sp.Plan = nil
	}
	done, err := emit.Apply(sp.Plan, emit.ApplyOptions{FollowSymlinks: follow, Prune: append(sp.Folders, r.at.Source)})
	if err != nil {
		return true, err
	}
	if len(done.Deleted) > 0 {
		r.changed = true
		r.app.printf("deleted %s in %s\n", replay.Plural(len(done.Deleted), "file"), r.app.rel(r.at.Source))
	}
	for _, f := range append(sp.Refused, sp.Strangers...) {
		r.app.notef("note: %s is not as rules2guards wrote it and stays", r.app.rel(f))
		kept = true
	}
	return kept, nil
}

func (r *removal) report(done emit.Applied) {
	r.changed = r.changed || len(done.Written)+len(done.Deleted) > 0
	for _, p := range done.Written {
		r.app.printf("restored %s\n", r.app.rel(p))
	}
	for _, p := range done.Deleted {
		r.app.printf("deleted %s\n", r.app.rel(p))
	}
}
