//go:build e2e && unix

package e2e

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"rules2guards.local/e2e/fakemodel"
)

// On Node 20 a bare `npm install` picks a much older release, so the version is named.
// Its program is a native one and needs no Node.
var claudeCode = program{
	id:      "claude-code",
	pkg:     "@anthropic-ai/claude-code",
	version: "2.1.332",
	bin:     "node_modules/.bin/claude",
	after:   []string{"node_modules/@anthropic-ai/claude-code/install.cjs"},
	megs:    1500,
}

// claude plays scripts to Claude Code, started in dir as a script would start it: no
// terminal, no questions. Its files and its network are the scene's.
func (s *scene) claude(dir string, scripts ...fakemodel.Script) *fakemodel.Server {
	s.t.Helper()
	bin := installed(s.t, claudeCode)
	model := fakemodel.Start(scripts...)
	s.t.Cleanup(func() {
		model.Close()
		if s.t.Failed() {
			for i, r := range model.Requests() {
				s.t.Logf("request %d at %s: %s %s, %d bytes", i, r.At.Format("15:04:05.000"), r.Method, r.Path, len(r.Body))
			}
		}
	})
	env, args := claudeStart(model.URL, s.mcpConfig())
	out := s.run(dir, s.env(env...), bin, args...)
	if out.code != 0 {
		s.t.Fatalf("claude: exit code %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	for _, script := range scripts {
		for _, turn := range script.Turns {
			for _, part := range turn {
				if part.Tool == "" {
					continue
				}
				if _, ok := model.Told(part.Label); !ok {
					s.t.Errorf("claude never said what became of %q (called: %v)", part.Label, model.Made(part.Label))
				}
			}
		}
	}
	return model
}

// claudeStart is how the program is started without a terminal and without a login.
func claudeStart(url, mcpConfig string) (env, args []string) {
	env = []string{
		"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=sk-ant-dummy",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
		"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
	}
	if os.Getuid() == 0 { // as root it refuses to skip permissions otherwise
		env = append(env, "IS_SANDBOX=1")
	}
	return env, []string{
		"-p", "Please do the task.", "--dangerously-skip-permissions", "--output-format", "json", "--mcp-config", mcpConfig,
	}
}

// claude is Claude Code in the scene that all programs share; the rest of what is tried on
// it is in claudecode_test.go.
func claude() subject {
	return subject{
		program: claudeCode, id: "claude-code", scope: "project", file: settingsFile,
		before: "{\r\n\t\"env\": {\"LÄNGE\":\"1\"},\r\n\t\"model\":\"sonnet\"\r\n}",
		start:  func(s *scene) (env, args []string) { return claudeStart(s.model.URL, s.mcpConfig()) },
		faults: []fault{{name: "hooks off", check: "switched-off", file: ".claude/settings.json", text: always(`{"disableAllHooks": true}`), idle: true}},
		permit: func(s *scene, printed string) []string {
			_, rules := pasted(printed)
			s.write(".claude/settings.json", `{"permissions": {"deny": [`+strings.Join(rules[""], ", ")+`]}}`)
			return nil
		},
		shell: bash, fileRead: read, fileWrite: write, fileEdit: edit, echo: echo,
		agent: func(label, prompt string) []fakemodel.Part { return []fakemodel.Part{agent(label, prompt)} },
	}
}

// mcpConfig makes this test binary the MCP server `demo`. It writes into the stubs' trace.
func (s *scene) mcpConfig() string {
	s.t.Helper()
	command := s.mcpCommand()
	data, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"demo": map[string]any{"command": command[0], "args": command[1:]},
	}})
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// Calls of Claude Code's tools, as its model writes them.

func bash(label, command string) fakemodel.Part {
	return fakemodel.Call(label, "Bash", map[string]any{"command": command, "description": "Run " + label})
}

func write(label, path, text string) fakemodel.Part {
	return fakemodel.Call(label, "Write", map[string]any{"file_path": path, "content": text})
}

func edit(label, path, from, to string) fakemodel.Part {
	return fakemodel.Call(label, "Edit", map[string]any{"file_path": path, "old_string": from, "new_string": to})
}

func read(label, path string) fakemodel.Part {
	return fakemodel.Call(label, "Read", map[string]any{"file_path": path})
}

func echo(label, text string) fakemodel.Part {
	return fakemodel.Call(label, "mcp__demo__echo", map[string]any{"text": text})
}

// agent starts a subagent in the foreground; its script is the one that matches prompt.
func agent(label, prompt string) fakemodel.Part {
	return fakemodel.Call(label, "Agent", map[string]any{
		"description": "Do " + label, "prompt": prompt,
		"subagent_type": "general-purpose", "run_in_background": false,
	})
}

// refused fails the test unless the model was told that the call failed, for the reason
// given, and nothing of how the guard is run.
func refused(t *testing.T, m *fakemodel.Server, label string, reasons ...string) {
	t.Helper()
	got, _ := m.Told(label)
	if !got.Failed {
		t.Errorf("the model was not told that %s failed, but: %q", label, got.Text)
	}
	for _, reason := range reasons {
		if !strings.Contains(got.Text, reason) {
			t.Errorf("the model was told of %s: %q; want in it: %q", label, got.Text, reason)
		}
	}
	for _, leak := range []string{"--harness", "/guard"} {
		if strings.Contains(got.Text, leak) {
			t.Errorf("the model was told of %s: %q; it shows the hook's command line", label, got.Text)
		}
	}
}

// accepted fails the test if the model was told that the call failed.
func accepted(t *testing.T, m *fakemodel.Server, label string) {
	t.Helper()
	if got, _ := m.Told(label); got.Failed {
		t.Errorf("the model was told that %s failed: %q", label, got.Text)
	}
}
