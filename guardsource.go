// Package rules2guards embeds the source of the guard runtime, which every generated
// guard carries byte for byte.
package rules2guards

import "embed"

// GuardSource is the tree guard/ as it is compiled into this program. It holds test
// files too when they lie there: emit leaves those out.
//
//go:embed guard/*.go guard/*/*.go
var GuardSource embed.FS
