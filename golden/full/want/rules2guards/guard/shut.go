package guard

import (
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// judgeShut judges folders that a command closes: what a rule keeps from being written is
// out of reach then, wherever in the folder it lies. A guard that nobody can start any more
// is no guard.
func (j *Judge) judgeShut(c *shell.Command, text int) {
	if len(j.p.Index.Paths) == 0 {
		return
	}
	for _, e := range shell.Shuts(c) {
		if e.Place.Remote {
			continue
		}
		it := fileItem{path: e.Path, access: call.Write, tree: true, text: text, span: e.Span, how: c.How}
		if e.Place.Known {
			it.dir, it.branch = e.Place.Dir, e.Place.Branch
		}
		if !j.mayLook(len(it.dir) + len(it.path)) {
			return
		}
		j.nameItem(&it)
		for i := range j.p.Index.Paths {
			g := &j.p.Index.Paths[i]
			r := &j.p.Rules[g.Rule]
			if r.Access&call.Write == 0 || r.Via == ViaTool || !j.applies(r) || !j.isShut(g, &it, r) {
				continue
			}
			if name := it.path.String(); !j.pathOut(g.Rule, &it) && j.conditions(g.Rule, j.itemPlace(&it), name) {
				j.fire(g.Rule, Finding{Item: name, What: "closes", Text: text, Span: it.span, How: it.how})
			}
		}
	}
}

// isShut reports whether what a glob names lies in the folder.
func (j *Judge) isShut(g *PathGlob, it *fileItem, r *Rule) bool {
	j.steps++
	for _, full := range j.full(g) {
		for _, sp := range it.spots {
			if beneath(full, sp, false) && !hides(full, sp) {
				return true
			}
		}
	}
	return false
}

// hides reports that a live glob stands where the pattern asks for a name with a dot.
func hides(glob []string, sp spot) bool {
	for i, p := range sp.parts {
		if hidden(glob[i], p) {
			return true
		}
	}
	return false
}
