package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

func (w *walker) forClause(x *syntax.ForClause) {
	switch l := x.Loop.(type) {
	case *syntax.WordIter:
		values, from, times := w.items(l)
		if x.Select {
			times = 0
		}
		if len(values) == 0 && l.InPos.IsValid() && len(l.Items) == 0 {
			return
		}
		if l.Name != nil && len(values) > 0 {
			w.assign(l.Name.Value, values, from)
		}
		w.loop(times > 0, times, func(in *walker) { in.stmts(x.Do) })
	case *syntax.CStyleLoop:
		if l.Init != nil {
			w.arithm(l.Init)
		}
		w.loop(false, 0, func(in *walker) {
			if l.Cond != nil {
				in.arithm(l.Cond)
			}
			in.stmts(x.Do)
			if l.Post != nil {
				in.arithm(l.Post)
			}
		})
	}
}

// items are the values that a loop's variable takes.
// times: how many there are; 0: nobody knows.
func (w *walker) items(l *syntax.WordIter) (values []Value, from []int, times int) {
	outer := w.found
	w.found = &words{}
	defer func() { w.found = outer }()
	if !l.InPos.IsValid() {
		for _, v := range w.positional() {
			values = append(values, v.fields...)
		}
		return values, nil, 0
	}
	certain := true
	seen := make(map[Value]bool, len(l.Items))
	for _, item := range l.Items {
		alts := w.fields(item)
		for _, fields := range alts {
			for _, f := range fields {
				certain = certain && len(alts) == 1 && !f.Multi
				times++
				if v := Value(f.Value); !seen[v] && len(values) <= maxValues {
					seen[v] = true
					values = append(values, v)
				}
			}
		}
	}
	for _, c := range w.found.carried {
		from = w.union(from, c.from)
	}
	if !certain {
		times = 0
	}
	return values, from, times
}

// loop runs a body that may run any number of times. What it changes may matter to its
// next run, so the two outermost loops are gone through until nothing changes any more, three
// times at most; what then still changes is unknown. definite: it runs at least once;
// times: as often as that; 0: nobody knows.
func (w *walker) loop(definite bool, times int, body func(*walker)) {
	outs := w.out
	for pass := 1; !w.stopped; pass++ {
		in := *w
		in.st = w.st.child()
		in.loops++
		out := outs.fork()
		in.out = out
		if pass > 1 {
			w.again++
		}
		body(&in)
		if pass > 1 {
			w.again--
		}
		if outs != nil {
			outs.writers = append(outs.writers, out.writers...)
			if pass == 1 && !(len(out.alts) == 1 && out.alts[0] == "") {
				switch alts := out.alts; {
				case definite && times == 1:
					w.write(outs, alts)
				case definite:
					w.write(outs, append(alts, Unknown))
				default:
					w.write(outs, append(alts, "", Unknown))
				}
			}
		}
		changing := w.changing(in.st)
		if len(in.st.cells) > 0 || len(in.st.places) != len(w.st.places) || in.st.places[0] != w.st.places[0] {
			if definite && pass == 1 {
				w.join(w.st, in.st)
			} else {
				w.join(w.st, w.st, in.st)
			}
		}
		if len(changing) == 0 || pass == times {
			return
		}
		if pass == 3 || w.loops > 1 {
			for _, name := range changing {
				switch {
				case name == argsName:
					// What is already known of them stays possible: while …; do shift; done.
					if c := w.st.lookup(argsName); c != nil {
						more := &cell{alts: slices.Clone(c.alts)}
						more.add(content{kind: array, elems: []element{{"1", Unknown}}})
						w.st.set(argsName, more)
					}
				case missing(name).kind == environ:
					w.assign(name, []Value{Unknown}, nil)
				}
			}
			return
		}
	}
}

// changing names what a body set to something that was not possible before it.
func (w *walker) changing(body *state) (names []string) {
	for name, c := range body.cells {
		old := w.st.lookup(name)
		for i := range c.alts {
			known := false
			for k := 0; old != nil && k < len(old.alts) && !known; k++ {
				known = old.alts[k].same(&c.alts[i])
			}
			if !known {
				names = append(names, name)
				break
			}
		}
	}
	return names
}
