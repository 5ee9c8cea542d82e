package shell

import "strings"

// tmuxCarriers returns what tmux runs: commands of new windows, and keys that are typed.
func tmuxCarriers(c *Command) []nested {
	f := form{values: "-f -L -S -T", text: "-c"}
	s := f.read(c.Args)
	out := f.texts(c.Program, s)
	rest := s.rest
	for len(rest) > 0 {
		end, next := len(rest), len(rest)
		for i, w := range rest {
			if w.Value == ";" {
				end, next = i, i+1
				break
			}
			if strings.HasSuffix(string(w.Value), ";") && i > 0 && !strings.HasSuffix(string(w.Value), `\;`) && i+1 < len(rest) && isTmuxCommand(string(rest[i+1].Value)) {
				end, next = i+1, i+1
				break
			}
		}
		out = append(out, tmuxCommand(rest[:end])...)
		rest = rest[next:]
	}
	return out
}

// texts returns the values of the options that are shell text.
func (f *form) texts(how string, s scan) []nested {
	var out []nested
	for _, o := range s.options {
		if o.has && owns(f.text, o.name) > 0 {
			out = append(out, nested{kind: nestedText, how: how + " " + o.name, text: asText(o.value)})
		}
	}
	return out
}

func isTmuxCommand(name string) bool { return tmuxForm(name).values != "" || name == "run-shell" }

// tmuxForm is the table of tmux's commands that run something.
func tmuxForm(name string) form {
	switch name {
	case "new-session", "new":
		return form{values: "-e -F -f -n -s -t -x -y", dir: "-c"}
	case "new-window", "neww":
		return form{values: "-e -F -n -t", dir: "-c"}
	case "split-window", "splitw", "split-pane":
		return form{values: "-e -F -l -p -t", dir: "-c"}
	case "respawn-pane", "respawnp", "respawn-window", "respawnw":
		return form{values: "-e -t", dir: "-c"}
	case "display-popup", "popup":
		return form{values: "-b -e -h -s -S -t -T -w -x -y", dir: "-d"}
	case "pipe-pane", "pipep":
		return form{values: "-t"}
	case "run-shell", "run":
		return form{values: "-d -t", dir: "-c"}
	case "if-shell", "if":
		return form{values: "-t"}
	case "send-keys", "send":
		return form{values: "-t -N -c"}
	}
	return form{}
}

// tmuxCommand returns what one command of tmux runs.
func tmuxCommand(words []Word) []nested {
	if len(words) == 0 {
		return nil
	}
	name := string(words[0].Value)
	f := tmuxForm(name)
	if f.values == "" {
		return nil
	}
	how := "tmux " + name
	s := f.read(words[1:])
	n := nested{kind: nestedText, how: how}
	for i := range s.options {
		if o := &s.options[i]; o.has && owns(f.dir, o.name) > 0 {
			n.dir = &o.value
		}
	}
	switch name {
	case "send-keys", "send":
		n.text, n.loose = typedKeys(s), true
		if n.text.Value == "" {
			return nil
		}
		return []nested{n}
	case "if-shell", "if":
		if len(s.rest) == 0 {
			return nil
		}
		n.text = asText(s.rest[0])
		out := []nested{n}
		for _, w := range s.rest[1:] {
			out = append(out, tmuxCommand(splitWord(w))...)
		}
		return out
	case "run-shell", "run":
		for _, o := range s.options {
			if o.name == "-C" {
				if len(s.rest) == 0 {
					return nil
				}
				return tmuxCommand(splitWord(s.rest[0]))
			}
		}
	}
	switch len(s.rest) {
	case 0:
		return nil
	case 1:
		n.text = asText(s.rest[0])
	default:
		n.kind, n.words = nestedArgs, s.rest
	}
	return []nested{n}
}

