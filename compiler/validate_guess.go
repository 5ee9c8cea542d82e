package compiler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

var (
	regexpMark  = regexp.MustCompile(`^(re|regex|regexp):|^/.* .*/$|^\^|\\[bBdDsSwW]|\(\?`)
	regexpStars = regexp.MustCompile(`\s\.[*+](\s|$)|^[\w-]+\.\*[A-Za-z]`)
)

// guessRegexp reports a command pattern that was meant as a regular expression.
func guessRegexp(s string) []problem {
	hint := func(expr string) string {
		return "in a command pattern only globs have a meaning, and anything may stand behind it; a regular expression is pattern = '" + expr + "'"
	}
	if m := regexpMark.FindStringIndex(s); m != nil {
		expr := strings.Trim(s[len(prefixOf(s)):], "/")
		if !strings.HasPrefix(expr, "^") {
			expr = "^" + expr
		}
		return []problem{{from: m[0], to: m[1], code: "bad-pattern", message: quote(s) + " is a regular expression, not a command line", hint: hint(expr)}}
	}
	m := regexpStars.FindStringIndex(s)
	if m == nil {
		return nil
	}
	if _, files := fileWords(s); files {
		return nil // rm .*: files whose names begin with a dot
	}
	return []problem{{from: m[0], to: m[1], warning: true, code: "bad-pattern", message: "the dot in " + quote(s) + " is a dot, it doesn't mean any character", hint: "write * for any text; " + hint("^"+s)}}
}

func prefixOf(s string) string {
	for _, p := range []string{"re:", "regex:", "regexp:"} {
		if strings.HasPrefix(s, p) {
			return p
		}
	}
	return ""
}

// readPattern reads the first few alternatives of a pattern as the commands that they are.
func readPattern(s string) []shell.Command {
	sides, probs := splitPattern(s)
	if len(probs) > 0 {
		return nil
	}
	var out []shell.Command
	for _, side := range sides {
		alts, _ := expandWords(side)
		for _, words := range alts[:min(len(alts), maxReasons)] {
			var b strings.Builder
			for i, w := range words {
				if i > 0 {
					b.WriteByte(' ')
				}
				w.shellText(&b, i == 0)
			}
			out = append(out, shell.Read(b.String(), shell.Options{Dir: "/"}).Commands...)
		}
	}
	return out
}

// fileWords are the operands of a pattern that name files, with what happens to them. files
// says that the program touches files at all.
func fileWords(s string) (found []shell.Effect, files bool) {
	cmds := readPattern(s)
	for i := range cmds {
		c := &cmds[i]
		if shell.Interpreter(c.Program) {
			continue
		}
		effects := shell.Effects(c)
		for _, line := range shell.Lines(c) {
			for _, w := range line.Words {
				for _, e := range effects {
					if e.Path == w.Value {
						files = true
						found = append(found, e)
					}
				}
			}
		}
	}
	return found, files
}

// guessPath reports a word of a command pattern that is a path: it is compared as text.
func guessPath(s string) []problem {
	found, _ := fileWords(s)
	for _, e := range found {
		p := e.Path.Text()
		if !strings.Contains(p, "/") && (len(p) < 3 || p[0] != '.') || strings.HasPrefix(p, "/dev/") || strings.ContainsAny(p[:1], "~:*") || strings.HasSuffix(p, "/*") {
			continue
		}
		access := "read"
		switch {
		case e.Access&call.Delete != 0:
			access = "delete"
		case e.Access&call.Write != 0:
			access = "write"
		}
		out := problem{to: len(s), warning: true, code: "path-in-pattern", message: fmt.Sprintf("%s in the pattern %s is compared as text", quote(p), quote(s)), hint: fmt.Sprintf("for files write kind = \"path\", paths = [%s], access = [%q]: there folders, cd and links are understood", quote(p), access)}
		if i := strings.Index(s, p); i >= 0 {
			out.from, out.to = i, i+len(p)
		}
		return []problem{out}
	}
	return nil
}

// guessNames reports programs and subcommands of a pattern that are most likely misspelt.
func guessNames(s string) []problem {
	var out []problem
	report := func(name, want, what string) {
		p := problem{to: len(s), warning: true, code: "unknown-command", message: "no " + what + " " + quote(name) + " is known", hint: "did you mean " + quote(want) + "?"}
		if i := strings.Index(s, name); i >= 0 {
			p.from, p.to = i, i+len(name)
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	cmds := readPattern(s)
	for i := range cmds {
		c := &cmds[i]
		if c.Program == "" || strings.ContainsAny(string(c.Name.Value), `/\`) {
			continue
		}
		known := strings.Fields(subcommandsOf(c.Program))
		if len(known) == 0 {
			if _, wraps := shell.Wraps(c, nil); !wraps && !shell.HasOptions(c.Program) {
				if n := misspelt(c.Program, strings.Fields(programs)); n != "" {
					report(c.Program, n, "program")
				}
			}
			continue
		}
		line := shell.Lines(c)[0]
		if line.Sub == 0 {
			continue
		}
		sub := string(line.Words[0].Value)
		if strings.IndexByte(sub, 0) >= 0 || slices.Contains(known, sub) {
			continue
		}
		if n := misspelt(sub, known); n != "" {
			report(sub, n, "subcommand of "+c.Program)
		}
	}
	return out
}

// misspelt returns the known word that differs from s by a slip of the finger.
func misspelt(s string, known []string) string {
	bound := 1
	if len(s) > 6 {
		bound = 2
	}
	if len(s) < 3 || slices.Contains(known, s) {
		return ""
	}
	if len(s) == 3 { // nearly every word of three letters is near another; not so two letters swapped
		for _, k := range known {
			if k == string([]byte{s[1], s[0], s[2]}) || k == string([]byte{s[0], s[2], s[1]}) {
				return k
			}
		}
		return ""
	}
	best, least := "", bound
	for _, k := range known {
		if d := distance(s, k, bound); d < least || d == least && best == "" {
			best, least = k, d
		}
	}
	return best
}
