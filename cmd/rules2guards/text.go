package main

import (
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// isGuardsOwn reports whether a rule is one that protect_self added.
func isGuardsOwn(r guard.Rule) bool { return harness.IsOwn(r.ID) }
