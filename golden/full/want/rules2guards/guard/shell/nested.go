package shell

import "slices"

// language is what a nested text is written in.
type language uint8

const (
	shellText  language = iota // any POSIX-like shell
	powerShell                 // PowerShell
	cmdExe                     // cmd.exe
	python
	javaScript
	ruby
	perl
	php
	appleScript
	awk
	tcl           // Tcl and expect
	makeFile      // what make reads
	cronTable     // what crontab reads
	otherLanguage // Lua, R, Julia, Elixir, Groovy, Lisps: quotes and names of calls are enough
)

// nestedKind says in which form a command carries another.
type nestedKind uint8

const (
	nestedArgs  nestedKind = iota // its own words: sudo, env, xargs, find -exec
	nestedText                    // a word that is program text: sh -c, python -c, git -c alias.x=!…
	nestedStdin                   // program text on standard input: sh, bash -s, python3 -
	nestedFile                    // a file of program text: bash x.sh, source x, . x
)

// nested is one thing that a command runs besides itself.
type nested struct {
	kind       nestedKind
	how        string // for people: "sudo", "sh -c", "find -exec"
	lang       language
	words      []Word   // nestedArgs: the inner command, its name first
	text       Word     // nestedText: the text; nestedFile: the file's name
	positional []Word   // what "$0", "$1" … are inside a shell text
	from       []int    // commands whose output is in positional
	dir        *Word    // folder that it runs in, when the command says another
	env        []Assign // variables that it adds
	clearEnv   bool     // it starts with an empty environment
	remote     bool     // another machine or a container
	more       bool     // further words, unknown before it runs, follow (xargs, find -exec {} +)
	same       bool     // runs in the calling shell, so its variables and cd stay: eval, source, command
	loose      bool     // may be no shell text at all (tmux send-keys): if it can't be read, nothing is lost
	itself     bool     // nestedFile: the program is that file: ./x
	pipe       bool     // its output is read by the next one of the list: A | B in PowerShell and cmd
	feeds      []int    // those of the list whose output is in its words: A (B) in PowerShell
	redirects  []Redirect
	statement  bool // stands in a program text, not in the command's own words
}

// nest returns what a command runs besides itself, by its words alone. extra names more
// programs that run their arguments.
func nest(c *Command, extra []string) []nested {
	out := nestAsWritten(c, extra)
	if at, n := mayVanish(c, out); n > 0 && at+n < len(c.Args) {
		short := *c
		short.Args = slices.Delete(slices.Clone(c.Args), at, at+n)
		for _, x := range nestAsWritten(&short, extra) {
			if !slices.ContainsFunc(out, x.sameAs) {
				out = append(out, x)
			}
		}
	}
	return out
}

// mayVanish finds the unknown words that may be options or none, in front of what a command
// runs: env $(cat f) npm i, sudo $X -u root npm i, docker $X exec c npm i.
func mayVanish(c *Command, out []nested) (at, n int) {
	for i := range out {
		if out[i].kind == nestedArgs && vanishing(out[i].words) > 0 {
			at = slices.Index(c.Args, out[i].words[0])
			return at, vanishing(c.Args[max(at, 0):])
		}
	}
	if n = vanishing(c.Args); n > 0 {
		if row := findRow(tableName(c.Program), ""); row != nil && row.flags&optSub != 0 {
			return 0, n
		}
	}
	return 0, 0
}

// sameAs reports whether two carry the same words or text.
func (n nested) sameAs(o nested) bool {
	if n.kind != o.kind || n.how != o.how || len(n.words) != len(o.words) {
		return false
	}
	return len(n.words) == 0 && n.text == o.text || len(n.words) > 0 && n.words[0] == o.words[0]
}

func nestAsWritten(c *Command, extra []string) []nested {
	out := otherNames(c)
	if c.Program == "" {
		return out
	}
	out = append(out, environment(c)...)
	if more, ok := special(c); ok {
		return append(out, more...)
	}
	if more, ok := subcommand(c); ok {
		return append(out, more...)
	}
	if RunsScripts(c.Program) {
		return append(out, packageScript(c)...)
	}
	if f, ok := formOf(c.Program); ok {
		return append(out, f.nested(c.Program, c.Args)...)
	}
	if slices.Contains(extra, c.Program) {
		out = append(out, unknownWrapper(c)...)
	}
	return out
}

// special returns what the programs run whose words follow rules of their own. Each kind
// has one function; a program is one name in one line.
func special(c *Command) ([]nested, bool) {
	if IsShell(c.Program) {
		return shellProgram(c), true
	}
	switch c.Program {
	case "fish", "nu", "xonsh", "elvish", "osh", "ysh":
		return fishProgram(c), true
	case "eval":
		return evalWords(c), true
	case "source", ".":
		return sourceFile(c), true
	case "env", "genv":
		return envWords(c.Args, 0), true
	case "find", "gfind", "bfs":
		return findExec(c), true
	case "fd", "fdfind":
		return fdExec(c), true
	case "xargs", "gxargs":
		return xargsWords(c), true
	case "parallel", "sem", "env_parallel":
		return parallelText(c), true
	case "su", "runuser":
		return switchUser(c), true
	case "setarch":
		return setArch(c), true
	case "watch", "gwatch", "viddy", "hwatch":
		return watchText(c), true
	case "wsl":
		return wslText(c), true
	case "rtk":
		return rtkWords(c), true
	case "awk", "gawk", "mawk", "nawk", "goawk":
		return awkProgram(c), true
	case "powershell", "pwsh", "pwsh-preview", "powershell_ise":
		return powerShellProgram(c), true
	case "cmd", "CMD", "Cmd":
		return cmdProgram(c), true
	case "complete", "compgen":
		return completions(c), true
	case "emulate":
		return emulated(c), true
	case "trap":
		return trapText(c), true
	case "git":
		return gitCarriers(c), true
	case "scp", "sftp":
		return sshCarriers(c), true
	case "ssh":
		f, _ := formOf("ssh")
		return append(sshCarriers(c), f.nested("ssh", c.Args)...), true
	case "make", "gmake", "bmake":
		return makeCarriers(c), true
	case "cargo":
		out := cargoCarriers(c)
		return out, len(out) > 0
	case "tar", "bsdtar", "gtar":
		return tarCarriers(c), true
	case "sed", "gsed":
		return sedCarriers(c), true
	case "vim", "vi", "nvim", "gvim", "view", "ex", "ed", "rvim", "vimdiff", "neovim":
		return editorCarriers(c), true
	case "psql", "pgcli", "sqlite3", "sqlite", "duckdb", "mysql", "mariadb":
		return databaseCarriers(c), true
	case "less", "more", "most":
		return pagerCarriers(c), true
	case "gdb", "lldb":
		return debuggerCarriers(c), true
	case "fzf", "sk":
		return fzfCarriers(c), true
	case "socat":
		return socatCarriers(c), true
	case "apt", "apt-get", "aptitude":
		return aptCarriers(c), true
	case "tmux":
		return tmuxCarriers(c), true
	case "screen":
		return screenCarriers(c), true
	case "crontab":
		return crontabCarriers(c), true
	case "deno":
		return scriptRuntime(c), true
	case "bun":
		out := scriptRuntime(c)
		return out, len(out) > 0
	}
	if in, ok := interpreterOf(c.Program); ok {
		return in.runsProgram(c), true
	}
	if in, ok := interpreterOf(withoutNumber(c.Program)); ok {
		return in.runsProgram(c), true
	}
	return nil, false
}
