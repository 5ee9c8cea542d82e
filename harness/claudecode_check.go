package harness

import (
	"strings"

	"rules2guards.local/harness/settings"
)

// claudeLoads lists what would make Claude Code ignore the file or its hooks. It tells
// nobody: a guard in such a file never runs.
func claudeLoads(f File, d *settings.Doc) []Problem {
	c := claudeCheck{checker{file: f}}
	root := d.Root()
	if !root.IsObject() {
		c.bad(root, "the file is not an object: Claude Code ignores it")
		return c.list
	}
	for _, t := range append(claudeTypes(), claudeType{"hooks", "object"}, claudeType{"disableAllHooks", "boolean"}) {
		if n := root.In(t.key); !n.IsZero() && !t.fits(n) {
			c.bad(n, "%s is not %s: Claude Code ignores the whole file because of it", t.key, t.words())
		}
	}
	for _, key := range []string{"disableAllHooks", "allowManagedHooksOnly"} {
		if n := root.In(key); n.IsTrue() && (key == "disableAllHooks" || !strings.HasSuffix(f.Path, ".local.json")) {
			c.off(n, "%s is true: Claude Code runs no guard while it stands here", key)
		}
	}
	c.groups(d.At("hooks", "PreToolUse"))
	return c.list
}

// claudeType is a setting that voids the whole file when it has another type.
type claudeType struct{ key, kind string }

// claudeTypes lists the settings of which that was seen. They are no business of the guard's
// otherwise.
func claudeTypes() []claudeType {
	return []claudeType{{"model", "text"}, {"permissions", "object"}, {"statusLine", "object"}, {"cleanupPeriodDays", "number"}}
}

func (t claudeType) fits(n settings.Node) bool {
	switch t.kind {
	case "text":
		return n.IsText()
	case "object":
		return n.IsObject()
	case "boolean":
		return n.IsBool()
	}
	_, ok := n.Number()
	return ok
}

func (t claudeType) words() string {
	switch t.kind {
	case "boolean":
		return "true or false"
	case "object":
		return "an object"
	}
	return "a " + t.kind
}

// claudeCheck looks at the entries.
type claudeCheck struct{ checker }

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
