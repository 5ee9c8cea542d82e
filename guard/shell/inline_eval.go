package shell

import (
	"encoding/base64"
	"strings"
)

// known is what is known of an expression of an inline program.
type known struct {
	kind knownKind
	text Value   // knownText
	list []Value // knownList
	path bool    // made by Path(…): its methods touch the file
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
		if n < len(t.refs) && t.refs[n] != "" {
			part = p.variable(t.refs[n])
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
			return known{kind: knownText, text: holes(acc.text, "%")}
		case op.kind == lexMark && op.name == "/" && acc.path:
			next, i = p.term(i+1, r.to, depth)
			if next.kind == knownText {
				next.text = "/" + next.text
			}
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

// holes makes the fields of a format unknown: %s, or {} and {name}.
func holes(format Value, kind string) Value {
	s := string(format)
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case kind == "%" && s[i] == '%' && i+1 < len(s):
			i++
			if s[i] == '%' {
				b.WriteByte('%')
				continue
			}
			for i < len(s)-1 && strings.IndexByte("0123456789.-+ #*(", s[i]) >= 0 {
				i++
			}
			b.WriteString(Unknown)
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
			b.WriteString(Unknown)
			i += end
		default:
			b.WriteByte(s[i])
		}
	}
	return Value(b.String())
}

// term reads one operand and what follows it with dots and brackets.
func (p *program) term(i, to, depth int) (known, int) {
	p.steps--
	for i < to && (p.is(i, "await") || p.is(i, "new") || p.is(i, "my") || p.is(i, "return") || p.is(i, "&") || p.is(i, "\\")) {
		i++
	}
	if i >= to {
		return known{}, to
	}
	switch t := p.toks[i]; {
	case t.kind == lexText:
		return p.methods(known{kind: knownText, text: p.textOf(t)}, i+1, to, depth)
	case t.kind == lexWords:
		return p.methods(known{kind: knownList, list: values(strings.Fields(string(t.value)))}, i+1, to, depth)
	case t.kind == lexOther && t.value != Unknown:
		return known{kind: knownText, text: t.value}, i + 1
	case t.kind == lexRun && p.lang == otherLanguage: // a command as a value: Julia
		return known{kind: knownText, text: p.textOf(t)}, i + 1
	case t.kind == lexRun || t.kind == lexOther:
		return p.methods(known{}, i+1, to, depth)
	case p.is(i, "["), p.is(i, "("), p.is(i, "{") && p.lang == otherLanguage:
		end := int(p.match[i])
		if end < i || end > to {
			return known{}, to
		}
		return p.methods(p.group(i, end, depth), end+1, to, depth)
	case t.kind == lexName:
		return p.named(i, to, depth)
	}
	return known{}, p.after(i)
}

// group reads what stands in brackets: a list, or one expression.
func (p *program) group(open, end, depth int) known {
	parts := p.split(part{open + 1, end})
	if p.is(open, "(") && len(parts) == 1 && !p.is(end-1, ",") {
		return p.value(parts[0], depth+1)
	}
	out := known{kind: knownList}
	for _, r := range parts {
		spread := p.is(r.from, "*") || p.is(r.from, "...")
		if spread {
			r.from++
		}
		switch v := p.value(r, depth+1); {
		case v.kind == knownText:
			out.list = append(out.list, v.text)
		case v.kind == knownList && (spread || p.lang == perl):
			out.list = append(out.list, v.list...)
		default:
			out.list = append(out.list, Unknown)
		}
		if len(out.list) > 10000 {
			return known{}
		}
	}
	return out
}

// named reads an operand that begins with a name: a variable, or a call.
func (p *program) named(i, to, depth int) (known, int) {
	last := i
	for last+2 < to && p.isDot(last+1) && p.isName(last+2) && !p.isMethod(last+2) {
		last += 2
	}
	name := p.toks[last].name
	if last == i {
		if v := p.variable(name); v.kind != knownNothing {
			return p.methods(v, i+1, to, depth)
		}
	}
	if last > i && p.is(i, "sys") && name == "executable" {
		return p.methods(known{kind: knownText, text: "python3"}, last+1, to, depth)
	}
	if name == "execPath" {
		return p.methods(known{kind: knownText, text: "node"}, last+1, to, depth)
	}
	if name == "raw" && last+1 < to && p.toks[last+1].kind == lexText {
		return p.term(last+1, to, depth)
	}
	if last+1 < to && p.is(last+1, "(") && int(p.match[last+1]) > last && int(p.match[last+1]) <= to {
		end := int(p.match[last+1])
		return p.methods(p.function(name, p.split(part{last + 2, end}), depth), end+1, to, depth)
	}
	return p.methods(known{}, last+1, to, depth)
}

