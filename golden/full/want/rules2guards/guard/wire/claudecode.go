package wire

import (
	"slices"

	"rules2guards.local/guard/call"
)

// claudeCode speaks to Claude Code, as seen on 2.1.332 and 2.1.197:
//
//   - exit 2 blocks on every version. A deny JSON beside it makes the model read the reason
//     alone; without it the model is shown the hook's command line in front.
//   - A deny without hookEventName is thrown away, so the event's name is always in it.
//   - ask is a dialog; in -p it blocks, and the model reads the reason, so
//     there the guard blocks itself and says how a person can run it.
//   - Beside an exit 2 with a deny, 2.1.332 tolerates keys at the top that it does not know:
//     ruleId, severity and remediation are for programs that read along.
//   - exit 0 with {} leaves the call to the user's own permission rules.
type claudeCode struct{}

func (claudeCode) Harness() call.Harness { return call.ClaudeCode }

func (c claudeCode) Event(top map[string]any) (call.Event, error) {
	return claudeForm(c.Harness(), claudeTool).read(top)
}

func (claudeCode) Reply(ev call.Event, v call.Verdict) Reply {
	action := v.Decision
	if ev.Headless {
		v = refused(v)
	}
	r, a := hookAnswer(ev, v)
	if v.Decision == call.Block {
		a.RuleID, a.Severity, a.Remediation = v.RuleID, action.String(), call.Clean(v.Instead, maxReason)
		r.Stdout = encode(a)
	}
	return r
}

// Headless reports whether a harness says by a variable of its own that nobody is there to
// answer a question: Claude Code started with -p does.
func Headless(h call.Harness, env []string) bool {
	return h == call.ClaudeCode && slices.Contains(env, "CLAUDE_CODE_ENTRYPOINT=sdk-cli")
}

// hookReply answers in Claude Code's form.
func hookReply(ev call.Event, v call.Verdict) Reply {
	r, _ := hookAnswer(ev, v)
	return r
}

// hookJSON is what stands on standard output.
type hookJSON struct {
	Output      hookOutput `json:"hookSpecificOutput"`
	RuleID      string     `json:"ruleId,omitempty"`
	Severity    string     `json:"severity,omitempty"`
	Remediation string     `json:"remediation,omitempty"`
}

func hookAnswer(ev call.Event, v call.Verdict) (Reply, hookJSON) {
	out := hookOutput{EventName: ev.Name}
	if out.EventName == "" {
		out.EventName = "PreToolUse"
	}
	r := Reply{}
	switch v.Decision {
	case call.Block:
		out.Decision, out.Reason = "deny", reason(v)
		r.Stderr, r.Exit = []byte(out.Reason+"\n"), 2
	case call.Ask:
		out.Decision, out.Reason = "ask", reason(v)
	case call.Warn:
		out.Context = reason(v)
	default:
		return pass(), hookJSON{}
	}
	a := hookJSON{Output: out}
	r.Stdout = encode(a)
	return r, a
}

type hookOutput struct {
	EventName string `json:"hookEventName"`
	Decision  string `json:"permissionDecision,omitempty"`
	Reason    string `json:"permissionDecisionReason,omitempty"`
	Context   string `json:"additionalContext,omitempty"`
}

// claudeTool is Claude Code's table of tools. Tools whose arguments nobody but a tool rule
// looks at stand in it only where the names of their fields would mislead.
func claudeTool(name string) (tool, bool) {
	t := tool{name: name}
	switch name {
	case "Bash":
		t.command, t.timeout, t.back = "command", "timeout", "run_in_background"
	case "PowerShell":
		t.command, t.timeout, t.back, t.dialect = "command", "timeout", "run_in_background", call.PowerShell
	case "Monitor": // a command, or ws with an address
		t.command, t.timeout, t.loose = "command", "timeout_ms", true
	case "Read":
		t.path, t.access = "file_path", call.Read
	case "NotebookRead":
		t.path, t.access = "notebook_path", call.Read
	case "Write":
		t.path, t.content, t.access = "file_path", "content", call.Write|call.Create
	case "Edit":
		t.path, t.access = "file_path", call.Write|call.Create // an empty old_string makes the file
		t.old, t.new, t.all = "old_string", "new_string", "replace_all"
	case "MultiEdit": // gone from 2.1.332; older versions and other harnesses have it
		t.path, t.access = "file_path", call.Write|call.Create
		t.edits, t.old, t.new, t.all = "edits", "old_string", "new_string", "replace_all"
	case "NotebookEdit":
		t.path, t.new, t.access = "notebook_path", "new_source", call.Write|call.Create
	case "Grep":
		t.path, t.within, t.query, t.access, t.loose = "path", "glob", "pattern", call.Read, true
	case "LSP":
		t.path, t.access, t.loose = "filePath", call.Read, true
	case "Workflow": // script is JavaScript
		t.path, t.access, t.loose = "scriptPath", call.Read, true
	case "WebFetch":
		t.url = "url"
	case "WebSearch":
		t.query = "query"
	case "Glob", "LS", "EnterWorktree": // folders, whose listing reads no file
	case "Agent", "Task":
		t.name = "Agent"
	default:
		return tool{}, false
	}
	return t, true
}
