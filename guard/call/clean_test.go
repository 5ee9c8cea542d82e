package call

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for _, tt := range []struct{ name, in, want, line string }{
		{"plain", "a\tb\nc é 😀", "a\tb\nc é 😀", "a b c é 😀"},
		{"blanks", "  a \r\n b  ", "  a \\u000d\n b  ", "a b"},
		{"controls", "a\x1b[0m\x7f\u0085", `a\u001b[0m\u007f\u0085`, `a\u001b[0m\u007f\u0085`},
		{"bidi and invisible", "\u202ea\u200b\u2066\ufeff\U000e0041", `\u202ea\u200b\u2066\ufeff\U000e0041`, `\u202ea\u200b\u2066\ufeff\U000e0041`},
		{"invalid bytes", "a\xffb", "a\ufffdb", "a\ufffdb"},
		{"cut between runes", strings.Repeat("é", 25), strings.Repeat("é", 23) + "…", strings.Repeat("é", 23) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in, 49); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := CleanLine(tt.in, 49); got != tt.line {
				t.Errorf("on one line: got %q, want %q", got, tt.line)
			}
		})
	}
}

func TestCutKeepsToItsBound(t *testing.T) {
	for max := range 12 {
		if got := Cut("éa😀bcdefgh", max); len(got) > max || !utf8.ValidString(got) {
			t.Errorf("%d bytes: %q", max, got)
		}
	}
}
