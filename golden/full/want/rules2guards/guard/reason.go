package guard

import (
	"fmt"
	"strings"

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
	b.WriteString(r.Words() + ". (Fired on " + quote(f.Item))
	if f.Text >= 0 && j.res != nil && f.Text < len(j.res.Texts) && j.res.Texts[f.Text].File != "" {
		t := j.res.Texts[f.Text]
		b.WriteString(fmt.Sprintf(" in %s:%d", Clean(t.File, 120), lineOf(t.Text, f.Span.Start)))
	}
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
	return call.Verdict{Decision: f.Decision, RuleID: r.ID, Reason: call.Cut(b.String(), maxReason), Instead: r.Instead}
}

// Words is what a rule says of whatever it fires on, in one line without a final full stop:
// its id, its message, what to do instead.
func (r *Rule) Words() string {
	s := r.ID + ": " + strings.TrimRight(Clean(r.Message, maxReason/2), ". ")
	if r.Instead != "" {
		s += ". Instead: " + strings.TrimRight(Clean(r.Instead, maxReason/4), ". ")
	}
	return s
}

// quote shows a fragment of a call.
func quote(s string) string { return "`" + Clean(s, maxFragment) + "`" }

// Clean makes text fit to be shown on one line, see [call.CleanLine].
func Clean(s string, max int) string { return call.CleanLine(s, max) }
