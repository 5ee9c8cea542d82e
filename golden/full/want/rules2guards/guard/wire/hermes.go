package wire

import "rules2guards.local/guard/call"

// hermes speaks to Hermes Agent. Known from its source: exit 2 blocks, with the reason from
// a decision "block" on standard output ("deny" is not read), else from the first 400
// characters of standard error. There is no asking.
type hermes struct{}

func (hermes) Harness() call.Harness { return call.Hermes }

func (h hermes) Event(top map[string]any) (call.Event, error) {
	f := claudeForm(h.Harness(), hermesTool)
	f.before = "pre_tool_call"
	f.rename = renameMCP("mcp_", "_")
	if v, ok := top["tool_input"]; ok && v == nil { // a tool without arguments
		top = map[string]any{
			"hook_event_name": top["hook_event_name"], "tool_name": top["tool_name"], "cwd": top["cwd"], "tool_input": map[string]any{},
		}
	}
	return f.read(top)
}

func (hermes) Reply(_ call.Event, v call.Verdict) Reply {
	r := exitTwo(refused(v))
	if r.Exit == 2 {
		r.Stdout = encode(flatReply{Decision: "block", Reason: reason(refused(v))})
	}
	return r
}

func hermesTool(name string) (tool, bool) {
	t := tool{name: name, loose: true} // the names of arguments are unverified
	const put = call.Write | call.Create
	switch name {
	case "terminal":
		t.name, t.command = "Bash", "command"
	case "read_file":
		t.name, t.path, t.access = "Read", "path", call.Read
	case "write_file":
		t.name, t.path, t.content, t.access = "Write", "path", "content", put
	case "patch":
		t.name, t.path, t.old, t.new, t.access = "Edit", "path", "old_string", "new_string", put
		t.all, t.patch = "replace_all", "patch"
	case "search_files":
		t.name, t.path, t.query, t.access = "Grep", "path", "pattern", call.Read
	case "web_search":
		t.name, t.query = "WebSearch", "query"
	case "web_extract":
		t.name = "WebFetch"
	case "execute_code":
		t.code = "code"
	default:
		return tool{}, false
	}
	return t, true
}
