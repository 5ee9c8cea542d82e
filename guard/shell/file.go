package shell

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"rules2guards.local/guard/call"
)

// cleanDir is a folder's name in one form.
func cleanDir(dir string) string {
	dir = path.Clean(dir)
	if len(dir) == 2 && dir[1] == ':' {
		return dir + "/"
	}
	return dir
}

// rooted reports whether a path doesn't depend on the folder.
func rooted(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\')
}

// tempName is what mktemp prints, as far as it is known: enough to follow the file, though
// two of them are one.
const tempName = "/tmp/tmp." + Unknown

// fileKey is the name under which a file is remembered.
func (w *walker) fileKey(prefix string, name Value) (string, bool) {
	s := string(name)
	if rest, ok := strings.CutPrefix(s, tempName); ok && !strings.Contains(rest, "\x00") {
		return prefix + path.Clean(s), true
	}
	if !name.Known() || name.HasGlob() || name == "" {
		return "", false
	}
	s = strings.ReplaceAll(name.Text(), "\\", "/")
	if !rooted(s) {
		s = w.st.places[0].Dir + "/" + s
	}
	return prefix + path.Clean(s), true
}

// fileInput is what reading a file gives: known when the text itself wrote the file.
func (w *walker) fileInput(name Word) *input {
	in := &input{span: name.Span}
	if p := w.pipes[string(name.Value)]; p != nil {
		return p
	}
	if c := w.fileCell(filePrefix, name.Value); c != nil {
		for i := range c.alts {
			if c.alts[i].kind == scalar {
				in.texts = append(in.texts, c.alts[i].value)
				in.from = w.union(in.from, c.alts[i].from)
			}
		}
	}
	return in
}

func (w *walker) fileCell(prefix string, name Value) *cell {
	key, ok := w.fileKey(prefix, name)
	if !ok {
		return nil
	}
	return w.st.lookup(key)
}

// wrote remembers what was written to files.
func (w *walker) wrote(files []written) {
	for _, f := range files {
		key, ok := w.fileKey(filePrefix, f.name)
		if !ok {
			continue
		}
		c := &cell{}
		old := []Value{""}
		if f.append {
			old = []Value{Unknown + "\n"}
			if was := w.st.lookup(key); was != nil {
				old = was.values()
			}
		}
		for _, o := range old {
			for _, v := range f.out.alts {
				if !w.step((len(o) + len(v)) >> 4) {
					return
				}
				c.add(content{kind: scalar, value: bounded(o + v), from: lastFew(f.out.writers)})
			}
		}
		w.onDisk(key, c)
	}
}

// onDisk sets what a file is. A subshell's end doesn't undo it, nor that of a process on
// this machine.
func (w *walker) onDisk(key string, c *cell) {
	w.st.set(key, c)
	w.files = true
	if w.st.places[0].Remote {
		return
	}
	for st := w.st; st.parent != nil && w.step(1); st = st.parent {
		if st.forked {
			st.parent.set(key, c)
		}
	}
}

// file runs a file: text that is known when this same text wrote it.
func (w *walker) file(i int, n *nested) {
	name := n.text.Value
	var in *input
	switch {
	case name == "-" || name == "/dev/stdin" || name == "/dev/fd/0" || name == "/proc/self/fd/0":
		in = w.in
	default:
		if dir, fd := path.Split(string(name)); (dir == "/dev/fd/" || dir == "/proc/self/fd/") && w.pipes[string(name)] == nil {
			n, err := strconv.Atoi(fd)
			if err != nil {
				n = chosenFD
			}
			in, _ = w.descriptor(n)
			break
		}
		in = w.fileInput(n.text)
	}
	if in == nil {
		return
	}
	for _, from := range in.from {
		w.edge(from, i)
	}
	if in != w.in && slices.Contains(in.texts, Unknown) {
		w.runsOutput(i, in.from, n.itself)
	}
	texts := in.texts
	if texts == nil && len(in.from) > 0 {
		texts = []Value{Unknown}
	}
	for _, t := range texts {
		w.program(i, n, t, in.span)
	}
}

