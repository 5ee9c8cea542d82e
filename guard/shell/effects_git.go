package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// git finds the files that a git command reads, puts back, removes.
func (f *finder) git(name string) {
	words := f.words()
	switch name {
	case "commit":
		if f.has("--dry-run") {
			return
		}
		f.each(words, call.Read, false)
	case "checkout":
		f.gitCheckout(words)
	case "restore":
		if !f.has("--staged") || f.has("--worktree") {
			f.each(words, writeCreate, false)
		}
	case "rm":
		if !f.has("--cached", "--dry-run") {
			f.each(words, call.Delete, f.has("-r"))
		}
	case "stash":
		if !f.has("--staged") {
			for _, w := range words {
				if w.AfterDash || f.line.Sub > 1 {
					f.gitStash(w)
				}
			}
		}
	case "clean":
		f.gitClean(words)
	case "clone":
		f.gitClone(words)
	case "new": // git init DIR, git worktree add DIR
		if len(words) > 0 {
			f.add(words[0].Value, words[0].Span, writeCreate)
		}
	case "apply", "am":
		f.each(words, call.Read, false)
		if f.has("--check", "--stat", "--numstat", "--summary") && !f.has("--apply") || f.has("--cached") || len(words) > 0 && words[0].Value != "-" {
			return
		}
		strip := 1
		if v, ok := f.value("-p"); ok {
			strip = smallNumber(v)
		}
		if v, ok := f.value("--directory"); ok {
			f.chdir(v)
		}
		f.patchText(f.c.Stdin, strip, f.has("--reverse"))
	case "config":
		if v, ok := f.value("--file"); ok {
			a := call.Read
			if len(words) > 1 || f.has("--unset", "--unset-all", "--add", "--replace-all", "--remove-section", "--rename-section", "--edit") {
				a = writeCreate
			}
			f.add(v, f.c.Span, a)
		}
	case "archive":
		for i, w := range words {
			if i > 0 {
				f.tree(w.Value, w.Span, call.Read)
			}
		}
	case "grep":
		if f.has("--quiet", "--count", "--files-with-matches", "--name-only", "--files-without-match") {
			return
		}
		for i, w := range words {
			if w.AfterDash || i > 0 {
				f.add(w.Value, w.Span, call.Read)
			}
		}
	case "blame":
		if len(words) > 0 {
			w := words[len(words)-1]
			f.add(w.Value, w.Span, call.Read)
		}
	case "diff":
		f.gitDiff(words)
	}
}

// gitCheckout finds the files that git checkout puts back. Without -- the first word is a
// branch or commit unless it looks like a file.
func (f *finder) gitCheckout(words []Operand) {
	if f.has("-b", "-B", "--orphan", "--detach", "--track") {
		return
	}
	for i, w := range words {
		if w.AfterDash || namesFile(w.Value) || i > 0 && !f.line.Dash {
			f.add(w.Value, w.Span, writeCreate)
		}
	}
}

// gitDiff finds the files that git show, diff, log -p and cat-file print: REV:path, and
// paths.
func (f *finder) gitDiff(words []Operand) {
	if f.has("--stat", "--name-only", "--name-status", "--no-patch", "--shortstat", "--numstat", "--check") && !f.has("--patch") {
		return
	}
	log := f.line.Sub > 0 && f.line.Words[0].Value == "log"
	if log && !f.has("--patch", "-L", "-S", "-G", "--cc", "-c", "--unified") {
		return
	}
	anyFile := f.has("--no-index")
	for _, w := range words {
		s := string(w.Value)
		if w.AfterDash {
			f.add(w.Value, w.Span, call.Read)
		} else if i := strings.IndexByte(s, ':'); i >= 0 && !strings.Contains(s, "://") {
			f.add(w.Value[i+1:], w.Span, call.Read)
		} else if anyFile || namesFile(w.Value) {
			f.add(w.Value, w.Span, call.Read)
		}
	}
	if v, ok := f.value("-L"); ok {
		if i := strings.LastIndexByte(string(v), ':'); i > 0 {
			f.add(v[i+1:], f.c.Span, call.Read)
		}
	}
}

// gitStash finds what git stash takes out of the work tree for a path that it is given.
func (f *finder) gitStash(w Operand) {
	path := w.Value
	if path == ":/" || path == ":" {
		path = "." // the top: as far as is known, here
	}
	if f.has("--all", "--include-untracked") {
		f.tree(path, w.Span, call.Write|call.Delete)
		return
	}
	f.add(path, w.Span, call.Write)
}

// gitSet reports whether a setting of git is given for this command, by its name in lower
// case.
func (f *finder) gitSet(key string) bool {
	for _, s := range GitSettings(f.c, f.line) {
		if s.Name == key {
			return true
		}
	}
	return false
}

// GitSettings returns the settings that one reading of a git command is given for itself: by
// -c, by --config-env and by the environment. Git does not mind the case of their names, so
// they are in lower case.
func GitSettings(c *Command, l *Line) []Assign {
	if c.Program != "git" {
		return nil
	}
	var out []Assign
	for _, o := range l.Options {
		if !o.Global || !o.HasValue || o.Name != "-c" && o.Name != "--config-env" {
			continue
		}
		key, value, given := strings.Cut(string(o.Value), "=")
		switch {
		case o.Name == "--config-env":
			value = Unknown
		case !given:
			value = "true"
		}
		out = append(out, Assign{strings.ToLower(key), Value(value)})
	}
	for _, s := range gitEnvironment(c.Env) {
		out = append(out, Assign{s.key, s.value.Value})
	}
	return out
}

// gitClean finds what git clean removes: the paths that it is given, or with -x or -X
// anything in the folder that isn't tracked.
func (f *finder) gitClean(words []Operand) {
	if f.has("--dry-run", "--interactive") || !f.has("--force") && !f.gitSet("clean.requireforce") {
		return
	}
	f.each(words, call.Delete, true)
	if len(words) == 0 && f.has("-x", "-X") {
		f.tree("./"+AnyText, f.c.Span, call.Delete)
	}
}

// gitClone finds the folder that a clone makes.
func (f *finder) gitClone(words []Operand) {
	switch {
	case len(words) > 1:
		f.add(words[1].Value, words[1].Span, writeCreate)
	case len(words) == 1:
		name := lastName(words[0].Value)
		if i := strings.LastIndexByte(string(name), ':'); i >= 0 {
			name = name[i+1:]
		}
		f.add(Value(strings.TrimSuffix(string(name), ".git")), words[0].Span, writeCreate)
	}
}

// namesFile tells a file's name from a branch's or commit's.
func namesFile(v Value) bool {
	s := v.Text()
	switch {
	case !v.Known() || s == "" || strings.Contains(s, ".."+"."), strings.HasPrefix(s, "-"):
		return false
	case v.HasGlob(), s == ".", s == "..", strings.HasSuffix(s, "/"), strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"),
		strings.HasPrefix(s, "/"), strings.HasPrefix(s, "~/"), strings.HasPrefix(s, ":/"), strings.HasPrefix(s, "."):
		return !strings.Contains(s, "..") || strings.HasPrefix(s, "..") || strings.Contains(s, "/..")
	}
	dot := strings.LastIndexByte(s, '.')
	if dot < 0 || strings.Contains(s, "..") {
		return false
	}
	ext := s[dot+1:]
	return len(ext) > 0 && len(ext) <= 10 && letters(ext[:1]) && !strings.Contains(ext, "/")
}
