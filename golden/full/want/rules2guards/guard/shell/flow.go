package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// input is what a descriptor gives to those that read it.
type input struct {
	texts   []Value // what it holds, one of these; nil: not known
	span    Span
	from    []int // commands that wrote it
	readers []int // commands that read it
	lines   int   // lines that read has taken
}

// output gathers what commands write. Its values are exact only while every command that
// writes is one whose output is known.
type output struct {
	alts    []Value
	writers []int
	pipe    *input // whoever reads it was found before those that write
	back    *input // what the same descriptor gives, of a connection
}

func newOutput() *output { return &output{alts: []Value{""}} }

// write appends one of several values.
func (r *reader) write(o *output, values []Value) {
	if o == nil {
		return
	}
	if len(values) == 0 || len(values)*len(o.alts) > maxValues {
		values = []Value{Unknown}
	}
	if len(values) == 1 && values[0] == "" {
		return
	}
	all := make([]Value, 0, len(values)*len(o.alts))
	for _, a := range o.alts {
		for _, v := range values {
			if !r.step((len(a) + len(v)) >> 4) {
				return
			}
			if x := bounded(a + v); !slices.Contains(all, x) {
				all = append(all, x)
			}
		}
	}
	o.alts = all
}

// fork gives a branch its own output; merge puts the branches' together.
func (o *output) fork() *output {
	if o == nil {
		return nil
	}
	return &output{alts: []Value{""}, pipe: o.pipe}
}

func (r *reader) merge(o *output, branches []*output, maybeNone bool) {
	if o == nil {
		return
	}
	var all []Value
	if maybeNone {
		all = append(all, "")
	}
	for _, b := range branches {
		o.writers = append(o.writers, b.writers...)
		for _, v := range b.alts {
			if len(all) <= maxValues && !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	if len(all) > maxValues {
		all = []Value{Unknown}
	}
	r.write(o, all)
}

// union is all commands of two lists; neither list is changed.
func (r *reader) union(a, b []int) []int {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return b[:len(b):len(b)]
	}
	all := append(a[:len(a):len(a)], b...)
	r.step(len(all))
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > maxFields {
		r.stop(0, "too many commands write one value")
	}
	return all
}

// edge records that one command's output reaches another.
func (r *reader) edge(from, to int) {
	if from == to || from < 0 || to < 0 {
		return
	}
	pipes := &r.script.Commands[from].Pipes
	if n := len(*pipes); n > 0 && (*pipes)[n-1] == to || n < 16 && slices.Contains(*pipes, to) {
		return
	}
	if r.edges++; r.edges > maxEdges {
		r.stop(0, "too many commands in one pipe")
		return
	}
	*pipes = append(*pipes, to)
}

// reads and writes connect a command with its standard input and output.
func (r *reader) reads(in *input, i int) {
	if in == nil {
		return
	}
	in.readers = append(in.readers, i)
	for _, from := range in.from {
		r.edge(from, i)
	}
}

func (r *reader) writes(o *output, i int) {
	if o == nil {
		return
	}
	o.writers = append(o.writers, i)
	if o.pipe != nil {
		o.pipe.from = append(o.pipe.from, i)
		for _, to := range o.pipe.readers {
			r.edge(i, to)
		}
	}
}

// carried says that a word holds the output of commands.
type carried struct {
	span Span
	from []int
}

// lateSubst is a >(…): what it reads is known only when the command before it has run.
type lateSubst struct {
	node *syntax.ProcSubst
	src  *source
	in   *input
	out  *output
}

// words gathers what turns up while the words of one command are expanded.
type words struct {
	carried []carried
	late    []lateSubst
}

func (w *walker) carry(span Span, from []int) {
	if w.found != nil && len(from) > 0 {
		w.found.carried = append(w.found.carried, carried{span, from})
	}
}

// substitution runs $(…) and adds its output.
func (e *expander) substitution(x *syntax.CmdSubst, quoted bool) {
	e.output(quoted, func(w *walker) {
		if !x.TempFile && !x.ReplyVar {
			w.st = w.st.fork()
		}
		if file, ok := readsFile(x.Stmts); ok {
			w.out.alts = w.slurp(file)
		} else if text, ok := w.inBackquotes(x, quoted); ok {
			w.readText(text, w.src.span(x.Pos(), x.End()))
		} else {
			w.stmts(x.Stmts)
		}
	})
}

// arithmetic adds the value of $((…)). bash 5.2 counts the brackets of the expression without regard to case: where
// they don't pair, as in $(( $(case a in a) echo npm;; esac) )), it runs the expression's text in a subshell.
func (e *expander) arithmetic(x *syntax.ArithmExp, quoted bool) {
	if expr := strings.TrimPrefix(e.src.slice(x.Left, x.Right), "$(("); !x.Bracket && e.step(len(expr)>>4) && !pairs(expr) {
		e.output(quoted, func(w *walker) {
			w.st = w.st.fork()
			w.readText("("+expr+")", w.src.span(x.Pos(), x.End()))
		})
		return
	}
	v := Value(Unknown)
	if n, ok := e.arithm(x.X); ok {
		v = Value(itoa(n))
	}
	e.choose([]paramValue{{fields: []Value{v}}}, quoted)
}

// pairs reports whether every bracket outside of quotes has its other one.
func pairs(text string) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			i++
		case '\'', '"':
			for i++; i < len(text) && text[i] != c; i++ {
				if c == '"' && text[i] == '\\' {
					i++
				}
			}
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// output adds what the commands of run print.
func (e *expander) output(quoted bool, run func(w *walker)) {
	if !e.enter(e.span.Start) {
		return
	}
	defer e.leave()
	w := *e.walker
	w.found, w.bareName = nil, false
	out := newOutput() // w.out may be another one afterwards: exec >file
	w.out = out
	w.how = "$(…)"
	run(&w)
	e.from = e.union(e.from, out.writers)
	values := make([]paramValue, 0, len(out.alts))
	for _, v := range out.alts {
		p := one(Value(strings.TrimRight(string(v.word()), "\n")))
		p.multi = !v.Known()
		values = append(values, p)
	}
	e.choose(values, quoted)
}

// readsFile recognises $(< file).
func readsFile(stmts []*syntax.Stmt) (*syntax.Redirect, bool) {
	if len(stmts) != 1 || stmts[0].Cmd != nil || len(stmts[0].Redirs) != 1 {
		return nil, false
	}
	rd := stmts[0].Redirs[0]
	return rd, rd.N == nil && (rd.Op == syntax.RdrIn || rd.Op == syntax.WordHdoc || rd.Op == syntax.Hdoc)
}

// slurp is the text that a redirect reads; the reading itself is recorded as a command
// without a program.
func (w *walker) slurp(rd *syntax.Redirect) []Value {
	in := *w
	in.out = nil
	in.found = &words{}
	redirects := in.redirect(rd)
	if len(redirects) > 0 {
		in.emit(Command{Redirects: redirects, Span: redirects[0].File.Span})
	}
	if in.in == nil || in.in.texts == nil {
		return []Value{Unknown}
	}
	w.out.writers = append(w.out.writers, in.in.from...)
	return in.in.texts
}

// inBackquotes returns the text between backquotes when it holds backslashes: a shell takes
// those away before it reads the text, which the parser does in simple cases only.
func (w *walker) inBackquotes(x *syntax.CmdSubst, quoted bool) (string, bool) {
	if !x.Backquotes {
		return "", false
	}
	raw := w.src.slice(x.Left, x.Right)
	if strings.IndexByte(raw, '\\') < 0 || !w.step(len(raw)) {
		return "", false
	}
	b := make([]byte, 0, len(raw))
	for i := 1; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && (strings.IndexByte("$`\\", raw[i+1]) >= 0 || quoted && raw[i+1] == '"') {
			i++
		}
		b = append(b, raw[i])
	}
	return string(b), true
}

