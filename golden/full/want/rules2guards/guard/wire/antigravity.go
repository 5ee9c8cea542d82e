package wire

import (
	"fmt"

	"rules2guards.local/guard/call"
)

// antigravity speaks to Antigravity's CLI and editor. Known from its documentation and from
// public records: JSON at exit 0 with a decision, which must be there; an empty one leaves
// the user's own gate in place. The event names neither itself nor a folder.
type antigravity struct{}

func (antigravity) Harness() call.Harness { return call.Antigravity }

func (a antigravity) Event(top map[string]any) (call.Event, error) {
	tc, ok := top["toolCall"].(map[string]any)
	if !ok {
		if has(top, "toolCall") {
			return call.Event{Harness: a.Harness()}, fmt.Errorf("toolCall is %s, not an object", kind(top["toolCall"]))
		}
		return call.Event{Harness: a.Harness()}, nil
	}
	f := form{harness: a.Harness(), before: "PreToolUse", tool: "name", input: "args", known: antigravityTool}
	ev, err := f.read(tc)
	if ev.Call != nil {
		ev.Call.Dir = firstRoot(top, "workspacePaths")
	}
	return ev, err
}

func (antigravity) Reply(_ call.Event, v call.Verdict) Reply {
	out := struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason,omitempty"`
	}{}
	switch v.Decision {
	case call.Block:
		out.Decision, out.Reason = "deny", reason(v)
	case call.Ask:
		out.Decision, out.Reason = "ask", reason(v)
	}
	return Reply{Stdout: encode(out)}
}

func antigravityTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "run_command":
		t.name, t.command, t.dir = "Bash", "CommandLine", "Cwd"
	case "view_file":
		t.name, t.path, t.access = "Read", "AbsolutePath", call.Read
	case "write_to_file":
		t.name, t.path, t.content, t.access = "Write", "TargetFile", "CodeContent", put
	case "replace_file_content":
		t.name, t.path, t.access = "Edit", "TargetFile", put
		t.old, t.new, t.all = "TargetContent", "ReplacementContent", "AllowMultiple"
	case "multi_replace_file_content":
		t.name, t.path, t.access, t.edits = "MultiEdit", "TargetFile", put, "ReplacementChunks"
		t.old, t.new, t.all = "TargetContent", "ReplacementContent", "AllowMultiple"
	case "read_url_content":
		t.name, t.url = "WebFetch", "Url"
	case "search_web":
		t.name, t.query = "WebSearch", "query"
	default:
		return tool{}, false
	}
	return t, true
}
