package compiler

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCasesAreTheExamplesAsWritten(t *testing.T) {
	res := Compile("rules.toml", []byte(`
[[rule]]
id = "no-npm"
kind = "command"
commands = ["npm"]
message = "No."
fires_on = ["npm i", { command = "npm x", branch = "main" }]
passes_on = ["ls"]

[[rule]]
id = "no-any"
kind = "content"
pattern = 'any'
message = "No."
fires_on = [{ write = "a.ts", old = "x", text = "any" }, { write = "a.ts", text = "any" }]
`), Options{})
	want := []Case{
		{Rule: "no-npm", Fires: true, Tool: "Bash", Input: map[string]any{"command": "npm i"}},
		{Rule: "no-npm", Fires: true, Tool: "Bash", Input: map[string]any{"command": "npm x"}, Stated: true},
		{Rule: "no-npm", Tool: "Bash", Input: map[string]any{"command": "ls"}},
		{Rule: "no-any", Fires: true, Tool: "Edit", Input: map[string]any{"file_path": "a.ts", "old_string": "x", "new_string": "any"}},
		{Rule: "no-any", Fires: true, Tool: "Write", Input: map[string]any{"file_path": "a.ts", "content": "any"}},
	}
	if d := cmp.Diff(want, res.Cases); d != "" {
		t.Errorf("%s%v", d, res.Diagnostics)
	}
}
