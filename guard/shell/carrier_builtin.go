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

// completions returns the command behind -C of compgen and complete.
func completions(c *Command) []nested {
	f := form{values: "-A -G -F -X -P -S -o -W", text: "-C", inner: innerNone}
	s := f.read(c.Args)
	var out []nested
	for _, o := range s.options {
		if o.has && o.name == "-F" && c.Program == "compgen" {
			out = append(out, nested{how: "compgen -F", words: []Word{o.value}, same: true})
		}
		if !o.has || o.name != "-C" {
			continue
		}
		n := nested{kind: nestedText, how: c.Program + " -C", text: asText(o.value)}
		if c.Program == "compgen" {
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
