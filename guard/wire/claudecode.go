package wire

import "rules2guards.local/guard/call"

// claudeCode speaks to Claude Code, as seen on 2.1.332 and 2.1.197:
//
//   - exit 2 blocks on every version. A deny JSON beside it makes the model read the reason
//     alone; without it the model is shown the hook's command line in front.
//   - A deny without hookEventName is thrown away, so the event's name is always in it.
//   - ask is a dialog; in -p it blocks, and the model reads the reason.
//   - exit 0 with {} leaves the call to the user's own permission rules.
type claudeCode struct{}

func (claudeCode) Harness() call.Harness { return call.ClaudeCode }

func (c claudeCode) Event(top map[string]any) (call.Event, error) {
	return claudeForm(c.Harness(), claudeTool).read(top)
}

func (claudeCode) Reply(ev call.Event, v call.Verdict) Reply {
	if ev.Headless {
		v = refused(v)
	}
	return hookReply(ev, v)
}

// hookReply answers in Claude Code's form.
func hookReply(ev call.Event, v call.Verdict) Reply {
	out := hookOutput{EventName: ev.Name}
	if out.EventName == "" {
		out.EventName = "PreToolUse"
	}
	r := Reply{}
	switch v.Decision {
	case call.Block:
		out.Decision, out.Reason = "deny", reason(v)
		r.Stderr, r.Exit = []byte(out.Reason+"\n"), 2
	case call.Ask:
		out.Decision, out.Reason = "ask", reason(v)
	case call.Warn:
		out.Context = reason(v)
	default:
		return pass()
	}
	r.Stdout = encode(struct {
		Output hookOutput `json:"hookSpecificOutput"`
	}{out})
	return r
}

type hookOutput struct {
	EventName string `json:"hookEventName"`
	Decision  string `json:"permissionDecision,omitempty"`
	Reason    string `json:"permissionDecisionReason,omitempty"`
	Context   string `json:"additionalContext,omitempty"`
}

// claudeTool is Claude Code's table of tools. Tools whose arguments nobody but a tool rule
// looks at stand in it only where the names of their fields would mislead.
func claudeTool(name string) (tool, bool) {
	t := tool{name: name}
	switch name {
	case "Bash":
		t.command, t.timeout, t.back = "command", "timeout", "run_in_background"
	case "PowerShell":
		t.command, t.timeout, t.back, t.dialect = "command", "timeout", "run_in_background", call.PowerShell
	case "Monitor": // a command, or ws with an address
		t.command, t.timeout, t.loose = "command", "timeout_ms", true
	case "Read":
		t.path, t.access = "file_path", call.Read
	case "NotebookRead":
		t.path, t.access = "notebook_path", call.Read
	case "Write":
		t.path, t.content, t.access = "file_path", "content", call.Write|call.Create
	case "Edit":
		t.path, t.access = "file_path", call.Write|call.Create // an empty old_string makes the file
		t.old, t.new, t.all = "old_string", "new_string", "replace_all"
	case "MultiEdit": // gone from 2.1.332; older versions and other harnesses have it
		t.path, t.access = "file_path", call.Write|call.Create
		t.edits, t.old, t.new, t.all = "edits", "old_string", "new_string", "replace_all"
	case "NotebookEdit":
		t.path, t.new, t.access = "notebook_path", "new_source", call.Write|call.Create
	case "Grep":
		t.path, t.within, t.query, t.access, t.loose = "path", "glob", "pattern", call.Read, true
	case "LSP":
		t.path, t.access, t.loose = "filePath", call.Read, true
	case "Workflow": // script is JavaScript
		t.path, t.access, t.loose = "scriptPath", call.Read, true
	case "WebFetch":
		t.url = "url"
	case "WebSearch":
		t.query = "query"
	case "Glob", "LS", "EnterWorktree": // folders, whose listing reads no file
	case "Agent", "Task":
		t.name = "Agent"
	default:
		return tool{}, false
	}
	return t, true
}
