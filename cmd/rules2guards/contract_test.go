package main

import (
	"encoding/json"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

// heard is what a harness makes of an answer to an event before a tool call.
type heard struct {
	blocked bool
	reason  string // that the model reads
	asks    bool
	faulty  bool // it would tell of a hook that failed, or have no decision
}

// hears says what each harness was seen, or is documented, to make of an answer. It knows
// nothing of the codecs: it is what they are held against.
func hears(h call.Harness, event string, r wire.Reply) heard {
	var out map[string]any
	isJSON := json.Unmarshal(r.Stdout, &out) == nil
	said := strings.TrimSpace(string(r.Stderr))
	hook, _ := out["hookSpecificOutput"].(map[string]any)
	str := func(m map[string]any, key string) string { s, _ := m[key].(string); return s }
	nested := func() heard {
		switch d := str(hook, "permissionDecision"); {
		case str(hook, "hookEventName") == "":
			return heard{faulty: hook != nil}
		case d == "deny":
			return heard{blocked: true, reason: str(hook, "permissionDecisionReason")}
		case d == "ask":
			return heard{asks: true, reason: str(hook, "permissionDecisionReason")}
		}
		return heard{}
	}
	byExit := heard{blocked: r.Exit == 2, reason: said, faulty: r.Exit != 0 && r.Exit != 2}
	switch h {
	case call.ClaudeCode: // 2.1.332
		if v := nested(); v.blocked || v.asks || v.faulty {
			return v
		}
		return byExit
	case call.Codex: // 0.171.0
		if r.Exit == 2 {
			return heard{blocked: said != "", reason: said + ".", faulty: said == "" || strings.HasSuffix(said, ".")}
		}
		for k := range out {
			if k != "hookSpecificOutput" && k != "decision" && k != "reason" && k != "systemMessage" {
				return heard{faulty: true}
			}
		}
		v := nested()
		return heard{blocked: v.blocked && v.reason != "", reason: v.reason, faulty: v.faulty || v.asks || !isJSON}
	case call.GeminiCLI: // 0.61.0
		if isJSON {
			d := str(out, "decision")
			return heard{blocked: d == "deny" || d == "block", reason: str(out, "reason"), asks: d == "ask", faulty: r.Exit != 0}
		}
		return heard{blocked: r.Exit > 1 && said != "" && !json.Valid([]byte(said)), reason: said}
	case call.QwenCode: // 0.24.4
		if r.Exit == 2 {
			return heard{blocked: said != "" && !strings.HasPrefix(said, "{"), reason: said}
		}
		return nested()
	case call.Copilot: // 1.0.102, both spellings
		switch d := str(out, "permissionDecision"); {
		case r.Exit == 2 && (hook != nil || d != "deny"):
			return heard{blocked: true, reason: "hook exited with code 2"}
		case r.Exit != 0 && r.Exit != 2:
			return heard{blocked: true, faulty: true}
		default:
			return heard{blocked: d == "deny", asks: d == "ask", reason: str(out, "permissionDecisionReason")}
		}
	case call.VSCodeChat: // documentation
		if r.Exit == 0 {
			return nested()
		}
		return byExit
	case call.Cursor: // documentation, and runs of others on 3.9.16
		if r.Exit == 2 {
			return heard{blocked: true, reason: strings.TrimSpace(string(r.Stdout))}
		}
		d := str(out, "permission")
		asks := d == "ask" && (event == "beforeShellExecution" || event == "beforeMCPExecution")
		return heard{blocked: d == "deny", asks: asks, reason: str(out, "user_message"), faulty: d == "ask" && !asks}
	case call.Antigravity: // documentation
		d, given := out["decision"].(string)
		return heard{blocked: d == "deny", asks: d == "ask", reason: str(out, "reason"), faulty: !given || r.Exit != 0}
	case call.Hermes: // source
		if str(out, "decision") == "block" {
			return heard{blocked: true, reason: str(out, "reason")}
		}
		byExit.reason = said[:min(len(said), 400)]
		return byExit
	case call.Grok: // 1.0.41
		if r.Exit == 0 && (str(out, "decision") == "deny" || str(out, "decision") == "block") {
			return heard{blocked: true, reason: str(out, "reason")}
		}
		return byExit
	case call.Droid, call.Kimi: // 0.215.0, 2.1.0
		if r.Exit == 0 {
			return nested()
		}
		return byExit
	case call.Cline: // CLI 3.0.65
		return heard{blocked: out["cancel"] == true, reason: str(out, "errorMessage")}
	case call.OpenCode, call.Kilo, call.Pi: // the generated plugin
		return heard{blocked: r.Exit == 2 && said != "", reason: said, faulty: r.Exit != 0 && said == ""}
	}
	return byExit // Windsurf, Devin: standard output is never a decision
}
