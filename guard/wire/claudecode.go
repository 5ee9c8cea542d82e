package wire

import (
	"fmt"

	"rules2guards.local/guard/call"
)

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
	return claudeEvent(top, c.Harness(), claudeTool)
}

func (claudeCode) Reply(ev call.Event, v call.Verdict) Reply {
	if ev.Headless {
		v = refused(v)
	}
	out := hookOutput{EventName: ev.Name}
	if out.EventName == "" {
		out.EventName = "PreToolUse"
	}
	switch v.Decision {
	case call.Block:
		r := reason(v)
		out.Decision, out.Reason = "deny", r
		return Reply{Stdout: encode(hookReply{out}), Stderr: []byte(r + "\n"), Exit: 2}
	case call.Ask:
		out.Decision, out.Reason = "ask", reason(v)
	case call.Warn:
		out.Context = reason(v)
	default:
		return pass()
	}
	return Reply{Stdout: encode(hookReply{out})}
}

// hookReply is the reply in Claude Code's form.
type hookReply struct {
	Output hookOutput `json:"hookSpecificOutput"`
}

type hookOutput struct {
	EventName string `json:"hookEventName"`
	Decision  string `json:"permissionDecision,omitempty"`
	Reason    string `json:"permissionDecisionReason,omitempty"`
	Context   string `json:"additionalContext,omitempty"`
}

// claudeEvent reads an event in Claude Code's form, which several harnesses share, with
// the tools of one of them.
func claudeEvent(top map[string]any, h call.Harness, known func(string) (tool, bool)) (call.Event, error) {
	ev := call.Event{Harness: h, Mode: textOr(top, "permission_mode")}
	var err error
	if ev.Name, err = text(top, "hook_event_name"); err != nil {
		return ev, err
	}
	if ev.Name == "" {
		return ev, fmt.Errorf("hook_event_name is missing")
	}
	if ev.Name != "PreToolUse" {
		return ev, nil
	}
	own, err := text(top, "tool_name")
	if err != nil {
		return ev, err
	}
	if own == "" {
		return ev, fmt.Errorf("tool_name is missing")
	}
	ev.Call = &call.Call{Tool: own, OwnTool: own}
	dir, dirErr := text(top, "cwd")
	if absolute(dir) {
		ev.Call.Dir = dir
	}
	in, ok := top["tool_input"].(map[string]any)
	if !ok {
		return ev, fmt.Errorf("tool_input is %s, not an object", kind(top["tool_input"]))
	}
	ev.Call.Input = in
	if err := fill(ev.Call, known); err != nil {
		return ev, fmt.Errorf("tool_input: %w", err)
	}
	return ev, dirErr
}

// fill reads a call's arguments by the table of its harness, or by the names of its fields
// when the table doesn't know the tool.
func fill(c *call.Call, known func(string) (tool, bool)) error {
	t, ok := known(c.OwnTool)
	if !ok {
		return fillUnknown(c)
	}
	c.Tool = t.name
	return t.fill(c)
}

// absolute reports whether a folder is absolute on any system: an event may come from
// another one than the guard was tested on.
func absolute(p string) bool {
	return len(p) > 0 && (p[0] == '/' || p[0] == '\\') || len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\')
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
