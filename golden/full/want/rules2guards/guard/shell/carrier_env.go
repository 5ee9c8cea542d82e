package shell

import "strings"

// environment returns what variables run that the text sets for a command, if its program
// honours them. git's own are in gitVariables.
func environment(c *Command) []nested {
	var out []nested
	for i, a := range c.Env {
		if a.Value == "" || isSet(c.Env[i+1:], a.Name) {
			continue
		}
		n := nested{how: a.Name, text: asText(Word{Value: a.Value, Span: c.Span}), env: withoutVariable(a.Name)}
		switch honours(c, a.Name) {
		case runsAsText:
			n.kind = nestedText
		case runsAsPager:
			if a.Value == "cat" {
				continue
			}
			n.kind = nestedText
		case runsAsFile:
			n.kind = nestedFile
		case runsAsCommand:
			if n.words = splitWord(n.text); len(n.words) == 0 {
				continue
			}
			n.text = Word{}
		case runsAsFilter:
			text, ok := strings.CutPrefix(string(a.Value), "|")
			if !ok {
				text = string(a.Value)
			}
			n.kind, n.text.Value = nestedText, Value(strings.TrimLeft(text, "|-"))
		case runsAsOptions:
			out = append(out, optionsVariable(c, a)...)
			continue
		case runsAsPrompt:
			n.kind, n.text.Value = nestedText, `: "`+n.text.Value+`"`
		default:
			continue
		}
		out = append(out, n)
	}
	return out
}

// isSet reports whether a variable is in an environment.
func isSet(env []Assign, name string) bool {
	_, ok := lookup(env, name)
	return ok
}

// withoutVariable takes a variable away from what it runs: that would run it again without end.
func withoutVariable(name string) []Assign { return []Assign{{name, ""}} }

// honoured says what a program makes of a variable.
type honoured uint8

const (
	ignored       honoured = iota
	runsAsText             // shell text
	runsAsPager            // shell text; "cat" means none
	runsAsFile             // a file of shell text
	runsAsCommand          // words
	runsAsFilter           // shell text behind |
	runsAsOptions          // options of the program: NODE_OPTIONS
	runsAsPrompt           // a text in which substitutions run: PS4
)

// honours is the table of variables that run text.
func honours(c *Command, variable string) honoured {
	program := c.Program
	switch variable {
	case "PAGER":
		switch program {
		case "man", "systemctl", "journalctl", "psql", "gh", "mysql", "aws", "gcloud", "hg", "bat", "pydoc", "zless", "loginctl", "timedatectl":
			return runsAsPager
		}
	case "MANPAGER":
		if program == "man" {
			return runsAsPager
		}
	case "SYSTEMD_PAGER":
		if program == "systemctl" || program == "journalctl" {
			return runsAsPager
		}
	case "GH_PAGER", "GH_EDITOR", "GH_BROWSER":
		if program == "gh" {
			return runsAsPager
		}
	case "AWS_PAGER", "BAT_PAGER", "PSQL_PAGER", "DELTA_PAGER":
		if strings.EqualFold(program+"_PAGER", variable) {
			return runsAsPager
		}
	case "EDITOR", "VISUAL", "SUDO_EDITOR", "KUBE_EDITOR", "PSQL_EDITOR", "SYSTEMD_EDITOR":
		if opensEditor(c) {
			return runsAsText
		}
	case "BROWSER":
		if program == "gh" || program == "xdg-open" || program == "sensible-browser" {
			return runsAsText
		}
	case "LESSOPEN", "LESSCLOSE":
		switch program {
		case "less", "lesspipe", "zless", "man", "bat":
			return runsAsFilter
		}
	case "BASH_ENV":
		if program == "bash" || program == "sh" {
			return runsAsFile
		}
	case "ENV":
		switch program {
		case "sh", "dash", "ksh", "mksh", "ash":
			return runsAsFile
		}
	case "PROMPT_COMMAND":
		if program == "bash" {
			return runsAsText
		}
	case "PS4", "PS1", "PS0":
		if program == "bash" || program == "zsh" || program == "sh" || program == "ksh" {
			return runsAsPrompt
		}
	case "NODE_OPTIONS":
		if runsNode(program) {
			return runsAsOptions
		}
	case "PERL5OPT", "PERL5DB":
		if strings.HasPrefix(program, "perl") {
			return runsAsOptions
		}
	case "RUBYOPT":
		if strings.HasPrefix(program, "ruby") || program == "irb" || program == "bundle" || program == "rake" || program == "gem" {
			return runsAsOptions
		}
	case "PYTHONSTARTUP":
		if strings.HasPrefix(program, "python") {
			return runsAsOptions
		}
	case "npm_config_script_shell", "NPM_CONFIG_SCRIPT_SHELL", "npm_config_shell", "npm_config_git", "npm_config_node_gyp":
		switch program {
		case "npm", "npx", "pnpm", "yarn":
			return runsAsCommand
		}
	case "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES":
		return runsAsCommand
	case "RSYNC_RSH":
		if program == "rsync" {
			return runsAsCommand
		}
	case "TAR_OPTIONS":
		if program == "tar" {
			return runsAsOptions
		}
	case "MAKEFLAGS", "GNUMAKEFLAGS":
		if program == "make" || program == "gmake" {
			return runsAsOptions
		}
	case "GOFLAGS":
		if program == "go" {
			return runsAsOptions
		}
	case "FZF_DEFAULT_COMMAND":
		if program == "fzf" {
			return runsAsText
		}
	case "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER", "RUSTC":
		if program == "cargo" {
			return runsAsCommand
		}
	case "SUDO_ASKPASS":
		if program == "sudo" {
			return runsAsCommand
		}
	case "SSH_ASKPASS":
		if program == "ssh" || program == "scp" || program == "sftp" {
			return runsAsCommand
		}
	}
	if program == "cargo" && strings.HasPrefix(variable, "CARGO_TARGET_") && (strings.HasSuffix(variable, "_RUNNER") || strings.HasSuffix(variable, "_LINKER")) {
		return runsAsCommand
	}
	return ignored
}

