package compiler

import (
	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
)

// Options of Compile. The zero value compiles a single file that uses no others.
type Options struct {
	// Load reads a file that a rule file names; nil: naming one is a diagnostic.
	Load func(path string) ([]byte, error)
	// User compiles rules of the user's own scope.
	User bool
}

// Result is what came of a rule file.
type Result struct {
	Program     guard.Program
	Diagnostics diag.List
	Sources     map[string][]byte // file -> text, for the source line under a diagnostic
}

// Compile checks a rule file, runs its examples, and lowers it. The program is usable only
// when the diagnostics hold no error.
func Compile(file string, src []byte, o Options) Result { return Result{} }

// Index works out the index of rules that Compile made.
func Index(rules []guard.Rule) guard.Index { return guard.Index{} }
