package compiler

import (
	"fmt"
	"strings"

	"rules2guards.local/guard"
)

// maxComponents is how many names a path pattern may have between its slashes: the runtime
// keeps one bit for each.
const maxComponents = 60

// parsePath takes a path pattern apart: one PathGlob for each combination of its braces.
// Their Rule is for the caller to fill in.
func parsePath(s string) ([]guard.PathGlob, []problem) {
	all := func(code, hint, format string, args ...any) []problem {
		return []problem{{to: len(s), code: code, hint: hint, message: fmt.Sprintf(format, args...)}}
	}
	if strings.TrimSpace(s) == "" {
		return nil, all("empty-value", `write "." for the folder of the rule file, "/" for everything`, "a path is empty")
	}
	if rest := strings.TrimPrefix(s, "!"); rest != s {
		return nil, []problem{{to: 1, code: "bad-path", hint: "what is not meant goes into except: except = [" + quote(rest) + `]; for a name that begins with ! write \!`, message: "! has no meaning in " + quote(s)}}
	}
	w := globWord(s)
	if probs := w.check(s); len(probs) > 0 {
		return nil, probs
	}
	alts, ok := w.expand(maxAlternatives)
	if !ok {
		return nil, []problem{tooMany(s)}
	}
	var globs []guard.PathGlob
	var probs []problem
	for _, alt := range alts {
		g, p := parseAlternative(alt, s)
		if p != nil {
			if p.to == 0 {
				p.to = len(s)
			}
			return nil, []problem{*p}
		}
		globs = append(globs, g)
	}
	if strings.HasPrefix(s, "^") || strings.HasSuffix(s, "$") && len(s) > 1 {
		probs = append(probs, problem{to: len(s), warning: true, code: "bad-path", message: quote(s) + " looks like a regular expression, but paths are globs", hint: "write \"src/**/*.ts\""})
	}
	if i := strings.Index(s, "**"); i >= 0 && !wholeStars(s) {
		probs = append(probs, problem{from: i, to: i + 2, warning: true, code: "bad-glob", message: "** beside other characters stops at / like *", hint: "write **/ for any folders between"})
	}
	return globs, probs
}

// wholeStars reports whether each ** in s stands between slashes, commas or braces.
func wholeStars(s string) bool {
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune("/{},", r) }) {
		if part != "**" && strings.Contains(part, "**") {
			return false
		}
	}
	return true
}

func parseAlternative(w word, written string) (guard.PathGlob, *problem) {
	bad := func(hint, format string, args ...any) (guard.PathGlob, *problem) {
		return guard.PathGlob{}, &problem{code: "bad-path", hint: hint, message: fmt.Sprintf(format, args...)}
	}
	s := w.glob()
	var g guard.PathGlob
	if len(s) > 1 && strings.HasSuffix(s, "/.") {
		g.Only = true
		s = strings.TrimSuffix(s, ".")
	}
	inner := strings.TrimRight(s, "/")
	switch {
	case s == "":
		return bad("", "an alternative of the braces is empty")
	case len(s) > 1 && s[1] == ':' && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z'):
		return bad(`write "/" for the root of any drive: "/Users/x"`, "a drive letter in the path %s", quote(written))
	case strings.HasPrefix(s, "$TMPDIR/") || s == "$TMPDIR":
		g.Anchor, s = guard.Temp, strings.TrimPrefix(s, "$TMPDIR")
	case strings.HasPrefix(s, "$HOME"):
		return bad(`write "~/x"`, "a variable in the path %s", quote(written))
	case strings.HasPrefix(s, "$"):
		return bad("only $TMPDIR is known, as the name of the temporary folders", "a variable in the path %s", quote(written))
	case s == "~" || strings.HasPrefix(s, "~/"):
		g.Anchor, s = guard.Home, s[1:]
	case strings.HasPrefix(s, "~"):
		return bad(`write "~/x" for your home, "/home/NAME/x" for another's`, "another person's home in the path %s", quote(written))
	case strings.HasPrefix(s, "/"):
		g.Anchor = guard.Root
	case s == "." || strings.HasPrefix(s, "./"):
		g.Anchor, s = guard.Base, s[1:]
	case inner == "**":
		g.Anchor = guard.Root
	case strings.HasPrefix(s, "**/"):
		g.Anchor, s = guard.Anywhere, strings.TrimPrefix(s, "**/")
	case strings.Contains(inner, "/"):
		g.Anchor = guard.Base
	}
	var parts []string
	for part := range strings.SplitSeq(s, "/") {
		switch part {
		case "", ".":
			continue
		case "..":
			return bad(`write it from the root ("/x") or from home ("~/x"); what lies outside the project is paths = ["/"], except = ["."]`, ".. in the path %s", quote(written))
		case "**":
			if len(parts) > 0 && parts[len(parts)-1] == "**" {
				continue
			}
		}
		parts = append(parts, part)
	}
	if len(parts) > maxComponents {
		return bad("", "the path has more than %d parts", maxComponents)
	}
	g.Glob = strings.ToLower(strings.Join(parts, "/"))
	g.Literal = longestLiteral(g.Glob)
	return g, nil
}

// longestLiteral returns the longest text within one name that every path matched by a
// glob without braces holds.
func longestLiteral(glob string) string {
	best := ""
	var run strings.Builder
	flush := func() {
		if run.Len() > len(best) {
			best = run.String()
		}
		run.Reset()
	}
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; c {
		case '/', '*', '?':
			flush()
		case '[':
			flush()
			j := i + 1
			if j < len(glob) && (glob[j] == '!' || glob[j] == '^') {
				j++
			}
			j = min(j+1, len(glob)) // a ] in the first place is a member
			if n := strings.IndexByte(glob[j:], ']'); n >= 0 {
				i = j + n
			}
		case '\\':
			i++
			if i < len(glob) {
				run.WriteByte(glob[i])
			}
		default:
			run.WriteByte(c)
		}
	}
	flush()
	return best
}

// checkRelative reports what is wrong with a name that `exists` looks for.
func checkRelative(s string) []problem {
	bad := func(code, hint, message string) []problem {
		return []problem{{to: len(s), code: code, hint: hint, message: message}}
	}
	switch {
	case strings.TrimSpace(s) == "":
		return bad("empty-value", "", "a path is empty")
	case strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || strings.HasPrefix(s, "$") || strings.Contains(s, `\`):
		return bad("bad-path", "it is looked for from the place up to the project's root", fmt.Sprintf("%s is no relative path with forward slashes", quote(s)))
	case s == ".." || strings.HasPrefix(s, "../") || strings.Contains(s, "/../") || strings.HasSuffix(s, "/.."):
		return bad("bad-path", "the folders above are looked through anyway, up to the project's root", fmt.Sprintf("%s holds ..", quote(s)))
	case strings.ContainsAny(s, "*?[{"):
		return bad("bad-path", "name each file: one of them is enough", fmt.Sprintf("%s holds a glob, but exists takes names", quote(s)))
	}
	return nil
}
