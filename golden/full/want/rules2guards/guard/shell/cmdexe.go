package shell

import "strings"

// cmdExeCommands returns the commands of a text for cmd.exe, in order. Blocks and loops
// count as run. Where span is as long as the text, the words have spans of their own.
func cmdExeCommands(text Value, span Span) []nested {
	r := &cmdReader{src: string(plainGlobs(text)), span: span, vars: map[string]string{}, budget: maxExpansion}
	r.exact = span.End-span.Start == len(r.src)
	r.read()
	return r.out
}

// cmdReader cuts a text for cmd.exe into commands.
type cmdReader struct {
	src       string
	at        int
	span      Span
	exact     bool
	out       []nested
	words     []Word
	redirects []Redirect
	env       []Assign
	vars      map[string]string
	waits     bool
	op        RedirectOp
	budget    int // how much text variables may still bring in
}

func (r *cmdReader) peek(n int) byte {
	if r.at+n < len(r.src) {
		return r.src[r.at+n]
	}
	return 0
}

func (r *cmdReader) read() {
	for r.at < len(r.src) {
		switch ch := r.src[r.at]; {
		case ch == ' ' || ch == '\t' || ch == '\r' || ch == '@' && len(r.words) == 0 || (ch == ',' || ch == ';' || ch == '=') && len(r.words) > 0 && !r.isSet():
			r.at++
		case ch == '^' && (r.peek(1) == '\n' || r.peek(1) == '\r'):
			r.at += 2
			if r.peek(0) == '\n' {
				r.at++
			}
		case ch == '\n':
			r.at++
			r.end(false)
		case ch == '&':
			r.at++
			r.end(false)
		case ch == '|':
			r.at++
			if r.peek(0) == '|' {
				r.at++
				r.end(false)
			} else {
				r.end(true)
			}
		case ch == '(' && len(r.words) == 0, ch == ')':
			r.at++
			r.end(false)
		case ch == '(' && r.opensBlock():
			r.at++
			r.words = nil
		case ch == ':' && len(r.words) == 0 && r.lineStart():
			r.line() // a label, or :: for a comment
		case r.redirect():
		default:
			r.word()
		}
	}
	r.end(false)
}

func (r *cmdReader) lineStart() bool {
	return strings.TrimRight(r.src[:r.at], " \t") == "" || strings.HasSuffix(strings.TrimRight(r.src[:r.at], " \t"), "\n")
}

func (r *cmdReader) line() {
	if end := strings.IndexByte(r.src[r.at:], '\n'); end >= 0 {
		r.at += end
	} else {
		r.at = len(r.src)
	}
}

func (r *cmdReader) isSet() bool {
	return len(r.words) > 0 && strings.EqualFold(string(r.words[0].Value), "set")
}

// opensBlock reports whether ( begins the body of if, for or else.
func (r *cmdReader) opensBlock() bool {
	switch strings.ToLower(string(r.words[0].Value)) {
	case "if", "for", "else", "do":
		return !r.forList()
	}
	return false
}

// forList reports whether a for waits for its list.
func (r *cmdReader) forList() bool {
	return strings.EqualFold(string(r.words[0].Value), "for") && strings.EqualFold(string(r.words[len(r.words)-1].Value), "in")
}

// redirect reads >, >>, <, 2>, 2>&1.
func (r *cmdReader) redirect() bool {
	i := 0
	if isDigit(r.peek(0)) && (r.peek(1) == '>' || r.peek(1) == '<') {
		i = 1
	}
	switch r.peek(i) {
	case '>':
		r.op = RedirectWrite
		if r.peek(i+1) == '>' {
			r.op = RedirectAppend
			i++
		}
	case '<':
		r.op = RedirectRead
	default:
		return false
	}
	i++
	r.waits = true
	if r.peek(i) == '&' {
		r.waits = false
		i += 2
	}
	r.at += i
	return true
}

