package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"rules2guards.local/guard/call"
)

// maxReason is the length in bytes at which a reason is cut: the model needs what to do,
// not the whole of a long command.
const maxReason = 2 << 10

// reason is the text that the model reads: never empty, and never JSON, which some
// harnesses would take for an answer.
func reason(v call.Verdict) string {
	s := strings.TrimSpace(call.Clean(v.Reason, maxReason))
	if s == "" {
		s = v.RuleID
	}
	if s == "" || json.Valid([]byte(s)) || strings.IndexByte("{[\"", s[0]) >= 0 {
		s = strings.TrimSpace("rules2guards: " + s)
	}
	return s
}

// refused is the reason of an ask rule where nobody can be asked.
func refused(v call.Verdict) call.Verdict {
	if v.Decision == call.Ask {
		v.Decision = call.Block
		v.Reason = call.Clean(strings.TrimSpace(v.Reason), maxReason/2) + "\nThis needs a person's consent, and nobody can be asked here: a person can run it, or change rule " + v.RuleID
	}
	return v
}

// pass is the answer of a guard that has nothing to say.
func pass() Reply { return Reply{Stdout: []byte("{}\n")} }

// exitTwo blocks by exit code, with the reason on standard error and nothing on standard
// output.
func exitTwo(v call.Verdict) Reply {
	if v.Decision != call.Block {
		return pass()
	}
	return Reply{Stderr: []byte(reason(v) + "\n"), Exit: 2}
}

// encode writes JSON in one line, with < > & as they are.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil // v is a struct of texts: can't happen
	}
	return b.Bytes()
}
