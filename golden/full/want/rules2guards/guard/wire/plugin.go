package wire

import (
	"fmt"

	"rules2guards.local/guard/call"
)

// opencode speaks to OpenCode (as seen on 1.18.33) and Kilo (7.7.9), its fork, through the
// plugin that rules2guards writes: the plugin hands on what it got, with the folder beside
// it, and throws what it reads on standard error when the exit code is 2. There is no
// asking from a plugin there.
type opencode struct{ id call.Harness }

func (o opencode) Harness() call.Harness { return o.id }

func (o opencode) Event(top map[string]any) (call.Event, error) {
	ev := call.Event{Harness: o.id, Name: "tool.execute.before"}
	in, _ := top["input"].(map[string]any)
	out, _ := top["output"].(map[string]any)
	own, err := text(in, "tool")
	if err != nil {
		return ev, fmt.Errorf("input: %w", err)
	}
	if own == "" || !has(out, "args") {
		ev.Name = "" // another event
		return ev, nil
	}
	f := form{harness: o.id, before: ev.Name, tool: "tool", input: "args", known: opencodeTool, rename: renameMCP("", "_")}
	ev, err = f.read(map[string]any{"tool": own, "args": out["args"]})
	if dir := textOr(top, "directory"); ev.Call != nil && absolute(dir) {
		ev.Call.Dir = dir
	}
	return ev, err
}

func (opencode) Reply(_ call.Event, v call.Verdict) Reply { return exitTwo(refused(v)) }

func isOpenCode(top map[string]any) bool {
	in, _ := top["input"].(map[string]any)
	return has(in, "tool") && has(top, "output")
}

func opencodeTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "bash":
		t.name, t.command, t.dir, t.timeout = "Bash", "command", "workdir", "timeout"
	case "read":
		t.name, t.path, t.access = "Read", "filePath", call.Read
	case "write":
		t.name, t.path, t.content, t.access = "Write", "filePath", "content", put
	case "edit":
		t.name, t.path, t.access = "Edit", "filePath", put
		t.old, t.new, t.all = "oldString", "newString", "replaceAll"
	case "multiedit":
		t.name, t.path, t.access, t.edits = "MultiEdit", "filePath", put, "edits"
		t.old, t.new, t.all = "oldString", "newString", "replaceAll"
	case "apply_patch", "patch":
		t.name, t.patch = "Edit", "patchText"
	case "grep":
		t.name, t.path, t.within, t.query, t.access, t.loose = "Grep", "path", "include", "pattern", call.Read, true
	case "glob":
		t.name = "Glob"
	case "list":
		t.name = "LS"
	case "webfetch":
		t.name, t.url = "WebFetch", "url"
	case "websearch":
		t.name, t.query = "WebSearch", "query"
	case "task":
		t.name = "Agent"
	case "todowrite":
		t.name = "TodoWrite"
	case "skill":
		t.name = "Skill"
	case "invalid": // a tool that does not exist: nothing runs
	default:
		return tool{}, false
	}
	return t, true
}

// pi speaks to Pi, as seen on 0.74.2, through the extension that rules2guards writes, which
// blocks with what it reads on standard error when the exit code is 2.
type pi struct{}

func (pi) Harness() call.Harness { return call.Pi }

func (p pi) Event(top map[string]any) (call.Event, error) {
	ev := call.Event{Harness: p.Harness()}
	e, _ := top["event"].(map[string]any)
	if ev.Name = textOr(e, "type"); ev.Name != "tool_call" {
		return ev, nil
	}
	f := form{harness: p.Harness(), before: ev.Name, tool: "toolName", input: "input", known: piTool}
	ev, err := f.read(e)
	if dir := textOr(top, "cwd"); ev.Call != nil && absolute(dir) {
		ev.Call.Dir = dir
	}
	return ev, err
}

func (pi) Reply(_ call.Event, v call.Verdict) Reply { return exitTwo(refused(v)) }

func isPi(top map[string]any) bool {
	e, _ := top["event"].(map[string]any)
	return textOr(e, "type") == "tool_call"
}

func piTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "bash":
		t.name, t.command, t.timeout = "Bash", "command", "timeout"
	case "read":
		t.name, t.path, t.access = "Read", "path", call.Read
	case "write":
		t.name, t.path, t.content, t.access = "Write", "path", "content", put
	case "edit":
		t.name, t.path, t.access, t.edits, t.old, t.new = "Edit", "path", put, "edits", "oldText", "newText"
	case "grep":
		t.name, t.path, t.within, t.query, t.access, t.loose = "Grep", "path", "glob", "pattern", call.Read, true
	case "find":
		t.name = "Glob"
	case "ls":
		t.name = "LS"
	default:
		return tool{}, false
	}
	return t, true
}
