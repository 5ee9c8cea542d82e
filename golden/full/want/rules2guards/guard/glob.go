package guard

import (
	"strings"
	"unicode/utf8"

	"rules2guards.local/guard/shell"
)

// loose says which parts of a value may stand for more than themselves when it is matched
// against a glob. Without a flag such a part is met only by a * of the glob: the match
// then holds whatever the part turns out to be.
type loose uint8

const (
	looseGlobs   loose = 1 << iota // live glob characters of the call: some name may fit both
	looseUnknown                   // parts known only at run time: they could be anything
)

// matchGlob reports whether glob matches the whole of v. A glob knows * ? [a-z] [!a-z]
// {a,b} and a backslash before any character; * crosses everything.
func matchGlob(glob string, v shell.Value, l loose) bool {
	plain := strings.IndexByte(string(v), 0) < 0
	switch {
	case !mayBegin(glob, v, l):
		return false
	case plain && !hasMeta(glob):
		return glob == string(v)
	case glob == "*", v == shell.Unknown && l&looseUnknown != 0:
		return true
	case plain && strings.IndexByte(glob, '{') < 0:
		return matchPlain(glob, string(v))
	}
	for _, g := range spellOut(glob) {
		if plain && matchPlain(g, string(v)) || !plain && mayBegin(g, v, l) && matchTokens(globTokens(g), valueTokens(v), l) {
			return true
		}
	}
	return false
}

// mayBegin reports whether the first characters of a glob and a value fit, without allocating.
// False is certain.
func mayBegin(glob string, v shell.Value, l loose) bool {
	switch {
	case glob == "" || v == "" || glob[0] >= utf8.RuneSelf || isMeta(glob[0]) && glob[0] != '{':
		return true
	case v[0] != 0:
		return glob[0] == '{' || glob[0] == v[0]
	case strings.HasPrefix(string(v), shell.Unknown) && l&looseUnknown == 0: // only a * stands for it
		return glob[0] == '{' && strings.IndexByte(glob, '*') >= 0
	}
	return true
}

// matchPlain is matchTokens for a glob without braces and a text without marks, which are
// most: it needs no memory. After a star the rest is tried at each place, and only the last
// star need be tried again.
func matchPlain(glob, s string) bool {
	star, from := -1, 0 // the glob behind the last star, and where it was tried
	for i, k := 0, 0; i < len(glob) || k < len(s); {
		if i < len(glob) && glob[i] == '*' {
			i++
			star, from = i, k
			continue
		}
		if n, width := matchOne(glob[i:], s[k:]); n > 0 {
			i, k = i+n, k+width
			continue
		}
		if star < 0 || from == len(s) {
			return false
		}
		_, width := utf8.DecodeRuneInString(s[from:])
		from += width
		i, k = star, from
	}
	return true
}

// matchOne matches what stands for one rune at the start of a glob; n = 0: it doesn't match.
func matchOne(glob, s string) (n, width int) {
	if glob == "" || s == "" {
		return 0, 0
	}
	r, width := utf8.DecodeRuneInString(s)
	switch glob[0] {
	case '?':
		return 1, width
	case '[':
		if n := classEnd(glob); n > 0 {
			if !inClass(glob[1:n-1], r) {
				n = 0
			}
			return n, width
		}
	case '\\':
		if len(glob) > 1 {
			g, n := utf8.DecodeRuneInString(glob[1:])
			if g != r {
				return 0, 0
			}
			return n + 1, width
		}
	}
	g, n := utf8.DecodeRuneInString(glob)
	if g != r {
		return 0, 0
	}
	return n, width
}

func hasMeta(glob string) bool {
	for i := range len(glob) {
		if isMeta(glob[i]) {
			return true
		}
	}
	return false
}

func isMeta(b byte) bool { return b == '*' || b == '?' || b == '[' || b == '{' || b == '\\' }

// maxAlternatives bounds the braces of one glob; the compiler refuses more.
const maxAlternatives = 256

// spellOut returns glob once for each combination of its braces.
func spellOut(glob string) []string {
	out := []string{}
	var walk func(done, rest string)
	walk = func(done, rest string) {
		if len(out) >= maxAlternatives {
			return
		}
		for i := 0; i < len(rest); i++ {
			switch rest[i] {
			case '\\':
				i++
			case '[':
				if n := classEnd(rest[i:]); n > 0 {
					i += n - 1
				}
			case '{':
				alts, n := braces(rest[i:])
				if n == 0 {
					continue
				}
				for _, a := range alts {
					walk(done+rest[:i], a+rest[i+n:])
				}
				return
			}
		}
		out = append(out, done+rest)
	}
	walk("", glob)
	return out
}

// braces splits "{a,b}rest" into its alternatives and the length of the braces; 0 when the
// text begins no such group.
func braces(s string) (alts []string, n int) {
	depth, start := 0, 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case ',':
			if depth == 1 {
				alts = append(alts, s[start:i])
				start = i + 1
			}
		case '}':
			if depth--; depth == 0 {
				if len(alts) == 0 {
					return nil, 0
				}
				return append(alts, s[start:i]), i + 1
			}
		}
	}
	return nil, 0
}