// typedKeys is the text that send-keys types.
func typedKeys(s scan) Word {
	verbatim := false
	for _, o := range s.options {
		verbatim = verbatim || o.name == "-l"
	}
	var b strings.Builder
	var out Word
	for i, w := range s.rest {
		if i == 0 {
			out.Span = w.Span
		}
		out.Span.End = max(out.Span.End, w.Span.End)
		key := string(asText(w).Value)
		if !verbatim {
			switch strings.ToLower(key) {
			case "enter", "c-m", "c-j", "kpenter":
				key = "\n"
			case "space":
				key = " "
			case "tab", "bspace", "escape", "up", "down", "left", "right", "home", "end", "c-c", "c-d", "c-u", "c-l", "c-z", "c-a", "c-e", "c-k", "c-r", "q":
				key = ""
				if i == 0 || len(s.rest) > 1 {
					continue
				}
			}
		}
		b.WriteString(key)
	}
	out.Value = Value(strings.TrimSpace(b.String()))
	return out
}

// screenCarriers returns what screen runs: a command, or what -X stuff types.
func screenCarriers(c *Command) []nested {
	f := form{values: "-c -e -h -p -s -S -t -T -r: -R: -X:0"}
	s := f.read(c.Args)
	execute := false
	for _, o := range s.options {
		switch o.name {
		case "-X":
			execute = true
		case "-ls", "-list", "-wipe", "-r", "-x", "-v":
			if !execute {
				return nil
			}
		}
	}
	if len(s.rest) == 0 {
		return nil
	}
	if !execute {
		return []nested{{how: "screen", words: s.rest}}
	}
	words := s.rest
	switch words[0].Value {
	case "stuff":
		if len(words) < 2 {
			return nil
		}
		text := joinWords(words[1:])
		v := strings.NewReplacer(`\n`, "\n", `\r`, "\n", "^M", "\n", `\015`, "\n", `\012`, "\n", "\r", "\n").Replace(string(text.Value))
		text.Value = Value(strings.TrimSpace(v))
		return []nested{{kind: nestedText, how: "screen stuff", text: text, loose: true}}
	case "exec", "screen":
		rest := words[1:]
		for len(rest) > 0 && strings.Trim(string(rest[0].Value), ".!|:") == "" {
			rest = rest[1:]
		}
		rest = f.read(rest).rest
		if len(rest) > 0 {
			return []nested{{how: "screen " + string(words[0].Value), words: rest}}
		}
	}
	return nil
}

// crontabCarriers returns the table that crontab installs.
func crontabCarriers(c *Command) []nested {
	f, _ := formOf("crontab")
	s := f.read(c.Args)
	for _, o := range s.options {
		if owns(f.stops, o.name) > 0 {
			return nil
		}
	}
	n := nested{kind: nestedStdin, how: "crontab", lang: cronTable}
	if files := append(s.lead, s.rest...); len(files) > 0 && files[0].Value != "-" {
		n.kind, n.text = nestedFile, files[0]
	}
	return []nested{n}
}

// cronCommands returns the commands of a table.
func cronCommands(w Word) []nested {
	var out []nested
	for line := range strings.SplitSeq(string(w.Value), "\n") {
		if text := cronCommand(line); text != "" {
			out = append(out, nested{kind: nestedText, how: "crontab", text: Word{Value: Value(text), Span: w.Span}})
		}
		if len(out) > 1000 {
			break
		}
	}
	return out
}

// cronCommand is the command of one line of a crontab.
func cronCommand(line string) string {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return ""
	}
	fields := 5
	if line[0] == '@' {
		fields = 1
	} else if !strings.ContainsRune("*0123456789\x00", rune(line[0])) {
		return "" // NAME=value
	}
	for range fields {
		i := strings.IndexAny(line, " \t")
		if i < 0 {
			return ""
		}
		line = strings.TrimLeft(line[i:], " \t")
	}
	for i := 0; i < len(line); i++ {
		if line[i] == '%' && (i == 0 || line[i-1] != '\\') {
			return line[:i]
		}
	}
	return strings.ReplaceAll(line, `\%`, "%")
}
