package shell

import (
	"slices"
	"strings"
)

// powerShellCommands returns the commands of a PowerShell text, in order. Blocks, loops
// and functions count as run. Where span is as long as the text, the words have spans of
// their own.
func powerShellCommands(text Value, span Span) []nested {
	p := &psReader{span: span, src: string(plainGlobs(text)), vars: map[string][]psWord{}, holds: map[string][]int{}, alias: map[string]string{}, budget: maxExpansion}
	p.exact = span.End-span.Start == len(p.src)
	p.read()
	return p.out
}

// maxExpansion bounds the text that variables bring into a text for PowerShell or cmd.exe.
const maxExpansion = 1 << 20

// psWord is one word of a statement.
type psWord struct {
	Word
	quoted bool  // a literal, not a bare word
	expr   bool  // the value of (…), $x or a block
	op     bool  // an operator between values: +, -join
	from   []int // commands whose output is in it
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
	first     int  // the first command that is read in it
}

// psReader cuts a text into statements.
type psReader struct {
	src    string
	at     int
	span   Span
	exact  bool
	out    []nested
	depth  int // of texts in strings
	vars   map[string][]psWord
	holds  map[string][]int // commands whose output is in a variable; "_": in what a pipe gives
	held   []int            // those of the word that is being read
	flow   []int            // those of an expression in front of a pipe
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
	p.now, p.stack = psFrame{first: len(p.out)}, nil
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
	p.now = psFrame{open: ch, member: strings.ToLower(member), first: len(p.out)}
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
	from := p.outputs(inner.first, inner.words)
	p.now = p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if inner.open == '{' {
		list = []psWord{value}
	}
	for i := range list {
		list[i].expr, list[i].from = true, from
	}
	if p.now.glued {
		p.now.glued = false
		p.add(psWord{Word: Word{Value: p.now.prefix.Value + Unknown, Span: p.now.prefix.Span}, expr: true, from: more(p.now.prefix.from, from)})
		return
	}
	for _, w := range list {
		p.add(w)
	}
}

// outputs are the commands read since the first one, and those whose output is in words.
func (p *psReader) outputs(first int, words []psWord) (from []int) {
	for i := max(first, len(p.out)-maxHeld); i < len(p.out); i++ {
		from = append(from, i)
	}
	for i := range words {
		from = more(from, words[i].from)
	}
	return from
}

// maxHeld bounds the commands whose output a value of PowerShell is known to hold.
const maxHeld = 32

// more puts two lists of commands together; neither is changed.
func more(a, b []int) []int {
	for _, x := range b {
		if len(a) < maxHeld && !slices.Contains(a, x) {
			a = append(a[:len(a):len(a)], x)
		}
	}
	return a
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
