package shell

import "mvdan.cc/sh/v3/syntax"

// declare takes note of a function.
func (w *walker) declare(x *syntax.FuncDecl) {
	names := x.Names
	if x.Name != nil {
		names = append(names, x.Name)
	}
	if x.Body == nil {
		return
	}
	if len(names) == 0 {
		// zsh runs a function without a name at once.
		w.callFunction(&function{name: "()", body: x.Body, src: w.src}, nil, nil)
		return
	}
	for _, n := range names {
		fn := w.functionOf(n.Value, x.Body)
		w.st.set(funcPrefix+n.Value, &cell{alts: []content{{kind: scalar, fn: fn}}})
	}
}

// functionOf is one function for one body, however often its declaration is gone through.
func (w *walker) functionOf(name string, body *syntax.Stmt) *function {
	if c := w.st.lookup(funcPrefix + name); c != nil {
		for i := range c.alts {
			if fn := c.alts[i].fn; fn != nil && fn.body == body {
				return fn
			}
		}
	}
	fn := &function{name: name, body: body, src: w.src}
	w.decls = append(w.decls, fn)
	return fn
}

// useFunction takes note that something may call a function.
func (w *walker) useFunction(name string) {
	c := w.st.lookup(funcPrefix + name)
	if c == nil {
		return
	}
	for i := range c.alts {
		if fn := c.alts[i].fn; fn != nil && !fn.used {
			in := *w
			in.st = w.st.child()
			in.callFunction(fn, []Word{{Value: Unknown, Multi: true}}, nil)
		}
	}
}
