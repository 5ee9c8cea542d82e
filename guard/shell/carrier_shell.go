package shell

import "strings"

// shellProgram returns what sh, bash, zsh and their like run: the text behind -c, a
// file, or standard input.
func shellProgram(c *Command) []nested {
	how := c.Program
	args := c.Args
	zsh := strings.HasSuffix(how, "zsh")
	text, input, list := false, false, false
	var out []nested
	i := 0
scan:
	for ; i < len(args); i++ {
		s := string(args[i].Value)
		switch {
		case s == "--" || s == "-":
			i++
			break scan
		case strings.HasPrefix(s, "--"):
			name, value, glued := strings.Cut(s, "=")
			switch name {
			case "--rcfile", "--init-file":
				file := Word{Value: Value(value), Span: args[i].Span}
				if !glued && i+1 < len(args) {
					i++
					file = args[i]
				}
				out = append(out, nested{kind: nestedFile, how: how + " " + name, text: file})
			case "--emulate":
				i++
			case "--help", "--version":
				return nil
			}
		case len(s) > 1 && (s[0] == '-' || s[0] == '+'):
			minus := s[0] == '-'
			for j := 1; j < len(s) && s[j] != 0; j++ {
				switch s[j] {
				case 'c':
					text = text || minus || how == "dash" || how == "sh"
				case 's':
					input = input || minus
				case 'n':
					list = list || minus
				case 'o', 'O':
					if zsh && j+1 < len(s) {
						j = len(s)
						break
					}
					if i+1 < len(args) {
						i++
					}
				}
			}
		default:
			break scan
		}
	}
	rest := args[min(i, len(args)):]
	switch {
	case list: // it checks the grammar and runs nothing
	case text && len(rest) > 0:
		out = append(out, nested{kind: nestedText, how: how + " -c", text: asText(rest[0]), positional: rest[1:]})
	case text:
	case input:
		out = append(out, nested{kind: nestedStdin, how: how, positional: withName(how, rest)})
	case len(rest) == 0:
		out = append(out, nested{kind: nestedStdin, how: how})
	default:
		out = append(out, nested{kind: nestedFile, how: how, text: rest[0], positional: rest})
	}
	return out
}

// withName puts the name of the shell, its $0, before the positional words.
func withName(name string, words []Word) []Word {
	if len(words) == 0 {
		return nil
	}
	return append([]Word{literal(name, words[0])}, words...)
}

// fishProgram returns what fish and other shells run whose -c takes its value like any
// option. Their texts aren't always POSIX shell text.
func fishProgram(c *Command) []nested {
	f := form{values: "-d --debug -D -o --profile --config --env-config -f --features", text: "-c --command --commands -C --init-command -e --execute"}
	s := f.read(c.Args)
	var out []nested
	for _, o := range s.options {
		if o.has && owns(f.text, o.name) > 0 {
			text := asText(o.value)
			if c.Program == "fish" {
				text.Value = Value(fishText(string(text.Value)))
			}
			out = append(out, nested{kind: nestedText, how: c.Program + " " + o.name, text: text, loose: true})
		}
	}
	switch {
	case len(out) > 0:
	case len(s.rest) == 0:
		out = append(out, nested{kind: nestedStdin, how: c.Program, loose: true})
	default:
		out = append(out, nested{kind: nestedFile, how: c.Program, text: s.rest[0], positional: s.rest, loose: true})
	}
	return out
}

// evalWords joins the words of eval.
func evalWords(c *Command) []nested {
	words := withoutDash(c.Args)
	if len(words) == 0 {
		return nil
	}
	return []nested{{kind: nestedText, how: "eval", text: joinWords(words), same: true}}
}

// sourceFile returns the file that source or . reads.
func sourceFile(c *Command) []nested {
	words := c.Args
	if len(words) > 1 && words[0].Value == "-p" {
		words = words[2:]
	}
	words = withoutDash(words)
	if len(words) == 0 {
		return nil
	}
	n := nested{kind: nestedFile, how: c.Program, text: words[0], same: true}
	if len(words) > 1 {
		n.positional = words
	}
	return []nested{n}
}

func withoutDash(words []Word) []Word {
	if len(words) > 0 && words[0].Value == "--" {
		return words[1:]
	}
	return words
}
