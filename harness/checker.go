package harness

import (
	"fmt"

	"rules2guards.local/harness/settings"
)

// checker gathers the problems of one file.
type checker struct {
	file File
	list []Problem
}

// bad adds a problem because of which the file is left as it is.
func (c *checker) bad(n settings.Node, format string, args ...any) {
	c.note(n, format, args...)
	p := &c.list[len(c.list)-1]
	p.Fatal, p.Hint = true, "correct it, then run generate again"
}

// note adds a problem that does not make the entry useless for good.
func (c *checker) note(n settings.Node, format string, args ...any) {
	line, col := n.Position()
	c.list = append(c.list, Problem{Path: c.file.Path, Line: line, Col: col, Text: fmt.Sprintf(format, args...)})
}

// off adds a switch that turns off every hook, in this file and others.
func (c *checker) off(n settings.Node, format string, args ...any) {
	c.note(n, format, args...)
	p := &c.list[len(c.list)-1]
	p.Off, p.Hint = true, "take it out"
}

// comma refuses trailing commas, in files in which comments are fine.
func (c *checker) comma(d *settings.Doc, effect string) {
	for _, e := range d.Lenient() {
		if e.Text != settings.Comment {
			c.list = append(c.list, Problem{
				Path: c.file.Path, Line: e.Line, Col: e.Col, Fatal: true, Text: e.Text + ": " + effect,
				Hint: "take it out, then run generate again",
			})
		}
	}
}
