package guard

import (
	"path"
	"slices"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// fileItem is one access to one file: what path and content rules look at.
type fileItem struct {
	path    shell.Value
	spots   []spot // the path under each of its names
	dir     string // folder that a relative path starts from
	abs     string // absolute path, as the system finds it, when it is fully known; else empty
	branch  string // that an earlier git switch of the same text left there
	access  call.Access
	tree    bool // everything in it as well
	tool    bool // by a file tool, not by a shell
	content *call.File
	text    int
	span    shell.Span
	how     string
	listed  listed // what its globs stand for on this machine
}

// judgeFile judges a file that a tool touches itself.
func (j *Judge) judgeFile(f call.File) {
	x := &j.p.Index
	if len(x.Paths)+len(x.Contents) == 0 || f.Path == "" {
		return
	}
	p := f.Path
	if rest, ok := strings.CutPrefix(p, "~"); ok && (rest == "" || rest[0] == '/') && j.folders.Home != "" {
		p = j.folders.Home + rest
	}
	it := fileItem{path: shell.Lit(p), dir: slashed(j.call.Dir), access: f.Access, tool: true, text: -1}
	if !f.Unknown && f.Access&call.Write != 0 {
		it.content = &f
	}
	j.judgeItem(it)
}

// judgeEffects judges what a command does to files.
func (j *Judge) judgeEffects(cmds *commands, i, text int) {
	x := &j.p.Index
	if len(x.Paths)+len(x.Contents) == 0 {
		return
	}
	c := &cmds.all[i]
	for _, e := range j.possible(shell.Effects(c)) {
		it := fileItem{path: e.Path, access: e.Access, tree: e.Tree, text: text, span: e.Span, content: e.Text, how: c.How}
		if c.Program == "ln" && it.access == call.AnyAccess && !cmds.deletesAny() {
			it.access &^= call.Delete
		}
		if e.Place.Known && !e.Place.Remote {
			it.dir, it.branch = e.Place.Dir, e.Place.Branch
		}
		if e.Place.Remote { // paths mean nothing here: by name only
			it.path = shell.Value(shell.Unknown+"/") + it.path
		}
		j.judgeItem(it)
	}
}

func (j *Judge) judgeItem(it fileItem) {
	if !it.tool && !j.mayLook(len(it.dir)+len(it.path)) {
		return
	}
	j.nameItem(&it)
	if it.abs != "" && it.access&call.Create != 0 && j.world.Exists(it.abs) == True {
		it.access &^= call.Create
	}
	j.judgePaths(&it)
	j.judgeContents(&it)
	j.make(&it)
}

// judgePaths judges an item by the path rules.
func (j *Judge) judgePaths(it *fileItem) {
	done := -1
	for i := range j.p.Index.Paths {
		g := &j.p.Index.Paths[i]
		if g.Rule == done || it.access&call.Delete == 0 && !it.mayHold(g.Literal) {
			continue // what is deleted may hold it below
		}
		r := &j.p.Rules[g.Rule]
		if it.access&r.Access == 0 || r.Via == ViaShell && it.tool || r.Via == ViaTool && !it.tool || !j.applies(r) {
			continue
		}
		met, seen := j.pathMeets(g, it, r)
		if !met {
			continue
		}
		name := it.path.String()
		if !seen && j.pathOut(g.Rule, it) {
			j.why(g.Rule, name, "except names the path")
			continue
		}
		if len(r.Keep) > 0 && it.access&call.Delete == 0 && j.keeps(r, it) {
			j.why(g.Rule, name, "what it guards in the file stays as it is")
			continue
		}
		if j.conditions(g.Rule, j.itemPlace(it), name) {
			j.fire(g.Rule, Finding{Item: name, What: it.doing(it.access & r.Access), Text: it.text, Span: it.span, How: it.how})
			done = g.Rule
		}
	}
}

// mayHold reports whether the path can hold a literal that a glob needs. A path with
// unknown parts or globs may hold anything.
func (it *fileItem) mayHold(literal string) bool {
	return slices.ContainsFunc(it.spots, func(sp spot) bool { return sp.holds(literal) })
}

// pathMeets reports whether a rule's glob meets the item, and whether that was seen on a
// file that a glob of the call stands for, which the rule's except doesn't name.
func (j *Judge) pathMeets(g *PathGlob, it *fileItem, r *Rule) (met, seen bool) {
	if it.mayHold(g.Literal) && j.nameMeets(g, it, r) {
		if !j.list(it) {
			return true, false
		}
		if j.listedMeets(g, it, r) {
			return true, true
		}
	}
	return j.folderMeets(g, it, r), false
}

// nameMeets reports whether a rule's glob can name the item.
func (j *Judge) nameMeets(g *PathGlob, it *fileItem, r *Rule) bool {
	l := looseGlobs
	if r.FireOnUnknown {
		l |= looseUnknown
	}
	j.steps++
	for _, full := range j.full(g) {
		for _, sp := range it.spots {
			dir, children := sp.folder()
			c := meets(full, sp, l)
			if c == exact && children && g.Anchor == Anywhere && it.access&call.Delete != 0 {
				c = meets(full, dir, l) // rm DIR/*: a bare name is not looked for in DIR
			}
			if c == exact || c == inside && !g.Only {
				return true
			}
		}
	}
	return false
}

// folderMeets reports whether removing or moving the item takes along what a rule's glob
// names below it.
func (j *Judge) folderMeets(g *PathGlob, it *fileItem, r *Rule) bool {
	if it.access&r.Access&call.Delete == 0 {
		return false
	}
	for _, full := range j.full(g) {
		for _, sp := range it.spots {
			dir, children := sp.folder()
			if (it.tree || children) && beneath(full, dir, children) {
				return true
			}
		}
	}
	return false
}

// folder returns the folder whose children a path names, for DIR/*; else the path itself.
func (sp spot) folder() (dir spot, children bool) {
	if n := len(sp.parts); n > 0 && string(sp.parts[n-1]) == shell.AnyText {
		sp.parts = sp.parts[:n-1]
		return sp, true
	}
	return sp, false
}

// pathOut reports whether the rule's except names the item, whatever is unknown of it.
func (j *Judge) pathOut(rule int, it *fileItem) bool {
	var named uint64
	for _, sp := range it.spots {
		if j.spotOut(rule, sp) {
			named |= 1 << sp.name
		}
	}
	for _, sp := range it.spots {
		if named&(1<<sp.name) == 0 {
			return false
		}
	}
	return true
}

// itemPlace is the folder of the file, or where the call is when the path isn't known.
func (j *Judge) itemPlace(it *fileItem) place {
	switch {
	case it.abs != "":
		pl := place{dir: path.Dir(it.abs)}
		if project := slashed(j.folders.Project); within(pl.dir, it.dir) || within(it.dir, pl.dir) ||
			project != "" && within(pl.dir, project) && within(it.dir, project) {
			pl.branch = it.branch // most likely the same repository
		}
		return pl
	case it.dir != "":
		return place{dir: it.dir, branch: it.branch}
	}
	return place{branch: it.branch}
}

// doing words an access for people. What a tool that no table knows does with a file is
// not known.
func (it *fileItem) doing(a call.Access) string {
	switch {
	case it.tool && it.content == nil && a&call.Read != 0 && a&call.Write != 0:
		return "opens"
	case a&call.Delete != 0:
		return "deletes"
	case a&call.Create != 0:
		return "creates"
	case a&call.Write != 0:
		return "writes"
	}
	return "reads"
}
