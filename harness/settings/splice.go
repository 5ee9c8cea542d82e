package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tailscale/hujson"
)

// Created records what an insertion made besides the value itself, so that [Remove] can
// give back the first bytes.
type Created struct {
	Containers []string // JSON pointers of objects and arrays, outermost first
	Was        string   // the text of the container that was there already, if it was empty
}

// Fresh is the content of a new file that holds value at path, in objects, with an array
// as the last container when inArray is set.
func Fresh(path []string, inArray bool, value any) ([]byte, error) {
	raw, err := nest(path, inArray, value)
	if err != nil {
		return nil, err
	}
	out, err := render(raw, "", "  ", "\n")
	return append(out, '\n'), err
}

// nest wraps value into the containers of path.
func nest(path []string, inArray bool, value any) (json.RawMessage, error) {
	raw, err := render(value, "", "", "")
	if err != nil {
		return nil, err
	}
	if inArray {
		raw = slices.Concat([]byte("["), raw, []byte("]"))
	}
	for _, key := range slices.Backward(path) {
		k, err := render(key, "", "", "")
		if err != nil {
			return nil, err
		}
		raw = slices.Concat([]byte("{"), k, []byte(":"), raw, []byte("}"))
	}
	return raw, nil
}

// Append puts value at the end of the array at path, making what is missing of the path.
func (d *Doc) Append(path []string, value any) ([]byte, Created, error) {
	n := d.Root()
	for i, key := range path {
		if !n.IsObject() {
			return nil, Created{}, d.notA(n, "an object")
		}
		next := n.In(key)
		if next.IsZero() {
			raw, err := nest(path[i+1:], true, value)
			if err != nil {
				return nil, Created{}, err
			}
			made := Created{Was: emptyText(n)}
			for j := i; j < len(path); j++ {
				made.Containers = append(made.Containers, Pointer(path[:j+1]))
			}
			out, err := d.insert(n.v, key, raw)
			return out, made, err
		}
		n = next
	}
	if !n.IsArray() {
		return nil, Created{}, d.notA(n, "a list")
	}
	out, err := d.insert(n.v, "", value)
	return out, Created{Was: emptyText(n)}, err
}

// Set puts value in place of the one at path; a missing last key is added.
func (d *Doc) Set(path []string, value any) ([]byte, error) {
	if n := d.At(path...); !n.IsZero() {
		unit := ""
		if bytes.IndexByte(n.Raw(), '\n') >= 0 {
			unit = d.unit
		}
		text, err := render(value, d.indentOf(n.v.StartOffset), unit, d.eol)
		if err != nil {
			return nil, err
		}
		return d.splice(cut{n.v.StartOffset, n.v.EndOffset, text}), nil
	}
	n := d.At(path[:len(path)-1]...)
	if !n.IsObject() {
		return nil, d.notA(n, "an object")
	}
	return d.insert(n.v, path[len(path)-1], value)
}

// Delete takes out the member or element at path, with its comma.
func (d *Doc) Delete(path []string) ([]byte, error) {
	if len(path) == 0 {
		return nil, fmt.Errorf("the whole file can't be taken out of itself")
	}
	n, in := d.At(path...), d.At(path[:len(path)-1]...)
	if n.IsZero() {
		return nil, fmt.Errorf("nothing stands at %s", Pointer(path))
	}
	heads := children(in.v)
	i := slices.IndexFunc(heads, func(h *hujson.Value) bool { return h.StartOffset <= n.v.StartOffset && n.v.StartOffset <= in.end(h) })
	head := heads[i]
	// Blanks in front go too, as far as the comment before them.
	start := head.StartOffset - len(head.BeforeExtra) + lastComment(head.BeforeExtra)
	end := n.v.EndOffset
	cuts := []cut{{start, end, nil}}
	comma := end + len(n.v.AfterExtra)
	switch {
	case d.byteAt(comma) == ',':
		cuts = append(cuts, cut{comma, comma + 1, nil})
	case i > 0:
		before := in.end(heads[i-1])
		for d.byteAt(before) != ',' { // only blanks and comments stand between
			before += max(comment(d.src[d.base+before:]), 1)
		}
		cuts = append([]cut{{before, before + 1, nil}}, cuts...)
	}
	return d.splice(cuts...), nil
}

