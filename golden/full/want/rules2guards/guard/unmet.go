package guard

import (
	"strings"

	"rules2guards.local/guard/shell"
)

// unmet says what of a pattern a command does not have, in the reading in which no unknown
// option owns a word; far as in [Miss]. It is asked for explanations only.
func (m *matcher) unmet(i int, p *Pattern) (why string, far bool) {
	c := &m.cs.all[i]
	line := &m.cs.readings(i)[0]
	for k := range p.Sub {
		if k >= len(line.Words) || line.Words[k].AfterDash || !matchGlob(p.Words[k], line.Words[k].Value, m.l) {
			return "its subcommand is not " + p.Words[k], true
		}
	}
	far = line.Sub > p.Sub
	for _, o := range p.Options {
		if m.option(o, line) {
			continue
		}
		name := o.Name
		if o.HasValue {
			name += "=" + o.Value
		}
		if !shell.HasOptions(c.Program) {
			return "it has no option " + name + ", and no table says which options of " + c.Program + " are the same", far
		}
		return "it has no option " + name, far
	}
	if p.Dash && !line.Dash {
		return "it has no --", far
	}
	words := line.Words[min(p.Sub, len(line.Words)):]
	if strings.Contains(p.Program, "/") {
		words = line.Words
	}
	for _, g := range p.Words[p.Sub:] {
		for len(words) > 0 && !m.word(g, words[0].Word) {
			words = words[1:]
		}
		if len(words) == 0 {
			if strings.Trim(g, "*") == "" {
				return "it has too few words", far
			}
			return "the word " + g + " is not there, or not behind the others", far
		}
		words = words[1:]
	}
	return "its words are not those of the pattern", far
}

// unwrapped says what of a pattern does not stand around a command.
func (m *matcher) unwrapped(i int, p *Pattern) string {
	for _, e := range p.Env {
		if one := (Pattern{Env: []EnvGlob{e}}); !m.env(i, &one) {
			return e.Name + "=" + e.Value + " does not hold"
		}
	}
	names := make([]string, 0, len(p.Around))
	for _, w := range p.Around {
		names = append(names, strings.Join(append([]string{w.Program}, w.Words[:w.Sub]...), " "))
	}
	return "it does not stand in " + strings.Join(names, " ")
}
