package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// operands finds what the operands name, by the short form in which the tables say it:
//
//	r            each operand is read; also w (write), c (create), d (delete), x (any), t (with all in it)
//	1r           the first one is no file
//	1r!--regexp  … unless that option is given
//	r$wc         the last of several is another matter
//	r?--write=rw another access when that option is given
//
// An empty form, or one that begins with @, says nothing.
func (f *finder) operands(form string) {
	words := f.words()
	skip := 0
	if form != "" && form[0] >= '1' && form[0] <= '9' {
		skip, form = int(form[0]-'0'), form[1:]
	}
	access, tree, form := letterAccess(form)
	var last call.Access
	for form != "" {
		clause := form[0]
		end := strings.IndexAny(form[1:], "!?$") + 1
		if end == 0 {
			end = len(form)
		}
		body := form[1:end]
		form = form[end:]
		switch clause {
		case '!':
			if f.has(body) {
				skip = 0
			}
		case '$':
			last, _, _ = letterAccess(body)
		case '?':
			name, letters, _ := strings.Cut(body, "=")
			if f.has(name) {
				access, tree, _ = letterAccess(letters)
			}
		}
	}
	if skip >= len(words) {
		return
	}
	words = words[skip:]
	for i, w := range words {
		if last != 0 && i > 0 && i == len(words)-1 {
			f.add(w.Value, w.Span, last)
			return
		}
		if e := f.add(w.Value, w.Span, access); e != nil && tree {
			e.Tree = true
		}
	}
}

// letterAccess reads the letters of an access at the beginning of a form.
func letterAccess(s string) (a call.Access, tree bool, rest string) {
	for s != "" {
		switch s[0] {
		case 'r':
			a |= call.Read
		case 'w':
			a |= call.Write
		case 'c':
			a |= call.Create
		case 'd':
			a |= call.Delete
		case 'x':
			a |= call.AnyAccess
		case 't':
			tree = true
		default:
			return a, tree, s
		}
		s = s[1:]
	}
	return a, tree, s
}

