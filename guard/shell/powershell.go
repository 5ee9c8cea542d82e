package shell

import "strings"

// powerShellCommands returns the commands of a PowerShell text, in order. Blocks, loops
// and functions count as run. Where span is as long as the text, the words have spans of
// their own.
func powerShellCommands(text Value, span Span) []nested {
	p := &psReader{span: span, src: string(plainGlobs(text)), vars: map[string][]psWord{}, alias: map[string]string{}, budget: maxExpansion}
	p.exact = span.End-span.Start == len(p.src)
	p.read()
	for depth := 0; depth < maxInline && len(p.later) > 0; depth++ {
		level := p.later
		p.later, p.exact = nil, false
		for _, inner := range level {
			p.src, p.at = inner, 0
			p.read()
		}
	}
	return p.out
}

// maxExpansion bounds the text that variables bring into a text for PowerShell or cmd.exe.
const maxExpansion = 1 << 20

// psWord is one word of a statement.
type psWord struct {
	Word
	quoted bool // a literal, not a bare word
	expr   bool // the value of (…), $x or a block
	op     bool // an operator between values: +, -join
}

// psFrame is a statement that is being read: one for each bracket that is open.
type psFrame struct {
	words     []psWord
	call      bool   // & or . stands before it
	open      byte   // the bracket that it stands in
	member    string // what stands before the bracket: [Process]::Start
	redirects []Redirect
	pending   RedirectOp // a redirect whose file comes next
	waits     bool
	dropped   bool // the redirect goes to another descriptor
	prefix    psWord
	glued     bool // the bracket belongs to the word before it
}

// psReader cuts a text into statements.
type psReader struct {
	src    string
	at     int
	span   Span
	exact  bool
	out    []nested
	later  []string // subexpressions inside strings
	vars   map[string][]psWord
	alias  map[string]string
	env    []Assign
	stack  []psFrame
	now    psFrame
	budget int      // how much text variables may still bring in
	piped  []psWord // the literals that go into the next statement of a pipe
}

func (p *psReader) peek(n int) byte {
	if p.at+n < len(p.src) {
		return p.src[p.at+n]
	}
	return 0
}

func (p *psReader) wordSpan(from int) Span {
	if p.exact {
		return Span{p.span.Start + from, p.span.Start + p.at}
	}
	return p.span
}

func (p *psReader) read() {
	p.now, p.stack = psFrame{}, nil
	for p.at < len(p.src) {
		rest := p.src[p.at:]
		switch ch := rest[0]; {
		case ch == ' ' || ch == '\t' || ch == '\r':
			p.at++
		case ch == '`' && (p.peek(1) == '\n' || p.peek(1) == '\r' && p.peek(2) == '\n'):
			p.at += 2
		case strings.HasPrefix(rest, "<#"):
			end := strings.Index(rest, "#>")
			if end < 0 {
				end = len(rest) - 2
			}
			p.at += end + 2
		case ch == '#':
			p.at += len(rest)
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				p.at += end - len(rest)
			}
		case ch == '\n' || ch == ';':
			p.at++
			p.end(false)
		case strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "||"):
			p.at += 2
			p.end(false)
		case ch == '|':
			p.at++
			p.end(true)
		case ch == '&':
			p.at++
			if len(p.now.words) == 0 {
				p.now.call = true
			} else {
				p.end(false)
			}
		case ch == ',':
			p.at++
		case ch == '(' || ch == '{':
			p.open(ch, "")
		case ch == ')' || ch == '}':
			p.at++
			p.close()
		case ch == '@' && (p.peek(1) == '(' || p.peek(1) == '{'):
			p.at++
			p.open(p.peek(0), "")
		case p.redirect():
		default:
			p.word()
		}
	}
	for len(p.stack) > 0 {
		p.close()
	}
	p.end(false)
}

// maxPowerShellDepth bounds how deep brackets are followed; deeper ones only end statements.
const maxPowerShellDepth = 200

func (p *psReader) open(ch byte, member string) {
	p.at++
	if len(p.stack) >= maxPowerShellDepth {
		p.end(false)
		return
	}
	p.stack = append(p.stack, p.now)
	p.now = psFrame{open: ch, member: strings.ToLower(member)}
}

// close ends the innermost bracket: its value becomes a word of the statement around it.
func (p *psReader) close() {
	if len(p.stack) == 0 {
		p.end(false)
		return
	}
	inner := p.now
	value := psWord{Word: Word{Value: Unknown, Span: p.span}, expr: true}
	list := []psWord{value}
	switch {
	case inner.member != "":
		p.member(inner)
	case inner.open == '(' && !inner.call:
		if v, ok := psLiteral(inner.words); ok {
			list = v
		} else if len(inner.words) == 2 && isGetCommand(inner.words[0]) {
			list = inner.words[1:2]
			list[0].quoted = true
		}
	}
	p.end(false)
	p.now = p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if inner.open == '{' {
		list = []psWord{value}
	}
	for i := range list {
		list[i].expr = true
	}
	if p.now.glued {
		p.now.glued = false
		p.add(psWord{Word: Word{Value: p.now.prefix.Value + Unknown, Span: p.now.prefix.Span}, expr: true})
		return
	}
	for _, w := range list {
		p.add(w)
	}
}

func isGetCommand(w psWord) bool {
	return strings.EqualFold(string(w.Value), "Get-Command") || strings.EqualFold(string(w.Value), "gcm")
}

// add puts a word into the statement, or behind the redirect that waits for it.
func (p *psReader) add(w psWord) {
	if p.now.waits {
		p.now.waits = false
		if !p.now.dropped && w.Value != "$null" && w.Value != "" {
			p.now.redirects = append(p.now.redirects, Redirect{Op: p.now.pending, File: forwardSlashes(w.Word)})
		}
		return
	}
	p.now.words = append(p.now.words, w)
}

// redirect reads >, >>, 2>, *>, 2>&1.
func (p *psReader) redirect() bool {
	i := 0
	if ch := p.peek(0); (isDigit(ch) || ch == '*') && p.peek(1) == '>' {
		i = 1
	}
	if p.peek(i) != '>' {
		return false
	}
	p.now.pending, p.now.waits, p.now.dropped = RedirectWrite, true, false
	i++
	if p.peek(i) == '>' {
		p.now.pending = RedirectAppend
		i++
	}
	if p.peek(i) == '&' {
		p.now.waits = false
		i += 2
	}
	p.at += i
	return true
}

// word reads one word: bare text, quotes and variables that touch each other.
func (p *psReader) word() {
	from := p.at
	var b strings.Builder
	w := psWord{quoted: true}
	bare := false
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
			p.now.prefix, p.now.glued = psWord{Word: Word{Value: Value(b.String()), Span: p.wordSpan(from)}}, true
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
				p.now.prefix = psWord{Word: Word{Value: Value(b.String()), Span: p.wordSpan(from)}}
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
	w.quoted = !bare
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
		p.later = append(p.later, p.src[p.at+2:max(p.at+2, end)])
		b.WriteString(Unknown)
		p.at = min(end+1, len(p.src))
	case ch == '$' && (isNameByte(p.peek(1)) || p.peek(1) == '{'):
		b.WriteString(string(p.variable(p.variableName())))
	default:
		b.WriteByte(ch)
		p.at++
	}
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
