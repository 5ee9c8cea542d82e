package shell

import "strings"

// inline returns what a program text in another language runs and touches, by its literals
// and the calls that it knows: nested words and texts, and file effects. text may hold
// unknown parts. prints is what it writes, as far as its literals say. env are variables of its environment, HOME among them.
func inline(lang language, text Value, span Span, env []Assign) (list []nested, effects []Effect, prints Value) {
	switch lang {
	case shellText:
		return nil, nil, ""
	case powerShell:
		return powerShellCommands(text, span), nil, ""
	case cmdExe:
		return cmdExeCommands(text, span), nil, ""
	case makeFile:
		return makeText(Word{Value: text, Span: span}), nil, ""
	case cronTable:
		return cronCommands(Word{Value: text, Span: span}), nil, ""
	case tcl:
		return tclCommands(text, span, env), nil, ""
	}
	p := readProgram(lang, string(plainGlobs(text)), span)
	p.env = env
	p.ownNames()
	p.assignments()
	for i := range p.toks {
		out, effects := len(p.out), len(p.effects)
		p.token(i)
		p.placed(out, effects)
		if i == p.backAt && i > 0 {
			p.dir = p.back
		}
	}
	before := len(p.effects)
	p.remaining()
	p.placed(len(p.out), before)
	return p.out, p.effects, p.prints
}

// assignments collects what variables hold, and other names for known functions.
func (p *program) assignments() {
	for i := range p.toks {
		if p.steps < 0 {
			return
		}
		switch {
		case p.isName(i) && (p.is(i+1, "=") || p.is(i+1, "<-") || p.is(i+1, ":") && p.is(i+2, "=")):
			from := i + 2
			if p.is(i+1, ":") {
				from++
			}
			if p.parent[i] >= 0 && p.is(int(p.parent[i]), "(") && p.lang != javaScript && p.lang != perl && p.lang != awk && p.lang != php {
				continue // a keyword argument
			}
			if p.lang == javaScript {
				p.defines(i, from)
			}
			p.assign(p.toks[i].name, from)
		case p.is(i, "def") || p.is(i, "function"):
			p.defines(i+1, i+2)
		case p.is(i, "for") || p.is(i, "foreach"):
			p.loop(i + 1)
		case p.is(i, "forEach") || p.is(i, "map") || p.is(i, "each"):
			p.each(i)
		case p.is(i, "import"):
			p.imports(i)
		case p.lang == javaScript && p.is(i, "env") && p.isEnviron(i) && p.is(i-3, "=") && p.is(i-4, "}"): // const {HOME} = process.env
			for k := max(int(p.match[i-4]), 0); k < i-4; k++ {
				if v := getenv(p.env, p.toks[k].name); p.isName(k) && v.kind == knownText {
					p.set(p.toks[k].name, v)
				}
			}
		case p.isName(i) && !p.isDot(i-1):
			p.grows(i)
		}
	}
}

// assign reads NAME = expression.
func (p *program) assign(name string, from int) {
	to := p.statement(from)
	for k := from; k < to; k = p.after(k) {
		if p.is(k, ",") && p.lang != python && p.lang != ruby { // const a = 1, b = 2
			to = k
			break
		}
	}
	if from >= to {
		return
	}
	if v := p.value(part{from, to}, 0); v.kind != knownNothing {
		p.set(name, v)
		return
	}
	last := to - 1
	for k := from; k < min(to, from+8); k++ { // require('child_process'), await import(…), promisify(exec)
		if p.is(k, "(") && p.moduleCall(k) && int(p.match[k]) == last {
			p.modules[name] = true
			return
		}
		if p.is(k, "promisify") && p.is(k+1, "(") && p.match[k+1] > 0 {
			last = int(p.match[k+1]) - 1
		}
	}
	if p.isName(last) && last-from < 8 {
		if known := p.toks[last].name; starterOf(p.lang, known) != startNothing && (last == from || p.isDot(last-1) || p.is(last-1, "(")) {
			p.alias[name] = known
		}
		if p.lang == python && p.is(from, "__import__") {
			p.modules[name] = true
		}
	}
}

