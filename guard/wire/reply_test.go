package wire

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard/call"
)

func TestClaudeCodeReplies(t *testing.T) {
	ev := call.Event{Harness: call.ClaudeCode, Name: "PreToolUse", Call: &call.Call{}}
	headless := ev
	headless.Headless = true
	tests := []struct {
		name string
		ev   call.Event
		v    call.Verdict
		want Reply
	}{
		{"pass", ev, call.Verdict{}, Reply{Stdout: []byte("{}\n")}},
		{"count says nothing", ev, call.Verdict{Decision: call.Count, RuleID: "r", Reason: "r: x"}, Reply{Stdout: []byte("{}\n")}},
		{"block", ev, call.Verdict{Decision: call.Block, RuleID: "no-npm", Reason: "no-npm: a && b <c>", Instead: "pnpm & co"}, Reply{
			Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no-npm: a && b <c>"},"ruleId":"no-npm","severity":"block","remediation":"pnpm & co"}` + "\n"),
			Stderr: []byte("no-npm: a && b <c>\n"), Exit: 2,
		}},
		{"block an event without a name", call.Event{}, call.Verdict{Decision: call.Block, Reason: "guard/error: x"}, Reply{
			Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"guard/error: x"},"severity":"block"}` + "\n"),
			Stderr: []byte("guard/error: x\n"), Exit: 2,
		}},
		{"ask", ev, call.Verdict{Decision: call.Ask, Reason: "r: sure?"}, Reply{
			Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r: sure?"}}` + "\n"),
		}},
		{"warn", ev, call.Verdict{Decision: call.Warn, Reason: "r: careful"}, Reply{
			Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"r: careful"}}` + "\n"),
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, claudeCode{}.Reply(tt.ev, tt.v)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if r := (claudeCode{}).Reply(headless, call.Verdict{Decision: call.Ask, RuleID: "r", Reason: "r: sure?"}); r.Exit != 2 || !strings.Contains(string(r.Stderr), "change rule r\n") {
		t.Errorf("ask with nobody there: %+v", r)
	}
}

// TestEachHarnessGetsTheReplyItHonours holds what each harness was seen (or is documented)
// to honour, as bytes: block, ask, warn and nothing to say.
func TestEachHarnessGetsTheReplyItHonours(t *testing.T) {
	const (
		hookDeny = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r: no"}}`
		hookAsk  = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r: no"}}`
		hookWarn = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"r: no"}}`
	)
	type answer struct {
		out  string
		err  bool // the reason is on standard error
		exit int
	}
	none, two := answer{out: "{}"}, answer{"", true, 2}
	claude := answer{hookDeny, true, 2}
	tests := []struct {
		harness                call.Harness
		event                  string
		block, ask, warn, pass answer
	}{
		{call.ClaudeCode, "PreToolUse", answer{strings.TrimSuffix(hookDeny, "}") + `,"ruleId":"r","severity":"block"}`, true, 2}, answer{out: hookAsk}, answer{out: hookWarn}, none},
		{call.Codex, "PreToolUse", two, two, answer{out: hookWarn}, none},
		{call.GeminiCLI, "BeforeTool", answer{out: `{"decision":"deny","reason":"r: no"}`}, answer{out: `{"decision":"deny","reason":"r: no"}`}, none, none},
		{call.QwenCode, "PreToolUse", claude, answer{out: hookAsk}, answer{out: hookWarn}, none},
		{
			call.Copilot, "preToolUse",
			answer{`{"permissionDecision":"deny","permissionDecisionReason":"r: no"}`, true, 2},
			answer{out: `{"permissionDecision":"ask","permissionDecisionReason":"r: no"}`},
			none, none,
		},
		{call.VSCodeChat, "PreToolUse", claude, answer{out: hookAsk}, answer{out: hookWarn}, none},
		{
			call.Cursor, "beforeShellExecution",
			answer{out: `{"permission":"deny","user_message":"r: no","agent_message":"r: no"}`},
			answer{out: `{"permission":"ask","user_message":"r: no","agent_message":"r: no"}`},
			none, none,
		},
		{
			call.Cursor, "preToolUse",
			answer{out: `{"permission":"deny","user_message":"r: no","agent_message":"r: no"}`},
			answer{out: `{"permission":"deny","user_message":"r: no","agent_message":"r: no"}`},
			none, none,
		},
		{
			call.Cursor, "PreToolUse",
			answer{`{"permission":"deny","user_message":"r: no","agent_message":"r: no"}`, true, 2},
			answer{`{"permission":"deny","user_message":"r: no","agent_message":"r: no"}`, true, 2},
			none, none,
		},
		{call.Windsurf, "pre_run_command", two, two, none, none},
		{call.Devin, "PreToolUse", two, two, none, none},
		{
			call.Antigravity, "PreToolUse",
			answer{out: `{"decision":"deny","reason":"r: no"}`},
			answer{out: `{"decision":"ask","reason":"r: no"}`},
			answer{out: `{"decision":""}`},
			answer{out: `{"decision":""}`},
		},
		{
			call.Hermes, "pre_tool_call",
			answer{`{"decision":"block","reason":"r: no"}`, true, 2},
			answer{`{"decision":"block","reason":"r: no"}`, true, 2},
			none, none,
		},
		{call.Grok, "PreToolUse", two, two, none, none},
		{call.Droid, "PreToolUse", claude, claude, none, none},
		{call.Kimi, "PreToolUse", claude, claude, none, none},
		{call.Cline, "tool_call", answer{out: `{"cancel":true,"errorMessage":"r: no"}`}, answer{out: `{"cancel":true,"errorMessage":"r: no"}`}, none, none},
		{call.OpenCode, "tool.execute.before", two, two, none, none},
		{call.Kilo, "tool.execute.before", two, two, none, none},
		{call.Pi, "tool_call", two, two, none, none},
	}
	seen := map[call.Harness]bool{}
	for _, tt := range tests {
		seen[tt.harness] = true
		for _, x := range []struct {
			decision call.Decision
			want     answer
		}{{call.Block, tt.block}, {call.Ask, tt.ask}, {call.Warn, tt.warn}, {call.Pass, tt.pass}} {
			t.Run(string(tt.harness)+"/"+tt.event+"/"+x.decision.String(), func(t *testing.T) {
				v := call.Verdict{Decision: x.decision, RuleID: "r", Reason: "r: no"}
				r := For(tt.harness).Reply(call.Event{Harness: tt.harness, Name: tt.event}, v)
				out := strings.TrimSpace(string(r.Stdout))
				if x.decision == call.Ask { // where nobody is asked, the reason says so
					out = strings.ReplaceAll(out, strings.TrimPrefix(encodedReason(t, v), "r: no"), "")
				}
				if got := (answer{out, strings.HasPrefix(string(r.Stderr), "r: no"), r.Exit}); got != x.want {
					t.Errorf("got  %+v\nwant %+v", got, x.want)
				}
			})
		}
	}
	for _, h := range call.Harnesses() {
		if !seen[h] {
			t.Errorf("no replies of %s are tested", h)
		}
	}
	r := Closed(For(call.Cursor)).Reply(call.Event{Name: "preToolUse"}, call.Verdict{})
	if string(r.Stdout) != `{"permission":"allow"}`+"\n" {
		t.Errorf("with failClosed: %s", r.Stdout)
	}
}

// encodedReason is the reason of a refused question, as it stands within JSON.
func encodedReason(t *testing.T, v call.Verdict) string {
	t.Helper()
	b := strings.TrimSpace(string(encode(reason(refused(v)))))
	return strings.Trim(b, `"`)
}

