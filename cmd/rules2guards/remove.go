package main

import (
	"fmt"
	"path/filepath"

	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// remove takes out all that generate put in: the settings entries first, so that nothing
// points at a guard that is gone; then the source, the program and its record.
func (a *app) remove(args []string) int {
	var s source
	var list string
	var follow bool
	f := flagSet("remove")
	s.flags(f)
	f.StringVar(&list, "harness", "", "harnesses")
	f.BoolVar(&follow, "follow-symlinks", false, "write through links")
	if code, done := a.parse(f, args); done {
		return code
	}
	if f.NArg() > 0 {
		return a.misused("remove takes no arguments, only flags: %q", f.Arg(0))
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	hs := harness.All()
	if list != "" {
		var err error
		if hs, err = a.choose(list, s.project); err != nil {
			return a.misused("%v", err)
		}
	}
	r := removal{app: a, source: s, follow: follow, all: list == "" || list == "all"}
	left, err := r.run(hs)
	if err != nil {
		return a.fail(err)
	}
	if left {
		return exitFindings
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
}

// run reports whether something of ours had to be left.
func (r *removal) run(hs []harness.Harness) (left bool, err error) {
	if r.at, err = r.app.locate(r.source); err != nil {
		return false, err
	}
	data := emit.Disk{Root: r.at.Dir}
	if r.built, err = emit.ReadBuilt(r.at, data.Read); err != nil {
		r.app.notef("note: %v; what it recorded is not known", err)
	}
	left, err = r.entries(hs)
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
	kept, err := r.guard(data)
	return left || kept, err
}

// entries removes the settings entries.
func (r *removal) entries(hs []harness.Harness) (left bool, err error) {
	site := r.app.site(r.source, r.at, &guard.Program{})
	var plan emit.Plan
	var prune []string
	for _, h := range hs {
		for _, f := range h.Paths(site) {
			f, err := settingsFile(f, site, r.follow)
			if err != nil {
				return left, err
			}
			made, folders, _ := r.built.Made(h.ID(), f.Path)
			if f.Data == nil {
				prune = append(prune, folders...)
				r.built.Forget(h.ID(), f.Path)
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
			disk := emit.Disk{Root: root, FollowSymlinks: r.follow}
			if e.Data == nil {
				err = plan.Drop(disk.Read, root, f.Path)
			} else {
				err = plan.Put(disk.Read, root, f.Path, e.Data, 0o600)
			}
			if err != nil {
				return left, err
			}
			prune = append(prune, folders...)
			r.built.Forget(h.ID(), f.Path)
		}
	}
	done, err := emit.Apply(plan, emit.ApplyOptions{FollowSymlinks: r.follow, Prune: prune})
	r.report(done)
	return left, err
}

// guard removes the source, the program and its record.
func (r *removal) guard(data emit.Disk) (kept bool, err error) {
	disk := emit.Disk{Root: r.at.Root, FollowSymlinks: r.follow}
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
	done, err := emit.Apply(sp.Plan, emit.ApplyOptions{FollowSymlinks: r.follow, Prune: append(sp.Folders, r.at.Source)})
	if err != nil {
		return true, err
	}
	if len(done.Deleted) > 0 {
		r.app.printf("deleted %s in %s\n", plural(len(done.Deleted), "file"), r.app.rel(r.at.Source))
	}
	for _, f := range append(sp.Refused, sp.Strangers...) {
		r.app.notef("note: %s is not as rules2guards wrote it and stays", r.app.rel(f))
		kept = true
	}
	plan, err := emit.Uninstall(r.at, data.Read)
	if err != nil {
		return kept, err
	}
	done, err = emit.Apply(plan, emit.ApplyOptions{Prune: []string{r.at.Dir, filepath.Dir(r.at.Dir)}})
	r.report(done)
	return kept, err
}

func (r *removal) report(done emit.Applied) {
	for _, p := range done.Written {
		r.app.printf("restored %s\n", r.app.rel(p))
	}
	for _, p := range done.Deleted {
		r.app.printf("deleted %s\n", r.app.rel(p))
	}
}
