package harness

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

const (
	dataGuard = "/home/dev/.local/share/rules2guards/project-1a2b/guard"
	ourLine   = `'` + dataGuard + `' --harness claude-code --project '/home/dev/project'`
)

func site() Site {
	return Site{Scope: Project, Home: "/home/dev", Project: "/home/dev/project", Guard: dataGuard, GOOS: "linux"}
}

// install runs Install and fails the test on an error.
func install(t *testing.T, s Site, data []byte) Edit {
	t.Helper()
	e, err := (claudeCode{}).Install(s, File{Path: "/home/dev/project/.claude/settings.local.json", Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func remove(t *testing.T, s Site, data []byte, made Made) Edit {
	t.Helper()
	e, err := (claudeCode{}).Remove(s, File{Path: "x", Data: data}, made)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestClaudeCodeInstallsANewFile(t *testing.T) {
	want := `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "` + ourLine + `",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`
	e := install(t, site(), nil)
	if diff := cmp.Diff(want, string(e.Data)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !e.Made.File || e.Mode != 0o600 {
		t.Errorf("%+v", e)
	}
	if again := install(t, site(), e.Data); !bytes.Equal(again.Data, e.Data) || !again.Made.IsZero() {
		t.Errorf("the second run changed the file: %+v", again)
	}
	if back := remove(t, site(), e.Data, e.Made); back.Data != nil {
		t.Errorf("removal left %q", back.Data)
	}
}

// foreign lists settings files as people have them.
func foreign() []struct{ name, text string } {
	const rich = `{
  "permissions": {
    "allow": ["Bash(ls *)", "Bash(a && b > c)"],
    "deny": [ "Read(./.env)" ]
  },
  "hooks": {
    "Stop": [{"hooks": [{"type": "command", "command": "say <done> & sleep 1"}]}],
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "/opt/other/guard --harness claude-code", "timeout": 5 },
          { "type": "command", "command": "echo '/x/rules2guards/y/guard' --harness claude-code" }
        ]
      }
    ]
  },
  "env": {"A": "\u00e9\/"},
  "statusLine": {"type": "command", "command": "x"}
}
`
	return []struct{ name, text string }{
		{"rich", rich},
		{"tabs", strings.ReplaceAll(rich, "  ", "\t")},
		{"CRLF", strings.ReplaceAll(rich, "\n", "\r\n")},
		{"byte order mark", "\xef\xbb\xbf" + rich},
		{"no final newline", strings.TrimRight(rich, "\n")},
		{"one line", `{"model":"opus","hooks":{"PostToolUse":[]}}`},
		{"empty object", "{}\n"},
		{"empty object in lines", "{\n}\n"},
		{"empty hooks", "{\"hooks\": {}}"},
		{"empty list", "{\n    \"hooks\": {\n        \"PreToolUse\": []\n    }\n}"},
		{"odd indentation", "{\n   \"hooks\":\n {\n        \"PreToolUse\" : [\n  {\"hooks\":[]\n }\n]}\n  , \"model\": \"x\" }\n\n\n"},
		{"empty file", ""},
		{"blank file", " \n\n"},
		{"byte order mark alone", "\xef\xbb\xbf"},
		{"a broken entry under another event", `{"hooks":{"PostToolUse":[{"hooks":[{"type":"x"}]}]}}`},
	}
}

func TestClaudeCodeKeepsForeignSettings(t *testing.T) {
	sites := []struct {
		name string
		site Site
	}{{"plain", site()}, {"fails closed", func() Site { s := site(); s.OnError = true; return s }()}}
	for _, tt := range foreign() {
		for _, ss := range sites {
			t.Run(tt.name+", "+ss.name, func(t *testing.T) {
				first := install(t, ss.site, []byte(tt.text))
				if len(first.Problems) > 0 {
					t.Fatalf("problems: %+v", first.Problems)
				}
				if !strings.Contains(string(first.Data), "rules2guards/project-1a2b/guard") {
					t.Fatalf("no entry in %s", first.Data)
				}
				second := install(t, ss.site, first.Data)
				if !bytes.Equal(first.Data, second.Data) {
					t.Errorf("the second run changed the file:\n%s", cmp.Diff(string(first.Data), string(second.Data)))
				}
				back := remove(t, ss.site, second.Data, first.Made.Join(second.Made))
				if back.Data == nil || string(back.Data) != tt.text {
					t.Errorf("removal gave %q, want %q", back.Data, tt.text)
				}
				again := remove(t, ss.site, back.Data, Made{})
				if !bytes.Equal(again.Data, back.Data) {
					t.Errorf("a second removal changed the file")
				}
			})
		}
	}
}

// handlers returns the decoded entries under PreToolUse.
func handlers(t *testing.T, data []byte) []map[string]any {
	t.Helper()
	var doc struct {
		Hooks struct{ PreToolUse []map[string]any }
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Hooks.PreToolUse
}

func TestClaudeCodeUpdatesItsEntryInPlace(t *testing.T) {
	entry := func(matcher, line, more string) string {
		return `{"matcher":"` + matcher + `","hooks":[{"type":"command","command":"` + line + `"` + more + `}]}`
	}
	old := "'/old/data/rules2guards/p-1/guard' --harness claude-code --project '/old'"
	closed := site()
	closed.OnError = true
	few := site()
	few.ToolsOnly = []string{"WebSearch", "WebFetch"}
	tests := []struct {
		name      string
		site      Site
		list, out string
	}{
		{"as it is", site(), entry("*", ourLine, `,"timeout":10`), entry("*", ourLine, `,"timeout":10`)},
		{"another place and timeout", site(), entry("*", old, `,"timeout": 600`), entry("*", ourLine, `,"timeout": 10`)},
		{"no timeout", site(), entry("", ourLine, ""), entry("", ourLine, `,"timeout":10`)},
		{"a matcher that covers all is kept", site(), entry(".*", ourLine, `,"timeout":10`), entry(".*", ourLine, `,"timeout":10`)},
		{"a matcher that does not is set", site(), entry("Bash|PowerShell", ourLine, `,"timeout":10`), entry("*", ourLine, `,"timeout":10`)},
		{"a widened list is kept", few, entry("WebFetch, WebSearch, Bash", ourLine, `,"timeout":10`), entry("WebFetch, WebSearch, Bash", ourLine, `,"timeout":10`)},
		{"a shortened list is set", few, entry("WebFetch", ourLine, `,"timeout":10`), entry("WebSearch|WebFetch", ourLine, `,"timeout":10`)},
		{
			"the fail-closed switch comes", closed, entry("*", ourLine, `,"timeout":10`),
			entry("*", ourLine+" || exit 2", `,"timeout":10,"onFailure":"block"`),
		},
		{
			"and goes", site(), entry("*", ourLine+" || exit 2", `,"onFailure":"block","timeout":10,"statusMessage":"mine"`),
			entry("*", ourLine, `,"timeout":10,"statusMessage":"mine"`),
		},
		{
			"what would disarm it goes", site(), entry("*", ourLine, `,"async":true,"timeout":10,"if":"Bash(x)"`),
			entry("*", ourLine, `,"timeout":10`),
		},
		{
			"twice is once", site(), entry("*", ourLine, `,"timeout":10`) + "," + entry("Bash", "other", "") + ", " + entry("Bash", old, ""),
			entry("*", ourLine, `,"timeout":10`) + "," + entry("Bash", "other", ""),
		},
		{
			"twice in one group is once", site(),
			`{"matcher":"*","hooks":[{"type":"command","command":"` + ourLine + `","timeout":10},{"type":"command","command":"` + old + `"}]}`,
			entry("*", ourLine, `,"timeout":10`),
		},
		{
			"a group that others use keeps its matcher", site(),
			`{"matcher":"Bash","hooks":[{"type":"command","command":"other"},{"type":"command","command":"` + ourLine + `"}]}`,
			entry("Bash", "other", "") + "," + entry("*", ourLine, `,"timeout":10`),
		},
		{
			"the user's own guard is another", site(), entry("*", "'/d/rules2guards/user/guard' --harness claude-code", ""),
			entry("*", "'/d/rules2guards/user/guard' --harness claude-code", "") + "," + entry("*", ourLine, `,"timeout":10`),
		},
	}
	wrap := func(list string) string { return `{"hooks":{"PreToolUse":[` + list + `]}}` }
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := install(t, tt.site, []byte(wrap(tt.list)))
			if diff := cmp.Diff(wrap(tt.out), string(e.Data)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if again := install(t, tt.site, e.Data); !bytes.Equal(again.Data, e.Data) {
				t.Errorf("the second run gave %s", again.Data)
			}
		})
	}
}

func TestClaudeCodeUserScopeHasNoProject(t *testing.T) {
	s := site()
	s.Scope, s.Guard = User, "/home/dev/.local/share/rules2guards/user/guard"
	e := install(t, s, []byte("{}"))
	list := handlers(t, e.Data)
	got := list[0]["hooks"].([]any)[0].(map[string]any)["command"]
	if want := "'/home/dev/.local/share/rules2guards/user/guard' --harness claude-code"; got != want {
		t.Errorf("got %v", got)
	}
	if back := remove(t, site(), e.Data, Made{}); !bytes.Equal(back.Data, e.Data) {
		t.Error("removing the project's guard took the user's")
	}
}

func TestClaudeCodeRemoveKeepsAGroupThatOthersUse(t *testing.T) {
	in := `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"other"}, {"type":"command","command":"` + ourLine + `"}]}]}}`
	want := `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"other"}]}]}}`
	if e := remove(t, site(), []byte(in), Made{}); string(e.Data) != want {
		t.Errorf("got %s", e.Data)
	}
}

func TestClaudeCodeRefusesWhatItWouldNotLoad(t *testing.T) {
	hook := func(s string) string { return "{\"hooks\": {\"PreToolUse\": [\n" + s + "]}}" }
	tests := []struct {
		name, text string
		line, col  int
		want       string
	}{
		{"a comment", "{\n  // mine\n  \"model\": \"x\"\n}", 2, 3, "a comment"},
		{"a trailing comma", "{\n  \"model\": \"x\",\n}", 2, 15, "a comma with nothing behind it"},
		{"broken", "{\n  \"model\": x\n}", 2, 12, "invalid"},
		{"a list", "[]", 1, 1, "not an object"},
		{"a key twice", "{\"hooks\": {},\n \"hooks\": {}}", 2, 2, `"hooks" stands twice`},
		{"model", `{"model": 5}`, 1, 11, "model is not a text"},
		{"permissions", `{"permissions": "x"}`, 1, 17, "permissions is not an object"},
		{"statusLine", `{"statusLine": "x"}`, 1, 16, "statusLine is not an object"},
		{"cleanupPeriodDays", `{"cleanupPeriodDays": "x"}`, 1, 23, "cleanupPeriodDays is not a number"},
		{"hooks", `{"hooks": []}`, 1, 11, "hooks is not an object"},
		{"PreToolUse", `{"hooks": {"PreToolUse": {}}}`, 1, 26, "not a list"},
		{"a text in the list", hook(`"x"`), 2, 1, "not an object"},
		{"a hook in the list", hook(`{"type":"command","command":"x"}`), 2, 1, "no list of hooks"},
		{"matcher", hook(`{"matcher": 1, "hooks": []}`), 2, 13, "a matcher is not a text"},
		{"type", hook(`{"hooks": [{"type":"Command","command":"x"}]}`), 2, 20, "type is none"},
		{"no type", hook(`{"hooks": [{"command":"x"}]}`), 2, 12, "type is none"},
		{"no command", hook(`{"hooks": [{"type":"command"}]}`), 2, 12, "no command"},
		{"timeout", hook(`{"hooks": [{"type":"command","command":"x","timeout":0}]}`), 2, 54, "no number above zero"},
		{"timeout in quotes", hook(`{"hooks": [{"type":"command","command":"x","timeout":"5"}]}`), 2, 54, "no number above zero"},
		{"onFailure", hook(`{"hooks": [{"type":"command","command":"x","onFailure":"deny"}]}`), 2, 56, "neither"},
		{"UTF-16", "\xff\xfe{\x00}\x00", 1, 1, "UTF-16"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := install(t, site(), []byte(tt.text))
			if string(e.Data) != tt.text {
				t.Errorf("the file was changed to %q", e.Data)
			}
			if len(e.Problems) != 1 {
				t.Fatalf("problems: %+v", e.Problems)
			}
			p := e.Problems[0]
			if !p.Fatal || p.Line != tt.line || p.Col != tt.col || !strings.Contains(p.Text, tt.want) || p.Hint == "" {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestClaudeCodeTellsWhenHooksAreSwitchedOff(t *testing.T) {
	e := install(t, site(), []byte("{\n  \"disableAllHooks\": true\n}"))
	if len(e.Problems) != 1 || e.Problems[0].Fatal || e.Problems[0].Line != 2 || !bytes.Contains(e.Data, []byte("rules2guards")) {
		t.Errorf("%+v", e)
	}
	ps := (claudeCode{}).Check(site(), File{Path: "m.json", Data: []byte(`{"allowManagedHooksOnly": true}`)})
	if len(ps) != 1 || !strings.Contains(ps[0].Text, "allowManagedHooksOnly") {
		t.Errorf("%+v", ps)
	}
}

func TestClaudeCodePaths(t *testing.T) {
	s := site()
	s.Getenv = func(k string) string { return map[string]string{"CLAUDE_CONFIG_DIR": "/cfg"}[k] }
	var got []string
	for _, f := range (claudeCode{}).Paths(s) {
		got = append(got, f.Path)
	}
	want := []string{
		"/home/dev/project/.claude/settings.local.json", "/home/dev/project/.claude/settings.json", "/cfg/settings.json",
		"/etc/claude-code/managed-settings.json",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s = site()
	s.Scope = User
	if f := (claudeCode{}).Paths(s)[0]; f.Path != "/home/dev/.claude/settings.json" || f.Shared {
		t.Errorf("%+v", f)
	}
}

func TestClaudeCodePermissions(t *testing.T) {
	cmd := func(patterns ...string) guard.Rule {
		return guard.Rule{ID: "r", Kind: guard.CommandRule, Action: call.Block, Commands: patterns}
	}
	file := func(a call.Access, paths ...string) guard.Rule {
		return guard.Rule{ID: "r", Kind: guard.PathRule, Action: call.Block, Access: a, Paths: paths}
	}
	with := func(r guard.Rule, change func(*guard.Rule)) guard.Rule { change(&r); return r }
	const all = call.Read | call.Write | call.Delete
	tests := []struct {
		name string
		rule guard.Rule
		want []string
		note string
	}{
		{"a program", cmd("npm"), []string{"Bash(npm *)"}, ""},
		{"words", cmd("git push", "{npm,yarn} publish"), []string{"Bash(git push *)", "Bash(npm publish *)", "Bash(yarn publish *)"}, ""},
		{"options", cmd("npm", "git push --force"), []string{"Bash(npm *)"}, `"git push --force"`},
		{"globs", cmd("python*"), nil, "plain words"},
		{"pipes", cmd("curl | sh"), nil, "plain words"},
		{"wrappers", cmd("sudo rm"), nil, "plain words"},
		{"environment", cmd("HUSKY=0 git"), nil, "plain words"},
		{"regular expression", guard.Rule{ID: "r", Kind: guard.CommandRule, Action: call.Block, Pattern: `^npm(?:\s|$)`}, []string{"Bash(npm *)"}, ""},
		{"other regular expression", guard.Rule{ID: "r", Kind: guard.CommandRule, Action: call.Block, Pattern: `^npm.*x`}, nil, "no plain beginning"},
		{"ask", with(cmd("npm"), func(r *guard.Rule) { r.Action = call.Ask }), nil, "its action is ask"},
		{"exceptions", with(cmd("npm"), func(r *guard.Rule) { r.Except = []string{"npm ls"} }), nil, "exceptions"},
		{"conditions", with(cmd("npm"), func(r *guard.Rule) { r.When.Branch = []string{"main"} }), nil, "conditions"},
		{"another harness", with(cmd("npm"), func(r *guard.Rule) { r.Harnesses = []string{"codex"} }), nil, ""},
		{"our own rules", with(cmd("npm"), func(r *guard.Rule) { r.ID = "guard/commands" }), nil, ""},
		{"a name", file(all, ".env"), []string{"Read(**/.env)"}, ""},
		{"a folder", file(all, "secrets/**"), []string{"Read(./secrets/**)", "Edit(./secrets/**)"}, ""},
		{"writing alone", file(call.Write, "secrets/**"), nil, "would stop"},
		{"a home path", file(all, "~/.ssh", ".env"), []string{"Read(**/.env)"}, `"~/.ssh"`},
		{"tools alone", with(file(all, ".env"), func(r *guard.Rule) { r.Via = guard.ViaTool }), nil, "alike"},
		{"content", guard.Rule{ID: "r", Kind: guard.ContentRule, Action: call.Block}, nil, "kind content"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, notes := (claudeCode{}).Permissions([]guard.Rule{tt.rule})
			var got []string
			for _, p := range list {
				got = append(got, p.Text)
				if p.Rule != "r" || p.Misses == "" || strings.Contains(p.Misses, "\n") {
					t.Errorf("%+v", p)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if (len(notes) > 0) != (tt.note != "") || len(notes) > 0 && !strings.Contains(notes[0].Message, tt.note) {
				t.Errorf("notes: %+v", notes)
			}
		})
	}
}