// word reads one word: quotes stay together and are dropped, ^ quotes a character.
func (r *cmdReader) word() {
	from := r.at
	if len(r.words) > 0 && r.forList() && r.src[r.at] == '(' {
		if end := strings.IndexByte(r.src[r.at:], ')'); end > 0 {
			r.forCommand(r.src[r.at+1 : r.at+end])
			r.at += end + 1
			r.words = append(r.words, Word{Value: Unknown, Span: r.span})
			return
		}
	}
	var b strings.Builder
	quoted := false
scan:
	for r.at < len(r.src) {
		ch := r.src[r.at]
		switch {
		case ch == '"':
			quoted = !quoted
			r.at++
			continue
		case ch == '%' && r.percent(&b):
			continue
		case ch == 0 && r.at+1 < len(r.src):
			b.WriteString(Unknown)
			r.at += 2
			continue
		case quoted && ch != '\n':
		case ch == '^' && r.at+1 < len(r.src):
			r.at++
			ch = r.src[r.at]
			if ch == '\r' || ch == '\n' {
				r.at++
				continue
			}
		case strings.IndexByte(" \t\r\n&|<>", ch) >= 0, ch == ')' || ch == '(' && b.Len() == 0, (ch == ',' || ch == ';') && !r.isSet():
			break scan
		}
		b.WriteByte(ch)
		r.at++
	}
	if r.at == from {
		r.at++
		return
	}
	span := r.span
	if r.exact {
		span = Span{r.span.Start + from, r.span.Start + r.at}
	}
	w := forwardSlashes(Word{Value: Value(b.String()), Span: span})
	if r.waits {
		r.waits = false
		if !strings.EqualFold(string(w.Value), "nul") {
			r.redirects = append(r.redirects, Redirect{Op: r.op, File: w})
		}
		return
	}
	if w.Value == "" && len(r.words) == 0 {
		return
	}
	r.words = append(r.words, w)
	if strings.EqualFold(string(w.Value), "rem") && len(r.words) == 1 || strings.HasPrefix(string(w.Value), "::") && len(r.words) == 1 {
		r.words = nil
		r.line()
	}
}

// percent reads %NAME%, %~1 and %%i.
func (r *cmdReader) percent(b *strings.Builder) bool {
	rest := r.src[r.at+1:]
	if rest != "" && rest[0] == '%' {
		r.at += 2
		if r.at < len(r.src) && isNameByte(r.src[r.at]) {
			r.at++
			b.WriteString(Unknown)
		} else {
			b.WriteByte('%')
		}
		return true
	}
	if rest != "" && (isDigit(rest[0]) || rest[0] == '*' || rest[0] == '~') {
		r.at += 2
		for r.at < len(r.src) && rest[0] == '~' && (isNameByte(r.src[r.at]) || isDigit(r.src[r.at])) {
			r.at++
		}
		b.WriteString(Unknown)
		return true
	}
	end := strings.IndexByte(rest, '%')
	if end <= 0 || strings.ContainsAny(rest[:end], " \t\n&|<>\"") {
		if rest != "" && isNameByte(rest[0]) && len(r.words) > 0 {
			r.at += 2
			b.WriteString(Unknown) // %i of a for on the command line
			return true
		}
		return false
	}
	name := strings.ToLower(rest[:end])
	r.at += end + 2
	if value, ok := r.vars[name]; ok && len(value) <= r.budget {
		r.budget -= len(value)
		b.WriteString(value)
	} else {
		b.WriteString(Unknown)
	}
	return true
}

// forCommand reads the command of for /f %i in ('command').
func (r *cmdReader) forCommand(list string) {
	list = strings.TrimSpace(list)
	if len(list) > 1 && (list[0] == '\'' || list[0] == '`') {
		r.out = append(r.out, nested{kind: nestedText, how: "for /f", lang: cmdExe, text: Word{Value: Value(strings.Trim(list, "'`")), Span: r.span}})
	}
}
