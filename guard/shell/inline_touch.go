package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// touch records what the call of a function does to files. at is the token behind its name.
func (p *program) touch(i int, name string, at int) {
	qualifier, object := "", known{}
	if p.isDot(i - 1) {
		qualifier, object = p.receiver(i - 2)
	} else if p.lang == ruby && p.is(at, "?") {
		return
	}
	var t touch
	if object.path {
		t = pathTouch(name)
	}
	if t.kind == touchNothing {
		object = known{}
		t = touchOf(p.lang, qualifier, name)
	}
	if t.kind == touchNothing {
		return
	}
	args, ok := p.arguments(at)
	if !ok {
		if !object.path {
			return
		}
		args = nil
	}
	var paths []known
	if object.path {
		paths = append(paths, object)
	}
	if t.skip <= len(args) {
		args = args[t.skip:]
	}
	recursive := false
	for _, r := range args {
		key, inner := p.key(r)
		recursive = recursive || key == "recursive" || p.is(r.from, "{") && p.mentions(r, "recursive")
		if key != "" && key != "file" && key != "path" {
			paths = append(paths, known{})
			continue
		}
		if p.lang == perl && t.kind == touchDelete || p.lang == ruby {
			inner = r
		}
		v := p.value(inner, 0)
		if v.kind == knownList && t.kind == touchDelete {
			for _, item := range v.list {
				paths = append(paths, known{kind: knownText, text: item})
			}
			p.take(r)
			continue
		}
		paths = append(paths, v)
		if t.kind != touchWrite || len(paths) == 1 {
			p.take(r)
		}
	}
	if t.kind == touchLook || len(paths) == 0 {
		return
	}
	t.tree = t.tree || recursive
	p.apply(t, paths, p.mode(t, args, object.path))
}

// receiver returns the name before a dot, and the path if a path object stands there.
func (p *program) receiver(i int) (string, known) {
	switch {
	case p.isName(i):
		name := p.toks[i].name
		v := p.variable(name)
		if v.path && !p.isDot(i-1) {
			return name, v
		}
		return name, known{}
	case p.is(i, ")") && p.match[i] >= 0:
		open := int(p.match[i])
		from := open
		if p.isName(open - 1) {
			from = open - 1
		}
		for from >= 2 && p.isDot(from-1) {
			if p.is(from-2, ")") && p.match[from-2] >= 0 { // Path(x).expanduser()
				if from = int(p.match[from-2]); p.isName(from - 1) {
					from--
				}
				continue
			}
			if !p.isName(from - 2) {
				break
			}
			from -= 2
		}
		if v := p.value(part{from, i + 1}, 0); v.path {
			return ")", v
		}
		return ")", known{}
	}
	return "?", known{}
}

func (p *program) take(r part) {
	for k := r.from; k < r.to; k++ {
		p.used[k] = p.used[k] || p.toks[k].kind == lexText
	}
}

func (p *program) mentions(r part, name string) bool {
	for k := r.from; k < min(r.to, r.from+64); k++ {
		if p.toks[k].name == name {
			return true
		}
	}
	return false
}

// mode returns how a file is opened; "?" when that is computed.
func (p *program) mode(t touch, args []part, method bool) string {
	if t.kind != touchOpen {
		return ""
	}
	for k, r := range args {
		key, inner := p.key(r)
		if key == "mode" || key == "flags" || key == "" && (k == 1 || k == 0 && method) {
			if v := p.value(inner, 0); v.kind == knownText {
				return string(v.text)
			}
			if key != "" || p.lang != ruby && p.lang != javaScript {
				return "?"
			}
		}
	}
	return ""
}

// apply records the effects of one call.
func (p *program) apply(t touch, paths []known, mode string) {
	add := func(v known, access call.Access, tree bool) {
		if v.kind != knownText || v.text == "" {
			return
		}
		if strings.HasPrefix(string(v.text), "-") && t.kind == touchDelete {
			t.tree = t.tree || strings.ContainsAny(string(v.text), "rR")
			return
		}
		p.effects = append(p.effects, Effect{Path: v.text, Access: access, Tree: tree, Span: p.span})
	}
	second := known{}
	if len(paths) > 1 {
		second = paths[1]
	}
	switch t.kind {
	case touchRead:
		add(paths[0], call.Read, false)
	case touchWrite:
		add(paths[0], call.Write|call.Create, false)
		if t.text > 0 && second.kind == knownText && second.text.Known() && paths[0].kind == knownText && len(p.effects) > 0 {
			e := &p.effects[len(p.effects)-1]
			e.Text = &File{Path: e.Path.Text(), Access: e.Access, Whole: true, Text: second.text.Text()}
		}
	case touchChange:
		add(paths[0], call.Write, t.tree)
	case touchDelete:
		for _, v := range paths {
			add(v, call.Delete, t.tree)
		}
	case touchCopy:
		add(paths[0], call.Read, t.tree)
		add(second, call.Write|call.Create, t.tree)
	case touchMove:
		add(paths[0], call.Delete|call.Read, t.tree)
		add(second, call.Write|call.Create, t.tree)
	case touchLink:
		add(paths[0], call.AnyAccess, t.tree)
		add(second, call.Write|call.Create, false)
	case touchOpen:
		if mode == "?" {
			add(paths[0], call.Read|call.Write|call.Create, false)
			return
		}
		add(paths[0], openAccess(mode), false)
	case touchOpenPerl:
		p.openPerl(paths)
	}
}

