package compiler

import (
	"slices"
	"strings"
	"testing"
)

func TestTablesOfGuessesAreSorted(t *testing.T) {
	tables := map[string][]guess{
		"rule": ruleGuesses(), "condition": conditionGuesses(), "example": exampleGuesses(), "harness": harnessGuesses(),
	}
	for _, key := range []string{"action", "kind", "access", "targets", "via", "on_unknown"} {
		tables[key] = wordGuesses(key)
	}
	for name, table := range tables {
		if len(table) == 0 || !slices.IsSortedFunc(table, func(a, b guess) int { return strings.Compare(a.word, b.word) }) {
			t.Errorf("%s is empty or not sorted", name)
		}
	}
}

func TestNoGuessIsAKeyOfTheLanguage(t *testing.T) {
	for _, g := range ruleGuesses() {
		if slices.Contains(ruleKeys(), g.word) {
			t.Errorf("%s is a key of a rule", g.word)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"commands", "pattern", "except", "except_pattern", "fires_on", "passes_on", "on_unknown"}
	tests := []struct{ name, word, want string }{
		{"a letter too many", "commandss", "commands"},
		{"swapped letters", "pattren", "pattern"},
		{"other separator", "fires-on", "fires_on"},
		{"other case", "FiresOn", "fires_on"},
		{"far off", "zebra", ""},
		{"short words need to be close", "on", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := nearest(tt.word, known); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"amp", "claude-code", "cline", "codex", "git/no-reset", "git/no-clean", "kilo", "kimi", "qwen-code"}
	tests := []struct{ name, word, want string }{
		{"a beginning comes before a near word", "claude", `did you mean "claude-code"?`},
		{"in another case", "Claude", `did you mean "claude-code"?`},
		{"a slip", "clien", `did you mean "cline"?`},
		{"two letters begin much", "ki", ""},
		{"behind a pack's name", "no-clean", `did you mean "git/no-clean"?`},
		{"far off", "zebra", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := DidYouMean(tt.word, known); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