// end is the offset behind the member or element that begins with head.
func (n Node) end(head *hujson.Value) int {
	if c, ok := n.v.Value.(*hujson.Object); ok {
		for i := range c.Members {
			if &c.Members[i].Name == head {
				return c.Members[i].Value.EndOffset
			}
		}
	}
	return head.EndOffset
}

// Remove takes out the values at paths, and then the containers that made lists, as far as
// nothing else stands in them. What an insertion did and nobody changed is undone byte for
// byte.
func Remove(src []byte, paths [][]string, made Created) ([]byte, error) {
	// Later positions first, so that the earlier ones stay true.
	for _, p := range slices.Backward(paths) {
		d, err := Parse(src)
		if err != nil {
			return nil, err
		}
		if src, err = d.Delete(p); err != nil {
			return nil, err
		}
	}
	for _, ptr := range slices.Backward(made.Containers) {
		d, err := Parse(src)
		if err != nil {
			return nil, err
		}
		path := splitPointer(ptr)
		n := d.At(path...)
		if n.IsZero() {
			continue
		}
		if emptyText(n) == "" {
			continue // somebody else's things are in it by now
		}
		if src, err = d.Delete(path); err != nil {
			return nil, err
		}
	}
	if made.Was == "" || len(paths) == 0 {
		return src, nil
	}
	d, err := Parse(src)
	if err != nil {
		return nil, err
	}
	at := paths[0][:len(paths[0])-1]
	if len(made.Containers) > 0 {
		at = splitPointer(made.Containers[0])
		at = at[:len(at)-1]
	}
	n := d.At(at...)
	if now := emptyText(n); now != "" && sameButBlanks(now, made.Was) {
		return d.splice(cut{n.v.StartOffset, n.v.EndOffset, []byte(made.Was)}), nil
	}
	return src, nil
}

func sameButBlanks(a, b string) bool {
	return bytes.Equal(bytes.Join(bytes.Fields([]byte(a)), nil), bytes.Join(bytes.Fields([]byte(b)), nil))
}

func splitPointer(ptr string) []string {
	var path []string
	for _, p := range bytes.Split([]byte(ptr), []byte("/"))[1:] {
		p = bytes.ReplaceAll(p, []byte("~1"), []byte("/"))
		path = append(path, string(bytes.ReplaceAll(p, []byte("~0"), []byte("~"))))
	}
	return path
}

// emptyText returns the text of a container that holds nothing, else "".
func emptyText(n Node) string {
	if (n.IsObject() || n.IsArray()) && len(children(n.v)) == 0 {
		return string(n.Raw())
	}
	return ""
}

func (d *Doc) notA(n Node, what string) error {
	line, col := n.Position()
	name := Pointer(n.Path)
	if name == "" {
		name = "the file"
	}
	return &Error{line, col, fmt.Sprintf("%s is not %s", name, what)}
}

