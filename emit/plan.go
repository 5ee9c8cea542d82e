// Package emit turns rules into what stands on disk: the guard's source, its index, the
// lock, and the settings entries, as a plan that is compared, shown and carried out.
package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"rules2guards.local/harness"
)

// ChangeKind says what carrying out a change would do.
type ChangeKind uint8

// Kinds of changes.
const (
	Same ChangeKind = iota
	Create
	Update
	Delete
)

// String returns a word for people.
func (k ChangeKind) String() string {
	switch k {
	case Same:
		return "same"
	case Create:
		return "create"
	case Update:
		return "update"
	case Delete:
		return "delete"
	}
	return fmt.Sprintf("ChangeKind(%d)", uint8(k))
}

// Change is what the plan wants of one file.
type Change struct {
	Path    string      // absolute
	Root    string      // absolute folder that a link must not lead out of
	Data    []byte      // wanted content; nil with Delete
	Old     []byte      // content on disk, nil if none
	Mode    fs.FileMode // of a new file; an old file keeps its own
	Kind    ChangeKind
	SetMode bool // an old file gets Mode too: a guard has to be executable
}

// Plan is what emit wants on disk, in the order in which it is written.
type Plan []Change

// Reader reads a file that a plan is compared with; fs.ErrNotExist means that there is
// none.
type Reader func(path string) ([]byte, error)

// Put adds a file that is to hold data.
func (p *Plan) Put(read Reader, root, path string, data []byte, mode fs.FileMode) error {
	old, err := readOld(read, path)
	if err != nil {
		return err
	}
	if data == nil {
		data = []byte{}
	}
	c := Change{Path: path, Root: root, Data: data, Old: old, Mode: mode, Kind: Update}
	switch {
	case old == nil:
		c.Kind = Create
	case bytes.Equal(old, data):
		c.Kind = Same
	}
	*p = append(*p, c)
	return nil
}

// Drop adds a file that is to go, if it is there.
func (p *Plan) Drop(read Reader, root, path string) error {
	old, err := readOld(read, path)
	if err == nil && old != nil {
		*p = append(*p, Change{Path: path, Root: root, Old: old, Kind: Delete})
	}
	return err
}

// readOld tells an empty file (not nil) from none (nil).
func readOld(read Reader, path string) ([]byte, error) {
	old, err := read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", path, err)
	case old == nil:
		old = []byte{}
	}
	return old, nil
}

// Pending returns the changes that would change something.
func (p Plan) Pending() Plan {
	var l Plan
	for _, c := range p {
		if c.Kind != Same {
			l = append(l, c)
		}
	}
	return l
}

// Settings plans what harnesses want of their files. A link in a project must not lead out
// of the project, whatever folder a harness calls its own; in the user's scope it must not
// lead out of that folder.
func Settings(site harness.Site, edits []harness.Edit, read Reader) (Plan, error) {
	var p Plan
	for _, e := range edits {
		root := e.Folder
		if site.Scope == harness.Project || root == "" {
			root = site.Project
		}
		if site.Scope == harness.User && e.Folder == "" {
			root = filepath.Dir(e.Path)
		}
		mode := fs.FileMode(e.Mode).Perm()
		if mode == 0 {
			mode = 0o600
		}
		var err error
		if e.Data == nil {
			err = p.Drop(read, root, e.Path)
		} else {
			err = p.Put(read, root, e.Path, e.Data, mode)
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}
