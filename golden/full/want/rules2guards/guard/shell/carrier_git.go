package shell

import "strings"

// gitGlobals are the options that may stand before git's subcommand.
const gitGlobals = "-c --git-dir --work-tree --namespace --exec-path: --super-prefix --config-env --attr-source"

// gitConfig is a setting that git reads for one command.
type gitConfig struct {
	key   string // lower case, but for the middle part
	value Word
	at    int    // index of the option that sets it; -1: another place
	from  string // variable that holds its name; empty: none
}

// gitCarriers returns what git runs: aliases, settings and options whose value is text.
func gitCarriers(c *Command) []nested {
	f := form{values: gitGlobals, dir: "-C"}
	s := f.read(c.Args)
	config := gitEnvironment(c.Env)
	for i, o := range s.options {
		if !o.has {
			continue
		}
		switch o.name {
		case "-c":
			key, value, ok := strings.Cut(string(o.value.Value), "=")
			if ok {
				config = append(config, gitConfig{strings.ToLower(key), Word{Value: Value(value), Span: o.value.Span}, i, ""})
			}
		case "--config-env":
			key, name, ok := strings.Cut(string(o.value.Value), "=")
			if ok {
				value, known := lookup(c.Env, name)
				if !known {
					value = Unknown
				}
				config = append(config, gitConfig{strings.ToLower(key), Word{Value: value, Span: o.value.Span}, i, ""})
			}
		}
	}
	if len(s.rest) == 0 {
		return nil
	}
	sub := s.rest[0]
	var out []nested
	for _, k := range config {
		if name, ok := strings.CutPrefix(k.key, "alias."); ok {
			if string(sub.Value) == name || strings.EqualFold(string(sub.Value), name) || !sub.Value.Known() {
				out = append(out, gitAlias(c, s, k)...)
			}
			continue
		}
		out = append(out, gitSetting(string(sub.Value), k)...)
	}
	out = append(out, gitForced(s, config)...)
	out = append(out, gitVariables(c, string(sub.Value), s.rest[1:])...)
	out = append(out, gitOptions(string(sub.Value), s.rest[1:])...)
	out = append(out, gitHooks(string(sub.Value), config)...)
	for i := range out {
		for _, k := range config {
			if k.from != "" {
				out[i].env = append(out[i].env, withoutVariable(k.from)...)
			}
		}
		if out[i].dir == nil && out[i].kind != nestedArgs {
			out[i].dir = gitFolder(s)
		}
	}
	return out
}

// gitForced is a command with the options that settings stand for: a refspec with a plus, a
// mirror, and clean without its safety.
func gitForced(s scan, config []gitConfig) []nested {
	sub := string(s.rest[0].Value)
	if sub != "push" && sub != "clean" {
		return nil
	}
	for _, k := range config {
		option := ""
		value := strings.ToLower(k.value.Value.Text())
		off := value == "false" || value == "no" || value == "off" || value == "0"
		section, _, _ := strings.Cut(k.key, ".")
		switch name := k.key[strings.LastIndexByte(k.key, '.')+1:]; {
		case sub == "push" && section == "remote" && name == "push" && strings.HasPrefix(value, "+"), k.key == "clean.requireforce" && sub == "clean" && off:
			option = "--force"
		case sub == "push" && section == "remote" && name == "mirror" && !off:
			option = "--mirror"
		}
		if option == "" || containsWord(s.rest, option) {
			continue
		}
		words := append([]Word{literal("git", s.rest[0]), s.rest[0], literal(option, k.value)}, s.rest[1:]...)
		return []nested{{how: "git config " + k.key, words: words}}
	}
	return nil
}

func containsWord(words []Word, text string) bool {
	for _, w := range words {
		if string(w.Value) == text {
			return true
		}
	}
	return false
}

// gitFolder is the folder that -C names, when there is one.
func gitFolder(s scan) *Word {
	for i := len(s.options) - 1; i >= 0; i-- {
		if s.options[i].name == "-C" && s.options[i].has {
			return &s.options[i].value
		}
	}
	return nil
}

