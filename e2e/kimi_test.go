//go:build e2e && unix

package e2e

import (
	"fmt"

	"rules2guards.local/e2e/fakemodel"
)

// kimi takes hooks from the user's settings alone, which name its model too.
func kimi() subject {
	return subject{
		program: program{id: "kimi", pkg: "@moonshot-ai/kimi-code", version: "2.1.0", bin: "node_modules/.bin/kimi", megs: 400},
		id:      "kimi", node: node22(), scope: "user", file: "~/.kimi-code/config.toml",
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.homeFile(".kimi-code/config.toml", fmt.Sprintf(`default_model = "lab"

[providers.lab]
type = "openai"
base_url = "%s/v1"
api_key = "dummy"

[models.lab]
provider = "lab"
model = "fake-model"
max_context_size = 100000
capabilities = ["tool_use"]`, s.model.URL))
			s.homeJSON(".kimi-code/mcp.json", map[string]any{"mcpServers": map[string]any{
				"demo": map[string]any{"command": mcp[0], "args": mcp[1:]},
			}})
		},
		start:    func(*scene) (env, args []string) { return nil, []string{"-p", "Please do the task."} },
		shell:    func(label, command string) fakemodel.Part { return with(label, "Bash", "command", command) },
		fileRead: func(label, path string) fakemodel.Part { return with(label, "Read", "path", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "Write", "path", path, "content", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "Edit", "path", path, "old_string", from, "new_string", to)
		},
		echo: func(label, text string) fakemodel.Part { return with(label, "mcp__demo__echo", "text", text) },
		agent: func(label, prompt string) []fakemodel.Part {
			return []fakemodel.Part{with(label, "Agent", "description", "Do it", "prompt", prompt)}
		},
	}
}
