package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// builtin runs what the shell itself does for a command. It reports whether that is all:
// nothing else is run by the command's words.
func (w *walker) builtin(i int, cmd *Command, c *invocation) bool {
	args := cmd.Args
	if len(c.env) > 0 && cmd.Program == "read" {
		defer w.prefix(slices.DeleteFunc(slices.Clone(c.env), func(a Assign) bool { return a.Name != "IFS" }))()
	}
	switch cmd.Program {
	case "cd", "chdir":
		w.cd(args)
	case "pushd":
		w.pushd(args)
	case "popd":
		w.popd()
	case "export", "declare", "typeset", "local", "readonly":
		w.declareWords(cmd.Program, args)
	case "set":
		w.setWords(args)
	case "shift":
		w.shift(args)
	case "unset":
		w.unset(args)
	case "read", "vared":
		w.read(args)
	case "mapfile", "readarray":
		w.mapfile(i, cmd, c)
	case "getopts":
		if len(args) > 1 && syntax.ValidName(string(args[1].Value)) {
			w.assign(string(args[1].Value), []Value{Unknown}, nil)
		}
		w.assign("OPTARG", []Value{Unknown}, nil)
	case "let":
		for _, a := range args {
			w.subscripts(a.Value, a.Span)
			w.letWord(a.Value)
		}
	case "test", "[":
		for k, a := range args {
			if k > 0 && (args[k-1].Value == "-v" || args[k-1].Value == "-R") || k+1 < len(args) && numeric(args[k+1].Value) ||
				k > 0 && numeric(args[k-1].Value) {
				w.subscripts(a.Value, a.Span)
			}
		}
		return true
	case "trap":
		w.trap(i, args)
	case "alias":
		w.alias(args)
	case "unalias":
		for _, a := range args {
			w.st.set(aliasPrefix+a.Value.Text(), &cell{alts: []content{{}}})
		}
	case "hash":
		if len(args) == 3 && args[0].Value == "-p" {
			w.st.set(progPrefix+args[2].Value.Text(), &cell{alts: []content{{kind: scalar, value: args[1].Value}}})
		}
	case "printf":
		w.printfVar(args)
		return false
	case "compgen", "complete":
		for k, a := range args {
			if k > 0 && args[k-1].Value == "-W" {
				w.evalDocument(a.Value, a.Span)
			}
		}
		return false
	case "jobs":
		if len(args) > 1 && args[0].Value == "-x" {
			w.nested(i, cmd, c, &nested{kind: nestedArgs, how: "jobs -x", words: args[1:]})
		}
	case "foreach":
		// zsh's old loop: foreach x (a b) command.
		if len(args) > 2 {
			w.nested(i, cmd, c, &nested{kind: nestedArgs, how: "foreach", words: args[2:], same: true})
		}
	case "shopt", "true", "false", ":", "return", "exit", "break", "continue", "wait", "umask", "type", "fg", "bg",
		"disown", "ulimit", "times", "dirs", "bind", "history", "suspend", "logout", "caller":
		if cmd.Program == "wait" && len(args) > 1 && args[0].Value == "-p" {
			w.subscripts(args[1].Value, args[1].Span)
		}
	default:
		if p := w.st.lookup(progPrefix + cmd.Name.Value.Text()); p != nil {
			w.copyOf(i, cmd, c, p)
		}
		return false
	}
	if w.out != nil {
		if values, ok := w.printed(cmd); ok {
			w.write(w.out, values)
		}
	}
	return true
}

func numeric(v Value) bool {
	switch v {
	case "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		return true
	}
	return false
}

// declareWords is declare run by words: builtin export x=1.
func (w *walker) declareWords(variant string, args []Word) {
	attrs := &cell{exported: variant == "export"}
	functions := false
	for _, a := range args {
		s := a.Value.Text()
		if len(s) > 1 && (s[0] == '-' || s[0] == '+') {
			attrs.option(s)
			functions = functions || strings.ContainsAny(s, "fF")
			continue
		}
		if functions {
			if attrs.exported {
				w.useFunction(s)
			}
			continue
		}
		w.declareWord(a, attrs, variant != "export" && variant != "readonly")
	}
}

// setWords runs set: options, then positional words.
func (w *walker) setWords(args []Word) {
	for k := 0; k < len(args); k++ {
		s := args[k].Value.Text()
		switch {
		case s == "--":
			w.setArgs(args[k+1:])
			return
		case s == "-":
			if k+1 < len(args) {
				w.setArgs(args[k+1:])
			}
			return
		case s == "-o" || s == "+o":
			k++
			w.allExport = w.allExport || k < len(args) && args[k].Value == "allexport"
		case strings.HasPrefix(s, "-A") && k+1 < len(args):
			x := content{kind: array}
			for _, a := range args[k+2:] {
				x.push(a.Value)
			}
			w.assignContent(args[k+1].Value.Text(), x)
			return
		case len(s) > 1 && (s[0] == '-' || s[0] == '+') && args[k].Value.Known():
			if strings.Contains(s, "a") {
				w.allExport = s[0] == '-'
			}
		default:
			w.setArgs(args[k:])
			return
		}
	}
}

