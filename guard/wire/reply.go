package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"rules2guards.local/guard/call"
)

// maxReason is the length in bytes at which a reason is cut: the model needs what to do,
// not the whole of a long command.
const maxReason = 2 << 10

// Clean returns s with control and format characters (which move a terminal's cursor, or
// turn the order of what is shown around) written as escapes, and at most max bytes long.
// Line breaks and tabs stay.
func Clean(s string, max int) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Cf, r):
			if r > 0xffff {
				fmt.Fprintf(&b, `\U%08x`, r)
			} else {
				fmt.Fprintf(&b, `\u%04x`, r)
			}
		default:
			b.WriteRune(r) // an invalid byte became U+FFFD
		}
		if b.Len() > max {
			break
		}
	}
	out := b.String()
	if len(out) <= max {
		return out
	}
	const more = "…"
	out = out[:max-len(more)]
	for len(out) > 0 {
		if r, n := utf8.DecodeLastRuneInString(out); r != utf8.RuneError || n != 1 {
			break
		}
		out = out[:len(out)-1]
	}
	return out + more
}

// reason is the text that the model reads: never empty, and never JSON, which some
// harnesses would take for an answer.
func reason(v call.Verdict) string {
	s := strings.TrimSpace(Clean(v.Reason, maxReason))
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
		v.Reason = Clean(strings.TrimSpace(v.Reason), maxReason/2) + "\nThis needs a person's consent, and nobody can be asked here: a person can run it, or change rule " + v.RuleID
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
