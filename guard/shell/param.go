package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// paramValue is one value that a parameter expansion may have.
type paramValue struct {
	fields []Value // several for an array or the positional words
	list   bool    // "$@": its fields stay apart in quotes
	multi  bool    // unknown: it may be any number of fields
	null   bool    // unset, for ${x-y}
	env    bool    // never set by the text: the environment's, or unset
}

func one(v Value) paramValue { return paramValue{fields: []Value{v}} }

func unknownValue() paramValue { return paramValue{fields: []Value{Unknown}, multi: true} }

// param adds a parameter expansion.
func (e *expander) param(pe *syntax.ParamExp, quoted bool) {
	values, from := e.paramValues(pe, quoted)
	e.from = e.union(e.from, from)
	if pe.Split == syntax.OptOn && e.split {
		quoted = false
	}
	if e.bareName && len(values) == 1 && values[0].env && e.split {
		// A program's name with a variable that may be unset: n${y}pm. A whole word is left to arguments.
		values = append(values, paramValue{null: true})
	}
	e.choose(values, quoted)
}

func (w *walker) paramValues(pe *syntax.ParamExp, quoted bool) (values []paramValue, from []int) {
	if !w.enter(0) {
		return nil, nil
	}
	defer w.leave()
	if pe.Names != 0 {
		return w.namesWith(pe), nil
	}
	switch {
	case pe.NestedParam != nil:
		all, f := w.textParts([]syntax.WordPart{pe.NestedParam}, Span{}, false)
		for _, v := range all {
			values = append(values, one(v))
		}
		from = f
	case pe.Param == nil:
		values = []paramValue{{null: true}}
	default:
		values, from = w.named(pe.Param.Value, pe.Index, pe.Excl)
	}
	if pe.Length || pe.IsSet || pe.Width {
		for i := range values {
			values[i] = w.length(&values[i], pe)
		}
		return values, from
	}
	for i := range values {
		if pe.Modifiers != nil {
			values[i].modify(pe.Modifiers)
		}
	}
	switch {
	case pe.Slice != nil:
		values = w.slice(values, pe)
	case pe.Repl != nil:
		values = w.replace(values, pe.Repl)
	case pe.Exp != nil:
		var f []int
		values, f = w.operator(values, pe, quoted)
		from = w.union(from, f)
	}
	if pe.Flags != nil {
		values = w.flags(values, pe.Flags.Value)
	}
	return values, from
}

// flags applies zsh's ${(flags)x}: those that matter here, others make it unknown.
func (w *walker) flags(values []paramValue, flags string) []paramValue {
	for _, f := range flags {
		for i := range values {
			v := &values[i]
			for k, field := range v.fields {
				if !w.step(1 + len(field)>>3) {
					return []paramValue{unknownValue()}
				}
				switch f {
				case '@', 'f':
				case 'L', 'U':
					v.fields[k] = fold(field, f == 'U', true)
				case 'e':
					v.fields[k] = Unknown
					if all := w.evalDocument(field, Span{}); len(all) == 1 {
						v.fields[k] = all[0]
					}
				default:
					v.fields[k], v.multi = Unknown, true
				}
			}
		}
	}
	return values
}

// named looks a parameter up, with its index and through ${!name}.
func (w *walker) named(name string, index syntax.ArithmExpr, indirect bool) (values []paramValue, from []int) {
	var ix subscript
	if index != nil && !isAll(index, "@*") {
		ix = w.subscript(index)
	}
	if v, ok := w.special(name); ok {
		if !indirect {
			return v, w.argsFrom(name)
		}
		return w.indirect(v), nil
	}
	c := w.st.lookup(name)
	if c != nil && c.ref && !indirect {
		for _, target := range c.values() {
			base, sub, _ := strings.Cut(target.Text(), "[")
			w.subscripts(target, Span{})
			if !target.Known() || base == name || !syntax.ValidName(base) || !w.enter(0) {
				values = append(values, unknownValue())
				continue
			}
			v, f := w.named(base, index, false)
			if sub != "" {
				v = []paramValue{unknownValue()}
			}
			w.leave()
			values, from = append(values, v...), w.union(from, f)
		}
		return values, from
	}
	if c == nil || len(c.alts) == 0 {
		v := w.wellKnown(name)
		if indirect {
			v = []paramValue{unknownValue()}
		}
		for i := range v {
			v[i].list = isAll(index, "@")
		}
		return v, nil
	}
	for i := range c.alts {
		x := &c.alts[i]
		from = w.union(from, x.from)
		switch {
		case x.kind == environ:
			values = append(values, w.wellKnown(name)...)
		case isAll(index, "@*"):
			if indirect { // ${!a[@]}: the keys
				v := paramValue{list: isAll(index, "@")}
				for _, el := range x.elems {
					v.fields = append(v.fields, Value(el.key))
				}
				values = append(values, v)
				continue
			}
			values = append(values, x.list(isAll(index, "@")))
		case x.kind == unset:
			values = append(values, paramValue{null: true})
		case index != nil:
			values = append(values, x.member(ix))
		default:
			v := one(x.scalar())
			if (w.src.zsh || w.lists) && x.kind == array {
				v = x.list(false)
			}
			values = append(values, v)
		}
	}
	if indirect && index == nil {
		if c.ref {
			return values, from
		}
		values = w.indirect(values)
	}
	return values, from
}

