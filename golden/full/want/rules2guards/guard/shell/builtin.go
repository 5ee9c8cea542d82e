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
		w.setWords(args, allCarried(c.found))
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
		w.trap(i, args, allCarried(c.found))
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
	case "print":
		if len(args) > 1 && strings.HasPrefix(string(args[0].Value), "-") && strings.Contains(string(args[0].Value), "P") {
			for _, a := range args[1:] {
				w.evalDocument(a.Value, a.Span)
			}
		}
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
func (w *walker) setWords(args []Word, from []int) {
	for k := 0; k < len(args); k++ {
		s := args[k].Value.Text()
		switch {
		case s == "--":
			w.setArgs(args[k+1:], from)
			return
		case s == "-":
			if k+1 < len(args) {
				w.setArgs(args[k+1:], from)
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
			for range strings.Count(s, "o") { // set -euo pipefail: each o takes a word
				k++
				w.allExport = w.allExport || k < len(args) && args[k].Value == "allexport"
			}
		default:
			w.setArgs(args[k:], from)
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
		y := content{kind: array, from: x.from}
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
func (w *walker) trap(i int, args []Word, from []int) {
	if len(args) > 0 && args[0].Value == "--" {
		args = args[1:]
	}
	if len(args) < 2 || args[0].Value == "-" || strings.HasPrefix(string(args[0].Value), "-l") || strings.HasPrefix(string(args[0].Value), "-p") {
		return
	}
	in := *w
	in.st = w.st.child()
	in.parent, in.how, in.in, in.out, in.found = i, "trap", nil, nil, nil
	if args[0].Value == Unknown {
		in.runsOutput(i, from, false)
	}
	in.shellText(args[0].Value, args[0].Span)
}

func (w *walker) alias(args []Word) {
	global := len(args) > 0 && args[0].Value == "-g"
	for _, a := range args {
		name, text, ok := strings.Cut(string(a.Value), "=")
		if !ok || name == "" || strings.HasPrefix(name, "-") {
			continue
		}
		if rest := strings.TrimLeft(text, ";&| \n"); global && rest != text {
			// zsh puts it in anywhere: what stands behind the end of a command is run.
			in := *w
			in.st, in.how = w.st.child(), "alias "+name
			in.shellText(Value(rest), a.Span)
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
			case strings.ContainsAny(t.Text(), "`$\\"):
				in.evalDocument(decodePrompt(t), Span{})
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
