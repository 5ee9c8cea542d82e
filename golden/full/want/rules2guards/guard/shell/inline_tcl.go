package shell

import "strings"

// tclCommands finds exec, spawn, system and open "|…" in Tcl and expect scripts, whose
// words need no quotes.
func tclCommands(text Value, span Span) []nested {
	var out []nested
	words, first := []Word(nil), true
	run := func() {
		if len(words) > 1 {
			rest := words[1:]
			for len(rest) > 1 && (rest[0].Value == "-noecho" || rest[0].Value == "--" || rest[0].Value == "-ignorestderr" || rest[0].Value == "-keepnewline") {
				rest = rest[1:]
			}
			switch words[0].Value {
			case "exec", "spawn":
				out = append(out, nested{how: string(words[0].Value), words: rest})
			case "system":
				out = append(out, nested{kind: nestedText, how: "system", text: joinWords(rest)})
			case "open":
				if text, ok := strings.CutPrefix(string(rest[0].Value), "|"); ok {
					out = append(out, nested{kind: nestedText, how: "open", text: Word{Value: Value(text), Span: span}})
				}
			}
		}
		words, first = nil, true
	}
	src := string(plainGlobs(text))
	for i := 0; i < len(src); {
		switch ch := src[i]; {
		case ch == '\n' || ch == ';' || ch == '[' || ch == ']' || ch == '}' || ch == '{' && !startsTcl(words):
			run()
			i++
		case ch == ' ' || ch == '\t':
			i++
		case ch == '#' && first:
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case ch == '\\' && i+1 < len(src) && src[i+1] == '\n':
			i += 2
		case ch == '"' || ch == '{':
			closer := ch
			if ch == '{' {
				closer = '}'
			}
			end := strings.IndexByte(src[i+1:], closer)
			if end < 0 {
				i++
				continue
			}
			words = append(words, Word{Value: tclVariables(src[i+1 : i+1+end]), Span: span})
			i += end + 2
			first = false
		default:
			from := i
			for i++; i < len(src) && strings.IndexByte(" \t\n;[]{}\"", src[i]) < 0; i++ {
			}
			words = append(words, Word{Value: tclVariables(src[from:i]), Span: span})
			first = false
		}
	}
	run()
	return out
}

// startsTcl reports whether words begin a command that starts others: braces quote a word
// there. Elsewhere they hold a script.
func startsTcl(words []Word) bool {
	if len(words) == 0 {
		return false
	}
	switch words[0].Value {
	case "exec", "spawn", "system", "open":
		return true
	}
	return false
}

// tclVariables makes $name unknown.
func tclVariables(word string) Value {
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		if word[i] == '$' && i+1 < len(word) && isNameByte(word[i+1]) {
			for i+1 < len(word) && (isNameByte(word[i+1]) || isDigit(word[i+1])) {
				i++
			}
			b.WriteString(Unknown)
			continue
		}
		b.WriteByte(word[i])
	}
	return Value(b.String())
}