// argsFrom lists the commands whose output is in the positional words.
func (w *walker) argsFrom(name string) (from []int) {
	if name != "@" && name != "*" && (name[0] < '1' || name[0] > '9') {
		return nil
	}
	if c := w.st.lookup(argsName); c != nil {
		for i := range c.alts {
			from = w.union(from, c.alts[i].from)
		}
	}
	return from
}

// list is all members of an array.
func (x *content) list(apart bool) paramValue {
	v := paramValue{list: apart}
	if x.kind == scalar {
		v.fields = []Value{x.value}
		return v
	}
	for _, el := range x.elems {
		v.fields = append(v.fields, el.value)
		v.multi = v.multi || !el.value.Known()
	}
	return v
}

// subscript is what an index means: a number for indexed arrays, a text for others.
type subscript struct {
	text   Value
	number int64
	isNum  bool
}

func (w *walker) subscript(index syntax.ArithmExpr) (ix subscript) {
	word, ok := index.(*syntax.Word)
	if !ok {
		ix.text = Unknown
		if ix.number, ix.isNum = w.arithm(index); ix.isNum {
			ix.text = Value(itoa(ix.number))
		}
		return ix
	}
	ix.text, ix.number, ix.isNum = w.integerOf(word)
	return ix
}

// member is one member of an array.
func (x *content) member(ix subscript) paramValue {
	key, ok := x.key(ix)
	if !ok {
		return unknownValue()
	}
	if x.kind == scalar {
		if key == "0" {
			return one(x.value)
		}
		return paramValue{null: true}
	}
	for _, el := range x.elems {
		if el.key == key {
			return one(el.value)
		}
		if !Value(el.key).Known() {
			return unknownValue()
		}
	}
	return paramValue{null: true}
}

// key is the key that a subscript means in x.
func (x *content) key(ix subscript) (string, bool) {
	if ix.isNum && (x.kind != array || indexed(x.elems)) {
		n := ix.number
		if n < 0 && len(x.elems) > 0 {
			last, _ := strconv.ParseInt(x.elems[len(x.elems)-1].key, 10, 64)
			n += last + 1
		}
		return itoa(n), true
	}
	return string(ix.text), ix.text.Known()
}

func indexed(elems []element) bool {
	for _, el := range elems {
		if el.key == "" || el.key[0] < '0' || el.key[0] > '9' {
			return false
		}
	}
	return true
}

// indirect looks up the names that values give.
func (w *walker) indirect(names []paramValue) (values []paramValue) {
	for i := range names {
		if len(names[i].fields) != 1 || !names[i].fields[0].Known() || !w.enter(0) {
			values = append(values, unknownValue())
			continue
		}
		name := names[i].fields[0].Text()
		base, sub, ok := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		switch {
		case ok && (sub == "@" || sub == "*"):
			if c := w.st.lookup(base); c != nil {
				for k := range c.alts {
					values = append(values, c.alts[k].list(sub == "@"))
				}
			}
		case ok:
			w.subscripts(names[i].fields[0], Span{})
			if strings.ContainsAny(sub, "$`") { // that was all it runs
				values = append(values, unknownValue())
				break
			}
			var index syntax.ArithmExpr = &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: sub}}}
			v, _ := w.named(base, index, false)
			values = append(values, v...)
		default:
			v, _ := w.named(name, nil, false)
			values = append(values, v...)
		}
		w.leave()
	}
	return values
}

// namesWith is ${!prefix*}.
func (w *walker) namesWith(pe *syntax.ParamExp) []paramValue {
	v := paramValue{list: pe.Names == syntax.NamesPrefixWords}
	var names []string
	for st := w.st; st != nil; st = st.parent {
		w.step(len(st.cells))
		for name := range st.cells {
			if len(name) > 1 && name[1] != ':' && strings.HasPrefix(name, pe.Param.Value) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if len(v.fields) < maxFields {
			v.fields = append(v.fields, Value(name))
		}
	}
	return []paramValue{v}
}

// length is ${#x} and zsh's ${+x}.
func (w *walker) length(v *paramValue, pe *syntax.ParamExp) paramValue {
	n := int64(0)
	switch {
	case v.multi || v.env:
		return one(Unknown)
	case pe.IsSet:
		if !v.null {
			n = 1
		}
	case v.list || isAll(pe.Index, "@*") || pe.Param != nil && strings.Contains("@*", pe.Param.Value):
		n = int64(len(v.fields))
	case len(v.fields) > 0:
		if !v.fields[0].Known() || !w.step(len(v.fields[0])>>3) {
			return one(Unknown)
		}
		n = int64(len([]rune(v.fields[0].Text())))
	}
	return one(Value(itoa(n)))
}
