package wire

import (
	"reflect"

	"rules2guards.local/guard/call"
)

// Outcome is what becomes of a rule's action in a harness: an ask that blocks where nobody
// can be asked, a warning that is dropped where nothing reaches the model. Where it depends
// on the event, the weaker promise counts.
func Outcome(h call.Harness, d call.Decision) call.Decision {
	v := call.Verdict{Decision: d, RuleID: "r", Reason: "r: x"}
	c, ev := For(h), call.Event{Harness: h}
	r := c.Reply(ev, v)
	switch {
	case d == call.Ask && reflect.DeepEqual(r, c.Reply(ev, refused(v))):
		return call.Block
	case d == call.Warn && reflect.DeepEqual(r, c.Reply(ev, call.Verdict{})):
		return call.Pass
	}
	return d
}

// KnownTool is a tool that a harness's table knows.
type KnownTool struct {
	Own, Name string       // the harness's name, and the canonical one
	Fields    []call.Alias // canonical names of its arguments
}

// Tools lists the tools that a harness's table knows, in a fixed order: for documentation,
// and to tell where a condition on an argument can't hold.
func Tools(h call.Harness) []KnownTool {
	known, names := tables(h)
	var list []KnownTool
	for _, name := range names {
		if t, ok := known(name); ok {
			list = append(list, KnownTool{Own: name, Name: t.name, Fields: t.aliases()})
		}
	}
	return list
}

// tables returns a harness's table and the names in it. A table is a switch, since a guard
// starts for every call and must not build maps; so its names are listed once more.
func tables(h call.Harness) (func(string) (tool, bool), []string) {
	claude := []string{
		"Bash", "PowerShell", "Monitor", "Read", "NotebookRead", "Write", "Edit", "MultiEdit", "NotebookEdit", "Grep", "Glob", "LS",
		"LSP", "Workflow", "EnterWorktree", "WebFetch", "WebSearch", "Agent", "Task",
	}
	gemini := []string{
		"run_shell_command", "read_file", "read_many_files", "write_file", "replace", "edit", "grep_search", "search_file_content",
		"glob", "list_directory", "web_fetch", "google_web_search", "write_todos", "invoke_agent", "activate_skill",
	}
	switch h {
	case call.ClaudeCode:
		return claudeTool, claude
	case call.Codex:
		return codexTool, []string{
			"Bash", "apply_patch", "view_image", "spawn_agent", "collaborationspawn_agent", "update_plan", "request_user_input",
		}
	case call.GeminiCLI:
		return geminiTool, gemini
	case call.QwenCode:
		return qwenTool, append([]string{"web_search", "notebook_edit", "agent", "task", "skill", "todo_write", "tool_search"}, gemini...)
	case call.Copilot:
		return copilotTool, []string{
			"bash", "write_bash", "powershell", "write_powershell", "view", "create", "edit", "apply_patch", "grep", "glob", "task",
			"web_fetch", "web_search", "sql", "skill", "update_todo",
		}
	case call.VSCodeChat:
		return vscodeTool, []string{
			"run_in_terminal", "runTerminalCommand", "read_file", "create_file", "createFile", "replace_string_in_file",
			"multi_replace_string_in_file", "insert_edit_into_file", "editFiles", "apply_patch", "grep_search", "file_search", "list_dir",
			"fetch_webpage", "runSubagent", "manage_todo_list",
		}
	case call.Cursor:
		return cursorTool, append([]string{"Shell", "Delete"}, claude[3:]...)
	case call.Devin:
		return devinTool, []string{"exec"}
	case call.Antigravity:
		return antigravityTool, []string{
			"run_command", "view_file", "write_to_file", "replace_file_content", "multi_replace_file_content", "read_url_content", "search_web",
		}
	case call.Hermes:
		return hermesTool, []string{"terminal", "read_file", "write_file", "patch", "search_files", "web_search", "web_extract", "execute_code"}
	case call.Grok:
		return grokTool, []string{
			"run_terminal_command", "run_terminal_cmd", "monitor", "read_file", "write", "search_replace", "grep", "list_dir", "spawn_subagent",
		}
	case call.Droid:
		return droidTool, append([]string{"Execute", "Create", "Edit", "ApplyPatch", "LS"}, "Read", "Grep", "Glob", "WebSearch", "Task")
	case call.Kimi:
		return kimiTool, []string{"Bash", "Read", "Write", "Edit", "Grep", "Glob", "FetchURL", "WebSearch", "Agent", "AgentSwarm"}
	case call.Cline:
		return clineTool, []string{
			"run_commands", "execute_command", "read_files", "read_file", "write_to_file", "editor", "search_codebase", "fetch_web_content",
		}
	case call.OpenCode, call.Kilo:
		return opencodeTool, []string{
			"bash", "read", "write", "edit", "multiedit", "apply_patch", "grep", "glob", "list", "webfetch", "websearch", "task", "todowrite", "skill",
		}
	case call.Pi:
		return piTool, []string{"bash", "read", "write", "edit", "grep", "find", "ls"}
	}
	return noTool, nil // Windsurf has events in place of tools
}
