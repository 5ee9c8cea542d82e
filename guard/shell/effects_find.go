package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// find finds what find -delete deletes. Without a test by name that is all that lies in
// its folders.
func (f *finder) find() {
	if !f.has("-delete") {
		return
	}
	roots := f.words()
	if len(roots) == 0 {
		roots = []Operand{{Word: Word{Value: ".", Span: f.c.Span}}}
	}
	var names []Value
	other := false // a test by something else than the name
	for _, o := range f.line.Options {
		switch o.Name {
		case "-name", "-iname":
			names = append(names, globbed(o.Value))
		case "-path", "-wholename", "-ipath", "-iwholename":
			names = append(names, globbed(lastName(o.Value)))
			f.add(globbed(o.Value), f.c.Span, call.Delete)
		case "-mindepth", "-type", "-regex", "-iregex", "-empty", "-size", "-mtime", "-mmin", "-atime", "-amin", "-ctime", "-cmin",
			"-newer", "-newermt", "-user", "-group", "-perm", "-inum", "-links", "-samefile", "-uid", "-gid":
			other = true
		}
	}
	if len(names) > 64 {
		names, other = nil, true // so that time stays linear
	}
	for _, r := range roots {
		switch {
		case len(names) > 0:
			for _, n := range names {
				f.add(inFolder(r.Value, n), r.Span, call.Delete)
				if r.Value == "." {
					continue
				}
				f.add(inFolder(inFolder(r.Value, AnyText), n), r.Span, call.Delete)
			}
		case f.has("-empty"):
		case other:
			f.tree(inFolder(r.Value, AnyText), r.Span, call.Delete)
		default:
			f.tree(r.Value, r.Span, call.Delete)
		}
	}
}

// globbed makes the pattern characters of find's own patterns live.
func globbed(v Value) Value {
	s := string(v)
	if !strings.ContainsAny(s, "*?[") || v.HasGlob() || !v.Known() {
		return v
	}
	var b strings.Builder
	for i := range len(s) {
		switch s[i] {
		case '*':
			b.WriteString(AnyText)
		case '?':
			b.WriteString(AnyRune)
		case '[':
			b.WriteString(OpenBracket)
		default:
			b.WriteByte(s[i])
		}
	}
	return Value(b.String())
}
