package shell

import "strings"

// ownNames gives every function and module that a program knows under another name the name
// that the tables have for it: from shutil import rmtree as r, const {rmSync: r} =
// require('fs'), r = shutil.rmtree. A name that means something to the tables keeps it.
func (p *program) ownNames() {
	own := map[string]string{}
	rename := func(from, to string) {
		switch {
		case from == "" || from == to:
		case !p.tabled(to):
			own[to] = from
		case starterOf(p.lang, from) != startNothing:
			p.alias[to] = from
		}
	}
	for i := range p.toks {
		switch {
		case p.steps < 0:
			return
		case !p.isName(i):
		case p.is(i, "as") && p.isName(i+1) && p.imported(i):
			if p.isName(i - 1) {
				rename(p.toks[i-1].name, p.toks[i+1].name)
			} else { // import * as f from 'fs'
				rename(p.fileModule(i+2), p.toks[i+1].name)
			}
		case p.lang == javaScript && p.is(i, "import") && p.is(i+2, "from"):
			rename(p.fileModule(i+2), p.toks[i+1].name)
		case p.lang == javaScript && p.is(i+1, ":") && p.isName(i+2):
			open, end := int(p.parent[i]), -1
			if open >= 0 && p.is(open, "{") {
				end = int(p.match[open])
			}
			if name := p.toks[i].name; end > 0 && p.is(end+1, "=") && (starterOf(p.lang, name) != startNothing || p.isModule(end+2)) {
				rename(name, p.toks[i+2].name)
			}
		case p.is(i+1, "=") && !p.isDot(i-1):
			rename(p.meant(i+2), p.toks[i].name)
		}
	}
	for i := range p.toks {
		if t := &p.toks[i]; t.kind == lexName && own[t.name] != "" && !p.isDot(i-1) {
			t.name = own[t.name]
		}
	}
}

// imported reports whether a token stands in the list of names of an import.
func (p *program) imported(i int) bool {
	for from := max(0, i-64); i >= from; i-- {
		switch {
		case p.is(i, "import"):
			return true
		case p.is(i, ";"), p.is(i, ")"), p.is(i, "="), p.toks[i].line && p.parent[i] < 0 && (i == 0 || !p.continues(i)):
			return false
		}
	}
	return false
}

// fileModule is the name that the tables have for the module of files or paths that
// from 'fs', require('fs') or import('fs') names; empty: it is another.
func (p *program) fileModule(i int) string {
	for p.is(i, "await") || p.is(i, "from") || p.is(i, "require") || p.is(i, "import") || p.is(i, "(") {
		i++
	}
	if i >= len(p.toks) || p.toks[i].kind != lexText {
		return ""
	}
	switch name := strings.TrimPrefix(string(p.toks[i].value), "node:"); name {
	case "fs", "fs/promises", "fs-extra", "graceful-fs":
		return "fs"
	case "path", "path/posix", "path/win32":
		return "path"
	case "os":
		return "os"
	}
	return ""
}

// meant is the function or module that the expression at a token is another name for: r =
// shutil.rmtree, f = require('fs'). Functions that start processes are left to assign.
func (p *program) meant(i int) string {
	if p.lang != python && p.lang != javaScript || i >= len(p.toks) {
		return ""
	}
	last, end := i, min(i+8, p.statement(i))
	for k := i; k < end && !p.is(k, ","); k = p.after(k) {
		last = k
	}
	switch {
	case last > i && p.isName(last) && p.isDot(last-1) && p.isModule(i) && starterOf(p.lang, p.toks[last].name) == startNothing && p.tabled(p.toks[last].name):
		return p.toks[last].name
	case p.lang == javaScript && p.is(last, "("): // the call is all
		return p.fileModule(i)
	}
	return ""
}

// isModule reports whether a module of files or paths stands at a token: fs, os.path,
// require('fs').
func (p *program) isModule(i int) bool {
	switch {
	case p.is(i, "shutil"), p.is(i, "os"), p.is(i, "pathlib"), p.is(i, "path"), p.is(i, "fs"), p.is(i, "fsp"):
		return true
	}
	return p.fileModule(i) != ""
}

// tabled reports whether a name is one of the tables', of a function or of a module.
func (p *program) tabled(name string) bool {
	switch name {
	case "shutil", "pathlib", "fs", "path":
		return true
	}
	if isPythonProcess(name) {
		return true
	}
	module := "os"
	if p.lang == javaScript {
		module = "fs"
	}
	return starterOf(p.lang, name) != startNothing || touchOf(p.lang, module, name).kind != touchNothing
}

// imports notes the functions and modules that start processes: from subprocess import run,
// import cp from 'child_process'.
func (p *program) imports(i int) {
	end := min(p.statement(i), i+64)
	switch p.lang {
	case python:
		process := p.is(i-2, "from") && isPythonProcess(p.toks[i-1].name)
		for k := i + 1; k < end; k++ {
			if !p.isName(k) {
				continue
			}
			name := p.toks[k].name
			if process && starterOf(python, name) != startNothing {
				p.alias[name] = name
			}
		}
		if process && p.is(i+1, "*") {
			p.alias["run"], p.alias["call"] = "run", "call"
		}
	case javaScript:
		for k := i + 1; k < end; k++ {
			if p.toks[k].kind == lexText && isProcessModule(string(p.toks[k].value)) {
				for q := i + 1; q < k; q++ {
					if p.isName(q) && !p.is(q, "from") && !p.is(q, "as") && p.parent[q] == p.parent[i] {
						p.modules[p.toks[q].name] = true
					}
				}
			}
		}
	}
}

func isPythonProcess(name string) bool {
	switch name {
	case "subprocess", "os", "pty", "commands", "pexpect", "subprocess32":
		return true
	}
	return false
}
