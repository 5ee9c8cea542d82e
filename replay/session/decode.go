package session

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// maxDepth bounds the nesting of values that are decoded. What is only skipped may be
// nested as deep as it likes.
const maxDepth = 100

// decoder walks over JSON text without building values: callers take the members that they
// want and everything else is skipped. It is lenient about what harnesses were seen to
// write (raw line breaks, NULs and invalid UTF-8 in strings) and sets bad for the rest.
type decoder struct {
	b    []byte
	i    int
	bad  bool
	over bool // the rest of the record is not wanted
}

// enough ends the walk over a record of which no more is wanted, unless another record
// follows on the same line: }{" stands in no string, whose quotes are escaped, but at its
// end.
func (d *decoder) enough() {
	for i := d.i; ; i++ {
		n := bytes.IndexByte(d.b[i:], '}')
		if n < 0 {
			break
		}
		i += n
		if i+2 < len(d.b) && d.b[i+1] == '{' && d.b[i+2] == '"' {
			return
		}
	}
	d.over = true
	d.i = len(d.b)
}

// fail ends the walk.
func (d *decoder) fail() {
	d.bad = true
	d.i = len(d.b)
}

// peek returns the first byte of the next value; 0 at the end.
func (d *decoder) peek() byte {
	for d.i < len(d.b) {
		switch c := d.b[d.i]; c {
		case ' ', '\t', '\r', '\n':
			d.i++
		default:
			return c
		}
	}
	return 0
}

// text takes a string and returns the bytes between its quotes; escaped says that they
// hold a backslash.
func (d *decoder) text() (s []byte, escaped bool) {
	if d.peek() != '"' {
		d.fail()
		return nil, false
	}
	start := d.i + 1
	for i := start; ; {
		j := bytes.IndexByte(d.b[i:], '"')
		if j < 0 {
			d.fail()
			return nil, false
		}
		i += j
		k := i
		for k > start && d.b[k-1] == '\\' {
			k--
		}
		if k < i {
			escaped = true
		}
		if (i-k)%2 == 0 {
			d.i = i + 1
			s = d.b[start:i]
			return s, escaped || bytes.IndexByte(s, '\\') >= 0
		}
		i++
	}
}

// skipText takes a string.
func (d *decoder) skipText() {
	i := d.i + 1
	start := i
	for {
		j := bytes.IndexByte(d.b[i:], '"')
		if j < 0 {
			d.fail()
			return
		}
		i += j
		if d.b[i-1] != '\\' || i == start {
			break
		}
		k := i
		for k > start && d.b[k-1] == '\\' {
			k--
		}
		if (i-k)%2 == 0 {
			break
		}
		i++
	}
	d.i = i + 1
}

// skip takes the next value, whatever it is. Brackets are counted, not matched.
func (d *decoder) skip() {
	switch d.peek() {
	case 0:
		d.fail()
	case '"':
		d.skipText()
	case '{', '[':
		depth := 0
		for d.i < len(d.b) {
			switch d.b[d.i] {
			case '"':
				d.skipText()
				if d.i < len(d.b) && !follows(d.b[d.i]) {
					d.fail()
				}
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			d.i++
			if depth == 0 {
				return
			}
		}
		d.fail()
	default:
		d.scalar()
	}
}

// follows reports whether c may stand behind a string.
func follows(c byte) bool {
	switch c {
	case ',', ':', '}', ']', ' ', '\t', '\r', '\n':
		return true
	}
	return false
}

// scalar takes a number or a word.
func (d *decoder) scalar() []byte {
	d.peek()
	start := d.i
	for d.i < len(d.b) {
		switch c := d.b[d.i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '+', c == '.':
			d.i++
			continue
		}
		break
	}
	if d.i == start {
		d.fail()
	}
	return d.b[start:d.i]
}

// object takes an object and calls f for each member; a value that f does not take is
// skipped. Another value than an object is skipped as a whole.
func (d *decoder) object(f func(key []byte)) {
	if d.peek() != '{' {
		d.skip()
		return
	}
	d.i++
	if d.peek() == '}' {
		d.i++
		return
	}
	for !d.bad {
		key, _ := d.text()
		if d.peek() != ':' {
			d.fail()
			return
		}
		d.i++
		d.peek()
		at := d.i
		f(key)
		if d.over {
			return
		}
		if d.i == at {
			d.skip()
		}
		switch d.peek() {
		case ',':
			d.i++
			d.peek()
		case '}':
			d.i++
			return
		default:
			d.fail()
		}
	}
}

// array takes an array and calls f for each element, or a single value as if it were one
// element.
func (d *decoder) array(f func()) {
	if d.peek() != '[' {
		at := d.i
		f()
		if d.i == at {
			d.skip()
		}
		return
	}
	d.i++
	if d.peek() == ']' {
		d.i++
		return
	}
	for !d.bad {
		d.peek()
		at := d.i
		f()
		if d.over {
			return
		}
		if d.i == at {
			d.skip()
		}
		switch d.peek() {
		case ',':
			d.i++
		case ']':
			d.i++
			return
		default:
			d.fail()
		}
	}
}

// raw takes the next value and returns its text, which shares memory with the record.
func (d *decoder) raw() []byte {
	d.peek()
	start := d.i
	d.skip()
	if d.bad {
		return nil
	}
	return d.b[start:d.i]
}

// str takes the next value and returns it if it is a string.
func (d *decoder) str() string {
	if d.peek() != '"' {
		d.skip()
		return ""
	}
	s, escaped := d.text()
	if !escaped {
		return string(s)
	}
	return unescape(s)
}

// head is str for long texts of which only the beginning is wanted.
func (d *decoder) head(n int) string {
	if d.peek() != '"' {
		d.skip()
		return ""
	}
	s, _ := d.text()
	if len(s) > 2*n {
		s = s[:2*n]
	}
	out := unescaped(s, n)
	if len(out) > n {
		out = out[:n]
		for len(out) > 0 && !utf8.RuneStart(out[len(out)-1]) {
			out = out[:len(out)-1]
		}
	}
	return out
}

// is takes the next value and reports whether it is the word true.
func (d *decoder) is() bool {
	switch d.peek() {
	case '"', '{', '[', 0:
		d.skip()
		return false
	}
	return string(d.scalar()) == "true"
}

// number takes the next value and returns it if it is a whole number.
func (d *decoder) number() (int64, bool) {
	switch d.peek() {
	case '"', '{', '[', 0:
		d.skip()
		return 0, false
	}
	n, err := strconv.ParseFloat(string(d.scalar()), 64)
	if err != nil || n > 1<<53 || n < -1<<53 {
		return 0, false
	}
	return int64(n), true
}

// value takes the next value and decodes it as encoding/json would with UseNumber.
func (d *decoder) value(depth int) any {
	if depth > maxDepth {
		d.fail()
		return nil
	}
	switch d.peek() {
	case '"':
		return d.str()
	case '{':
		m := map[string]any{}
		d.object(func(key []byte) {
			name := string(key)
			if bytes.IndexByte(key, '\\') >= 0 {
				name = unescape(key)
			}
			m[name] = d.value(depth + 1)
		})
		return m
	case '[':
		list := []any{}
		d.array(func() { list = append(list, d.value(depth+1)) })
		return list
	case 0:
		d.fail()
		return nil
	}
	switch s := string(d.scalar()); s {
	case "true":
		return true
	case "false":
		return false
	case "null", "":
		return nil
	default:
		if _, err := strconv.ParseFloat(s, 64); err != nil {
			d.fail()
			return nil
		}
		return json.Number(s)
	}
}
