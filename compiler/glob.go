package compiler

import (
	"fmt"
	"strings"
)

// problem is something wrong inside a string of the rule file: bytes from to to of it.
type problem struct {
	from, to int
	warning  bool
	code     string
	message  string
	hint     string
}

// maxAlternatives is how many combinations the braces of one pattern may make.
const maxAlternatives = 256

// char is one rune of a pattern. Quoted runes are literal.
type char struct {
	r      rune
	quoted bool
	at     int // offset in the pattern
}

// word is a word of a pattern, quotes taken off.
type word []char

func (w word) String() string {
	var b strings.Builder
	for _, c := range w {
		b.WriteRune(c.r)
	}
	return b.String()
}

// glob writes the word as a glob: live characters as they are, literal ones escaped.
func (w word) glob() string {
	var b strings.Builder
	for _, c := range w {
		if c.quoted && strings.ContainsRune(`*?[]{},\`, c.r) || c.r == '\\' {
			b.WriteByte('\\')
		}
		b.WriteRune(c.r)
	}
	return b.String()
}

// globWord reads a glob that stands for itself, outside a command: a backslash makes the
// next character literal.
func globWord(s string) word {
	var w word
	quoted := false
	for i, r := range s {
		if r == '\\' && !quoted {
			quoted = true
			continue
		}
		w = append(w, char{r, quoted, i})
		quoted = false
	}
	return w
}

// expand spells the braces of a word out. ok is false when there are more than limit
// combinations.
func (w word) expand(limit int) (out []word, ok bool) {
	open, parts, end := w.braces()
	if open < 0 {
		return []word{w}, true
	}
	for _, p := range parts {
		alt := make(word, 0, len(w))
		alt = append(append(append(alt, w[:open]...), p...), w[end:]...)
		more, ok := alt.expand(limit - len(out))
		if !ok || len(out)+len(more) > limit {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// braces finds the first group {a,b} of the word: where it opens, its parts, and what
// stands behind it. A group without a comma is text, as in a shell: stash@{0}.
func (w word) braces() (open int, parts []word, end int) {
	// What is open from the outermost inwards, with the commas at that depth.
	type group struct {
		open   int
		commas []int
	}
	var stack []group
	best := -1
	for i, c := range w {
		if c.quoted {
			continue
		}
		switch c.r {
		case '{':
			stack = append(stack, group{open: i})
		case ',':
			if n := len(stack); n > 0 {
				stack[n-1].commas = append(stack[n-1].commas, i)
			}
		case '}':
			n := len(stack)
			if n == 0 {
				continue
			}
			g := stack[n-1]
			stack = stack[:n-1]
			if len(g.commas) == 0 || best >= 0 && g.open > best {
				continue
			}
			best, end = g.open, i+1
			parts = nil
			from := g.open + 1
			for _, comma := range append(g.commas, i) {
				parts = append(parts, w[from:comma])
				from = comma + 1
			}
		}
	}
	return best, parts, end
}

// check reports brackets and braces of a word that never close.
func (w word) check(s string) []problem {
	var out []problem
	var open []int
	for i := 0; i < len(w); i++ {
		c := w[i]
		if c.quoted {
			continue
		}
		switch c.r {
		case '{':
			open = append(open, i)
		case '}':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case '[':
			end := w.class(i)
			if end < 0 {
				out = append(out, problem{from: c.at, to: c.at + 1, code: "bad-glob", message: fmt.Sprintf("[ is never closed in %s", quote(s)), hint: `write \[ for the character itself`})
				continue
			}
			if msg := emptyRange(w[i+1 : end]); msg != "" {
				out = append(out, problem{from: c.at, to: w[end].at + 1, code: "bad-glob", message: msg + " in " + quote(s), hint: "write the smaller character first"})
			}
			i = end
		}
	}
	for _, i := range open {
		out = append(out, problem{from: w[i].at, to: w[i].at + 1, code: "bad-glob", message: fmt.Sprintf("{ is never closed in %s", quote(s)), hint: `write {a,b} without blanks, or \{ for the character itself`})
	}
	return out
}

// class returns the index of the ] that closes the bracket expression at i, or -1.
func (w word) class(i int) int {
	j := i + 1
	if j < len(w) && (w[j].r == '!' || w[j].r == '^') {
		j++
	}
	for first := true; j < len(w); j, first = j+1, false {
		if w[j].r == ']' && !w[j].quoted && !first {
			return j
		}
	}
	return -1
}

// emptyRange reports a range such as [z-a], in which no character is.
func emptyRange(class word) string {
	for i := 0; i+2 < len(class); i++ {
		if class[i+1].r == '-' && !class[i+1].quoted {
			if class[i].r > class[i+2].r {
				return fmt.Sprintf("the range %c-%c is empty", class[i].r, class[i+2].r)
			}
			i += 2
		}
	}
	return ""
}

// checkGlob reports what is wrong with a glob outside commands and paths.
func checkGlob(s string) []problem {
	w := globWord(s)
	out := w.check(s)
	if _, ok := w.expand(maxAlternatives); !ok {
		out = append(out, tooMany(s))
	}
	return out
}

func tooMany(s string) problem {
	return problem{
		to: len(s), code: "too-many-alternatives",
		message: fmt.Sprintf("the braces make more than %d combinations", maxAlternatives),
		hint:    "write several entries, or use * where anything will do",
	}
}
