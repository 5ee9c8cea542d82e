package wire

import (
	"errors"
	"fmt"
	"strings"

	"rules2guards.local/guard/call"
)

// form says under which keys a harness puts the parts of an event.
type form struct {
	harness call.Harness
	event   string // key of the event's name; empty: the event has none, and name is used
	before  string // the name of the event before a tool call
	tool    string
	input   string // an object, or its JSON text
	dir     string
	mode    string
	known   func(string) (tool, bool)
	rename  func(string) string // canonical name of a tool that the table doesn't know; nil: its own
}

// claudeForm is Claude Code's form, which several harnesses share.
func claudeForm(h call.Harness, known func(string) (tool, bool)) form {
	return form{
		harness: h, event: "hook_event_name", before: "PreToolUse",
		tool: "tool_name", input: "tool_input", dir: "cwd", mode: "permission_mode", known: known,
	}
}

// read decodes an event. With an error the call holds what could be read.
func (f form) read(top map[string]any) (call.Event, error) {
	ev := call.Event{Harness: f.harness, Name: f.before, Mode: textOr(top, f.mode)}
	if f.event != "" {
		var err error
		if ev.Name, err = text(top, f.event); err != nil {
			return ev, err
		}
		if ev.Name == "" {
			return ev, fmt.Errorf("%s is missing", f.event)
		}
		if ev.Name != f.before {
			return ev, nil
		}
	}
	own, err := text(top, f.tool)
	if err != nil {
		return ev, err
	}
	if own == "" {
		return ev, fmt.Errorf("%s is missing", f.tool)
	}
	ev.Call = &call.Call{Tool: own, OwnTool: own}
	dir, dirErr := text(top, f.dir)
	if absolute(dir) {
		ev.Call.Dir = dir
	}
	in, ok := inputObject(top[f.input])
	if !ok {
		return ev, fmt.Errorf("%s is %s, not an object", f.input, kind(top[f.input]))
	}
	ev.Call.Input = in
	if err := f.fill(ev.Call); err != nil {
		return ev, fmt.Errorf("%s: %w", f.input, err)
	}
	return ev, dirErr
}

// fill reads a call's arguments by the table of its harness, or by the names of its fields
// when the table doesn't know the tool.
func (f form) fill(c *call.Call) error {
	t, ok := f.known(c.OwnTool)
	if !ok {
		if f.rename != nil {
			c.Tool = f.rename(c.OwnTool)
		}
		return fillUnknown(c)
	}
	c.Tool = t.name
	return t.fill(c)
}

// inputObject returns arguments that are an object or the JSON text of one.
func inputObject(v any) (map[string]any, bool) {
	switch v := v.(type) {
	case map[string]any:
		return v, true
	case string:
		m, err := object([]byte(v))
		return m, err == nil
	}
	return nil, false
}

// absolute reports whether a folder is absolute on any system: an event may come from
// another one than the guard was tested on.
func absolute(p string) bool {
	return len(p) > 0 && (p[0] == '/' || p[0] == '\\') || len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\')
}

// mcpName is the canonical name of a server's tool.
func mcpName(server, name string) string { return "mcp__" + server + "__" + name }

// renameMCP turns PREFIXserverSEPtool into the canonical name. Where a server's name holds
// the separator too, its first part is taken for the whole.
func renameMCP(prefix, sep string) func(string) string {
	return func(own string) string {
		rest, ok := strings.CutPrefix(own, prefix)
		if !ok || strings.HasPrefix(own, "mcp__") {
			return own
		}
		server, name, ok := strings.Cut(rest, sep)
		if !ok || server == "" || name == "" {
			return own
		}
		return mcpName(server, name)
	}
}

var errTruncated = errors.New("the harness sent the arguments cut off")
