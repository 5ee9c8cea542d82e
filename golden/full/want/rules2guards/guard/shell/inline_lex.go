package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// lexKind is what a token of an inline program is.
type lexKind uint8

const (
	lexMark  lexKind = iota // punctuation
	lexName                 // an identifier, sigil included
	lexText                 // a string literal
	lexRun                  // text between backquotes that the language runs
	lexWords                // a literal list of words: qw(a b), %w[a b]
	lexOther                // a number, a regular expression, something unknown
)

// lexeme is one token. A string's parts that are computed are Unknown; refs names the
// variable behind each of them, in order, "" when it is more than a variable.
type lexeme struct {
	kind  lexKind
	name  string // lexName, lexMark
	value Value
	refs  []string
	line  bool // first of its line
}

// lexer cuts a program text into tokens. It is one scanner for all languages: they differ
// in their comments and quotes.
type lexer struct {
	lang   language
	src    string
	at     int
	out    []lexeme
	later  []string // expressions inside strings, read after the rest
	skip   int      // where the body of a here-document ends
	line   bool
	misses int // literals begun and never closed
}

// miss counts a literal that is never closed. After some of them none is looked for any
// more: each look costs the rest of the text.
func (l *lexer) miss() bool {
	l.misses++
	return false
}

const maxMisses = 64

// maxInline bounds how deep expressions inside strings are followed.
const maxInline = 8

// lexemes returns the tokens of a program text.
func lexemes(lang language, src string) []lexeme {
	l := &lexer{lang: lang, src: src, line: true}
	l.run()
	level := l.later
	for range maxInline {
		if len(level) == 0 {
			break
		}
		var next []string
		for _, text := range level {
			inner := &lexer{lang: lang, src: text, line: true}
			inner.run()
			l.out = append(l.out, lexeme{kind: lexMark, name: ";", line: true})
			l.out = append(l.out, inner.out...)
			next = append(next, inner.later...)
		}
		level = next
	}
	return l.out
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.src) {
		return l.src[l.at+n]
	}
	return 0
}

func (l *lexer) add(t lexeme) {
	t.line, l.line = l.line, false
	l.out = append(l.out, t)
}

func (l *lexer) run() {
	for l.at < len(l.src) {
		ch := l.src[l.at]
		switch {
		case ch == '\n':
			l.line = true
			l.at++
			if l.skip > l.at {
				l.at, l.skip = l.skip, 0
			}
		case ch == ' ' || ch == '\t' || ch == '\r':
			l.at++
		case l.comment():
		case l.quoted():
		case isNameByte(ch) || ch >= utf8.RuneSelf:
			l.name()
		case ch == '$' || ch == '@' || ch == '%' && l.lang == perl && isNameByte(l.peek(1)):
			l.sigil()
		case ch >= '0' && ch <= '9':
			from := l.at
			for l.at < len(l.src) && (isNameByte(l.src[l.at]) || l.src[l.at] >= '0' && l.src[l.at] <= '9') {
				l.at++
			}
			l.add(lexeme{kind: lexOther, value: Value(l.src[from:l.at])})
		case ch == 0:
			l.at += 2
			l.add(lexeme{kind: lexOther, value: Unknown})
		case ch == '/' && l.regexp():
		default:
			l.mark()
		}
	}
}

func isNameByte(ch byte) bool {
	return ch == '_' || ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z'
}

func isDigit(ch byte) bool { return ch >= '0' && ch <= '9' }

// nameEnd is where a name ends.
func nameEnd(s string) int {
	n := 0
	for n < len(s) && (isNameByte(s[n]) || isDigit(s[n])) {
		n++
	}
	return n
}

// comment skips a comment.
func (l *lexer) comment() bool {
	rest := l.src[l.at:]
	end := ""
	switch l.lang {
	case javaScript:
		if strings.HasPrefix(rest, "//") {
			end = "\n"
		} else if strings.HasPrefix(rest, "/*") {
			end = "*/"
		}
	case php:
		if strings.HasPrefix(rest, "//") || rest[0] == '#' {
			end = "\n"
		} else if strings.HasPrefix(rest, "/*") {
			end = "*/"
		}
	case appleScript:
		if strings.HasPrefix(rest, "--") || rest[0] == '#' {
			end = "\n"
		} else if strings.HasPrefix(rest, "(*") {
			end = "*)"
		}
	case otherLanguage:
		if strings.HasPrefix(rest, "-- ") && l.line {
			end = "\n"
		} else if rest[0] == '#' && l.line {
			end = "\n"
		}
	default:
		if rest[0] == '#' {
			end = "\n"
		}
	}
	if end == "" {
		return false
	}
	i := strings.Index(rest, end)
	switch {
	case i < 0:
		l.at = len(l.src)
	case end == "\n":
		l.at += i
	default:
		l.at += i + len(end)
	}
	return true
}

// name reads an identifier, or the string that it is the prefix of.
func (l *lexer) name() {
	from := l.at
	for l.at < len(l.src) {
		ch := l.src[l.at]
		if isNameByte(ch) || isDigit(ch) || ch >= utf8.RuneSelf || ch == '$' && l.lang == javaScript {
			l.at++
			continue
		}
		if ch == '-' && l.lang == otherLanguage && isNameByte(l.peek(1)) {
			l.at++
			continue
		}
		break
	}
	word := l.src[from:l.at]
	if l.lang == python && len(word) <= 2 && (l.peek(0) == '"' || l.peek(0) == '\'') && strings.Trim(strings.ToLower(word), "rbuft") == "" {
		lower := strings.ToLower(word)
		l.pythonText(strings.ContainsRune(lower, 'r'), strings.ContainsAny(lower, "ft"))
		return
	}
	if l.lang == perl && !l.behind("->") && l.perlQuote(word) {
		return
	}
	l.add(lexeme{kind: lexName, name: word})
}

