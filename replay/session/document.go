package session

import (
	"bufio"
	"errors"
	"io"
)

// maxMember bounds what is kept of a member of a document that is not its messages.
const maxMember = 1 << 20

// splitter takes one JSON document apart while it is read: the elements of its list of
// messages (or of the document itself, if that is a list) one by one, each in bounded
// memory, and its other members.
type splitter struct {
	r    *bufio.Reader
	off  int64
	buf  []byte
	over bool // the value at hand is larger than its bound
}

var errEnd = errors.New("the document ends too early")

// stream reads a whole document and hands on what each part of it gave.
func (f *format) stream(r io.Reader, base int64, emit func(*sink) bool) {
	sp := &splitter{r: bufio.NewReaderSize(r, 64<<10), off: base}
	s := &sink{}
	flush := func() bool {
		if len(s.entries) == 0 && len(s.problems) == 0 && s.records == 0 {
			return true
		}
		ok := emit(s)
		s = &sink{}
		return ok
	}
	element := func() bool {
		s.base = sp.off - int64(len(sp.buf))
		if sp.over {
			s.lost(int(min(sp.off-s.base, 1<<30)), "a message that is too large")
			return true
		}
		d := decoder{b: sp.buf}
		held := len(s.entries)
		f.record(&d, s)
		if d.bad {
			s.entries = s.entries[:held]
			s.lost(len(sp.buf), "a message that can't be read")
		} else {
			s.records++
		}
		if len(s.entries) > 2000 {
			return flush()
		}
		return true
	}
	err := sp.walk(f, s, element)
	if err != nil {
		s.base = sp.off
		s.lost(0, err.Error())
	}
	flush()
}

// walk goes through the document.
func (sp *splitter) walk(f *format, s *sink, element func() bool) error {
	c, err := sp.next()
	if err != nil {
		return err
	}
	if c == '[' {
		return sp.list(element)
	}
	if c != '{' {
		return errors.New("the document is no object")
	}
	if f.member == nil && f.name == "opencode-part" { // the document is one record
		sp.off--
		_ = sp.r.UnreadByte()
		if err := sp.value(maxRecord); err != nil {
			return err
		}
		element()
		return nil
	}
	for {
		c, err := sp.next()
		switch {
		case err != nil:
			return err
		case c == '}':
			return nil
		case c == ',':
			continue
		case c != '"':
			return errors.New("the document is no JSON")
		}
		sp.off--
		_ = sp.r.UnreadByte()
		if err := sp.value(1 << 10); err != nil {
			return err
		}
		k := decoder{b: sp.buf}
		key := k.str()
		if c, err = sp.next(); err != nil || c != ':' {
			return errEnd
		}
		if c, err = sp.next(); err != nil {
			return err
		}
		if key == "messages" && c == '[' {
			if err := sp.list(element); err != nil {
				return err
			}
			continue
		}
		sp.off--
		_ = sp.r.UnreadByte()
		if err := sp.value(maxMember); err != nil {
			return err
		}
		if f.member != nil && !sp.over {
			s.base = sp.off - int64(len(sp.buf))
			f.member(key, &decoder{b: sp.buf}, s)
		}
	}
}

// list goes through a list of which the bracket has been taken.
func (sp *splitter) list(element func() bool) error {
	for {
		c, err := sp.next()
		switch {
		case err != nil:
			return err
		case c == ']':
			return nil
		case c == ',':
			continue
		}
		sp.off--
		_ = sp.r.UnreadByte()
		if err := sp.value(maxRecord); err != nil {
			return err
		}
		if !element() {
			return nil
		}
	}
}

// next takes the next byte that is no white space.
func (sp *splitter) next() (byte, error) {
	for {
		c, err := sp.r.ReadByte()
		if err != nil {
			return 0, ended(err)
		}
		sp.off++
		switch c {
		case ' ', '\t', '\r', '\n', 0xef, 0xbb, 0xbf:
		default:
			return c, nil
		}
	}
}

func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return errEnd
	}
	return err
}

// value takes a value into buf, up to max bytes of it.
func (sp *splitter) value(max int) error {
	sp.buf, sp.over = sp.buf[:0], false
	depth, text, escape := 0, false, false
	for {
		c, err := sp.r.ReadByte()
		if err != nil {
			return ended(err)
		}
		sp.off++
		if depth == 0 && !text && len(sp.buf) > 0 && (c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t') {
			sp.off--
			return sp.r.UnreadByte() // a number or a word is over
		}
		if len(sp.buf) < max {
			sp.buf = append(sp.buf, c)
		} else {
			sp.over = true
		}
		switch {
		case escape:
			escape = false
		case text && c == '\\':
			escape = true
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth == 0 && !text && (c == '"' || c == '}' || c == ']') {
			return nil
		}
	}
}
