package call

import "strings"

// Quote writes a text so that a POSIX shell reads it as one word.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// QuoteWord is Quote for a word that needs it.
func QuoteWord(s string) string {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && strings.IndexByte("_-./=:,@+%", c) < 0 {
			return Quote(s)
		}
	}
	if s == "" {
		return Quote(s)
	}
	return s
}
