// Package diag is what rules2guards says about a user's file: positioned findings,
// collected, ordered and printed in one way.
package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity of a diagnostic. Only an error keeps generate from writing.
type Severity uint8

// Severities.
const (
	Error Severity = iota
	Warning
	Note
)

// String returns the word that every format prints: "error", "warning" or "note".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Note:
		return "note"
	}
	return fmt.Sprintf("Severity(%d)", uint8(s))
}

// MarshalText is String, for JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Diagnostic is one finding about a user's file.
type Diagnostic struct {
	File     string   `json:"file,omitempty"`   // as the user named it; empty for findings about no file
	Line     int      `json:"line,omitempty"`   // 1-based; 0: about the whole file
	Col      int      `json:"col,omitempty"`    // 1-based, in runes; 0: about the whole line
	EndCol   int      `json:"endCol,omitempty"` // column behind the last rune of the value, on the same line; 0: one rune
	Severity Severity `json:"severity"`
	Code     string   `json:"code"` // kebab-case: "unknown-tool"
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Rule     string   `json:"rule,omitempty"` // id of the rule, when there is one
}

// List is what one run found.
type List []Diagnostic

// Sort orders by file, line, column and code; what is equal in all of them keeps its order.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Code, b.Code),
		)
	})
}

// Count returns how many findings of each severity there are.
func (l List) Count() (errors, warnings, notes int) {
	for _, d := range l {
		switch d.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		case Note:
			notes++
		}
	}
	return errors, warnings, notes
}

// HasErrors reports whether a finding keeps generate from writing.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Summary counts the findings in words: "2 errors, 1 warning"; empty when there are none.
func (l List) Summary() string {
	errors, warnings, notes := l.Count()
	var s string
	for _, c := range []struct {
		n    int
		word string
	}{{errors, "error"}, {warnings, "warning"}, {notes, "note"}} {
		if c.n == 0 {
			continue
		}
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("%d %s", c.n, c.word)
		if c.n > 1 {
			s += "s"
		}
	}
	return s
}