// gitEnvironment reads GIT_CONFIG_COUNT with its keys and values, and GIT_CONFIG_PARAMETERS.
func gitEnvironment(env []Assign) []gitConfig {
	var out []gitConfig
	for i, a := range env {
		if a.Value == "" || isSet(env[i+1:], a.Name) {
			continue
		}
		if n, ok := strings.CutPrefix(a.Name, "GIT_CONFIG_KEY_"); ok {
			value, known := lookup(env, "GIT_CONFIG_VALUE_"+n)
			if !known {
				value = Unknown
			}
			out = append(out, gitConfig{strings.ToLower(string(a.Value)), Word{Value: value}, -1, a.Name})
		}
		if a.Name == "GIT_CONFIG_PARAMETERS" {
			words := splitText(string(a.Value))
			for _, w := range words {
				if key, value, ok := strings.Cut(w, "="); ok {
					out = append(out, gitConfig{strings.ToLower(key), Word{Value: Value(value)}, -1, a.Name})
				}
			}
		}
	}
	return out
}

// gitAlias is what an alias runs: a shell text behind !, else another git command.
func gitAlias(c *Command, s scan, k gitConfig) []nested {
	args := s.rest[1:]
	how := "git -c alias"
	if text, ok := strings.CutPrefix(string(k.value.Value), "!"); ok {
		n := nested{kind: nestedText, how: how, text: asText(Word{Value: Value(text), Span: k.value.Span})}
		if len(args) > 0 {
			n.text.Value += ` "$@"`
			n.positional = append([]Word{literal("git", k.value)}, args...)
		}
		return []nested{n}
	}
	if !k.value.Value.Known() {
		return []nested{{kind: nestedText, how: how, text: Word{Value: Unknown, Span: k.value.Span}}}
	}
	// The settings stay, but not this one: an alias can't name itself.
	words := []Word{literal("git", c.Name)}
	for i, o := range s.options {
		if i == k.at || o.has && strings.HasPrefix(strings.ToLower(string(o.value.Value)), k.key+"=") {
			continue
		}
		words = append(words, literal(o.name, c.Name))
		if o.has {
			words = append(words, o.value)
		}
	}
	words = append(words, splitWord(k.value)...)
	n := nested{how: how, words: append(words, args...)}
	if k.from != "" {
		n.env = withoutVariable(k.from)
	}
	return []nested{n}
}

// gitSetting is what a setting runs that holds a command.
func gitSetting(sub string, k gitConfig) []nested {
	how := "git -c " + k.key
	section, name, _ := strings.Cut(k.key, ".")
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
		section += ".*"
	}
	text := nested{kind: nestedText, how: how, text: asText(k.value)}
	value := string(k.value.Value)
	if value == "" || value == "true" || value == "false" || value == "cat" {
		return nil
	}
	switch section + "." + name {
	case "core.pager", "core.sshcommand", "core.askpass", "core.gitproxy", "core.alternaterefscommand", "diff.external", "interactive.difffilter", "uploadpack.packobjectshook",
		"diff.*.textconv", "diff.*.command", "merge.*.driver", "filter.*.clean", "filter.*.smudge", "filter.*.process", "gpg.program", "gpg.*.program", "gpg.ssh.defaultkeycommand", "difftool.*.cmd", "mergetool.*.cmd", "difftool.*.path", "mergetool.*.path", "guitool.*.cmd", "trailer.*.command", "trailer.*.cmd", "browser.*.cmd", "man.*.cmd", "tar.*.command", "sendemail.tocmd", "sendemail.cccmd", "sendemail.sendmailcmd", "remote.*.uploadpack", "remote.*.receivepack", "core.fsmonitor":
		return []nested{text}
	case "core.editor", "sequence.editor":
		if gitEdits(sub) {
			return []nested{text}
		}
	case "pager." + name:
		if sub == name {
			return []nested{text}
		}
	case "credential.helper", "credential.*.helper":
		if rest, ok := strings.CutPrefix(value, "!"); ok {
			text.text.Value = Value(rest)
			return []nested{text}
		}
		if strings.HasPrefix(value, "/") {
			return []nested{text}
		}
	case "submodule.*.update":
		if rest, ok := strings.CutPrefix(value, "!"); ok {
			text.text.Value = Value(rest)
			return []nested{text}
		}
	}
	return nil
}

