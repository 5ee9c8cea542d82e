package shell

import (
	"path"
	"strings"

	"rules2guards.local/guard/call"
)

// copy finds what cp, install and mv name: sources, then a target that may be a folder.
func (f *finder) copy(move bool) {
	words := f.words()
	folder, given := f.value("--target-directory")
	folderSpan := f.c.Span
	if !given {
		if len(words) < 2 {
			f.each(words, call.Read, false)
			return
		}
		last := words[len(words)-1]
		folder, folderSpan, words = last.Value, last.Span, words[:len(words)-1]
	}
	from := call.Read
	tree := move || f.has("--recursive", "--archive", "/s", "/e", "-a", "--link")
	exact := f.has("--no-target-directory")
	if exact {
		if e := f.add(folder, folderSpan, writeCreate); e != nil {
			e.Tree = e.Tree || tree
		}
	}
	switch {
	case move:
		from |= call.Delete
	case f.has("--link", "--symbolic-link"):
		from = call.AnyAccess
	}
	for _, w := range words {
		if e := f.add(w.Value, w.Span, from); e != nil {
			e.Tree = e.Tree || tree
		}
		if !exact {
			f.target(folder, folderSpan, w.Value, given || len(words) > 1, tree)
		}
	}
}

// target adds the file that a copy of source makes: folder/name, or folder itself.
func (f *finder) target(folder Value, span Span, source Value, isFolder, tree bool) {
	add := func(v Value) {
		if e := f.add(v, span, writeCreate); e != nil {
			e.Tree = e.Tree || tree
		}
	}
	switch folder {
	case ".", "..", "/", "./", "../", "~":
		isFolder = true
	}
	if !isFolder {
		add(folder)
	}
	if isFolder || !hasExtension(folder) {
		add(inFolder(folder, lastName(source)))
	}
}

// hasExtension reports whether a target is named as files are and folders hardly ever:
// cp a.md b.txt makes no b.txt/a.md.
func hasExtension(v Value) bool {
	s := string(v)
	if s == "" || s[len(s)-1] == '/' || !v.Known() || v.HasGlob() {
		return false
	}
	s = s[strings.LastIndexByte(s, '/')+1:]
	i := strings.LastIndexByte(s, '.')
	if i <= 0 || len(s)-i > 6 || len(s)-i < 2 {
		return false
	}
	switch ext := s[i+1:]; ext {
	case "d", "git", "app", "next", "old", "bak", "new", "tmp", "local", "wt":
		return false
	default:
		return letters(ext[:1])
	}
}

// link finds what ln names. A symbolic link's target starts from the link's own folder.
func (f *finder) link() {
	words := f.words()
	symbolic := f.has("--symbolic")
	folder, given := f.value("--target-directory")
	span := f.c.Span
	switch {
	case given:
	case len(words) == 0:
		return
	case len(words) == 1:
		folder, given = ".", true
	default:
		last := words[len(words)-1]
		folder, span, words = last.Value, last.Span, words[:len(words)-1]
		given = len(words) > 1
	}
	exact, fromHere := f.has("--no-target-directory"), f.has("--relative")
	for _, w := range words {
		relative := symbolic && !fromHere && !isAbsolute(w.Value)
		if !given {
			to := w.Value
			if relative {
				to = inFolder(folderOf(folder), to)
			}
			f.add(to, w.Span, call.AnyAccess)
			f.add(folder, span, writeCreate)
		}
		if given || !exact && !hasExtension(folder) {
			to := w.Value
			if relative && folder != "." {
				to = inFolder(folder, to)
			}
			f.add(to, w.Span, call.AnyAccess)
			f.add(inFolder(folder, lastName(w.Value)), span, writeCreate)
		}
	}
}

// dd finds what if= and of= name.
func (f *finder) dd() {
	for _, w := range f.words() {
		if name, ok := strings.CutPrefix(string(w.Value), "if="); ok {
			f.add(Value(name), w.Span, call.Read)
		} else if name, ok := strings.CutPrefix(string(w.Value), "of="); ok {
			f.add(Value(name), w.Span, writeCreate)
		}
	}
}

// inFolder is a name in a folder.
func inFolder(folder, name Value) Value {
	if folder == "" || folder == "." || isAbsolute(name) {
		return name
	}
	return Value(strings.TrimRight(string(folder), "/")) + "/" + name
}

// lastName is the last part of a path.
func lastName(v Value) Value {
	s := strings.TrimRight(string(v), "/")
	return Value(s[strings.LastIndexByte(s, '/')+1:])
}

// folderOf is the folder of a path, or "".
func folderOf(v Value) Value {
	s := strings.TrimRight(string(v), "/")
	if i := strings.LastIndexByte(s, '/'); i > 0 {
		return Value(s[:i])
	} else if i == 0 {
		return "/"
	}
	return ""
}

// isAbsolute reports whether a path starts at a root.
func isAbsolute(v Value) bool {
	return strings.HasPrefix(string(v), "/") || len(v) > 2 && v[1] == ':' && (v[2] == '/' || v[2] == '\\')
}

func cleanPath(s string) string { return path.Clean(strings.ReplaceAll(s, `\`, "/")) }
