package wire

import "rules2guards.local/guard/call"

// cline speaks to Cline, as seen on its CLI 3.0.65: only JSON on standard output refuses,
// and it ends the whole run; exit codes do nothing. There is no asking.
//
// A call is told twice: tool_call has arguments with their types, preToolUse has texts.
type cline struct{}

func (cline) Harness() call.Harness { return call.Cline }

func (c cline) Event(top map[string]any) (call.Event, error) {
	f := form{harness: c.Harness(), before: "tool_call", tool: "name", input: "input", known: clineTool, rename: renameMCP("", "__")}
	part, ok := top["tool_call"].(map[string]any)
	if !ok {
		if part, ok = top["preToolUse"].(map[string]any); !ok {
			return call.Event{Harness: c.Harness(), Name: textOr(top, "hookName")}, nil
		}
		f.tool, f.input = "toolName", "parameters"
	}
	ev, err := f.read(part)
	if ev.Call != nil {
		ev.Call.Dir = firstRoot(top, "workspaceRoots")
		clineEditor(ev.Call)
	}
	return ev, err
}

// clineEditor tells the uses of the editor apart: without old_text it writes the whole
// file, or inserts at insert_line.
func clineEditor(c *call.Call) {
	if c.OwnTool != "editor" || len(variants(c.Input, "old_text")) > 0 {
		return
	}
	inserts := len(variants(c.Input, "insert_line")) > 0
	for i := range c.Files {
		f := &c.Files[i]
		switch {
		case len(f.Edits) == 0:
		case inserts:
			f.Unknown = true
		default:
			f.Whole, f.Text, f.Edits = true, f.Edits[0].New, nil
		}
	}
	if !inserts {
		c.Tool = "Write"
	}
}

func (cline) Reply(_ call.Event, v call.Verdict) Reply {
	v = refused(v)
	if v.Decision != call.Block {
		return pass()
	}
	return Reply{Stdout: encode(struct {
		Cancel bool   `json:"cancel"`
		Error  string `json:"errorMessage"`
	}{true, reason(v)})}
}

func isCline(top map[string]any) bool {
	return has(top, "hookName") && (has(top, "tool_call") || has(top, "preToolUse") || has(top, "clineVersion"))
}

func clineTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "run_commands":
		t.name, t.commands = "Bash", "commands"
	case "execute_command": // of the editor's extension
		t.name, t.command = "Bash", "command"
	case "read_files":
		t.name, t.files, t.access = "Read", "files", call.Read
	case "read_file":
		t.name, t.path, t.access = "Read", "path", call.Read
	case "write_to_file":
		t.name, t.path, t.content, t.access = "Write", "path", "content", put
	case "editor":
		t.name, t.path, t.old, t.new, t.access = "Edit", "path", "old_text", "new_text", put
	case "search_codebase":
		t.name = "Grep"
	case "fetch_web_content":
		t.name = "WebFetch" // requests: every argument that is an address counts
	default:
		return tool{}, false
	}
	return t, true
}
