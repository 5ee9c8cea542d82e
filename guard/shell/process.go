package shell

import (
	"slices"
	"strings"
)

// nested runs one of the things that a command runs besides itself.
func (w *walker) nested(i int, cmd *Command, c *invocation, n *nested) {
	if !w.enter(cmd.Span.Start) {
		return
	}
	defer w.leave()
	if n.loose && w.script.Unreadable == nil {
		defer func() {
			if !w.stopped {
				w.script.Unreadable = nil
			}
		}()
	}
	in := *w
	in.parent, in.how, in.found = i, n.how, nil
	if n.same {
		if n.kind != nestedArgs {
			defer w.prefix(c.env)()
		}
		in.st = w.st
	} else {
		in.st = w.st.fork()
		in.frame = nil
		in.process, in.lists = true, cmd.Program == "zsh"
		in.surround(cmd, c, n)
	}
	switch n.kind {
	case nestedArgs:
		words := n.words
		if len(words) == 0 {
			return
		}
		if n.how == "repeat" && words[0].Value == "{" && len(words) > 1 {
			words = words[1:] // zsh's repeat 2 { x }, which the parser takes for words
			if last := len(words) - 1; last > 0 && words[last].Value == "}" {
				words = words[:last]
			}
		}
		if n.more {
			words = append(slices.Clone(words), Word{Value: Unknown, Span: c.span, Multi: true})
		}
		in.runs++
		if in.runs > maxRuns {
			in.stop(cmd.Span.Start, "more than 10 000 commands")
			return
		}
		inner := invocation{
			words: words, redirects: n.redirects, found: c.found, wrapped: !n.statement,
			external: !n.same, plain: !precommand(n.how), span: wordsSpan(words, cmd.Span),
		}
		if n.same {
			inner.env = slices.Concat(c.env, n.env)
		}
		in.run(&inner)
	case nestedText:
		for _, x := range carriedBy(c.found, n.text.Span) {
			w.edge(x, i)
		}
		if n.lang != shellText && n.text.Value == Unknown {
			in.runsOutput(i, carriedBy(c.found, n.text.Span), false)
		}
		for _, p := range n.positional {
			n.from = w.union(n.from, carriedBy(c.found, p.Span))
		}
		in.program(i, n, n.text.Value, n.text.Span)
	case nestedStdin:
		if in.in == nil {
			return
		}
		texts := in.in.texts
		if texts == nil {
			texts = []Value{Unknown}
		}
		span, before, readable := in.in.span, w.script.Unreadable, false
		for _, t := range texts {
			in.program(i, n, t, span)
			readable = readable || w.script.Unreadable == before
		}
		if readable && !w.stopped {
			// Of several texts that it may be, one that no shell could run doesn't count.
			w.script.Unreadable = before
		}
	case nestedFile:
		in.file(i, n)
		if !n.itself && len(c.words) > 0 {
			w.installed(i, cmd, c, n)
		}
	}
}

// precommand reports whether a wrapper is one of the shell's own words, behind which
// functions still count.
func precommand(how string) bool {
	switch how {
	case "time", "noglob", "nocorrect", "repeat", "-", "coproc", "compgen -F":
		return true
	}
	return false
}

// wordsSpan is the part of the text from the first to the last of some words.
func wordsSpan(words []Word, other Span) Span {
	s := words[0].Span
	for _, x := range words[1:] {
		if x.Span.Start < s.Start || x.Span.End < x.Span.Start {
			return s
		}
		s.End = max(s.End, x.Span.End)
	}
	if s.End <= s.Start {
		return other
	}
	return s
}

func carriedBy(found *words, span Span) []int {
	if found == nil {
		return nil
	}
	var all []int
	for _, c := range found.carried {
		if c.span.Start < span.End && span.Start < c.span.End {
			all = append(all, c.from...)
		}
	}
	return all
}

// allCarried lists the commands whose output is in the words of a command.
func allCarried(found *words) []int {
	if found == nil {
		return nil
	}
	var all []int
	for _, c := range found.carried {
		if all = append(all, c.from...); len(all) > maxFields {
			break
		}
	}
	return all
}

// surround sets up what a process sees that a command starts.
func (w *walker) surround(cmd *Command, c *invocation, n *nested) {
	if n.clearEnv {
		w.clean, w.env1 = true, nil
	}
	if add := len(n.env) + len(c.env); add > 0 {
		env := make([]Assign, 0, len(w.env1)+add)
		env = append(env, w.env1...)
		if !n.clearEnv {
			env = append(env, c.env...)
		}
		w.env1 = append(env, n.env...)
		w.step(len(w.env1))
	}
	if n.kind != nestedArgs && n.lang == shellText {
		w.inherit()
	}
	if n.remote {
		w.st.places = []Place{{Remote: true}}
		return
	}
	if n.dir != nil {
		w.enterDir(n.dir.Value)
	}
}

