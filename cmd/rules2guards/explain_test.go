package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
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

// TestExplainedRulesCompile compiles what explain --rule prints of the rules of every pack,
// and of examples that say all that one can.
func TestExplainedRulesCompile(t *testing.T) {
	const own = `
[[rule]]
id = "every-fact"
kind = "tool"
tools = ["mcp__db__query", "Edit"]
message = "No."
when = { branch = ["main"], in = ["a"], exists = ["go.mod"], worktree = false }
fires_on = [
  { tool = "mcp__db__query", branch = "main", in = "a", exists = ["go.mod", "b \"c\".md"], worktree = false, input = { "a.b" = "x\ty\\", list = [1, 2.5, true, "z"], sub = { deep = "d", none = {} } } },
  { write = "x.go", old = "a\nb", text = "\u001b[0m\u202e\u007f", branch = "main", in = "a", exists = ["go.mod"], worktree = false },
]
passes_on = [{ tool = "mcp__db__query", branch = "main", in = "a", exists = ["go.mod"], worktree = true }]
`
	write := func(text string) string {
		name := filepath.Join(t.TempDir(), "rules.toml")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	explained := func(rules, id string) string {
		var out, errs bytes.Buffer
		args := []string{"rules2guards", "explain", "--rules", rules, "--rule", id}
		if code := run(args, os.Environ(), strings.NewReader(""), &out, &errs); code != exitOK {
			t.Fatalf("explain --rule %s: exit %d\n%s", id, code, errs.String())
		}
		return out.String()
	}
	check := func(rules, pack string) {
		src, err := os.ReadFile(rules)
		if err != nil {
			t.Fatal(err)
		}
		res := compiler.Compile("rules.toml", src, compiler.Options{Pack: templates.Pack})
		if res.Diagnostics.HasErrors() || len(res.Origins) == 0 {
			t.Fatalf("%s: %v", src, res.Diagnostics)
		}
		for _, o := range res.Origins {
			text := explained(rules, o.Rule.ID)
			if pack != "" {
				text = strings.Replace(text, `"`+pack+"/", `"`, 1) // an id of one's own has no pack
			}
			again := compiler.Compile("rules.toml", []byte(text), compiler.Options{})
			for _, d := range again.Diagnostics {
				if d.Severity != diag.Note {
					t.Errorf("%s:%d:%d: %s\n%s", o.Rule.ID, d.Line, d.Col, d.Message, text)
				}
			}
			if len(again.Origins) != 1 {
				t.Errorf("%s: %d rules\n%s", o.Rule.ID, len(again.Origins), text)
				continue
			}
			if d := cmp.Diff(o.FiresOn, again.Origins[0].FiresOn) + cmp.Diff(o.PassesOn, again.Origins[0].PassesOn); d != "" {
				t.Errorf("%s (-held +shown):\n%s", o.Rule.ID, d)
			}
		}
	}
	rules := write(own)
	check(rules, "")
	for _, want := range []string{`worktree = true`, `exists = ["go.mod", "b \"c\".md"]`, `"list" = [1, 2.5, true, "z"]`} {
		if text := explained(rules, "every-fact"); !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	for _, pack := range templates.Packs() {
		check(write(fmt.Sprintf("use = [%q]\n", pack)), pack)
	}
}
