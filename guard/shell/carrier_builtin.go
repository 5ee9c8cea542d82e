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
