package shell

import "strings"

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
