package shell

import (
	"encoding/base64"
	"strings"
)

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
	for last+2 < to && !p.isEnviron(last) && p.isDot(last+1) && p.isName(last+2) && !p.isMethod(last+2) {
		last += 2
	}
	name := p.toks[last].name
	if last == i {
		if v := p.variable(name); v.kind != knownNothing {
			return p.methods(v, i+1, to, depth)
		}
	}
	if p.isEnviron(last) {
		return p.methods(known{env: true}, last+1, to, depth)
	}
	if p.isHome(last) {
		home := getenv(p.env, "HOME")
		home.path = p.lang == python
		return p.methods(home, min(p.behindCall(last+1), to), to, depth)
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
	case "str", "String", "bytes", "list", "tuple", "abspath", "realpath", "normpath", "raw", "quote", "fspath":
		return p.value(args[0], depth+1)
	case "expanduser", "expand_path":
		return p.expandHome(p.value(args[0], depth+1))
	case "expandvars":
		return p.expandVars(p.value(args[0], depth+1))
	case "getenv", "get_env":
		return p.getenv(p.value(args[0], depth+1))
	case "glob":
		if p.lang == perl {
			return p.expandHome(p.value(args[0], depth+1))
		}
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
		case v.env && (p.is(i, "[") || p.is(i, "?.") && p.is(i+1, "[") || p.is(i, "{") && p.lang == perl):
			if p.is(i, "?.") {
				i++
			}
			end := int(p.match[i])
			if end < i || end > to {
				return known{}, to
			}
			key := p.value(part{i + 1, end}, depth+1)
			if end == i+2 && key.kind == knownNothing && p.isName(i+1) { // $ENV{HOME}, "$_SERVER[HOME]"
				key = known{kind: knownText, text: Value(p.toks[i+1].name)}
			}
			v = p.getenv(key)
			i = end + 1
		case p.isDot(i) && p.isName(i+1) && i+1 < to:
			name := p.toks[i+1].name
			if p.isHome(i + 1) {
				v, i = getenv(p.env, "HOME"), p.behindCall(i+2)
				continue
			}
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
	if v.env {
		if len(args) == 0 {
			arg = known{kind: knownText, text: Value(name)}
		}
		return p.getenv(arg)
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
			var fill []Value
			for _, r := range args {
				fill = append(fill, orUnknown(p.value(r, depth+1)))
			}
			return known{kind: knownText, text: p.holes(v.text, "{", fill)}
		}
	case "strip", "trim", "decode", "encode", "toString", "chomp", "to_s", "rstrip", "lstrip", "trimEnd", "resolve", "absolute", "freeze", "execute":
		return v
	case "expanduser":
		return p.expandHome(v)
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
