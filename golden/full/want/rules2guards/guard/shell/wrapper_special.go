package shell

import "strings"

// switchUser reads su and runuser: the text may stand before or behind the user, and
// without one the new shell reads standard input.
func switchUser(c *Command) []nested {
	f := form{values: "-g --group -G --supp-group -s --shell -w --whitelist-environment -u --user", text: "-c --command --session-command", stops: "--help --version", inner: innerNone, flags: gnuNames}
	s := f.read(c.Args)
	user := false
	var out []nested
	for _, o := range s.options {
		switch {
		case owns(f.stops, o.name) > 0:
			return nil
		case o.name == "-u" || o.name == "--user":
			user = c.Program == "runuser"
		case o.has && owns(f.text, o.name) > 0:
			out = append(out, nested{kind: nestedText, how: c.Program + " -c", text: asText(o.value)})
		}
	}
	if user {
		f.inner, f.text = innerWords, ""
		if rest := f.read(c.Args).rest; len(rest) > 0 {
			return []nested{{how: c.Program, words: rest}}
		}
		return nil
	}
	if s.dash { // su u -- -c TEXT: these go to the shell
		inner := shellProgram(&Command{Program: "sh", Args: s.rest})
		for _, n := range inner {
			if n.kind == nestedText {
				n.how = c.Program + " -c"
				out = append(out, n)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, nested{kind: nestedStdin, how: c.Program})
	}
	return out
}

// setArch reads setarch, whose first operand may be left out.
func setArch(c *Command) []nested {
	f := form{shells: "*", flags: gnuNames}
	args := c.Args
	if len(args) > 0 && isArch(args[0].Value) {
		args = args[1:]
	}
	return f.nested("setarch", args)
}

func isArch(v Value) bool {
	if !v.Known() {
		return true
	}
	switch name := string(v); name {
	case "linux32", "linux64", "i386", "i486", "i586", "i686", "athlon", "x86_64", "uname26", "parisc", "parisc32", "parisc64", "ia64", "arm64", "aarch64":
		return true
	default:
		for _, family := range [...]string{"ppc", "s390", "mips", "sparc", "alpha", "armv", "riscv", "loongarch"} {
			if strings.HasPrefix(name, family) {
				return true
			}
		}
	}
	return false
}

// watchText reads watch: with -x its words are a command, else they are joined to a text.
func watchText(c *Command) []nested {
	f := form{values: "-n --interval -q --equexit -s --shotsdir", glued: "-d", stops: "-h --help -v --version", inner: innerJoined, flags: gnuNames}
	for _, o := range f.read(c.Args).options {
		if o.name == "-x" || o.name == "--exec" {
			f.inner = innerWords
		}
	}
	return f.nested(c.Program, c.Args)
}

// wslText reads wsl: behind -e stands a command, else the words are a text for the
// shell inside.
func wslText(c *Command) []nested {
	f := form{values: "-d --distribution --distribution-id -u --user --shell-type", dir: "--cd", words: "-e --exec", stops: "-l --list --install --status --shutdown -t --terminate --unregister --import --import-in-place --export --set-default -s --set-default-version --set-version --mount --unmount --update --version -v --help --manage", shells: "*", inner: innerJoined}
	out := f.nested("wsl", c.Args)
	if s := f.read(c.Args); !s.words && len(s.rest) > 1 && len(out) > 0 {
		out[0].text = quoteWords(s.rest)
	}
	return out
}

// quoteWords joins words to a shell text that means these words.
func quoteWords(words []Word) Word {
	quoted := make([]Word, len(words))
	for i, w := range words {
		if strings.ContainsAny(string(w.Value), " \t\n'\"") {
			w.Value = quoteShell(w.Value)
		}
		quoted[i] = w
	}
	return joinWords(quoted)
}

// rtkWords reads rtk, which takes a command with or without a word of its own before it.
func rtkWords(c *Command) []nested {
	f := form{stops: "--help --version", shells: ""}
	if rest := f.read(c.Args).rest; len(rest) > 1 {
		switch rest[0].Value {
		case "proxy", "err", "test", "summary", "run":
			return f.nested("rtk "+string(rest[0].Value), rest[1:])
		}
	}
	return f.nested("rtk", c.Args)
}

// nixRun returns what nix run starts: the last part of the package's name with the words
// behind --.
func nixRun(args []Word) []nested {
	f := form{values: "-I --option:2 --profile --override-input:2 --arg:2 --argstr:2 -f --file --expr --inputs-from", lead: 1}
	s := f.read(args)
	if len(s.lead) == 0 {
		return nil
	}
	name := string(s.lead[0].Value)
	name = name[strings.LastIndexAny(name, "#.")+1:]
	if name == "" {
		return nil
	}
	words := append([]Word{{Value: Value(name), Span: s.lead[0].Span}}, withoutDash(s.rest)...)
	return []nested{{how: "nix run", words: words}}
}
