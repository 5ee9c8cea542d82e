package shell

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// content is one value that a name may hold: a variable, and by prefixed names also a
// function, an alias, a file that the text writes, a descriptor.
type content struct {
	kind  contentKind
	value Value     // scalar: the value; alias: its text; file: what is in it
	elems []element // array
	fn    *function
	in    *input  // descriptor that is read
	out   *output // descriptor that is written
	from  []int   // commands whose output is in it
}

type contentKind uint8

const (
	unset   contentKind = iota
	environ             // never set by the text: what the environment says, or unset
	scalar
	array
)

// element is one member of an array. Key is a number for indexed arrays.
type element struct {
	key   string
	value Value
}

// cell is what a name may hold, with its attributes.
type cell struct {
	alts     []content
	exported bool
	ref      bool // a nameref: the value is the name meant
	lower    bool
	upper    bool
	integer  bool
	list     bool // declare -a, of the words of one declare
	assoc    bool // declare -A: its words are keys and values in turn
}

// function is a function's body and where its text is.
type function struct {
	name string
	body *syntax.Stmt
	src  *source
	used bool
}

// state is what a running shell knows. A subshell or a branch gets a child: it sees all
// that the parent knows and keeps its own changes, so that a copy costs nothing.
type state struct {
	parent *state
	cells  map[string]*cell
	places []Place
	forked bool
}

// Prefixes of names that are no variables.
const (
	funcPrefix  = "f:"
	aliasPrefix = "a:"
	filePrefix  = "F:" // text that a file holds
	progPrefix  = "p:" // a file that is a copy of a program, or a hashed name
	fdPrefix    = "d:"
	argsName    = "@" // positional words
	zeroName    = "0"
	stackName   = "s:" // pushd's stack
)

func (st *state) child() *state { return &state{parent: st, places: st.places} }

// fork is the child of a subshell or another process: its changes are lost, but for those
// that it makes on disk.
func (st *state) fork() *state { return &state{parent: st, places: st.places, forked: true} }

// lookup finds a name; nil when the text never set it.
func (st *state) lookup(name string) *cell {
	for ; st != nil; st = st.parent {
		if c, ok := st.cells[name]; ok {
			return c
		}
	}
	return nil
}

func (st *state) set(name string, c *cell) {
	if st.cells == nil {
		st.cells = make(map[string]*cell, 4)
	}
	st.cells[name] = c
}

// join makes st know what holds behind branches of which any one ran. Each is a child of st
// or st itself.
func (r *reader) join(st *state, branches ...*state) {
	changed := 0
	for _, b := range branches {
		if b != st {
			changed += len(b.cells)
		}
	}
	if r.step(changed); changed > 0 {
		r.joinCells(st, branches, changed)
	}
	if len(branches) == 1 {
		st.places = branches[0].places
		return
	}
	var places []Place
	for _, b := range branches {
		for _, p := range b.places {
			if !slices.Contains(places, p) {
				places = append(places, p)
			}
		}
	}
	if len(places) > maxPlaces {
		places = []Place{{Remote: places[0].Remote}}
	}
	st.places = places
}

func (r *reader) joinCells(st *state, branches []*state, changed int) {
	r.envValid = false
	joined := make(map[string]*cell, changed)
	seen := make(map[string]int, changed)
	merge := func(name string, c *cell) {
		j := joined[name]
		if j == nil {
			j = &cell{}
			joined[name] = j
		}
		if c == nil {
			j.add(missing(name))
			return
		}
		for _, x := range c.alts {
			j.add(x)
		}
		j.exported = j.exported || c.exported
		j.ref = j.ref || c.ref
		j.lower = j.lower || c.lower
		j.upper = j.upper || c.upper
		j.integer = j.integer || c.integer
		j.assoc = j.assoc || c.assoc
	}
	for _, b := range branches {
		if b == st {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(b.cells)) {
			merge(name, b.cells[name])
			seen[name]++
		}
	}
	for name, n := range seen {
		if n < len(branches) {
			merge(name, st.lookup(name))
		}
	}
	for name, c := range joined {
		st.set(name, c)
	}
}

