package shell

import "strings"

// tclCommands finds exec, spawn, system and open "|…" in Tcl and expect scripts, whose
// words need no quotes.
func tclCommands(text Value, span Span, env []Assign) []nested {
	var out []nested
	words, first := []Word(nil), true
	var dir *Word
	run := func() {
		from := len(out)
		if len(words) > 0 && words[0].Value == "cd" {
			to := orUnknown(getenv(env, "HOME"))
			if len(words) > 1 {
				to = words[1].Value
			}
			if dir != nil {
				to = inDir(dir.Value, to)
			}
			dir = &Word{Value: to, Span: span}
		}
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
		for i := range out[from:] {
			out[from+i].dir = dir
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
			words = append(words, Word{Value: tclVariables(src[i+1:i+1+end], env), Span: span})
			i += end + 2
			first = false
		default:
			from := i
			for i++; i < len(src) && strings.IndexByte(" \t\n;[]{}\"", src[i]) < 0; i++ {
			}
			words = append(words, Word{Value: tclVariables(src[from:i], env), Span: span})
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

// tclVariables makes $name unknown, and fills in $env(NAME).
func tclVariables(word string, env []Assign) Value {
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		if word[i] != '$' || i+1 == len(word) || !isNameByte(word[i+1]) && word[i+1] != ':' {
			b.WriteByte(word[i])
			continue
		}
		from := i + 1
		for i+1 < len(word) && (isNameByte(word[i+1]) || isDigit(word[i+1]) || word[i+1] == ':') {
			i++
		}
		v := known{}
		if end := strings.IndexByte(word[i:], ')'); byteAt(word, i+1) == '(' && end > 0 {
			if strings.TrimPrefix(word[from:i+1], "::") == "env" {
				v = getenv(env, word[i+2:i+end])
			}
			i += end
		}
		b.WriteString(string(orUnknown(v)))
	}
	return Value(b.String())
}
