package guard

import (
	"path"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// maxTextLinks bounds how many links of one text are followed.
const maxTextLinks = 16

// linkedWorld is a world in which links stand that earlier commands of the same text make:
// what lies below one lies below its target. The link itself is not resolved: to delete it
// does nothing to the target, and to make it was judged as every access to that: but for
// deletion, when no command of the text deletes anything.
type linkedWorld struct {
	World
	links []textLink
}

// textLink is a symbolic link by the absolute paths of its name and its target.
type textLink struct{ name, target string }

// Real implements [World].
func (w *linkedWorld) Real(p string) string { return w.World.Real(w.follow(p)) }

// Exists implements [World].
func (w *linkedWorld) Exists(p string) Fact { return w.World.Exists(w.follow(p)) }

// ReadFile implements [World].
func (w *linkedWorld) ReadFile(p string) ([]byte, bool) { return w.World.ReadFile(w.follow(p)) }

// follow resolves the links of the text in a path.
func (w *linkedWorld) follow(p string) string {
	for range w.links { // each at most once
		next := p
		for _, l := range w.links {
			if rest, ok := strings.CutPrefix(p, l.name+"/"); ok {
				next = path.Join(l.target, rest)
			}
		}
		if next == p {
			break
		}
		p = next
	}
	return p
}

// noteLink takes note of the links that ln makes, for the commands behind it.
func (j *Judge) noteLink(c *shell.Command) {
	if c.Program != "ln" || !c.Place.Known || c.Place.Remote {
		return
	}
	absolute := func(v shell.Value) string {
		switch p := slashed(string(v)); {
		case !v.Known() || v.HasGlob():
			return ""
		case isAbs(p):
			return path.Clean(p)
		default:
			return path.Join(c.Place.Dir, p)
		}
	}
	target := ""
	for _, e := range shell.Effects(c) {
		if e.Access == call.AnyAccess {
			target = absolute(e.Path)
			continue
		}
		name := absolute(e.Path)
		if target == "" || name == "" || e.Access&call.Create == 0 {
			continue
		}
		w, ok := j.world.(*linkedWorld)
		if !ok {
			w = &linkedWorld{World: j.world}
			j.world = w
		}
		if len(w.links) < maxTextLinks {
			w.links = append(w.links, textLink{name, target})
		}
	}
}

// deletesAny reports whether a command of the text deletes anything. ln doesn't: what is
// deleted through a link is deleted by another command.
func (cs *commands) deletesAny() bool {
	if cs.soughtDeletes {
		return cs.deletes
	}
	cs.soughtDeletes = true
	for i := range cs.all {
		if cs.all[i].Program == "ln" {
			continue
		}
		for _, e := range shell.Effects(&cs.all[i]) {
			if e.Access&call.Delete != 0 {
				cs.deletes = true
				return true
			}
		}
	}
	return false
}

// forgetLinks is for the next text.
func (j *Judge) forgetLinks() {
	if w, ok := j.world.(*linkedWorld); ok {
		j.world = w.World
	}
}
