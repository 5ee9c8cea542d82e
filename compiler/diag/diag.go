// Package diag is what rules2guards says about a user's file: positioned findings,
// collected, ordered and printed in one way.
package diag

// Severity of a diagnostic. Only an error keeps generate from writing.
type Severity uint8

// Severities.
const (
	Error Severity = iota
	Warning
	Note
)

// Diagnostic is one finding about a user's file.
type Diagnostic struct {
	File      string // as the user named it; empty for findings about no file
	Line, Col int    // 1-based, in runes; 0: about the whole file
	EndCol    int    // column behind the last rune of the value, on the same line; 0: one rune
	Severity  Severity
	Code      string // kebab-case: "unknown-tool"
	Message   string
	Hint      string
	Rule      string // id of the rule, when there is one
}

// List is what one run found.
type List []Diagnostic
