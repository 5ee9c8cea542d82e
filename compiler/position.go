package compiler

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/pelletier/go-toml/v2/unstable"

	"rules2guards.local/compiler/diag"
)

// source is one rule file and how to say where in it something stands.
type source struct {
	file  string // as the user named it
	text  []byte
	lines []int // offset at which each line begins
}

func newSource(file string, text []byte) *source {
	text = bytes.TrimPrefix(text, []byte("\uFEFF")) // a mark at the start of a file takes no column
	s := &source{file: file, text: text, lines: []int{0}}
	for i, b := range text {
		if b == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// span is a range of bytes of a source; the zero value is unknown.
type span struct{ start, end int }

// locate fills in the position of a range. What continues on further lines is cut at the
// end of the first.
func (s *source) locate(r span, d *diag.Diagnostic) {
	d.File = s.file
	if r.end <= r.start || r.end > len(s.text) {
		return
	}
	line, found := slices.BinarySearch(s.lines, r.start)
	if !found {
		line--
	}
	begin := s.lines[line]
	end := len(s.text)
	if line+1 < len(s.lines) {
		end = s.lines[line+1] - 1
	}
	for end > r.start && s.text[end-1] == '\r' {
		end--
	}
	end = max(min(end, r.end), r.start)
	d.Line = line + 1
	d.Col = utf8.RuneCount(s.text[begin:r.start]) + 1
	d.EndCol = d.Col + utf8.RuneCount(s.text[r.start:end])
	if d.EndCol == d.Col {
		d.EndCol = 0
	}
}

// node says where a key and its value stand, and likewise for what is in the value.
type node struct {
	src    *source
	key    span
	val    span
	header bool // made by a [table] header
	fields map[string]*node
	items  []*node
}

// field returns the node of a key in a table. Where it isn't known, the table's own
// position stands for it.
func (n *node) field(key string) *node {
	if f := n.fields[key]; f != nil {
		return f
	}
	return &node{src: n.src, key: n.key, val: n.val}
}

// item returns the node of an element of a list, likewise.
func (n *node) item(i int) *node {
	if i < len(n.items) {
		return n.items[i]
	}
	return &node{src: n.src, key: n.key, val: n.val}
}

// value is where the value stands, or the key when that isn't known: the parser gives no
// range for lists.
func (n *node) value() span {
	if n.val.end > n.val.start {
		return n.val
	}
	return n.key
}

// inside maps a part of a string to where it stands in the file, when the string is
// written as it reads, without escapes; otherwise it is the whole value.
func (n *node) inside(s string, from, to int) span {
	if from < 0 || to > len(s) || from > to || from == 0 && to == len(s) || n.val.end > len(n.src.text) || n.val.end-n.val.start < 2 {
		return n.value()
	}
	raw := string(n.src.text[n.val.start:n.val.end])
	skip := 1
	for _, q := range []string{`"""`, "'''"} {
		if strings.HasPrefix(raw, q) && len(raw) >= 6 {
			skip = 3
		}
	}
	body := raw[skip : len(raw)-skip]
	if cut := strings.TrimPrefix(strings.TrimPrefix(body, "\r"), "\n"); skip == 3 && cut != body {
		skip += len(body) - len(cut)
		body = cut
	}
	if body != s {
		return n.value()
	}
	if from == to { // nothing to point at but the place behind
		if to < len(s) {
			to++
		} else if from > 0 {
			from--
		}
	}
	return span{n.val.start + skip + from, n.val.start + skip + to}
}

// index finds where everything in src stands. Its own reading must list the same keys in
// the same order as the decoder's; where it doesn't, only the headers of tables are known,
// and where even those can't be told for sure, nothing is.
func index(src *source, md toml.MetaData, doc map[string]any) *node {
	root := &node{src: src}
	ix := indexer{src: src}
	if ix.run(root) && slices.Equal(ix.keys, decodedKeys(md)) {
		return root
	}
	return headers(src, doc)
}

func decodedKeys(md toml.MetaData) []string {
	var keys []string
	for _, k := range md.Keys() {
		keys = append(keys, strings.Join(k, "\x00"))
	}
	return keys
}

// indexer walks the expressions of a document.
type indexer struct {
	src  *source
	p    unstable.Parser
	keys []string // every key in the order of the file, its parts joined by NUL
}

func (ix *indexer) run(root *node) bool {
	ix.p.Reset(ix.src.text)
	at, path := root, ""
	for ix.p.NextExpression() {
		e := ix.p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			parts, spans := ix.parts(e.Key())
			path = strings.Join(parts, "\x00")
			ix.keys = append(ix.keys, path)
			at = descend(root, parts, spans)
			if e.Kind == unstable.ArrayTable {
				it := &node{src: ix.src, key: spans[len(spans)-1], header: true}
				at.items = append(at.items, it)
				at = it
			}
			at.header = true
		case unstable.KeyValue:
			ix.keyValue(at, path, e)
		}
	}
	return ix.p.Error() == nil
}

// descend walks a dotted key, into the last element of every list of tables on the way.
func descend(n *node, parts []string, spans []span) *node {
	for i, part := range parts {
		if len(n.items) > 0 {
			n = n.items[len(n.items)-1]
		}
		f := n.fields[part]
		if f == nil {
			if n.fields == nil {
				n.fields = map[string]*node{}
			}
			f = &node{src: n.src, key: spans[i]}
			n.fields[part] = f
		}
		n = f
	}
	return n
}

func (ix *indexer) parts(it unstable.Iterator) (parts []string, spans []span) {
	for it.Next() {
		k := it.Node()
		parts = append(parts, string(k.Data))
		spans = append(spans, ix.span(k))
	}
	return parts, spans
}

func (ix *indexer) span(n *unstable.Node) span {
	start := int(n.Raw.Offset)
	if n.Raw.Length == 0 || start >= len(ix.src.text) {
		return span{}
	}
	return span{start, start + int(n.Raw.Length)}
}

func (ix *indexer) keyValue(at *node, path string, e *unstable.Node) {
	parts, spans := ix.parts(e.Key())
	if path != "" {
		path += "\x00"
	}
	path += strings.Join(parts, "\x00")
	ix.keys = append(ix.keys, path)
	ix.value(descend(at, parts, spans), path, e.Value())
}

func (ix *indexer) value(n *node, path string, v *unstable.Node) {
	switch v.Kind {
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			if c := it.Node(); c.Kind == unstable.KeyValue {
				ix.keyValue(n, path, c)
			}
		}
	case unstable.Array:
		for it := v.Children(); it.Next(); {
			c := it.Node()
			if c.Kind == unstable.Comment {
				continue
			}
			item := &node{src: ix.src, key: n.key}
			if c.Kind == unstable.InlineTable { // its brace, all that is known of it
				item.val = ix.span(c)
			}
			ix.value(item, path, c)
			n.items = append(n.items, item)
		}
	default:
		n.val = ix.span(v)
	}
}

// headers knows only the lines of [[rule]] and [[override]], when there are as many as the
// decoder found tables: a header inside a long string makes the numbers differ.
func headers(src *source, doc map[string]any) *node {
	root := &node{src: src, fields: map[string]*node{}}
	for _, name := range []string{"rule", "override"} {
		list, _ := doc[name].([]map[string]any)
		f := &node{src: src}
		for i, begin := range src.lines {
			end := len(src.text)
			if i+1 < len(src.lines) {
				end = src.lines[i+1] - 1
			}
			line := string(src.text[begin:end])
			text := strings.TrimLeft(strings.TrimPrefix(line, "\uFEFF"), " \t")
			if rest, ok := strings.CutPrefix(strings.ReplaceAll(text, " ", ""), "[["+name+"]]"); ok && (rest == "" || rest[0] == '#' || rest[0] == '\r') {
				start := begin + strings.Index(line, "[[")
				f.items = append(f.items, &node{src: src, key: span{start, start + strings.LastIndex(line, "]]") + 2 - strings.Index(line, "[[")}})
			}
		}
		if len(f.items) == len(list) {
			root.fields[name] = f
		}
	}
	return root
}
