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
		{"block", ev, call.Verdict{Decision: call.Block, RuleID: "no-npm", Reason: "no-npm: a && b <c>"}, Reply{
			Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no-npm: a && b <c>"}}` + "\n"),
			Stderr: []byte("no-npm: a && b <c>\n"), Exit: 2,
		}},
		{"block an event without a name", call.Event{}, call.Verdict{Decision: call.Block, Reason: "guard/error: x"}, Reply{
			Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"guard/error: x"}}` + "\n"),
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
			if len(r.Stdout) > 0 {
				var out any
				if json.Unmarshal(r.Stdout, &out) != nil || !strings.Contains(find(out, "eason"), reason(v)) {
					return false
				}
			}
			if len(r.Stdout) == 0 && strings.TrimSpace(string(r.Stderr)) != reason(v) {
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

// find returns the first text under a key that ends in suffix.
func find(v any, suffix string) string {
	m, _ := v.(map[string]any)
	for _, k := range sortedKeys(m) {
		if s, ok := m[k].(string); ok && strings.HasSuffix(k, suffix) {
			return s
		}
		if s := find(m[k], suffix); s != "" {
			return s
		}
	}
	return ""
}

func TestClean(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "a\tb\nc é 😀", "a\tb\nc é 😀"},
		{"controls", "a\rb\x1b[0m\x7f\u0085", `a\u000db\u001b[0m\u007f\u0085`},
		{"bidi and invisible", "\u202ea\u200b\u2066\ufeff\U000e0041", `\u202ea\u200b\u2066\ufeff\U000e0041`},
		{"invalid bytes", "a\xffb", "a\ufffdb"},
		{"cut between runes", strings.Repeat("é", 20), strings.Repeat("é", 18) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in, 39); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
