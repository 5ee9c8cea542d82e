package shell

import "strings"

// editorCarriers returns what vim and its like run by -c and +: shell commands behind !,
// and system('…').
func editorCarriers(c *Command) []nested {
	f := form{values: "-u -U -i -S -t -T -w -W --startuptime --listen --server", text: "-c --cmd --remote-send --remote-expr", inner: innerNone}
	s := f.read(c.Args)
	var out []nested
	for _, o := range s.options {
		if o.has && owns(f.text, o.name) > 0 {
			out = append(out, exCommand(c.Program, o.value)...)
		}
	}
	for _, w := range c.Args {
		if text, ok := strings.CutPrefix(string(w.Value), "+"); ok && text != "" && text[0] != '/' {
			out = append(out, exCommand(c.Program, cut(w, 1))...)
		}
	}
	if c.Stdin != nil && (c.Program == "ex" || c.Program == "ed" || strings.Contains(joinedOptions(c), "-es") || strings.Contains(joinedOptions(c), "-Es")) {
		for line := range strings.SplitSeq(string(c.Stdin.Value), "\n") {
			out = append(out, exCommand(c.Program, Word{Value: Value(line), Span: c.Stdin.Span})...)
		}
	}
	return out
}

func joinedOptions(c *Command) string {
	var b strings.Builder
	for _, w := range c.Args {
		if strings.HasPrefix(string(w.Value), "-") {
			b.WriteString(string(w.Value))
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// exCommand returns what an ex command runs.
func exCommand(how string, w Word) []nested {
	w = asText(w)
	text := string(w.Value)
	var out []nested
	for from := 0; from < len(text); {
		i := strings.IndexByte(text[from:], '!')
		if i < 0 {
			break
		}
		i += from
		if opensShell(text[:i]) && i+1 < len(text) {
			rest := strings.TrimSuffix(strings.TrimSuffix(text[i+1:], "<CR>"), "<cr>")
			return append(out, nested{kind: nestedText, how: how + " !", text: Word{Value: Value(rest), Span: w.Span}})
		}
		from = i + 1
	}
	head := strings.TrimLeft(text, ": ")
	for _, name := range [...]string{"terminal ", "term ", "te "} {
		if rest, ok := strings.CutPrefix(head, name); ok {
			return append(out, nested{kind: nestedText, how: how + " terminal", text: Word{Value: Value(rest), Span: w.Span}})
		}
	}
	if strings.Contains(text, "(") {
		out = append(out, nested{kind: nestedText, how: how + " -c", lang: otherLanguage, text: w})
	}
	return out
}

// opensShell reports whether a ! behind this text begins a shell command, and is not part
// of a command like q!.
func opensShell(before string) bool {
	if i := strings.LastIndexByte(before, '|'); i >= 0 {
		before = before[i+1:]
	}
	trimmed := strings.TrimRight(before, " ")
	word := trimmed[strings.LastIndexAny(trimmed, " :,%.$0123456789'\"")+1:]
	if word == "" {
		return true
	}
	spaced := len(trimmed) < len(before)
	switch word {
	case "r", "read":
		return true
	case "silent", "sil", "w", "write", "exe", "execute", "verbose", "silent!":
		return spaced
	}
	return false
}

// databaseCarriers returns the shell commands in the words and the input of database clients.
func databaseCarriers(c *Command) []nested {
	var out []nested
	for _, w := range c.Args {
		text := string(w.Value)
		if i := strings.IndexByte(text, '='); strings.HasPrefix(text, "--") && i > 0 {
			w = cut(w, i+1)
		}
		out = append(out, databaseText(c.Program, w)...)
	}
	if c.Stdin != nil {
		out = append(out, databaseText(c.Program, Word{Value: c.Stdin.Value, Span: c.Stdin.Span})...)
	}
	return out
}

func databaseText(program string, w Word) []nested {
	var out []nested
	text := string(plainGlobs(w.Value))
	if !strings.ContainsAny(text, ".\\") && !strings.Contains(strings.ToLower(text), "system") && !strings.Contains(strings.ToLower(text), "program") {
		return nil
	}
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, nested{kind: nestedText, how: program, text: Word{Value: Value(s), Span: w.Span}})
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if len(out) > 256 {
			break
		}
		switch program {
		case "psql", "pgcli":
			if _, rest, ok := strings.Cut(line, `\!`); ok {
				add(rest)
			}
			for _, name := range [...]string{`\o |`, `\g |`, `\gx |`, `\w |`, `\copy `} {
				if _, rest, ok := strings.Cut(line, name); ok && name != `\copy ` {
					add(rest)
				}
			}
			if at := strings.Index(strings.ToLower(line), " program '"); at >= 0 {
				rest := line[at+len(" program '"):]
				if end := strings.IndexByte(rest, '\''); end >= 0 {
					add(rest[:end])
				}
			}
		case "sqlite3", "sqlite", "duckdb":
			for _, name := range [...]string{".shell ", ".system ", ".output |", ".once |", ".read |", ".import |", ".sh ", ".sy"} {
				if rest, ok := strings.CutPrefix(line, name); ok {
					add(strings.TrimPrefix(rest, "stem "))
				}
			}
		default: // mysql, mariadb
			if _, rest, ok := strings.Cut(line, `\!`); ok {
				add(strings.TrimSuffix(rest, ";"))
			} else if rest, ok := strings.CutPrefix(line, "system "); ok {
				add(strings.TrimSuffix(rest, ";"))
			}
		}
	}
	return out
}

// pagerCarriers returns the commands behind + of less and more.
func pagerCarriers(c *Command) []nested {
	var out []nested
	for _, w := range c.Args {
		text := strings.TrimLeft(string(w.Value), "+:")
		if strings.HasPrefix(string(w.Value), "+") && strings.HasPrefix(text, "!") {
			out = append(out, nested{kind: nestedText, how: c.Program + " +!", text: cut(w, len(w.Value)-len(text)+1)})
		}
	}
	return out
}

// debuggerCarriers returns the shell commands of gdb -ex and lldb -o, and the program
// that they debug.
func debuggerCarriers(c *Command) []nested {
	f, _ := formOf(c.Program)
	out := f.nested(c.Program, c.Args)
	for _, o := range f.read(c.Args).options {
		switch o.name {
		case "-ex", "-iex", "-o", "-O":
			if !o.has {
				continue
			}
			text := strings.TrimSpace(string(o.value.Value))
			for _, name := range [...]string{"shell ", "!", "make ", "platform shell ", "script import os;"} {
				if rest, ok := strings.CutPrefix(text, name); ok {
					out = append(out, nested{kind: nestedText, how: c.Program + " shell", text: Word{Value: Value(rest), Span: o.value.Span}})
				}
			}
			for _, name := range [...]string{"python ", "py ", "script "} {
				if rest, ok := strings.CutPrefix(text, name); ok {
					out = append(out, nested{kind: nestedText, how: c.Program + " python", lang: python, text: Word{Value: Value(rest), Span: o.value.Span}})
				}
			}
		}
	}
	return out
}

// fzfCarriers returns the previews and the bound commands of fzf.
func fzfCarriers(c *Command) []nested {
	f, _ := formOf("fzf")
	f.values += " --bind"
	out := f.nested(c.Program, c.Args)
	for _, o := range f.read(c.Args).options {
		if o.name != "--bind" || !o.has {
			continue
		}
		text := string(o.value.Value)
		for _, action := range [...]string{"execute(", "execute-silent(", "reload(", "become(", "preview(", "transform("} {
			if at := strings.Index(text, action); at >= 0 {
				from := at + len(action)
				end := closingRound(text, from-1)
				out = append(out, nested{kind: nestedText, how: c.Program + " --bind", text: Word{Value: Value(text[from:max(end, from)]), Span: o.value.Span}})
			}
		}
	}
	return out
}

// socatCarriers returns the commands of socat's EXEC: and SYSTEM: addresses.
func socatCarriers(c *Command) []nested {
	var out []nested
	for _, w := range c.Args {
		kind, rest, ok := strings.Cut(string(w.Value), ":")
		if !ok {
			continue
		}
		text, _, _ := strings.Cut(rest, ",")
		text = strings.Trim(text, `"'`)
		word := Word{Value: Value(text), Span: w.Span}
		switch strings.ToUpper(kind) {
		case "EXEC":
			out = append(out, nested{how: "socat EXEC", words: splitWord(word)})
		case "SYSTEM", "SHELL":
			out = append(out, nested{kind: nestedText, how: "socat SYSTEM", text: word})
		}
	}
	return out
}

// aptCarriers returns the commands of apt -o APT::Update::Pre-Invoke::=….
func aptCarriers(c *Command) []nested {
	f := form{values: "-o --option -t -c", inner: innerNone}
	var out []nested
	for _, o := range f.read(c.Args).options {
		if o.name != "-o" && o.name != "--option" || !o.has {
			continue
		}
		key, value, ok := strings.Cut(string(o.value.Value), "=")
		if ok && (strings.Contains(key, "Invoke") || strings.Contains(key, "Pager") || strings.HasSuffix(strings.Trim(key, ":"), "Pre-Install-Pkgs")) {
			out = append(out, nested{kind: nestedText, how: c.Program + " -o", text: Word{Value: Value(value), Span: o.value.Span}})
		}
	}
	return out
}
