package nesting_test

import (
	"strings"
	"testing"

	"rules2guards.local/compiler/nesting"
)

func TestTooDeep(t *testing.T) {
	deep := strings.Repeat("[", nesting.Max)
	for _, tt := range []struct {
		name, toml string
		want       int
	}{
		{"nothing", "", -1},
		{"as deep as allowed", "x = " + deep, -1},
		{"one more", "x = " + deep + "[", 4 + nesting.Max},
		{"braces", strings.Repeat("x={", 100), 3*nesting.Max + 2},
		{"beside each other", "x = [" + strings.Repeat("[],", 100) + "]", -1},
		{"dotted key", "a" + strings.Repeat(".a", 100), 2*nesting.Max + 1},
		{"dots in many lines", strings.Repeat("a.b = 1\n", 100), -1},
		{"in a comment", "# " + strings.Repeat("[.", 100), -1},
		{"in strings", `x = "` + strings.Repeat("[.", 100) + `\"["` + "\ny = '''\n" + strings.Repeat("[.", 100) + "''''", -1},
		{"behind a string that is not closed", "x = 'a\n" + deep + "[", 7 + nesting.Max},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := nesting.TooDeep([]byte(tt.toml)); got != tt.want {
				t.Errorf("TooDeep = %d, want %d", got, tt.want)
			}
		})
	}
}
