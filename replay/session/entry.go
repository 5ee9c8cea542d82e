package session

import (
	"time"

	"rules2guards.local/guard/call"
)

// kind says what an entry is.
type kind uint8

const (
	isCall   kind = iota
	isResult      // of the call with the same id
	isRun         // of a nested call: paired by its text, and a call of its own if none is there
	isHook        // a hook refused the call with the same id, if its result is a failure
	isMeta        // says what later entries leave open
)

// entry is what a reader makes of a part of a record.
type entry struct {
	kind    kind
	agent   bool
	opaque  bool         // a nested call whose text is computed
	harness call.Harness // where a format holds several harnesses' calls
	outcome Outcome
	id      string
	session string
	dir     string
	start   string // folder of the session, where it differs from dir
	branch  string
	tool    string
	time    time.Time
	args    []byte // JSON object: a copy
	parts   []arg
	text    string // of a result: its beginning; of a nested call: what it is paired by
	parent  string // of a nested call: the call whose program makes it
	off     int64
}

// sink gathers the entries of one chunk of a file.
type sink struct {
	entries  []entry
	problems []Problem
	records  int       // that were read or passed over
	bytes    int64     // that could not be read
	size     int64     // of the part of the file
	base     int64     // offset of the record at hand
	last     [3]string // session, dir and branch of the record before: most records repeat them
	decoder  decoder   // of the line at hand
}

// reset makes an empty sink of one that is no longer needed, in its memory.
func (s *sink) reset() {
	clear(s.entries)
	*s = sink{entries: s.entries[:0]}
}

func (s *sink) add(e entry) {
	e.off = s.base
	s.entries = append(s.entries, e)
}

// same returns v, in the memory of the record before if it is the same.
func (s *sink) same(n int, v []byte) string {
	if string(v) != s.last[n] {
		s.last[n] = string(v)
	}
	return s.last[n]
}

// session, dir and branch take a string that most records repeat.
func (s *sink) session(d *decoder) string { return s.repeated(d, 0) }

func (s *sink) dir(d *decoder) string { return s.repeated(d, 1) }

func (s *sink) branch(d *decoder) string { return s.repeated(d, 2) }

func (s *sink) repeated(d *decoder, n int) string {
	if d.peek() != '"' {
		d.skip()
		return ""
	}
	v, escaped := d.text()
	if escaped {
		return unescape(v)
	}
	return s.same(n, v)
}

// when takes a time: a text in ISO form, or a number of seconds or milliseconds.
func when(d *decoder) time.Time {
	if d.peek() == '"' {
		s, _ := d.text()
		t, err := time.Parse(time.RFC3339, string(s))
		if err != nil {
			return time.Time{}
		}
		return t.UTC()
	}
	n, ok := d.number()
	if !ok || n <= 0 {
		return time.Time{}
	}
	return epoch(n)
}

// epoch reads seconds, milliseconds or microseconds since 1970 by their size.
func epoch(n int64) time.Time {
	switch {
	case n > 1e14:
		n /= 1000
	case n < 1e11:
		n *= 1000
	}
	return time.UnixMilli(n).UTC()
}

// keep copies an argument object out of the record, whose memory is used again.
func keep(raw []byte) []byte {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	return append(make([]byte, 0, len(raw)), raw...)
}

// inner takes arguments that are an object, or a text that holds one.
func inner(d *decoder) []byte {
	if d.peek() == '"' {
		s := d.str()
		in := decoder{b: []byte(s)}
		raw := in.raw()
		if in.bad || len(raw) == 0 || raw[0] != '{' {
			return nil
		}
		return raw
	}
	return keep(d.raw())
}
