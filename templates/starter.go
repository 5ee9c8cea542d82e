package templates

import _ "embed"

// starter is what init writes.
//
//go:embed starter.toml
var starter []byte

// Starter returns the rules.toml that init writes.
func Starter() []byte { return starter }