// inherit makes the environment of a process the variables of the shell that it is.
func (w *walker) inherit() {
	if w.clean {
		for _, name := range w.exports {
			w.st.set(name, &cell{alts: []content{{kind: environ}}})
		}
		w.envValid = false
	}
	env := w.env1
	w.clean, w.env1 = false, nil
	for _, as := range env {
		if name, ok := strings.CutPrefix(as.Name, "BASH_FUNC_"); ok {
			w.shellText(Value(strings.TrimRight(name, "%()"))+" "+as.Value, Span{})
			continue
		}
		w.assign(as.Name, []Value{as.Value}, nil)
		if c := w.st.lookup(as.Name); c != nil {
			exported := *c
			exported.exported = true
			w.st.set(as.Name, &exported)
			w.export(as.Name)
		}
	}
}

// program reads a text that a command runs, in whatever language it is.
func (w *walker) program(i int, n *nested, text Value, span Span) {
	text = text.word()
	switch n.lang {
	case shellText:
		if len(n.positional) > 0 {
			zero := n.positional[0].Value
			w.st.set(zeroName, &cell{alts: []content{{kind: scalar, value: zero}}})
			restore := []saved{{argsName, w.st.lookup(argsName)}}
			w.setArgs(n.positional[1:], n.from)
			w.shellText(text, span)
			if n.same {
				w.takeBack(restore)
			}
			return
		}
		if !n.same {
			w.setArgs(nil, nil)
		}
		w.shellText(text, span)
	case powerShell, cmdExe:
		w.foreign(n.lang, Word{Value: text, Span: span}, i)
	default:
		w.inline(n.lang, text, span, i)
	}
}

// shellText reads a text as shell text in the state of w.
func (w *walker) shellText(text Value, span Span) {
	if text == "" || !w.enter(span.Start) {
		return
	}
	defer w.leave()
	if text == Unknown && !w.process {
		w.dynamic = true
	}
	w.depth += textDepth
	before := w.script.Unreadable
	w.shell(w.nestedSource(text, span))
	if u := w.script.Unreadable; u != before && !w.stopped && !text.Known() && u.Why != string(errDeep) && u.Why != string(errParser) {
		// What is unknown may well make it a text that can be read: it is dynamic.
		w.script.Unreadable = before
		w.withoutHoles(text, span)
	}
	w.depth -= textDepth
}

// withoutHoles reads a text of which some parts are unknown, and which no shell could run
// with a word in their place: as if they were empty, and as a command that isn't known.
func (w *walker) withoutHoles(text Value, span Span) {
	before := w.script.Unreadable
	if rest := Lit(text.Text()); strings.TrimSpace(string(rest)) != "" {
		in := *w
		in.st = w.st.child()
		src := w.nestedSource(rest, span)
		in.shell(src)
		if w.stopped {
			return
		}
		if w.script.Unreadable != before {
			in.runMore(src, w.unfinished(src))
		}
		w.script.Unreadable = before
	}
	w.shell(w.nestedSource(Unknown, span))
}

// inline reads a program in another language.
func (w *walker) inline(lang language, text Value, span Span, i int) {
	if !w.step(len(text)) {
		return
	}
	var env []Assign
	if w.opts.Home != "" {
		env = append(env, Assign{"HOME", Lit(w.opts.Home)})
	}
	if i >= 0 {
		env = append(env, w.script.Commands[i].Env...)
	}
	w.step(len(env))
	list, effects, prints := inline(lang, text, span, env)
	if w.out != nil && prints != "" {
		w.write(w.out, []Value{prints})
	}
	if len(effects) > 0 && i >= 0 {
		cmd := &w.script.Commands[i]
		cmd.Inline = append(cmd.Inline, effects...)
	}
	w.list(i, list)
}

// foreign reads a text in a language that has a reader of its own.
func (w *walker) foreign(lang language, text Word, i int) {
	if !w.step(len(text.Value)) {
		return
	}
	w.list(i, foreignCommands(lang, text.Value, text.Span))
}

// list runs what another language's text runs.
func (w *walker) list(i int, list []nested) {
	outer := Command{Span: Span{0, len(w.text)}}
	if i >= 0 {
		outer = w.script.Commands[i]
	}
	var prev *output
	outs := make([]*output, len(list)) // of those whose output another one has in its words
	for k := range list {
		for _, from := range list[k].feeds {
			if outs[from] == nil {
				outs[from] = newOutput()
			}
		}
	}
	for k := range list {
		if k > maxCommands || !w.step(1+len(list[k].feeds)) {
			return
		}
		in := *w
		if prev != nil {
			in.in = &input{texts: prev.alts, from: prev.writers}
			prev = nil
		}
		call := invocation{span: outer.Span, found: &words{}}
		for _, from := range list[k].feeds {
			in.found = call.found
			in.carry(Span{0, len(w.text) + 1}, outs[from].writers)
		}
		own := outs[k]
		if own == nil && (list[k].pipe || len(list[k].redirects) > 0) {
			own = newOutput()
		}
		if own != nil {
			in.out = own
		}
		if list[k].pipe {
			prev = own
		}
		list[k].statement = true
		in.nested(i, &outer, &call, &list[k])
		for _, rd := range list[k].redirects {
			if rd.Op != RedirectRead && !rd.Aside {
				w.wrote([]written{{rd.File.Value, own, rd.Op == RedirectAppend}})
			}
		}
	}
}
