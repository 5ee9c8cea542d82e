package session

import (
	"encoding/json"
	"strconv"
	"strings"
)

// codeMode finds the calls that a code-mode program of Codex makes: tools.NAME(…) outside
// of strings and comments. Nearly all of them hand over literals; a variable that holds a
// literal is followed, and what is computed is marked as opaque. A program in which no call
// is found is itself the call.
func codeMode(src string, e entry, s *sink) {
	p := program{src: src, vars: map[string]string{}}
	calls := p.calls()
	if len(calls) == 0 {
		e.tool, e.parts, e.opaque = "exec", []arg{{"input", src}}, true
		if !strings.Contains(src, "tools") {
			e.opaque = false
		}
		s.add(e)
		return
	}
	for i, c := range calls {
		x := e
		x.kind, x.parent = isCall, e.id
		x.id = e.id + "/" + strconv.Itoa(i)
		x.tool, x.opaque = c.name, c.opaque
		switch c.name {
		case "exec_command", "shell", "shell_command":
			x.tool = "Bash"
			x.dir = c.args["workdir"]
			x.text = c.args["cmd"]
			if x.text == "" {
				x.text = c.args["command"]
			}
			if !x.opaque {
				x.parts = []arg{{"command", x.text}}
			}
		case "apply_patch":
			x.text = "apply_patch"
			if !x.opaque {
				x.parts = []arg{{"command", c.text}}
			}
		default:
			x.text = c.name
			if b, err := json.Marshal(c.args); err == nil && len(c.args) > 0 {
				x.args = b
			}
		}
		s.add(x)
	}
}

// program is a JavaScript text that is looked through, not parsed.
type program struct {
	src  string
	i    int
	vars map[string]string // constants whose value is a literal
	held int               // their size
}

type toolCall struct {
	name   string
	text   string            // the argument, when it is a string
	args   map[string]string // or the members of an object that are strings
	opaque bool              // what matters of it is computed
}

// maxConstants bounds the values that are remembered of one program: each may repeat others.
const maxConstants = 4 << 20

// maxToolCalls bounds what one program is read to call.
const maxToolCalls = 1000

func (p *program) calls() []toolCall {
	var list []toolCall
	for p.i < len(p.src) && len(list) < maxToolCalls {
		switch c := p.src[p.i]; {
		case c == '"' || c == '\'' || c == '`':
			p.literal()
		case c == '/' && p.comment():
		case isIdent(c) && (p.i == 0 || !isIdent(p.src[p.i-1]) && p.src[p.i-1] != '.'):
			switch word := p.ident(); word {
			case "const", "let", "var":
				p.declaration()
			case "tools":
				if c, ok := p.toolCall(); ok {
					list = append(list, c)
				}
			}
		default:
			p.i++
		}
	}
	return list
}

func isIdent(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func (p *program) ident() string {
	start := p.i
	for p.i < len(p.src) && isIdent(p.src[p.i]) {
		p.i++
	}
	return p.src[start:p.i]
}

// blank passes over white space and comments.
func (p *program) blank() {
	for p.i < len(p.src) {
		switch p.src[p.i] {
		case ' ', '\t', '\n', '\r':
			p.i++
		case '/':
			if !p.comment() {
				return
			}
		default:
			return
		}
	}
}

// comment passes over a comment, if one begins here.
func (p *program) comment() bool {
	rest := p.src[p.i:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			p.i += n
		} else {
			p.i = len(p.src)
		}
		return true
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			p.i += n + 4
		} else {
			p.i = len(p.src)
		}
		return true
	}
	return false
}

func (p *program) take(c byte) bool {
	p.blank()
	if p.i < len(p.src) && p.src[p.i] == c {
		p.i++
		return true
	}
	return false
}

// declaration remembers a constant with a literal value.
func (p *program) declaration() {
	p.blank()
	name := p.ident()
	if name == "" || !p.take('=') {
		return
	}
	back := p.i
	if v, ok := p.text(); ok && p.held+len(v) < maxConstants {
		p.vars[name] = v
		p.held += len(v)
		return
	}
	p.i = back
}

// toolCall reads what stands behind `tools`: .NAME(…) or ["NAME"](…).
func (p *program) toolCall() (toolCall, bool) {
	var c toolCall
	switch {
	case p.take('.'):
		p.blank()
		c.name = p.ident()
	case p.take('['):
		name, ok := p.text()
		if !ok || !p.take(']') {
			return c, false
		}
		c.name = name
	}
	if c.name == "" || !p.take('(') {
		return c, false
	}
	p.blank()
	back := p.i
	if p.take('{') {
		c.args = p.members()
		switch c.name {
		case "exec_command", "shell", "shell_command":
			_, cmd := c.args["cmd"]
			_, command := c.args["command"]
			c.opaque = !cmd && !command
		}
		return c, true
	}
	if v, ok := p.text(); ok {
		c.text = v
		return c, true
	}
	p.i = back
	switch c.name {
	case "exec_command", "shell", "shell_command", "apply_patch":
		c.opaque = true
	}
	return c, true
}

// members reads an object's members whose value is a string, a number or a word.
func (p *program) members() map[string]string {
	m := map[string]string{}
	for p.i < len(p.src) {
		p.blank()
		if p.i >= len(p.src) || p.src[p.i] == '}' {
			p.i++
			return m
		}
		var key string
		if c := p.src[p.i]; c == '"' || c == '\'' {
			key, _ = p.literal()
		} else if isIdent(c) {
			key = p.ident()
		} else {
			p.i++
			continue
		}
		p.blank()
		switch {
		case p.take(':'):
			back := p.i
			if v, ok := p.text(); ok {
				m[key] = v
			} else {
				p.i = back
				if n := p.word(); n != "" {
					m[key] = n
				}
			}
		default: // {cmd}: a variable of that name
			if v, ok := p.vars[key]; ok {
				m[key] = v
			}
		}
		if !p.toComma() {
			return m
		}
	}
	return m
}

// word reads a number, true or false.
func (p *program) word() string {
	p.blank()
	w := p.ident()
	if w == "true" || w == "false" {
		return w
	}
	if _, err := strconv.ParseFloat(w, 64); err == nil {
		return w
	}
	return ""
}

// toComma goes on to the next member of an object; false: the object is over.
func (p *program) toComma() bool {
	depth := 0
	for p.i < len(p.src) {
		switch c := p.src[p.i]; {
		case c == '"' || c == '\'' || c == '`':
			p.literal()
			continue
		case c == '/' && p.comment():
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth == 0 {
				p.i++
				return false
			}
			depth--
		case c == ',' && depth == 0:
			p.i++
			return true
		}
		p.i++
	}
	return false
}
