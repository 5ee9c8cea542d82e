package compiler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/shell"
)

// parsePattern takes a command pattern apart by the tables that take a call apart: one
// guard.Pattern for each combination of its braces, and for each reading where an option
// that no table knows may own the next word. wrappers are the file's own.
func parsePattern(s string, wrappers []string) ([]guard.Pattern, []problem) {
	r := patternReader{wrappers: wrappers}
	return r.parse(s)
}

// patternReader reads one pattern.
type patternReader struct {
	wrappers []string
	strange  []strangeOption // options that no table knows
}

func (r *patternReader) parse(s string) ([]guard.Pattern, []problem) {
	sides, probs := splitPattern(s)
	if len(probs) > 0 {
		return nil, probs
	}
	var read [][]guard.Pattern
	for _, side := range sides {
		alts, ok := expandWords(side)
		if !ok {
			return nil, []problem{tooMany(s)}
		}
		var pats []guard.Pattern
		for _, words := range alts {
			more, err := r.words(words)
			if err != "" {
				return nil, []problem{{to: len(s), code: "bad-pattern", message: fmt.Sprintf("%s is no command line: %s", quote(s), err), hint: patternHint}}
			}
			for _, p := range more {
				if !slices.ContainsFunc(pats, func(q guard.Pattern) bool { return samePattern(&p, &q) }) {
					pats = append(pats, p)
				}
			}
		}
		read = append(read, mergeOperands(pats))
	}
	if len(read) == 1 {
		return read[0], nil
	}
	if len(read[0])*len(read[1]) > maxAlternatives {
		return nil, []problem{tooMany(s)}
	}
	var out []guard.Pattern
	for _, a := range read[0] {
		for _, b := range read[1] {
			p := a
			p.Pipe = []guard.Pattern{b}
			out = append(out, p)
		}
	}
	return out, nil
}

const patternHint = `a pattern is a command line as you would type it, with globs: "git push {--force,--mirror}", "curl | sh"`

// mergeOperands joins patterns that differ in one operand only, back into braces: as an
// except, one pattern then names all of them (rm {a,b} frees rm a b), and there are fewer.
func mergeOperands(pats []guard.Pattern) []guard.Pattern {
	most := 0
	for _, p := range pats {
		most = max(most, len(p.Words))
	}
	for k := range most {
		var out []guard.Pattern
		seen := map[string]int{} // the rest of a pattern -> position in out
		alts := map[int][]string{}
		for _, p := range pats {
			if k < p.Sub || k >= len(p.Words) {
				out = append(out, p)
				continue
			}
			rest := p
			rest.Words = slices.Clone(p.Words)
			rest.Words[k] = ""
			key := fmt.Sprintf("%#v", rest)
			i, ok := seen[key]
			if !ok {
				i = len(out)
				seen[key] = i
				out = append(out, p)
			}
			alts[i] = append(alts[i], p.Words[k])
		}
		for i, words := range alts {
			if len(words) < 2 {
				continue
			}
			for j, w := range words {
				words[j] = inBraces(w)
			}
			out[i].Words = slices.Clone(out[i].Words)
			out[i].Words[k] = "{" + strings.Join(words, ",") + "}"
		}
		pats = out
	}
	return pats
}

// inBraces escapes what would end an alternative.
func inBraces(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			if i+1 < len(glob) {
				b.WriteByte(glob[i])
				i++
			}
		case ',', '}':
			b.WriteByte('\\')
		}
		b.WriteByte(glob[i])
	}
	return b.String()
}

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

