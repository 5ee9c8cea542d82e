package shell

import "strings"

// word reads one word: bare text, quotes and variables that touch each other.
func (p *psReader) word() {
	from := p.at
	var b strings.Builder
	w := psWord{quoted: true}
	bare := false
	p.held = nil
	for p.at < len(p.src) {
		ch := p.src[p.at]
		switch {
		case ch == '@' && (p.peek(1) == '\'' || p.peek(1) == '"') && b.Len() == 0:
			p.hereString(&b)
			continue
		case ch == '\'':
			p.single(&b)
			continue
		case ch == '"':
			p.double(&b)
			continue
		case ch == '`' && p.at+1 < len(p.src):
			if p.peek(1) == '\n' {
				p.at += 2
				continue
			}
			b.WriteByte(p.src[p.at+1])
			p.at += 2
			bare = true
			continue
		case ch == '$' && p.peek(1) == '(':
			if p.at == from {
				p.at++
				p.open('(', "")
				return
			}
			p.now.prefix, p.now.glued = psWord{Word: Word{Value: Value(b.String()), Span: p.wordSpan(from)}, from: p.held}, true
			p.at++
			p.open('(', "")
			return
		case ch == '$' && (isNameByte(p.peek(1)) || p.peek(1) == '{'):
			name := p.variableName()
			if p.at < len(p.src) && strings.IndexByte(" \t\r\n;|,)}=", p.src[p.at]) >= 0 || p.at == len(p.src) {
				if b.Len() == 0 && p.assignment(name) {
					return
				}
				if values := p.vars[name]; b.Len() == 0 && len(values) > 0 && len(values) <= p.budget {
					p.budget -= len(values)
					for _, v := range values {
						v.expr = true
						p.add(v)
					}
					return
				}
			}
			b.WriteString(string(p.variable(name)))
			w.expr = w.expr || b.Len() == len(Unknown)
			continue
		case ch == '@' && isNameByte(p.peek(1)) && b.Len() == 0:
			name := p.variableName()
			values := p.vars[name]
			if len(values) > p.budget {
				values = nil
			}
			p.budget -= len(values)
			for _, v := range values {
				p.add(v)
			}
			if len(values) == 0 {
				p.add(psWord{Word: Word{Value: Unknown, Span: p.wordSpan(from), Multi: true}, expr: true})
			}
			return
		case ch == '(' && b.Len() > 0:
			if bare || w.expr {
				p.now.glued = w.expr || !bare
				p.now.prefix = psWord{Word: Word{Value: Value(b.String()), Span: p.wordSpan(from)}, from: p.held}
				if !p.now.glued {
					p.add(psWord{Word: Word{Value: Value(b.String()), Span: p.wordSpan(from)}, expr: strings.HasPrefix(b.String(), "[")})
				}
				p.open('(', b.String())
				return
			}
		}
		if strings.IndexByte(" \t\r\n;|&,(){}<>", ch) >= 0 {
			break
		}
		if ch == 0 && p.at+1 < len(p.src) {
			b.WriteString(Unknown)
			p.at += 2
			bare = true
			continue
		}
		b.WriteByte(ch)
		p.at++
		bare = true
	}
	if p.at == from {
		p.at++ // a character that begins nothing
		return
	}
	w.quoted, w.from = !bare, p.held
	w.Word = Word{Value: Value(b.String()), Span: p.wordSpan(from)}
	switch {
	case bare && (w.Value == "+" || strings.EqualFold(string(w.Value), "-join") || strings.EqualFold(string(w.Value), "-f")):
		w.op = true
	case w.Value == "." && bare && len(p.now.words) == 0:
		p.now.call = true
		return
	case w.Value == "--%":
		p.verbatim()
		return
	}
	p.add(w)
}

// verbatim reads what stands behind --%: words without any meaning to PowerShell.
func (p *psReader) verbatim() {
	line := p.src[p.at:]
	if end := strings.IndexAny(line, "\n|"); end >= 0 {
		line = line[:end]
	}
	p.at += len(line)
	for _, w := range splitText(line) {
		p.add(psWord{Word: Word{Value: Value(w), Span: p.span}})
	}
}

func (p *psReader) single(b *strings.Builder) {
	for p.at++; p.at < len(p.src); p.at++ {
		if p.src[p.at] == '\'' {
			if p.peek(1) != '\'' {
				p.at++
				return
			}
			p.at++
		}
		b.WriteByte(p.src[p.at])
	}
}

