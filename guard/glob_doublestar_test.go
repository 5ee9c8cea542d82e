package guard

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"rules2guards.local/guard/shell"
)

// TestPathGlobsAgreeWithDoublestar: on paths that are known, our matcher says what a
// library says that knows globs only.
func TestPathGlobsAgreeWithDoublestar(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(letters string, n int) string {
		var b strings.Builder
		for range 1 + r.IntN(n) {
			b.WriteByte(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	parts := func(one func() string) string {
		var p []string
		for range 1 + r.IntN(4) {
			p = append(p, one())
		}
		return strings.Join(p, "/")
	}
	for range 20000 {
		glob := parts(func() string {
			switch r.IntN(6) {
			case 0:
				return "**"
			case 1:
				return "[ab]" + word("ab*?", 2)
			}
			return word("aab*?", 3)
		})
		glob = strings.ReplaceAll(glob, "***", "*")
		if strings.HasSuffix(glob, "**") || strings.Contains("/"+strings.ReplaceAll(glob, "/**/", "//"), "**") && !strings.HasPrefix(glob, "**/") {
			continue // ** at the end or inside a name: the two mean different things
		}
		name := parts(func() string { return word("ab", 3) })
		want, err := doublestar.Match(glob, name)
		if err != nil {
			continue
		}
		// What a pattern covers is ours; an exact match is what a library knows.
		if got := meets(splitPath(glob), newSpot(shell.Lit("/"+name), ""), 0) == exact; got != want {
			t.Fatalf("glob %q, path %q: got %v, doublestar says %v", glob, name, got, want)
		}
	}
}