func (w *walker) shift(args []Word) {
	n, ok := int64(1), true
	if len(args) > 0 {
		n, ok = w.integer(args[0].Value)
	}
	c := w.st.lookup(argsName)
	if c == nil {
		return
	}
	next := &cell{}
	for _, x := range c.alts {
		if !ok || n < 0 {
			next.add(content{kind: array, elems: []element{{"1", Unknown}}})
			continue
		}
		y := content{kind: array}
		for i := int(min(n, int64(len(x.elems)))); i < len(x.elems); i++ {
			y.elems = append(y.elems, element{itoa(int64(len(y.elems) + 1)), x.elems[i].value})
		}
		if len(x.elems) > 0 && x.elems[0].value == Unknown {
			y.elems = x.elems
		}
		w.step(len(x.elems))
		next.add(y)
	}
	w.st.set(argsName, next)
}

func (w *walker) unset(args []Word) {
	prefix := ""
	for _, a := range args {
		s := a.Value.Text()
		if strings.HasPrefix(s, "-") {
			if s == "-f" {
				prefix = funcPrefix
			}
			continue
		}
		w.subscripts(a.Value, a.Span)
		if !a.Value.Known() || strings.Contains(s, "[") {
			continue
		}
		w.envValid = false
		if prefix == "" && !syntax.ValidName(s) {
			continue
		}
		if prefix == "" && w.st.lookup(s) == nil && w.st.lookup(funcPrefix+s) != nil {
			w.st.set(funcPrefix+s, &cell{alts: []content{{}}})
		}
		w.st.set(prefix+s, &cell{alts: []content{{}}})
	}
}

// trap runs its text at some later time: in a copy of the shell.
func (w *walker) trap(i int, args []Word) {
	if len(args) > 0 && args[0].Value == "--" {
		args = args[1:]
	}
	if len(args) < 2 || args[0].Value == "-" || strings.HasPrefix(string(args[0].Value), "-l") || strings.HasPrefix(string(args[0].Value), "-p") {
		return
	}
	in := *w
	in.st = w.st.child()
	in.parent, in.how, in.in, in.out, in.found = i, "trap", nil, nil, nil
	in.shellText(args[0].Value, args[0].Span)
}

func (w *walker) alias(args []Word) {
	for _, a := range args {
		name, text, ok := strings.Cut(string(a.Value), "=")
		if !ok || name == "" || strings.HasPrefix(name, "-") {
			continue
		}
		w.st.set(aliasPrefix+name, &cell{alts: []content{{kind: scalar, value: Value(text)}}})
	}
}

// prompt runs the text of the variables that the shell runs or expands by itself.
func (w *walker) prompt(name string, c *cell) {
	if w.depth > maxDepth/2 {
		return
	}
	for i := range c.alts {
		texts := []Value{c.alts[i].scalar()}
		if c.alts[i].kind == array {
			texts = c.alts[i].list(false).fields
		}
		for _, t := range texts {
			in := *w
			in.st, in.found, in.in, in.out = w.st.child(), nil, nil, nil
			in.how = name
			switch {
			case t == Unknown:
			case name == "PROMPT_COMMAND":
				in.shellText(t, Span{})
			case strings.ContainsAny(t.Text(), "`$"):
				in.evalDocument(t, Span{})
			}
		}
	}
}

// letWord runs one word of let.
func (w *walker) letWord(v Value) {
	name, value, ok := strings.Cut(v.Text(), "=")
	name = strings.TrimRight(name, "+-*/%&|^<> ")
	if ok && syntax.ValidName(name) {
		n, known := w.integer(Value(value))
		x := Value(Unknown)
		if known && !strings.ContainsAny(v.Text()[:len(v.Text())-len(value)-1], "+-*/%&|^<>") {
			x = Value(itoa(n))
		}
		w.assign(name, []Value{x}, nil)
	}
}