// grows reads what adds to a list or a text that a variable holds: x.append(…), x.push(…),
// x += …, push @x, ….
func (p *program) grows(i int) {
	name := p.toks[i].name
	args, called := []part(nil), false
	switch {
	case p.lang == perl && name == "push":
		if args, called = p.arguments(i + 1); !called || len(args) < 2 {
			return
		}
		name, args = p.toks[args[0].from].name, args[1:]
	case p.isDot(i+1) && p.isName(i+2) && p.is(i+3, "("):
		args, called = p.arguments(i + 3)
	}
	if len(p.vars[name]) == 0 {
		return
	}
	more := known{kind: knownList}
	switch {
	case p.is(i+1, "+="), p.is(i+1, ".="):
		more = p.value(part{i + 2, p.statement(i + 2)}, 0)
	case p.lang == ruby && p.is(i+1, "<<") && !p.is(i-1, "<<"):
		for from, end := i+2, p.statement(i+2); from < end; {
			to := from
			for to < end && !p.is(to, "<<") {
				to = p.after(to)
			}
			more.list = append(more.list, orUnknown(p.value(part{from, to}, 0)))
			from = to + 1
		}
	case called && (p.is(i, "push") || p.is(i+2, "append") || p.is(i+2, "push")):
		for _, r := range args {
			more.list = append(more.list, orUnknown(p.value(r, 0)))
		}
	case called && p.is(i+2, "extend") && len(args) == 1:
		more = p.value(args[0], 0)
	default:
		return
	}
	for k, old := range p.vars[name] {
		if len(old.list)+len(more.list) > maxGrown || len(old.text)+len(more.text) > maxValue {
			p.vars[name][k] = known{}
			continue
		}
		if name[0] == '@' && old.kind == knownText { // my @x = ('a')
			old = known{kind: knownList, list: []Value{old.text}}
		}
		p.steps -= len(old.list) + len(old.text)/8
		p.vars[name][k] = join(old, more)
	}
}

// maxGrown bounds a list that a program adds to.
const maxGrown = 1000

// defines looks into a function of the program's own that hands its first argument to one that
// starts processes: def run(c): subprocess.run(c), run = c => execSync(c).
func (p *program) defines(name, params int) {
	if p.is(params, "async") {
		params++
	}
	first, body := params, params+1
	if p.is(params, "(") && int(p.match[params]) > params {
		first, body = params+1, int(p.match[params])+1
	} else if !p.is(body, "=>") {
		return
	}
	if !p.isName(name) || !p.isName(first) {
		return
	}
	own, param := p.toks[name].name, p.toks[first].name
	for i := body; i+3 < min(body+maxBody, len(p.toks)) && !p.is(i, "def") && !p.is(i, "function"); i++ {
		if !p.isName(i) || !p.is(i+1, "(") || !p.is(i+2, param) || !p.is(i+3, ",") && !p.is(i+3, ")") {
			continue
		}
		if f := p.toks[i].name; (f != own || p.isDot(i-1)) && starterOf(p.lang, f) != startNothing && p.qualified(i, f) {
			p.alias[own] = f
			return
		}
	}
}

// maxBody is how far a function of the program's own is looked into, in tokens.
const maxBody = 200

// set adds a value to those that a variable may have.
func (p *program) set(name string, v known) {
	if len(p.vars[name]) < maxAlternatives {
		p.vars[name] = append(p.vars[name], v)
	}
}

// loop reads for NAME in LIST and for (const NAME of LIST).
func (p *program) loop(i int) {
	for p.is(i, "(") || p.is(i, "const") || p.is(i, "let") || p.is(i, "var") || p.is(i, "my") {
		i++
	}
	if !p.isName(i) {
		return
	}
	at := i + 1
	if p.is(at, "in") || p.is(at, "of") {
		at++
	} else if !p.is(at, "(") {
		return
	}
	v, _ := p.term(at, len(p.toks), 0)
	p.setAll(p.toks[i].name, v)
}

