package shell

import "strings"

// sshCarriers returns the commands of ssh's -o options: ProxyCommand and the like.
func sshCarriers(c *Command) []nested {
	var out []nested
	for i := 0; i < len(c.Args); i++ {
		text := string(c.Args[i].Value)
		value, ok := "", false
		switch {
		case text == "-o" && i+1 < len(c.Args):
			i++
			value, ok = string(c.Args[i].Value), true
		case strings.HasPrefix(text, "-o"):
			value, ok = text[2:], true
		case c.Program != "ssh" && text == "-S" && i+1 < len(c.Args): // scp, sftp: another ssh
			i++
			out = append(out, nested{how: c.Program + " -S", words: []Word{c.Args[i]}})
		}
		if !ok {
			continue
		}
		name, command, ok := strings.Cut(value, "=")
		if !ok {
			name, command, ok = strings.Cut(value, " ")
		}
		name, command = strings.TrimSpace(name), strings.TrimSpace(command)
		if !ok || command == "none" || command == "" {
			continue
		}
		n := nested{kind: nestedText, how: c.Program + " -o " + name, text: asText(Word{Value: Value(command), Span: c.Args[i].Span})}
		switch strings.ToLower(name) {
		case "proxycommand", "localcommand", "knownhostscommand":
			out = append(out, n)
		case "remotecommand":
			n.remote = true
			out = append(out, n)
		}
	}
	return out
}

// makeCarriers returns what make runs from its own words: --eval, SHELL= and $(shell …).
func makeCarriers(c *Command) []nested {
	f := form{values: "-f --file --makefile -j -l -o -W -I --old-file --new-file --include-dir", files: "", dir: "-C --directory", split: "", inner: innerNone}
	f.values += " --eval -E"
	s := f.read(c.Args)
	var out []nested
	file := false
	for i := range s.options {
		if o := &s.options[i]; o.has && (o.name == "-f" || o.name == "--file" || o.name == "--makefile") {
			file = true
			out = append(out, nested{kind: nestedFile, how: "make -f", lang: makeFile, text: o.value})
		}
	}
	if !file {
		for _, name := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
			out = append(out, nested{kind: nestedFile, how: "make", lang: makeFile, text: Word{Value: Value(name), Span: c.Span}})
		}
	}
	for i := range out {
		for k := range s.options {
			if o := &s.options[k]; o.has && owns(f.dir, o.name) > 0 {
				out[i].dir = &o.value
			}
		}
	}
	for _, o := range s.options {
		if o.has && (o.name == "--eval" || o.name == "-E") {
			out = append(out, makeText(o.value)...)
		}
	}
	for _, w := range append(s.lead, s.rest...) {
		name, value, ok := strings.Cut(string(w.Value), "=")
		if !ok {
			continue
		}
		if strings.Contains(value, "(shell ") || strings.Contains(value, "{shell ") {
			out = append(out, makeText(w)...)
		}
		if strings.TrimRight(name, ":?+") == "SHELL" {
			out = append(out, nested{how: "make SHELL", words: splitWord(Word{Value: Value(value), Span: w.Span}), more: true})
		}
	}
	return out
}

