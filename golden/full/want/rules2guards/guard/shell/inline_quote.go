package shell

import "strings"

// interpolation says how a string literal names variables and expressions.
type interpolation uint8

const (
	interpolateNone   interpolation = iota
	interpolateBraces               // {x}, {{ is a brace: Python
	interpolateDollar               // ${x}: JavaScript
	interpolateHash                 // #{x}: Ruby, Elixir
	interpolateSigil                // $x, ${x}, @x: Perl, PHP; $x, $(x): Julia
)

// quoted reads a string literal, a here-document or a command between backquotes.
func (l *lexer) quoted() bool {
	ch := l.src[l.at]
	switch {
	case ch == '"' || ch == '\'':
		switch l.lang {
		case python:
			l.pythonText(false, false)
			return true
		case javaScript:
			return l.text(l.at+1, ch, 0, lexText, interpolateNone, true)
		case ruby:
			if ch == '"' {
				return l.text(l.at+1, ch, 0, lexText, interpolateHash, true)
			}
		case perl, php:
			if ch == '"' {
				return l.text(l.at+1, ch, 0, lexText, interpolateSigil, true)
			}
		case awk, appleScript:
			if ch == '\'' {
				return false
			}
			return l.text(l.at+1, ch, 0, lexText, interpolateNone, true)
		case otherLanguage:
			if strings.HasPrefix(l.src[l.at:], `"""`) {
				return l.raw(l.at+3, `"""`)
			}
			return l.text(l.at+1, ch, 0, lexText, interpolateHash, true)
		}
		return l.text(l.at+1, ch, 0, lexText, interpolateNone, false)
	case ch == '`':
		switch l.lang {
		case javaScript:
			return l.text(l.at+1, ch, 0, lexText, interpolateDollar, true)
		case ruby:
			return l.text(l.at+1, ch, 0, lexRun, interpolateHash, true)
		case perl, php, otherLanguage:
			return l.text(l.at+1, ch, 0, lexRun, interpolateSigil, true)
		}
	case ch == '%' && l.lang == ruby:
		return l.percent()
	case ch == '[' && l.lang == otherLanguage && l.peek(1) == '[' && !l.operand():
		return l.raw(l.at+2, "]]")
	case ch == '<' && l.peek(1) == '<' && (l.lang == ruby || l.lang == perl || l.lang == php):
		return l.hereDocument()
	case ch == ':' && l.lang == ruby && isNameByte(l.peek(1)) && !l.behind(":") && (l.at == 0 || !isNameByte(l.src[l.at-1])):
		from := l.at + 1
		l.at = from + nameEnd(l.src[from:])
		l.add(lexeme{kind: lexText, value: Value(l.src[from:l.at])})
		return true
	}
	return false
}

// raw reads a literal without escapes that ends at a given text.
func (l *lexer) raw(from int, end string) bool {
	i := strings.Index(l.src[from:], end)
	if i < 0 || l.misses > maxMisses {
		return l.miss()
	}
	l.add(lexeme{kind: lexText, value: Value(l.src[from : from+i])})
	l.at = from + i + len(end)
	return true
}

// pythonText reads a Python literal; the scanner stands on its first quote.
func (l *lexer) pythonText(raw, fields bool) {
	quote := l.src[l.at]
	mode := interpolateNone
	if fields {
		mode = interpolateBraces
	}
	if l.peek(1) == quote && l.peek(2) == quote {
		end := l.src[l.at : l.at+3]
		from := l.at + 3
		i := from
		for {
			k := strings.Index(l.src[i:], end)
			if k < 0 || l.misses > maxMisses {
				l.miss()
				l.at++
				return
			}
			i += k
			if raw || !oddBackslashes(l.src[from:i]) {
				break
			}
			i++
		}
		l.literal(l.src[from:i], lexText, mode, !raw)
		l.at = i + 3
		return
	}
	if !l.text(l.at+1, quote, 0, lexText, mode, !raw) {
		l.at++
	}
}

