package harness

import (
	"fmt"
	"strings"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// What Claude Code's permission rules were seen to let through, on 2.1.332.
const (
	missesBash = "misses it inside sh -c, eval, find -exec, a here-document for a shell, and other languages"
	missesPath = "misses other programs, globs ($PWD/x, x*), recursive reads, git history; also stops listing it"
	missesEdit = "misses programs that write by themselves; files that the folder does not hold"
)

// Permissions translates command rules, and path rules in two forms.
func (h claudeCode) Permissions(rules []guard.Rule) ([]Permission, diag.List) {
	return translate(h.ID(), h.Name(), rules, func(r *guard.Rule) ([]Permission, []string) {
		switch r.Kind {
		case guard.CommandRule:
			return bashPermissions(r)
		case guard.PathRule:
			return pathPermissions(r)
		}
		return nil, noKind(r)
	})
}

func bashPermissions(r *guard.Rule) (list []Permission, why []string) {
	words, why := prefixes(r)
	for _, w := range words {
		list = append(list, Permission{Text: "Bash(" + w + " *)", Misses: missesBash + missesGlobal(w)})
	}
	return list, why
}

// missesGlobal adds what a prefix of several words lets through.
func missesGlobal(words string) string {
	program, rest, ok := strings.Cut(words, " ")
	if !ok {
		return ""
	}
	return "; and " + program + " with options in front of " + rest
}

// wordsOfPattern takes the words out of a regular expression that says no more than that a
// command begins with them.
func wordsOfPattern(re string) (string, bool) {
	words, ok := strings.CutPrefix(re, "^")
	if !ok {
		return "", false
	}
	for _, end := range []string{`(?:\s|$)`, `(\s|$)`, `(?: |$)`, `( |$)`, `(?:$|\s)`, `($|\s)`} {
		if s, ok := strings.CutSuffix(words, end); ok {
			words = strings.ReplaceAll(strings.ReplaceAll(s, `\s+`, " "), `\-`, "-")
			return words, plainWords(words)
		}
	}
	return "", false
}

// plainCommands spells out the braces of a pattern, if it is nothing but words.
func plainCommands(pattern string) ([]string, bool) {
	list := []string{""}
	for i, word := range strings.Fields(pattern) {
		alternatives := []string{word}
		if inner, ok := strings.CutPrefix(word, "{"); ok {
			if inner, ok = strings.CutSuffix(inner, "}"); !ok {
				return nil, false
			}
			alternatives = strings.Split(inner, ",")
		}
		var next []string
		for _, before := range list {
			for _, a := range alternatives {
				if i > 0 {
					a = before + " " + a
				}
				next = append(next, a)
			}
		}
		if list = next; len(list) > 32 {
			return nil, false
		}
	}
	for _, words := range list {
		if !plainWords(words) {
			return nil, false
		}
	}
	return list, true
}

// plainWords reports whether a text is a program and words behind it: no options (they may
// stand anywhere), no globs, no paths, and no wrapper, which Claude Code looks through.
func plainWords(s string) bool {
	fields := strings.Split(s, " ")
	for _, w := range fields {
		if w == "" || w[0] == '-' {
			return false
		}
		for _, r := range w {
			if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_", r) {
				return false
			}
		}
	}
	switch fields[0] {
	case "sudo", "doas", "env", "command", "exec", "builtin", "nohup", "time", "timeout", "nice", "ionice", "stdbuf", "xargs", "watch", "sh", "bash", "zsh", "eval":
		return false
	}
	return true
}

func pathPermissions(r *guard.Rule) (list []Permission, why []string) {
	const (
		reads  = call.Read | call.Write
		writes = call.Write | call.Delete
	)
	if r.Via != guard.ViaAny {
		return nil, []string{"permission rules hold for tools and shell alike"}
	}
	// Read(…) was seen to stop edits too, Edit(…) to stop deletes too.
	read, write := r.Access&reads == reads, r.Access&writes == writes
	if !read && !write {
		return nil, []string{"Read(…) would stop writing as well, and Edit(…) deleting"}
	}
	for _, p := range r.Paths {
		name, folder, ok := plainPath(p)
		found := len(list)
		switch {
		case !ok:
		case folder:
			if read {
				list = append(list, Permission{Text: "Read(./" + name + "/**)", Misses: missesPath})
			}
			if write {
				list = append(list, Permission{Text: "Edit(./" + name + "/**)", Misses: missesEdit})
			}
		case read:
			list = append(list, Permission{Text: "Read(**/" + name + ")", Misses: missesPath + "; files outside the project"})
		}
		if found == len(list) {
			why = append(why, fmt.Sprintf("%q is neither a plain name nor a folder with /**, or the rule has not the accesses that such a form stops", p))
		}
	}
	return list, why
}

// plainPath takes the two forms of a path apart that were seen to block what they say: a
// name in any folder (".env"), and all that is in a folder of the project ("secrets/**").
func plainPath(p string) (name string, folder, ok bool) {
	if s, cut := strings.CutSuffix(p, "/**"); cut {
		folder, p = true, strings.TrimPrefix(s, "./")
	} else {
		p = strings.TrimPrefix(p, "**/")
	}
	if p == "" || p == "." || p[0] == '/' || p[0] == '~' || !folder && strings.Contains(p, "/") {
		return "", false, false
	}
	for _, r := range p {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_./", r) {
			return "", false, false
		}
	}
	return p, folder, true
}
