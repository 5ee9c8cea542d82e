package wire

import (
	"maps"
	"strings"

	"rules2guards.local/guard/call"
)

// codex speaks to Codex, as seen on 0.171.0:
//
//   - exit 2 with a reason on standard error blocks; whatever is on standard output is then
//     ignored. A reason that is blank lets the call run, and so does a JSON reply with one
//     key that it does not know, so a block is exit 2 alone.
//   - ask, allow and defer are errors there, and the call runs: an ask rule blocks.
//   - Codex writes a full stop behind the reason.
//   - Its Bash event has the call's own folder in cwd. Patches come as text in command.
type codex struct{}

func (codex) Harness() call.Harness { return call.Codex }

func (c codex) Event(top map[string]any) (call.Event, error) {
	// A patch was seen to come as bare text where its arguments belong.
	if s, ok := top["tool_input"].(string); ok && top["tool_name"] == "apply_patch" {
		if _, ok := inputObject(s); !ok {
			top = maps.Clone(top)
			top["tool_input"] = map[string]any{"command": s}
		}
	}
	return claudeForm(c.Harness(), codexTool).read(top)
}

func (codex) Reply(ev call.Event, v call.Verdict) Reply {
	if v.Decision == call.Warn {
		return hookReply(ev, v)
	}
	v = refused(v)
	v.Reason = strings.TrimRight(v.Reason, ". \n")
	return exitTwo(v)
}

func codexTool(name string) (tool, bool) {
	t := tool{name: name}
	switch name {
	case "Bash", "shell", "shell_command", "local_shell":
		t.name, t.command = "Bash", "command"
	case "apply_patch":
		t.name, t.patch = "Edit", "command"
	case "view_image":
		t.name, t.path, t.access = "Read", "path", call.Read
	case "spawn_agent", "collaborationspawn_agent":
		t.name = "Agent"
	case "update_plan":
		t.name = "TodoWrite"
	case "request_user_input":
		t.name = "AskUserQuestion"
	default:
		return tool{}, false
	}
	return t, true
}
