package emit

import (
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// Unified returns a unified diff of a file, empty when nothing changes. No content (nil)
// is a file that doesn't exist.
func Unified(path string, before, after []byte) string {
	if string(before) == string(after) {
		return ""
	}
	from, to := "a/"+path, "b/"+path
	if before == nil {
		from = "/dev/null"
	}
	if after == nil {
		to = "/dev/null"
	}
	// The error is that of the writer, and a string builder has none.
	s, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: lines(before), B: lines(after), FromFile: from, ToFile: to, Context: 3,
	})
	return s
}

// lines splits text behind its line ends; a last line without one says so as diff does.
func lines(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	l := strings.SplitAfter(string(b), "\n")
	if last := len(l) - 1; l[last] == "" {
		l = l[:last]
	} else {
		l[last] += "\n\\ No newline at end of file\n"
	}
	return l
}
