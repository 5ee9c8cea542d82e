package shell

import (
	"os"
	"strings"
)

// What an inline program asks of the world around it: variables of its environment, its
// home, and the folder that it moves to.

// isEnviron reports whether the name at i is that of the table of environment variables.
func (p *program) isEnviron(i int) bool {
	before := ""
	if p.isDot(i-1) && p.isName(i-2) {
		before = p.toks[i-2].name
	}
	switch p.toks[i].name {
	case "environ", "environb":
		return p.lang == python
	case "env":
		return p.lang == javaScript && (before == "process" || before == "Deno" || before == "Bun" || before == "meta")
	case "ENV":
		return p.lang == ruby || p.lang == otherLanguage
	case "$ENV":
		return p.lang == perl
	case "$_ENV", "$_SERVER":
		return p.lang == php
	case "ENVIRON":
		return p.lang == awk
	}
	return false
}

// isHome reports whether the name at i, or a call of it, is the user's home.
func (p *program) isHome(i int) bool {
	switch p.toks[i].name {
	case "home":
		return p.is(i-2, "Path") || p.is(i-2, "Dir") || p.is(i-2, "PosixPath")
	case "homedir", "my_home", "user_home", "pw_dir":
		return p.is(i+1, "(") || p.isDot(i-1)
	}
	return false
}

// behindCall is the token behind the arguments in brackets that begin at one, or that one.
func (p *program) behindCall(at int) int {
	if p.is(at, "(") && int(p.match[at]) > at {
		return int(p.match[at]) + 1
	}
	return at
}

// getenv is the value of an environment variable, if it has only one that is known.
func (p *program) getenv(name known) known {
	if name.kind != knownText {
		return known{}
	}
	return getenv(p.env, name.text.Text())
}

func getenv(env []Assign, name string) known {
	for i := len(env) - 1; i >= 0; i-- {
		if env[i].Name == name {
			return known{kind: knownText, text: env[i].Value}
		}
	}
	return known{}
}

// expandHome expands ~ at the beginning of a path.
func (p *program) expandHome(v known) known {
	if rest, ok := strings.CutPrefix(string(v.text), "~"); ok && v.kind == knownText && (rest == "" || rest[0] == '/') {
		v.text = orUnknown(getenv(p.env, "HOME")) + Value(rest)
	}
	return v
}

// expandVars expands $NAME and ${NAME}.
func (p *program) expandVars(v known) known {
	if v.kind != knownText || len(v.text) > maxDir {
		return known{}
	}
	text := os.Expand(string(v.text), func(name string) string { return string(orUnknown(getenv(p.env, name))) })
	p.steps -= len(text) / 8
	return known{kind: knownText, text: bounded(Value(text))}
}

// changesFolder follows a call that changes the folder of all that comes behind it, or of
// the block that stands behind it.
func (p *program) changesFolder(i, at int) {
	if p.is(i-1, "def") || p.is(i-1, "function") || p.is(i-1, "sub") {
		return
	}
	switch p.toks[i].name {
	case "chdir", "lchdir", "setwd":
	case "cd":
		if p.lang != javaScript && p.lang != otherLanguage && !p.is(i-2, "FileUtils") {
			return
		}
	default:
		return
	}
	to := getenv(p.env, "HOME")
	switch args, ok := p.arguments(at); {
	case ok && len(args) > 0 && !p.is(at, "{"):
		to = p.value(args[0], 0)
		p.take(args[0])
	case p.lang != perl && p.lang != ruby || p.is(at, "=") || p.is(at, ":") || p.is(at, "=>"):
		return
	}
	if p.lang == ruby {
		for at = p.behindCall(at); at < len(p.toks) && !p.toks[at].line && !p.is(at, ";"); at++ {
			if p.is(at, "{") && int(p.match[at]) > at {
				p.back, p.backAt = p.dir, int(p.match[at])
				break
			}
		}
	}
	p.dir = inDir(p.dir, orUnknown(to))
}

// print takes note of a literal that is written to standard output.
func (p *program) print(name string, at int) {
	switch name {
	case "print", "puts", "log", "say", "echo", "println", "write":
	default:
		return
	}
	if args, ok := p.arguments(at); ok && len(args) > 0 && len(p.prints) < maxDir {
		if v := p.value(args[0], 0); v.kind == knownText && v.text.Text() != "" {
			p.prints += bounded(v.text) + "\n"
		}
	}
}

// inDir is a path as it reads in a folder; "" is the folder that a program starts in.
func inDir(dir, path Value) Value {
	if dir == "" || rooted(string(path)) || strings.HasPrefix(string(path), Unknown) {
		return path
	}
	return Value(strings.TrimSuffix(string(dir), "/")) + "/" + path
}

// placed gives what was found since then the folder that the program moved to.
func (p *program) placed(out, effects int) {
	if p.dir == "" {
		return
	}
	for i := range p.out[out:] {
		n := &p.out[out+i]
		dir := p.dir
		if n.dir != nil {
			dir = inDir(dir, n.dir.Value)
		}
		n.dir = &Word{Value: dir, Span: p.span}
	}
	for i := range p.effects[effects:] {
		e := &p.effects[effects+i]
		e.Path = inDir(p.dir, e.Path)
		if e.Text != nil {
			e.Text.Path = e.Path.Text()
		}
	}
	p.steps -= len(p.dir) / 8
}
