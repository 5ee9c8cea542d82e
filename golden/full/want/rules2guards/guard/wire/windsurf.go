package wire

import (
	"fmt"

	"rules2guards.local/guard/call"
)

// windsurf speaks to the Cascade agent of Windsurf. Known from its documentation alone:
// exit 2 blocks and the agent reads standard error; standard output is never a decision,
// and there is no asking.
type windsurf struct{}

func (windsurf) Harness() call.Harness { return call.Windsurf }

func (w windsurf) Event(top map[string]any) (call.Event, error) {
	ev := call.Event{Harness: w.Harness()}
	var err error
	if ev.Name, err = text(top, "agent_action_name"); err != nil {
		return ev, err
	}
	t := tool{}
	switch ev.Name {
	case "pre_run_command":
		t = tool{name: "Bash", command: "command_line", dir: "cwd"}
	case "pre_write_code":
		t = tool{name: "Edit", path: "file_path", access: call.Write | call.Create, edits: "edits", old: "old_string", new: "new_string"}
	case "pre_read_code":
		t = tool{name: "Read", path: "file_path", access: call.Read}
	case "pre_mcp_tool_use":
	default:
		return ev, nil
	}
	ev.Call = &call.Call{Tool: t.name, OwnTool: ev.Name}
	in, ok := inputObject(top["tool_info"])
	if !ok {
		return ev, fmt.Errorf("tool_info is %s, not an object", kind(top["tool_info"]))
	}
	ev.Call.Input = in
	if dir := textOr(in, "cwd"); absolute(dir) {
		ev.Call.Dir = dir
	}
	if t.name == "" {
		ev.Call.OwnTool = textOr(in, "mcp_tool_name")
		ev.Call.Tool = mcpName(textOr(in, "mcp_server_name"), ev.Call.OwnTool)
		args, ok := inputObject(in["mcp_tool_arguments"])
		if !ok {
			return ev, fmt.Errorf("mcp_tool_arguments is %s, not an object", kind(in["mcp_tool_arguments"]))
		}
		ev.Call.Input = args
		return ev, fillUnknown(ev.Call)
	}
	return ev, t.fill(ev.Call)
}

func (windsurf) Reply(_ call.Event, v call.Verdict) Reply { return exitTwo(refused(v)) }

// devin speaks to Devin's own hooks, which follow Claude Code's form by their documentation.
// Only its shell tool is known; the rest is read by the names of the fields.
type devin struct{}

func (devin) Harness() call.Harness { return call.Devin }

func (d devin) Event(top map[string]any) (call.Event, error) {
	return claudeForm(d.Harness(), devinTool).read(top)
}

func (devin) Reply(_ call.Event, v call.Verdict) Reply { return exitTwo(refused(v)) }

func devinTool(name string) (tool, bool) {
	if name == "exec" {
		return tool{name: "Bash", command: "command"}, true
	}
	return claudeTool(name)
}
