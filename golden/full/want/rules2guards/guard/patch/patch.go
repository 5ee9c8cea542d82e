// Package patch reads the texts that change several files at once: apply_patch envelopes
// (*** Begin Patch) and unified diffs, as git, diff and patch write them. It imports
// nothing of this module.
package patch

import (
	"errors"
	"strings"
)

// Op is what a patch does to one file.
type Op uint8

// What a patch can do to a file.
const (
	Update Op = iota
	Add
	Delete
	Move // Path goes away, To is there afterwards; Edits may change it on the way
	Copy // Path stays, To is new
)

// Edit is one hunk: context and removed lines, and what stands there afterwards.
type Edit struct{ Old, New string }

// FileChange is what a patch does to one file.
type FileChange struct {
	Op    Op
	Path  string // the file before; for Add the new file
	To    string // for Move and Copy
	Text  string // for Add: the whole new content
	Edits []Edit // for the others
}

// ErrNoPatch is the answer to a text that holds no patch.
var ErrNoPatch = errors.New("no patch in the text")

// Parse reads every file change of text. The names of a diff lose their a/ and b/ when
// both are there; ParseStrip says otherwise. On an error the changes found so far are
// returned as well.
func Parse(text string) ([]FileChange, error) { return ParseStrip(text, StripAuto) }

// StripAuto takes a/ and b/ off the names of a diff; StripAll leaves only base names, as
// patch without -p does.
const (
	StripAuto = -1
	StripAll  = -2
)

// ParseStrip is Parse with the number of leading folders that names of a diff lose.
func ParseStrip(text string, strip int) ([]FileChange, error) {
	s := &scanner{rest: text}
	var all []FileChange
	for {
		line, ok := s.peek()
		if !ok {
			break
		}
		if _, _, ok := header(line); ok || strings.TrimSpace(line) == "*** Begin Patch" {
			all = s.envelope(all)
			continue
		}
		if strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "Index: ") {
			n := len(all)
			all = s.diff(all, strip)
			if len(all) > n || s.moved {
				continue
			}
		}
		s.next()
	}
	if len(all) == 0 {
		return nil, ErrNoPatch
	}
	return all, nil
}

// scanner hands out the lines of a text without copying it.
type scanner struct {
	rest  string
	moved bool
}

func (s *scanner) peek() (string, bool) {
	if s.rest == "" {
		return "", false
	}
	line, _, _ := strings.Cut(s.rest, "\n")
	return strings.TrimSuffix(line, "\r"), true
}

func (s *scanner) next() string {
	line, rest, _ := strings.Cut(s.rest, "\n")
	s.rest = rest
	s.moved = true
	return strings.TrimSuffix(line, "\r")
}
