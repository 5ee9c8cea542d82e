package guard

import (
	"regexp"
	"strings"
)

// occurrences finds the matches of an expression, without those that touch a line which
// another one matches.
type occurrences struct {
	re, except *regexp.Regexp // except may be nil
	seen       int            // how many bytes except was asked of: it is linear in the text
}

// any reports whether there is one.
func (o *occurrences) any(s string) bool {
	if o.except == nil {
		return o.re.MatchString(s)
	}
	found := false
	o.each(s, func(string) bool {
		found = true
		return false
	})
	return found
}

// count counts the matches by their text.
func (o *occurrences) count(s string) map[string]int {
	var out map[string]int
	o.each(s, func(m string) bool {
		if out == nil {
			out = map[string]int{}
		}
		out[m]++
		return true
	})
	return out
}

func (o *occurrences) each(s string, yield func(string) bool) {
	start, end := 0, -1 // the lines that the last match touches …
	one := false        // … which are one line …
	out := false        // … and are excepted
	for _, m := range o.re.FindAllStringIndex(s, -1) {
		if o.except != nil && !(one && m[0] >= start && m[1] <= end) {
			start, end = linesOf(s, m[0], m[1])
			one = strings.IndexByte(s[start:end], '\n') < 0
			o.seen += end - start
			out = o.except.MatchString(s[start:end])
		}
		if !out && !yield(s[m[0]:m[1]]) {
			return
		}
	}
}

// linesOf widens a part of s to the lines that it touches, without the last line's end.
func linesOf(s string, from, to int) (start, end int) {
	start = strings.LastIndexByte(s[:from], '\n') + 1
	if to > from && s[to-1] == '\n' {
		return start, to - 1
	}
	if k := strings.IndexByte(s[to:], '\n'); k >= 0 {
		return start, to + k
	}
	return start, len(s)
}
