//go:build e2e && unix

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rules2guards.local/e2e/fakemodel"
)

// opencode and kilo, its fork, differ in names and folders alone.

func opencode() subject {
	p := opencodeLike("opencode", ".config/opencode/opencode.json")
	p.program = program{
		id: "opencode", pkg: "opencode-ai", version: "1.18.33", bin: "node_modules/.bin/opencode", megs: 800,
		after: []string{"node_modules/opencode-ai/postinstall.mjs"},
	}
	p.file = ".opencode/plugin/rules2guards.js"
	p.permit = permitInOpenCode
	p.faults = pluginsOff("OPENCODE")
	return p.withoutInstall("@opencode-ai/plugin", ".opencode")
}

func kilo() subject {
	p := opencodeLike("kilo", ".config/kilo/kilo.json")
	p.program = program{
		id: "kilo", pkg: "@kilocode/cli-linux-x64", version: "7.7.9", bin: "node_modules/@kilocode/cli-linux-x64/bin/kilo", megs: 500,
	}
	p.file = ".kilo/plugin/rules2guards.js"
	p.faults = pluginsOff("KILO")
	return p.withoutInstall("@kilocode/plugin", ".kilo")
}

// withoutInstall makes the program take its folders' packages as installed already: it gets
// the types for plugins from npm otherwise, at each first start.
func (p subject) withoutInstall(pkg, folder string) subject {
	settings := p.prepare
	p.prepare = func(s *scene) {
		settings(s)
		for _, dir := range []string{filepath.Join(s.project, folder), s.inHome(".config/" + p.id)} {
			if err := os.MkdirAll(filepath.Join(dir, "node_modules"), 0o755); err != nil {
				s.t.Fatal(err)
			}
			wants := map[string]any{"dependencies": map[string]any{pkg: p.version}}
			s.writeJSON(filepath.Join(dir, "package.json"), wants)
			s.writeJSON(filepath.Join(dir, "package-lock.json"), map[string]any{
				"lockfileVersion": 3, "packages": map[string]any{"": wants},
			})
		}
	}
	return p
}

// pluginsOff are the variables with which a project's plugins are not loaded.
func pluginsOff(prefix string) []fault {
	return []fault{
		{name: "no plugins", check: "switched-off", env: []string{prefix + "_PURE=1"}, idle: true},
		{name: "nothing of the project", check: "switched-off", env: []string{prefix + "_DISABLE_PROJECT_CONFIG=1"}, idle: true},
	}
}

// permitInOpenCode puts printed rules behind the one that allows everything: the last match
// wins.
func permitInOpenCode(s *scene, printed string) []string {
	text := `"*": "allow"`
	keys, rules := pasted(printed)
	for _, key := range keys {
		text += fmt.Sprintf(`, %q: {"*": "allow", %s}`, key, strings.Join(rules[key], ", "))
	}
	s.change("~/.config/opencode/opencode.json", func(old string) string {
		return strings.Replace(old, `"permission": "allow"`, `"permission": {`+text+`}`, 1)
	})
	return nil
}

func opencodeLike(id, config string) subject {
	return subject{
		id: id, scope: "project",
		prepare: func(s *scene) {
			s.homeJSON(config, map[string]any{
				"autoupdate": false, "share": "disabled", "permission": "allow", "snapshot": false,
				"model": "lab/fake-model", "small_model": "lab/fake-model",
				"provider": map[string]any{"lab": map[string]any{
					"npm": "@ai-sdk/openai-compatible", "name": "lab",
					"options": map[string]any{"baseURL": s.model.URL + "/v1", "apiKey": "dummy"},
					"models":  map[string]any{"fake-model": map[string]any{"name": "fake-model", "tool_call": true}},
				}},
				"mcp": map[string]any{"demo": map[string]any{"type": "local", "command": s.mcpCommand(), "enabled": true}},
			})
		},
		start: func(*scene) (env, args []string) {
			return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"},
				[]string{"run", "--model", "lab/fake-model", "Please do the task."}
		},
		shell: func(label, command string) fakemodel.Part {
			return with(label, "bash", "command", command, "description", "Run "+label)
		},
		fileRead: func(label, path string) fakemodel.Part { return with(label, "read", "filePath", path) },
		fileWrite: func(label, path, text string) fakemodel.Part {
			return with(label, "write", "filePath", path, "content", text)
		},
		fileEdit: func(label, path, from, to string) fakemodel.Part {
			return with(label, "edit", "filePath", path, "oldString", from, "newString", to)
		},
		echo: func(label, text string) fakemodel.Part { return with(label, "demo_echo", "text", text) },
		agent: func(label, prompt string) []fakemodel.Part {
			return []fakemodel.Part{with(label, "task", "description", "Do it", "prompt", prompt, "subagent_type", "general")}
		},
	}
}
