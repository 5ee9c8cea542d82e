//go:build e2e && unix

package e2e

import (
	"fmt"

	"rules2guards.local/e2e/fakemodel"
)

// grok trusts the project by its flag.
func grok() subject {
	return subject{
		program: program{id: "grok", pkg: "@xai-official/grok", version: "1.0.41", bin: "node_modules/.bin/grok", megs: 300},
		id:      "grok", scope: "project", file: ".grok/hooks/rules2guards.json",
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.homeFile(".grok/config.toml", fmt.Sprintf(`[models]
default = "lab"

[model.lab]
model = "fake-model"
base_url = "%s/v1"
api_key = "dummy"

[mcp_servers.demo]
command = %q
args = [%q, %q]
`, s.model.URL, mcp[0], mcp[1], mcp[2]))
		},
		start: func(*scene) (env, args []string) {
			return []string{"XAI_API_KEY=dummy"}, []string{"--trust", "--always-approve", "-p", "Please do the task."}
		},
		trusts: []string{"--trust"},
		trust: func(s *scene) {
			s.homeFile(".grok/trusted_folders.toml", fmt.Sprintf("[folders.%q]\ntrusted = true\n", s.project))
		},
		faults: []fault{{name: "no trust", check: "trust", file: "~/.grok/trusted_folders.toml", idle: true}},
		shell: func(label, command string) fakemodel.Part {
			return with(label, "run_terminal_command", "command", command, "description", "Run "+label)
		},
		fileRead: func(label, path string) fakemodel.Part { return with(label, "read_file", "target_file", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "write", "file_path", path, "content", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "search_replace", "file_path", path, "old_string", from, "new_string", to)
		},
		echo: func(label, text string) fakemodel.Part {
			return fakemodel.Call(label, "use_tool", map[string]any{"tool_name": "demo__echo", "tool_input": map[string]any{"text": text}})
		},
		agent: func(label, prompt string) []fakemodel.Part {
			return []fakemodel.Part{with(label, "spawn_subagent", "description", "Do it", "prompt", prompt, "subagent_type", "general-purpose")}
		},
	}
}