// makeText finds the commands of a piece of a makefile: $(shell …), != and recipes.
func makeText(w Word) []nested {
	var out []nested
	text := string(plainGlobs(w.Value))
	add := func(s string) {
		s = strings.ReplaceAll(strings.TrimLeft(strings.TrimSpace(s), "@-+"), "$$", "$")
		if s != "" {
			out = append(out, nested{kind: nestedText, how: "make --eval", text: Word{Value: Value(s), Span: w.Span}})
		}
	}
	for i := 0; i < len(text) && len(out) < 64; i++ {
		for _, open := range [...]string{"$(shell ", "${shell "} {
			if !strings.HasPrefix(text[i:], open) {
				continue
			}
			end := closingRound(text, i+1)
			if open[1] == '{' {
				end = closingBrace(text, i+1)
			}
			add(text[i+len(open) : max(end, i+len(open))])
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if recipe, ok := strings.CutPrefix(line, "\t"); ok {
			add(recipe)
			continue
		}
		if _, command, ok := strings.Cut(line, "!="); ok {
			add(command)
			continue
		}
		head, rest, ok := strings.Cut(line, ":")
		if ok && !strings.ContainsAny(head, "=$(") && !strings.HasPrefix(rest, "=") {
			if _, recipe, ok := strings.Cut(rest, ";"); ok {
				add(recipe)
			}
		}
	}
	return out
}

// cargoCarriers returns the runners and wrappers that cargo --config names.
func cargoCarriers(c *Command) []nested {
	f := form{values: "--config -Z -p --package --bin --features --target --manifest-path", inner: innerNone}
	var out []nested
	for _, o := range f.read(c.Args).options {
		if o.name != "--config" || !o.has {
			continue
		}
		key, value, ok := strings.Cut(string(o.value.Value), "=")
		if !ok {
			continue
		}
		key = strings.TrimSpace(key)
		switch key[strings.LastIndexByte(key, '.')+1:] {
		case "runner", "rustc", "rustc-wrapper", "rustc-workspace-wrapper", "linker", "rustdoc", "credential-process":
			words := splitText(strings.NewReplacer("[", " ", "]", " ", ",", " ").Replace(value))
			if len(words) == 1 {
				words = strings.Fields(words[0])
			}
			n := nested{how: "cargo --config", more: true}
			for _, text := range words {
				n.words = append(n.words, Word{Value: Value(text), Span: o.value.Span})
			}
			if len(n.words) > 0 {
				out = append(out, n)
			}
		}
	}
	return out
}

// tarCarriers adds --checkpoint-action=exec= to what the table knows of tar.
func tarCarriers(c *Command) []nested {
	f, _ := formOf("tar")
	out := f.nested(c.Program, c.Args)
	f.values += " --checkpoint-action"
	for _, o := range f.read(c.Args).options {
		if o.name != "--checkpoint-action" || !o.has {
			continue
		}
		if text, ok := strings.CutPrefix(string(o.value.Value), "exec="); ok {
			out = append(out, nested{kind: nestedText, how: "tar --checkpoint-action", text: asText(Word{Value: Value(text), Span: o.value.Span})})
		}
	}
	return out
}

// sedCarriers returns what sed runs: the e command, and s///e.
func sedCarriers(c *Command) []nested {
	f := form{values: "-f --file -l --line-length -s:0", glued: "-i -E -n -r -s -u -z", text: "-e --expression", inner: innerNone}
	f.glued = "-i"
	s := f.read(c.Args)
	var scripts []Word
	for _, o := range s.options {
		if o.has && owns(f.text, o.name) > 0 {
			scripts = append(scripts, o.value)
		}
	}
	file := false
	for _, o := range s.options {
		file = file || o.name == "-f" || o.name == "--file"
	}
	if len(scripts) == 0 && !file {
		if words := append(s.lead, s.rest...); len(words) > 0 {
			scripts = words[:1]
		}
	}
	var out []nested
	for _, w := range scripts {
		out = append(out, sedScript(w)...)
	}
	return out
}

// sedScript reads a sed script as far as it must to find e.
func sedScript(w Word) []nested {
	src := string(plainGlobs(w.Value))
	var out []nested
	text := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, nested{kind: nestedText, how: "sed e", text: Word{Value: Value(s), Span: w.Span}})
			return
		}
		out = append(out, nested{kind: nestedStdin, how: "sed e"})
	}
	line := func(from int) int {
		if n := strings.IndexByte(src[from:], '\n'); n >= 0 {
			return from + n
		}
		return len(src)
	}
	// delimited returns the index behind the next unescaped delimiter.
	delimited := func(from int, by byte) int {
		for i := from; i < len(src); i++ {
			switch src[i] {
			case '\\':
				i++
			case by:
				return i + 1
			}
		}
		return len(src) + 1
	}
	for i := 0; i < len(src); {
		switch ch := src[i]; ch {
		case 'e':
			end := line(i)
			text(src[i+1 : end])
			i = end
		case 's', 'y':
			if i+1 >= len(src) {
				return out
			}
			by := src[i+1]
			mid := delimited(i+2, by)
			if mid > len(src) {
				return out
			}
			end := delimited(mid, by)
			if end > len(src) {
				return out
			}
			flags := end
			for flags < len(src) && (isNameByte(src[flags]) || isDigit(src[flags])) && src[flags] != 'w' {
				flags++
			}
			if ch == 's' && strings.ContainsRune(src[end:flags], 'e') {
				text(strings.ReplaceAll(strings.ReplaceAll(src[mid:end-1], `\`+string(by), string(by)), `\n`, "\n"))
			}
			i = flags
			if i < len(src) && src[i] == 'w' {
				i = line(i)
			}
		case '/':
			i = delimited(i+1, '/')
		case '\\':
			if i+1 < len(src) {
				i = delimited(i+2, src[i+1])
			} else {
				i++
			}
		case 'a', 'i', 'c':
			i = line(i)
			for i < len(src) && src[i-1] == '\\' {
				i = line(i + 1)
			}
		case 'r', 'R', 'w', 'W', 'b', 't', 'T', ':', '#':
			end := line(i)
			if n := strings.IndexByte(src[i:end], ';'); n >= 0 && (ch == 'b' || ch == 't' || ch == 'T') {
				end = i + n
			}
			i = end
		default:
			i++
		}
	}
	return out
}