// readText walks a text that the source holds at span, unescaped or as another thing.
func (w *walker) readText(text string, span Span) {
	if !w.enter(span.Start) {
		return
	}
	defer w.leave()
	s := w.nestedSource(Value(text), span)
	s.holes, s.cr = w.src.holes, w.src.cr
	w.shell(s)
}

// procSubst runs <(…) and names its pipe; >(…) is left for when its command has run.
func (w *walker) procSubst(x *syntax.ProcSubst) Value {
	if !w.enter(0) {
		return Unknown
	}
	defer w.leave()
	name := "/dev/fd/" + itoa(int64(63+len(w.pipes)))
	in := &input{span: w.src.span(x.Pos(), x.End())}
	if w.pipes == nil {
		w.pipes = make(map[string]*input)
	}
	w.pipes[name] = in
	if x.Op == syntax.CmdOut {
		out := newOutput()
		out.pipe = in
		if w.found != nil {
			w.found.late = append(w.found.late, lateSubst{x, w.src, in, out})
		}
		return Value(name)
	}
	inner := *w
	inner.found, inner.bareName = nil, false
	inner.st = w.st.fork()
	out := newOutput()
	inner.out, inner.how = out, "<(…)"
	inner.stmts(x.Stmts)
	in.texts, in.from = out.alts, out.writers
	return Value(name)
}

// runLate runs the >(…) of a command that was just run.
func (w *walker) runLate(found *words) {
	for _, l := range found.late {
		if !w.enter(0) {
			return
		}
		inner := *w
		inner.found = nil
		inner.src = l.src
		inner.st = w.st.fork()
		inner.in, inner.out = l.in, nil
		if len(l.out.writers) > 0 {
			l.in.texts = l.out.alts
		}
		inner.how = ">(…)"
		inner.stmts(l.node.Stmts)
		w.leave()
	}
}
