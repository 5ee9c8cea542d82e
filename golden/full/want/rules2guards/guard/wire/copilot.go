package wire

import (
	"strings"

	"rules2guards.local/guard/call"
)

// copilot speaks to GitHub Copilot CLI, as seen on 1.0.102, in both of its forms: the
// spelling of the event's key in the settings chooses between preToolUse (camelCase
// fields, no event name) and PreToolUse (Claude Code's form, but with its own arguments).
//
//   - Flat permissionDecision keys on standard output hold in both forms and in Claude Code's
//     settings files; with hookSpecificOutput beside them and exit 2 the reason is lost, and
//     without exit 2 the camelCase form ignores it. Standard error never reaches the model.
//   - Exit 2 denies by itself, should the keys not be understood.
//   - ask is a dialog, and without anybody there a refusal with the reason.
//   - Nothing but the reason of a refusal reaches the model: a warning is dropped.
type copilot struct{}

func (copilot) Harness() call.Harness { return call.Copilot }

func (c copilot) Event(top map[string]any) (call.Event, error) {
	f := claudeForm(c.Harness(), copilotTool)
	f.rename = copilotName
	if !has(top, "hook_event_name") {
		if !isCopilotCamel(top) {
			return call.Event{Harness: c.Harness()}, nil
		}
		f.event, f.before, f.tool, f.input = "", "preToolUse", "toolName", "toolArgs"
	}
	return f.read(top)
}

func (copilot) Reply(_ call.Event, v call.Verdict) Reply {
	switch v.Decision {
	case call.Block:
		r := reason(v)
		return Reply{Stdout: encode(flatReply{Permission: "deny", PermissionReason: r}), Stderr: []byte(r + "\n"), Exit: 2}
	case call.Ask:
		return Reply{Stdout: encode(flatReply{Permission: "ask", PermissionReason: reason(v)})}
	}
	return pass()
}

// isCopilotCamel: events after a call carry toolResult or error beside toolArgs.
func isCopilotCamel(top map[string]any) bool {
	return has(top, "toolName") && has(top, "toolArgs") && !has(top, "hookEventName") && !has(top, "toolResult") && !has(top, "error")
}

// isCopilotPascal: Claude Code's form with a time and without what Claude Code always has.
func isCopilotPascal(top map[string]any) bool {
	return textOr(top, "hook_event_name") == "PreToolUse" && has(top, "timestamp") &&
		!has(top, "transcript_path") && !has(top, "permission_mode") && !has(top, "tool_use_id")
}

// copilotName is SERVER-TOOL taken apart at the last hyphen: servers have hyphens in their
// names (github-mcp-server), tools rarely do.
func copilotName(own string) string {
	i := strings.LastIndexByte(own, '-')
	if i <= 0 || i == len(own)-1 {
		return own
	}
	return mcpName(own[:i], own[i+1:])
}

func copilotTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "bash", "Bash":
		t.name, t.command = "Bash", "command"
	case "write_bash": // text typed into a shell that runs
		t.name, t.command, t.loose = "Bash", "input", true
	case "powershell", "write_powershell":
		t.name, t.command, t.dialect = "PowerShell", "command", call.PowerShell
		if name == "write_powershell" {
			t.command, t.loose = "input", true
		}
	case "view", "Read":
		t.name, t.path, t.access = "Read", "path", call.Read
	case "create", "Write":
		t.name, t.path, t.content, t.access = "Write", "path", "file_text", put
	case "edit", "Edit":
		t.name, t.path, t.old, t.new, t.access = "Edit", "path", "old_str", "new_str", put
	case "apply_patch":
		t.name, t.patch = "Edit", "input"
	case "grep", "Grep":
		t.name, t.files, t.within, t.query, t.access, t.loose = "Grep", "paths", "glob", "pattern", call.Read, true
	case "glob", "Glob":
		t.name = "Glob"
	case "task", "Task":
		t.name = "Agent"
	case "web_fetch", "WebFetch":
		t.name, t.url = "WebFetch", "url"
	case "web_search", "WebSearch":
		t.name, t.query = "WebSearch", "query"
	case "sql":
		t.query = "query"
	case "skill":
		t.name = "Skill"
	case "update_todo":
		t.name = "TodoWrite"
	default:
		return tool{}, false
	}
	return t, true
}