// words reads one command of a pattern. The text says what is wrong, "" nothing.
func (r *patternReader) words(words []word) ([]guard.Pattern, string) {
	var env []guard.EnvGlob
	for len(words) > 0 {
		e, ok := envGlob(words[0])
		if !ok {
			break
		}
		env = append(env, e)
		words = words[1:]
	}
	if len(words) == 0 {
		if len(env) > 0 {
			return nil, "no program stands behind " + env[len(env)-1].Name + "=; write * for any"
		}
		return nil, "no program is named"
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		w.shellText(&b, i == 0)
	}
	script := shell.Read(b.String(), shell.Options{Dir: "/", Wrappers: r.wrappers})
	if script.Unreadable != nil {
		return nil, script.Unreadable.Why
	}
	chain := wrapped(script.Commands)
	if len(chain) == 0 {
		return nil, "no program is named"
	}
	// Wrappers first, in all their readings; the innermost command carries them.
	arounds := [][]guard.Pattern{nil}
	for i, c := range chain[:len(chain)-1] {
		var next [][]guard.Pattern
		for _, p := range r.command(c, chain[i+1]) {
			for _, a := range arounds {
				next = append(next, append(slices.Clip(a), p))
			}
		}
		arounds = next
	}
	var out []guard.Pattern
	for _, p := range r.command(chain[len(chain)-1], nil) {
		for _, a := range arounds {
			p.Around = a
			p.Env = env
			out = append(out, p)
		}
	}
	return out, ""
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

// wrapped returns the first command and those that it runs by its own words, outermost
// first: sudo, env, rm.
func wrapped(cmds []shell.Command) []*shell.Command {
	var chain []*shell.Command
	at := -1
	for i := range cmds {
		c := &cmds[i]
		if len(chain) == 0 || c.Parent == at && (c.Wrapped || inner(&cmds[at])) {
			chain = append(chain, c)
			at = i
		}
	}
	return chain
}

// inner reports whether the last words of a command are another one's, though it hands
// them on as text: ssh host rm.
func inner(c *shell.Command) bool {
	for _, line := range shell.Lines(c) {
		if covered(&line) < len(c.Args) {
			return true
		}
	}
	return false
}

// covered is how many of a command's arguments a reading takes for its own.
func covered(l *shell.Line) int {
	n := 0
	for _, o := range l.Options {
		n = max(n, o.Arg+1, o.ValueArg+1)
	}
	for _, w := range l.Words {
		n = max(n, w.Arg+1)
	}
	if l.Dash {
		n++ // the two dashes stand among them
	}
	return n
}

// command turns one command into patterns, one for each of its readings. inner is
// the command that it wraps: its words are not the wrapper's.
func (r *patternReader) command(c, inner *shell.Command) []guard.Pattern {
	limit := len(c.Args)
	if inner != nil {
		limit = slices.IndexFunc(c.Args, func(w shell.Word) bool { return w.Span.Start >= inner.Name.Span.Start })
		if limit < 0 {
			limit = len(c.Args)
		}
	}
	named := *c
	if named.Program == "" { // python*: read by what its name begins with, as far as that is known
		named.Program = stem(c.Name.Value)
	}
	var out []guard.Pattern
	for _, line := range shell.Lines(&named) {
		p := guard.Pattern{Program: program(c), Dash: line.Dash, Sub: line.Sub}
		for _, o := range line.Options {
			if o.Arg >= limit {
				continue
			}
			og := guard.OptionGlob{Name: optionName(o.Name), HasValue: o.HasValue}
			if o.HasValue {
				og.Value = valueGlob(o.Value)
			}
			p.Options = append(p.Options, og)
		}
		for _, w := range line.Words {
			if w.Arg >= limit || !w.Value.Known() { // what xargs will add
				continue
			}
			if !w.AfterDash {
				p.DashAt++
			}
			p.Words = append(p.Words, valueGlob(w.Value))
		}
		p.Sub = min(p.Sub, len(p.Words))
		if !p.Dash {
			p.DashAt = 0
		}
		p.Operands = len(p.Words) > p.Sub
		if sub, plain := subcommand(&p); plain && c.Program != "" {
			for _, o := range line.Options {
				if o.Arg < limit && !o.Known && !o.Global && strings.IndexByte(o.Name, 0) < 0 {
					r.strange = append(r.strange, strangeOption{c.Program, sub, o.Name})
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// stem is the text of a program's glob in front of its first live character.
func stem(v shell.Value) string {
	s, _, _ := strings.Cut(string(v), "\x00")
	return s[strings.LastIndexByte(s, '/')+1:]
}

// optionName is the name of an option that a pattern asks for. One written with a glob
// keeps it.
func optionName(name string) string {
	if strings.IndexByte(name, 0) >= 0 {
		return valueGlob(shell.Value(name))
	}
	return name
}

// program is the glob over the base name, or the path when the pattern has a slash.
func program(c *shell.Command) string {
	if v := c.Name.Value; strings.Contains(string(v), "/") || c.Program == "" {
		return valueGlob(v)
	}
	return escapeGlob(c.Program)
}

// valueGlob writes a word as a glob: what was live in the pattern is live again, all else
// is escaped.
func valueGlob(v shell.Value) string {
	s := string(v)
	if strings.IndexByte(s, 0) < 0 {
		return escapeGlob(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != 0 || i+1 == len(s) {
			j := strings.IndexByte(s[i:], 0)
			if j <= 0 {
				j = len(s) - i
			}
			b.WriteString(escapeGlob(s[i : i+j]))
			i += j
			continue
		}
		mark := s[i : i+2]
		i += 2
		switch mark {
		case shell.AnyRune:
			b.WriteByte('?')
		case shell.OpenBracket:
			b.WriteByte('[')
			j := i
			if j < len(s) && (s[j] == '!' || s[j] == '^') {
				j++
			}
			j = min(j+1, len(s))
			if n := strings.IndexByte(s[j:], ']'); n >= 0 {
				b.WriteString(s[i : j+n+1])
				i = j + n + 1
			}
		default: // AnyText; an unknown part can't be in a pattern
			b.WriteByte('*')
		}
	}
	return b.String()
}

func escapeGlob(s string) string {
	if !strings.ContainsAny(s, `*?[{\`) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`*?[{\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// samePattern reports whether two patterns ask for the same.
func samePattern(a, b *guard.Pattern) bool {
	return fmt.Sprintf("%#v", *a) == fmt.Sprintf("%#v", *b)
}
