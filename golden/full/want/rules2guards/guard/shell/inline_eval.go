package shell

import "strings"

// known is what is known of an expression of an inline program.
type known struct {
	kind knownKind
	text Value   // knownText
	list []Value // knownList
	path bool    // made by Path(…): its methods touch the file
	env  bool    // the table of environment variables; its kind is knownNothing
}

type knownKind uint8

const (
	knownNothing knownKind = iota
	knownText
	knownList
)

// program is an inline program as tokens, with what is known of its variables.
type program struct {
	lang    language
	toks    []lexeme
	match   []int32 // index of the matching bracket; -1: none
	parent  []int32 // index of the bracket around a token; -1: none
	vars    map[string][]known
	alias   map[string]string // a name that stands for a function that starts processes
	modules map[string]bool   // names that stand for the module of such functions
	used    []bool            // literals that a known call has taken
	span    Span
	out     []nested
	effects []Effect
	steps   int // work left
	env     []Assign
	prints  Value
	dir     Value // folder that it moved to; "": none
	back    Value // … and moves back to, behind token backAt
	backAt  int
	depth   int // of expressions in texts in expressions
}

// readProgram makes a program of its text.
func readProgram(lang language, text string, span Span) *program {
	p := &program{lang: lang, toks: lexemes(lang, text), span: span, vars: map[string][]known{}, alias: map[string]string{}, modules: map[string]bool{}}
	n := len(p.toks)
	p.match, p.parent, p.used = make([]int32, n), make([]int32, n), make([]bool, n)
	p.steps = 1000 + 64*n
	var open []int32
	for i, t := range p.toks {
		p.match[i], p.parent[i] = -1, -1
		if len(open) > 0 {
			p.parent[i] = open[len(open)-1]
		}
		if t.kind != lexMark {
			continue
		}
		switch t.name {
		case "(", "[", "{":
			open = append(open, int32(i))
		case ")", "]", "}":
			if len(open) > 0 {
				top := open[len(open)-1]
				open = open[:len(open)-1]
				p.match[top], p.match[i] = int32(i), top
				p.parent[i] = p.parent[top]
			}
		}
	}
	return p
}

func (p *program) is(i int, name string) bool {
	return i >= 0 && i < len(p.toks) && p.toks[i].name == name && (p.toks[i].kind == lexMark || p.toks[i].kind == lexName)
}

func (p *program) isName(i int) bool {
	return i >= 0 && i < len(p.toks) && p.toks[i].kind == lexName
}

// after returns the index behind a token, or behind the bracket that it opens.
func (p *program) after(i int) int {
	if p.match[i] > int32(i) {
		return int(p.match[i]) + 1
	}
	return i + 1
}

// part is a range of tokens: from, up to but not with to.
type part struct{ from, to int }

// split cuts a range at the commas of its own level.
func (p *program) split(r part) []part {
	var out []part
	from := r.from
	for i := r.from; i < r.to; i = p.after(i) {
		p.steps--
		if p.is(i, ",") {
			out = append(out, part{from, i})
			from = i + 1
		}
	}
	if from < r.to {
		out = append(out, part{from, r.to})
	}
	return out
}

// key returns the name of a keyword argument and the range of its value: shell=True,
// cwd: "x", args => [...].
func (p *program) key(r part) (string, part) {
	if r.to-r.from < 3 {
		return "", r
	}
	t := p.toks[r.from]
	if t.kind != lexName && t.kind != lexText || !p.is(r.from+1, "=") && !p.is(r.from+1, ":") && !p.is(r.from+1, "=>") {
		return "", r
	}
	name := t.name
	if t.kind == lexText {
		name = string(t.value)
	}
	return name, part{r.from + 2, r.to}
}

// textOf returns a literal with the variables in it filled in, as far as they are known.
func (p *program) textOf(t lexeme) Value {
	if len(t.refs) == 0 || p.steps < 0 {
		return t.value
	}
	var b strings.Builder
	rest, n := string(t.value), 0
	for {
		head, tail, ok := strings.Cut(rest, Unknown)
		b.WriteString(head)
		if !ok {
			break
		}
		rest = tail
		part := known{}
		if n < len(t.refs) {
			part = p.reference(t.refs[n])
		}
		n++
		if part.kind == knownText {
			b.WriteString(string(part.text))
			p.steps -= len(part.text) / 8
		} else {
			b.WriteString(Unknown)
		}
		if b.Len() > maxValue {
			return Unknown
		}
	}
	return Value(b.String())
}

