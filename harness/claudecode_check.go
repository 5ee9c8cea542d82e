package harness

import (
	"errors"
	"fmt"
	"strings"

	"rules2guards.local/harness/settings"
)

func (claudeCode) Check(_ Site, f File) []Problem {
	if f.Data == nil || settings.Blank(f.Data) {
		return nil
	}
	d, problems := claudeRead(f)
	if d == nil {
		return problems
	}
	return append(problems, claudeLoads(f, d)...)
}

// claudeRead parses a settings file. Without a document the problems say why.
func claudeRead(f File) (*settings.Doc, []Problem) {
	d, err := settings.Parse(f.Data)
	if err != nil {
		return nil, []Problem{problemOf(f, err)}
	}
	return d, nil
}

func problemOf(f File, err error) Problem {
	p := Problem{Path: f.Path, Text: err.Error(), Fatal: true}
	var at *settings.Error
	if errors.As(err, &at) {
		p.Line, p.Col, p.Text = at.Line, at.Col, at.Text
		p.Hint = "Claude Code reads strict JSON and ignores the whole file otherwise, without a word: correct it, then run generate again"
	}
	return p
}

// claudeLoads lists what would make Claude Code ignore the file or its hooks. It tells
// nobody: a guard in such a file never runs.
func claudeLoads(f File, d *settings.Doc) []Problem {
	c := claudeCheck{file: f}
	for _, e := range d.Lenient() {
		c.list = append(c.list, Problem{
			Path: f.Path, Line: e.Line, Col: e.Col, Fatal: true,
			Text: e.Text + ": Claude Code ignores the whole file because of it",
			Hint: "take it out, then run generate again",
		})
	}
	root := d.Root()
	if !root.IsObject() {
		c.bad(root, "the file is not an object: Claude Code ignores it")
		return c.list
	}
	// Each of these was seen to void the whole file when it has another type.
	for _, s := range []struct {
		key, want string
		fits      func(settings.Node) bool
	}{
		{"model", "a text", settings.Node.IsText},
		{"permissions", "an object", settings.Node.IsObject},
		{"statusLine", "an object", settings.Node.IsObject},
		{"cleanupPeriodDays", "a number", func(n settings.Node) bool { _, ok := n.Number(); return ok }},
		{"hooks", "an object", settings.Node.IsObject},
		{"disableAllHooks", "true or false", settings.Node.IsBool},
	} {
		if n := root.In(s.key); !n.IsZero() && !s.fits(n) {
			c.bad(n, "%s is not %s: Claude Code ignores the whole file because of it", s.key, s.want)
		}
	}
	for _, key := range []string{"disableAllHooks", "allowManagedHooksOnly"} {
		if n := root.In(key); n.IsTrue() && (key == "disableAllHooks" || !strings.HasSuffix(f.Path, ".local.json")) {
			c.note(n, "%s is true: Claude Code runs no guard while it stands here", key)
		}
	}
	c.groups(d.At("hooks", "PreToolUse"))
	return c.list
}

// claudeCheck gathers the problems of one file.
type claudeCheck struct {
	file File
	list []Problem
}

func (c *claudeCheck) bad(n settings.Node, format string, args ...any) {
	c.note(n, format, args...)
	p := &c.list[len(c.list)-1]
	p.Fatal, p.Hint = true, "correct it, then run generate again"
}

func (c *claudeCheck) note(n settings.Node, format string, args ...any) {
	line, col := n.Position()
	c.list = append(c.list, Problem{Path: c.file.Path, Line: line, Col: col, Text: fmt.Sprintf(format, args...)})
}

// groups checks the entries under PreToolUse: one that is broken stops the good ones in
// the same file.
func (c *claudeCheck) groups(list settings.Node) {
	const others = ": no hook before a tool call runs from this file because of it"
	if list.IsZero() {
		return
	}
	if !list.IsArray() {
		c.bad(list, "hooks.PreToolUse is not a list%s", others)
		return
	}
	for _, g := range list.Elements() {
		hooks := g.In("hooks")
		switch m := g.In("matcher"); {
		case !g.IsObject():
			c.bad(g, "an entry of PreToolUse is not an object%s", others)
			continue
		case !hooks.IsArray():
			c.bad(g, "an entry of PreToolUse has no list of hooks%s", others)
			continue
		case !m.IsZero() && !m.IsText():
			c.bad(m, "a matcher is not a text%s", others)
		}
		for _, h := range hooks.Elements() {
			c.handler(h, others)
		}
	}
}

func (c *claudeCheck) handler(h settings.Node, others string) {
	if !h.IsObject() {
		c.bad(h, "a hook is not an object%s", others)
		return
	}
	kind := h.In("type")
	switch kind.Text() {
	case "command":
		if cmd := h.In("command"); !cmd.IsText() {
			c.bad(h, "a hook has no command%s", others)
		}
	case "http", "prompt", "agent", "mcp_tool":
	default:
		at := kind
		if at.IsZero() {
			at = h
		}
		c.bad(at, "a hook's type is none that Claude Code knows%s", others)
	}
	if t := h.In("timeout"); !t.IsZero() {
		if n, ok := t.Number(); !ok || n <= 0 {
			c.bad(t, "a timeout is no number above zero%s", others)
		}
	}
	if f := h.In("onFailure"); !f.IsZero() && f.Text() != "block" && f.Text() != "continue" {
		c.bad(f, `onFailure is neither "block" nor "continue"%s`, others)
	}
}
