//go:build e2e && unix

package e2e

import "rules2guards.local/e2e/fakemodel"

// geminiCLI trusts the project by its file of trusted folders.
func geminiCLI() subject {
	return subject{
		program: program{id: "gemini-cli", pkg: "@google/gemini-cli", version: "0.61.0", bin: "node_modules/.bin/gemini", megs: 300},
		id:      "gemini-cli", scope: "project", file: ".gemini/settings.json",
		before: "// the team's settings\n{\n\t\"ui\": { \"hideTips\": true }, /* kept */\n\t\"general\": {}\n}",
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.homeJSON(".gemini/settings.json", map[string]any{
				"general":    map[string]any{"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
				"privacy":    map[string]any{"usageStatisticsEnabled": false},
				"telemetry":  map[string]any{"enabled": false},
				"security":   map[string]any{"auth": map[string]any{"selectedType": "gemini-api-key"}},
				"mcpServers": map[string]any{"demo": map[string]any{"command": mcp[0], "args": mcp[1:], "trust": true}},
			})
			s.homeJSON(".gemini/trustedFolders.json", map[string]any{s.project: "TRUST_FOLDER"})
		},
		start: func(s *scene) (env, args []string) {
			return []string{"GEMINI_API_KEY=dummy", "GOOGLE_GEMINI_BASE_URL=" + s.model.URL},
				[]string{"-m", "gemini-2.5-flash", "--yolo", "-p", "Please do the task."}
		},
		faults: []fault{
			{name: "hooks off", check: "switched-off", file: "~/.gemini/settings.json", text: into(`"hooksConfig": {"enabled": false}`), idle: true},
			{name: "guard off", check: "switched-off", file: "~/.gemini/settings.json", text: into(`"hooksConfig": {"disabled": ["rules2guards"]}`), idle: true},
			{name: "no trust", check: "trust", file: "~/.gemini/trustedFolders.json", text: always("{}")},
		},
		permit: func(s *scene, printed string) []string {
			s.homeFile(".gemini/policies/printed.toml", printed)
			return nil
		},
		shell: func(label, command string) fakemodel.Part {
			return with(label, "run_shell_command", "command", command, "description", "Run "+label)
		},
		fileRead: func(label, path string) fakemodel.Part { return with(label, "read_file", "file_path", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "write_file", "file_path", path, "content", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "replace", "file_path", path, "instruction", "Change it.", "old_string", from, "new_string", to)
		},
		echo: func(label, text string) fakemodel.Part { return with(label, "mcp_demo_echo", "text", text) },
		agent: func(label, prompt string) []fakemodel.Part {
			return []fakemodel.Part{with(label, "invoke_agent", "agent_name", "generalist", "prompt", prompt)}
		},
		agentEnds: []fakemodel.Part{with("subagent end", "complete_task", "result", "done")},
	}
}
