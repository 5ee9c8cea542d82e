package shell

import "strings"

// bracketed reads the inside of q(…), %w[…] and the like; the scanner stands on the
// opening bracket.
func (l *lexer) bracketed(kind lexKind, mode interpolation, escapes bool) bool {
	if l.at >= len(l.src) {
		return false
	}
	open := l.src[l.at]
	quote := open
	switch open {
	case '(':
		quote = ')'
	case '[':
		quote = ']'
	case '{':
		quote = '}'
	case '<':
		quote = '>'
	default:
		open = 0
	}
	return l.text(l.at+1, quote, open, kind, mode, escapes)
}

// percent reads Ruby's %w[…], %q(…), %Q(…), %x(…) and %(…).
func (l *lexer) percent() bool {
	at, kind, mode := l.at, lexText, interpolateHash
	next := l.peek(1)
	switch next {
	case 'w', 'W', 'i', 'I':
		kind = lexWords
	case 'x':
		kind = lexRun
	case 'q':
		mode = interpolateNone
	case 'Q':
	case '(', '[', '{':
		if l.operand() {
			return false
		}
		l.at--
	default:
		return false
	}
	l.at += 2
	if strings.IndexByte("([{<|!/", l.peek(0)) < 0 || l.peek(0) == 0 || !l.bracketed(kind, mode, true) {
		l.at = at
		return false
	}
	return true
}

// perlQuote reads what follows q, qq, qw, qx and the pattern operators.
func (l *lexer) perlQuote(word string) bool {
	kind, mode, parts := lexText, interpolateNone, 1
	switch word {
	case "q":
	case "qq":
		mode = interpolateSigil
	case "qw":
		kind = lexWords
	case "qx":
		kind, mode = lexRun, interpolateSigil
	case "m", "qr":
		kind = lexOther
	case "s", "tr", "y":
		kind, parts = lexOther, 2
	default:
		return false
	}
	at := l.at
	for l.peek(0) == ' ' {
		l.at++
	}
	ch := l.peek(0)
	if ch == 0 || ch == ',' || ch == ';' || ch == ')' || ch == '=' || ch == '\n' || isNameByte(ch) || isDigit(ch) || l.at > at && ch == '#' {
		l.at = at
		return false
	}
	count := len(l.out)
	if !l.bracketed(kind, mode, mode != interpolateNone) {
		l.at = at
		return false
	}
	if parts == 2 {
		if strings.IndexByte("([{<", ch) < 0 {
			l.at--
		}
		for l.peek(0) == ' ' || l.peek(0) == '\n' {
			l.at++
		}
		l.bracketed(kind, mode, false)
	}
	if kind == lexOther {
		l.out = append(l.out[:count], lexeme{kind: lexOther, value: Unknown})
		for isNameByte(l.peek(0)) {
			l.at++
		}
	}
	return true
}

// hereDocument reads <<E, <<~E, <<'E', <<<E: the body begins on the next line.
func (l *lexer) hereDocument() bool {
	i := l.at + 2
	if i < len(l.src) && l.src[i] == '<' {
		i++
	}
	if i < len(l.src) && (l.src[i] == '~' || l.src[i] == '-') {
		i++
	}
	quote := byte(0)
	if i < len(l.src) && (l.src[i] == '"' || l.src[i] == '\'' || l.src[i] == '`') {
		quote = l.src[i]
		i++
	}
	from := i
	i += nameEnd(l.src[i:])
	word := l.src[from:i]
	if word == "" || l.misses > maxMisses || !isNameByte(word[0]) || quote == 0 && strings.ToUpper(word) != word {
		return false
	}
	if quote != 0 {
		if i >= len(l.src) || l.src[i] != quote {
			return false
		}
		i++
	}
	body := max(l.skip, i+1+strings.IndexByte(l.src[i:], '\n'))
	if strings.IndexByte(l.src[i:], '\n') < 0 {
		return false
	}
	for at := body; at < len(l.src); {
		end := strings.IndexByte(l.src[at:], '\n')
		line := l.src[at:]
		next := len(l.src)
		if end >= 0 {
			line, next = l.src[at:at+end], at+end+1
		}
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), word) {
			kind, mode := lexText, interpolateHash
			if l.lang != ruby {
				mode = interpolateSigil
			}
			if quote == '\'' {
				mode = interpolateNone
			}
			if quote == '`' {
				kind = lexRun
			}
			l.literal(l.src[body:at], kind, mode, quote != '\'')
			l.at, l.skip = i, next
			return true
		}
		at = next
	}
	return l.miss()
}
