package wire

import (
	"encoding/json"
	"slices"
	"testing"

	"rules2guards.local/guard/call"
)

// TestAnswersHoldNothingThatAHarnessDoesNotKnow: one key too many voids an answer of Codex,
// hookSpecificOutput without the event's name is thrown away by all who read it, values that
// a published schema permits are refused by its parser, and an "allow" would widen what
// the user permits.
func TestAnswersHoldNothingThatAHarnessDoesNotKnow(t *testing.T) {
	hook := []string{"hookSpecificOutput"}
	flat := []string{"permissionDecision", "permissionDecisionReason"}
	keys := map[call.Harness][]string{
		call.ClaudeCode: {"hookSpecificOutput", "ruleId", "severity", "remediation"}, call.Codex: hook, call.QwenCode: hook, call.VSCodeChat: hook,
		call.Droid: hook, call.Kimi: hook, call.Copilot: flat, call.GeminiCLI: {"decision", "reason"}, call.Hermes: {"decision", "reason"},
		call.Antigravity: {"decision", "reason"}, call.Cursor: {"permission", "user_message", "agent_message"}, call.Cline: {"cancel", "errorMessage"},
		"unknown": {"permissionDecision", "permissionDecisionReason", "decision", "reason"},
	}
	for _, c := range append(Codecs(), For("")) {
		for _, event := range []string{"PreToolUse", "preToolUse", "BeforeTool", "beforeShellExecution", "pre_run_command", "pre_tool_call", ""} {
			for _, d := range []call.Decision{call.Pass, call.Count, call.Warn, call.Ask, call.Block} {
				r := c.Reply(call.Event{Name: event}, call.Verdict{Decision: d, RuleID: "r", Reason: "r: no", Instead: "yes"})
				if r.Exit != 0 && r.Exit != 2 || r.Exit == 2 && d < call.Ask {
					t.Errorf("%s: exit code %d for %s", c.Harness(), r.Exit, d)
				}
				if len(r.Stdout) == 0 {
					continue
				}
				var out map[string]any
				if err := json.Unmarshal(r.Stdout, &out); err != nil {
					t.Fatalf("%s: %s: %v", c.Harness(), r.Stdout, err)
				}
				for k, v := range out {
					own := c.Harness()
					if !slices.Contains(keys[own], k) || v == "allow" || v == "approve" {
						t.Errorf("%s: key %s in %s", own, k, r.Stdout)
					}
				}
				inner, _ := out["hookSpecificOutput"].(map[string]any)
				want := event
				if want == "" {
					want = "PreToolUse"
				}
				if inner != nil && inner["hookEventName"] != want {
					t.Errorf("%s: event %v, want %s", c.Harness(), inner["hookEventName"], want)
				}
				if c.Harness() == call.Codex && inner["permissionDecision"] != nil {
					t.Errorf("Codex: a decision in JSON: %s", r.Stdout)
				}
			}
		}
	}
}
