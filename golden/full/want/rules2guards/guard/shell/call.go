package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// invocation is a simple command after expansion, on its way to be run.
type invocation struct {
	words     []Word
	env       []Assign
	redirects []Redirect
	files     []written
	found     *words
	span      Span
	wrapped   bool
	plain     bool // functions and aliases don't count: command, builtin, sudo
	external  bool // another process: builtins don't count
}

// call runs a simple command.
func (w *walker) call(s *syntax.Stmt, c *syntax.CallExpr) {
	if w.runs++; w.runs > maxRuns {
		w.stop(w.src.bytes(int(s.Position.Offset()), 0).Start, "more than 10 000 commands")
		return
	}
	found := &words{}
	in := *w
	in.found = found
	var args []*syntax.Word
	var assigns []*syntax.Assign
	if c != nil {
		args, assigns = c.Args, c.Assigns
	}
	if len(args) > 0 && w.unparsed(s, c) {
		return
	}
	call := invocation{found: found, span: w.span(s, c)}
	if len(args) == 0 {
		for _, as := range assigns {
			in.setAssign(as, nil)
		}
		call.redirects, call.files = in.redirects(s.Redirs)
		w.st = in.st
		if len(call.redirects) > 0 {
			w.carriedTo(in.emit(Command{Redirects: call.redirects, Span: call.span}), found)
		}
		w.wrote(call.files)
		w.runLate(found)
		return
	}
	alts := in.arguments(args)
	for _, as := range assigns {
		if as.Name == nil || as.Array != nil || as.Index != nil {
			in.setAssign(as, nil)
			continue
		}
		values, _ := in.texts(as.Value)
		if as.Append {
			values = in.appended(as.Name.Value, values)
		}
		for _, v := range values {
			call.env = append(call.env, Assign{Name: as.Name.Value, Value: v})
		}
	}
	call.redirects, call.files = in.redirects(s.Redirs)
	in.found = nil
	if len(alts) == 1 && len(alts[0]) == 1 && alts[0][0].Value == "exec" {
		// exec without a command: its redirects are the shell's own from now on.
		w.in, w.out, w.fds = in.in, in.out, in.fds
		for _, d := range in.fds {
			w.st.set(fdPrefix+itoa(int64(d.n)), &cell{alts: []content{{kind: scalar, in: d.in, out: d.out}}})
		}
	}
	in.all(alts, call)
	w.st = in.st
	w.wrote(call.files)
	w.runLate(found)
}

// all runs one invocation for each reading of the words and each place.
func (w *walker) all(alts [][]Word, c invocation) {
	if len(alts) == 1 && len(w.st.places) == 1 {
		c.words = alts[0]
		w.run(&c)
		return
	}
	outer, out := w.st, w.out
	var branches []*state
	var outs []*output
	for _, words := range alts {
		for _, place := range outer.places {
			if w.stopped {
				return
			}
			w.st = outer.child()
			w.st.places = []Place{place}
			// Each reading writes the same output once more: they are alternatives.
			w.out = out.fork()
			each := c
			each.words = words
			w.run(&each)
			branches = append(branches, w.st)
			if w.out != out {
				outs = append(outs, w.out)
			}
		}
	}
	w.st, w.out = outer, out
	w.join(outer, branches...)
	if outs != nil && out != nil {
		w.merge(out, outs, false)
	}
}

// arguments expands the words of a command: one list for each combination of values.
func (w *walker) arguments(args []*syntax.Word) [][]Word {
	alts := [][]Word{make([]Word, 0, len(args))}
	lead := true // all words so far may vanish: this one may name the program
	for _, arg := range args {
		span := w.src.span(arg.Pos(), arg.End())
		if v, ok := w.plain(arg); ok {
			lead = false
			for k := range alts {
				alts[k] = append(alts[k], Word{Value: v, Span: span})
			}
			continue
		}
		w.bareName = lead && len(arg.Parts) > 1
		fields := w.fields(arg)
		w.bareName = false
		lead = lead && slices.ContainsFunc(fields, func(f []Word) bool { return vanishing(f) == len(f) })
		alts = w.product(alts, fields, span)
		if !w.step(len(alts)) {
			break
		}
	}
	for _, words := range alts {
		if n := vanishing(words); n > 0 && n < len(words) {
			alts = append(alts, words[n:])
		}
	}
	return alts
}

// vanishing counts the words at the beginning that may be none: unknown ones, not in quotes.
func vanishing(words []Word) int {
	n := 0
	for n < len(words) && words[n].Multi && words[n].Value == Unknown {
		n++
	}
	return n
}

// span of a simple command: its assignments and words.
func (w *walker) span(s *syntax.Stmt, c *syntax.CallExpr) Span {
	if c != nil && (len(c.Args) > 0 || len(c.Assigns) > 0) {
		from := c.Pos()
		to := c.End()
		return w.src.span(from, to)
	}
	if n := len(s.Redirs); n > 0 {
		return w.src.span(s.Redirs[0].Pos(), s.Redirs[n-1].Word.End())
	}
	at := int(s.Position.Offset())
	return w.src.bytes(at, at)
}

