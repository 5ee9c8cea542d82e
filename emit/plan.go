// Package emit turns rules into what stands on disk: the guard's source, its index, the
// lock, and the settings entries, as a plan that is compared, shown and carried out.
package emit

import "io/fs"

// ChangeKind says what carrying out a change would do.
type ChangeKind uint8

// Kinds of changes.
const (
	Same ChangeKind = iota
	Create
	Update
	Delete
)

// Change is what the plan wants of one file.
type Change struct {
	Path string      // absolute
	Root string      // absolute folder that a link must not lead out of
	Data []byte      // wanted content; nil with Delete
	Old  []byte      // content on disk, nil if none
	Mode fs.FileMode // of a new file; an old file keeps its own
	Kind ChangeKind
}

// Plan is what emit wants on disk, in the order in which it is written.
type Plan []Change
