package session

import (
	"strconv"
	"strings"
)

// text reads an expression whose value is a string known here: literals, variables that
// hold one, joined by +. What follows it must end the expression.
func (p *program) text() (string, bool) {
	var b strings.Builder
	for {
		p.blank()
		if p.i >= len(p.src) {
			return "", false
		}
		switch c := p.src[p.i]; {
		case c == '"' || c == '\'' || c == '`':
			v, ok := p.literal()
			if !ok {
				return "", false
			}
			b.WriteString(v)
		case isIdent(c) && (c < '0' || c > '9'):
			v, ok := p.vars[p.ident()]
			if !ok {
				return "", false
			}
			b.WriteString(v)
		default:
			return "", false
		}
		p.blank()
		if p.i >= len(p.src) {
			return b.String(), true
		}
		switch p.src[p.i] {
		case '+':
			p.i++
		case '.', '[', '(', '?':
			return "", false
		default:
			return b.String(), true
		}
		if b.Len() > 1<<20 {
			return "", false
		}
	}
}

// jsUnknown stands in a command for what a program computes: a word that a shell knows
// only at run time, so that rules take it for that.
const jsUnknown = "$CODE_MODE_VALUE"

// literal reads a string literal; in a template, what is computed becomes jsUnknown.
func (p *program) literal() (string, bool) {
	quote := p.src[p.i]
	p.i++
	var b strings.Builder
	for p.i < len(p.src) {
		c := p.src[p.i]
		switch {
		case c == quote:
			p.i++
			return b.String(), true
		case c == '\\' && p.i+1 < len(p.src):
			p.escape(&b)
			continue
		case quote == '`' && c == '$' && p.i+1 < len(p.src) && p.src[p.i+1] == '{':
			p.hole(&b)
			continue
		case c == '\n' && quote != '`':
			return b.String(), false
		}
		b.WriteByte(c)
		p.i++
	}
	return b.String(), false
}

// hole reads ${…} of a template.
func (p *program) hole(b *strings.Builder) {
	p.i += 2
	start := p.i
	depth := 1
	for p.i < len(p.src) && depth > 0 {
		switch p.src[p.i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		p.i++
	}
	name := strings.TrimSpace(strings.TrimSuffix(p.src[start:p.i], "}"))
	if v, ok := p.vars[name]; ok {
		b.WriteString(v)
		return
	}
	b.WriteString(jsUnknown)
}

// escape reads an escape of a string literal.
func (p *program) escape(b *strings.Builder) {
	c := p.src[p.i+1]
	p.i += 2
	hexRune := func(s string) {
		if n, err := strconv.ParseUint(s, 16, 32); err == nil {
			b.WriteRune(rune(n))
		}
	}
	switch c {
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'v':
		b.WriteByte('\v')
	case '0':
		b.WriteByte(0)
	case '\n': // a line that goes on
	case 'x':
		if p.i+2 <= len(p.src) {
			hexRune(p.src[p.i : p.i+2])
			p.i += 2
		}
	case 'u':
		rest := p.src[p.i:]
		if strings.HasPrefix(rest, "{") {
			if n := strings.IndexByte(rest, '}'); n > 0 {
				hexRune(rest[1:n])
				p.i += n + 1
			}
		} else if len(rest) >= 4 {
			hexRune(rest[:4])
			p.i += 4
		}
	default:
		b.WriteByte(c)
	}
}
