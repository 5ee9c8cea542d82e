//go:build e2e && unix

package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"rules2guards.local/e2e/fakemodel"
	"rules2guards.local/harness"
)

// codexBase is Codex but for the model, whose entry in its catalogue decides which tools
// there are.
func codexBase(model string) subject {
	return subject{
		program: program{id: "codex", pkg: "@openai/codex", version: "0.171.0", bin: "node_modules/.bin/codex", megs: 900},
		id:      "codex", scope: "project", file: ".codex/hooks.json",
		before: "{\"description\": \"ours\",\r\n\"hooks\": {}}",
		prepare: func(s *scene) {
			mcp := s.mcpCommand()
			s.homeFile(".codex/config.toml", fmt.Sprintf(`model = %q
model_provider = "lab"
check_for_update_on_startup = false

[model_providers.lab]
name = "lab"
base_url = "%s/v1"
env_key = "LAB_DUMMY_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[feedback]
enabled = false

[mcp_servers.demo]
command = %q
args = [%q, %q]
default_tools_approval_mode = "approve"

[projects.%q]
trust_level = "trusted"
`, model, s.model.URL, mcp[0], mcp[1], mcp[2], s.project))
		},
		start: func(*scene) (env, args []string) {
			return []string{"LAB_DUMMY_KEY=dummy"}, []string{
				"exec", "--json", "--dangerously-bypass-hook-trust", "-s", "danger-full-access", "Please do the task.",
			}
		},
		permit: func(s *scene, printed string) []string {
			s.homeFile(".codex/rules/printed.rules", printed)
			return nil
		},
		trusts: []string{"--dangerously-bypass-hook-trust"},
		trust: func(s *scene) {
			text := ""
			for _, h := range s.codexHooks() {
				text += fmt.Sprintf("\n[hooks.state.%q]\ntrusted_hash = %q\n", h.Key, h.CurrentHash)
			}
			s.change("~/.codex/config.toml", func(old string) string { return old + text })
		},
		faults: []fault{
			{name: "hooks off", check: "switched-off", file: "~/.codex/config.toml", text: func(old string) string { return old + "\n[features]\nhooks = false\n" }, idle: true},
			{name: "hooks off by their former name", check: "switched-off", file: "~/.codex/config.toml", text: func(old string) string { return old + "\n[features]\ncodex_hooks = false\n" }, idle: true},
			{name: "changed since it was trusted", check: "trust", file: "~/.codex/config.toml", text: func(old string) string {
				return strings.Replace(old, `trusted_hash = "sha256:`, `trusted_hash = "sha256:0`, 1)
			}, idle: true},
			{name: "no trust in the project", check: "trust", file: "~/.codex/config.toml", text: func(old string) string {
				return strings.Replace(old, `trust_level = "trusted"`, `trust_level = "untrusted"`, 1)
			}, idle: true},
		},
	}
}

// codexHook is what of a hook Codex remembers when a person trusts it.
type codexHook struct{ Key, CurrentHash string }

// codexHooks asks Codex for the hooks of the project, as its dialog does.
func (s *scene) codexHooks() []codexHook {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, installed(s.t, codexBase("").program), "app-server")
	cmd.Dir, cmd.Env = s.project, s.env()
	in, err := cmd.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	defer func() {
		in.Close() // it ends with its input
		_ = cmd.Wait()
	}()
	if _, err := in.Write(harness.AskCodex(s.project)); err != nil {
		s.t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var answer struct {
			ID     int
			Result struct{ Data []struct{ Hooks []codexHook } }
		}
		if json.Unmarshal(lines.Bytes(), &answer) == nil && answer.ID == harness.AskCodexID && len(answer.Result.Data) == 1 {
			return answer.Result.Data[0].Hooks
		}
	}
	s.t.Fatalf("codex app-server listed no hooks: %v", lines.Err())
	return nil
}

// codexDirect is Codex with a model that calls its tools one by one.
func codexDirect() subject {
	p := codexBase("gpt-5.5")
	p.shell = func(label, command string) fakemodel.Part {
		return fakemodel.Call(label, "exec_command", map[string]any{"cmd": command})
	}
	p.fileWrite = func(label, path, text string) fakemodel.Part {
		return fakemodel.Call(label, "apply_patch", map[string]any{"input": addPatch(path, text)})
	}
	p.fileEdit = func(label, path, from, to string) fakemodel.Part {
		return fakemodel.Call(label, "apply_patch", map[string]any{"input": editPatch(path, from, to)})
	}
	p.echo = func(label, text string) fakemodel.Part {
		return fakemodel.Call(label, "mcp__demo/echo", map[string]any{"text": text})
	}
	p.lacks = map[string]string{colSubagent: "this model gets no subagents; see the other one"}
	return p
}

// codexCode is Codex with a model that writes scripts, from which the tools are called.
func codexCode() subject {
	p := codexBase("gpt-6.2-sol")
	p.model = "gpt-6.2-sol"
	script := func(label, format string, values ...any) fakemodel.Part {
		literals := make([]any, len(values))
		for i, v := range values {
			data, err := json.Marshal(v)
			if err != nil {
				panic(err) // texts alone
			}
			literals[i] = string(data)
		}
		return fakemodel.Call(label, "exec", map[string]any{"input": fmt.Sprintf(format, literals...)})
	}
	p.shell = func(label, command string) fakemodel.Part {
		return script(label, "const r = await tools.exec_command({cmd: %s});\ntext(r.output);\n", command)
	}
	p.fileWrite = func(label, path, text string) fakemodel.Part {
		return script(label, "await tools.apply_patch(%s);\n", addPatch(path, text))
	}
	p.fileEdit = func(label, path, from, to string) fakemodel.Part {
		return script(label, "await tools.apply_patch(%s);\n", editPatch(path, from, to))
	}
	p.echo = func(label, text string) fakemodel.Part {
		return script(label, "const r = await tools.mcp__demo__echo({text: %s});\ntext(r.content[0].text);\n", text)
	}
	p.agent = func(label, prompt string) []fakemodel.Part {
		return []fakemodel.Part{
			with(label, "collaboration/spawn_agent", "task_name", "check", "message", prompt, "fork_turns", "none"),
			fakemodel.Call(label+" end", "collaboration/wait_agent", map[string]any{"timeout_ms": 60000}),
		}
	}
	return p
}

// addPatch and editPatch are patches in the form that Codex and OpenCode take.

func addPatch(path, text string) string {
	return "*** Begin Patch\n*** Add File: " + path + "\n+" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+") + "\n*** End Patch\n"
}

func editPatch(path, from, to string) string {
	return "*** Begin Patch\n*** Update File: " + path + "\n@@\n-" + from + "\n+" + to + "\n*** End Patch\n"
}