// classEnd returns the length of the bracket expression that s begins with, or 0.
func classEnd(s string) int {
	i := 1
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		i++
	}
	for first := true; i < len(s); i, first = i+1, false {
		if s[i] == ']' && !first {
			return i + 1
		}
		if s[i] == '\\' {
			i++
		}
	}
	return 0
}

type tokenKind uint8

const (
	tokLit     tokenKind = iota // one rune
	tokAny                      // ?
	tokClass                    // [a-z]
	tokStar                     // *
	tokUnknown                  // text known at run time only
)

type token struct {
	kind  tokenKind
	r     rune
	class string // between the brackets
}

func globTokens(g string) []token {
	out := make([]token, 0, len(g))
	for i := 0; i < len(g); {
		switch g[i] {
		case '*':
			if n := len(out); n == 0 || out[n-1].kind != tokStar {
				out = append(out, token{kind: tokStar})
			}
			i++
			continue
		case '?':
			out = append(out, token{kind: tokAny})
			i++
			continue
		case '[':
			if n := classEnd(g[i:]); n > 0 {
				out = append(out, token{kind: tokClass, class: g[i+1 : i+n-1]})
				i += n
				continue
			}
		case '\\':
			if i+1 < len(g) {
				i++
			}
		}
		r, n := utf8.DecodeRuneInString(g[i:])
		out = append(out, token{r: r})
		i += n
	}
	return out
}

func valueTokens(v shell.Value) []token {
	s := string(v)
	out := make([]token, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] == 0 && i+1 < len(s) {
			switch s[i : i+2] {
			case shell.Unknown:
				out = append(out, token{kind: tokUnknown})
			case shell.AnyText:
				out = append(out, token{kind: tokStar})
			case shell.AnyRune:
				out = append(out, token{kind: tokAny})
			case shell.OpenBracket:
				if n := classEnd("[" + s[i+2:]); n > 0 {
					out = append(out, token{kind: tokClass, class: s[i+2 : i+n]})
					i += n + 1
					continue
				}
				out = append(out, token{r: '['})
			}
			i += 2
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		out = append(out, token{r: r})
		i += n
	}
	return out
}

// matchTokens runs both token lists against each other: reach[j] says that the glob so far
// can stand for the first j tokens of the value. The work is len(glob) × len(value).
func matchTokens(glob, val []token, l loose) bool {
	reach := make([]bool, len(val)+1)
	next := make([]bool, len(val)+1)
	reach[0] = true
	skip(reach, val, l)
	for _, g := range glob {
		clear(next)
		for j, ok := range reach {
			if !ok {
				continue
			}
			if g.kind == tokStar {
				for k := j; k < len(next) && !next[k]; k++ {
					next[k] = true
				}
				break
			}
			if j == len(val) {
				continue
			}
			v := val[j]
			switch {
			case v.kind == tokLit:
				if g.accepts(v.r) {
					next[j+1] = true
				}
			case !widens(v, l):
				// an atom: only a * of the glob stands for it
			case v.kind == tokStar || v.kind == tokUnknown:
				next[j] = true // one more rune of it
			case meet(g, v):
				next[j+1] = true
			}
		}
		skip(next, val, l)
		reach, next = next, reach
	}
	return reach[len(val)]
}

// skip lets loose stars and unknown parts stand for no text.
func skip(reach []bool, val []token, l loose) {
	for j, v := range val {
		if reach[j] && (v.kind == tokStar || v.kind == tokUnknown) && widens(v, l) {
			reach[j+1] = true
		}
	}
}

func widens(v token, l loose) bool {
	if v.kind == tokUnknown {
		return l&looseUnknown != 0
	}
	return v.kind != tokLit && l&looseGlobs != 0
}

func (g token) accepts(r rune) bool {
	switch g.kind {
	case tokLit:
		return g.r == r
	case tokClass:
		return inClass(g.class, r)
	}
	return true
}

// meet reports whether some rune fits both a one-rune token of the glob and one of the
// value. Two bracket expressions are taken to meet: the mistake is on the careful side.
func meet(g, v token) bool {
	switch {
	case g.kind == tokLit && v.kind == tokClass:
		return inClass(v.class, g.r)
	default:
		return true
	}
}

func inClass(class string, r rune) bool {
	not := strings.HasPrefix(class, "!") || strings.HasPrefix(class, "^")
	if not {
		class = class[1:]
	}
	in := false
	rs := []rune(class)
	for i := 0; i < len(rs); i++ {
		if rs[i] == '\\' && i+1 < len(rs) {
			i++
		}
		lo, hi := rs[i], rs[i]
		if i+2 < len(rs) && rs[i+1] == '-' {
			hi = rs[i+2]
			i += 2
		}
		if lo <= r && r <= hi {
			in = true
		}
	}
	return in != not
}
