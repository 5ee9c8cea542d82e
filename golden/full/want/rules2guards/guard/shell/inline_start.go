package shell

import "strings"

// start records what a call starts. took says whether the call was one that starts.
func (p *program) start(how string, s starter, args []part) {
	var dir *Word
	plain := args[:0:0]
	input := part{}
	for _, r := range args {
		name, inner := p.key(r)
		switch {
		case name == "cwd" || name == "chdir":
			if v := p.value(inner, 0); v.kind == knownText {
				dir = &Word{Value: v.text, Span: p.span}
			}
		case p.is(r.from, "{") && p.lang != perl:
			for _, q := range p.split(part{r.from + 1, max(int(p.match[r.from]), r.from+1)}) {
				switch name, inner := p.key(q); name {
				case "cwd":
					if v := p.value(inner, 0); v.kind == knownText {
						dir = &Word{Value: v.text, Span: p.span}
					}
				case "input":
					input = inner
				case "args":
					plain = append(plain, inner)
				case "cmd":
					plain = append([]part{inner}, plain...)
				}
			}
		case name == "input":
			input = inner
		case name == "args" || name == "command" || name == "cmd" || name == "file" && p.lang == javaScript:
			plain = append(plain, inner)
		case name == "" || p.lang == perl || p.lang == php:
			plain = append(plain, r)
		}
	}
	for _, r := range args {
		for k := r.from; k < r.to; k++ {
			p.used[k] = p.used[k] || p.toks[k].kind == lexText || p.lang == otherLanguage
		}
	}
	if p.lang == ruby && len(plain) > 1 && p.is(plain[0].from, "{") {
		plain = plain[1:]
	}
	if len(plain) == 0 {
		return
	}
	for _, first := range p.alternatives(plain[0]) {
		p.startWith(how, s, first, plain[1:], dir)
		line := string(first.text)
		if first.kind == knownList {
			line = string(joinList(first, " ").text)
		}
		if input.to > input.from && isShellName(line) {
			p.out = append(p.out, nested{kind: nestedText, how: how, dir: dir, text: Word{Value: orUnknown(p.value(input, 0)), Span: p.span}})
		}
	}
}

// alternatives returns the values that an argument may have: several if it is a variable
// that is set more than once.
func (p *program) alternatives(r part) []known {
	if r.to == r.from+1 && p.isName(r.from) {
		if all := p.vars[p.toks[r.from].name]; len(all) > 1 {
			return all
		}
	}
	return []known{p.value(r, 0)}
}

// startWith records one call, its first argument read.
func (p *program) startWith(how string, s starter, first known, args []part, dir *Word) {
	n := nested{how: how, dir: dir}
	text := func(v Value) {
		n.kind, n.text = nestedText, Word{Value: v, Span: p.span}
		p.out = append(p.out, n)
	}
	words := func(list []Value) {
		if len(list) == 0 || list[0] == "" {
			return
		}
		n.words = make([]Word, len(list))
		for i, v := range list {
			n.words[i] = Word{Value: v, Span: p.span, Multi: !v.Known()}
		}
		p.out = append(p.out, n)
	}
	rest := func(from int) []Value {
		var out []Value
		for _, r := range args[min(from, len(args)):] {
			switch v := p.value(r, 0); v.kind {
			case knownText:
				out = append(out, v.text)
			case knownList:
				out = append(out, v.list...)
			default:
				out = append(out, Unknown)
			}
		}
		return out
	}
	switch s {
	case startCode:
		if first.kind == knownText {
			n.lang = p.lang
			text(first.text)
		}
		return
	case startRemote:
		n.remote = true
		text(orUnknown(first))
		return
	case startModule:
		n.kind, n.lang, n.text = nestedFile, p.lang, Word{Value: orUnknown(first), Span: p.span}
		p.out = append(p.out, n)
		return
	case startMode, startModeV:
		list := rest(0)
		if s == startModeV || s == startMode {
			if len(list) > 2 {
				words(append([]Value{list[0]}, list[2:]...))
			} else if len(list) > 0 {
				words(list[:1])
			}
		}
		return
	case startReplace, startReplaceV:
		list := rest(0)
		if len(list) > 0 {
			list = list[1:]
		}
		words(append([]Value{orUnknown(first)}, list...))
		return
	}
	switch {
	case first.kind == knownList:
		words(first.list)
	case s == startAll && len(args) > 0, s == startProgram && len(args) > 0 && !strings.ContainsAny(string(first.text), " \t\n"):
		words(append([]Value{orUnknown(first)}, rest(0)...))
	case s == startText && p.lang == python && len(args) > 0 && strings.HasSuffix(how, "spawn") && !strings.Contains(string(first.text), " "):
		words(append([]Value{orUnknown(first)}, rest(0)[:1]...))
	default:
		text(orUnknown(first))
	}
}

func orUnknown(v known) Value {
	if v.kind == knownText {
		return v.text
	}
	return Unknown
}
