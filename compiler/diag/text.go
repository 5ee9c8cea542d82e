package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Options of Text. The zero value prints without source lines and colour.
type Options struct {
	Sources map[string][]byte // file -> text, for the line under a finding
	Color   bool
}

// The parts of a terminal's colours that are used.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	green  = "\x1b[32m"
	plain  = "\x1b[0m"
)

// Text writes the findings for people: position, severity, message and code, the source
// line with carets under the value, and the hint.
func Text(w io.Writer, l List, o Options) error {
	lines := map[string][][]byte{}
	var b strings.Builder
	for i := range l {
		d := &l[i]
		b.WriteString(paint(o.Color, bold, Escape(d.place())))
		if d.File != "" {
			b.WriteString(": ")
		}
		fmt.Fprintf(&b, "%s %s", paint(o.Color, severityColor(d.Severity), d.Severity.String()+":"), Escape(d.Message))
		if d.Code != "" {
			fmt.Fprintf(&b, " [%s]", d.Code)
		}
		b.WriteByte('\n')
		if src, ok := o.Sources[d.File]; ok && d.Line > 0 {
			if _, ok := lines[d.File]; !ok {
				lines[d.File] = bytes.Split(bytes.TrimPrefix(src, []byte("\uFEFF")), []byte("\n"))
			}
			if d.Line <= len(lines[d.File]) {
				b.WriteString(d.snippet(string(bytes.TrimSuffix(lines[d.File][d.Line-1], []byte("\r"))), o.Color))
			}
		}
		if d.Hint != "" {
			for line := range strings.SplitSeq(d.Hint, "\n") {
				fmt.Fprintf(&b, "%s %s\n", paint(o.Color, cyan, "hint:"), Escape(line))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func severityColor(s Severity) string {
	switch s {
	case Error:
		return bold + red
	case Warning:
		return bold + yellow
	}
	return bold + cyan
}

func paint(on bool, color, s string) string {
	if !on || s == "" {
		return s
	}
	return color + s + plain
}

// place is "file:line:col" as far as it is known.
func (d *Diagnostic) place() string {
	switch {
	case d.File == "" || d.Line == 0:
		return d.File
	case d.Col == 0:
		return fmt.Sprintf("%s:%d", d.File, d.Line)
	}
	return fmt.Sprintf("%s:%d:%d", d.File, d.Line, d.Col)
}

// Longest part of a source line that is shown, and how much of it stands before the value.
const (
	maxLine = 200
	lead    = 60
)

// snippet is the source line and, when a column is known, the carets under the value.
// Tabs stay tabs in both, so they line up however wide the terminal draws them.
func (d *Diagnostic) snippet(line string, color bool) string {
	runes := []rune(line)
	from, to := 0, len(runes)
	start := max(d.Col-1, 0)
	if len(runes) > maxLine {
		from = max(min(start, len(runes))-lead, 0)
		to = min(from+maxLine, len(runes))
	}
	end := max(d.EndCol-1, start+1)
	var text, under strings.Builder
	if from > 0 {
		text.WriteString("…")
		under.WriteByte(' ')
	}
	carets := 0
	for i := from; i < to; i++ {
		r := runes[i]
		shown, w := string(r), width(r)
		switch {
		case r == '\t':
			w = 1
		case hidden(r):
			shown = escapeRune(r)
			if r == utf8.RuneError {
				shown = `\ufffd`
			}
			w = len(shown)
		}
		text.WriteString(shown)
		switch {
		case i >= start && i < end:
			carets += w
		case i < start && r == '\t':
			under.WriteByte('\t')
		case i < start:
			under.WriteString(strings.Repeat(" ", w))
		}
	}
	if to < len(runes) {
		text.WriteString("…")
	}
	if d.Col == 0 {
		return "  " + text.String() + "\n"
	}
	return "  " + text.String() + "\n  " + under.String() + paint(color, green, strings.Repeat("^", max(carets, 1))) + "\n"
}
