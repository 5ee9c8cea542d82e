package shell

import "strings"

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