// opensEditor reports whether a command opens an editor on a file.
func opensEditor(c *Command) bool {
	switch c.Program {
	case "sudoedit", "visudo", "vipw", "vigr", "edquota":
		return true
	case "crontab", "sudo":
		for _, w := range c.Args {
			if w.Value == "-e" || w.Value == "--edit" {
				return true
			}
		}
	case "kubectl", "systemctl", "gh", "helm", "sops", "psql", "ansible-vault", "npm", "chezmoi", "hg", "svn":
		for _, w := range c.Args {
			switch w.Value {
			case "edit", "commit", `\e`:
				return true
			}
		}
	}
	return false
}

// runsNode reports whether a program is node, or starts it.
func runsNode(program string) bool {
	switch program {
	case "node", "nodejs", "npm", "npx", "pnpm", "yarn", "corepack", "tsx", "ts-node", "jest", "vitest", "next", "vite", "electron", "tsc", "eslint", "prettier", "webpack", "mocha":
		return true
	}
	return false
}

// optionsVariable reads a variable that holds options.
func optionsVariable(c *Command, a Assign) []nested {
	words := splitWord(Word{Value: a.Value, Span: c.Span})
	switch a.Name {
	case "NODE_OPTIONS":
		in, _ := interpreterOf("node")
		f := form{files: in.files, values: in.values}
		var out []nested
		for _, o := range f.read(words).options {
			if o.has && owns(in.files, o.name) > 0 {
				n := in.file(a.Name, o.value)
				out = append(out, n)
			}
		}
		return out
	case "TAR_OPTIONS":
		f, _ := formOf("tar")
		return f.nested(a.Name, words)
	case "MAKEFLAGS", "GNUMAKEFLAGS":
		return makeCarriers(&Command{Program: "make", Args: words, Span: c.Span})
	case "GOFLAGS":
		f := form{values: goValues, split: "-exec --exec -toolexec --toolexec -vettool", inner: innerNone}
		return f.nested(a.Name, words)
	case "PERL5OPT":
		return perlModules(a, c)
	case "PERL5DB":
		return []nested{{kind: nestedText, how: a.Name, lang: perl, text: Word{Value: a.Value, Span: c.Span}}}
	case "PYTHONSTARTUP":
		return []nested{{kind: nestedFile, how: a.Name, lang: python, text: Word{Value: a.Value, Span: c.Span}}}
	case "RUBYOPT":
		var out []nested
		for i, w := range words {
			file, ok := strings.CutPrefix(string(w.Value), "-r")
			if ok && file == "" && i+1 < len(words) {
				file = string(words[i+1].Value)
			}
			if ok && strings.ContainsAny(file, "/.") {
				out = append(out, nested{kind: nestedFile, how: a.Name, lang: ruby, text: Word{Value: Value(file), Span: c.Span}})
			}
		}
		return out
	}
	return nil
}

// perlModules reads -M and -m, which are program text: -Mbase;system("x").
func perlModules(a Assign, c *Command) []nested {
	_, text, ok := strings.Cut(string(a.Value), "-M")
	if !ok {
		if _, text, ok = strings.Cut(string(a.Value), "-m"); !ok {
			return nil
		}
	}
	return []nested{{kind: nestedText, how: a.Name, lang: perl, text: Word{Value: Value("use " + text), Span: c.Span}}}
}
