package shell

import (
	"slices"
	"strings"
)

// run runs one simple command whose words are known as far as they can be.
func (w *walker) run(c *invocation) {
	if len(c.words) == 0 {
		// All words vanished: the assignments are the shell's own.
		for _, as := range c.env {
			w.assign(as.Name, []Value{as.Value}, nil)
		}
		if len(c.redirects) > 0 {
			w.carriedTo(w.emit(Command{Redirects: c.redirects, Span: c.span}), c.found)
		}
		return
	}
	w.step(8 + len(c.words))
	name := c.words[0]
	if !c.plain && w.function(c) {
		return
	}
	cmd := Command{
		Program: programName(name.Value), Name: name, Args: c.words[1:len(c.words):len(c.words)],
		Env: w.commandEnv(c.env), Redirects: c.redirects, Wrapped: c.wrapped, Span: c.span,
	}
	if w.in != nil && len(w.in.texts) > 0 {
		cmd.Stdin = &Text{Value: w.in.texts[0], Span: w.in.span}
		if len(w.in.texts) > 1 {
			cmd.Stdin.Value = Unknown
		}
		if cmd.Program != "xargs" && cmd.Program != "gxargs" {
			cmd.Stdin.Value = cmd.Stdin.Value.word()
		}
	}
	if !name.Value.Known() && !c.external && !w.process {
		w.dynamic = true
	}
	i := w.emit(cmd)
	if i < 0 {
		return
	}
	cmd.Parent, cmd.Place, cmd.How = w.parent, w.script.Commands[i].Place, w.how
	w.reads(w.in, i)
	w.writes(w.out, i)
	for _, word := range c.words {
		w.procReader(word.Value, i)
	}
	for _, rd := range c.redirects {
		w.procReader(rd.File.Value, i)
	}
	switch tableName(cmd.Program) {
	case "echo", "printf", "print", "trap", "iex", "invoke-expression", "write-output", "set-content", "out-file":
		// What is in its words it prints, or runs.
		for _, from := range allCarried(c.found) {
			w.edge(from, i)
		}
	case "cat", "head", "tail", "tac", "sed", "tr", "base64", "xxd", "gunzip", "zcat", "envsubst", "get-content", "type":
		for _, a := range cmd.Args[:min(len(cmd.Args), maxValues)] {
			if w.step(1); w.fileCell(filePrefix, a.Value) != nil {
				for _, from := range w.fileInput(a).from {
					w.edge(from, i)
				}
			}
		}
	}
	if name.Value == Unknown {
		w.runsOutput(i, carriedBy(c.found, name.Span), true)
	}
	if !c.external && w.builtin(i, &cmd, c) {
		return
	}
	wrote := 0
	if w.out != nil {
		wrote = len(w.out.writers)
	}
	w.gitSettings(&cmd)
	for n, inner := range nest(&cmd, w.opts.Wrappers) {
		if n > maxFields || !w.step(1) {
			break
		}
		w.nested(i, &cmd, c, &inner)
	}
	if strings.ContainsAny(string(name.Value), "/\\") {
		w.ownFile(i, &cmd, c, cmd.Name)
	} else if !c.external {
		w.onPath(i, &cmd, c)
	}
	w.remember(i, &cmd)
	if w.out == nil {
		return
	}
	if values, ok := w.printed(&cmd); ok {
		w.write(w.out, values)
	} else if len(w.out.writers) == wrote || mixes(cmd.Program) {
		w.write(w.out, []Value{Unknown})
	}
}

// mixes reports whether a program that runs another writes text of its own, too, or runs it
// several times.
func mixes(program string) bool {
	switch program {
	case "find", "xargs", "parallel", "watch", "git", "ssh", "docker", "make":
		return true
	}
	return false
}

// commandEnv is the environment of a command: what the text exported, what wrappers around
// it set, and what stands in front of it.
func (w *walker) commandEnv(own []Assign) []Assign {
	env := w.env1
	if !w.clean {
		if exported := w.environment(); len(env) == 0 {
			env = exported
		} else if len(exported) > 0 {
			env = append(slices.Clone(exported), env...)
		}
	}
	if len(own) == 0 {
		return env
	}
	all := make([]Assign, 0, len(env)+len(own))
	for _, as := range env {
		if !slices.ContainsFunc(own, func(o Assign) bool { return o.Name == as.Name }) {
			all = append(all, as)
		}
	}
	w.step(len(env))
	return append(all, own...)
}