// missing is what a name holds that the text never set.
func missing(name string) content {
	if len(name) > 1 && name[1] == ':' || name == argsName {
		return content{}
	}
	return content{kind: environ}
}

// add puts one more possible content into a cell, at most maxValues.
func (c *cell) add(x content) {
	for i := range c.alts {
		if c.alts[i].same(&x) {
			return
		}
	}
	if len(c.alts) >= maxValues {
		if last := &c.alts[0]; last.kind != scalar || last.value != Unknown {
			c.alts[0] = content{kind: scalar, value: Unknown, from: x.from}
		}
		return
	}
	c.alts = append(c.alts, x)
}

func (x *content) same(y *content) bool {
	return x.kind == y.kind && x.value == y.value && x.fn == y.fn && x.in == y.in && x.out == y.out &&
		slices.Equal(x.elems, y.elems) && slices.Equal(x.from, y.from)
}

// values are the scalars that a cell may hold: for an array its first element.
func (c *cell) values() []Value {
	var all []Value
	for i := range c.alts {
		v := c.alts[i].scalar()
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

func (x *content) scalar() Value {
	switch x.kind {
	case scalar:
		return x.value
	case environ:
		return Unknown
	case array:
		for _, e := range x.elems {
			if e.key == "0" {
				return e.value
			}
			if !Value(e.key).Known() {
				return Unknown
			}
		}
	}
	return ""
}

// assign sets a variable to one of several values.
func (w *walker) assign(name string, values []Value, from []int) {
	c := &cell{}
	if old := w.st.lookup(name); old != nil {
		if old.ref {
			for _, target := range old.values() {
				t := target.Text()
				w.subscripts(target, Span{})
				if target.Known() && t != name && syntax.ValidName(t) && w.enter(0) {
					w.assign(t, values, from)
					w.leave()
				}
			}
			return
		}
		*c = *old
		c.alts = nil
	}
	if len(values) > maxValues {
		values = []Value{Unknown}
	}
	for _, v := range values {
		if c.integer {
			w.integer(v)
		}
		if c.lower || c.upper {
			v = fold(v, c.upper, true)
		}
		c.add(content{kind: scalar, value: bounded(v), from: from})
	}
	w.setVar(name, c)
}

func (w *walker) assignContent(name string, alts ...content) {
	c := &cell{}
	if old := w.st.lookup(name); old != nil {
		*c = *old
	}
	c.alts = alts
	w.setVar(name, c)
}

func (w *walker) setVar(name string, c *cell) {
	if w.allExport {
		c.exported = true
	}
	if c.exported {
		w.export(name)
	}
	w.st.set(name, c)
	switch name {
	case "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4":
		w.prompt(name, c)
	}
}

// export remembers that commands may see a variable.
func (w *walker) export(name string) {
	w.envValid = false
	if !slices.Contains(w.exports, name) {
		if len(w.exports) == maxExports {
			w.stop(0, "too many exported variables")
			return
		}
		w.exports = append(w.exports, name)
	}
}

// environment lists the exported variables, a variable with several values several times.
func (w *walker) environment() []Assign {
	if len(w.exports) == 0 {
		return nil
	}
	if w.envValid && w.envState == w.st {
		return w.env
	}
	var env []Assign
	for _, name := range w.exports {
		c := w.st.lookup(name)
		if c == nil || !c.exported {
			continue
		}
		for i := range c.alts {
			if k := c.alts[i].kind; k == scalar || k == array {
				env = append(env, Assign{Name: name, Value: c.alts[i].scalar()})
			}
		}
	}
	w.step(2 * len(w.exports))
	w.env, w.envValid, w.envState = slices.Clip(env), true, w.st
	return w.env
}

func bounded(v Value) Value {
	if len(v) > maxBytes {
		return Unknown
	}
	return v
}

// fold changes the case of a value's known parts.
func fold(v Value, upper, all bool) Value {
	if v == "" {
		return v
	}
	change := strings.ToLower
	if upper {
		change = strings.ToUpper
	}
	if all {
		if v.Known() && !v.HasGlob() {
			return Value(change(string(v)))
		}
		return Unknown
	}
	if v[0] == 0 {
		return v
	}
	return Value(change(string(v[:1]))) + v[1:]
}
