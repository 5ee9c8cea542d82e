// Package templates holds the texts that rules2guards writes out as files. They end in
// .txt where the Go tool would take the file for its own.
package templates

import "embed"

// Guard holds what stands beside the runtime in a generated guard: main.go, go.mod,
// go.sum, .gitignore and .gitattributes. The versions are those of this module's own
// go.mod; a test in emit compares them.
//
//go:embed guard/*.txt
var Guard embed.FS