// programName is the base name of a program; empty when it isn't known.
func programName(v Value) string {
	if !v.Known() || v.HasGlob() {
		return ""
	}
	s := string(v)
	if i := strings.LastIndexAny(s, "/\\"); i >= 0 {
		s = s[i+1:]
	}
	if len(s) > 1 && s[0] == '=' {
		s = s[1:] // zsh: the path of that program
	}
	if i := strings.LastIndexByte(s, '.'); i > 0 {
		switch strings.ToLower(s[i:]) {
		case ".exe", ".cmd", ".bat":
			s = s[:i]
		}
	}
	return s
}

// function calls the functions that a name may mean. False: the name may also mean a
// program.
func (w *walker) function(c *invocation) bool {
	v := c.words[0].Value
	if !v.Known() || v.HasGlob() {
		return false
	}
	cell := w.st.lookup(funcPrefix + v.Text())
	if cell == nil {
		return false
	}
	certain := true
	called := false
	for _, x := range cell.alts {
		if x.fn == nil {
			certain = false
			continue
		}
		called = true
		if w.running(x.fn) > 1 {
			certain = false // shown by its name: a function that only calls itself is a command too, : | :
			continue
		}
		restore := w.prefix(c.env)
		w.callFunction(x.fn, c.words[1:], allCarried(c.found))
		restore()
	}
	return called && certain
}

// prefix sets the variables that stand in front of a function or of text that this shell
// runs, and returns how to take them back.
func (w *walker) prefix(env []Assign) func() {
	if len(env) == 0 {
		return func() {}
	}
	old := make([]saved, 0, len(env))
	for _, as := range env {
		old = append(old, saved{as.Name, w.st.lookup(as.Name)})
		w.assign(as.Name, []Value{as.Value}, nil)
		c := *w.st.lookup(as.Name)
		c.exported = true
		w.st.set(as.Name, &c)
		w.export(as.Name)
	}
	return func() { w.takeBack(old) }
}

// saved is what a name held before a function or a prefix hid it.
type saved struct {
	name string
	cell *cell
}

func (w *walker) takeBack(old []saved) {
	w.envValid = false
	for i := len(old) - 1; i >= 0; i-- {
		c := old[i].cell
		if c == nil {
			c = &cell{alts: []content{missing(old[i].name)}}
		}
		w.st.set(old[i].name, c)
	}
}

// running counts how often a function is entered by now.
func (w *walker) running(fn *function) int {
	n := 0
	for _, f := range w.active {
		if f == fn {
			n++
		}
	}
	return n
}

// callFunction runs a function's body with its words. A function that calls itself is
// entered once more, no deeper. from are the commands whose output is in the words.
func (w *walker) callFunction(fn *function, args []Word, from []int) {
	if fn.used {
		// What it was seen to run before need not be shown again.
		w.again++
		defer func() { w.again-- }()
	}
	fn.used = true
	if w.running(fn) > 1 || !w.enter(0) {
		return
	}
	defer w.leave()
	w.active = append(w.active, fn)
	defer func() { w.active = w.active[:len(w.active)-1] }()
	old := w.st.lookup(argsName)
	w.setArgs(args, from)
	in := *w
	in.src, in.how, in.found = fn.src, "function "+fn.name, nil
	in.frame = &frame{}
	in.stmt(fn.body)
	w.takeBack(append(in.frame.saved, saved{argsName, old}))
}

// frame remembers what a function's local variables hide.
type frame struct{ saved []saved }

// setArgs sets the positional words.
func (w *walker) setArgs(args []Word, from []int) {
	x := content{kind: array, from: from}
	for i, a := range args {
		if i == maxFields {
			x.elems = append(x.elems, element{itoa(int64(i + 1)), Unknown})
			break
		}
		x.elems = append(x.elems, element{itoa(int64(i + 1)), a.Value})
	}
	w.step(len(args))
	w.st.set(argsName, &cell{alts: []content{x}})
}
