package wire

import "rules2guards.local/guard/call"

// vscodeChat speaks to the agent chat of VS Code. Known from its documentation alone, with
// spellings of both kinds in one event; its tools are partly unverified. Exit 2 blocks and
// the model reads standard error; exit 0 with hookSpecificOutput may ask.
type vscodeChat struct{}

func (vscodeChat) Harness() call.Harness { return call.VSCodeChat }

func (c vscodeChat) Event(top map[string]any) (call.Event, error) {
	f := claudeForm(c.Harness(), vscodeTool)
	f.rename = renameMCP("mcp_", "_")
	if has(top, "hookEventName") {
		f.event = "hookEventName"
	}
	return f.read(top)
}

func (vscodeChat) Reply(ev call.Event, v call.Verdict) Reply { return hookReply(ev, v) }

// isVSCode: PascalCase event under a camelCase key.
func isVSCode(top map[string]any) bool {
	name := textOr(top, "hookEventName")
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

func vscodeTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "run_in_terminal", "runTerminalCommand", "runInTerminal":
		t.name, t.command, t.back = "Bash", "command", "isBackground"
	case "read_file", "readFile":
		t.name, t.path, t.access = "Read", "filePath", call.Read
	case "create_file", "createFile":
		t.name, t.path, t.content, t.access = "Write", "filePath", "content", put
	case "replace_string_in_file":
		t.name, t.path, t.old, t.new, t.access = "Edit", "filePath", "oldString", "newString", put
	case "multi_replace_string_in_file":
		t.name, t.patches, t.old, t.new = "MultiEdit", "replacements", "oldString", "newString"
	case "insert_edit_into_file":
		t.name, t.path, t.new, t.access = "Edit", "filePath", "code", put
	case "editFiles":
		t.name, t.files, t.access = "Edit", "files", put
	case "apply_patch":
		t.name, t.patch = "Edit", "input"
	case "grep_search":
		t.name, t.within, t.query, t.access, t.loose = "Grep", "includePattern", "query", call.Read, true
	case "file_search":
		t.name = "Glob"
	case "list_dir":
		t.name = "LS"
	case "fetch_webpage":
		t.name = "WebFetch" // urls: every argument that is an address counts
	case "runSubagent":
		t.name = "Agent"
	case "manage_todo_list":
		t.name = "TodoWrite"
	default:
		return claudeTool(name)
	}
	return t, true
}
