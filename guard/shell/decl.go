package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// setAssign runs one assignment of this shell. attrs: attributes that declare gives; nil
// for a plain assignment.
func (w *walker) setAssign(as *syntax.Assign, attrs *cell) {
	if as.Name == nil {
		return
	}
	name := as.Name.Value
	var arrays []content
	switch {
	case as.Array != nil:
		if attrs != nil {
			w.attribute(name, attrs)
		}
		arrays = w.arrayOf(as)
	case as.Index != nil:
		w.setMember(name, as)
		return
	case as.Naked:
		if attrs == nil {
			return
		}
		w.attribute(name, attrs)
		return
	default:
		values, from := w.texts(as.Value)
		if as.Append {
			values = w.appended(name, values)
		}
		if attrs != nil {
			w.attribute(name, attrs)
			if attrs.ref {
				c := &cell{ref: true}
				for _, v := range values {
					c.add(content{kind: scalar, value: v})
				}
				w.setVar(name, c)
				return
			}
		}
		if attrs != nil && attrs.integer {
			for _, v := range values {
				w.integer(v)
			}
		}
		w.assign(name, values, from)
		return
	}
	if attrs != nil {
		w.attribute(name, attrs)
	}
	w.assignContent(name, arrays...)
}

// attribute gives a variable the attributes of declare, and keeps what it holds.
func (w *walker) attribute(name string, attrs *cell) {
	c := &cell{}
	if old := w.st.lookup(name); old != nil {
		*c = *old
	} else {
		c.alts = []content{missing(name)}
	}
	c.exported = c.exported || attrs.exported
	c.ref = c.ref || attrs.ref
	c.lower = attrs.lower || c.lower && !attrs.upper
	c.upper = attrs.upper || c.upper && !attrs.lower
	c.integer = c.integer || attrs.integer
	c.assoc = c.assoc || attrs.assoc
	if attrs.exported {
		w.export(name)
	}
	w.st.set(name, c)
}

// appended is x+=y.
func (w *walker) appended(name string, values []Value) []Value {
	c := w.st.lookup(name)
	if c == nil {
		// Never set by this text: empty, or something of the environment's.
		all := slices.Clone(values)
		for _, v := range values {
			all = append(all, Unknown+v)
		}
		return all
	}
	var all []Value
	for _, old := range c.values() {
		for _, v := range values {
			if !w.step((len(old) + len(v)) >> 4) {
				return all
			}
			all = append(all, bounded(old+v))
		}
	}
	return all
}

// arrayOf reads =( … ): what each of the variable's contents becomes.
func (w *walker) arrayOf(as *syntax.Assign) []content {
	added := content{kind: array}
	w.elements(&added, as.Array.Elems)
	added.from = carriedBy(w.found, w.src.span(as.Array.Pos(), as.Array.End()))
	c := w.st.lookup(as.Name.Value)
	if c != nil && c.assoc {
		added.pair()
	}
	if !as.Append || c == nil || len(c.alts) == 0 {
		return []content{added}
	}
	all := make([]content, 0, len(c.alts))
	for _, x := range c.alts {
		if x.kind == scalar {
			x.elems = []element{{"0", x.value}}
		}
		x.kind, x.elems = array, slices.Clone(x.elems)
		x.from = w.union(x.from, added.from)
		for _, el := range added.elems {
			if indexed(added.elems) {
				x.push(el.value)
			} else {
				x.put(el.key, el.value)
			}
		}
		w.step(len(x.elems))
		all = append(all, x)
	}
	return all
}

// pair makes the words of declare -A x=(key value …) members.
func (x *content) pair() {
	if len(x.elems) == 0 || !indexed(x.elems) {
		return
	}
	words := x.elems
	x.elems = nil
	for i := 0; i+1 < len(words); i += 2 {
		x.put(string(words[i].value), words[i+1].value)
	}
}

// elements adds the words between the parentheses.
func (w *walker) elements(x *content, elems []*syntax.ArrayElem) {
	for _, el := range elems {
		if !w.step(len(x.elems) >> 4) {
			return
		}
		if el.Index != nil {
			ix := w.subscript(el.Index)
			v := Value("")
			if el.Value != nil {
				v = w.textOf(el.Value)
			}
			x.put(string(ix.text), v)
			continue
		}
		if el.Value == nil {
			continue
		}
		alts := w.fields(el.Value)
		if len(alts) != 1 {
			x.push(Unknown)
			continue
		}
		for _, f := range alts[0] {
			x.push(f.Value)
		}
	}
}

// push appends a member, put sets one.
func (x *content) push(v Value) {
	if len(x.elems) >= maxFields {
		x.elems[maxFields-1].value = Unknown
		return
	}
	next := int64(0)
	if n := len(x.elems); n > 0 {
		if last, err := strconv.ParseInt(x.elems[n-1].key, 10, 64); err == nil {
			next = last + 1
		}
	}
	x.elems = append(x.elems, element{itoa(next), v})
}

func (x *content) put(key string, v Value) {
	for i := range x.elems {
		if x.elems[i].key == key {
			x.elems[i].value = v
			return
		}
	}
	if len(x.elems) >= maxFields {
		return
	}
	at := len(x.elems)
	if n, err := strconv.ParseInt(key, 10, 64); err == nil {
		for at > 0 {
			before, err := strconv.ParseInt(x.elems[at-1].key, 10, 64)
			if err != nil || before < n {
				break
			}
			at--
		}
	}
	x.elems = slices.Insert(x.elems, at, element{key, v})
}

