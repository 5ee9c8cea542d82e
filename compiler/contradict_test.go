package compiler_test

import (
	"fmt"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/templates"
)

// only is a rule that stops one program and lets another pass.
func only(id, stops, passes, more string) string {
	return "[[rule]]\nid = \"" + id + "\"\nkind = \"command\"\ncommands = [\"" + stops + "\"]\nmessage = \"m\"\n" + more +
		"\nfires_on = [\"" + stops + " x\"]\npasses_on = [\"" + passes + " x\"]\n"
}

func TestContradictions(t *testing.T) {
	m := map[string]string{
		"pack:a":          only("use-a", "b", "a", ""),
		"pack:b":          only("use-b", "a", "b", ""),
		"pack:c":          only("no-a", "a", "c", ""), // one way only
		"pack:ask":        only("ask-a", "a", "b", "action = \"ask\""),
		"pack:branch":     only("use-b", "a", "b", "when = { branch = [\"main\"] }"),
		"pack:codex":      only("use-b", "a", "b", "harnesses = [\"codex\"]"),
		"pack:both":       only("use-a", "b", "a", "") + only("use-b", "a", "b", ""),
		"a.toml":          only("own-a", "b", "a", ""),
		"b.toml":          only("own-b", "a", "b", ""),
		"team.toml":       "use = [\"a\"]\n",
		"web/rules.toml":  only("web-a", "b", "a", ""),
		"api/rules.toml":  only("api-b", "a", "b", ""),
		"web2/rules.toml": "use = [\"b\"]\n",
	}
	off := "[[override]]\nid = \"b/use-b\"\nreason = \"r\"\nenabled = false\n"
	tests := []struct{ name, src, want string }{
		{"packs", `use = ["a", "b"]`, "1:13 error"},
		{"told once, at the later one", `use = ["b", "c", "a"]`, "1:18 error"},
		{"one way only", `use = ["a", "c"]`, ""},
		{"asking is no stopping", `use = ["a", "ask"]`, ""},
		{"on some branches", `use = ["a", "branch"]`, ""},
		{"on some harnesses", `use = ["a", "codex"]`, ""},
		{"within one pack", `use = ["both"]`, ""},
		{"alone", `use = ["a"]`, ""},
		{"one is off", "use = [\"a\", \"b\"]\n" + off, ""},
		{"files may mean it", `use = ["./a.toml", "./b.toml"]`, "1:20 warning"},
		{"a file and a pack", `use = ["a", "./b.toml"]`, "1:13 warning"},
		{"a pack that came by a file", `use = ["./team.toml", "b"]`, "1:23 error"},
		{"a rule of this file", "use = [\"a\"]\n" + only("mine", "a", "b", ""), "1:8 warning"},
		{"folders of their own", `use = ["./web/rules.toml", "./api/rules.toml"]`, ""},
		{"everywhere, and in a folder", `use = ["a", "./web2/rules.toml"]`, "1:8 error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := compiler.Compile("rules.toml", []byte(tt.src), files(m))
			got := ""
			for _, d := range r.Diagnostics {
				if d.Code == "contradiction" {
					got += position(d)
				}
			}
			if got != tt.want {
				t.Errorf("want %q, got %q:\n%s", tt.want, got, render(t, r))
			}
		})
	}
}

// TestPacksContradict: of the packs, just those of package managers, each other.
func TestPacksContradict(t *testing.T) {
	want := map[string]bool{}
	for _, l := range [][]string{{"node-bun", "node-npm", "node-pnpm", "node-yarn"}, {"python-pip", "python-poetry", "python-uv"}} {
		for i, a := range l {
			for _, b := range l[i+1:] {
				want[fmt.Sprintf("the pack %q and the pack %q contradict each other", a, b)] = true
			}
		}
	}
	use := `use = ["` + strings.Join(templates.Packs(), `", "`) + `"]`
	for _, d := range compiler.Compile("rules.toml", []byte(use), compiler.Options{Pack: templates.Pack}).Diagnostics {
		if d.Code != "contradiction" {
			continue
		}
		said, _, _ := strings.Cut(d.Message, ":")
		if !want[said] || d.Severity != diag.Error {
			t.Errorf("%s: %s", d.Severity, d.Message)
		}
		delete(want, said)
	}
	for said := range want {
		t.Errorf("nobody says that %s", said)
	}
}

func position(d diag.Diagnostic) string {
	return fmt.Sprintf("%d:%d %s", d.Line, d.Col, d.Severity)
}
