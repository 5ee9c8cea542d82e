package compiler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rules2guards.local/guard"
)

// splitPattern splits a pattern into the words of its one or two commands.
func splitPattern(s string) (sides [][]word, probs []problem) {
	l := lexer{s: s}
	l.run()
	probs = l.probs
	if len(probs) > 0 {
		return nil, probs
	}
	whole := func(format string, args ...any) {
		probs = append(probs, problem{to: len(s), code: "bad-pattern", message: fmt.Sprintf(format, args...), hint: patternHint})
	}
	switch {
	case len(l.sides) > 2:
		whole("more than one | in the pattern %s", quote(s))
	case len(l.sides) == 2 && (len(l.sides[0]) == 0 || len(l.sides[1]) == 0):
		whole("nothing stands on one side of the | in the pattern %s", quote(s))
	case len(l.sides[0]) == 0:
		return nil, []problem{{to: len(s), code: "empty-value", message: "a command pattern is empty", hint: `"*" is any command`}}
	}
	for _, side := range l.sides {
		for _, w := range side {
			probs = append(probs, w.check(s)...)
		}
	}
	if len(probs) > 0 {
		return nil, probs
	}
	return l.sides, nil
}

// lexer splits a pattern into words as a shell would, and reports what has a meaning in a
// shell but none in a pattern.
type lexer struct {
	s     string
	sides [][]word
	side  []word
	word  word
	open  bool // a word has begun, be it empty
	probs []problem
}

func (l *lexer) run() {
	for i := 0; i < len(l.s); {
		c := l.s[i]
		switch c {
		case ' ', '\t':
			l.end()
			i++
		case '\n', '\r':
			l.punctuation(i, i+1, "a line break", "write one pattern for each command")
			i++
		case '\'':
			i = l.quoted(i, '\'')
		case '"':
			i = l.quoted(i, '"')
		case '\\':
			l.open = true
			if i+1 == len(l.s) {
				l.problem(i, i+1, "bad-pattern", "nothing stands behind the \\", "")
				i++
				continue
			}
			i = l.rune(i+1, true)
		case '|':
			if strings.HasPrefix(l.s[i:], "||") || strings.HasPrefix(l.s[i:], "|&") {
				l.punctuation(i, i+2, l.s[i:i+2], "write one pattern for each command")
				i += 2
				continue
			}
			l.end()
			l.sides, l.side = append(l.sides, l.side), nil
			i++
		case ';':
			l.punctuation(i, i+1, ";", "write one pattern for each command; they are found wherever they stand in the line")
			i++
		case '&':
			if strings.HasPrefix(l.s[i:], "&&") {
				l.punctuation(i, i+2, "&&", "write one pattern for each command; they are found wherever they stand in the line")
				i += 2
				continue
			}
			l.problem(i, i+1, "planned", "& in a pattern is planned, this version doesn't have it", `write \& for the character itself`)
			i++
		case '>':
			l.problem(i, i+1, "planned", "> in a pattern is planned, this version doesn't have it", `for files that are written use kind = "path"`)
			i++
		case '<', '(', ')', '`':
			l.punctuation(i, i+1, string(c), `write \`+string(c)+` for the character itself`)
			i++
		case '$':
			l.punctuation(i, i+1, "$", `variables are worked out before a pattern is compared; write * for any text, \$ for the character itself`)
			i++
		case '!':
			if !l.open && (i+1 == len(l.s) || l.s[i+1] == ' ') {
				l.punctuation(i, i+1, "!", `write \! for the character itself`)
			}
			i = l.rune(i, false)
		case '#':
			if !l.open {
				l.punctuation(i, i+1, "#", `write \# for the character itself`)
			}
			i = l.rune(i, false)
		default:
			i = l.rune(i, false)
		}
	}
	l.end()
	l.sides = append(l.sides, l.side)
}

// rune takes one rune of a word.
func (l *lexer) rune(i int, quoted bool) int {
	l.open = true
	for _, r := range l.s[i:] {
		l.word = append(l.word, char{r, quoted, i})
		return i + len(string(r))
	}
	return i + 1
}

// quoted takes what stands between quotes: literal text.
func (l *lexer) quoted(i int, q byte) int {
	l.open = true
	start := i
	for i++; i < len(l.s); {
		switch c := l.s[i]; {
		case c == q:
			return i + 1
		case q == '"' && (c == '$' || c == '`'):
			l.punctuation(i, i+1, string(c), `write it in single quotes, or \`+string(c)+` for the character itself`)
			i++
			continue
		case q == '"' && c == '\\' && i+1 < len(l.s) && strings.IndexByte("\"\\$`", l.s[i+1]) >= 0:
			i++
		}
		i = l.rune(i, true)
	}
	l.problem(start, start+1, "bad-pattern", "the quote is never closed", `write \`+string(q)+` for the character itself`)
	return i
}

func (l *lexer) end() {
	if l.open {
		l.side = append(l.side, l.word)
	}
	l.word, l.open = nil, false
}

func (l *lexer) problem(from, to int, code, message, hint string) {
	l.probs = append(l.probs, problem{from: from, to: to, code: code, message: message + " (pattern " + quote(l.s) + ")", hint: hint})
}

func (l *lexer) punctuation(from, to int, what, hint string) {
	l.problem(from, to, "shell-punctuation", what+" has no meaning in a pattern", hint)
}

// expandWords spells out the braces of all words: options and subcommands that come from
// braces change how the words behind them are read.
func expandWords(words []word) ([][]word, bool) {
	out := [][]word{nil}
	for _, w := range words {
		alts, ok := w.expand(maxAlternatives)
		if !ok || len(alts)*len(out) > maxAlternatives {
			return nil, false
		}
		var next [][]word
		for _, done := range out {
			for _, a := range alts {
				if len(a) == 0 && len(w) > 0 { // {,x}: without the word
					next = append(next, done)
					continue
				}
				next = append(next, append(slices.Clip(done), a))
			}
		}
		out = next
	}
	return out, true
}

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_*?]*$`)

// envGlob reads NAME=glob.
func envGlob(w word) (guard.EnvGlob, bool) {
	for i, c := range w {
		if c.quoted {
			return guard.EnvGlob{}, false
		}
		if c.r == '=' {
			name := w[:i].String()
			return guard.EnvGlob{Name: name, Value: w[i+1:].glob()}, envName.MatchString(name)
		}
	}
	return guard.EnvGlob{}, false
}

// shellText writes the word so that a shell reads it as it is meant: glob characters live,
// all else literal.
func (w word) shellText(b *strings.Builder, first bool) {
	if len(w) == 0 {
		b.WriteString("''")
		return
	}
	for i := 0; i < len(w); i++ {
		c := w[i]
		if c.r == '[' && !c.quoted {
			if end := w.class(i); end > 0 {
				for _, c := range w[i : end+1] {
					if c.quoted || strings.ContainsRune(" \t;&|<>()$`'\"\\#", c.r) {
						b.WriteByte('\\')
					}
					b.WriteRune(c.r)
				}
				i = end
				continue
			}
		}
		switch {
		case !c.quoted && (c.r == '*' || c.r == '?'):
			b.WriteRune(c.r)
		case c.r == '\'':
			b.WriteString(`\'`)
		case plainRune(c.r) && !(first && c.quoted):
			b.WriteRune(c.r)
		default:
			b.WriteString("'" + string(c.r) + "'")
		}
	}
}

// plainRune reports whether a rune means itself to a shell wherever it stands.
func plainRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:,+%@=", r) || r == '['
}
