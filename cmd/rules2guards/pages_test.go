package main

import (
	"fmt"
	"strings"
	"testing"

	"rules2guards.local/golden"
	"rules2guards.local/guard/shell"
)

// TestEffectsPage keeps docs/effects.md as the tables are.
func TestEffectsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What commands do to files\n\nThese effects of a command on files are seen by path and content rules, from its words and redirects alone. What a program does\n" +
		"inside, unseen in the call, is no effect. The page is made from the tables; a test runs each row once for real, where the\n" +
		"program is there, and compares the folder before and after.\n\n| program | command | effects |\n| --- | --- | --- |\n")
	cell := strings.NewReplacer("|", `\|`, "\n", "⏎")
	for _, r := range shell.EffectRows() {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", r.Program, cell.Replace(r.Form), cell.Replace(r.Effects))
	}
	golden.Equal(t, "../../docs/effects.md", []byte(b.String()))
}