// each reads [..].forEach(name => …) and [..].each { |name| … }.
func (p *program) each(i int) {
	if !p.isDot(i-1) || i < 2 || !p.is(i-2, "]") && p.toks[i-2].kind != lexWords {
		return
	}
	open := i - 2
	if p.is(open, "]") {
		open = int(p.match[open])
	}
	if open < 0 {
		return
	}
	for k := i + 1; k < min(i+5, len(p.toks)); k++ {
		if p.isName(k) && !p.is(k, "do") {
			v, _ := p.term(open, i-1, 0)
			p.setAll(p.toks[k].name, v)
			return
		}
	}
}

func (p *program) setAll(name string, v known) {
	if v.kind != knownList {
		return
	}
	for _, item := range v.list {
		p.set(name, known{kind: knownText, text: item})
	}
}

// token looks whether a call, or a text that is run, begins at a token.
func (p *program) token(i int) {
	t := p.toks[i]
	switch {
	case t.kind == lexRun:
		if !p.used[i] {
			p.out = append(p.out, nested{kind: nestedText, how: "`…`", text: Word{Value: p.textOf(t), Span: p.span}})
			p.used[i] = true
		}
	case p.lang == appleScript && p.is(i, "script") && p.is(i-1, "shell") || p.lang == appleScript && p.is(i, "script") && p.is(i-1, "do"):
		v, _ := p.sum(i + 1)
		p.out = append(p.out, nested{kind: nestedText, how: "do shell script", text: Word{Value: orUnknown(v), Span: p.span}})
	case p.lang == awk && t.kind == lexMark && (t.name == "|" || t.name == "|&"):
		p.awkPipe(i)
	case t.kind == lexText && p.is(i+1, ".") && p.is(i+2, "execute") && p.lang == otherLanguage:
		p.out = append(p.out, nested{kind: nestedText, how: "execute", text: Word{Value: p.textOf(t), Span: p.span}})
	case t.kind == lexName:
		p.changesFolder(i, i+1)
		p.print(t.name, i+1)
		p.call(i, t.name, i+1)
	case t.kind == lexText && (p.is(i+1, "]") || p.is(i+1, ")")) && p.is(i+2, "("):
		p.indirect(i)
	}
}

// sum reads an expression as long as it goes on.
func (p *program) sum(i int) (known, int) {
	end := p.statement(i)
	for k := i; k < end; k = p.after(k) {
		if k > i && p.isName(k) && p.lang == appleScript && !p.is(k-1, "&") && !p.is(k, "of") {
			end = k
			break
		}
	}
	return p.value(part{i, end}, 0), end
}

// indirect reads obj['system'](…) and getattr(os, 'system')(…).
func (p *program) indirect(i int) {
	open := int(p.match[i+1])
	if open < 0 || p.is(i+1, ")") && !p.is(open-1, "getattr") {
		return
	}
	parts := p.split(part{open + 1, i + 1})
	v := p.value(parts[len(parts)-1], 0)
	if v.kind != knownText {
		return
	}
	name := string(v.text)
	if s := starterOf(p.lang, name); s != startNothing {
		if args, ok := p.arguments(i + 2); ok {
			p.start(name, s, args)
		}
	}
}

