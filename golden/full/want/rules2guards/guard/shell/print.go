package shell

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"slices"
	"strings"
)

// printed is what a command writes, one of several texts, when that can be told without
// running it.
func (w *walker) printed(cmd *Command) ([]Value, bool) {
	args := cmd.Args
	for _, a := range args {
		if a.Multi && cmd.Program != "cat" && cmd.Program != "echo" {
			return nil, false
		}
	}
	switch cmd.Program {
	case "echo":
		return []Value{w.echo(args)}, true
	case "print":
		for len(args) > 0 && strings.HasPrefix(string(args[0].Value), "-") && args[0].Value != "-n" {
			args = args[1:]
		}
		return []Value{w.echo(args)}, true
	case "printf":
		if len(args) > 0 && strings.HasPrefix(string(args[0].Value), "-v") {
			return []Value{""}, true
		}
		if len(args) > 0 && args[0].Value == "--" {
			args = args[1:]
		}
		return []Value{w.format(args)}, true
	case "tr", "gtr", "sed", "gsed", "head", "tail", "cut", "gcut", "rev", "tac", "sort", "base32":
		if cmd.Program == "sort" && len(args) == 1 && (args[0].Value == "-z" || args[0].Value == "--zero-terminated") && w.in != nil && len(w.in.texts) > 0 {
			return w.in.texts, true // in whatever order
		}
		return w.filtered(cmd)
	case "cat", "tee":
		return w.cat(cmd)
	case "yes":
		return []Value{w.echo(args)}, true
	case "uniq", "expand", "unexpand", "column", "fold", "fmt", "grep", "egrep", "pv", "iconv", "dos2unix", "buffer", "mbuffer":
		// Nearly what they read, when they name no file.
		if w.in == nil || len(w.in.texts) == 0 || len(Effects(cmd)) > 0 {
			return nil, false
		}
		return w.in.texts, true
	case "base64", "openssl", "xxd", "basenc":
		return w.decode(cmd)
	case "which", "whence", "type", "command", "where":
		return w.which(cmd)
	case "find", "gfind", "bfs":
		v, ok := findPrints(cmd)
		return []Value{v}, ok
	case "ls", "gls":
		v, ok := lsPrints(cmd)
		return []Value{v}, ok
	case "basename", "dirname":
		if len(args) < 1 || !args[0].Value.Known() {
			return nil, false
		}
		s := path.Dir(args[0].Value.Text())
		if cmd.Program == "basename" {
			s = path.Base(args[0].Value.Text())
			if len(args) > 1 {
				s = strings.TrimSuffix(s, args[1].Value.Text())
			}
		}
		return []Value{Lit(s + "\n")}, true
	case "mktemp":
		if len(args) == 0 || len(args) == 1 && (args[0].Value == "-d" || args[0].Value == "-q" || args[0].Value == "-t") {
			return []Value{tempName + "\n"}, true
		}
		return nil, false
	case "pwd":
		if p := w.st.places[0]; p.Known && len(args) == 0 {
			return []Value{Lit(p.Dir + "\n")}, true
		}
		return nil, false
	case "git":
		if len(args) == 2 && args[0].Value == "rev-parse" && args[1].Value == "--show-toplevel" && w.inProject() && !slices.ContainsFunc(cmd.Env, namesWorkTree) {
			return []Value{Lit(w.opts.Project + "\n")}, true
		}
		v, ok := gitFormat(cmd)
		return []Value{v}, ok
	case "true", "false", ":", "cd", "export", "set", "unset", "read", "test", "[", "shift", "alias", "local", "declare", "typeset",
		"readonly", "sleep", "mkdir", "touch", "rm", "wait", "exit", "return", "break", "continue", "trap", "shopt", "umask",
		"mapfile", "readarray", "getopts", "let", "hash", "unalias", "pushd", "popd":
		return []Value{""}, true
	}
	return nil, false
}

// gitFormat is a line of what git branch, for-each-ref, log and tag print with --format: the
// fields in it are unknown.
func gitFormat(cmd *Command) (Value, bool) {
	line := &Lines(cmd)[0]
	if len(line.Words) == 0 {
		return "", false
	}
	switch line.Words[0].Value {
	case "branch", "for-each-ref", "log", "tag":
	default:
		return "", false
	}
	for _, o := range line.Options {
		if (o.Name == "--format" || o.Name == "--pretty") && o.HasValue && o.Value.Known() {
			return fieldsUnknown(strings.TrimPrefix(strings.TrimPrefix(o.Value.Text(), "tformat:"), "format:")) + "\n", true
		}
	}
	return "", false
}

// fieldsUnknown is a format of git with its fields, %h and %(refname), unknown.
func fieldsUnknown(format string) Value {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		b.WriteString(Unknown)
		if end := strings.IndexByte(format[i:], ')'); end > 0 && strings.HasPrefix(format[i+1:], "(") {
			i += end
		} else {
			i++
		}
	}
	return Value(b.String())
}

// namesWorkTree reports whether a variable tells git where its work tree is.
func namesWorkTree(a Assign) bool { return a.Name == "GIT_DIR" || a.Name == "GIT_WORK_TREE" }

// inProject reports whether the text is in the project's folder, or below it, wherever it may be.
func (w *walker) inProject() bool {
	top := w.opts.Project
	return top != "" && !slices.ContainsFunc(w.st.places, func(p Place) bool {
		return !p.Known || p.Remote || p.Dir != top && !inside(p.Dir, top)
	})
}

