//go:build e2e && unix

package e2e

import (
	"strings"

	"rules2guards.local/e2e/fakemodel"
)

// copilot trusts the project by a variable; its flag for the same would do too.
func copilot() subject {
	return subject{
		program: program{id: "copilot", pkg: "@github/copilot", version: "1.0.102", bin: "node_modules/.bin/copilot", megs: 500},
		id:      "copilot", scope: "project", file: ".github/hooks/rules2guards.json",
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.homeJSON(".copilot/mcp-config.json", map[string]any{"mcpServers": map[string]any{
				"demo": map[string]any{"type": "local", "command": mcp[0], "args": mcp[1:], "tools": []string{"*"}},
			}})
		},
		start: func(s *scene) (env, args []string) {
			return []string{
				"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + s.model.URL + "/v1", "COPILOT_PROVIDER_TYPE=openai",
				"COPILOT_PROVIDER_API_KEY=dummy", "COPILOT_MODEL=fake-model", "COPILOT_AUTO_UPDATE=false", "COPILOT_ALLOW_ALL=true",
			}, []string{"-p", "Please do the task.", "--allow-all"}
		},
		trusts: []string{"COPILOT_ALLOW_ALL=true"},
		trust: func(s *scene) {
			s.homeJSON(".copilot/config.json", map[string]any{"trustedFolders": []string{s.project}})
		},
		faults: []fault{
			{name: "hooks off", check: "switched-off", file: ".github/copilot/settings.json", text: into(`"disableAllHooks": true`), idle: true},
			{name: "hooks off for one person", check: "switched-off", file: ".github/copilot/settings.local.json", text: into(`"disableAllHooks": true`), idle: true},
			{name: "no trust", check: "trust", file: "~/.copilot/config.json", text: always("{}"), idle: true},
		},
		permit: func(_ *scene, printed string) (flags []string) {
			for line := range strings.Lines(printed) {
				if flag, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok && strings.HasPrefix(flag, "--") {
					flags = append(flags, flag, strings.Trim(value, "'"))
				}
			}
			return flags
		},
		shell: func(label, command string) fakemodel.Part {
			return with(label, "bash", "command", command, "description", "Run "+label)
		},
		fileRead: func(label, path string) fakemodel.Part { return with(label, "view", "path", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "create", "path", path, "file_text", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "edit", "path", path, "old_str", from, "new_str", to)
		},
		echo: func(label, text string) fakemodel.Part { return with(label, "demo-echo", "text", text) },
		agent: func(label, prompt string) []fakemodel.Part {
			return []fakemodel.Part{with(label, "task", "prompt", prompt, "agent_type", "general-purpose", "name", "check", "description", "Do it", "mode", "sync")}
		},
	}
}
