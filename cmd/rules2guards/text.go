package main

import (
	"fmt"
	"strings"

	"rules2guards.local/guard"
)

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// isGuardsOwn reports whether a rule is one that protect_self added.
func isGuardsOwn(r guard.Rule) bool { return strings.HasPrefix(r.ID, "guard/") }
