package shell

import (
	"strings"
)

// starter says how a function of an inline program is told what to start.
type starter uint8

const (
	startNothing  starter = iota
	startText             // first argument: shell text, or a list of words
	startProgram          // a program, then the list of its words: spawn('npm', ['i'])
	startAll              // every argument is a word; one alone is shell text: system "npm", "i"
	startReplace          // a file, then the words with the program's name: execl(path, 'npm', 'i')
	startReplaceV         // a file, then the list of words with the program's name: execv
	startMode             // as startReplace behind a mode: spawnl
	startModeV            // as startReplaceV behind a mode: spawnv
	startCode             // text of the same language: eval
	startRemote           // shell text on another machine
	startModule           // a file of the same language: fork('x.js')
	startNamed            // the function is named by the first argument: call_user_func
)

// starterOf is the table of functions that start processes. Names that mean other things
// as well are told apart by [program.qualified].
func starterOf(lang language, name string) starter {
	switch lang {
	case python:
		switch name {
		case "system", "popen", "popen2", "popen3", "popen4", "getoutput", "getstatusoutput", "run", "call", "check_call", "check_output", "Popen", "create_subprocess_shell", "spawn", "run_command", "shell_exec", "getstatus", "subprocess_exec", "subprocess_shell", "run_process", "open_process":
			return startText
		case "create_subprocess_exec":
			return startAll
		case "execl", "execle", "execlp", "execlpe", "posix_spawnl":
			return startReplace
		case "execv", "execve", "execvp", "execvpe", "posix_spawn", "posix_spawnp":
			return startReplaceV
		case "spawnl", "spawnle", "spawnlp", "spawnlpe":
			return startMode
		case "spawnv", "spawnve", "spawnvp", "spawnvpe":
			return startModeV
		case "exec", "eval":
			return startCode
		case "exec_command":
			return startRemote
		}
	case javaScript:
		switch name {
		case "exec", "execSync", "execAsync", "execPromise", "execaCommand", "execaCommandSync", "doShellScript", "$", "runCommand", "shellExec", "run":
			return startText
		case "spawn", "spawnSync", "execFile", "execFileSync", "execa", "execaSync", "spawnAsync", "Command", "execFileAsync":
			return startProgram
		case "fork":
			return startModule
		case "eval", "Function", "runInThisContext", "runInNewContext", "runInContext", "Script":
			return startCode
		}
	case ruby:
		switch name {
		case "system", "exec", "spawn", "popen", "capture2", "capture2e", "capture3", "popen2", "popen2e", "popen3", "pipeline", "pipeline_r", "pipeline_rw", "sh", "getstatusoutput":
			return startAll
		case "eval", "instance_eval", "class_eval":
			return startCode
		case "send", "public_send", "__send__":
			return startNamed
		}
	case perl:
		switch name {
		case "system", "exec", "readpipe", "run", "run3", "capture", "open3", "open2", "capturex", "systemx":
			return startAll
		case "eval":
			return startCode
		}
	case php:
		switch name {
		case "system", "exec", "shell_exec", "passthru", "popen", "proc_open":
			return startText
		case "pcntl_exec":
			return startProgram
		case "eval", "assert", "create_function":
			return startCode
		case "call_user_func", "call_user_func_array":
			return startNamed
		}
	case awk:
		if name == "system" {
			return startText
		}
	case otherLanguage:
		switch name {
		case "execute", "popen", "system", "shell", "run", "spawn", "command", "callCommand", "shell-command", "async-shell-command", "shell-command-to-string", "shell_exec", "open_pipe", "process-lines":
			return startText
		case "cmd", "system2", "pipeline":
			return startProgram
		case "call-process", "start-process", "sh":
			return startAll
		case "eval", "eval_string", "loadstring", "dostring":
			return startCode
		}
	}
	return startNothing
}

// qualified reports whether a name of starterOf means the function that starts processes,
// by what stands before it.
func (p *program) qualified(i int, name string) bool {
	before := ""
	method := p.isDot(i - 1)
	if method && p.isName(i-2) {
		before = p.toks[i-2].name
	}
	switch p.lang {
	case python:
		switch name {
		case "run", "call", "spawn":
			return before == "subprocess" || before == "pty" || before == "pexpect" || before == "asyncio" || p.modules[before] || !method && (name == "spawn" || p.alias[name] != "") || p.shellFlag(i)
		case "exec", "eval":
			return !method || before == "builtins" || before == "__builtins__"
		}
		return before != "platform"
	case javaScript:
		switch name {
		case "exec", "fork":
			if !method {
				return true
			}
			switch before {
			case "cp", "child_process", "childProcess", "child", "proc", "shell", "shelljs", "sh", "cproc":
				return true
			case "":
				return p.is(i-2, ")") && p.moduleCall(int(p.match[i-2]))
			}
			return p.modules[before]
		case "eval", "Function":
			return !method || before == "globalThis" || before == "window"
		case "Command", "run":
			return before == "Deno"
		case "$":
			return true
		}
	case ruby:
		if name == "exec" || name == "run" || name == "sh" || name == "spawn" || name == "system" {
			return !method || before == "Kernel" || before == "Process" || before == "PTY" || p.is(i-2, "]")
		}
		return true
	case perl, php:
		return !p.is(i-1, "->") && !p.is(i-1, "function") && !p.is(i-1, "sub")
	case otherLanguage:
		switch name {
		case "execute":
			return before == "os"
		case "cmd":
			return before == "System" || before == "os" || p.is(i-2, ":")
		case "command":
			return before == "Sys"
		case "shell":
			return before == "System" || !method
		}
	}
	return true
}

