package shell

import (
	"slices"
	"strings"
)

// gitConfigName is where the settings stand that the text itself made with git config.
const gitConfigName = filePrefix + "git config"

// maxGitSettings bounds how many of them are remembered.
const maxGitSettings = 64

// gitSettings shows a git command the settings that git config made earlier in the text,
// as GIT_CONFIG_KEY_n would, and remembers the one that this command makes.
func (w *walker) gitSettings(cmd *Command) {
	if cmd.Program != "git" {
		return
	}
	if made := w.st.lookup(gitConfigName); made != nil {
		n := 0
		env := slices.Clip(cmd.Env)
		for _, x := range made.alts {
			for _, e := range x.elems {
				n++
				name := "made" + itoa(int64(n))
				if isSet(cmd.Env, "GIT_CONFIG_KEY_"+name) { // used already, further out
					continue
				}
				env = append(env, Assign{"GIT_CONFIG_KEY_" + name, Value(e.key)}, Assign{"GIT_CONFIG_VALUE_" + name, e.value})
			}
		}
		w.step(n)
		cmd.Env = env
	}
	key, value, ok := gitConfigSets(cmd.Args)
	if !ok {
		return
	}
	x := content{kind: array}
	if made := w.st.lookup(gitConfigName); made != nil && len(made.alts) > 0 {
		x.elems = slices.Clone(made.alts[len(made.alts)-1].elems)
	}
	if len(x.elems) < maxGitSettings {
		x.elems = append(x.elems, element{key, value})
		made := &cell{alts: []content{x}}
		w.st.set(gitConfigName, made)
		for st := w.st; st.parent != nil; st = st.parent { // on disk: a subshell's end doesn't undo it
			if w.step(1); st.forked {
				st.parent.set(gitConfigName, made)
			}
		}
	}
}

// gitConfigSets reads git config NAME VALUE and git config set NAME VALUE.
func gitConfigSets(args []Word) (string, Value, bool) {
	f := form{values: gitGlobals, dir: "-C"}
	s := f.read(args)
	if len(s.rest) > 2 && s.rest[0].Value == "remote" && s.rest[1].Value == "add" {
		options := form{values: "-t --track -m --master"}
		added := options.read(s.rest[2:])
		for _, o := range added.options {
			if o.name == "--mirror" && len(added.rest) > 0 && added.rest[0].Value.Known() && o.value.Value != "fetch" {
				return "remote." + strings.ToLower(added.rest[0].Value.Text()) + ".mirror", "true", true
			}
		}
	}
	if len(s.rest) == 0 || s.rest[0].Value != "config" {
		return "", "", false
	}
	inner := form{values: "-f --file --blob --type -t --default --comment --value"}
	s = inner.read(s.rest[1:])
	for _, o := range s.options {
		if strings.HasPrefix(o.name, "--get") || strings.HasPrefix(o.name, "--unset") || o.name == "--list" || o.name == "-l" || o.name == "-e" || o.name == "--edit" {
			return "", "", false
		}
	}
	rest := s.rest
	if len(rest) > 0 && rest[0].Value == "set" {
		rest = inner.read(rest[1:]).rest
	}
	if len(rest) < 2 || !rest[0].Value.Known() || !strings.Contains(string(rest[0].Value), ".") {
		return "", "", false
	}
	return strings.ToLower(rest[0].Value.Text()), rest[1].Value, true
}
