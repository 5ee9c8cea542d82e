package shell

import (
	"iter"
	"strings"
)

// repairParens handles any error behind a (( that the parser took for what it isn't.
func repairParens(src *source, at int) (*source, bool) {
	if next, ok := repairSubshell(src, at); ok {
		return next, true
	}
	return repairBlank(src, at)
}

// repairBlank empties the arithmetic that an error stands in.
func repairBlank(src *source, at int) (*source, bool) {
	if i := strings.LastIndex(src.text[:min(at+2, len(src.text))], "(("); i >= 0 {
		return blankArithm(src, i+2)
	}
	return nil, false
}

// repairSubshell parts the (( that the parser took for arithmetic: to bash these are two
// subshells when no )) ends them.
func repairSubshell(src *source, at int) (*source, bool) {
	i := min(at+3, len(src.text)) // the error may stand in front of $((
	for range 8 {
		i = strings.LastIndex(src.text[:i], "((")
		if i < 0 {
			break
		}
		if !closesTwice(src.text, i) {
			return src.insert(i+1, splitMark), true
		}
		i++
	}
	return nil, false
}

// repairArithm handles what the parser took for arithmetic: a[x y]=1, ((a); b) and
// $((a) | b).
func repairArithm(src *source, at int) (*source, bool) {
	if next, ok := repairSubshell(src, at); ok {
		return next, true
	}
	text := src.text
	// The innermost bracket or (( that is open at the error.
	depth := 0
	for i := at - 1; i >= 0 && text[i] != '\n'; i-- {
		switch text[i] {
		case ']':
			depth++
		case '[':
			if depth--; depth < 0 {
				return repairSubscript(src, i, at)
			}
		case '(':
			if i > 0 && text[i-1] == '(' {
				i = 0 // (( comes first
			}
		}
	}
	return repairBlank(src, at)
}

// lostWords is what bash 5.2 makes of (( that is no arithmetic in a text that it reads from a
// file or a pipe: where a line ends right behind the inner ), the first word of the next is lost.
func lostWords(fixed *source) (*source, bool) {
	b := []byte(fixed.text)
	changed := false
	for at := range parted(fixed.text, "("+splitMark+"(") {
		end := closingParen(fixed.text, at+1+len(splitMark))
		if at > 0 && b[at-1] == '$' || end == 0 || !strings.HasPrefix(fixed.text[end+1:], "\n") {
			continue
		}
		for k := end + 2; k < len(b) && strings.IndexByte(" \t\n;&|()<>", b[k]) < 0; k++ {
			quote := b[k]
			b[k], changed = ' ', true
			if quote != '\'' && quote != '"' {
				continue
			}
			for k++; k < len(b) && b[k] != quote; k++ {
				b[k] = ' '
			}
			if k < len(b) {
				b[k] = ' '
			}
		}
	}
	next := *fixed
	next.text = string(b)
	return &next, changed
}

// cutShort is what bash 5.2 makes of "$((" that is no arithmetic where a case is in it: it counts
// brackets, so that the ) of a pattern ends the substitution, and what follows is text in double quotes.
func cutShort(fixed *source) (*source, bool) {
	b := []byte(fixed.text)
	changed := false
	for at := range parted(fixed.text, "$("+splitMark+"(") {
		end := closingParen(fixed.text, at+1)
		if end == 0 || !strings.Contains(fixed.text[at:end], "case") {
			continue
		}
		for k := at; k <= end; k++ {
			b[k] = '_'
		}
		changed = true
	}
	next := *fixed
	next.text = string(b)
	return &next, changed
}

// parted goes through the places where a (( was parted, a bounded number of them: each is looked
// through to its end.
func parted(text, mark string) iter.Seq[int] {
	return func(yield func(at int) bool) {
		from := 0
		for range maxRepairs {
			i := strings.Index(text[from:], mark)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i + len(mark) - 1 // its last bracket may begin the next
		}
	}
}

// closesTwice reports whether the (( at i is arithmetic to bash: the ) of its inner ( has
// another one right behind it.
func closesTwice(text string, i int) bool {
	end := closingParen(text, i+1)
	return end > 0 && strings.HasPrefix(text[end+1:], ")")
}

// closingParen is where the ( at i is closed, or 0.
func closingParen(text string, i int) int {
	depth := 0
	for k := i; k < len(text); k++ {
		switch text[k] {
		case '\\':
			k++
		case '\'':
			if end := strings.IndexByte(text[k+1:], '\''); end >= 0 {
				k += end + 1
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return 0
}

// blankArithm empties arithmetic that bash will refuse when it runs.
func blankArithm(src *source, from int) (*source, bool) {
	depth := 2
	for k := from; k < len(src.text); k++ {
		switch src.text[k] {
		case '`':
			return nil, false
		case '$':
			if next := src.text[k+1:]; strings.HasPrefix(next, "(") || strings.HasPrefix(next, "{") {
				return nil, false
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 1 && k > from && strings.Trim(src.text[from:k], "1") != "" {
				return src.overwrite(from, src.text[from:k], strings.Repeat("1", k-from))
			}
		}
	}
	return nil, false
}

// repairSubscript makes the words of a subscript one word.
func repairSubscript(src *source, from, at int) (*source, bool) {
	end := strings.IndexByte(src.text[at:], ']')
	if end < 0 {
		return nil, false
	}
	inner := []byte(src.text[from+1 : at+end])
	changed := false
	for i, c := range inner {
		if strings.IndexByte(" \t.:@#/,=", c) >= 0 {
			inner[i], changed = '_', true
		}
	}
	if !changed {
		return nil, false
	}
	return src.overwrite(from+1, src.text[from+1:at+end], string(inner))
}
