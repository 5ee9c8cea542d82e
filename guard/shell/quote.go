package shell

import (
	"strconv"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// ansiC reads the inside of $'…'.
func ansiC(s string) Value {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		n, text, end := escapeCode(s[i+1:], true)
		if end {
			break
		}
		if n == 0 {
			b = append(b, '\\')
			continue
		}
		b = append(b, text...)
		i += n
	}
	return Lit(string(b))
}

// escapeCode reads what follows a backslash, as $'…' does or, without ansi, as echo -e and
// printf do. n is how many bytes it took: 0 when it is no escape. end: the text ends here.
func escapeCode(s string, ansi bool) (n int, text []byte, end bool) {
	switch s[0] {
	case 'n':
		return 1, []byte{'\n'}, false
	case 't':
		return 1, []byte{'\t'}, false
	case 'r':
		return 1, []byte{'\r'}, false
	case 'a':
		return 1, []byte{7}, false
	case 'b':
		return 1, []byte{8}, false
	case 'e', 'E':
		return 1, []byte{27}, false
	case 'f':
		return 1, []byte{12}, false
	case 'v':
		return 1, []byte{11}, false
	case '\\':
		return 1, []byte{'\\'}, false
	case '\'', '"', '?':
		if ansi {
			return 1, []byte{s[0]}, false
		}
	case 'c':
		if !ansi {
			return 1, nil, true
		}
		if len(s) > 1 {
			return 2, []byte{s[1] & 0x1f}, false
		}
	case 'x':
		return number(s, 1, 2, 16, false)
	case 'u':
		return number(s, 1, 4, 16, true)
	case 'U':
		return number(s, 1, 8, 16, true)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		from, digits := 0, 3
		if !ansi && s[0] == '0' {
			from = 1
		}
		n, text, end = number(s, from, digits, 8, false)
		if n == 0 && from == 1 {
			return 1, []byte{0}, false
		}
		return n, text, end && ansi
	}
	return 0, nil, false
}

func number(s string, from, digits, base int, asRune bool) (n int, text []byte, end bool) {
	to := from
	for to < len(s) && to < from+digits {
		if _, err := strconv.ParseUint(s[to:to+1], base, 8); err != nil {
			break
		}
		to++
	}
	if to == from {
		return 0, nil, false
	}
	x, err := strconv.ParseUint(s[from:to], base, 32)
	switch {
	case err != nil:
		return 0, nil, false
	case x == 0:
		return to, nil, true
	case asRune:
		return to, utf8.AppendRune(nil, rune(x)), false
	}
	return to, []byte{byte(x)}, false
}

// braces spells out the braces of a word: the parts of each word that it becomes. None:
// there are too many.
func (w *walker) braces(word *syntax.Word) [][]syntax.WordPart {
	split := &syntax.Word{Parts: word.Parts}
	if !syntax.SplitBraces(split) {
		return [][]syntax.WordPart{word.Parts}
	}
	return w.spell(split.Parts, 0)
}

// spell is nil when there are too many words.
func (w *walker) spell(parts []syntax.WordPart, depth int) [][]syntax.WordPart {
	all := [][]syntax.WordPart{nil}
	for _, part := range parts {
		brace, ok := part.(*syntax.BraceExp)
		if !ok {
			for i := range all {
				all[i] = append(all[i], part)
			}
			if !w.step(len(all)) {
				return nil
			}
			continue
		}
		if depth == maxDepth {
			return nil
		}
		var choices [][]syntax.WordPart
		if brace.Sequence {
			choices = sequence(brace)
		} else {
			for _, elem := range brace.Elems {
				inner := w.spell(elem.Parts, depth+1)
				if choices = append(choices, inner...); inner == nil || len(choices) > maxFields {
					return nil
				}
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
				next = append(next, append(append([]syntax.WordPart(nil), a...), c...))
			}
		}
		all = next
	}
	return all
}

// sequence spells out {1..9} and {a..f..2}.
func sequence(brace *syntax.BraceExp) [][]syntax.WordPart {
	from, to := brace.Elems[0].Lit(), brace.Elems[1].Lit()
	by := int64(1)
	if len(brace.Elems) > 2 {
		by, _ = strconv.ParseInt(brace.Elems[2].Lit(), 10, 32)
		by = max(by, -by)
	}
	a, errA := strconv.ParseInt(from, 10, 32)
	b, errB := strconv.ParseInt(to, 10, 32)
	letters := errA != nil || errB != nil
	if letters {
		if len(from) != 1 || len(to) != 1 {
			return nil
		}
		a, b = int64(from[0]), int64(to[0])
	}
	if by == 0 {
		by = 1
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

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