// setMember runs a[i]=v.
func (w *walker) setMember(name string, as *syntax.Assign) {
	ix := w.subscript(as.Index)
	v := w.textOf(as.Value)
	if as.Append {
		if c := w.st.lookup(name); c != nil && len(c.alts) == 1 {
			if old := c.alts[0].member(ix); len(old.fields) == 1 {
				v = bounded(old.fields[0] + v)
			}
		}
	}
	w.putMember(name, ix, v)
}

// putMember sets one member of an array.
func (w *walker) putMember(name string, ix subscript, v Value) {
	switch name {
	case "aliases": // zsh's tables
		w.st.set(aliasPrefix+ix.text.Text(), &cell{alts: []content{{kind: scalar, value: v}}})
	case "functions":
		if syntax.ValidName(ix.text.Text()) {
			w.shellText(ix.text+"() {\n"+v+"\n}", Span{})
		}
	}
	x := content{kind: array}
	if c := w.st.lookup(name); c != nil && len(c.alts) == 1 {
		x = c.alts[0]
		if x.kind == scalar {
			x.elems = []element{{"0", x.value}}
		}
		x.kind, x.elems = array, slices.Clone(x.elems)
		w.step(len(x.elems))
	}
	key, ok := x.key(ix)
	if !ok {
		key = Unknown
	}
	x.put(key, v)
	w.assignContent(name, x)
}

// declClause runs export, declare, local, readonly and typeset.
func (w *walker) declClause(x *syntax.DeclClause) {
	if w.runs++; w.runs > maxRuns {
		w.stop(w.src.span(x.Pos(), x.Pos()).Start, "more than 10 000 commands")
		return
	}
	outer := w.found
	w.found = &words{}
	defer func() { w.found = outer }()
	variant := x.Variant.Value
	attrs := &cell{exported: variant == "export", ref: variant == "nameref"}
	local := variant == "local" || variant != "export" && variant != "readonly"
	functions, remove := false, false
	args := make([]Word, 0, len(x.Args))
	for _, as := range x.Args {
		span := w.src.span(as.Pos(), as.End())
		if as.Name == nil || as.Naked && as.Value != nil {
			for _, fields := range w.fields(as.Value) {
				for _, f := range fields {
					args = append(args, f)
					if opt := f.Value.Text(); len(opt) > 1 && (opt[0] == '-' || opt[0] == '+') && f.Value.Known() {
						remove = opt[0] == '+'
						attrs.option(opt)
						functions = functions || strings.ContainsAny(opt, "fF")
						local = local && !strings.Contains(opt, "g")
						continue
					}
					w.declareWord(f, attrs, local)
				}
			}
			continue
		}
		name := as.Name.Value
		args = append(args, Word{Value: Lit(w.src.slice(as.Pos(), as.End())), Span: span})
		if functions {
			if attrs.exported {
				w.useFunction(name)
			}
			continue
		}
		if local {
			w.localize(name)
		}
		if remove {
			w.attribute(name, &cell{})
			continue
		}
		w.setAssign(as, attrs)
	}
	name := Word{Value: Value(variant), Span: w.src.span(x.Variant.Pos(), x.Variant.End())}
	i := w.emit(Command{Program: variant, Name: name, Args: args, Env: w.commandEnv(nil), Span: w.src.span(x.Pos(), x.End())})
	if i >= 0 {
		w.writes(w.out, i)
	}
}

// option adds the attributes of one option word of declare.
func (c *cell) option(opt string) {
	for i := 1; i < len(opt); i++ {
		switch opt[i] {
		case 'x':
			c.exported = opt[0] == '-'
		case 'n':
			c.ref = opt[0] == '-'
		case 'l':
			c.lower = opt[0] == '-'
		case 'u':
			c.upper = opt[0] == '-'
		case 'i':
			c.integer = opt[0] == '-'
		case 'a':
			c.list = opt[0] == '-'
		case 'A':
			c.assoc = opt[0] == '-'
		}
	}
}

// declareWord runs an argument of declare that is only known as a word: "$name=x".
func (w *walker) declareWord(f Word, attrs *cell, local bool) {
	w.subscripts(f.Value, f.Span)
	name, value, ok := strings.Cut(string(f.Value), "=")
	add := strings.HasSuffix(name, "+")
	name = strings.TrimSuffix(name, "+")
	if !syntax.ValidName(name) {
		return
	}
	if local {
		w.localize(name)
	}
	w.attribute(name, attrs)
	if !ok {
		return
	}
	if (attrs.list || attrs.assoc) && strings.HasPrefix(value, "(") && strings.HasSuffix(value, ")") {
		w.shellText(f.Value, f.Span) // declare -a 'a=(…)'
		return
	}
	values := []Value{Value(value)}
	if add {
		values = w.appended(name, values)
	}
	if attrs.ref {
		w.setVar(name, &cell{ref: true, alts: []content{{kind: scalar, value: Value(value)}}})
		return
	}
	w.assign(name, values, nil)
}

// localize remembers what a local variable hides.
func (w *walker) localize(name string) {
	if w.frame == nil {
		return
	}
	for i := range w.frame.saved {
		if w.frame.saved[i].name == name {
			return
		}
	}
	old := w.st.lookup(name)
	w.frame.saved = append(w.frame.saved, saved{name, old})
	c := &cell{alts: []content{{}}}
	if old != nil {
		c.exported = old.exported
	}
	w.envValid = false
	w.st.set(name, c)
}
