package compiler

import "testing"

func TestRequiredLiteral(t *testing.T) {
	tests := []struct {
		name, expr, want string
		fold             bool
	}{
		{"literal", "abc", "abc", false},
		{"longest of a concatenation", `TODO\(#\d+\)`, "TODO(#", false},
		{"group that repeats", "(abc)+x", "abc", false},
		{"repeat at least once", "(?:abc){2,3}", "abc", false},
		{"optional", "(abc)?x", "x", false},
		{"alternatives", "abc|abd", "ab", false},
		{"nothing in common", "abc|xyz", "", false},
		{"class", `:\s*any\b`, "any", false},
		{"case ignored", "(?i)^co-authored-by:", "co-authored-by:", true},
		{"letters that fold to others are left out", "(?i)drop desk", "drop de", true},
		{"broken", "(", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, fold := requiredLiteral(tt.expr)
			if got != tt.want || fold != tt.fold {
				t.Errorf("got %q %v, want %q %v", got, fold, tt.want, tt.fold)
			}
		})
	}
}

func TestAnchored(t *testing.T) {
	tests := []struct {
		expr string
		want bool
	}{
		{"^npm", true},
		{"(?i)^npm", true},
		{`\Anpm`, true},
		{"(^npm|^yarn) x", true},
		{"^npm|yarn", false},
		{"npm", false},
		{"x?^npm", false},
	}
	for _, tt := range tests {
		re, probs := parseRegexp(tt.expr)
		if len(probs) > 0 {
			t.Fatal(probs)
		}
		if got := anchored(re); got != tt.want {
			t.Errorf("%s: %v", tt.expr, got)
		}
	}
}
