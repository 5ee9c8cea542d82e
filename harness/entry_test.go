package harness

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/guard/call"
)

// texts gathers every text in a JSON value that holds a word.
func texts(v any, word string) []string {
	var list []string
	switch v := v.(type) {
	case string:
		if strings.Contains(v, word) {
			list = append(list, v)
		}
	case []any:
		for _, e := range v {
			list = append(list, texts(e, word)...)
		}
	case map[string]any:
		for _, e := range v {
			list = append(list, texts(e, word)...)
		}
	}
	return list
}

// written installs into a file of a harness and returns the file and the command lines that
// a JSON file holds then; nil for other kinds of files.
func written(t *testing.T, h Harness, s Site, data []byte) ([]byte, []string) {
	t.Helper()
	f := h.Paths(s)[0]
	f.Data = data
	e, err := h.Install(s, f)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if json.Unmarshal(e.Data, &v) != nil {
		return e.Data, nil
	}
	return e.Data, texts(v, "--harness")
}

func TestWindowsEntriesSurviveEveryShell(t *testing.T) {
	for _, h := range All() {
		for _, scope := range []Scope{Project, User} {
			for _, home := range []string{`C:\Users\dev`, `C:\Users\Two Wörds`, `D:\it's\50%`} {
				for _, closed := range []bool{false, true} {
					s := Site{
						Scope: scope, Home: home, Project: home + `\my project`, Guard: home + `\AppData\Local\rules2guards\x-1\guard.exe`,
						GOOS: "windows", OnError: closed,
					}
					if len(h.Paths(s)) == 0 {
						continue
					}
					data, lines := written(t, h, s, nil)
					for _, line := range lines {
						if strings.Contains(line, `\`) {
							t.Errorf("%s: a backslash, which Git Bash eats: %s", h.Name(), line)
						}
						if !strings.Contains(line, `/guard.exe`) {
							t.Errorf("%s: not the program itself: %s", h.Name(), line)
						}
						for _, word := range []string{"bash ", "sh -c", "node ", ".cmd", "[ "} {
							if strings.Contains(line, word) {
								t.Errorf("%s: %q in %s", h.Name(), word, line)
							}
						}
					}
					if again, _ := written(t, h, s, data); string(again) != string(data) {
						t.Errorf("%s does not know its own entry again:\n%s\n%s", h.Name(), data, again)
					}
				}
			}
		}
	}
}

func TestEntriesThatPeopleChangedAreStillOurs(t *testing.T) {
	for _, h := range All() {
		s := site()
		if len(h.Paths(s)) == 0 {
			s.Scope = User
		}
		data, lines := written(t, h, s, nil)
		if lines == nil {
			continue
		}
		for _, change := range []struct{ name, old, new string }{
			{"a wider matcher", `"matcher": "*"`, `"matcher": "Bash|mine"`},
			{"a wider expression", `"matcher": ".*"`, `"matcher": "Bash|mine"`},
			{"another timeout", `"timeout": 10`, `"timeout": 3`},
			{"a timeout in quotes", `"timeoutSec": 10`, `"timeoutSec": 2`},
			{"one more key", `"type": "command"`, `"type": "command", "statusMessage": "mine"`},
			{"packed", "\n", " "},
		} {
			text := strings.ReplaceAll(string(data), change.old, change.new)
			_, again := written(t, h, s, []byte(text))
			if !slices.Equal(sorted(again), sorted(lines)) {
				t.Errorf("%s, %s: %q, want %q", h.Name(), change.name, again, lines)
			}
		}
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

func TestEntriesStandUnderTheEventThatTheHarnessFires(t *testing.T) {
	events := map[call.Harness][]string{
		call.ClaudeCode: {"PreToolUse"}, call.Codex: {"PreToolUse"}, call.GeminiCLI: {"BeforeTool"}, call.QwenCode: {"PreToolUse"},
		call.Copilot: {"preToolUse"}, call.VSCodeChat: {"PreToolUse"},
		call.Cursor:   {"beforeMCPExecution", "beforeReadFile", "beforeShellExecution", "preToolUse"},
		call.Windsurf: {"pre_mcp_tool_use", "pre_read_code", "pre_run_command", "pre_write_code"},
		call.Devin:    {"PreToolUse"}, call.Antigravity: {"PreToolUse"}, call.Grok: {"PreToolUse"}, call.Droid: {"PreToolUse"},
	}
	for _, h := range All() {
		want, ok := events[h.ID()]
		if !ok {
			continue
		}
		data, _ := written(t, h, site(), nil)
		var v map[string]any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		for _, under := range []string{"hooks", hookName} {
			if m, ok := v[under].(map[string]any); ok {
				v = m
			}
		}
		var got []string
		for k, list := range v {
			if len(texts(list, "--harness")) > 0 {
				got = append(got, k)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", h.Name(), got, want)
		}
		for _, kind := range texts(map[string]any{"x": v}, "ommand") {
			if strings.EqualFold(kind, "command") && kind != "command" {
				t.Errorf("%s: type %q", h.Name(), kind)
			}
		}
	}
}