// unparsed handles commands whose first word the parser didn't understand: an alias, and
// !(…), which bash without extglob reads as a negated subshell. It reports whether that is
// all.
func (w *walker) unparsed(s *syntax.Stmt, c *syntax.CallExpr) bool {
	first := c.Args[0]
	g, ok := first.Parts[0].(*syntax.ExtGlob)
	if ok && len(c.Assigns) == 0 && g.Op == syntax.GlobExcept && len(first.Parts) == 1 {
		sub := *w
		sub.st = w.st.child()
		sub.part(g.Pattern)
		return len(c.Args) == 1
	}
	name := first.Lit()
	if name == "" || len(w.st.cells) == 0 && w.st.parent == nil {
		return false
	}
	a := w.st.lookup(aliasPrefix + name)
	if a == nil || slices.Contains(w.aliases, name) {
		return false
	}
	for i := range a.alts {
		if a.alts[i].kind != scalar {
			continue
		}
		text := a.alts[i].value
		rest := w.src.slice(first.End(), s.End())
		for n := 0; n < 8 && strings.HasSuffix(string(text), " "); n++ {
			// A text that ends in a blank makes the next word an alias, too.
			next := strings.TrimLeft(rest, " \t")
			word, after, _ := strings.Cut(next, " ")
			more := w.st.lookup(aliasPrefix + word)
			if more == nil || len(more.alts) != 1 || more.alts[0].kind != scalar {
				break
			}
			text, rest = text+more.alts[0].value, strings.TrimSuffix(" "+after, " ")
		}
		if strings.HasPrefix(strings.TrimSpace(text.Text())+" ", name+" ") {
			// alias ls='ls -l' names itself: bash doesn't expand it again.
			hidden := w.st.child()
			hidden.set(aliasPrefix+name, &cell{alts: []content{{}}})
			sub := *w
			sub.st = hidden
			sub.how, sub.aliases = "alias "+name, append(w.aliases[:len(w.aliases):len(w.aliases)], name)
			sub.shellText(text+Value(rest), w.src.span(c.Pos(), c.End()))
			continue
		}
		sub := *w
		sub.how, sub.aliases = "alias "+name, append(w.aliases[:len(w.aliases):len(w.aliases)], name)
		sub.shellText(text+Value(rest), w.src.span(c.Pos(), c.End()))
		w.st = sub.st
	}
	return false
}

// part reads a literal of the source as shell text.
func (w *walker) part(lit *syntax.Lit) {
	from := int(lit.ValuePos.Offset())
	text := lit.Value
	src := &source{text: text, base: -1, carrier: w.src.span(lit.Pos(), lit.End()), holes: w.src.holes, cr: w.src.cr, zsh: w.src.zsh}
	if w.src.offsets == nil && w.src.base >= 0 && from+len(text) <= len(w.src.text) && w.src.text[from:from+len(text)] == text {
		src.base = w.src.base + from
	}
	if w.enter(src.carrier.Start) {
		w.shell(src)
		w.leave()
	}
}

// extGlob adds @(a|b): any text, as far as it matters.
func (e *expander) extGlob(x *syntax.ExtGlob) {
	if strings.HasPrefix(x.Pattern.Value, "e:") {
		// zsh's glob qualifier runs its text for every file.
		code := strings.Trim(strings.TrimSuffix(x.Pattern.Value[2:], ":"), "'\"")
		w := *e.walker
		w.st = w.st.child()
		w.how = "glob qualifier"
		w.shellText(Lit(code), e.span)
	}
	if strings.Contains(x.Pattern.Value, "$(") || strings.Contains(x.Pattern.Value, "`") {
		e.evalDocument(Lit(x.Pattern.Value), e.span)
	}
	e.quotedText(AnyText)
}

// carriedTo connects the outputs in a command's words with the command.
func (w *walker) carriedTo(i int, found *words) {
	if found == nil || i < 0 {
		return
	}
	for _, word := range w.script.Commands[i].Redirects {
		w.procReader(word.File.Value, i)
	}
}

// procReader connects <(…) and >(…), named in a word, with the command that has the word.
func (w *walker) procReader(v Value, i int) {
	if len(w.pipes) == 0 {
		return
	}
	at := strings.Index(string(v), "/dev/fd/")
	if at < 0 {
		return
	}
	if p := w.pipes[string(v[at:])]; p != nil {
		if p.texts == nil && p.from == nil {
			p.from = append(p.from, i)
			for _, to := range p.readers {
				w.edge(i, to)
			}
			return
		}
		w.reads(p, i)
	}
}

// emit adds a command and connects it with its input and output. The same command at the
// same place of the text is not added twice.
func (w *walker) emit(c Command) int {
	c.Parent, c.How = w.parent, w.how
	if len(w.st.places) > 0 {
		c.Place = w.st.places[0]
	}
	if w.again > 0 {
		if w.bySpan == nil {
			w.bySpan = make(map[Span][]int, len(w.script.Commands))
			for i := range w.script.Commands {
				s := w.script.Commands[i].Span
				w.bySpan[s] = append(w.bySpan[s], i)
			}
		}
		for n, i := range w.bySpan[c.Span] {
			if n > maxValues {
				break
			}
			if sameCommand(&w.script.Commands[i], &c) {
				return i
			}
		}
	}
	i := len(w.script.Commands)
	if i >= maxCommands {
		w.stop(c.Span.Start, "more than 10 000 commands")
		return -1
	}
	if w.bySpan != nil {
		w.bySpan[c.Span] = append(w.bySpan[c.Span], i)
	}
	w.script.Commands = append(w.script.Commands, c)
	return i
}

func sameCommand(a, b *Command) bool {
	if (a.Stdin == nil) != (b.Stdin == nil) || a.Stdin != nil && *a.Stdin != *b.Stdin {
		return false
	}
	return a.Name.Value == b.Name.Value && a.Place == b.Place && a.Parent == b.Parent && a.How == b.How && a.Wrapped == b.Wrapped &&
		slices.Equal(a.Args, b.Args) && slices.Equal(a.Redirects, b.Redirects) && slices.Equal(a.Env, b.Env)
}
