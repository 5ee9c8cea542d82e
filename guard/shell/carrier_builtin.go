package shell

import "strings"

// trapText returns the text that trap runs on a signal.
func trapText(c *Command) []nested {
	words := withoutDash(c.Args)
	if len(words) < 2 || strings.HasPrefix(string(words[0].Value), "-") || words[0].Value == "" {
		return nil
	}
	return []nested{{kind: nestedText, how: "trap", text: asText(words[0]), same: true}}
}

// subscripts returns the substitutions in the array subscripts that a builtin evaluates
// although they came quoted: let 'a[$(x)]', unset 'a[$(x)]', read 'a[$(x)]'.
func subscripts(c *Command) []nested {
	words := c.Args
	if c.Program == "test" || c.Program == "[" || c.Program == "printf" {
		words = nil
		for i, w := range c.Args {
			if w.Value == "-v" && i+1 < len(c.Args) {
				words = append(words, c.Args[i+1])
			}
		}
	}
	var out []nested
	for _, w := range words {
		text := string(w.Value)
		open, end := strings.IndexByte(text, '['), strings.LastIndexByte(text, ']')
		if c.Program == "let" {
			open, end = -1, len(text)
		}
		if end <= open || !strings.Contains(text[open+1:end], "$(") && !strings.Contains(text[open+1:end], "`") {
			continue
		}
		inner := strings.ReplaceAll(text[open+1:end], `"`, "")
		out = append(out, nested{kind: nestedText, how: c.Program, text: asText(Word{Value: Value(`: "` + inner + `"`), Span: w.Span}), same: true})
	}
	return out
}

// completions returns what compgen and complete run: the command behind -C, and the
// substitutions in the words behind -W.
func completions(c *Command) []nested {
	f := form{values: "-A -G -F -X -P -S -o", text: "-C -W", inner: innerNone}
	s := f.read(c.Args)
	var out []nested
	for _, o := range s.options {
		if !o.has || o.name != "-C" && o.name != "-W" {
			continue
		}
		n := nested{kind: nestedText, how: c.Program + " " + o.name, text: asText(o.value)}
		switch {
		case o.name == "-W":
			n.text.Value = ": " + n.text.Value
		case c.Program == "compgen":
			word := Value("''")
			if len(s.lead) > 0 {
				word = quoteShell(s.lead[0].Value)
			}
			n.text.Value += " compgen " + word + " ''"
		}
		out = append(out, n)
	}
	return out
}

// emulated returns the text of zsh's emulate sh -c TEXT.
func emulated(c *Command) []nested {
	for i, w := range c.Args {
		if text := string(w.Value); len(text) > 1 && text[0] == '-' && strings.HasSuffix(text, "c") && i+1 < len(c.Args) {
			return []nested{{kind: nestedText, how: "emulate", text: asText(c.Args[i+1]), same: true}}
		}
	}
	return nil
}
