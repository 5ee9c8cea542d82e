package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// stmts runs a list.
func (w *walker) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		if w.stopped {
			return
		}
		w.stmt(s)
	}
}

// stmt runs one statement. Depth is counted here and where words hold commands, so that no
// text can make the walker's own stack grow without end.
func (w *walker) stmt(s *syntax.Stmt) {
	if !w.step(1) || !w.enter(w.src.bytes(int(s.Position.Offset()), 0).Start) {
		return
	}
	defer w.leave()
	if s.Background || s.Coprocess || s.Disown {
		in := *w
		in.st = w.st.fork()
		in.command(s)
		return
	}
	w.command(s)
}

func (w *walker) command(s *syntax.Stmt) {
	switch x := s.Cmd.(type) {
	case nil:
		w.call(s, nil)
		return
	case *syntax.CallExpr:
		w.call(s, x)
		return
	case *syntax.BinaryCmd:
		if len(s.Redirs) == 0 {
			w.chain(s)
			return
		}
	case *syntax.FuncDecl:
		w.declare(x)
		return
	}
	if len(s.Redirs) == 0 {
		w.compound(s)
		return
	}
	in := *w
	in.found = &words{}
	redirects, files := in.redirects(s.Redirs)
	found := in.found
	in.found = nil
	if len(redirects) > 0 {
		// A loop's or a group's redirect is the effect of a command without a program.
		i := w.emit(Command{Redirects: redirects, Span: redirects[0].File.Span})
		w.carriedTo(i, found)
	}
	in.compound(s)
	w.st = in.st
	w.wrote(files)
	in.runLate(found)
}

func (w *walker) compound(s *syntax.Stmt) {
	switch x := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		w.chain(s)
	case *syntax.Block:
		w.stmts(x.Stmts)
	case *syntax.Subshell:
		in := *w
		in.st = w.st.fork()
		in.stmts(x.Stmts)
	case *syntax.IfClause:
		w.ifClause(x)
	case *syntax.WhileClause:
		w.loop(false, 0, func(in *walker) {
			in.stmts(x.Cond)
			in.stmts(x.Do)
		})
	case *syntax.ForClause:
		w.forClause(x)
	case *syntax.CaseClause:
		w.caseClause(x)
	case *syntax.FuncDecl:
		w.declare(x)
	case *syntax.ArithmCmd:
		w.arithm(x.X)
	case *syntax.TestClause:
		w.test(x.X)
	case *syntax.DeclClause:
		w.declClause(x)
	case *syntax.LetClause:
		for _, e := range x.Exprs {
			w.letExpr(e)
		}
	case *syntax.TimeClause:
		if x.Stmt != nil {
			w.stmt(withoutDashes(x.Stmt))
		}
	case *syntax.CoprocClause:
		in := *w
		in.st = w.st.fork()
		in.in, in.out = nil, nil
		if x.Name != nil && beginsSimple(x.Stmt) {
			// coproc npm i | cat: only a compound command has a name.
			span := w.src.span(x.Name.Pos(), x.Stmt.End())
			in.shellText(Lit(w.src.slice(x.Name.Pos(), x.Stmt.End())), span)
			return
		}
		if x.Name != nil {
			w.texts(x.Name)
		}
		in.stmt(x.Stmt)
	case *syntax.TestDecl:
		w.stmt(x.Body)
	}
}

// beginsSimple reports whether a statement begins with a simple command.
func beginsSimple(s *syntax.Stmt) bool {
	for {
		b, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		s = b.X
	}
	_, ok := s.Cmd.(*syntax.CallExpr)
	return ok
}

// withoutDashes drops the -- of time --, which the parser takes for the command.
func withoutDashes(s *syntax.Stmt) *syntax.Stmt {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) < 2 || c.Args[0].Lit() != "--" || len(c.Assigns) > 0 {
		return s
	}
	call, stmt := *c, *s
	call.Args = c.Args[1:]
	stmt.Cmd = &call
	return &stmt
}

// link is one statement of a chain and the operator in front of it.
type link struct {
	op   syntax.BinCmdOperator
	stmt *syntax.Stmt
}

// flatten takes a chain of pipes, or of && and ||, apart. Chains may be as long as the
// text, and lean to either side, so this is a loop with a stack of its own.
func (w *walker) flatten(s *syntax.Stmt, pipes bool) []link {
	var all []link
	todo := []link{{0, s}}
	for len(todo) > 0 && w.step(1) {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		b, ok := last.stmt.Cmd.(*syntax.BinaryCmd)
		isPipe := ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll)
		if !ok || isPipe != pipes || len(last.stmt.Redirs) > 0 || last.stmt != s && (last.stmt.Background || last.stmt.Coprocess) {
			all = append(all, last)
			continue
		}
		todo = append(todo, link{b.Op, b.Y}, link{last.op, b.X})
	}
	return all
}

func (w *walker) chain(s *syntax.Stmt) {
	b, _ := s.Cmd.(*syntax.BinaryCmd)
	if b.Op == syntax.Pipe || b.Op == syntax.PipeAll {
		w.pipeline(w.flatten(s, true))
		return
	}
	links := w.flatten(s, false)
	sure := true // what stands to the left succeeds, as far as we can tell
	for i, l := range links {
		if w.stopped {
			return
		}
		switch {
		case i == 0 || l.op == syntax.AndStmt && sure:
			w.link(l.stmt)
		default:
			in := *w
			in.st = w.st.child()
			in.link(l.stmt)
			switch {
			case l.op == syntax.OrStmt && leaves(l.stmt):
			case l.op == syntax.AndStmt && leaves(l.stmt):
			default:
				w.join(w.st, w.st, in.st)
			}
		}
		sure = (i == 0 || sure) && succeeds(l.stmt)
	}
}