func (w *walker) echo(args []Word) Value {
	newline, escapes := true, false
	for len(args) > 0 {
		s := string(args[0].Value)
		if len(s) < 2 || s[0] != '-' || strings.Trim(s[1:], "neE") != "" {
			break
		}
		for _, c := range s[1:] { // -e -n: each says its own, and of e and E the last one counts
			switch c {
			case 'n':
				newline = false
			default:
				escapes = c == 'e'
			}
		}
		args = args[1:]
	}
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		v := plainGlob(a.Value)
		end := false
		if escapes {
			v, end = unescapeEcho(v)
		}
		b.WriteString(string(v))
		if end {
			return Value(b.String())
		}
		if !w.step(len(v)>>4) || b.Len() > maxBytes {
			return Unknown
		}
	}
	if newline {
		b.WriteByte('\n')
	}
	return Value(b.String())
}

// plainGlob turns live glob characters into plain ones: no file matched.
func plainGlob(v Value) Value {
	if !v.HasGlob() {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] == 0 && i+1 < len(v) && v[i+1] != Unknown[1] {
			if v[i+1] == AnyFolders[1] {
				b.WriteString("**")
				i++
			}
			continue
		}
		b.WriteByte(v[i])
	}
	return Value(b.String())
}

// cat is what cat writes: its files, when this text wrote them, or its input.
func (w *walker) cat(cmd *Command) ([]Value, bool) {
	all := []Value{""}
	files := 0
	add := func(in *input) bool {
		if in == nil || in.texts == nil || len(all)*len(in.texts) > maxValues {
			return false
		}
		var next []Value
		for _, a := range all {
			for _, t := range in.texts {
				w.step((len(a) + len(t)) >> 4)
				next = append(next, bounded(a+t))
			}
		}
		all = next
		return true
	}
	for _, a := range cmd.Args {
		s := a.Value.Text()
		if cmd.Program == "tee" && s != "-" {
			continue
		}
		switch {
		case s == "-" || s == "/dev/stdin":
			files++
			if !add(w.in) {
				return nil, false
			}
		case strings.HasPrefix(s, "-"):
			if s != "-u" {
				return nil, false
			}
		default:
			files++
			if !add(w.fileInput(a)) {
				return nil, false
			}
		}
	}
	if files == 0 && !add(w.in) {
		return nil, false
	}
	return all, true
}

// decode is what base64 -d, openssl base64 -d and xxd -r -p write.
func (w *walker) decode(cmd *Command) ([]Value, bool) {
	decodes, isHex, file := false, cmd.Program == "xxd", Word{}
	for _, a := range cmd.Args {
		switch s := a.Value.Text(); {
		case s == "-d" || s == "-D" || s == "--decode" || s == "-r" || s == "-di" || s == "-id" || s == "-rp":
			decodes = true
		case !strings.HasPrefix(s, "-"):
			file = a
		}
	}
	if !decodes {
		return nil, false
	}
	in := w.in
	if file.Value != "" && cmd.Program != "openssl" {
		in = w.fileInput(file)
	}
	if in == nil || in.texts == nil {
		return nil, false
	}
	var all []Value
	for _, t := range in.texts {
		if !t.Known() {
			return nil, false
		}
		s := strings.Join(strings.Fields(t.Text()), "")
		w.step(len(s) >> 3)
		var b []byte
		var err error
		if isHex {
			b, err = hex.DecodeString(s)
		} else {
			b, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
		}
		if err != nil && len(b) == 0 {
			return nil, false
		}
		all = append(all, printedValue(string(b)))
	}
	return all, true
}

// lsPrints is what ls prints when it is asked for files themselves: with -d, by globs, or
// by names that have an ending. False: it shows what is in folders, or more than names.
func lsPrints(cmd *Command) (Value, bool) {
	itself, files := false, 0
	var b strings.Builder
	for _, a := range cmd.Args {
		s := a.Value.Text()
		if strings.HasPrefix(s, "-") {
			if strings.HasPrefix(s, "--") || strings.ContainsAny(s, "lRmCx") {
				return "", false
			}
			itself = itself || strings.Contains(s, "d")
			continue
		}
		files++
	}
	for _, a := range cmd.Args {
		s := a.Value.Text()
		if strings.HasPrefix(s, "-") {
			continue
		}
		base := s[strings.LastIndexByte(s, '/')+1:]
		if !a.Value.Known() || strings.ContainsAny(s, " \t\n'\"\\`$&|;<>()#!~") ||
			!itself && !a.Value.HasGlob() && (!strings.Contains(base, ".") || base == "." || base == "..") {
			return "", false
		}
		b.WriteString(string(a.Value))
		b.WriteByte('\n')
	}
	return Value(b.String()), files > 0
}

// which is the path of a program: its name will do.
func (w *walker) which(cmd *Command) ([]Value, bool) {
	args := cmd.Args
	asks := cmd.Program == "which" || cmd.Program == "whence" || cmd.Program == "where"
	for len(args) > 0 && strings.HasPrefix(string(args[0].Value), "-") {
		asks = asks || slices.Contains([]Value{"-v", "-p", "-P", "-pv", "-vp"}, args[0].Value)
		args = args[1:]
	}
	if !asks || len(args) == 0 {
		return nil, false
	}
	var b Value
	for _, a := range args {
		b += "/usr/bin/" + Value(strings.TrimPrefix(string(a.Value), "/usr/bin/")) + "\n"
	}
	return []Value{b}, true
}
