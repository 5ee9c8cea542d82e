package harness

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

// Event writes the event by which a harness announces a tool call, in the form in which it
// was seen to send it, for a call in Claude Code's words (Bash, Read, Write, WebFetch, or
// any tool by its name). false: the harness has no such tool, or it is not known.
func Event(h call.Harness, tool string, input map[string]any, dir string) ([]byte, bool) {
	own, args, ok := ownCall(h, tool, input, dir)
	if !ok {
		return nil, false
	}
	data, err := json.Marshal(envelope(h, own, args, dir))
	return data, err == nil
}

// ownCall names a tool and its arguments as the harness does.
func ownCall(h call.Harness, tool string, input map[string]any, dir string) (own string, args map[string]any, ok bool) {
	canonical := map[string]string{"command": "command", "file_path": "path", "content": "text", "url": "url"}
	text := func(key string) string { s, _ := input[key].(string); return s }
	switch {
	case h == call.Cline && tool == "Bash":
		return "run_commands", map[string]any{"commands": []any{text("command")}}, true
	case h == call.Windsurf:
		switch tool {
		case "Bash":
			return "pre_run_command", map[string]any{"command_line": text("command"), "cwd": dir}, true
		case "Read":
			return "pre_read_code", map[string]any{"file_path": absolutePath(text("file_path"), dir)}, true
		case "Write":
			return "pre_write_code", map[string]any{
				"file_path": absolutePath(text("file_path"), dir),
				"edits":     []any{map[string]any{"old_string": "", "new_string": text("content")}},
			}, true
		}
		return "", nil, false
	case !slices.Contains([]string{"Bash", "Read", "Write", "WebFetch"}, tool):
		if len(wire.Tools(h)) == 0 {
			return "", nil, false
		}
		own = tool
		for _, t := range wire.Tools(h) {
			if strings.EqualFold(t.Name, tool) {
				own = t.Own
				break
			}
		}
		return own, input, true
	}
	for _, t := range wire.Tools(h) {
		if t.Name != tool {
			continue
		}
		args = map[string]any{}
		for key, value := range input {
			i := slices.IndexFunc(t.Fields, func(a call.Alias) bool { return a.Name == canonical[key] })
			if i < 0 {
				break
			}
			if s, ok := value.(string); ok && key == "file_path" {
				value = absolutePath(s, dir)
			}
			args[t.Fields[i].Key] = value
		}
		if len(args) == len(input) {
			return t.Own, args, true
		}
	}
	return "", nil, false
}

// absolutePath is a path as most harnesses send it.
func absolutePath(p, dir string) string {
	if filepath.IsAbs(p) || strings.HasPrefix(p, "~") {
		return p
	}
	return filepath.Join(dir, filepath.FromSlash(p))
}

// envelope is an event around a call. The keys are those by which the harness is told
// apart, and what else a guard looks at.
func envelope(h call.Harness, own string, args map[string]any, dir string) map[string]any {
	const id = "rules2guards-doctor"
	now := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	switch h {
	case call.OpenCode, call.Kilo:
		return map[string]any{
			"input":  map[string]any{"tool": own, "sessionID": id, "callID": id},
			"output": map[string]any{"args": args}, "directory": dir,
		}
	case call.Pi:
		return map[string]any{"event": map[string]any{"type": "tool_call", "toolName": own, "toolCallId": id, "input": args}, "cwd": dir}
	case call.Cline:
		return map[string]any{
			"hookName": "tool_call", "taskId": id, "workspaceRoots": []any{dir}, "timestamp": now,
			"tool_call": map[string]any{"id": id, "name": own, "input": args},
		}
	case call.Copilot:
		return map[string]any{"sessionId": id, "timestamp": time.Now().UnixMilli(), "cwd": dir, "toolName": own, "toolArgs": args}
	case call.Windsurf:
		return map[string]any{"trajectory_id": id, "execution_id": id, "timestamp": now, "agent_action_name": own, "tool_info": args}
	case call.Antigravity:
		return map[string]any{
			"conversationId": id, "workspacePaths": []any{dir}, "stepIdx": 1, "toolCall": map[string]any{"name": own, "args": args},
		}
	}
	e := map[string]any{"session_id": id, "cwd": dir, "tool_name": own, "tool_input": args, "hook_event_name": "PreToolUse"}
	add := func(more map[string]any) map[string]any {
		for k, v := range more {
			e[k] = v
		}
		return e
	}
	switch h {
	case call.ClaudeCode:
		return add(map[string]any{"transcript_path": filepath.Join(dir, id+".jsonl"), "permission_mode": "default", "tool_use_id": id})
	case call.Codex:
		return add(map[string]any{"turn_id": id, "permission_mode": "default", "model": id, "tool_use_id": id})
	case call.GeminiCLI:
		return add(map[string]any{"hook_event_name": "BeforeTool", "timestamp": now})
	case call.QwenCode:
		return add(map[string]any{"timestamp": now, "permission_mode": "default", "tool_use_id": id, "tool_call_id": id})
	case call.VSCodeChat:
		delete(e, "session_id")
		delete(e, "hook_event_name")
		return add(map[string]any{"sessionId": id, "hookEventName": "PreToolUse", "timestamp": now, "tool_use_id": id})
	case call.Cursor:
		return add(map[string]any{
			"hook_event_name": "preToolUse", "conversation_id": id, "generation_id": id, "cursor_version": "0", "workspace_roots": []any{dir},
		})
	case call.Hermes:
		return add(map[string]any{"hook_event_name": "pre_tool_call", "profile": "default"})
	case call.Grok:
		return add(map[string]any{
			"hookEventName": "pre_tool_use", "sessionId": id, "workspaceRoot": dir, "toolName": own, "toolInput": args,
			"toolInputTruncated": false, "timestamp": now,
		})
	case call.Droid:
		return add(map[string]any{"permission_mode": "auto-low"})
	case call.Kimi:
		return add(map[string]any{"client_type": "kimi_code_cli", "tool_call_id": id})
	}
	return e
}