func oddBackslashes(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

// text reads a literal up to its closing quote. open, when not 0, is an opening bracket
// that nests. Where a literal can't span lines, one that is never closed is no literal.
func (l *lexer) text(from int, quote, open byte, kind lexKind, mode interpolation, escapes bool) bool {
	depth := 0
	if l.misses > maxMisses {
		return false
	}
	for i := from; i < len(l.src); i++ {
		switch ch := l.src[i]; {
		case ch == '\\':
			i++
		case open != 0 && ch == open:
			depth++
		case ch == quote && depth > 0:
			depth--
		case ch == quote:
			l.literal(l.src[from:i], kind, mode, escapes)
			l.at = i + 1
			return true
		case mode == interpolateDollar && ch == '$' && i+1 < len(l.src) && l.src[i+1] == '{',
			mode == interpolateHash && ch == '#' && i+1 < len(l.src) && l.src[i+1] == '{':
			i = closingBrace(l.src, i+1)
		case ch == '\n' && quote != '`' && (l.lang == javaScript || l.lang == python || l.lang == awk):
			return l.miss()
		}
	}
	return l.miss()
}

// closingBrace returns the index of the } that closes the { at src[at], or the end.
func closingBrace(src string, at int) int {
	depth := 0
	for i := at; i < len(src); i++ {
		switch src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		case '\\':
			i++
		}
	}
	return len(src)
}

// literal adds a string token made of a literal's inside.
func (l *lexer) literal(body string, kind lexKind, mode interpolation, escapes bool) {
	if kind == lexWords {
		l.add(lexeme{kind: kind, value: Value(body)})
		return
	}
	if mode == interpolateNone && (!escapes || !strings.Contains(body, `\`)) && strings.IndexByte(body, '\\') < 0 && strings.IndexByte(body, 0) < 0 {
		l.add(lexeme{kind: kind, value: Value(body)})
		return
	}
	t := lexeme{kind: kind}
	var b strings.Builder
	unknown := func(expr string) {
		b.WriteString(Unknown)
		t.refs = append(t.refs, expr)
		if expr != "" && simpleName(expr) == "" {
			l.later = append(l.later, expr)
		}
	}
	for i := 0; i < len(body); {
		ch := body[i]
		switch {
		case ch == 0 && i+1 < len(body):
			unknown("")
			i += 2
		case ch == '\\' && escapes && l.lang != appleScript || ch == '\\' && i+1 < len(body) && (body[i+1] == '\\' || body[i+1] == '\'' || body[i+1] == '"'):
			text, next := escaped(body, i)
			b.WriteString(text)
			i = next
		case mode == interpolateBraces && (ch == '{' || ch == '}') && i+1 < len(body) && body[i+1] == ch:
			b.WriteByte(ch)
			i += 2
		case mode == interpolateBraces && ch == '{':
			end := closingBrace(body, i)
			expr := body[i+1 : max(min(end, len(body)), i+1)]
			unknown(expr)
			i = end + 1
		case (mode == interpolateDollar || mode == interpolateSigil) && ch == '$' && i+1 < len(body) && body[i+1] == '{',
			mode == interpolateHash && ch == '#' && i+1 < len(body) && body[i+1] == '{':
			end := closingBrace(body, i+1)
			expr := body[i+2 : max(min(end, len(body)), i+2)]
			if mode == interpolateSigil {
				expr = "$" + strings.TrimPrefix(expr, "$")
			}
			unknown(expr)
			i = end + 1
		case mode == interpolateSigil && (ch == '$' || ch == '@' && l.lang == perl) && i+1 < len(body) && isNameByte(body[i+1]):
			j := i + 1 + nameEnd(body[i+1:])
			if end := strings.IndexByte("[{", byteAt(body, j)); end >= 0 && (end == 0 || l.lang == perl) {
				if end = strings.IndexByte(body[j:], "]}"[end]); end > 0 {
					j += end + 1
				}
			}
			unknown(body[i:j])
			i = j
		case mode == interpolateSigil && ch == '{' && i+1 < len(body) && body[i+1] == '$' && l.lang == php:
			end := closingBrace(body, i)
			unknown(body[i+1 : min(end, len(body))])
			i = end + 1
		default:
			b.WriteByte(ch)
			i++
		}
	}
	t.value = Value(b.String())
	l.add(t)
}

// byteAt is a byte of a text; 0 behind its end.
func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// simpleName returns an expression that is one variable, else "".
func simpleName(expr string) string {
	expr = strings.TrimSpace(expr)
	for i := 0; i < len(expr); i++ {
		if !isNameByte(expr[i]) && !(i > 0 && isDigit(expr[i])) && !(i == 0 && (expr[i] == '$' || expr[i] == '@')) {
			return ""
		}
	}
	return expr
}
