package harness

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

func TestPermissionsHoldNoMoreThanTheirRule(t *testing.T) {
	npm := guard.Rule{ID: "r", Kind: guard.CommandRule, Action: call.Block, Message: "No.", Commands: []string{"npm"}}
	command := func(commands ...string) guard.Rule {
		r := npm
		r.Commands = commands
		return r
	}
	paths := func(access call.Access, list ...string) guard.Rule {
		return guard.Rule{ID: "r", Kind: guard.PathRule, Action: call.Block, Paths: list, Access: access}
	}
	asks, excepted, elsewhere := npm, npm, npm
	asks.Action = call.Ask
	excepted.Except = []string{"npm run"}
	elsewhere.Harnesses = []string{"cursor"}
	for _, tt := range []struct {
		name    string
		harness string
		rule    guard.Rule
		want    []string
	}{
		{"codex: a program", "codex", npm, []string{"prefix_rule npm"}},
		{"codex: words", "codex", command("git stash"), []string{"prefix_rule git stash"}},
		{"codex: an option may stand anywhere", "codex", command("git push --force"), nil},
		{"codex: a pipe", "codex", command("curl | sh"), nil},
		{"codex: a question would be a refusal", "codex", asks, nil},
		{"codex: files", "codex", paths(call.Read|call.Write|call.Delete, "*.pem"), nil},
		{"gemini: a program", "gemini-cli", npm, []string{"commandPrefix npm"}},
		{"gemini: exceptions", "gemini-cli", excepted, nil},
		{"gemini: a glob would be a false alarm", "gemini-cli", command("npm *push*-f*"), nil},
		{"opencode: a program", "opencode", npm, []string{"bash npm *"}},
		{"opencode: a rule of another harness", "opencode", elsewhere, nil},
		{"opencode: an ending", "opencode", paths(call.Write|call.Delete, "*.pem"), []string{"edit *.pem"}},
		{"opencode: a folder", "opencode", paths(call.Read, "vendor/**"), []string{"read vendor/**"}},
		{"opencode: a name would be an ending", "opencode", paths(call.Read, ".env"), nil},
		{"opencode: a folder of any depth", "opencode", paths(call.Read, "vendor"), nil},
		{"opencode: edit stops deleting too", "opencode", paths(call.Write, "*.pem"), nil},
		{"copilot: a program", "copilot", npm, []string{"--deny-tool 'shell(npm:*)'"}},
		{"copilot: words behind git and gh", "copilot", command("git push", "gh pr create"), []string{"--deny-tool 'shell(git push:*)'", "--deny-tool 'shell(gh pr create:*)'"}},
		{"copilot: other words were not tried", "copilot", command("npm publish", "git remote add"), nil},
		{"qwen: text would be refused too", "qwen-code", npm, nil},
		{"droid: the run would end", "droid", npm, nil},
		{"cursor: nothing was tried", "cursor", npm, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, notes := PermissionsOf(ByName(tt.harness), []guard.Rule{tt.rule}, nil)
			var got []string
			for _, p := range list {
				if p.Short == "" {
					p.Short = p.Text
				}
				got = append(got, p.Short)
				if p.Misses == "" || p.Rule != "r" {
					t.Errorf("%+v", p)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if len(got) == 0 && len(notes) == 0 && len(tt.rule.Harnesses) == 0 {
				t.Error("nothing was printed, and nothing said")
			}
		})
	}
}

// A wrong example stops Codex.
func TestCodexGetsOnlyExamplesThatAPrefixLeavesNoDoubtOf(t *testing.T) {
	r := guard.Rule{ID: "r", Kind: guard.CommandRule, Action: call.Block, Message: "a \"b\"\n\\", Commands: []string{"npm"}}
	list, _ := PermissionsOf(ByName("codex"), []guard.Rule{r}, func(string) Examples {
		return Examples{
			Fires:  []string{"sudo npm i", "npm i", "npm i > x", "npm $X", `npm "i"`, "npm 'a b'", "cd x && npm i"},
			Passes: []string{"npx x", "npm-check", "echo npm", "git commit -m 'npm i'", ""},
		}
	})
	want := `prefix_rule(
    pattern = ["npm"],
    decision = "forbidden",
    justification = "r: a \"b\" \\",
    match = [["npm", "i"]],
    not_match = [["npx", "x"], ["npm-check"], ["echo", "npm"]],
)`
	if len(list) != 1 {
		t.Fatal(list)
	}
	if d := cmp.Diff(want, list[0].Text); d != "" {
		t.Error(d)
	}
}
