package wire

import (
	"fmt"
	"strings"
	"testing"

	"rules2guards.local/guard/call"
)

// sketch writes a call down in one line: tool, folder, and what it does.
func sketch(c *call.Call) string {
	if c == nil {
		return "no call"
	}
	s := c.Tool
	if c.Dir != "" {
		s += " in " + c.Dir
	}
	for _, sh := range c.Shells {
		s += fmt.Sprintf("; run %q", sh.Text)
		if sh.Dir != "" {
			s += " in " + sh.Dir
		}
	}
	for _, f := range c.Files {
		var access []string
		for i, word := range []string{"read", "write", "create", "delete"} {
			if f.Access&(1<<i) != 0 {
				access = append(access, word)
			}
		}
		s += "; " + strings.Join(access, "+") + " " + f.Path
		if f.Whole {
			s += fmt.Sprintf(" = %q", f.Text)
		}
		for _, e := range f.Edits {
			s += fmt.Sprintf(" %q->%q", e.Old, e.New)
		}
		if f.Unknown {
			s += " ?"
		}
	}
	for _, u := range c.URLs {
		s += "; open " + u
	}
	return s
}

// recording is a file under testdata and what it should read as.
type recording struct{ name, want string }

// TestEventsThatWereRecorded reads every event of every harness. Names that end in
// from-documentation were not seen in a run.
func TestEventsThatWereRecorded(t *testing.T) {
	tests := []struct {
		harness call.Harness
		list    []recording
	}{
		{"codex", []recording{
			{"post.apply_patch", `no call`},
			{"post.bash", `no call`},
			{"post.mcp", `no call`},
			{"pre.apply_patch.absolute-path", `Edit in /home/dev/project; write+create /home/dev/project/abs.txt = "x\n"`},
			{"pre.apply_patch.delete", `Edit in /home/dev/project; delete sub/moved.txt`},
			{"pre.apply_patch.move", `Edit in /home/dev/project; read+delete hello.txt; write+create sub/moved.txt "hello\n"->"bye\n" ?`},
			{"pre.apply_patch.parent-directory", `Edit in /home/dev/project; write+create ../outside.txt = "x\n"`},
			{"pre.apply_patch.update-and-add", `Edit in /home/dev/project; write web/index.js "console.log(\"hello\")\n"->"console.log(\"hello there\")\n"; write+create web/util.js = "module.exports = 1\n"`},
			{"pre.apply_patch.wrapped-in-heredoc", `Edit in /home/dev/project; write+create hd.txt = "x\n"`},
			{"pre.bash.apply-patch-argument", `Bash in /home/dev/project; run "apply_patch '*** Begin Patch\n*** Add File: arg.txt\n+x\n*** End Patch'"`},
			{"pre.bash.apply-patch-heredoc", `Bash in /home/dev/project; run "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: notes.md\n+one line\n*** End Patch\nEOF\n"`},
			{"pre.bash.cd-and-npm", `Bash in /home/dev/project; run "cd web && npm i"`},
			{"pre.bash.cd-apply-patch-heredoc", `Bash in /home/dev/project; run "cd sub && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: heredoc2.txt\n+via heredoc\n*** End Patch\nEOF\n"`},
			{"pre.bash.git-push-force", `Bash in /home/dev/project; run "git push --force origin main"`},
			{"pre.bash.interactive-shell", `Bash in /home/dev/project; run "bash --norc"`},
			{"pre.bash.ls", `Bash in /home/dev/project; run "ls && cat package.json"`},
			{"pre.bash.npm-install", `Bash in /home/dev/project; run "npm install left-pad"`},
			{"pre.bash.permission-mode-default", `Bash in /home/dev/project; run "echo RAN > ran.txt; echo out"`},
			{"pre.bash.workdir-absolute-outside", `Bash in /tmp; run "echo RAN; pwd"`},
			{"pre.bash.workdir-is-payload-cwd", `Bash in /home/dev/project/web; run "cat index.js"`},
			{"pre.code-mode.apply_patch", `Edit in /home/dev/project; write web/index.js "console.log(\"hello\")\n"->"console.log(\"hello there\")\n"`},
			{"pre.code-mode.bash", `Bash in /home/dev/project; run "npm install left-pad"`},
			{"pre.code-mode.clock", `clockcurr_time in /home/dev/project`},
			{"pre.code-mode.mcp", `mcp__lab_tools__echo in /home/dev/project`},
			{"pre.create_goal", `create_goal in /home/dev/project`},
			{"pre.get_goal", `get_goal in /home/dev/project`},
			{"pre.list_mcp_resources", `list_mcp_resources in /home/dev/project`},
			{"pre.mcp.echo", `mcp__lab_tools__echo in /home/dev/project`},
			{"pre.mcp.write-note", `mcp__lab_tools__write_note in /home/dev/project; read+write+create x/../y ?`},
			{"pre.request_user_input", `AskUserQuestion in /home/dev/project`},
			{"pre.send_message_to_user_async", `send_message_to_user_async in /home/dev/project`},
			{"pre.spawn_agent.v1", `Agent in /home/dev/project`},
			{"pre.spawn_agent.v2", `Agent in /home/dev/project`},
			{"pre.subagent.bash", `Bash in /home/dev/project; run "npm test"`},
			{"pre.view_image", `Read in /home/dev/project; read pic.png`},
			{"pre.wait_agent.v2", `collaborationwait_agent in /home/dev/project`},
			{"session_end", `no call`},
			{"session_start", `no call`},
			{"stop", `no call`},
			{"subagent_start", `no call`},
			{"subagent_stop", `no call`},
			{"user_prompt_submit", `no call`},
		}},
		{"gemini-cli", []recording{
			{"activate_skill", `Skill in /home/dev/project`},
			{"after-invoke_agent", `no call`},
			{"after-mcp_notes_note", `no call`},
			{"after-run_shell_command", `no call`},
			{"after-write_file", `no call`},
			{"glob", `Glob in /home/dev/project`},
			{"google_web_search", `WebSearch in /home/dev/project`},
			{"grep_search", `Grep in /home/dev/project; read src`},
			{"invoke_agent", `Agent in /home/dev/project`},
			{"list_directory", `LS in /home/dev/project`},
			{"mcp_my-dash_srv_note", `mcp__my-dash_srv__note in /home/dev/project`},
			{"mcp_notes_note", `mcp__notes__note in /home/dev/project; read+write+create src/a.txt ?`},
			{"read_file-absolute", `Read in /home/dev/project; read /home/dev/project/src/a.txt`},
			{"read_file", `Read in /home/dev/project; read src/a.txt`},
			{"replace", `Edit in /home/dev/project; write+create src/b.txt "hello"->"bye"`},
			{"run_shell_command-dir_path", `Bash in /home/dev/project; run "npm install left-pad" in src`},
			{"run_shell_command-in-subagent", `Bash in /home/dev/project; run "echo from-subagent"`},
			{"run_shell_command-no-description", `Bash in /home/dev/project; run "echo par1"`},
			{"run_shell_command", `Bash in /home/dev/project; run "npm install left-pad"`},
			{"search_file_content", `Grep in /home/dev/project`},
			{"update_topic", `update_topic in /home/dev/project`},
			{"web_fetch", `WebFetch in /home/dev/project; open https://example.com/page`},
			{"write_file", `Write in /home/dev/project; write+create src/b.txt = "hello\n"`},
			{"write_todos", `TodoWrite in /home/dev/project`},
		}},
		{"qwen-code", []recording{
			{"agent", `Agent in /home/dev/project`},
			{"edit", `Edit in /home/dev/project; write+create /home/dev/project/src/b.txt "hello"->"bye"`},
			{"glob", `Glob in /home/dev/project`},
			{"grep_search", `Grep in /home/dev/project`},
			{"mcp__notes__note-through-tool_call", `mcp__notes__note in /home/dev/project`},
			{"mcp__notes__note", `mcp__notes__note in /home/dev/project; read+write+create src/a.txt ?`},
			{"read_file", `Read in /home/dev/project; read /home/dev/project/src/a.txt`},
			{"run_shell_command-directory", `Bash in /home/dev/project; run "echo hi" in /home/dev/project/src`},
			{"run_shell_command", `Bash in /home/dev/project; run "echo deny-me"`},
			{"tool_search", `ToolSearch in /home/dev/project`},
			{"web_fetch", `WebFetch in /home/dev/project; open https://example.com`},
			{"write_file", `Write in /home/dev/project; write+create /home/dev/project/src/b.txt = "hello\n"`},
		}},
		{"copilot", []recording{
			{"PreToolUse-Bash.pascal", `Bash in /home/dev/project; run "cd /home/dev/project/sub && pwd"`},
			{"PreToolUse-Edit.pascal", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "HELLO"->"hello"`},
			{"PreToolUse-Read.pascal", `Read in /home/dev/project; read a.txt`},
			{"PreToolUse-Write.pascal", `Write in /home/dev/project; write+create /home/dev/project/new2.txt = "line one\n"`},
			{"PreToolUse-mcp.pascal", `mcp__demo__echo_text in /home/dev/project`},
			{"agentStop", `no call`},
			{"from-claude-settings-Bash", `Bash in /home/dev/project; run "echo hi"`},
			{"permissionRequest-bash", `no call`},
			{"permissionRequest-edit", `no call`},
			{"permissionRequest-mcp", `no call`},
			{"postToolUse-bash", `no call`},
			{"postToolUseFailure", `no call`},
			{"preToolUse-bash-async", `Bash in /home/dev/project; run "pwd"`},
			{"preToolUse-bash", `Bash in /home/dev/project; run "echo hi"`},
			{"preToolUse-create", `Write in /home/dev/project; write+create /home/dev/project/new.txt = "line one\n"`},
			{"preToolUse-edit", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "hello"->"HELLO"`},
			{"preToolUse-glob", `Glob in /home/dev/project`},
			{"preToolUse-grep", `Grep in /home/dev/project`},
			{"preToolUse-mcp", `mcp__demo__echo_text in /home/dev/project`},
			{"preToolUse-sql", `sql in /home/dev/project`},
			{"preToolUse-unknown-tool", `nosuchtool in /home/dev/project`},
			{"preToolUse-view", `Read in /home/dev/project; read /home/dev/project/a.txt`},
			{"sessionEnd", `no call`},
			{"sessionStart", `no call`},
			{"userPromptSubmitted", `no call`},
		}},
		{"vscode-chat", []recording{
			{"PreToolUse-create_file.from-documentation", `Write in /home/dev/project; write+create /home/dev/project/a.txt = "x\n"`},
			{"PreToolUse-read_file.from-documentation", `Read in /home/dev/project; read /home/dev/project/.env`},
			{"PreToolUse-replace_string_in_file.from-documentation", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "x"->"y"`},
			{"PreToolUse-run_in_terminal.from-documentation", `Bash in /home/dev/project; run "npm install left-pad"`},
		}},
		{"cursor", []recording{
			{"beforeMCPExecution.from-documentation", `MCP:create_issue in /home/dev/project`},
			{"beforeReadFile.from-documentation", `Read in /home/dev/project; read /home/dev/project/.env`},
			{"beforeShellExecution.from-documentation", `Bash in /home/dev/project; run "npm install left-pad" in /home/dev/project`},
			{"preToolUse-MCP.from-documentation", `MCP:create_issue in /home/dev/project`},
			{"preToolUse-Read.from-documentation", `Read in /home/dev/project; read /home/dev/project/.env`},
			{"preToolUse-Shell.from-documentation", `Bash in /home/dev/project; run "npm install left-pad"`},
			{"preToolUse-Write.from-documentation", `Write in /home/dev/project; write+create /home/dev/project/src/a.ts = "export {}\n"`},
		}},
		{"windsurf", []recording{
			{"pre_mcp_tool_use.from-documentation", `mcp__github__create_issue`},
			{"pre_read_code.from-documentation", `Read; read /home/dev/project/.env`},
			{"pre_run_command.from-documentation", `Bash in /home/dev/project; run "npm install left-pad" in /home/dev/project`},
			{"pre_write_code.from-documentation", `Edit; write+create /home/dev/project/a.py "a = 1"->"a = 2"`},
		}},
		{"devin", []recording{
			{"PreToolUse-exec.from-documentation", `Bash in /home/dev/project; run "npm install left-pad"`},
		}},
		{"antigravity", []recording{
			{"PreToolUse-replace_file_content.from-documentation", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "x"->"y"`},
			{"PreToolUse-run_command.from-documentation", `Bash in /home/dev/project; run "npm install left-pad" in /home/dev/project`},
			{"PreToolUse-view_file.from-documentation", `Read in /home/dev/project; read /home/dev/project/.env`},
			{"PreToolUse-write_to_file.from-documentation", `Write in /home/dev/project; write+create /home/dev/project/a.txt = "x\n"`},
		}},
		{"hermes", []recording{
			{"pre_tool_call-patch.from-documentation", `Edit in /home/dev/project; write+create a.txt "x"->"y"`},
			{"pre_tool_call-read_file.from-documentation", `Read in /home/dev/project; read .env`},
			{"pre_tool_call-terminal.from-documentation", `Bash in /home/dev/project; run "npm install left-pad"`},
			{"pre_tool_call-write_file.from-documentation", `Write in /home/dev/project; write+create /home/dev/project/a.txt = "x\n"`},
		}},
		{"grok", []recording{
			{"PostToolUse-run_terminal_command", `no call`},
			{"PreToolUse-grep", `Grep in /home/dev/project`},
			{"PreToolUse-mcp", `mcp__demo__echo_text in /home/dev/project`},
			{"PreToolUse-read_file", `Read in /home/dev/project; read /home/dev/project/a.txt`},
			{"PreToolUse-run_terminal_command", `Bash in /home/dev/project; run "echo hi"`},
			{"PreToolUse-search_replace", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "hello"->"HELLO"`},
			{"PreToolUse-write", `Write in /home/dev/project; write+create /home/dev/project/new.txt = "x\n"`},
			{"from-claude-settings", `Bash in /home/dev/project; run "echo hi"`},
		}},
		{"droid", []recording{
			{"PostToolUse-Execute", `no call`},
			{"PreToolUse-Create", `Write in /home/dev/project; write+create /home/dev/project/new.txt = "x"`},
			{"PreToolUse-Edit", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "hello"->"HELLO"`},
			{"PreToolUse-Execute", `Bash in /home/dev/project; run "echo hi"`},
			{"PreToolUse-Grep", `Grep in /home/dev/project`},
			{"PreToolUse-Read", `Read in /home/dev/project; read /home/dev/project/a.txt`},
			{"PreToolUse-mcp", `mcp__demo__echo_text in /home/dev/project`},
		}},
		{"kimi", []recording{
			{"PreToolUse-Bash", `Bash in /home/dev/project; run "echo hi"`},
			{"PreToolUse-Edit", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "hello"->"HELLO"`},
			{"PreToolUse-FetchURL", `WebFetch in /home/dev/project; open http://127.0.0.1:18707/v1/models`},
			{"PreToolUse-Read", `Read in /home/dev/project; read /home/dev/project/a.txt`},
			{"PreToolUse-Write", `Write in /home/dev/project; write+create /home/dev/project/new.txt = "x\n"`},
			{"PreToolUse-mcp", `mcp__demo__echo_text in /home/dev/project`},
		}},
		{"cline", []recording{
			{"PostToolUse-run_commands", `no call`},
			{"PreToolUse-editor-create", `Write in /home/dev/project; write+create /home/dev/project/new.txt = "x\n"`},
			{"PreToolUse-editor-replace", `Edit in /home/dev/project; write+create /home/dev/project/a.txt "hello"->"HELLO"`},
			{"PreToolUse-fetch_web_content", `WebFetch in /home/dev/project; open http://127.0.0.1:18705/v1/models`},
			{"PreToolUse-read_files", `Read in /home/dev/project; read /home/dev/project/a.txt`},
			{"PreToolUse-run_commands", `Bash in /home/dev/project; run "echo one"; run "echo two && pwd"`},
			{"PreToolUse-search_codebase", `Grep in /home/dev/project`},
		}},
		{"opencode", []recording{
			{"after-bash", `no call`},
			{"after-edit", `no call`},
			{"after-mcp", `no call`},
			{"before-apply_patch", `Edit; write a.txt "HELLO world\n"->"HELLO patched\n"; write+create added.txt = "new\n"`},
			{"before-bash-workdir", `Bash; run "echo x" in /home/dev/project/sub`},
			{"before-bash", `Bash; run "echo hi && cd /tmp && FOO=1 echo there"`},
			{"before-edit", `Edit; write+create /home/dev/project/a.txt "hello"->"HELLO"`},
			{"before-glob", `Glob`},
			{"before-grep", `Grep`},
			{"before-invalid-unavailable-tool", `invalid`},
			{"before-mcp", `mcp__demo__echo_text`},
			{"before-read", `Read; read /home/dev/project/a.txt`},
			{"before-task", `Agent`},
			{"before-todowrite", `TodoWrite`},
			{"before-webfetch", `WebFetch; open http://127.0.0.1:18701/v1/models`},
			{"before-write", `Write; write+create /home/dev/project/new.txt = "line one\n"`},
			{"chat.message", `no call`},
			{"shell.env", `no call`},
		}},
		{"kilo", []recording{
			{"before-bash", `Bash; run "echo hi"`},
			{"before-edit", `Edit; write+create /home/dev/project/a.txt "hello"->"HELLO"`},
			{"before-read", `Read; read /home/dev/project/a.txt`},
		}},
		{"pi", []recording{
			{"tool_call-bash", `Bash in /home/dev/project; run "echo hi"`},
			{"tool_call-edit", `Edit in /home/dev/project; write+create a.txt "hello"->"HELLO"`},
			{"tool_call-read", `Read in /home/dev/project; read a.txt`},
			{"tool_call-write", `Write in /home/dev/project; write+create new.txt = "x\n"`},
		}},
	}
	for _, tt := range tests {
		wants := map[string]string{}
		for _, r := range tt.list {
			wants[r.name] = r.want
		}
		for _, name := range payloads(t, string(tt.harness)) {
			t.Run(string(tt.harness)+"/"+name, func(t *testing.T) {
				data := payload(t, string(tt.harness), name)
				c, ev, err := Decode(data, tt.harness)
				if err != nil {
					t.Fatal(err)
				}
				if c.Harness() != tt.harness || ev.Harness != tt.harness {
					t.Errorf("taken for %s", c.Harness())
				}
				if got := sketch(ev.Call); got != wants[name] {
					t.Errorf("got  %s\nwant %s", got, wants[name])
				}
				delete(wants, name)
				// The same event, from an entry that was written for another harness.
				if ev.Call == nil || tt.harness == call.Kilo {
					return
				}
				for _, hint := range []call.Harness{call.ClaudeCode, call.GeminiCLI, ""} {
					if c, _, err := Decode(data, hint); err != nil || c.Harness() != tt.harness {
						t.Errorf("with an entry of %q taken for %s, %v", hint, c.Harness(), err)
					}
				}
			})
		}
		for name := range wants {
			t.Errorf("no such recording of %s: %s", tt.harness, name)
		}
	}
}

func TestEveryHarnessHasACodec(t *testing.T) {
	codecs := Codecs()
	for i, h := range call.Harnesses() {
		if i >= len(codecs) || codecs[i].Harness() != h {
			t.Errorf("%s has no codec in its place", h)
		}
	}
}

func TestTrapsOfTheOtherForms(t *testing.T) {
	tests := []struct {
		name string
		hint call.Harness
		data string
		from call.Harness
		want string
	}{
		{
			"Copilot's arguments as JSON text", call.Copilot, `{"toolName":"bash","toolArgs":"{\"command\":\"npm i\"}","cwd":"/p"}`,
			call.Copilot, `Bash in /p; run "npm i"`,
		},
		{
			"the command of an MCP event is the server's", call.Cursor,
			`{"cursor_version":"3","hook_event_name":"beforeMCPExecution","tool_name":"run","tool_input":"{\"path\":\"a\"}","command":"npm exec server"}`,
			call.Cursor, `MCP:run; read+write+create a ?`,
		},
		{
			"Cursor running an entry of Claude Code", call.ClaudeCode,
			`{"cursor_version":"3","hook_event_name":"PreToolUse","tool_name":"Shell","tool_input":{"command":"npm i"},"workspace_roots":["/w"],"cwd":""}`,
			call.Cursor, `Bash in /w; run "npm i"`,
		},
		{
			"a patch of Codex as bare text", call.Codex,
			`{"turn_id":"1","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}`,
			call.Codex, `Edit; delete a`,
		},
		{"Claude Code's form from a program that copied it", call.Devin, preToolUse("Bash", `{"command":"npm i"}`), call.Devin, `Bash in /p; run "npm i"`},
		{"Claude Code's form under Gemini CLI", call.GeminiCLI, preToolUse("Bash", `{"command":"npm i"}`), "unknown", `Bash in /p; run "npm i"`},
		{
			"Gemini CLI's form under an entry of Claude Code", call.ClaudeCode,
			`{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"npm i"},"cwd":"/p"}`,
			call.GeminiCLI, `Bash in /p; run "npm i"`,
		},
		{
			"an MCP call of Grok has its arguments below", call.ClaudeCode,
			`{"hookEventName":"pre_tool_use","hook_event_name":"PreToolUse","tool_name":"x__sh","tool_input":{"tool_name":"x__sh","tool_input":{"command":"npm i"}}}`,
			call.Grok, `mcp__x__sh; run "npm i"`,
		},
		{
			"Grok's camelCase alone", call.Grok, `{"hookEventName":"pre_tool_use","toolName":"read_file","toolInput":{"target_file":".env"},"cwd":"/p"}`,
			call.Grok, `Read in /p; read .env`,
		},
		{
			"the editor's Cline", call.Cline, `{"hookName":"PreToolUse","preToolUse":{"toolName":"run_commands","parameters":{"commands":"[\"npm i\",\"ls\"]"}},"workspaceRoots":["/p"]}`,
			call.Cline, `Bash in /p; run "npm i"; run "ls"`,
		},
		{
			"text typed into a shell of Copilot", call.Copilot, `{"toolName":"write_bash","toolArgs":{"shellId":"1","input":"npm i\n"},"cwd":"/p"}`,
			call.Copilot, `Bash in /p; run "npm i\n"`,
		},
		{
			"Python text of Hermes", call.Hermes, `{"hook_event_name":"pre_tool_call","tool_name":"execute_code","tool_input":{"code":"print('x')"}}`,
			call.Hermes, `execute_code; run "python3 -c 'print('\\''x'\\'')'"`,
		},
		{"no arguments of Hermes", call.Hermes, `{"hook_event_name":"pre_tool_call","tool_name":"memory","tool_input":null}`, call.Hermes, `memory`},
		{
			"several files of VS Code", call.VSCodeChat,
			`{"hookEventName":"PreToolUse","tool_name":"multi_replace_string_in_file","tool_input":{"replacements":[{"filePath":"a","oldString":"1","newString":"2"},{"filePath":"b","oldString":"3","newString":"4"}]}}`,
			call.VSCodeChat, `MultiEdit; write+create a "1"->"2"; write+create b "3"->"4"`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, ev, err := Decode([]byte(tt.data), tt.hint)
			if err != nil {
				t.Fatal(err)
			}
			if got := sketch(ev.Call); c.Harness() != tt.from || got != tt.want {
				t.Errorf("%s: got  %s\nwant %s", c.Harness(), got, tt.want)
			}
		})
	}
	data := `{"hookEventName":"pre_tool_use","toolName":"write","toolInput":{"file_path":"a","content":"x"},"toolInputTruncated":true}`
	if _, ev, err := Decode([]byte(data), call.Grok); err == nil || ev.Call == nil {
		t.Errorf("arguments that were cut off: %v %v", ev, err)
	}
}
