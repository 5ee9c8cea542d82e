//go:build e2e && unix

package e2e

import (
	"strings"

	"rules2guards.local/e2e/fakemodel"
)

func qwenCode() subject {
	return subject{
		program: program{id: "qwen-code", pkg: "@qwen-code/qwen-code", version: "0.24.4", bin: "node_modules/.bin/qwen", megs: 400},
		id:      "qwen-code", node: node22(), scope: "project", file: ".qwen/settings.json",
		// With a version, since the program adds one where there is none.
		before: "{\n    // the team's\n    \"ui\": {},\n    \"hooks\": { },\n    \"$version\": 4\n}\n",
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.homeJSON(".qwen/settings.json", map[string]any{
				"general":    map[string]any{"enableAutoUpdate": false},
				"privacy":    map[string]any{"usageStatisticsEnabled": false},
				"telemetry":  map[string]any{"enabled": false},
				"security":   map[string]any{"auth": map[string]any{"selectedType": "openai"}},
				"model":      map[string]any{"name": "fake"},
				"mcpServers": map[string]any{"demo": map[string]any{"command": mcp[0], "args": mcp[1:], "trust": true}},
			})
		},
		start: func(s *scene) (env, args []string) {
			return []string{"OPENAI_API_KEY=dummy", "OPENAI_BASE_URL=" + s.model.URL + "/v1", "OPENAI_MODEL=fake"},
				[]string{"--yolo", "-p", "Please do the task."}
		},
		faults: []fault{
			{name: "hooks off", check: "switched-off", file: "~/.qwen/settings.json", text: into(`"disableAllHooks": true`), idle: true},
			{
				name: "hooks off on this machine", check: "switched-off", file: "~/system.json", text: always(`{"disableAllHooks": true}`),
				env: []string{"QWEN_CODE_SYSTEM_SETTINGS_PATH=~/system.json"}, idle: true,
			},
			{name: "no trust", check: "trust", file: "~/.qwen/settings.json", text: func(old string) string {
				return strings.Replace(old, `"security": {`, `"security": {"folderTrust": {"enabled": true},`, 1)
			}},
		},
		shell: func(label, command string) fakemodel.Part {
			return fakemodel.Call(label, "run_shell_command", map[string]any{"command": command, "description": "Run " + label, "is_background": false})
		},
		fileRead: func(label, path string) fakemodel.Part { return with(label, "read_file", "file_path", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "write_file", "file_path", path, "content", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "edit", "file_path", path, "old_string", from, "new_string", to)
		},
		echo: func(label, text string) fakemodel.Part { return with(label, "mcp__demo__echo", "text", text) },
		agent: func(label, prompt string) []fakemodel.Part {
			return []fakemodel.Part{with(label, "agent", "description", "Do it", "prompt", prompt, "subagent_type", "general-purpose")}
		},
	}
}
