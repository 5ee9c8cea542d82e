package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/golden"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// TestRecordedEvents feeds every recorded event of Claude Code to the guard of the example
// rules, and to one that blocks every call: exit code and streams of each stand in a file.
func TestRecordedEvents(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("..", "..", "rules.toml.example"))
	if err != nil {
		t.Fatal(err)
	}
	const all = `
[[rule]]
id = "no-calls"
kind = "tool"
tools = ["*"]
message = "No calls."
fires_on = [{ tool = "Read", input = {} }]
`
	project := t.TempDir()
	events, err := filepath.Glob(filepath.Join("..", "..", "guard", "wire", "testdata", "claude-code", "*.json"))
	if err != nil || len(events) < 60 {
		t.Fatalf("%d recorded events, %v", len(events), err)
	}
	var out strings.Builder
	for _, r := range []struct{ name, text string }{{"example rules", string(example)}, {"a rule on every tool", all}} {
		res := compiler.Compile("rules.toml", []byte(r.text), compiler.Options{Protect: harness.Protect(harness.All())})
		if res.Diagnostics.HasErrors() {
			t.Fatal(res.Diagnostics)
		}
		for _, e := range events {
			data, err := os.ReadFile(e)
			if err != nil {
				t.Fatal(err)
			}
			data = bytes.ReplaceAll(data, []byte("/home/dev/project"), []byte(filepath.ToSlash(project)))
			var stdout, stderr bytes.Buffer
			code := guard.Main(program(res), []string{"--harness", "claude-code", "--project", project},
				[]string{"HOME=/home/dev"}, bytes.NewReader(data), &stdout, &stderr)
			name := filepath.Base(e)
			before := strings.HasPrefix(name, "PreToolUse.")
			switch {
			case code == 0 && strings.TrimSpace(stdout.String()) == "{}" && stderr.Len() == 0:
			case code == 2 && before && strings.Contains(stdout.String(), `"permissionDecision":"deny"`) && stderr.Len() > 0:
			case code == 0 && before && strings.Contains(stdout.String(), `"hookEventName":"PreToolUse"`):
			default:
				t.Errorf("%s under %s: exit code %d, stdout %q, stderr %q", name, r.name, code, stdout.String(), stderr.String())
			}
			id, _, _ := strings.Cut(stderr.String(), ":")
			fmt.Fprintf(&out, "%-22s %-52s %d %s\n", r.name, name, code, id)
		}
	}
	golden.Equal(t, "testdata/recorded.txt", []byte(out.String()))
}
