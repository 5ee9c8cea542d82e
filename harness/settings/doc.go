// Package settings edits a user's JSON file by splicing text: what is ours goes in and out,
// and every other byte stays as it is. The parser only says where things stand; nothing is
// ever printed back from its tree.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// maxDepth bounds how deep a file may nest: the parser calls itself.
const maxDepth = 500

const byteOrderMark = "\xef\xbb\xbf"

// Error is what keeps a file from being edited, with its place.
type Error struct {
	Line, Col int // 1-based, in runes
	Text      string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Text) }

// Doc is a parsed file.
type Doc struct {
	src  []byte
	base int // bytes in front of what was parsed: the byte order mark
	root hujson.Value
	eol  string
	unit string // one step of indentation
}

// Parse reads JSON, with comments and trailing commas where somebody wrote them. Keys that
// stand twice in one object are refused, since nobody can tell which of them counts. The
// error is an [*Error].
func Parse(src []byte) (*Doc, error) {
	d := &Doc{src: src, eol: "\n", unit: "  "}
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return nil, &Error{1, 1, "the file is UTF-16; save it as UTF-8"}
	}
	if bytes.HasPrefix(src, []byte(byteOrderMark)) {
		d.base = len(byteOrderMark)
	}
	if at := tooDeep(src[d.base:]); at >= 0 {
		return nil, d.errorAt(d.base+at, "nested too deep")
	}
	// The parser's own tree aliases its input and must not change. The line end is for a line
	// comment at the end, which the parser wants finished.
	root, err := hujson.Parse(append(bytes.Clone(src[d.base:]), '\n'))
	if err != nil {
		return nil, d.syntax(err)
	}
	d.root = root
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		d.eol = "\r\n"
	}
	if s, ok := d.firstIndent(&d.root); ok && s != "" {
		d.unit = s
	}
	if err := d.twice(&d.root); err != nil {
		return nil, err
	}
	return d, nil
}

// Blank reports whether a file holds nothing but blanks (and a byte order mark).
func Blank(src []byte) bool {
	return len(bytes.TrimSpace(bytes.TrimPrefix(src, []byte(byteOrderMark)))) == 0
}

// tooDeep returns where the text nests deeper than maxDepth, or -1.
func tooDeep(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '/':
			if end := comment(b[i:]); end > 0 {
				i += end - 1
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				return i
			}
		case '}', ']':
			depth--
		}
	}
	return -1
}

// comment returns the length of the comment that b begins with, without the line end of a
// line comment; 0 if there is none.
func comment(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("//")):
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			if i > 0 && b[i-1] == '\r' {
				i--
			}
			return i
		}
		return len(b)
	case bytes.HasPrefix(b, []byte("/*")):
		if i := bytes.Index(b[2:], []byte("*/")); i >= 0 {
			return i + 4
		}
		return len(b)
	}
	return 0
}

// syntax gives the parser's error its place in our words.
func (d *Doc) syntax(err error) *Error {
	e := &Error{Line: 1, Col: 1, Text: "no valid JSON"}
	var line, col int
	if n, _ := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &col); n == 2 {
		// Its columns are bytes, and its text is one line end longer than the file.
		at := d.base
		for ; line > 1 && at < len(d.src); line-- {
			i := bytes.IndexByte(d.src[at:], '\n')
			if i < 0 {
				i = len(d.src) - at
			}
			at += i + 1
		}
		e.Line, e.Col = d.Position(min(at+col-1, len(d.src)))
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		e.Text = inner.Error()
	}
	if len(e.Text) > 200 {
		e.Text = e.Text[:200]
	}
	return e
}

func (d *Doc) errorAt(offset int, format string, args ...any) *Error {
	line, col := d.Position(offset)
	return &Error{line, col, fmt.Sprintf(format, args...)}
}

// Position returns the line and column of a byte offset, from 1, in runes.
func (d *Doc) Position(offset int) (line, col int) {
	before := d.src[:min(offset, len(d.src))]
	start := bytes.LastIndexByte(before, '\n') + 1
	if start == 0 {
		start = min(d.base, len(before))
	}
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])
}

// twice finds a key that stands twice in one object.
func (d *Doc) twice(v *hujson.Value) error {
	switch c := v.Value.(type) {
	case *hujson.Object:
		seen := make(map[string]bool, len(c.Members))
		for i := range c.Members {
			m := &c.Members[i]
			name := literal(&m.Name)
			if seen[name] {
				return d.errorAt(d.base+m.Name.StartOffset, "the key %q stands twice in one object", name)
			}
			seen[name] = true
			if err := d.twice(&m.Value); err != nil {
				return err
			}
		}
	case *hujson.Array:
		for i := range c.Elements {
			if err := d.twice(&c.Elements[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func literal(v *hujson.Value) string {
	l, _ := v.Value.(hujson.Literal)
	return l.String()
}

// firstIndent returns the indentation of the first member that stands on a line of its own.
func (d *Doc) firstIndent(v *hujson.Value) (string, bool) {
	for _, c := range children(v) {
		if s, ok := lineIndent(c.BeforeExtra); ok {
			return s, true
		}
	}
	return "", false
}

// children lists what stands directly in a container: names of members, or elements.
func children(v *hujson.Value) []*hujson.Value {
	var list []*hujson.Value
	switch c := v.Value.(type) {
	case *hujson.Object:
		for i := range c.Members {
			list = append(list, &c.Members[i].Name)
		}
	case *hujson.Array:
		for i := range c.Elements {
			list = append(list, &c.Elements[i])
		}
	}
	return list
}

// lineIndent returns the blanks behind the last line end of what stands before a value.
func lineIndent(extra []byte) (string, bool) {
	i := bytes.LastIndexByte(extra, '\n')
	if i < 0 {
		return "", false
	}
	s := extra[i+1:]
	return string(s[:len(s)-len(bytes.TrimLeft(s, " \t"))]), true
}

// Comment is the text of a finding about a comment.
const Comment = "a comment"

// Lenient lists what strict readers refuse, in order: comments and trailing commas.
func (d *Doc) Lenient() []*Error {
	var list []*Error
	b := d.src
	last := -1 // offset of a comma that nothing has followed yet
	for i := d.base; i < len(b); i++ {
		switch b[i] {
		case ' ', '\t', '\r', '\n':
			continue
		case '/':
			list = append(list, d.errorAt(i, Comment))
			i += max(comment(b[i:]), 1) - 1
			continue
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '}', ']':
			if last >= 0 {
				list = append(list, d.errorAt(last, "a comma with nothing behind it"))
			}
		case ',':
			last = i
			continue
		}
		last = -1
	}
	slices.SortFunc(list, func(a, b *Error) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return list
}
