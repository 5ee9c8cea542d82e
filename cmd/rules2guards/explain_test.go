package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/compiler"
	"rules2guards.local/emit"
	"rules2guards.local/templates"
)

// TestExplainedRulesAreTheRules reads back what explain --rule shows: the same rule comes of
// it, so nothing of a rule is left out or told in other words.
func TestExplainedRulesAreTheRules(t *testing.T) {
	example, err := os.ReadFile("../../rules.toml.example")
	if err != nil {
		t.Fatal(err)
	}
	src := string(example) + `
[[rule]]
id = "every-condition"
kind = "tool"
tools = ["Bash", "Edit"]
except = ["Edit"]
harnesses = ["codex"]
message = "No \"quotes\", \"commas\" and\ttabs: a list of words that is longer than the line on which it would stand."
when = { branch = ["main"], in = ["src"], worktree = true, input = { timeout = '.', "a.b" = "x\"y" } }
unless = { exists = ["go.work"], worktree = false, input = { command = 'z' } }

[[rule]]
id = "every-text"
kind = "content"
targets = ["file", "sql"]
paths = ["src"]
pattern = 'a'
except_pattern = 'b\w", "'
message = "No."
`
	res := compiler.Compile("rules.toml", []byte(src), compiler.Options{Pack: templates.Pack})
	if res.Diagnostics.HasErrors() {
		t.Fatal(res.Diagnostics)
	}
	if len(res.Origins) < 15 {
		t.Fatalf("only %d rules", len(res.Origins))
	}
	for _, o := range res.Origins {
		text, err := emit.RuleText(o.Rule)
		if err != nil {
			t.Fatal(err)
		}
		pack, _, packed := strings.Cut(o.Rule.ID, "/")
		if packed {
			text = strings.Replace(text, pack+"/", "", 1)
		}
		again := compiler.Compile("rules.toml", []byte(text), compiler.Options{})
		if len(again.Origins) != 1 {
			t.Errorf("%s: %v\n%s", o.Rule.ID, again.Diagnostics, text)
			continue
		}
		got := again.Origins[0].Rule
		if packed {
			got.ID = pack + "/" + got.ID
		}
		if d := cmp.Diff(o.Rule, got); d != "" {
			t.Errorf("%s (-held +shown):\n%s", o.Rule.ID, d)
		}
	}
}
