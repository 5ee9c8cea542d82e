//go:build e2e && unix

package e2e

import (
	"strings"

	"rules2guards.local/e2e/fakemodel"
)

func droid() subject {
	return subject{
		program: program{id: "droid", pkg: "droid", version: "0.215.0", bin: "node_modules/.bin/droid", megs: 700},
		id:      "droid", scope: "project", file: ".factory/settings.json",
		before: "{\"hooks\": {\"PreToolUse\": []},\n \"sounds\": {}}\n",
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.homeJSON(".factory/settings.json", map[string]any{
				"cloudSessionSync": false,
				"customModels": []any{map[string]any{
					"model": "fake-model", "displayName": "lab", "baseUrl": s.model.URL + "/v1", "apiKey": "dummy",
					"provider": "generic-chat-completion-api", "maxOutputTokens": 4096,
				}},
			})
			s.homeJSON(".factory/mcp.json", map[string]any{"mcpServers": map[string]any{
				"demo": map[string]any{"type": "stdio", "command": mcp[0], "args": mcp[1:], "disabled": false},
			}})
		},
		start: func(*scene) (env, args []string) {
			return []string{"FACTORY_API_KEY=dummy"},
				[]string{"exec", "-m", "custom:lab-0", "--skip-permissions-unsafe", "Please do the task."}
		},
		faults: []fault{
			{name: "hooks off", check: "switched-off", file: "~/.factory/settings.json", text: into(`"hooks": {"hooksDisabled": true}`), idle: true},
			{name: "hooks off in the project", check: "switched-off", file: ".factory/settings.json", text: func(old string) string {
				return strings.Replace(old, `"hooks": {`, `"hooks": {"hooksDisabled": true, `, 1)
			}, idle: true},
		},
		shell: func(label, command string) fakemodel.Part {
			return fakemodel.Call(label, "Execute", map[string]any{
				"command": command, "summary": "Run " + label, "timeout": 60, "riskLevel": "low", "riskLevelReason": "a test",
			})
		},
		fileRead: func(label, path string) fakemodel.Part { return with(label, "Read", "file_path", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "Create", "file_path", path, "content", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "Edit", "file_path", path, "old_str", from, "new_str", to)
		},
		echo:  func(label, text string) fakemodel.Part { return with(label, "demo___echo", "text", text) },
		lacks: map[string]string{colSubagent: "it starts subagents only for a person who is logged in"},
	}
}
