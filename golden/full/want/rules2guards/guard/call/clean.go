package call

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text fit to be shown to a model, in a terminal or on a page: characters that
// move a cursor, or that reorder or hide the text around them, are written as escapes, and
// it is cut at max bytes. Line breaks and tabs stay.
func Clean(s string, max int) string { return clean(s, max, true) }

// CleanLine is Clean for text that has to stay on one line: blanks of any kind are joined.
func CleanLine(s string, max int) string { return clean(s, max, false) }

func clean(s string, max int, lines bool) string {
	var b strings.Builder
	blank := false
	for _, r := range s {
		if b.Len() > max {
			break
		}
		switch {
		case !lines && (r == ' ' || r == '\n' || r == '\t' || r == '\r'):
			blank = true
			continue
		case blank && b.Len() > 0:
			b.WriteByte(' ')
		}
		blank = false
		switch {
		case r == '\n' || r == '\t' || shown(r):
			b.WriteRune(r) // an invalid byte became U+FFFD
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return Cut(b.String(), max)
}

// shown reports whether a rune shows as itself.
func shown(r rune) bool {
	return !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r) && r != '\u2028' && r != '\u2029'
}

// Cut shortens s to at most max bytes, at a rune's end, with a mark where something went.
func Cut(s string, max int) string {
	const more = "…"
	if len(s) <= max {
		return s
	}
	i := max - len(more)
	if i <= 0 {
		return ""
	}
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return s[:i] + more
}
