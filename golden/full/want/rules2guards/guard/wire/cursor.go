package wire

import "rules2guards.local/guard/call"

// cursor speaks to Cursor. Known from its documentation and from public records of runs on
// 3.9.16:
//
//   - Its own JSON at exit 0; with exit 2 the JSON itself becomes the reason. user_message is
//     what reached the model, so both messages hold the reason.
//   - A call fires a generic event and a specific one; both are answered.
//   - The command of a beforeMCPExecution event starts the server: it is no shell call.
//   - ask holds before shell and MCP calls only; elsewhere the call would run, so it blocks.
//   - Hooks that stand in Claude Code's files get its event names; what is read of an answer
//     to them is not known but for exit 2.
type cursor struct {
	closed bool // the entry has failClosed: silence would block
}

func (cursor) Harness() call.Harness { return call.Cursor }

// shellEvent and mcpEvent are the events in which Cursor asks.
const (
	shellEvent = "beforeShellExecution"
	mcpEvent   = "beforeMCPExecution"
)

func (c cursor) Event(top map[string]any) (call.Event, error) {
	f := claudeForm(c.Harness(), cursorTool)
	name := textOr(top, "hook_event_name")
	in := map[string]any{}
	put := func(keys ...string) {
		for _, k := range keys {
			if v, ok := top[k]; ok {
				in[k] = v
			}
		}
	}
	switch name {
	case shellEvent:
		put("command", "cwd")
		top = event(top, name, "Shell", in)
	case "beforeReadFile", "beforeTabFileRead":
		put("file_path")
		top = event(top, name, "Read", in)
	case mcpEvent:
		f.rename = func(own string) string { return "MCP:" + own }
		f.known = noTool
	case "preToolUse", "PreToolUse":
	default:
		return call.Event{Harness: c.Harness(), Name: name}, nil
	}
	f.before = name
	ev, err := f.read(top)
	if ev.Call != nil && ev.Call.Dir == "" {
		ev.Call.Dir = firstRoot(top, "workspace_roots")
	}
	return ev, err
}

// event is a copy of an event in the common form.
func event(top map[string]any, name, tool string, in map[string]any) map[string]any {
	return map[string]any{
		"hook_event_name": name, "tool_name": tool, "tool_input": in,
		"cwd": top["cwd"], "workspace_roots": top["workspace_roots"],
	}
}

// firstRoot is the first folder of a list of workspace folders.
func firstRoot(top map[string]any, key string) string {
	list, _ := top[key].([]any)
	if dir, ok := firstText(list); ok && absolute(dir) {
		return dir
	}
	return ""
}

func (c cursor) Reply(ev call.Event, v call.Verdict) Reply {
	if ev.Name != shellEvent && ev.Name != mcpEvent {
		v = refused(v)
	}
	out := cursorReply{}
	switch v.Decision {
	case call.Block:
		out.Permission = "deny"
	case call.Ask:
		out.Permission = "ask"
	default:
		if c.closed {
			return Reply{Stdout: encode(cursorReply{Permission: "allow"})}
		}
		return pass()
	}
	r := reason(v)
	out.User, out.Agent = r, r
	if ev.Name == "PreToolUse" {
		return Reply{Stdout: encode(out), Stderr: []byte(r + "\n"), Exit: 2}
	}
	return Reply{Stdout: encode(out)}
}

type cursorReply struct {
	Permission string `json:"permission"`
	User       string `json:"user_message,omitempty"`
	Agent      string `json:"agent_message,omitempty"`
}

func noTool(string) (tool, bool) { return tool{}, false }

func cursorTool(name string) (tool, bool) {
	t := tool{name: name}
	switch name {
	case "Shell":
		t.name, t.command, t.dir, t.timeout = "Bash", "command", "cwd", "timeout"
	case "Delete":
		t.path, t.access = "file_path", call.Delete
	default:
		return claudeTool(name)
	}
	return t, true
}
