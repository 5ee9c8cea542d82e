package guard

import (
	"path"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// madeFile is a file or folder that an earlier command of the same text wrote.
type madeFile struct {
	text  string
	known bool // text is all that is in it
}

// textOf returns what a file holds by now: what the text wrote, or what is on disk.
func (j *Judge) textOf(abs string) (string, bool) {
	if abs == "" || j.work > maxWork {
		return "", false
	}
	if m, ok := j.made[abs]; ok {
		return m.text, m.known
	}
	b, ok := j.world.ReadFile(abs)
	j.work += len(b)
	return string(b), ok
}

// make takes note of what a command did to a file, for the commands behind it.
func (j *Judge) make(it *fileItem) {
	if it.tool || it.abs == "" || it.access&(call.Write|call.Create|call.Delete) == 0 {
		return
	}
	var m madeFile
	if f := it.content; f != nil && !f.Unknown && it.access&call.Write != 0 && len(j.p.Index.Contents) > 0 {
		if f.Whole {
			m = madeFile{f.Text, true}
		} else if before, ok := j.textOf(it.abs); ok {
			m.text, m.known = j.edited(before, f.Edits)
		}
	}
	if j.made == nil {
		j.made = map[string]madeFile{}
	}
	j.made[it.abs] = m
	if up := path.Dir(it.abs); it.access&call.Create != 0 { // mkdir -p a/b makes a
		if _, ok := j.made[up]; !ok {
			j.made[up] = madeFile{}
		}
	}
}

// possible leaves away what can't happen: `cp a b` writes b/a only where b is a folder.
func (j *Judge) possible(effects []shell.Effect) []shell.Effect {
	out := effects[:0:0]
	for k := range effects {
		if into, ok := intoFolder(effects, k); ok && !j.mayBeFolder(into) {
			if len(out) == 0 {
				out = append(out, effects[:k]...)
			}
			continue
		}
		if len(out) > 0 {
			out = append(out, effects[k])
		}
	}
	if len(out) == 0 {
		return effects
	}
	return out
}

// intoFolder returns the folder of an effect that the command has only if that is one: the
// same effect on the folder itself stands in front of it.
func intoFolder(effects []shell.Effect, k int) (string, bool) {
	e := &effects[k]
	n := strings.LastIndexByte(string(e.Path), '/')
	if n <= 0 || e.Access&call.Create == 0 || e.Place.Remote {
		return "", false
	}
	into := e.Path[:n]
	for i := k - 1; i >= 0 && effects[i].Span == e.Span; i-- {
		o := &effects[i]
		if o.Path != into || o.Access != e.Access || o.Place != e.Place || strings.IndexByte(string(into), 0) >= 0 {
			continue
		}
		switch {
		case isAbs(string(into)):
			return path.Clean(string(into)), true
		case e.Place.Known:
			return path.Clean(e.Place.Dir + "/" + string(into)), true
		}
	}
	return "", false
}

func (j *Judge) mayBeFolder(dir string) bool {
	if _, ok := j.made[dir]; ok {
		return true
	}
	switch j.world.Exists(dir + "/.") {
	case False, NotStated:
		return false
	}
	return true
}
