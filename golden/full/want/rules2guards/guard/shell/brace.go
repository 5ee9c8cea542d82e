package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// syntax.SplitBraces takes time and memory that grow with the square of a word that opens
// many braces, so braces are found here.

// braceToken is a part of a word, or one of { , } in its unquoted text.
type braceToken struct {
	part   syntax.WordPart // nil for { , }
	kind   byte
	end    int   // {: the token of its }; 0: it is plain text
	commas []int // {: the tokens of its commas
	live   bool  // , or }: belongs to a { that has an end
}

// braces spells out the braces of a word: the parts of each word that it becomes. None:
// there are too many.
func (w *walker) braces(word *syntax.Word) [][]syntax.WordPart {
	for _, part := range word.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "{") {
			tokens := braceTokens(word.Parts)
			if !w.step(4*len(tokens)) || !matchBraces(tokens) {
				break
			}
			return w.spell(tokens, 0, len(tokens), 0)
		}
	}
	return [][]syntax.WordPart{word.Parts}
}

func braceTokens(parts []syntax.WordPart) []braceToken {
	var all []braceToken
	for _, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			all = append(all, braceToken{part: part})
			continue
		}
		s := lit.Value
		from := 0
		flush := func(to int) {
			if from < to {
				all = append(all, braceToken{part: &syntax.Lit{Value: s[from:to]}})
			}
		}
		for i := 0; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case '{', ',', '}':
				flush(i)
				all = append(all, braceToken{kind: s[i]})
				from = i + 1
			}
		}
		flush(len(s))
	}
	return all
}

// matchBraces finds the end of each { and reports whether any pair is one that is expanded.
func matchBraces(tokens []braceToken) bool {
	var open []int
	found := false
	for i := range tokens {
		switch t := &tokens[i]; t.kind {
		case '{':
			open = append(open, i)
		case ',':
			if n := len(open); n > 0 {
				o := &tokens[open[n-1]]
				o.commas = append(o.commas, i)
			}
		case '}':
			n := len(open)
			if n == 0 {
				continue
			}
			o := &tokens[open[n-1]]
			if len(o.commas) > 0 || i == open[n-1]+2 && isSequence(tokens[i-1].part) {
				o.end, t.live, found = i, true, true
				for _, c := range o.commas {
					tokens[c].live = true
				}
			}
			open = open[:n-1]
		}
	}
	return found
}

func isSequence(part syntax.WordPart) bool {
	lit, ok := part.(*syntax.Lit)
	return ok && strings.Contains(lit.Value, "..") && !strings.Contains(lit.Value, "\\")
}

// spell spells out tokens from lo to hi. It is nil when there are too many words.
func (w *walker) spell(tokens []braceToken, lo, hi, depth int) [][]syntax.WordPart {
	all := [][]syntax.WordPart{nil}
	for i := lo; i < hi; i++ {
		t := &tokens[i]
		if !w.step(len(all)) || depth > maxDepth {
			return nil
		}
		if t.kind != '{' || t.end == 0 {
			part := t.part
			if part == nil {
				part = &syntax.Lit{Value: string(t.kind)}
			}
			for k := range all {
				all[k] = append(all[k], part)
			}
			continue
		}
		var choices [][]syntax.WordPart
		if len(t.commas) == 0 {
			choices = sequence(tokens[i+1].part)
		} else {
			from := i + 1
			for n := range len(t.commas) + 1 {
				to := t.end
				if n < len(t.commas) {
					to = t.commas[n]
				}
				inner := w.spell(tokens, from, to, depth+1)
				if choices = append(choices, inner...); inner == nil || len(choices) > maxFields {
					return nil
				}
				from = to + 1
			}
		}
		if choices == nil || len(all)*len(choices) > maxFields {
			return nil
		}
		next := make([][]syntax.WordPart, 0, len(all)*len(choices))
		for _, a := range all {
			for _, c := range choices {
				if !w.step(1 + len(a) + len(c)) {
					return nil
				}
				next = append(next, append(append(make([]syntax.WordPart, 0, len(a)+len(c)), a...), c...))
			}
		}
		all = next
		i = t.end
	}
	return all
}

// sequence spells out 1..9 and a..f..2.
func sequence(part syntax.WordPart) [][]syntax.WordPart {
	lit, _ := part.(*syntax.Lit)
	ends := strings.Split(lit.Value, "..")
	plain := [][]syntax.WordPart{{&syntax.Lit{Value: "{" + lit.Value + "}"}}}
	if len(ends) > 3 {
		return plain
	}
	from, to, by := ends[0], ends[1], int64(1)
	if len(ends) == 3 {
		n, err := strconv.ParseInt(ends[2], 10, 32)
		if err != nil {
			return plain
		}
		by = max(n, -n, 1)
	}
	a, errA := strconv.ParseInt(from, 10, 32)
	b, errB := strconv.ParseInt(to, 10, 32)
	letters := errA != nil || errB != nil
	if letters {
		if len(from) != 1 || len(to) != 1 {
			return plain
		}
		a, b = int64(from[0]), int64(to[0])
	}
	if max(a-b, b-a)/by >= maxFields {
		return nil
	}
	width := 0
	if !letters && (len(from) > 1 && from[0] == '0' || len(to) > 1 && to[0] == '0') {
		width = max(len(from), len(to))
	}
	var all [][]syntax.WordPart
	for i := a; a <= b && i <= b || a > b && i >= b; {
		s := strconv.FormatInt(i, 10)
		for len(s) < width {
			s = "0" + s
		}
		if letters {
			s = "\\" + string(rune(i))
		}
		all = append(all, []syntax.WordPart{&syntax.Lit{Value: s}})
		if a <= b {
			i += by
		} else {
			i -= by
		}
	}
	return all
}
