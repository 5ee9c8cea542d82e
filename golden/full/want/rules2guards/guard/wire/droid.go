package wire

import (
	"strings"

	"rules2guards.local/guard/call"
)

// droid speaks to Factory Droid, as seen on 0.215.0: exit 2 blocks with the reason on
// standard error, a hookSpecificOutput deny with its own; flat keys are ignored. ask lets
// the call run under droid exec, so it blocks. Warnings are dropped: no neutral answer was
// seen to reach the model.
type droid struct{}

func (droid) Harness() call.Harness { return call.Droid }

func (d droid) Event(top map[string]any) (call.Event, error) {
	f := claudeForm(d.Harness(), droidTool)
	f.rename = renameMCP("", "___")
	return f.read(top)
}

func (droid) Reply(ev call.Event, v call.Verdict) Reply {
	if v = refused(v); v.Decision != call.Block {
		return pass()
	}
	return hookReply(ev, v)
}

func isDroid(top map[string]any) bool {
	switch textOr(top, "tool_name") {
	case "Execute", "Create", "ApplyPatch":
		return true
	case "LS":
		if in, ok := top["tool_input"].(map[string]any); ok && has(in, "directory_path") {
			return true
		}
	}
	switch mode := textOr(top, "permission_mode"); mode {
	case "off", "low", "medium", "high": // documentation; auto-low and auto-high were seen
		return true
	default:
		return strings.HasPrefix(mode, "auto-") || inFolder(top, ".factory")
	}
}

func droidTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "Execute":
		t.name, t.command, t.timeout, t.back = "Bash", "command", "timeout", "fireAndForget"
	case "Create":
		t.name, t.path, t.content, t.access = "Write", "file_path", "content", put
	case "Edit":
		t.path, t.access = "file_path", put
		t.old, t.new, t.all = "old_str", "new_str", "change_all"
	case "ApplyPatch":
		t.name, t.patch = "Edit", "input"
	case "LS":
	default:
		return claudeTool(name)
	}
	return t, true
}
