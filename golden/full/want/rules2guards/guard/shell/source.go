package shell

import (
	"errors"
	"io"
	"runtime"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// holeText stands in a nested text for a part that is only known at run time. It is a
// rune of a private plane, a word character in every kind of quotes.
const holeText = "\U0010FFFD"

// carriageReturn stands for a CR in a text that is read as bash reads it: as a character
// like any other, which the parser would drop.
const carriageReturn = '\x01'

// source is a text that is parsed, and where its bytes stand in the text given to Read.
type source struct {
	text    string
	base    int   // offset of text in the original; -1: it can't be mapped
	carrier Span  // the word that carried it, when it can't be mapped
	offsets []int // offset in the original of each byte, when the text was repaired
	holes   bool  // holeText stands for unknown parts
	cr      bool  // carriageReturn stands for CR
	zsh     bool  // parsed as zsh
}

// span maps bytes of the source to the original text.
func (s *source) span(start, end syntax.Pos) Span {
	return s.bytes(int(start.Offset()), int(end.Offset()))
}

func (s *source) bytes(start, end int) Span {
	start = min(start, len(s.text))
	end = min(max(start, end), len(s.text))
	switch {
	case s.offsets != nil:
		from := s.offsets[start]
		return Span{from, max(from, s.offsets[end])}
	case s.base >= 0:
		return Span{s.base + start, s.base + end}
	}
	return s.carrier
}

// slice is the source's own text of a node.
func (s *source) slice(start, end syntax.Pos) string {
	from := min(int(start.Offset()), len(s.text))
	to := min(max(from, int(end.Offset())), len(s.text))
	return s.text[from:to]
}

// nestedSource makes a source of a text that a word carried. When its bytes stand in the
// original as they are, spans point at them.
func (r *reader) nestedSource(v Value, carrier Span) *source {
	s := &source{base: -1, carrier: carrier}
	if i := strings.IndexByte(string(v), 0); i < 0 {
		s.text = string(v)
		outer := r.text[carrier.Start:carrier.End]
		if r.step(len(outer) >> 4); len(s.text) <= len(outer) {
			if i := strings.Index(outer, s.text); i >= 0 {
				s.base = carrier.Start + i
			}
		}
		return s
	}
	s.text = v.render(holeText)
	s.holes = !v.Known()
	return s
}

// fault is an error that is no fault of the text's grammar.
type fault string

func (f fault) Error() string { return string(f) }

const (
	errDeep   fault = "nested too deeply"
	errMany   fault = "more than 10 000 commands"
	errParser fault = "the parser fails on this text"
)

// pieceSize is how much of a text the parser gets between two looks at its stack.
const pieceSize = 1 << 10

// depthReader hands a text to the parser in small pieces and stops it when its stack has
// grown too deep: nothing else can, and an overflowing stack is fatal in Go.
//
// A text that fits in one piece can't nest deeply enough to matter, and pays nothing.
type depthReader struct {
	rest string
	pc   [1]uintptr
	used bool
	deep bool
}

func (d *depthReader) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		return 0, io.EOF
	}
	if d.used && runtime.Callers(maxFrames, d.pc[:]) > 0 {
		d.deep = true
		return 0, errDeep
	}
	d.used = true
	n := copy(p[:min(len(p), pieceSize)], d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// parse returns the statements of a text up to the first error.
func (r *reader) parse(s *source) (all []*syntax.Stmt, err error) {
	p := r.parser(s.zsh)
	r.step(parseSteps + len(s.text))
	d := &depthReader{rest: s.text}
	defer r.rescue(&err)
	// The parser may go on after an error, so this loop has no early end: it would panic.
	for stmt, e := range p.StmtsSeq(d) {
		switch {
		case err != nil:
		case d.deep:
			err = errDeep
		case e != nil:
			err = e
		case len(all) == maxCommands:
			err, d.rest = errMany, ""
		default:
			all = append(all, stmt)
		}
	}
	if d.deep {
		err = errDeep
	}
	return all, err
}

// unfinished returns the statements of a text whose end is missing: what is open is closed.
func (r *reader) unfinished(s *source) (all []*syntax.Stmt) {
	var err error
	defer r.rescue(&err)
	r.step(parseSteps + len(s.text))
	f, _ := syntax.NewParser(syntax.RecoverErrors(maxRepairs)).Parse(&depthReader{rest: s.text}, "")
	if f == nil {
		return nil
	}
	return f.Stmts
}

// document reads a text as the inside of double quotes: what PS4 and subscripts are.
func (r *reader) document(s *source) (word *syntax.Word, err error) {
	r.step(parseSteps + len(s.text))
	defer r.rescue(&err)
	return r.parser(false).Document(&depthReader{rest: s.text})
}

func (r *reader) parser(zsh bool) *syntax.Parser {
	lang, slot := syntax.LangBash, 0
	if zsh {
		lang, slot = syntax.LangZsh, 1
	}
	if r.parsers[slot] == nil {
		r.parsers[slot] = syntax.NewParser(syntax.Variant(lang))
	}
	return r.parsers[slot]
}

// rescue makes a panic of the parser an error: a text on which it fails is unreadable, and
// must not become a failure of the guard.
func (r *reader) rescue(err *error) {
	if recover() == nil {
		return
	}
	*err = errParser
	r.parsers = [2]*syntax.Parser{}
}

// parseError takes an error of the parser apart.
func parseError(err error) (offset int, why string) {
	var pe syntax.ParseError
	var le syntax.LangError
	switch {
	case errors.As(err, &pe):
		return int(pe.Pos.Offset()), pe.Text
	case errors.As(err, &le):
		why = le.Error()
		if _, text, ok := strings.Cut(why, ": "); ok {
			why = text
		}
		return int(le.Pos.Offset()), why
	}
	return 0, err.Error()
}