func TestUnknownProgramIsBlockedByEveryMeans(t *testing.T) {
	for _, d := range []call.Decision{call.Block, call.Ask} {
		r := For("").Reply(call.Event{}, call.Verdict{Decision: d, RuleID: "r", Reason: "r: no"})
		var flat map[string]string
		if err := json.Unmarshal(r.Stdout, &flat); err != nil || r.Exit != 2 || !strings.HasPrefix(string(r.Stderr), "r: no") {
			t.Errorf("%+v %v", r, err)
		}
		if flat["permissionDecision"] != "deny" || flat["decision"] != "block" || flat["reason"] != flat["permissionDecisionReason"] || len(flat) != 4 {
			t.Errorf("%v", flat)
		}
	}
	if r := For("").Reply(call.Event{}, call.Verdict{Decision: call.Warn, Reason: "r: hm"}); string(r.Stdout) != "{}\n" || r.Exit != 0 {
		t.Errorf("warn: %+v", r)
	}
}

func TestReasonIsNeverEmptyAndNeverJSON(t *testing.T) {
	for _, s := range []string{"", "  ", "1", "{}", `"x"`, "null", "[", "\x1b[2J"} {
		r := reason(call.Verdict{Decision: call.Block, Reason: s})
		if r == "" || json.Valid([]byte(r)) || strings.HasPrefix(r, "{") {
			t.Errorf("%q became %q", s, r)
		}
	}
}

func TestAnyReasonSurvivesTheReply(t *testing.T) {
	ev := call.Event{Name: "PreToolUse"}
	check := func(s string) bool {
		v := call.Verdict{Decision: call.Block, RuleID: "r", Reason: "r: " + s}
		for _, c := range append(Codecs(), For("")) {
			r := c.Reply(ev, v)
			want := strings.TrimRight(reason(v), ". \n") // Codex adds a full stop
			if len(r.Stdout) > 0 {
				var out any
				if json.Unmarshal(r.Stdout, &out) != nil || !holds(out, reason(v)) {
					return false
				}
			} else if strings.TrimRight(string(r.Stderr), ". \n") != want || r.Exit != 2 {
				return false
			}
		}
		return len(reason(v)) <= maxReason && utf8.ValidString(reason(v))
	}
	if err := quick.Check(check, nil); err != nil {
		t.Error(err)
	}
	for _, s := range []string{`"\`, "a\nb\r\n\x00\x1b[31m", "\xff\xfe", strings.Repeat("é", 4000), "<&>\u2028", "\u202etxt.exe"} {
		if !check(s) {
			t.Errorf("%q", s)
		}
	}
}

// holds reports whether a text stands somewhere in a JSON value.
func holds(v any, want string) bool {
	switch v := v.(type) {
	case string:
		return v == want
	case map[string]any:
		for _, e := range v {
			if holds(e, want) {
				return true
			}
		}
	}
	return false
}
