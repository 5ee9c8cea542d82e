package wire

import "rules2guards.local/guard/call"

// unknown answers a program that the guard can't name: it reads the event in Claude Code's
// form and blocks in the one way that most harnesses understand, exit 2 with the reason on
// standard error and flat keys on standard output (without hookSpecificOutput, which makes
// Copilot lose the reason). Whether such a program can ask, nobody knows: it blocks.
type unknown struct{}

func (unknown) Harness() call.Harness { return "unknown" }

func (u unknown) Event(top map[string]any) (call.Event, error) {
	return claudeForm(u.Harness(), claudeTool).read(top)
}

func (unknown) Reply(_ call.Event, v call.Verdict) Reply {
	v = refused(v)
	if v.Decision != call.Block {
		return pass()
	}
	r := reason(v)
	return Reply{
		Stdout: encode(flatReply{Permission: "deny", PermissionReason: r, Decision: "block", Reason: r}),
		Stderr: []byte(r + "\n"),
		Exit:   2,
	}
}

// flatReply holds a refusal under names that harnesses look for at the top level.
type flatReply struct {
	Permission       string `json:"permissionDecision,omitempty"`
	PermissionReason string `json:"permissionDecisionReason,omitempty"`
	Decision         string `json:"decision,omitempty"`
	Reason           string `json:"reason,omitempty"`
}
