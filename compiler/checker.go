package compiler

import (
	"fmt"
	"strings"

	"rules2guards.local/compiler/diag"
)

// at is a place in a source.
type at struct {
	src  *source
	span span
}

func (n *node) at() at                         { return at{n.src, n.value()} }
func (n *node) keyAt() at                      { return at{n.src, n.key} }
func (n *node) part(s string, from, to int) at { return at{n.src, n.inside(s, from, to)} }
func (t *text) at() at                         { return t.n.at() }
func (t *text) part(from, to int) at           { return t.n.part(t.Value, from, to) }

// checker gathers what is found, and knows which rule is being looked at.
type checker struct {
	list  diag.List
	rule  string // its id; may be empty
	where string // ` in rule "x"`, or ` in rule 3` when it has no id
	kind  string // its kind, while its keys are read

	parsed patternCache
}

// enter begins the table of a rule or override.
func (c *checker) enter(v any, i int) {
	c.rule, c.where, c.kind = "", fmt.Sprintf(" in rule %d", i+1), ""
	if m, ok := v.(map[string]any); ok {
		if id, ok := m["id"].(string); ok && id != "" {
			c.rule, c.where = id, " in rule "+quote(id)
		}
		c.kind, _ = m["kind"].(string)
	}
}

// enterRule begins the checks of a rule that was decoded.
func (c *checker) enterRule(r *rule) {
	c.rule, c.where = r.id(), ""
	if c.rule != "" {
		c.where = " in rule " + quote(c.rule)
	}
}

func (c *checker) leave() { c.rule, c.where = "", "" }

func (c *checker) errorf(code string, a at, hint, format string, args ...any) {
	c.add(diag.Error, code, a, hint, fmt.Sprintf(format, args...)+c.where)
}

func (c *checker) warnf(code string, a at, hint, format string, args ...any) {
	c.add(diag.Warning, code, a, hint, fmt.Sprintf(format, args...)+c.where)
}

func (c *checker) add(s diag.Severity, code string, a at, hint, message string) {
	d := diag.Diagnostic{Severity: s, Code: code, Message: message, Hint: hint, Rule: c.rule}
	if a.src != nil {
		a.src.locate(a.span, &d)
	}
	c.list = append(c.list, d)
}

// longest piece of a user's text that a message quotes.
const maxQuote = 200

// quote quotes a user's text, cut when it is long.
func quote(s string) string {
	if len(s) > maxQuote {
		s = strings.ToValidUTF8(s[:maxQuote], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
