//go:build e2e && unix

package e2e

import "rules2guards.local/e2e/fakemodel"

// cline can refuse a call only by ending the run.
func cline() subject {
	p := program{id: "cline", pkg: "cline", version: "3.0.65", bin: "node_modules/.bin/cline", megs: 900}
	return subject{
		program: p, id: "cline", scope: "project", file: ".cline/hooks/PreToolUse", aborts: true,
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.must(s.project, nil, installed(s.t, p), "auth", "-p", "openai-compatible", "-k", "dummy", "-m", "fake-model", "-b", s.model.URL+"/v1")
			s.homeJSON(".cline/data/settings/cline_mcp_settings.json", map[string]any{"mcpServers": map[string]any{
				"demo": map[string]any{"command": mcp[0], "args": mcp[1:], "disabled": false},
			}})
		},
		start: func(*scene) (env, args []string) {
			return nil, []string{"--auto-approve", "true", "Please do the task."}
		},
		lacks: map[string]string{colReason: "it shows the reason to the person alone, and ends the run"},
		shell: func(label, command string) fakemodel.Part {
			return fakemodel.Call(label, "run_commands", map[string]any{"commands": []string{command}})
		},
		fileRead: func(label, path string) fakemodel.Part {
			return fakemodel.Call(label, "read_files", map[string]any{"files": []any{map[string]any{"path": path}}})
		},
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "editor", "path", path, "new_text", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "editor", "path", path, "old_text", from, "new_text", to)
		},
		echo: func(label, text string) fakemodel.Part { return with(label, "demo__echo", "text", text) },
		agent: func(label, prompt string) []fakemodel.Part {
			return []fakemodel.Part{with(label, "spawn_agent", "systemPrompt", "You do tasks.", "task", prompt)}
		},
	}
}
