package session

import (
	"bytes"
	"fmt"
	"strings"
)

// Bounds of what is read of hostile text.
const (
	maxRecord = 32 << 20 // a longer record is passed over
	maxJoin   = 64       // lines that a record with raw line breaks may span
	maxTries  = 64       // places at which reading is taken up again in a broken line
)

// records reads the records of some lines of a file, from offset base on, and returns how
// many bytes it took: all, or if it is not the last of them, what stands in front of a
// record that may go on.
func (f *format) records(data []byte, base int64, s *sink, last bool) int {
	pos := 0
	for pos < len(data) {
		end := len(data)
		if n := bytes.IndexByte(data[pos:], '\n'); n >= 0 {
			end = pos + n
		} else if !last {
			break
		}
		if !whole(data[pos:end]) {
			end = joined(data, pos, end)
			if !last && len(data)-end <= len("\n{") {
				break
			}
		}
		s.base = base + int64(pos)
		f.line(data[pos:end], s)
		pos = min(end+1, len(data))
	}
	return pos
}

// whole reports whether a line looks like complete records: blank, or from { to }.
func whole(line []byte) bool {
	line = trim(line)
	return len(line) == 0 || line[0] == '{' && line[len(line)-1] == '}'
}

func trim(line []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")))
}

// joined returns the end of a record that has raw line breaks in its strings: what follows
// belongs to it as long as no line begins like a record.
func joined(data []byte, pos, end int) int {
	if line := trim(data[pos:end]); len(line) == 0 || line[0] != '{' {
		return end
	}
	for range maxJoin {
		if end >= len(data) || end-pos > maxRecord/8 {
			break
		}
		rest := data[end+1:]
		if len(rest) == 0 || bytes.HasPrefix(rest, []byte(`{"`)) {
			break
		}
		n := bytes.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		end += 1 + n
	}
	return end
}

// line reads the records of one line: several may stand on it.
func (f *format) line(line []byte, s *sink) {
	b := trim(line)
	if len(b) == 0 {
		return
	}
	if s.base > 0 && !f.marked(b) { // the first record may be a header
		s.records++
		if b[0] != '{' || b[len(b)-1] != '}' {
			s.lost(len(b), "a line that is no complete record")
			s.records--
		}
		return
	}
	d := &s.decoder
	*d = decoder{b: b}
	budget := 8 * len(b)
	for d.peek() != 0 {
		start, held := d.i, len(s.entries)
		if d.b[d.i] == '{' {
			f.record(d, s)
		} else {
			d.fail()
		}
		if !d.bad {
			s.records++
			continue
		}
		s.entries = s.entries[:held]
		at, ok := resume(b, start+1, &budget)
		if !ok {
			s.lost(len(b)-start, "a record that can't be read")
			return
		}
		s.lost(at-start, "a record that can't be read")
		*d = decoder{b: b, i: at}
	}
}

// resume finds the next place in a broken line from which an object can be read.
func resume(b []byte, from int, budget *int) (int, bool) {
	for range maxTries {
		n := bytes.Index(b[from:], []byte(`{"`))
		if n < 0 || *budget <= 0 {
			return 0, false
		}
		d := decoder{b: b, i: from + n}
		d.skip()
		*budget -= d.i - from
		if !d.bad {
			return from + n, true
		}
		from += n + 1
	}
	return 0, false
}

// marked reports whether a record may hold what the format's reader looks for. Every name
// that JSON text holds as a name or a value stands there as it is, so a search through the
// bytes misses none.
func (f *format) marked(b []byte) bool {
	if !f.underscored {
		for _, m := range f.marks {
			if bytes.Contains(b, m.text) {
				return true
			}
		}
		return false
	}
	// A byte that is rare in text is found several times faster than a word whose first
	// byte is a quote.
	for i := 0; ; i++ {
		n := bytes.IndexByte(b[i:], '_')
		if n < 0 {
			return false
		}
		i += n
		for k := range f.marks {
			m := &f.marks[k]
			if from := i - m.at; from >= 0 && from+len(m.text) <= len(b) && string(b[from:from+len(m.text)]) == string(m.text) {
				return true
			}
		}
	}
}

// mark is a text by which a record is known; at is where its first underscore stands.
type mark struct {
	text []byte
	at   int
}

// maxProblems is how many problems of one chunk are told one by one.
const maxProblems = 20

// lost reports that n bytes of a record could not be read.
func (s *sink) lost(n int, text string) {
	s.bytes += int64(n)
	if len(s.problems) < maxProblems {
		s.problems = append(s.problems, Problem{Off: s.base, Bytes: int64(n), Text: fmt.Sprintf("%s: %d bytes skipped", text, n)})
	}
}

func marks(list ...string) []mark {
	out := make([]mark, len(list))
	for i, m := range list {
		out[i] = mark{[]byte(m), strings.IndexByte(m, '_')}
	}
	return out
}

// hasAnyPrefix reports whether s begins with one of a list.
func hasAnyPrefix(s string, list ...string) bool {
	for _, p := range list {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
