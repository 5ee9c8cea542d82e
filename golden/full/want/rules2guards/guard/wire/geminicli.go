package wire

import "rules2guards.local/guard/call"

// geminiCLI speaks to Gemini CLI, as seen on 0.61.0:
//
//   - What parses as JSON on standard output decides, whatever the exit code: exit 2 with {}
//     there runs the call. So a block is the deny JSON alone, with exit 0, which also spares
//     the user a warning about a failed hook.
//   - ask ends a headless run without a word, and an event does not say whether anybody is
//     there: an ask rule blocks.
//   - Nothing reaches the model but the reason of a block: a warning is dropped.
//   - Paths and folders come as the model wrote them.
type geminiCLI struct{}

func (geminiCLI) Harness() call.Harness { return call.GeminiCLI }

func (c geminiCLI) Event(top map[string]any) (call.Event, error) {
	f := claudeForm(c.Harness(), geminiTool)
	f.before = "BeforeTool"
	f.rename = renameMCP("mcp_", "_")
	ev, err := f.read(top)
	if mcp, ok := top["mcp_context"].(map[string]any); ok && ev.Call != nil {
		if server, name := textOr(mcp, "server_name"), textOr(mcp, "tool_name"); server != "" && name != "" {
			ev.Call.Tool = mcpName(server, name)
		}
	}
	return ev, err
}

func (geminiCLI) Reply(_ call.Event, v call.Verdict) Reply {
	v = refused(v)
	if v.Decision != call.Block {
		return pass()
	}
	return Reply{Stdout: encode(flatReply{Decision: "deny", Reason: reason(v)})}
}

// geminiTool is also right for tools of older versions under the same names.
func geminiTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "run_shell_command":
		t.name, t.command, t.dir, t.back = "Bash", "command", "dir_path", "is_background"
	case "read_file":
		t.name, t.path, t.access = "Read", "file_path", call.Read
	case "read_many_files":
		t.name, t.files, t.access, t.loose = "Read", "include", call.Read, true
	case "write_file":
		t.name, t.path, t.content, t.access = "Write", "file_path", "content", put
	case "replace", "edit":
		t.name, t.path, t.access = "Edit", "file_path", put
		t.old, t.new, t.all = "old_string", "new_string", "allow_multiple"
	case "grep_search", "search_file_content":
		t.name, t.path, t.within, t.query, t.access, t.loose = "Grep", "dir_path", "include_pattern", "pattern", call.Read, true
	case "glob":
		t.name = "Glob"
	case "list_directory":
		t.name = "LS"
	case "web_fetch":
		t.name, t.free, t.loose = "WebFetch", "prompt", true
	case "google_web_search":
		t.name, t.query = "WebSearch", "query"
	case "write_todos":
		t.name = "TodoWrite"
	case "invoke_agent":
		t.name = "Agent"
	case "activate_skill":
		t.name = "Skill"
	default:
		return tool{}, false
	}
	return t, true
}