// insert puts a value at the end of a container, in the way in which its neighbours stand.
// key is the name of a member; not used in arrays.
func (d *Doc) insert(box *hujson.Value, key string, value any) ([]byte, error) {
	var heads []*hujson.Value
	var inner []byte // what stands between the last comma or brace and the closing one
	object, isObject := box.Value.(*hujson.Object)
	if isObject {
		inner = object.AfterExtra
	} else {
		inner = box.Value.(*hujson.Array).AfterExtra
	}
	heads = children(box)
	closing := box.EndOffset - 1
	indent, own := d.memberIndent(box, heads)
	unit := d.unit
	if !own {
		unit = ""
	}
	text, err := render(value, indent, unit, d.eol)
	if err != nil {
		return nil, err
	}
	if isObject {
		k, err := render(key, "", "", "")
		if err != nil {
			return nil, err
		}
		colon := ": "
		if !own && !d.spaced(heads) {
			colon = ":"
		}
		text = slices.Concat(k, []byte(colon), text)
	}
	newLine := []byte(d.eol + indent)
	if len(heads) == 0 {
		at := closing - len(inner) + lastComment(inner)
		text = slices.Concat(newLine, text)
		if bytes.IndexByte(d.src[d.base+at:d.base+closing], '\n') < 0 {
			text = append(text, d.eol+d.indentOf(closing)...)
		}
		return d.splice(cut{at, at, text}), nil
	}
	last := Node{d: d, v: box}.end(heads[len(heads)-1])
	comma := last
	for comma < closing && d.byteAt(comma) != ',' {
		comma += max(comment(d.src[d.base+comma:d.base+closing]), 1)
	}
	trailing := comma < closing
	from := last
	if trailing {
		from = comma + 1
	}
	// Behind a comment on the same line, or at once.
	at := from + sameLineComment(d.src[d.base+from:d.base+closing])
	if own || at > from {
		text = slices.Concat(newLine, text)
	} else if d.spaced(heads) {
		text = slices.Concat([]byte(" "), text)
	}
	if trailing {
		return d.splice(cut{at, at, append(text, ',')}), nil
	}
	return d.splice(cut{last, last, []byte(",")}, cut{at, at, text}), nil
}

// memberIndent returns the indentation of a container's members, and whether they stand on
// lines of their own. An empty container's members will.
func (d *Doc) memberIndent(box *hujson.Value, heads []*hujson.Value) (string, bool) {
	for _, h := range slices.Backward(heads) {
		if s, ok := lineIndent(h.BeforeExtra); ok {
			return s, true
		}
	}
	return d.indentOf(box.StartOffset) + d.unit, len(heads) == 0
}

// spaced reports whether blanks stand between the parts of a container in one line.
func (d *Doc) spaced(heads []*hujson.Value) bool {
	if len(heads) > 1 {
		return len(heads[1].BeforeExtra) > 0
	}
	colon := heads[0].EndOffset + len(heads[0].AfterExtra)
	return d.byteAt(colon) == ':' && d.byteAt(colon+1) == ' '
}

// indentOf returns the blanks at the beginning of the line that an offset lies in.
func (d *Doc) indentOf(offset int) string {
	b := d.src[d.base : d.base+offset]
	line := b[bytes.LastIndexByte(b, '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// sameLineComment returns the length of extra up to the end of the last comment that
// begins on the line where extra begins; 0 if there is none.
func sameLineComment(extra []byte) int {
	end := 0
	for i := 0; i < len(extra) && extra[i] != '\n'; {
		if n := comment(extra[i:]); n > 0 {
			i += n
			end = i
			continue
		}
		i++
	}
	return end
}

// lastComment returns the length of extra up to the end of its last comment.
func lastComment(extra []byte) int {
	end := 0
	for i := 0; i < len(extra); {
		if n := comment(extra[i:]); n > 0 {
			i += n
			end = i
			continue
		}
		i++
	}
	return end
}

// byteAt returns the byte at an offset of the parsed text, 0 behind its end.
func (d *Doc) byteAt(offset int) byte {
	if i := d.base + offset; i >= 0 && i < len(d.src) {
		return d.src[i]
	}
	return 0
}

// cut replaces the bytes from start to end.
type cut struct {
	start, end int // offsets of the parsed text
	text       []byte
}

// splice carries out cuts that are in order and don't overlap.
func (d *Doc) splice(cuts ...cut) []byte {
	var out []byte
	at := 0
	for _, c := range cuts {
		out = append(out, d.src[at:d.base+c.start]...)
		out = append(out, c.text...)
		at = d.base + c.end
	}
	return append(out, d.src[at:]...)
}
