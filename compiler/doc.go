// Package compiler turns rules.toml into []guard.Rule and the index over them:
//
//	text ─ schema + position ─> document ─ validate ─> diagnostics
//	                               │
//	                               └─ lower ─> []guard.Rule ─ index ─> guard.Program ─ examples ─> diagnostics
//
// It reads files only through the loader that the caller passes in, and writes none.
package compiler
