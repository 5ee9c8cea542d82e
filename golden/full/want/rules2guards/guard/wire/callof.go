package wire

import "rules2guards.local/guard/call"

// CallOf reads a tool call of a session log the way its harness's hook event would have
// been read: tool and input are the harness's own names, dir is the folder in which the
// call started, empty when the log doesn't tell. The codec does the work, so that a call
// means the same in a replay and in front of a guard. With an error the call holds what
// could be read of it; it is never nil.
func CallOf(h call.Harness, tool string, input map[string]any, dir string) (*call.Call, error) {
	if input == nil {
		input = map[string]any{}
	}
	ev, err := For(h).Event(eventOf(h, tool, input, dir))
	if ev.Call != nil {
		if ev.Call.Dir == "" && absolute(dir) {
			ev.Call.Dir = dir
		}
		return ev.Call, err
	}
	c := &call.Call{Tool: tool, OwnTool: tool, Input: input}
	if absolute(dir) {
		c.Dir = dir
	}
	if fillErr := fillUnknown(c); err == nil {
		err = fillErr
	}
	return c, err
}

// eventOf is the event that a harness would have sent before the call.
func eventOf(h call.Harness, tool string, input map[string]any, dir string) map[string]any {
	switch h {
	case call.OpenCode, call.Kilo:
		return map[string]any{"input": map[string]any{"tool": tool}, "output": map[string]any{"args": input}, "directory": dir}
	case call.Pi:
		return map[string]any{"event": map[string]any{"type": "tool_call", "toolName": tool, "input": input}, "cwd": dir}
	case call.Cline:
		return map[string]any{"tool_call": map[string]any{"name": tool, "input": input}, "workspaceRoots": []any{dir}}
	case call.Copilot:
		return map[string]any{"toolName": tool, "toolArgs": input, "cwd": dir}
	}
	name := "PreToolUse"
	switch h {
	case call.GeminiCLI:
		name = "BeforeTool"
	case call.Hermes:
		name = "pre_tool_call"
	}
	return map[string]any{"hook_event_name": name, "tool_name": tool, "tool_input": input, "cwd": dir}
}
