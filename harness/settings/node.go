package settings

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// Node is a value in a document. The zero Node is none.
type Node struct {
	d    *Doc
	v    *hujson.Value
	Path []string // keys and positions from the root
}

// Source returns the text that was parsed.
func (d *Doc) Source() []byte { return d.src }

// Root returns the whole document's value.
func (d *Doc) Root() Node { return Node{d: d, v: &d.root} }

// At returns the value at a path of keys and positions; IsZero when there is none.
func (d *Doc) At(path ...string) Node {
	n := d.Root()
	for _, p := range path {
		n = n.In(p)
	}
	return n
}

// IsZero reports that there is no such value.
func (n Node) IsZero() bool { return n.v == nil }

// In returns the value under a key of an object, or at a position of an array.
func (n Node) In(key string) Node {
	if n.v == nil {
		return Node{}
	}
	at := append(slices.Clone(n.Path), key)
	switch c := n.v.Value.(type) {
	case *hujson.Object:
		for i := range c.Members {
			if literal(&c.Members[i].Name) == key {
				return Node{n.d, &c.Members[i].Value, at}
			}
		}
	case *hujson.Array:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(c.Elements) {
			return Node{n.d, &c.Elements[i], at}
		}
	}
	return Node{}
}

// Elements lists the values of an array.
func (n Node) Elements() []Node {
	var list []Node
	if n.IsArray() {
		for i := range n.v.Value.(*hujson.Array).Elements {
			list = append(list, n.In(strconv.Itoa(i)))
		}
	}
	return list
}

// Keys lists the keys of an object, in order.
func (n Node) Keys() []string {
	var list []string
	if n.IsObject() {
		for _, c := range children(n.v) {
			list = append(list, literal(c))
		}
	}
	return list
}

// IsObject reports whether the value is an object. A Node that is none is nothing at all.
func (n Node) IsObject() bool { return n.kind() == '{' }

// IsArray reports whether the value is an array.
func (n Node) IsArray() bool { return n.kind() == '[' }

// IsText reports whether the value is a string.
func (n Node) IsText() bool { return n.kind() == '"' }

// IsTrue reports whether the value is true.
func (n Node) IsTrue() bool { return n.kind() == 't' }

// IsBool reports whether the value is true or false.
func (n Node) IsBool() bool { return n.kind() == 't' || n.kind() == 'f' }

func (n Node) kind() hujson.Kind {
	if n.v == nil {
		return 0
	}
	return n.v.Value.Kind()
}

// Text returns the value of a string; "" for anything else.
func (n Node) Text() string {
	if !n.IsText() {
		return ""
	}
	return literal(n.v)
}

// Number returns the value of a number.
func (n Node) Number() (float64, bool) {
	if n.kind() != '0' {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(n.v.Value.(hujson.Literal)), 64)
	return f, err == nil
}

// Position returns where the value begins, from 1, in runes.
func (n Node) Position() (line, col int) {
	if n.v == nil {
		return 0, 0
	}
	return n.d.Position(n.d.base + n.v.StartOffset)
}

// Raw returns the bytes of the value as they stand in the file.
func (n Node) Raw() []byte {
	if n.v == nil {
		return nil
	}
	return n.d.src[n.d.base+n.v.StartOffset : n.d.base+n.v.EndOffset]
}

// Pointer writes a path as a JSON pointer.
func Pointer(path []string) string {
	var b strings.Builder
	for _, p := range path {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(p))
	}
	return b.String()
}

// render prints a value at an indentation, or in one line when unit is empty.
func render(value any, indent, unit, eol string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	flat := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if unit == "" {
		return flat, nil
	}
	var out bytes.Buffer
	if err := json.Indent(&out, flat, indent, unit); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte(eol)), nil
}