// reference is the value of an expression inside a literal.
func (p *program) reference(expr string) known {
	if name := simpleName(expr); name != "" {
		if v := p.variable(name); v.kind != knownNothing || p.lang != ruby {
			return v
		}
	}
	if expr == "" || len(expr) > 1<<10 || p.depth >= maxInline {
		return known{}
	}
	if p.steps -= 64 + len(expr); p.steps < 0 {
		return known{}
	}
	in := readProgram(p.lang, expr, p.span)
	in.vars, in.env, in.steps, in.depth = p.vars, p.env, p.steps, p.depth+1
	v := in.value(part{0, len(in.toks)}, 0)
	p.steps = in.steps
	return v
}

// maxValue bounds the length of a value that is put together.
const maxValue = 64 << 10

// variable returns the value of a variable that has only one.
func (p *program) variable(name string) known {
	if values := p.vars[name]; len(values) == 1 {
		return values[0]
	}
	return known{}
}

// value reads the expression in a range. Whatever it can't read is knownNothing.
func (p *program) value(r part, depth int) known {
	if r.from >= r.to || depth > maxInline || p.steps < 0 {
		return known{}
	}
	if p.is(r.from, "*") || p.is(r.from, "...") {
		r.from++
	}
	acc, i := p.term(r.from, r.to, depth)
	for i < r.to {
		p.steps--
		op := p.toks[i]
		var next known
		switch {
		case op.kind == lexMark && p.concat(op.name):
			next, i = p.term(i+1, r.to, depth)
		case op.kind == lexText && (p.lang == python || p.lang == ruby || p.lang == awk || p.lang == php),
			p.lang == awk && op.kind == lexName:
			next, i = p.term(i, r.to, depth)
		case op.kind == lexMark && op.name == "%" && acc.kind == knownText:
			next, i = p.term(i+1, r.to, depth)
			acc, next = known{kind: knownText, text: p.holes(acc.text, "%", next.values())}, known{kind: knownText}
		case op.kind == lexMark && op.name == "/" && acc.path:
			next, i = p.term(i+1, r.to, depth)
			if next.kind == knownText {
				next.text = "/" + next.text
			}
		case op.kind == lexMark && acc.kind == knownText && (op.name == "||" || op.name == "?" && p.is(i+1, "?")):
			return acc
		case op.kind == lexName && (op.name == "if" || op.name == "unless" || op.name == "or" || op.name == "and"):
			return acc
		default:
			return known{}
		}
		acc = join(acc, next)
		p.steps -= len(acc.text)/8 + len(acc.list)
		if len(acc.text) > maxValue || len(acc.list) > 10000 {
			return known{}
		}
	}
	return acc
}

// concat reports whether an operator joins texts.
func (p *program) concat(op string) bool {
	switch p.lang {
	case perl, php:
		return op == "."
	case appleScript:
		return op == "&"
	case otherLanguage:
		return op == ".." || op == "+" || op == "<>" || op == "*"
	}
	return op == "+"
}

func join(a, b known) known {
	switch {
	case a.kind == knownList && b.kind == knownList:
		return known{kind: knownList, list: append(a.list[:len(a.list):len(a.list)], b.list...)}
	case a.kind == knownList:
		return known{kind: knownList, list: append(a.list[:len(a.list):len(a.list)], Unknown)}
	case a.kind == knownNothing && b.kind == knownNothing:
		return known{}
	case a.kind == knownNothing:
		return known{kind: knownText, text: Unknown + b.text, path: b.path}
	case b.kind == knownNothing:
		return known{kind: knownText, text: a.text + Unknown, path: a.path}
	}
	return known{kind: knownText, text: a.text + b.text, path: a.path}
}

// values are the texts of a value: its own, or those of a list.
func (v known) values() []Value {
	if v.kind == knownText {
		return []Value{v.text}
	}
	return v.list
}

// holes fills the fields of a format, %s or {}, with values in their order. Any other
// field is unknown, and so is a field without a value.
func (p *program) holes(format Value, kind string, fill []Value) Value {
	s := string(format)
	var b strings.Builder
	field := func(plain bool) {
		if plain && len(fill) > 0 && b.Len() < maxValue {
			b.WriteString(string(fill[0]))
			p.steps -= len(fill[0]) / 8
			fill = fill[1:]
			return
		}
		fill = nil
		b.WriteString(Unknown)
	}
	for i := 0; i < len(s); i++ {
		switch {
		case kind == "%" && s[i] == '%' && i+1 < len(s):
			i++
			if s[i] == '%' {
				b.WriteByte('%')
				continue
			}
			plain := s[i] == 's'
			for i < len(s)-1 && strings.IndexByte("0123456789.-+ #*(", s[i]) >= 0 {
				i++
			}
			field(plain)
		case kind == "{" && s[i] == '{':
			if i+1 < len(s) && s[i+1] == '{' {
				b.WriteByte('{')
				i++
				continue
			}
			end := strings.IndexByte(s[i:], '}')
			if end < 0 {
				return Value(b.String() + Unknown)
			}
			field(end == 1)
			i += end
		default:
			b.WriteByte(s[i])
		}
	}
	return Value(b.String())
}