// shellFlag reports whether a call says shell=True: then it starts processes, whatever its name.
func (p *program) shellFlag(i int) bool {
	if !p.is(i+1, "(") || p.match[i+1] < 0 {
		return false
	}
	for k := i + 2; k+2 < int(p.match[i+1]) && k < i+200; k = p.after(k) {
		if p.is(k, "shell") && p.is(k+1, "=") && p.is(k+2, "True") {
			return true
		}
	}
	return false
}

// moduleCall reports whether the bracket opens require('child_process') or import(…).
func (p *program) moduleCall(open int) bool {
	if open < 1 || !p.is(open-1, "require") && !p.is(open-1, "import") || open+1 >= len(p.toks) || p.toks[open+1].kind != lexText {
		return false
	}
	return isProcessModule(string(p.toks[open+1].value))
}

func isProcessModule(name string) bool {
	switch strings.TrimPrefix(name, "node:") {
	case "child_process", "subprocess", "execa", "cross-spawn", "shelljs", "zx":
		return true
	}
	return false
}

// arguments returns the arguments of a call whose function's name is the token before at,
// and false if nothing is called there. Some languages need no brackets.
func (p *program) arguments(at int) ([]part, bool) {
	if at >= len(p.toks) {
		return nil, false
	}
	if p.is(at, "(") {
		if end := int(p.match[at]); end > at {
			if p.lang == perl && p.is(at+1, "{") && p.match[at+1] > 0 { // exec({file} @words)
				return p.split(part{int(p.match[at+1]) + 1, end}), true
			}
			return p.split(part{at + 1, end}), true
		}
		return p.split(part{at + 1, p.statement(at + 1)}), true
	}
	if p.is(at, "?.") && p.is(at+1, "(") {
		return p.arguments(at + 1)
	}
	t := p.toks[at]
	switch p.lang {
	case javaScript:
		if t.kind == lexText && !t.line {
			return []part{{at, at + 1}}, true
		}
	case ruby, perl, php, awk:
		if t.line || t.kind == lexMark && t.name != "[" && t.name != "{" || t.kind == lexOther {
			return nil, false
		}
		if t.kind == lexName && p.lang != perl && (p.is(at+1, "=") || t.name == "if" || t.name == "do" || t.name == "unless") {
			return nil, false
		}
		return p.split(part{at, p.statement(at)}), true
	case otherLanguage:
		var out []part
		for k := at; k < len(p.toks) && len(out) < 64; k++ {
			if p.is(k, ",") {
				continue
			}
			if p.toks[k].kind != lexText && p.toks[k].kind != lexRun && !p.is(k, "nil") {
				break
			}
			out = append(out, part{k, k + 1})
		}
		return out, len(out) > 0
	}
	return nil, false
}

// statement returns the end of the statement that a token stands in.
func (p *program) statement(i int) int {
	level := p.parent[min(i, len(p.toks)-1)]
	for from := i; i < len(p.toks); i = p.after(i) {
		p.steps--
		t := p.toks[i]
		if p.parent[i] != level || p.steps < 0 {
			return i
		}
		if t.kind == lexMark && (t.name == ";" || t.name == ")" || t.name == "]" || t.name == "}" || t.name == "||" || t.name == "&&" || t.name == "|" || t.name == "?") {
			return i
		}
		if i > from && t.line && !p.continues(i) {
			return i
		}
		if i > from && t.kind == lexName && (p.lang == ruby || p.lang == perl) {
			switch t.name {
			case "if", "unless", "or", "and", "do", "while", "until", "for", "foreach", "rescue", "then":
				return i
			}
		}
	}
	return len(p.toks)
}

// continues reports whether a line goes on with the statement of the line before it.
func (p *program) continues(i int) bool {
	before := p.toks[i-1]
	if before.kind == lexMark {
		switch before.name {
		case ",", "+", ".", "(", "[", "{", "=", "=>", "\\", "&", "::", "->":
			return true
		}
	}
	return p.is(i, ".") || p.is(i, "?.") || p.is(i, "->") || p.is(i, "+") || p.toks[i].kind == lexMark && p.lang == perl && !p.is(i, "}")
}

