package main

import (
	"fmt"

	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// isGuardsOwn reports whether a rule is one that protect_self added.
func isGuardsOwn(r guard.Rule) bool { return harness.IsOwn(r.ID) }