// read sets variables from the next line of its input.
func (w *walker) read(args []Word) {
	in := w.in
	var names []string
	list, raw := "", false
	delim := "\n"
	for k := 0; k < len(args); k++ {
		s := args[k].Value.Text()
		if len(s) < 2 || s[0] != '-' {
			w.subscripts(args[k].Value, args[k].Span)
			names = append(names, s)
			continue
		}
		for j := 1; j < len(s); j++ {
			value := s[j+1:]
			takes := strings.IndexByte("adinNptu", s[j]) >= 0
			if takes && value == "" && k+1 < len(args) {
				k++
				value = args[k].Value.Text()
			}
			switch s[j] {
			case 'r':
				raw = true
			case 'a', 'A':
				list = value
			case 'd':
				delim = value
			case 'u':
				if n, ok := w.integer(Value(value)); ok {
					in, _ = w.descriptor(int(n))
				}
			}
			if takes {
				break
			}
		}
	}
	_ = raw
	lines, from := w.nextLine(in, delim)
	if len(names) == 0 && list == "" {
		names = []string{"REPLY"}
	}
	if list != "" {
		x := content{kind: array, from: from}
		if len(lines) == 1 {
			for _, f := range w.splitLine(lines[0], maxFields) {
				x.push(f)
			}
		} else {
			x.push(Unknown)
		}
		w.assignContent(list, x)
	}
	for n, name := range names {
		var values []Value
		for _, line := range lines {
			fields := w.splitLine(line, len(names))
			v := Value("")
			switch {
			case line == Unknown:
				v = Unknown
			case n < len(fields):
				v = fields[n]
			}
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		w.assignTo(name, values, from)
	}
}

// assignTo sets a variable, or a member of an array, that a builtin names.
func (w *walker) assignTo(name string, values []Value, from []int) {
	base, sub, ok := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	switch {
	case !syntax.ValidName(base):
	case !ok:
		w.assign(name, values, from)
	default:
		v := Value(Unknown)
		if len(values) == 1 {
			v = values[0]
		}
		ix := subscript{text: Value(sub)}
		ix.number, ix.isNum = w.integer(ix.text)
		w.putMember(base, ix, v)
	}
}

// nextLine is what read gets: in a loop, any of the lines.
func (w *walker) nextLine(in *input, delim string) ([]Value, []int) {
	if in == nil || in.texts == nil {
		var from []int
		if in != nil {
			from = in.from
		}
		return []Value{Unknown}, from
	}
	if delim == "" {
		delim = "\x00"
	}
	var all []Value
	for _, t := range in.texts {
		w.step(len(t) >> 3)
		lines := strings.Split(strings.TrimSuffix(string(t), delim), delim)
		if w.loops == 0 {
			lines = lines[min(in.lines, len(lines)-1):][:1]
		}
		if len(lines) > maxValues {
			return []Value{Unknown}, in.from
		}
		for _, l := range lines {
			all = append(all, Value(l))
		}
	}
	in.lines++
	return all, in.from
}

// splitLine splits a line at IFS into at most n fields.
func (w *walker) splitLine(line Value, n int) []Value {
	e := expander{walker: w}
	ifs := e.ifs()
	s := strings.Trim(string(line), " \t\n")
	var all []Value
	for s != "" && len(all) < n-1 {
		at := strings.IndexAny(s, ifs)
		if at < 0 || ifs == "" {
			break
		}
		all = append(all, Value(s[:at]))
		s = s[at+1:]
		if strings.ContainsAny(ifs, " ") {
			s = strings.TrimLeft(s, " \t\n")
		}
	}
	if s != "" {
		all = append(all, Value(s))
	}
	return all
}

// mapfile reads lines into an array, and runs its callback.
func (w *walker) mapfile(i int, cmd *Command, c *invocation) {
	name := "MAPFILE"
	trim := false
	for k := 0; k < len(cmd.Args); k++ {
		s := cmd.Args[k].Value.Text()
		if len(s) < 2 || s[0] != '-' {
			w.subscripts(cmd.Args[k].Value, cmd.Args[k].Span)
			name = s
			continue
		}
		if s == "-t" {
			trim = true
			continue
		}
		value := Word{Value: Lit(s[2:]), Span: cmd.Args[k].Span}
		if len(s) == 2 && k+1 < len(cmd.Args) {
			k++
			value = cmd.Args[k]
		}
		if s[1] == 'C' {
			w.nested(i, cmd, c, &nested{
				kind: nestedText, how: "mapfile -C", same: true,
				text: Word{Value: value.Value + " " + Unknown, Span: value.Span},
			})
		}
	}
	x := content{kind: array}
	if w.in != nil {
		x.from = w.in.from
	}
	switch {
	case w.in == nil || len(w.in.texts) != 1 || !w.in.texts[0].Known():
		x.elems = []element{{"0", Unknown}}
	default:
		text := w.in.texts[0].Text()
		for text != "" && len(x.elems) < maxFields {
			line, rest, more := strings.Cut(text, "\n")
			if more && !trim {
				line += "\n"
			}
			x.push(Lit(line))
			text = rest
		}
	}
	if syntax.ValidName(name) {
		w.assignContent(name, x)
	}
}

// printfVar runs printf -v.
func (w *walker) printfVar(args []Word) {
	if len(args) < 3 || !strings.HasPrefix(string(args[0].Value), "-v") {
		return
	}
	name := strings.TrimPrefix(args[0].Value.Text(), "-v")
	args = args[1:]
	if name == "" {
		name, args = args[0].Value.Text(), args[1:]
	}
	w.subscripts(Lit(name), Span{})
	if len(args) > 0 {
		w.assignTo(name, []Value{w.format(args)}, nil)
	}
}
