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

// end finishes a command and records it.
func (r *cmdReader) end(pipe bool) {
	words, redirects := r.words, r.redirects
	r.words, r.redirects, r.waits = nil, nil, false
	words = r.plain(words)
	if len(words) == 0 {
		return
	}
	n := nested{same: true, pipe: pipe, redirects: redirects, env: r.env, words: words}
	switch name := strings.ToLower(string(words[0].Value)); name {
	case "set":
		r.set(words[1:])
		return
	case "start":
		if n.words = cmdStart(words[1:]); len(n.words) == 0 {
			return
		}
		n.how, n.same = "start", false
	}
	r.out = append(r.out, n)
}

// plain drops what stands before a command: call, else, the condition of if, the head of for.
func (r *cmdReader) plain(words []Word) []Word {
	for len(words) > 0 {
		switch strings.ToLower(string(words[0].Value)) {
		case "call", "else", "do":
			words = words[1:]
		case "if":
			words = cmdIf(words[1:])
		case "for":
			at := len(words)
			for i, w := range words {
				if strings.EqualFold(string(w.Value), "do") {
					at = i
					break
				}
			}
			words = words[at:]
		default:
			return words
		}
	}
	return nil
}

// cmdIf drops the condition of if.
func cmdIf(words []Word) []Word {
	n := 0
	for n < len(words) && (strings.EqualFold(string(words[n].Value), "/i") || strings.EqualFold(string(words[n].Value), "not")) {
		n++
	}
	words = words[n:]
	if len(words) == 0 {
		return nil
	}
	switch strings.ToLower(string(words[0].Value)) {
	case "exist", "defined", "errorlevel", "cmdextversion":
		return words[min(2, len(words)):]
	}
	if strings.Contains(string(words[0].Value), "==") {
		if strings.HasSuffix(string(words[0].Value), "==") {
			return words[min(2, len(words)):]
		}
		return words[1:]
	}
	if len(words) > 1 && strings.HasPrefix(string(words[1].Value), "==") && len(words[1].Value) > 2 {
		return words[2:]
	}
	return words[min(3, len(words)):]
}

// set records set NAME=value for what follows.
func (r *cmdReader) set(words []Word) {
	if len(words) == 0 || strings.HasPrefix(string(words[0].Value), "/") {
		return
	}
	name, value, ok := strings.Cut(strings.TrimRight(string(joinWords(words).Value), " "), "=")
	if !ok {
		return
	}
	r.vars[strings.ToLower(name)] = value
	r.env = append(r.env[:len(r.env):len(r.env)], Assign{name, Value(value)})
}

// cmdStart drops the options and the title of start.
func cmdStart(words []Word) []Word {
	for len(words) > 0 {
		text := strings.ToLower(string(words[0].Value))
		switch {
		case text == "" || strings.Contains(text, " "): // a quoted title
			words = words[1:]
		case text == "/d" || text == "/node" || text == "/affinity" || text == "/machine":
			words = words[min(2, len(words)):]
		case strings.HasPrefix(text, "/"):
			words = words[1:]
		default:
			return words
		}
	}
	return nil
}

// cmdProgram returns what cmd runs: all that stands behind /c or /k.
func cmdProgram(c *Command) []nested {
	for i, w := range c.Args {
		text := strings.ToLower(strings.ReplaceAll(string(w.Value), "//", "/"))
		if !strings.HasPrefix(text, "/") {
			break
		}
		if !strings.HasPrefix(text, "/c") && !strings.HasPrefix(text, "/k") && !strings.HasPrefix(text, "/r") {
			continue
		}
		rest := c.Args[i+1:]
		if len(text) > 2 {
			rest = append([]Word{cut(w, len(w.Value)-len(text)+2)}, rest...)
		}
		if len(rest) == 0 {
			return nil
		}
		return []nested{{kind: nestedText, how: c.Program + " " + text[:2], lang: cmdExe, text: quoteCmd(rest)}}
	}
	return []nested{{kind: nestedStdin, how: c.Program, lang: cmdExe}}
}

// quoteCmd joins words to a text for cmd.exe: with several words, those with blanks were
// quoted by the caller.
func quoteCmd(words []Word) Word {
	if len(words) == 1 {
		return asText(words[0])
	}
	quoted := make([]Word, len(words))
	for i, w := range words {
		if strings.ContainsAny(string(w.Value), " \t") || w.Value == "" {
			w.Value = `"` + w.Value + `"`
		}
		quoted[i] = w
	}
	return joinWords(quoted)
}
