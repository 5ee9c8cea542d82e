package guard

import (
	"strings"

	"rules2guards.local/guard/shell"
)

// Bounds of the looking up of globs: names in one folder, and names that a glob stands for.
const (
	maxNames  = 4096
	maxListed = 4096
)

// lister is a world that can say which names a folder holds. Without it a glob of the call
// meets a pattern if some name could fit both.
type lister interface {
	// Names returns the names in a folder; a folder that does not exist has none. False: it
	// can't be read, or holds too many.
	Names(dir string) ([]string, bool)
}

// listed are the files that the live globs of an item's path stand for.
type listed struct {
	tried, ok bool
	spots     []spot
}

// list looks up what the globs of an item's path stand for, once. False: that can't be known.
func (j *Judge) list(it *fileItem) bool {
	l := &it.listed
	if l.tried {
		return l.ok
	}
	l.tried = true
	w, can := j.world.(lister)
	if !can || it.tool || !it.path.Known() || !it.path.HasGlob() {
		return false
	}
	p := slashed(string(it.path))
	if !isAbs(p) {
		if it.dir == "" {
			return false
		}
		p = slashed(it.dir) + "/" + p
	}
	found := []string{""}
	for part := range strings.SplitSeq(p, "/") {
		switch {
		case part == "" || part == ".":
			continue
		case part == "..":
			for i, f := range found {
				found[i] = f[:max(strings.LastIndexByte(f, '/'), 0)]
			}
			continue
		case part == shell.AnyFolders: // any folders in between: all of a tree would have to be read
			return false
		case strings.IndexByte(part, 0) < 0:
			for i := range found {
				found[i] += "/" + part
			}
			continue
		}
		if len(part) > maxName {
			return false
		}
		next, ok := expand(w, found, part)
		if !ok {
			return false
		}
		found = next
	}
	for _, f := range found {
		l.spots = append(l.spots, newSpot(shell.Lit(f), ""))
	}
	l.ok = true
	return true
}

// expand replaces a glob by the names that it stands for in each folder.
func expand(w lister, folders []string, part string) ([]string, bool) {
	tokens := valueTokens(shell.Value(strings.ToLower(part)))
	dots := part[0] == '.' // a glob at the start doesn't stand for a dot
	var out []string
	for _, folder := range folders {
		dir := folder
		if dir == "" {
			dir = "/"
		}
		names, ok := w.Names(dir)
		if !ok {
			return nil, false
		}
		for _, n := range names {
			if strings.HasPrefix(n, ".") && !dots || !matchTokens(tokens, valueTokens(shell.Lit(strings.ToLower(n))), 0) {
				continue
			}
			if out = append(out, folder+"/"+n); len(out) > maxListed {
				return nil, false
			}
		}
	}
	return out, true
}

// listedMeets reports whether a file that the globs stand for is one that a rule's glob
// names, and that its except doesn't.
func (j *Judge) listedMeets(g *PathGlob, it *fileItem, r *Rule) bool {
	for _, full := range j.full(g) {
		for _, sp := range it.listed.spots {
			if c := meets(full, sp, 0); (c == exact || c == inside && !g.Only) && !j.spotOut(g.Rule, sp) {
				return true
			}
		}
	}
	return false
}

// spotOut reports whether a rule's except names one file.
func (j *Judge) spotOut(rule int, sp spot) bool {
	outs := ofRule(j.p.Index.PathOut, rule, globRule)
	for i := range outs {
		g := &outs[i]
		if !sp.holds(g.Literal) {
			continue
		}
		for _, full := range j.full(g) {
			if c := meets(full, sp, 0); c == exact || c == inside && !g.Only {
				return true
			}
		}
	}
	return false
}