// openPerl reads open(F, '<', name) and open(F, '>name').
func (p *program) openPerl(paths []known) {
	if len(paths) < 2 || paths[1].kind != knownText {
		return
	}
	mode, file := strings.TrimSpace(string(paths[1].text)), Value("")
	if len(paths) > 2 {
		if paths[2].kind != knownText {
			return
		}
		file = paths[2].text
	} else {
		name := strings.TrimLeft(mode, "<>+ ")
		mode, file = mode[:len(mode)-len(name)], Value(name)
	}
	if file != "" {
		p.effects = append(p.effects, Effect{Path: file, Access: openAccess(mode), Span: p.span})
	}
}

// remaining takes every literal that looks like a file and is an argument of a call that
// no table knows for a read of it.
func (p *program) remaining() {
	for i, t := range p.toks {
		if t.kind != lexText || p.used[i] || !looksLikePath(string(t.value)) {
			continue
		}
		if p.lang == awk {
			p.awkFile(i)
			continue
		}
		open := int(p.parent[i])
		if open < 1 || !p.is(open, "(") || !p.isName(open-1) {
			continue
		}
		if !p.is(i-1, "(") && !p.is(i-1, ",") && !p.is(i-1, "=") || !p.is(i+1, ")") && !p.is(i+1, ",") || harmless(p.toks[open-1].name) || p.is(open-3, "Dotenv") {
			continue
		}
		p.effects = append(p.effects, Effect{Path: t.value, Access: call.Read, Span: p.span})
	}
}

// awkFile reads getline < "file" and print > "file".
func (p *program) awkFile(i int) {
	access := call.NoAccess
	switch {
	case p.is(i-1, "<") && (p.is(i-2, "getline") || p.is(i-3, "getline")):
		access = call.Read
	case p.is(i-1, ">") || p.is(i-1, ">>"):
		for k := i - 2; k >= 0 && p.parent[k] == p.parent[i] && i-k < 64; k-- {
			if p.is(k, "print") || p.is(k, "printf") {
				access = call.Write | call.Create
			}
			if p.toks[k].line || p.is(k, ";") {
				break
			}
		}
	}
	if access != call.NoAccess {
		p.effects = append(p.effects, Effect{Path: p.toks[i].value, Access: access, Span: p.span})
	}
}

func looksLikePath(s string) bool {
	if s == "" || len(s) > 4096 || strings.ContainsAny(s, " \t\n\r\x00") || strings.Contains(s, "://") {
		return false
	}
	if !strings.ContainsAny(s, "/.") && s[0] != '~' {
		return false
	}
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	})
}

// harmless is the table of functions that take a text and open no file.
func harmless(name string) bool {
	switch name {
	case "print", "log", "error", "warn", "info", "debug", "echo", "puts", "p", "pp", "len", "format", "import", "require", "say", "printf", "sprintf", "write", "println", "die", "exit",
		"split", "join", "replace", "replaceAll", "gsub", "sub", "startswith", "endswith", "startsWith", "endsWith", "start_with", "end_with", "includes", "include", "indexOf", "index", "lastIndexOf", "rindex", "find", "match", "matchAll", "fullmatch", "search", "findall", "finditer", "test", "compile", "RegExp", "strip", "lstrip", "rstrip", "trim", "count", "get", "getenv", "add", "append", "push", "concat", "encode", "decode", "strftime", "partition", "rpartition", "removeprefix", "removesuffix", "strpos", "explode", "implode", "preg_match", "str_replace", "preg_replace",
		"setdefault", "pop", "remove", "discard", "delete", "insert", "extend", "contains", "set", "has", "Error", "Exception", "ValueError", "RuntimeError", "SystemExit", "assertEqual", "equal", "expect", "toBe", "describe", "it", "querySelector", "querySelectorAll", "locator", "goto", "click", "fetch", "urlopen", "getElementById", "addEventListener", "on", "emit", "createElement", "Decimal", "float", "int", "parseFloat", "Version", "parse", "URL", "URLSearchParams", "if", "while", "for", "and", "or", "not", "in", "return", "isinstance", "getattr", "setattr", "hasattr", "sorted", "dumps", "stringify", "loads", "fill", "type", "press", "hexdigest", "sha256", "md5", "TextDecoder", "TextEncoder", "Buffer", "from", "min", "max",
		"load_dotenv", "read_env", "loadEnvFile": // they set variables, and show nothing
		return true
	}
	return false
}
