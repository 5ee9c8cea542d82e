package wire

import (
	"strings"

	"rules2guards.local/guard/call"
)

// kimi speaks to Kimi Code, as seen on 2.1.0: exit 2 blocks with the reason on standard
// error, standard output is ignored then. ask does nothing there, so it blocks; warnings
// are dropped.
type kimi struct{}

func (kimi) Harness() call.Harness { return call.Kimi }

func (k kimi) Event(top map[string]any) (call.Event, error) {
	return claudeForm(k.Harness(), kimiTool).read(top)
}

func (kimi) Reply(ev call.Event, v call.Verdict) Reply {
	if v = refused(v); v.Decision != call.Block {
		return pass()
	}
	return hookReply(ev, v)
}

func isKimi(top map[string]any) bool { return strings.HasPrefix(textOr(top, "client_type"), "kimi") }

func kimiTool(name string) (tool, bool) {
	t := tool{name: name}
	const put = call.Write | call.Create
	switch name {
	case "Bash":
		t.command, t.dir, t.timeout, t.back = "command", "cwd", "timeout", "run_in_background"
	case "Read":
		t.path, t.access = "path", call.Read
	case "Write": // mode may be to append
		t.path, t.content, t.access = "path", "content", put
	case "Edit":
		t.path, t.old, t.new, t.all, t.access = "path", "old_string", "new_string", "replace_all", put
	case "FetchURL":
		t.name, t.url = "WebFetch", "url"
	case "AgentSwarm":
		t.name = "Agent"
	default:
		return claudeTool(name)
	}
	return t, true
}