func (p *program) isDot(i int) bool {
	return p.is(i, ".") && p.lang != perl && p.lang != php || p.is(i, "::") || p.is(i, "->") || p.is(i, "?.") || p.is(i, `\`) && p.lang == php
}

// isMethod reports whether a name is one that makes a text of a text.
func (p *program) isMethod(i int) bool {
	switch p.toks[i-2].name {
	case "shlex", "path", "posixpath", "ntpath", "File", "Buffer", "base64", "pathlib":
		return false
	}
	switch p.toks[i].name {
	case "split", "strip", "trim", "decode", "encode", "toString", "format", "chomp", "to_s", "rstrip", "lstrip", "trimEnd", "concat", "joinpath", "resolve", "expanduser", "absolute":
		return true
	case "join":
		return !p.is(i-2, "posix")
	}
	return false
}

// function is the value of a call that only makes a text or a list.
func (p *program) function(name string, args []part, depth int) known {
	if len(args) == 0 {
		return known{}
	}
	switch name {
	case "str", "String", "bytes", "list", "tuple", "expanduser", "expandvars", "abspath", "realpath", "normpath", "raw", "quote", "fspath":
		return p.value(args[0], depth+1)
	case "Path", "PosixPath", "PurePath", "PurePosixPath", "join", "resolve", "Pathname":
		out := known{kind: knownText, path: name != "join" && name != "resolve"}
		for k, r := range args {
			v := p.value(r, depth+1)
			if v.kind == knownList && name == "join" && k == 1 { // perl: join(" ", list)
				return joinList(v, out.text)
			}
			if v.kind != knownText {
				v.text = Unknown
			}
			if k > 0 {
				out.text += "/"
			}
			out.text += v.text
		}
		return out
	case "split":
		if v := p.value(args[0], depth+1); v.kind == knownText {
			return known{kind: knownList, list: values(splitText(string(v.text)))}
		}
	case "b64decode", "atob", "decode64", "base64_decode", "decode_base64", "from":
		v := p.value(args[0], depth+1)
		if name == "from" && len(args) < 2 {
			return v
		}
		if v.kind == knownText {
			if text, ok := decodeBase64(string(v.text)); ok {
				return known{kind: knownText, text: Lit(text)}
			}
		}
	case "array", "c", "list_of":
		out := known{kind: knownList}
		for _, r := range args {
			v := p.value(r, depth+1)
			if v.kind != knownText {
				v.text = Unknown
			}
			out.list = append(out.list, v.text)
		}
		return out
	}
	return known{}
}

// methods applies what follows an operand: .join(x), .split(), [0], .strip().
func (p *program) methods(v known, i, to, depth int) (known, int) {
	for i < to {
		p.steps--
		switch {
		case p.isDot(i) && p.isName(i+1) && i+1 < to:
			name := p.toks[i+1].name
			i += 2
			var args []part
			if i < to && p.is(i, "(") {
				end := int(p.match[i])
				if end < i || end > to {
					return known{}, to
				}
				args = p.split(part{i + 1, end})
				i = end + 1
			}
			v = p.method(v, name, args, depth)
		case p.is(i, "[") && !p.toks[i].line, p.is(i, "(") && v.kind == knownNothing && !p.toks[i].line:
			end := int(p.match[i])
			if end < i || end > to {
				return known{}, to
			}
			v = known{}
			i = end + 1
		default:
			return v, i
		}
	}
	return v, i
}

// method is the value of a method call on a known value.
func (p *program) method(v known, name string, args []part, depth int) known {
	arg := known{}
	if len(args) > 0 {
		arg = p.value(args[0], depth+1)
	}
	switch name {
	case "join":
		switch {
		case v.kind == knownText && arg.kind == knownList:
			return joinList(arg, v.text)
		case v.kind == knownList && arg.kind == knownText:
			return joinList(v, arg.text)
		case v.kind == knownList && len(args) == 0 && p.lang == ruby:
			return joinList(v, "")
		case v.kind == knownList && len(args) == 0:
			return joinList(v, ",")
		}
	case "split":
		if v.kind == knownText {
			if arg.kind == knownText && arg.text != "" && arg.text != " " {
				return known{kind: knownList, list: values(strings.Split(string(v.text), string(arg.text)))}
			}
			return known{kind: knownList, list: values(strings.Fields(string(v.text)))}
		}
	case "format":
		if v.kind == knownText {
			return known{kind: knownText, text: holes(v.text, "{")}
		}
	case "strip", "trim", "decode", "encode", "toString", "chomp", "to_s", "rstrip", "lstrip", "trimEnd", "expanduser", "resolve", "absolute", "freeze", "execute":
		return v
	case "concat":
		return join(v, arg)
	case "joinpath":
		if v.path && arg.kind == knownText {
			return known{kind: knownText, text: v.text + "/" + arg.text, path: true}
		}
	}
	return known{}
}

func joinList(v known, by Value) known {
	texts := make([]string, len(v.list))
	size := 0
	for i, t := range v.list {
		texts[i] = string(t)
		size += len(t) + len(by)
	}
	if size > maxValue {
		return known{}
	}
	return known{kind: knownText, text: Value(strings.Join(texts, string(by)))}
}

func values(texts []string) []Value {
	out := make([]Value, len(texts))
	for i, t := range texts {
		out[i] = Value(t)
	}
	return out
}

// decodeBase64 decodes standard or URL base64, padded or not, blanks ignored.
func decodeBase64(text string) (string, bool) {
	text = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\n', '\r', '\t', '=':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, text)
	b, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(b) == 0 {
		return "", false
	}
	return string(b), true
}