// gitEdits reports whether a subcommand may open an editor.
func gitEdits(sub string) bool {
	switch sub {
	case "commit", "merge", "rebase", "tag", "revert", "cherry-pick", "notes", "am", "config", "branch", "pull", "add", "replace", "send-email", "stash", "checkout", "worktree":
		return true
	}
	return false
}

// gitVariables is what variables run that hold a command for git.
func gitVariables(c *Command, sub string, args []Word) []nested {
	var out []nested
	for i, a := range c.Env {
		if isSet(c.Env[i+1:], a.Name) {
			continue
		}
		use := false
		switch a.Name {
		case "GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND":
			switch sub {
			case "fetch", "pull", "push", "clone", "ls-remote", "remote", "submodule", "archive", "fetch-pack", "send-pack", "credential":
				use = true
			default:
				use = sub == "" || strings.Contains(sub, Unknown)
			}
		case "GIT_EXTERNAL_DIFF":
			use = sub == "diff" || sub == "log" || sub == "show"
		case "GIT_SEQUENCE_EDITOR":
			use = sub == "rebase"
		case "GIT_EDITOR", "EDITOR", "VISUAL":
			use = gitEdits(sub) && !gitHasMessage(args)
		case "GIT_PAGER", "PAGER":
			use = a.Value != "cat" && a.Value != ""
		}
		if use && a.Value != "" && strings.HasSuffix(a.Name, "_ASKPASS") { // started without a shell, with its question
			out = append(out, nested{how: a.Name, words: []Word{{Value: a.Value, Span: c.Span}}, more: true, env: withoutVariable(a.Name)})
			continue
		}
		if use && a.Value != "" {
			out = append(out, nested{kind: nestedText, how: a.Name, text: asText(Word{Value: a.Value, Span: c.Span}), env: withoutVariable(a.Name)})
		}
	}
	return out
}

// gitHasMessage reports whether the options give a message, so that no editor opens.
func gitHasMessage(args []Word) bool {
	for _, w := range args {
		text := string(w.Value)
		switch {
		case text == "--":
			return false
		case text == "--no-edit" || strings.HasPrefix(text, "--message") || strings.HasPrefix(text, "--file") || strings.HasPrefix(text, "-F") || strings.HasPrefix(text, "-C"):
			return true
		case len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.ContainsAny(text, "mF"):
			return true
		}
	}
	return false
}

// gitHooks names the hooks that a subcommand runs. They are text of ours when the same
// text writes them.
func gitHooks(sub string, config []gitConfig) []nested {
	var hooks []string
	switch sub {
	case "commit":
		hooks = []string{"pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"}
	case "push":
		hooks = []string{"pre-push"}
	case "checkout", "switch", "clone":
		hooks = []string{"post-checkout"}
	case "merge", "pull":
		hooks = []string{"pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-merge"}
	case "rebase":
		hooks = []string{"pre-rebase", "post-rewrite", "pre-commit", "commit-msg", "post-checkout"}
	case "am":
		hooks = []string{"applypatch-msg", "pre-applypatch", "post-applypatch"}
	}
	dir := Value(".git/hooks")
	for _, k := range config {
		if k.key == "core.hookspath" {
			dir = k.value.Value
		}
	}
	var out []nested
	for _, name := range hooks {
		out = append(out, nested{kind: nestedFile, how: "git hook", text: Word{Value: dir + "/" + Value(name)}})
	}
	return out
}

