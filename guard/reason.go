package guard

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"rules2guards.local/guard/call"
)

// Bounds of what a reason shows, in bytes.
const (
	maxFragment = 200
	maxReason   = 2000
)

// UnreadableID stands where a rule's id would in the verdict on a text that can't be read.
const UnreadableID = "guard/unreadable"

// reason words a finding for the model: which rule, why, what was stopped, what to do
// instead, that another spelling won't help, and who can change it. It has no final full
// stop, since Codex was seen to add one (0.171.0).
func (j *Judge) reason(f Finding) call.Verdict {
	if f.Rule < 0 {
		return call.Verdict{
			Decision: f.Decision,
			RuleID:   UnreadableID,
			Reason: Clean(fmt.Sprintf("%s: this shell text can't be read at line %d, column %d: %s. Nothing of it was run. "+
				"Write plain, separate commands instead", UnreadableID, f.Line, f.Col, f.Item), maxReason),
		}
	}
	r := &j.p.Rules[f.Rule]
	var b strings.Builder
	b.WriteString(r.ID + ": " + strings.TrimRight(Clean(r.Message, maxReason/2), ". "))
	if r.Instead != "" {
		b.WriteString(". Instead: " + strings.TrimRight(Clean(r.Instead, maxReason/4), ". "))
	}
	b.WriteString(". (Fired on " + quote(f.Item))
	if f.How != "" {
		b.WriteString(" inside " + Clean(f.How, 60))
	}
	switch {
	case f.Decision == call.Warn:
		b.WriteString("; this is a warning, the call goes through")
	default:
		b.WriteString("; another spelling of the same act is stopped too; a person can change the rule in rules.toml")
	}
	b.WriteString(")")
	return call.Verdict{Decision: f.Decision, RuleID: r.ID, Reason: cut(b.String(), maxReason), Instead: r.Instead}
}

// quote shows a fragment of a call.
func quote(s string) string { return "`" + Clean(s, maxFragment) + "`" }

// Clean makes text fit to be shown in a reason, a terminal or a page: control characters
// and runes that reorder or hide text are escaped, blanks are joined, and it is cut at max
// bytes.
func Clean(s string, max int) string {
	var b strings.Builder
	blank := false
	for _, r := range s {
		if b.Len() > max {
			break
		}
		if r == '\n' || r == '\t' || r == ' ' || r == '\r' {
			blank = true
			continue
		}
		if blank && b.Len() > 0 {
			b.WriteByte(' ')
		}
		blank = false
		if Shown(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return cut(b.String(), max)
}

// Shown reports whether a rune shows as itself: no control character, and none that
// reorders or hides the text around it.
func Shown(r rune) bool {
	return r != utf8.RuneError && !unicode.Is(unicode.Cc, r) && !unicode.Is(unicode.Cf, r) &&
		r != '\u2028' && r != '\u2029'
}

// cut shortens s to max bytes, at a rune's end.
func cut(s string, max int) string {
	if len(s) <= max {
		return s
	}
	i := max - len("…")
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return s[:i] + "…"
}