// sigil reads $name, @name, or a lone sign.
func (l *lexer) sigil() {
	from := l.at
	l.at++
	if l.lang != javaScript && l.peek(0) == l.src[from] {
		l.at++
	}
	if l.lang == perl && l.peek(0) == '{' {
		if end := strings.IndexByte(l.src[l.at:], '}'); end > 0 && strings.TrimFunc(l.src[l.at+1:l.at+end], func(r rune) bool { return r < utf8.RuneSelf && (isNameByte(byte(r)) || isDigit(byte(r))) }) == "" {
			name := l.src[from:from+1] + l.src[l.at+1:l.at+end]
			l.at += end + 1
			l.add(lexeme{kind: lexName, name: name})
			return
		}
	}
	for l.at < len(l.src) && (isNameByte(l.src[l.at]) || isDigit(l.src[l.at]) || l.src[l.at] == '$' && l.lang == javaScript) {
		l.at++
	}
	l.add(lexeme{kind: lexName, name: l.src[from:l.at]})
}

func (l *lexer) mark() {
	for _, long := range [...]string{"===", "!==", "...", "**", "=>", "->", "::", "?.", "==", "!=", "=~", "<-", "<>", "..", "+=", ".=", "||", "&&", "|&", ">>", "<=", ">=", "<<"} {
		if strings.HasPrefix(l.src[l.at:], long) {
			l.at += len(long)
			l.add(lexeme{kind: lexMark, name: long})
			return
		}
	}
	l.add(lexeme{kind: lexMark, name: l.src[l.at : l.at+1]})
	l.at++
}

// behind reports whether the last token is one of the marks.
func (l *lexer) behind(marks ...string) bool {
	if len(l.out) == 0 {
		return false
	}
	last := l.out[len(l.out)-1]
	for _, m := range marks {
		if last.kind == lexMark && last.name == m {
			return true
		}
	}
	return false
}

// operand reports whether the last token ends an operand, so that / divides and % is modulo.
func (l *lexer) operand() bool {
	if len(l.out) == 0 || l.line && l.lang != python {
		return false
	}
	switch last := l.out[len(l.out)-1]; last.kind {
	case lexMark:
		return last.name == ")" || last.name == "]" || last.name == "}"
	case lexName:
		switch last.name {
		case "return", "typeof", "case", "in", "of", "do", "else", "if", "unless", "and", "or", "not", "when", "split", "grep", "puts", "print":
			return false
		}
		return true
	}
	return true
}

// regexp skips a regular expression literal.
func (l *lexer) regexp() bool {
	switch l.lang {
	case javaScript, ruby, perl, awk:
	default:
		return false
	}
	if l.misses > maxMisses || l.operand() {
		return false
	}
	class := false
	for i := l.at + 1; i < len(l.src) && l.src[i] != '\n'; i++ {
		switch ch := l.src[i]; {
		case ch == '\\':
			i++
		case ch == '[':
			class = true
		case ch == ']':
			class = false
		case ch == '/' && !class:
			for i++; i < len(l.src) && isNameByte(l.src[i]); i++ {
			}
			l.at = i
			l.add(lexeme{kind: lexOther, value: Unknown})
			return true
		}
	}
	return l.miss()
}

// escaped reads the escape that begins at src[at] == '\\' and returns its text and the
// index behind it.
func escaped(src string, at int) (string, int) {
	if at+1 >= len(src) {
		return "", at + 1
	}
	hex := func(from, n int) (string, int) {
		to := min(from+n, len(src))
		v, err := strconv.ParseUint(src[from:to], 16, 32)
		if err != nil || v == 0 {
			return "", to
		}
		return string(rune(v)), to
	}
	switch ch := src[at+1]; ch {
	case 'n':
		return "\n", at + 2
	case 't':
		return "\t", at + 2
	case 'r':
		return "\r", at + 2
	case 'a', 'b', 'f', 'v':
		return " ", at + 2
	case 'e':
		return "\x1b", at + 2
	case '\n':
		return "", at + 2
	case 'x':
		if at+2 < len(src) && src[at+2] == '{' {
			if end := strings.IndexByte(src[at:], '}'); end > 0 {
				text, _ := hex(at+3, end-3)
				return text, at + end + 1
			}
		}
		return hex(at+2, 2)
	case 'u':
		if at+2 < len(src) && src[at+2] == '{' {
			if end := strings.IndexByte(src[at:], '}'); end > 0 {
				text, _ := hex(at+3, end-3)
				return text, at + end + 1
			}
		}
		return hex(at+2, 4)
	case 'U':
		return hex(at+2, 8)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		to := at + 1
		for to < len(src) && to < at+4 && src[to] >= '0' && src[to] <= '7' {
			to++
		}
		v, _ := strconv.ParseUint(src[at+1:to], 8, 32)
		if v == 0 {
			return "", to
		}
		return string(rune(v)), to
	default:
		_, n := utf8.DecodeRuneInString(src[at+1:])
		return src[at+1 : at+1+n], at + 1 + n
	}
}