// gitOptions is what subcommands run by their options and words.
func gitOptions(sub string, args []Word) []nested {
	how := "git " + sub
	switch sub {
	case "bisect":
		if len(args) > 1 && args[0].Value == "run" {
			return []nested{{how: how + " run", words: withoutDash(args[1:])}}
		}
	case "rebase":
		f := form{values: "--onto -X --strategy-option -s --strategy -C --whitespace --empty -S:0", text: "-x --exec", inner: innerNone, flags: gnuNames}
		return f.nested(how, args)
	case "difftool":
		f := form{values: "-t --tool", text: "-x --extcmd", inner: innerNone, flags: gnuNames}
		return f.nested(how, args)
	case "grep":
		f := form{values: "-e -f -A -B -C -m", text: "--open-files-in-pager", glued: "-O", inner: innerNone}
		out := f.nested(how, args)
		for _, o := range f.read(args).options {
			if o.name == "-O" && o.has {
				out = append(out, nested{kind: nestedText, how: how + " -O", text: asText(o.value)})
			}
		}
		return out
	case "submodule":
		f := form{}
		rest := f.read(args).rest
		if len(rest) == 0 || rest[0].Value != "foreach" {
			return nil
		}
		if rest = f.read(rest[1:]).rest; len(rest) == 0 {
			return nil
		}
		if len(rest) > 1 {
			return []nested{{how: how + " foreach", words: rest}}
		}
		return []nested{{kind: nestedText, how: how + " foreach", text: asText(rest[0])}}
	case "filter-branch":
		f := form{values: "-d --original --state-branch --subdirectory-filter", text: "--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup", inner: innerNone}
		return f.nested(how, args)
	case "filter-repo":
		f := form{text: "--message-callback --commit-callback --blob-callback --filename-callback --name-callback --email-callback --refname-callback --tag-callback --reset-callback", inner: innerNone}
		out := f.nested(how, args)
		for i := range out {
			out[i].lang = python
		}
		return out
	case "clone", "fetch", "pull", "push", "ls-remote", "fetch-pack", "send-pack", "archive":
		return gitTransport(how, sub, args)
	case "send-email":
		f := form{text: "--to-cmd --cc-cmd --sendmail-cmd --header-cmd", inner: innerNone}
		return f.nested(how, args)
	case "for-each-repo":
		f := form{values: "--config"}
		if rest := f.read(args).rest; len(rest) > 0 {
			return []nested{{how: how, words: append([]Word{literal("git", rest[0])}, rest...)}}
		}
	case "help", "web--browse":
		f := form{values: "-b --browser -c", inner: innerNone}
		return f.nested(how, args)
	}
	return nil
}

// gitTransport reads the options that name the program of the other side, -c of clone,
// and the ext:: transport.
func gitTransport(how, sub string, args []Word) []nested {
	f := form{values: "-o --origin -b --branch --depth --reference --template --separate-git-dir -j --jobs --shallow-since --refmap --format --prefix", text: "--upload-pack --receive-pack --exec", inner: innerNone}
	if sub == "clone" {
		f.text += " -u"
		f.values += " -c --config"
	}
	if sub == "push" {
		f.values += " --push-option --repo"
	}
	out := f.nested(how, args)
	s := f.read(args)
	for _, o := range s.options {
		if o.has && (o.name == "-c" || o.name == "--config") {
			if key, value, ok := strings.Cut(string(o.value.Value), "="); ok {
				out = append(out, gitSetting(sub, gitConfig{strings.ToLower(key), Word{Value: Value(value), Span: o.value.Span}, -1, ""})...)
			}
		}
	}
	for _, w := range append(s.lead, s.rest...) {
		if text, ok := strings.CutPrefix(string(w.Value), "ext::"); ok {
			var words []Word
			for _, part := range strings.Fields(text) {
				words = append(words, Word{Value: Value(strings.ReplaceAll(part, "% ", " ")), Span: w.Span})
			}
			if len(words) > 0 {
				out = append(out, nested{how: how + " ext::", words: words})
			}
		}
	}
	return out
}