// ownFile runs a program that is named by its path, when this same text wrote it or made it
// a copy of another.
func (w *walker) ownFile(i int, cmd *Command, c *invocation, file Word) {
	n := nested{kind: nestedFile, how: cmd.Name.Value.String(), text: file, positional: c.words, itself: true}
	if in := w.fileInput(file); in.texts != nil || in.from != nil {
		if len(in.texts) > 0 {
			n.lang = shebang(in.texts[0].Text())
		}
		w.nested(i, cmd, c, &n)
	}
	w.copyOf(i, cmd, c, w.fileCell(progPrefix, file.Value))
}

// usualPath are folders that are on PATH nearly everywhere, those of the home by ~.
const usualPath = "/usr/local/bin:/usr/local/sbin:/usr/bin:/bin:/opt/bin:~/.local/bin:~/bin"

// installed shows the program that an interpreter is given as a file: one in a folder of
// programs, or a copy that this text made.
func (w *walker) installed(i int, cmd *Command, c *invocation, n *nested) {
	words := n.positional
	if len(words) == 0 {
		words = []Word{n.text}
	}
	given := *cmd
	given.Name = words[0]
	inner := invocation{words: words, found: c.found, span: c.span}
	w.copyOf(i, &given, &inner, w.fileCell(progPrefix, n.text.Value))
	switch path.Base(path.Dir(n.text.Value.Text())) {
	case "bin", "sbin", ".bin":
		if n.text.Value.Known() {
			w.nested(i, cmd, &inner, &nested{kind: nestedArgs, how: n.how, words: words})
		}
	}
}

// onPath looks for a program in the folders that the text itself put on PATH, and in the
// usual ones.
func (w *walker) onPath(i int, cmd *Command, c *invocation) {
	if !w.files || !cmd.Name.Value.Known() {
		return
	}
	all := []Value{Value(strings.ReplaceAll(usualPath, "~", string(Lit(w.opts.Home))))}
	if dirs := w.st.lookup("PATH"); dirs != nil {
		all = append(all, dirs.values()...)
	}
	for _, v := range all {
		for n, dir := range strings.Split(string(v), ":") {
			if n > maxValues || !w.step(1) {
				return
			}
			if dir != "" && Value(dir).Known() {
				w.ownFile(i, cmd, c, Word{Value: Value(dir) + "/" + cmd.Name.Value, Span: cmd.Name.Span})
			}
		}
	}
}

// copyOf runs the program that a file or a hashed name stands for.
func (w *walker) copyOf(i int, cmd *Command, c *invocation, programs *cell) {
	if programs == nil {
		return
	}
	for _, v := range programs.values() {
		if v == "" || v == cmd.Name.Value {
			continue
		}
		words := slices.Clone(c.words)
		words[0].Value = v
		w.nested(i, cmd, c, &nested{kind: nestedArgs, how: cmd.Name.Value.String(), words: words})
	}
}

// shebang is the language that a script's first line names.
func shebang(text string) language {
	line, ok := strings.CutPrefix(text, "#!")
	if !ok {
		return shellText
	}
	line, _, _ = strings.Cut(line, "\n")
	for _, word := range strings.Fields(line) {
		switch name := programName(Value(word)); {
		case strings.HasPrefix(name, "python"):
			return python
		case name == "node" || name == "bun" || name == "deno":
			return javaScript
		case name == "ruby":
			return ruby
		case name == "perl":
			return perl
		case name == "php":
			return php
		case name == "pwsh":
			return powerShell
		case name == "osascript":
			return appleScript
		case strings.HasSuffix(name, "awk"):
			return awk
		}
	}
	return shellText
}