// link runs a part of a chain: one that is a chain itself is one level deeper.
func (w *walker) link(s *syntax.Stmt) { w.stmt(s) }

// leaves reports whether nothing that follows in this list runs after s.
func leaves(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch c.Args[0].Lit() {
	case "exit", "return", "break", "continue":
		return true
	}
	return false
}

// succeeds reports whether a command is one that is written to succeed, so that what
// follows && runs: its cd and its variables hold from then on.
func succeeds(s *syntax.Stmt) bool {
	if s.Negated {
		return false
	}
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		_, decl := s.Cmd.(*syntax.DeclClause)
		_, fn := s.Cmd.(*syntax.FuncDecl)
		return decl || fn
	}
	if len(c.Args) == 0 {
		return true
	}
	switch c.Args[0].Lit() {
	case "cd", "pushd", "popd", "mkdir", "echo", "printf", "export", "set", "shopt", "true", ":", "source", ".",
		"eval", "git", "alias", "touch", "rm", "cp", "mv", "ln", "cat", "unset", "umask", "chmod", "trap":
		return true
	}
	return false
}

// pipeline runs the stages of a pipe: each in a copy of the shell, each reading what the
// one before it writes.
func (w *walker) pipeline(stages []link) {
	var prev *output
	for i := range stages {
		if w.stopped {
			return
		}
		in := *w
		in.st = w.st.fork()
		if i > 0 {
			in.in = &input{texts: prev.alts, from: prev.writers}
			if s := stages[i-1].stmt; s.Cmd != nil {
				in.in.span = w.src.span(s.Pos(), s.End())
			}
		}
		if i < len(stages)-1 {
			prev = newOutput()
			in.out = prev
		}
		in.stmt(stages[i].stmt)
		if i == len(stages)-1 {
			// zsh, and bash with lastpipe, run the last stage in this shell.
			places := w.st.places
			w.join(w.st, w.st, in.st)
			if !w.src.zsh {
				w.st.places = places
			}
		}
	}
}

func (w *walker) ifClause(x *syntax.IfClause) {
	var branches []*state
	var outs []*output
	exhaustive := false
	for c := x; c != nil && !w.stopped; c = c.Else {
		w.stmts(c.Cond)
		in := *w
		out := w.out.fork()
		in.st, in.out = w.st.child(), out
		in.stmts(c.Then)
		if n := len(c.Then); n == 0 || !leaves(c.Then[n-1]) {
			branches = append(branches, in.st)
		}
		outs = append(outs, out)
		exhaustive = len(c.Cond) == 0
	}
	if !exhaustive {
		branches = append(branches, w.st)
	}
	w.join(w.st, branches...)
	if w.out != nil {
		w.merge(w.out, outs, !exhaustive)
	}
}

func (w *walker) caseClause(x *syntax.CaseClause) {
	w.texts(x.Word)
	var branches []*state
	var outs []*output
	exhaustive, falls := false, false
	for _, item := range x.Items {
		if w.stopped {
			return
		}
		for _, p := range item.Patterns {
			w.patterns(p)
			exhaustive = exhaustive || p.Lit() == "*"
		}
		in := *w
		out := w.out.fork()
		in.st, in.out = w.st.child(), out
		if n := len(branches); falls && n > 0 {
			// ;& carries the state of the item before it along.
			w.join(in.st, in.st, &state{parent: in.st, cells: branches[n-1].cells, places: branches[n-1].places})
		}
		in.stmts(item.Stmts)
		branches = append(branches, in.st)
		outs = append(outs, out)
		falls = item.Op != syntax.Break
	}
	if !exhaustive {
		branches = append(branches, w.st)
	}
	w.join(w.st, branches...)
	if w.out != nil {
		w.merge(w.out, outs, !exhaustive)
	}
}

// test goes through [[ … ]].
func (w *walker) test(x syntax.TestExpr) {
	if !w.enter(0) {
		return
	}
	defer w.leave()
	for x != nil && w.step(1) {
		switch t := x.(type) {
		case *syntax.Word:
			w.patterns(t)
			return
		case *syntax.ParenTest:
			x = t.X
		case *syntax.UnaryTest:
			if word, ok := t.X.(*syntax.Word); ok && (t.Op == syntax.TsVarSet || t.Op == syntax.TsRefVar) {
				all, _ := w.texts(word)
				for _, v := range all {
					w.subscripts(v, w.src.span(word.Pos(), word.End()))
				}
				return
			}
			x = t.X
		case *syntax.BinaryTest:
			switch t.Op {
			case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
				for _, side := range []syntax.TestExpr{t.X, t.Y} {
					if word, ok := side.(*syntax.Word); ok {
						w.integerOf(word)
					}
				}
				return
			}
			w.test(t.X)
			x = t.Y
		default:
			return
		}
	}
}

// letExpr is one argument of let: arithmetic even where it is quoted.
func (w *walker) letExpr(x syntax.ArithmExpr) { w.arithm(x) }
