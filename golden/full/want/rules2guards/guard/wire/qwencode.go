package wire

import (
	"strings"

	"rules2guards.local/guard/call"
)

// qwenCode speaks to Qwen Code, as seen on 0.24.4. It grew from Gemini CLI and has its
// tools, but its hooks follow Claude Code: exit 2 with a reason on standard error blocks
// (standard output is then ignored), and so does a hookSpecificOutput deny; ask is a
// question, and in headless runs a refusal.
type qwenCode struct{}

func (qwenCode) Harness() call.Harness { return call.QwenCode }

func (c qwenCode) Event(top map[string]any) (call.Event, error) {
	return claudeForm(c.Harness(), qwenTool).read(top)
}

func (qwenCode) Reply(ev call.Event, v call.Verdict) Reply { return hookReply(ev, v) }

// isQwen: both ids of a call are Qwen's alone, and so is its folder of sessions.
func isQwen(top map[string]any) bool {
	return has(top, "tool_call_id") && has(top, "tool_use_id") || inFolder(top, ".qwen")
}

// inFolder reports whether the session log of an event lies in a harness's folder.
func inFolder(top map[string]any, folder string) bool {
	p := strings.ReplaceAll(textOr(top, "transcript_path"), `\`, "/")
	return strings.Contains(p, "/"+folder+"/")
}

func qwenTool(name string) (tool, bool) {
	t := tool{name: name}
	switch name {
	case "run_shell_command":
		t.name, t.command, t.dir, t.timeout, t.back = "Bash", "command", "directory", "timeout", "is_background"
	case "edit", "replace":
		t.name, t.path, t.access = "Edit", "file_path", call.Write|call.Create
		t.old, t.new, t.all = "old_string", "new_string", "replace_all"
	case "grep_search", "search_file_content":
		t.name, t.path, t.within, t.query, t.access, t.loose = "Grep", "path", "glob", "pattern", call.Read, true
	case "web_fetch":
		t.name, t.url = "WebFetch", "url"
	case "web_search":
		t.name, t.query = "WebSearch", "query"
	case "notebook_edit":
		t.name, t.path, t.new, t.access = "NotebookEdit", "notebook_path", "new_source", call.Write|call.Create
	case "agent", "task":
		t.name = "Agent"
	case "skill":
		t.name = "Skill"
	case "todo_write":
		t.name = "TodoWrite"
	case "tool_search":
		t.name = "ToolSearch"
	default:
		return geminiTool(name)
	}
	return t, true
}