func (p *psReader) double(b *strings.Builder) {
	for p.at++; p.at < len(p.src); {
		switch ch := p.src[p.at]; {
		case ch == '"' && p.peek(1) == '"':
			b.WriteByte('"')
			p.at += 2
		case ch == '"':
			p.at++
			return
		default:
			p.interpolated(b)
		}
	}
}

// interpolated reads one character, escape, variable or subexpression inside "…".
func (p *psReader) interpolated(b *strings.Builder) {
	switch ch := p.src[p.at]; {
	case ch == '`' && p.at+1 < len(p.src):
		switch next := p.src[p.at+1]; next {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r', '0', 'a', 'b', 'f', 'v':
			b.WriteByte(' ')
		default:
			b.WriteByte(next)
		}
		p.at += 2
	case ch == '$' && p.peek(1) == '(':
		end := closingRound(p.src, p.at+1)
		p.inString(p.src[p.at+2 : max(p.at+2, end)])
		b.WriteString(Unknown)
		p.at = min(end+1, len(p.src))
	case ch == '$' && (isNameByte(p.peek(1)) || p.peek(1) == '{'):
		b.WriteString(string(p.variable(p.variableName())))
	default:
		b.WriteByte(ch)
		p.at++
	}
}

// inString reads a subexpression inside "…": its output is in the word around it.
func (p *psReader) inString(text string) {
	if p.depth == maxInline {
		return
	}
	outer, first := *p, len(p.out)
	p.src, p.at, p.exact, p.piped = text, 0, false, nil
	p.depth++
	p.read()
	outer.out, outer.env, outer.budget = p.out, p.env, p.budget
	outer.held = more(outer.held, p.outputs(first, nil))
	*p = outer
}

func closingRound(src string, at int) int {
	depth := 0
	for i := at; i < len(src); i++ {
		switch src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		case '`':
			i++
		}
	}
	return len(src)
}

// hereString reads @' … '@ and @" … "@.
func (p *psReader) hereString(b *strings.Builder) {
	quote := p.src[p.at+1]
	body := strings.IndexByte(p.src[p.at:], '\n')
	if body < 0 {
		p.at = len(p.src)
		return
	}
	from := p.at + body + 1
	end := strings.Index(p.src[from-1:], "\n"+string(quote)+"@")
	to, next := len(p.src), len(p.src)
	if end >= 0 {
		to, next = max(from-1+end, from), from-1+end+3
	}
	p.at = from
	for p.at < to {
		if quote == '"' {
			p.interpolated(b)
			continue
		}
		b.WriteByte(p.src[p.at])
		p.at++
	}
	p.at = next
}

// variableName reads $name, ${name}, $env:NAME, @name and returns the name in lower case.
func (p *psReader) variableName() string {
	p.at++
	if p.peek(0) == '{' {
		end := strings.IndexByte(p.src[p.at:], '}')
		if end < 0 {
			end = len(p.src) - p.at - 1
		}
		name := p.src[p.at+1 : p.at+max(end, 1)]
		p.at += end + 1
		return strings.ToLower(name)
	}
	from := p.at
	for p.at < len(p.src) && (isNameByte(p.src[p.at]) || isDigit(p.src[p.at]) || p.src[p.at] == ':' && p.at > from && isNameByte(p.peek(1))) {
		p.at++
	}
	return strings.ToLower(p.src[from:p.at])
}

func (p *psReader) variable(name string) Value {
	if p.held = more(p.held, p.holds[name]); name == "input" {
		p.held = more(p.held, p.holds["_"])
	}
	if values := p.vars[name]; len(values) == 1 && len(values[0].Value) <= p.budget {
		p.budget -= len(values[0].Value)
		return values[0].Value
	}
	switch name {
	case "null":
		return "$null"
	case "true", "false":
		return Value("$" + name)
	}
	return Unknown
}

// assignment reads $name = … at the beginning of a statement. The value stays in the
// statement; end looks at it.
func (p *psReader) assignment(name string) bool {
	if len(p.now.words) > 0 || p.now.call {
		return false
	}
	i := p.at
	for i < len(p.src) && (p.src[i] == ' ' || p.src[i] == '\t') {
		i++
	}
	if i < len(p.src) && (p.src[i] == '+' || p.src[i] == '?') {
		i++
	}
	if i >= len(p.src) || p.src[i] != '=' || i+1 < len(p.src) && p.src[i+1] == '=' {
		return false
	}
	p.at = i + 1
	p.now.words = append(p.now.words, psWord{Word: Word{Value: Value("$" + name + "="), Span: p.span}, op: true})
	return true
}