// start records what a call starts. took says whether the call was one that starts.
func (p *program) start(how string, s starter, args []part) {
	var dir *Word
	plain := args[:0:0]
	input := part{}
	for _, r := range args {
		name, inner := p.key(r)
		switch {
		case name == "cwd" || name == "chdir":
			if v := p.value(inner, 0); v.kind == knownText {
				dir = &Word{Value: v.text, Span: p.span}
			}
		case p.is(r.from, "{") && p.lang != perl:
			for _, q := range p.split(part{r.from + 1, max(int(p.match[r.from]), r.from+1)}) {
				switch name, inner := p.key(q); name {
				case "cwd":
					if v := p.value(inner, 0); v.kind == knownText {
						dir = &Word{Value: v.text, Span: p.span}
					}
				case "input":
					input = inner
				case "args":
					plain = append(plain, inner)
				case "cmd":
					plain = append([]part{inner}, plain...)
				}
			}
		case name == "input":
			input = inner
		case name == "args" || name == "command" || name == "cmd" || name == "file" && p.lang == javaScript:
			plain = append(plain, inner)
		case name == "" || p.lang == perl || p.lang == php:
			plain = append(plain, r)
		}
	}
	for _, r := range args {
		for k := r.from; k < r.to; k++ {
			p.used[k] = p.used[k] || p.toks[k].kind == lexText || p.lang == otherLanguage
		}
	}
	if p.lang == ruby && len(plain) > 1 && p.is(plain[0].from, "{") {
		plain = plain[1:]
	}
	if len(plain) == 0 {
		return
	}
	for _, first := range p.alternatives(plain[0]) {
		p.startWith(how, s, first, plain[1:], dir)
		line := string(first.text)
		if first.kind == knownList {
			line = string(joinList(first, " ").text)
		}
		if input.to > input.from && isShellName(line) {
			p.out = append(p.out, nested{kind: nestedText, how: how, dir: dir, text: Word{Value: orUnknown(p.value(input, 0)), Span: p.span}})
		}
	}
}

// alternatives returns the values that an argument may have: several if it is a variable
// that is set more than once.
func (p *program) alternatives(r part) []known {
	if r.to == r.from+1 && p.isName(r.from) {
		if all := p.vars[p.toks[r.from].name]; len(all) > 1 {
			return all
		}
	}
	return []known{p.value(r, 0)}
}

// startWith records one call, its first argument read.
func (p *program) startWith(how string, s starter, first known, args []part, dir *Word) {
	n := nested{how: how, dir: dir}
	text := func(v Value) {
		n.kind, n.text = nestedText, Word{Value: v, Span: p.span}
		p.out = append(p.out, n)
	}
	words := func(list []Value) {
		if len(list) == 0 || list[0] == "" {
			return
		}
		n.words = make([]Word, len(list))
		for i, v := range list {
			n.words[i] = Word{Value: v, Span: p.span, Multi: !v.Known()}
		}
		p.out = append(p.out, n)
	}
	rest := func(from int) []Value {
		var out []Value
		for _, r := range args[min(from, len(args)):] {
			switch v := p.value(r, 0); v.kind {
			case knownText:
				out = append(out, v.text)
			case knownList:
				out = append(out, v.list...)
			default:
				out = append(out, Unknown)
			}
		}
		return out
	}
	switch s {
	case startCode:
		if first.kind == knownText {
			n.lang = p.lang
			text(first.text)
		}
		return
	case startRemote:
		n.remote = true
		text(orUnknown(first))
		return
	case startModule:
		n.kind, n.lang, n.text = nestedFile, p.lang, Word{Value: orUnknown(first), Span: p.span}
		p.out = append(p.out, n)
		return
	case startMode, startModeV:
		list := rest(0)
		if s == startModeV || s == startMode {
			if len(list) > 2 {
				words(append([]Value{list[0]}, list[2:]...))
			} else if len(list) > 0 {
				words(list[:1])
			}
		}
		return
	case startReplace, startReplaceV:
		list := rest(0)
		if len(list) > 0 {
			list = list[1:]
		}
		words(append([]Value{orUnknown(first)}, list...))
		return
	}
	switch {
	case first.kind == knownList:
		words(first.list)
	case s == startAll && len(args) > 0, s == startProgram && len(args) > 0 && !strings.ContainsAny(string(first.text), " \t\n"):
		words(append([]Value{orUnknown(first)}, rest(0)...))
	case s == startText && p.lang == python && len(args) > 0 && strings.HasSuffix(how, "spawn") && !strings.Contains(string(first.text), " "):
		words(append([]Value{orUnknown(first)}, rest(0)[:1]...))
	default:
		text(orUnknown(first))
	}
}

func orUnknown(v known) Value {
	if v.kind == knownText {
		return v.text
	}
	return Unknown
}