// remember keeps what a command does that matters to later ones: files that become copies
// of programs, text that tee writes, the branch that git switches to.
func (w *walker) remember(i int, cmd *Command) {
	switch tableName(cmd.Program) {
	case "curl", "wget", "aria2c", "http", "xh", "scp", "invoke-webrequest", "start-bitstransfer":
		w.writesFrom(cmd, []int{i}, false) // whoever runs the file runs what was fetched
	case "out-file", "set-content":
		if w.in != nil && len(w.in.from) > 0 {
			w.writesFrom(cmd, w.in.from, true)
		}
	case "git":
		w.gitSwitch(cmd)
	case "cp", "ln", "mv", "install":
		w.copyFile(cmd)
	case "tee", "sponge", "dd":
		if w.in == nil {
			return
		}
		texts := w.in.texts
		if len(texts) == 0 {
			if len(w.in.from) == 0 {
				return
			}
			texts = []Value{Unknown}
		}
		add := false
		for _, a := range cmd.Args {
			if strings.HasPrefix(string(a.Value), "-") {
				add = add || a.Value == "-a" || a.Value == "--append"
				continue
			}
			if cmd.Program == "dd" {
				name, ok := strings.CutPrefix(string(a.Value), "of=")
				if !ok {
					continue
				}
				a.Value = Value(name)
			}
			if p := w.pipes[string(a.Value)]; p != nil {
				p.texts = texts
				continue
			}
			w.wrote([]written{{a.Value, &output{alts: texts, writers: w.in.from}, add}})
		}
	}
}

// copyFile follows cp, ln and mv of one file.
func (w *walker) copyFile(cmd *Command) {
	var operands []Word
	args := cmd.Args
	if f := (form{values: "-m --mode -o --owner -g --group -S --suffix"}); cmd.Program == "install" {
		args = f.read(args).rest
	}
	for _, a := range args {
		if !strings.HasPrefix(string(a.Value), "-") {
			operands = append(operands, a)
		}
	}
	if len(operands) != 2 || !operands[0].Value.Known() {
		return
	}
	from, to := operands[0].Value, operands[1].Value
	if strings.HasSuffix(string(to), "/") {
		to += Value(path.Base(from.Text()))
	}
	if c := w.fileCell(filePrefix, from); c != nil {
		if key, ok := w.fileKey(filePrefix, to); ok {
			w.onDisk(key, c)
		}
		return
	}
	program := from
	if c := w.fileCell(progPrefix, from); c != nil && len(c.alts) == 1 {
		program = c.alts[0].value
	}
	if key, ok := w.fileKey(progPrefix, to); ok {
		w.onDisk(key, &cell{alts: []content{{kind: scalar, value: program}}})
	}
}

// runsOutput shows that what a program runs is the output of other commands, and nothing of
// its own: as if it read that alone. A file that runs by itself is a shell, as far as we know;
// a name that others print is theirs to choose, as in eval.
func (w *walker) runsOutput(i int, from []int, itself bool) {
	if len(from) == 0 {
		return
	}
	c := w.script.Commands[i]
	name := c.Name
	switch {
	case itself && name.Value == Unknown:
		c.Program, name.Value = "eval", "eval"
	case itself && strings.HasSuffix(string(name.Value), ".ps1"):
		c.Program, name.Value = "powershell", "powershell"
	case itself || c.Program == "trap":
		c.Program, name.Value = "sh", "sh"
	}
	in := *w
	in.parent = i
	k := in.emit(Command{Program: c.Program, Name: name, Span: c.Span})
	for _, x := range from {
		w.edge(x, k)
	}
}

// writesFrom remembers that the files which a command writes hold the output of others, though their text be given.
func (w *walker) writesFrom(cmd *Command, from []int, given bool) {
	effects := Effects(cmd)
	for n := range effects[:min(len(effects), maxValues)] {
		e := &effects[n]
		if e.Access&call.Create == 0 || e.Text != nil && !given {
			continue
		}
		if key, ok := w.fileKey(filePrefix, e.Path); ok {
			w.onDisk(key, &cell{alts: []content{{kind: scalar, value: Unknown, from: from}}})
		}
	}
}

// lastFew are the last of the commands that wrote a file: enough to tell where it is from.
func lastFew(writers []int) []int {
	writers = writers[max(0, len(writers)-maxValues):]
	return writers[:len(writers):len(writers)]
}
