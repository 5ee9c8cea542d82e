package shell

import (
	"path"
	"slices"
	"strings"
)

// cd follows cd to where it is known to lead.
func (w *walker) cd(args []Word) {
	for len(args) > 0 && (args[0].Value == "-P" || args[0].Value == "-L" || args[0].Value == "-e" || args[0].Value == "--" || args[0].Value == "-q") {
		args = args[1:]
	}
	var to Value = Unknown
	switch {
	case len(args) == 0:
		if w.opts.Home != "" {
			to = Lit(w.opts.Home)
		}
		if c := w.st.lookup("HOME"); c != nil && len(c.values()) == 1 {
			to = c.values()[0]
		}
	case args[0].Value == "-":
		old := w.st.lookup("OLDPWD")
		if old != nil && len(old.values()) == 1 {
			to = old.values()[0]
		}
	case len(args) == 1 && !args[0].Multi:
		to = args[0].Value
		if c := w.st.lookup("CDPATH"); c != nil && !rooted(to.Text()) && !strings.HasPrefix(string(to), ".") {
			to = Unknown
		}
	}
	was := Value(Unknown)
	if len(w.st.places) == 1 && w.st.places[0].Known {
		was = Lit(w.st.places[0].Dir)
	}
	w.enterDir(to)
	w.assign("OLDPWD", []Value{was}, nil)
}

// enterDir makes each place the folder that a path leads to from it.
func (w *walker) enterDir(to Value) {
	places := make([]Place, 0, len(w.st.places))
	for _, p := range w.st.places {
		q := p
		text := strings.ReplaceAll(to.Text(), "\\", "/")
		switch {
		case !to.Known() || to.HasGlob():
			q.Dir, q.Known, q.Branch = "", false, ""
		case text == "":
		case rooted(text):
			q.Dir, q.Known = cleanDir(text), true
		case p.Known:
			q.Dir = cleanDir(path.Join(p.Dir, text))
		}
		if len(q.Dir) > maxDir {
			q.Dir, q.Known = "", false
		}
		if q.Branch != "" && q.Dir != p.Dir && !inside(q.Dir, p.Dir) && !inside(p.Dir, q.Dir) {
			// Another repository, as far as we can tell: its branch is its own.
			q.Branch = ""
		}
		if !slices.Contains(places, q) {
			places = append(places, q)
		}
	}
	w.st.places = places
}

// inside reports whether dir lies in folder.
func inside(dir, folder string) bool {
	return folder == "/" || len(dir) > len(folder) && strings.HasPrefix(dir, folder) && dir[len(folder)] == '/'
}

func (w *walker) pushd(args []Word) {
	for len(args) > 0 && (args[0].Value == "-n" || args[0].Value == "--") {
		args = args[1:]
	}
	here := content{kind: array}
	if c := w.st.lookup(stackName); c != nil && len(c.alts) == 1 {
		here.elems = slices.Clone(c.alts[0].elems)
	}
	was := Value(Unknown)
	if len(w.st.places) == 1 && w.st.places[0].Known {
		was = Lit(w.st.places[0].Dir)
	}
	if len(args) == 0 {
		// Swaps the two folders on top.
		if n := len(here.elems); n > 0 {
			to := here.elems[n-1].value
			here.elems[n-1].value = was
			w.st.set(stackName, &cell{alts: []content{here}})
			w.enterDir(to)
			return
		}
		w.enterDir(Unknown)
		return
	}
	here.push(was)
	w.st.set(stackName, &cell{alts: []content{here}})
	if strings.HasPrefix(string(args[0].Value), "+") || args[0].Value == "-" {
		w.enterDir(Unknown)
		return
	}
	w.cd(args)
}

func (w *walker) popd() {
	c := w.st.lookup(stackName)
	if c == nil || len(c.alts) != 1 || len(c.alts[0].elems) == 0 {
		w.enterDir(Unknown)
		return
	}
	here := c.alts[0]
	n := len(here.elems) - 1
	to := here.elems[n].value
	here.elems = slices.Clone(here.elems[:n])
	w.st.set(stackName, &cell{alts: []content{here}})
	w.enterDir(to)
}

// gitSwitch follows a git switch or checkout to a branch that the text names.
func (w *walker) gitSwitch(cmd *Command) {
	args := cmd.Args
	for len(args) > 0 && strings.HasPrefix(string(args[0].Value), "-") {
		switch args[0].Value {
		case "-C", "--git-dir", "--work-tree", "--namespace":
			return // another repository
		case "-c", "--config-env", "--exec-path":
			args = args[1:]
		}
		args = args[min(1, len(args)):]
	}
	if len(args) < 2 || args[0].Value != "switch" && args[0].Value != "checkout" {
		return
	}
	isSwitch := args[0].Value == "switch"
	name, creates, operands := Value(""), false, 0
	for k := 1; k < len(args); k++ {
		v := args[k].Value
		switch {
		case v == "--":
			return
		case v == "-c" || v == "-C" || v == "--create" || v == "--force-create" || v == "--orphan" ||
			!isSwitch && (v == "-b" || v == "-B"):
			if k++; k < len(args) {
				name, creates = args[k].Value, true
			}
		case v == "-d" || v == "--detach":
			name, creates = Unknown, true
		case strings.HasPrefix(string(v), "--create=") || strings.HasPrefix(string(v), "--orphan="):
			_, after, _ := strings.Cut(string(v), "=")
			name, creates = Value(after), true
		case strings.HasPrefix(string(v), "-") && len(v) > 1:
		default:
			if operands++; operands == 1 && !creates {
				name = v
			}
		}
	}
	text := name.Text()
	if name == "" || !creates && operands != 1 || !creates && !isSwitch && looksLikeFile(text) {
		return
	}
	if !name.Known() || text == "-" {
		text = ""
	}
	for st := w.st; ; st = st.parent {
		places := slices.Clone(st.places)
		for i := range places {
			places[i].Branch = text
		}
		st.places = places
		if !st.forked {
			return
		}
	}
}

// looksLikeFile reports whether a word of git checkout is more likely a file than a branch.
func looksLikeFile(s string) bool {
	if s == "." || strings.HasSuffix(s, "/") || strings.HasPrefix(s, ":") || strings.HasPrefix(s, "./") {
		return true
	}
	ext := path.Ext(s)
	if len(ext) < 2 || len(ext) > 6 {
		return false
	}
	for _, c := range ext[1:] {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
