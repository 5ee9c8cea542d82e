package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithm goes through an arithmetic expression, for the commands in it, and works out its
// value when it is known. Chains of operators lean to the left, and are run in a loop.
func (w *walker) arithm(x syntax.ArithmExpr) (int64, bool) {
	if x == nil || !w.step(1) || !w.enter(0) {
		return 0, false
	}
	defer w.leave()
	var spine []*syntax.BinaryArithm
	for {
		b, ok := x.(*syntax.BinaryArithm)
		if !ok {
			break
		}
		spine = append(spine, b)
		x = b.X
	}
	if n := len(spine); n > 0 && assigns(spine[n-1].Op) {
		w.assignArithm(spine[n-1])
		for _, b := range spine[:n-1] {
			w.arithm(b.Y)
		}
		return 0, false
	}
	n, ok := w.operand(x)
	for i := len(spine) - 1; i >= 0; i-- {
		m, okY := w.arithm(spine[i].Y)
		n, ok = calculate(spine[i].Op, n, m, ok && okY)
	}
	return n, ok
}

func (w *walker) operand(x syntax.ArithmExpr) (int64, bool) {
	switch x := x.(type) {
	case *syntax.Word:
		_, n, ok := w.integerOf(x)
		return n, ok
	case *syntax.ParenArithm:
		return w.arithm(x.X)
	case *syntax.UnaryArithm:
		n, ok := w.arithm(x.X)
		switch x.Op {
		case syntax.Minus:
			return -n, ok
		case syntax.Plus:
			return n, ok
		case syntax.Inc, syntax.Dec:
			if word, isWord := x.X.(*syntax.Word); isWord && syntax.ValidName(word.Lit()) {
				w.assign(word.Lit(), []Value{Unknown}, nil)
			}
		}
	case *syntax.FlagsArithm:
		w.arithm(x.X)
	}
	return 0, false
}

func assigns(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn,
		syntax.AndBoolAssgn, syntax.OrBoolAssgn, syntax.XorBoolAssgn, syntax.PowAssgn:
		return true
	}
	return false
}

func (w *walker) assignArithm(b *syntax.BinaryArithm) {
	n, ok := w.arithm(b.Y)
	v := Value(Unknown)
	if ok && b.Op == syntax.Assgn {
		v = Value(itoa(n))
	}
	if word, isWord := b.X.(*syntax.Word); isWord && syntax.ValidName(word.Lit()) {
		w.assign(word.Lit(), []Value{v}, nil)
		return
	}
	w.arithm(b.X)
}

func calculate(op syntax.BinAritOperator, a, b int64, ok bool) (int64, bool) {
	switch op {
	case syntax.Add:
		return a + b, ok
	case syntax.Sub:
		return a - b, ok
	case syntax.Mul:
		return a * b, ok
	case syntax.Quo, syntax.Rem:
		if b == 0 || !ok {
			return 0, false
		}
		if op == syntax.Quo {
			return a / b, true
		}
		return a % b, true
	case syntax.Comma:
		return b, ok
	}
	return 0, false
}

// integerOf is integer for a word, whose every value is evaluated; text and number are known
// where there is but one.
func (w *walker) integerOf(word *syntax.Word) (text Value, n int64, ok bool) {
	all, _ := w.texts(word)
	for _, v := range all {
		text = v
		n, ok = w.integer(v)
	}
	if len(all) != 1 {
		return Unknown, 0, false
	}
	return text, n, ok
}

// integer is a value read as arithmetic does: a number, or the name of a variable that
// holds one. A subscript in it is evaluated, which may run commands.
func (w *walker) integer(v Value) (int64, bool) {
	s := strings.TrimSpace(v.Text())
	if !v.Known() {
		return 0, false
	}
	if s == "" {
		return 0, true
	}
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return n, true
	}
	if syntax.ValidName(s) {
		if c := w.st.lookup(s); c != nil && len(c.alts) > 0 && w.enter(0) {
			defer w.leave()
			all := c.values()
			n, ok := int64(0), false
			for _, a := range all {
				if string(a) != s {
					n, ok = w.integer(a)
				}
			}
			return n, ok && len(all) == 1
		}
		return 0, false
	}
	w.subscripts(v, Span{})
	return 0, false
}

// subscripts runs the substitutions in a text that will be evaluated as arithmetic or as
// the name of a variable, however it was quoted: only those in a subscript are run.
func (w *walker) subscripts(v Value, span Span) {
	i := strings.IndexByte(string(v), '[')
	if i < 0 {
		return
	}
	s := string(v[i:])
	if strings.Contains(s, "$(") || strings.Contains(s, "`") || strings.Contains(s, "${") {
		w.evalDocument(v[i:], span)
	}
}

// evalDocument expands a text as the inside of double quotes, as prompts are.
func (w *walker) evalDocument(v Value, span Span) []Value {
	if !w.enter(span.Start) {
		return nil
	}
	defer w.leave()
	src := w.nestedSource(v, span)
	word, err := w.document(src)
	if err != nil || word == nil {
		// What the parser refuses here it may take, or mend, in a statement.
		in := *w
		in.found, in.out = nil, nil
		in.shellText(": "+v, span)
		return nil
	}
	in := *w
	in.src = src
	all, _ := in.textParts(word.Parts, span, true)
	return all
}