// special finds what the operands of a program name that no short form describes.
func (f *finder) special(name string) {
	switch name {
	case "cp":
		f.copy(false)
	case "install":
		if f.has("--directory") {
			f.each(f.words(), writeCreate, false)
			return
		}
		f.copy(false)
	case "mv":
		f.copy(true)
	case "ln":
		f.link()
	case "rm":
		if f.has("-path") || f.has("/s") {
			f.each(f.words(), call.Delete, true)
			return
		}
		f.each(f.words(), call.Delete, f.has("--recursive"))
	case "rmdir", "rd", "del":
		f.each(f.words(), call.Delete, f.has("/s", "--recursive"))
	case "first":
		if w := f.words(); len(w) > 0 {
			f.add(w[0].Value, w[0].Span, call.Write)
		}
	case "tee":
		text := whole(f.stdin())
		if f.has("--append") {
			text = appended(f.stdin())
		}
		for _, w := range f.words() {
			f.put(w.Value, w.Span, writeCreate, text)
		}
	case "chmod":
		words := f.words()
		if len(words) > 0 && !f.has("--reference") && !f.modeOption() {
			words = words[1:]
		}
		f.each(words, call.Write, f.has("--recursive"))
	case "dd":
		f.dd()
	case "sed":
		f.sed()
	case "awk":
		f.awk()
	case "grep":
		f.grep("1r!--regexp!--file", f.has("--recursive", "--dereference-recursive"))
	case "rg":
		f.grep("1r!--regexp!--file!--files!--type-list", true)
	case "perl":
		f.perl()
	case "find":
		f.find()
	case "tar":
		f.tar()
	case "zip":
		f.zip()
	case "unzip":
		f.unzip()
	case "sevenzip":
		f.sevenZip()
	case "gzip", "zstd":
		f.gzip(name == "zstd")
	case "split":
		if w := f.words(); len(w) > 0 {
			f.add(w[0].Value, w[0].Span, call.Read)
			prefix := Value("x")
			if v, ok := f.value("--prefix"); ok {
				prefix = v
			} else if f.c.Program == "csplit" {
				prefix = "xx"
			} else if len(w) > 1 {
				prefix = w[1].Value
			}
			f.add(prefix+AnyText, f.c.Span, writeCreate)
		}
	case "curl", "wget", "httpie", "aria2c":
		f.download(name)
	case "rsync", "scp", "rclone", "awss3", "gsutil", "s3cmd":
		f.transfer(name)
	case "patch":
		f.patchCommand()
	case "applypatch":
		f.applyPatch()
	case "gpg", "sops":
		f.crypt(name)
	case "sshkeygen":
		f.sshKeygen()
	case "opensslkey": // told to, it shows the public half alone, or nothing
		if v, ok := f.value("-in"); ok && (f.has("-text") || !f.has("-pubout", "-noout")) {
			f.add(v, f.c.Span, call.Read)
		}
	case "crontab":
		if w := f.words(); len(w) > 0 {
			f.add(w[0].Value, w[0].Span, call.Read)
		}
	case "script":
		if w := f.words(); len(w) > 0 {
			f.add(w[0].Value, w[0].Span, writeCreate)
		}
	case "mount":
		if w := f.words(); len(w) > 1 && (f.has("--bind", "--rbind", "--move") || f.valueHolds("--options", "bind")) {
			f.tree(w[0].Value, w[0].Span, call.AnyAccess)
		}
	case "ffmpeg":
		if w := f.words(); len(w) > 0 {
			f.add(w[len(w)-1].Value, w[len(w)-1].Span, writeCreate)
		}
	case "sqlite":
		if w := f.words(); len(w) > 0 && w[0].Value != ":memory:" {
			f.add(w[0].Value, w[0].Span, call.Read|writeCreate)
		}
		for _, w := range f.words() {
			f.sqlReads(w)
		}
	case "shell": // it shows a script, or its values, only when it is told to
		if w := f.words(); len(w) > 0 && f.has("-v", "--verbose", "-x") && !f.has("-c", "-s") {
			f.add(w[0].Value, w[0].Span, call.Read)
		}
	case "vim":
		a := call.Read | writeCreate
		if f.has("-R") || f.c.Program == "view" {
			a = call.Read
		}
		for _, w := range f.words() {
			if !strings.HasPrefix(string(w.Value), "+") {
				f.add(w.Value, w.Span, a)
			}
		}
	case "dockerrun":
		f.dockerRun()
	case "dockercp":
		f.dockerCopy()
	case "gh":
	case "type":
		if f.c.Name.Value == "type" && len(f.words()) > 0 && strings.ContainsAny(string(f.words()[0].Value), `./\`) {
			f.each(f.words(), call.Read, false) // cmd.exe's type; the shell's takes names of commands
		}
	case "mklink":
		if w := f.words(); len(w) > 1 {
			f.add(w[1].Value, w[1].Span, call.AnyAccess)
			f.add(w[0].Value, w[0].Span, writeCreate)
		}
	default:
		if strings.HasPrefix(name, "git") {
			f.git(name[3:])
		} else if strings.HasPrefix(name, "ps-") {
			f.powerShell(name[3:])
		}
	}
}

// sqlReads finds the files that a statement of sqlite3 or duckdb reads by name:
// readfile('x').
func (f *finder) sqlReads(w Operand) {
	s := string(w.Value)
	for range 16 {
		_, rest, ok := strings.Cut(s, "read")
		if !ok {
			return
		}
		s = rest
		open := strings.IndexByte(s, '(')
		if open < 0 || open > len("_json_auto") {
			continue
		}
		arg := strings.TrimLeft(s[open+1:], " ")
		if arg == "" || arg[0] != '\'' && arg[0] != '"' {
			continue
		}
		if end := strings.IndexByte(arg[1:], arg[0]); end >= 0 {
			f.add(Value(arg[1:1+end]), w.Span, call.Read)
		}
	}
}

// valueHolds reports whether an option's value, a list with commas, holds a word.
func (f *finder) valueHolds(name, word string) bool {
	v, ok := f.value(name)
	return ok && strings.Contains(","+v.Text()+",", ","+word+",")
}
