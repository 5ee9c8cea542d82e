//go:build e2e && unix

package e2e

import "rules2guards.local/e2e/fakemodel"

func pi() subject {
	return subject{
		program: program{id: "pi", pkg: "@earendil-works/pi-coding-agent", version: "0.74.2", bin: "node_modules/.bin/pi", megs: 500},
		id:      "pi", scope: "project", file: ".pi/extensions/rules2guards.ts",
		prepare: func(s *scene) {
			s.homeJSON(".pi/agent/models.json", map[string]any{"providers": map[string]any{"lab": map[string]any{
				"baseUrl": s.model.URL + "/v1", "apiKey": "dummy", "api": "openai-completions",
				"models": []any{map[string]any{"id": "fake-model"}},
			}}})
		},
		start: func(*scene) (env, args []string) {
			return []string{"PI_OFFLINE=1"}, []string{"--provider", "lab", "--model", "fake-model", "-p", "Please do the task."}
		},
		lacks: map[string]string{
			colMCP:      "it has MCP servers by other extensions only",
			colSubagent: "it has subagents by other extensions only",
		},
		shell:    func(label, command string) fakemodel.Part { return with(label, "bash", "command", command) },
		fileRead: func(label, path string) fakemodel.Part { return with(label, "read", "path", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "write", "path", path, "content", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return fakemodel.Call(label, "edit", map[string]any{"path": path, "edits": []any{map[string]any{"oldText": from, "newText": to}}})
		},
	}
}