// call reads a call of the function that the token i names.
func (p *program) call(i int, name string, at int) {
	function := name
	if real, ok := p.alias[name]; ok && !p.isDot(i-1) {
		function = real
	} else if p.isDot(i-1) && name == "sync" && p.is(i-2, "spawn") {
		function = "spawn"
	}
	s := starterOf(p.lang, function)
	if s == startNothing || p.is(i-1, "def") || p.is(i-1, "function") || p.is(i-1, "sub") || function == name && !p.qualified(i, name) {
		if p.lang == perl && name == "open" || p.lang == ruby && name == "open" {
			if p.openPipe(at) {
				return
			}
		}
		p.touch(i, name, at)
		return
	}
	if p.used[i] && s != startCode {
		// Inside the arguments of another call: still a call.
		p.used[i] = true
	}
	args, ok := p.arguments(at)
	if !ok || len(args) == 0 {
		return
	}
	if p.lang == javaScript && name == "$" && p.toks[at].kind != lexText {
		return
	}
	how := function
	if p.isDot(i-1) && p.isName(i-2) {
		how = p.toks[i-2].name + "." + function
	}
	if s == startNamed {
		v := p.value(args[0], 0)
		if s = starterOf(p.lang, string(v.text)); v.kind != knownText || s == startNothing || s == startNamed || len(args) < 2 {
			return
		}
		args, how = args[1:], string(v.text)
	}
	if p.lang == javaScript && p.isDot(i-1) && p.is(i-2, "Bun") || p.lang == perl && (name == "run" || name == "run3") {
		if p.lang == perl && !p.is(args[0].from, "[") {
			return
		}
		s = startText
	}
	p.start(how, s, args)
}

// openPipe reads open(F, "cmd |"), open(F, "-|", "cmd", …) and open("|cmd").
func (p *program) openPipe(at int) bool {
	args, ok := p.arguments(at)
	if !ok || len(args) == 0 {
		return false
	}
	if p.lang == perl {
		if len(args) < 2 {
			return false
		}
		args = args[1:]
	}
	v := p.value(args[0], 0)
	if v.kind != knownText {
		return false
	}
	mode := strings.TrimSpace(string(v.text))
	if mode == "-|" || mode == "|-" {
		if len(args) > 1 {
			p.start("open", startAll, args[1:])
		}
		return true
	}
	text, ok := strings.CutPrefix(mode, "|")
	if !ok {
		text, ok = strings.CutSuffix(mode, "|")
	}
	if !ok {
		return false
	}
	p.used[args[0].from] = true
	p.out = append(p.out, nested{kind: nestedText, how: "open", text: Word{Value: Value(text), Span: p.span}})
	return true
}

// awkPipe reads "cmd" | getline and print … | "cmd".
func (p *program) awkPipe(i int) {
	var r part
	if p.is(i+1, "getline") {
		from := i
		for from > 0 && !p.toks[from].line && (p.toks[from-1].kind == lexText || p.isName(from-1) && !p.is(from-1, "while") && !p.is(from-1, "if")) {
			from--
		}
		if p.is(i-1, ")") && p.match[i-1] >= 0 {
			from = int(p.match[i-1])
		}
		r = part{from, i}
	} else {
		r = part{i + 1, p.statement(i + 1)}
	}
	if v := p.value(r, 0); v.kind != knownNothing || r.from < r.to {
		for k := r.from; k < r.to; k++ {
			p.used[k] = true
		}
		text := orUnknown(v)
		if printed := p.awkPrinted(i); printed != "" && isShellName(text.Text()) {
			text = "printf '%s' '" + Value(strings.ReplaceAll(string(printed), "'", `'\''`)) + "' | " + text
		}
		p.out = append(p.out, nested{kind: nestedText, how: "awk |", text: Word{Value: text, Span: p.span}})
	}
}

// isShellName reports whether a text is the bare name of a shell, whatever its options.
func isShellName(text string) bool {
	name, options, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.HasSuffix(name, "sh") && name != "ssh" && (options == "" || strings.HasPrefix(options, "-") && !strings.Contains(options, " "))
}

// awkPrinted is what print or printf in front of a pipe writes, as far as it is known.
func (p *program) awkPrinted(i int) Value {
	for k := i - 1; k >= 0 && k > i-12; k-- {
		if !p.isName(k) || !p.is(k, "print") && !p.is(k, "printf") {
			continue
		}
		if v := p.value(part{k + 1, i}, 0); v.kind == knownText {
			return v.text
		}
		return ""
	}
	return ""
}
