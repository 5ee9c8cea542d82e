package wire

import (
	"maps"

	"rules2guards.local/guard/call"
)

// grok speaks to Grok Build, as seen on 1.0.41. It sends every field in two spellings, with
// its own tool names also to hooks from Claude Code's settings. Exit 2 blocks with the
// reason on standard error; standard output is not read then. ask is not enforced, so it
// blocks.
type grok struct{}

func (grok) Harness() call.Harness { return call.Grok }

func (g grok) Event(top map[string]any) (call.Event, error) {
	f := claudeForm(g.Harness(), grokTool)
	f.rename = renameMCP("", "__")
	if !has(top, "hook_event_name") { // the other spelling alone
		f.event, f.before, f.tool, f.input, f.mode = "hookEventName", "pre_tool_use", "toolName", "toolInput", "permissionMode"
	}
	// An MCP call has its arguments one level down.
	if in, ok := top[f.input].(map[string]any); ok && len(in) == 2 && has(in, "tool_input") && in["tool_name"] == top[f.tool] {
		top = maps.Clone(top)
		top[f.input] = in["tool_input"]
	}
	ev, err := f.read(top)
	if err == nil && ev.Call != nil && top["toolInputTruncated"] == true {
		err = errTruncated
	}
	return ev, err
}

func (grok) Reply(_ call.Event, v call.Verdict) Reply { return exitTwo(refused(v)) }

func isGrok(top map[string]any) bool {
	return textOr(top, "hookEventName") == "pre_tool_use" || has(top, "toolInputTruncated") ||
		has(top, "workspaceRoot") && has(top, "hookEventName")
}

func grokTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "run_terminal_command", "run_terminal_cmd":
		t.name, t.command, t.timeout, t.back = "Bash", "command", "timeout", "background"
	case "monitor":
		t.name, t.command, t.loose = "Monitor", "command", true
	case "read_file":
		t.name, t.path, t.access = "Read", "target_file", call.Read
	case "write":
		t.name, t.path, t.content, t.access = "Write", "file_path", "content", put
	case "search_replace":
		t.name, t.path, t.access = "Edit", "file_path", put
		t.old, t.new, t.all = "old_string", "new_string", "replace_all"
	case "grep":
		t.name, t.path, t.within, t.query, t.access, t.loose = "Grep", "path", "glob", "pattern", call.Read, true
	case "list_dir":
		t.name = "LS"
	case "spawn_subagent":
		t.name = "Agent"
	default:
		return tool{}, false
	}
	return t, true
}
