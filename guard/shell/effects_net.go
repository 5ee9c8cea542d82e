package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// download finds what curl, wget and the like write under names taken from addresses, and
// files that addresses name.
func (f *finder) download(program string) {
	var dir Value
	var inDir, named bool // files go to dir; their names are those of the addresses
	switch program {
	case "curl":
		dir, inDir = f.value("--output-dir")
		named = f.has("--remote-name", "--remote-name-all")
	case "wget":
		dir, inDir = f.value("--directory-prefix")
		named = !f.has("--output-document", "--spider", "--delete-after")
	case "aria2c":
		dir, inDir = f.value("--dir")
		named = !f.has("--out")
	case "httpie":
		named = f.has("--download") && !f.has("--output")
	}
	for _, o := range f.line.Options {
		if inDir && (o.Name == "--output" || o.Name == "--out") && o.HasValue {
			f.add(inFolder(dir, o.Value), f.c.Args[max(o.Arg, o.ValueArg)].Span, writeCreate)
		}
	}
	method := true // httpie: a word that may be one
	for _, w := range f.words() {
		s := string(w.Value)
		switch {
		case strings.HasPrefix(strings.ToLower(s), "file:"):
			name := strings.TrimPrefix(s[5:], "//")
			if i := strings.IndexByte(name, '/'); i > 0 {
				name = name[i:] // file://localhost/x
			}
			f.add(Value(name), w.Span, call.Read)
		case program == "httpie":
			if i := strings.IndexByte(s, '@'); i > 0 && !strings.Contains(s[:i], "/") {
				f.add(w.Value[i+1:], w.Span, call.Read)
			} else if named && (!method || strings.ToUpper(s) != s) { // the address: fields follow
				f.add(Value(addressFile(s)), w.Span, writeCreate)
				named = false
			}
			method = false
		case named:
			if name := addressFile(s); name != "" {
				if inDir {
					f.add(inFolder(dir, Value(name)), w.Span, writeCreate)
				} else {
					f.add(Value(name), w.Span, writeCreate)
				}
			}
		}
	}
}

// addressFile is the last part of an address, without what follows ? or #.
func addressFile(s string) string {
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		s = s[:i]
	}
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return ""
	}
	return s[i+1:]
}

// remotePath reports whether a word of scp or rsync names another machine.
func remotePath(v Value) bool {
	s := string(v)
	i := strings.IndexByte(s, ':')
	if i < 0 || isAbsolute(v) {
		return false
	}
	return !strings.Contains(s[:i], "/") || strings.Contains(s[:i+1], "://")
}

// transfer finds the local side of copies to and from other machines.
func (f *finder) transfer(program string) {
	words := f.words()
	move := f.has("--remove-source-files")
	switch program {
	case "awss3", "gsutil", "rclone", "s3cmd":
		verb := f.line.Words
		if len(verb) == 0 {
			return
		}
		switch last := verb[max(f.line.Sub-1, 0)].Value; last {
		case "cp", "sync", "copy", "copyto", "put", "get", "rsync":
		case "mv", "move", "moveto":
			move = true
		case "rm", "delete", "purge", "del", "deletefile":
			for _, w := range words {
				if !remotePath(w.Value) {
					f.tree(w.Value, w.Span, call.Delete)
				}
			}
			return
		default:
			return
		}
	}
	if len(words) == 0 {
		return
	}
	if f.has("--list-only", "--dry-run", "--dryrun") {
		return
	}
	tree := program != "scp" || f.has("-r")
	last := words[len(words)-1]
	sources := words[:len(words)-1]
	if len(sources) == 0 {
		return
	}
	for _, w := range sources {
		if !remotePath(w.Value) {
			a := call.Read
			if move {
				a |= call.Delete
			}
			if e := f.add(w.Value, w.Span, a); e != nil {
				e.Tree = e.Tree || tree
			}
		}
		if remotePath(last.Value) {
			continue
		}
		name := lastName(w.Value)
		if _, after, ok := strings.Cut(string(name), ":"); ok && after != "" {
			name = Value(after)
		}
		if program == "rsync" && strings.HasSuffix(string(w.Value), "/") {
			f.tree(last.Value, last.Span, writeCreate)
			continue
		}
		f.target(last.Value, last.Span, name, len(sources) > 1, tree)
	}
	if program == "rsync" && f.has("--delete", "--del", "--delete-before", "--delete-during", "--delete-delay", "--delete-after", "--delete-excluded") && !remotePath(last.Value) {
		f.tree(inFolder(last.Value, AnyText), last.Span, call.Delete)
	}
}

// dockerRun finds the folders and files that a container gets.
func (f *finder) dockerRun() {
	for _, o := range f.line.Options {
		if !o.HasValue {
			continue
		}
		span := f.c.Args[max(o.Arg, o.ValueArg)].Span
		var host, mode string
		switch o.Name {
		case "--volume":
			s := string(o.Value)
			i := strings.IndexByte(s, ':')
			if i == 1 && letters(s[:1]) {
				if k := strings.IndexByte(s[2:], ':'); k >= 0 {
					i = k + 2
				}
			}
			if i < 0 {
				continue
			}
			host, mode = s[:i], s[i+1:]
			_, mode, _ = strings.Cut(mode, ":")
		case "--mount":
			for part := range strings.SplitSeq(string(o.Value), ",") {
				key, value, _ := strings.Cut(part, "=")
				switch key {
				case "source", "src":
					host = value
				case "readonly", "ro":
					mode = "ro"
				}
			}
		default:
			continue
		}
		if host == "" || strings.IndexByte("/.~\x00", host[0]) < 0 && !isAbsolute(Value(host)) {
			continue // a volume of docker's own
		}
		a := call.Read | call.Write
		if strings.Contains(","+mode+",", ",ro,") {
			a = call.Read
		}
		f.tree(Value(host), span, a)
	}
}

// dockerCopy finds the local side of docker cp and kubectl cp.
func (f *finder) dockerCopy() {
	words := f.words()
	if len(words) != 2 {
		return
	}
	from, to := words[0], words[1]
	if !inContainer(from.Value) {
		f.tree(from.Value, from.Span, call.Read)
	}
	if !inContainer(to.Value) {
		f.target(to.Value, to.Span, from.Value, false, true)
	}
}

// inContainer reports whether a word names a file in a container: NAME:path.
func inContainer(v Value) bool {
	i := strings.IndexByte(string(v), ':')
	return i > 0 && !isAbsolute(v) && !strings.ContainsAny(string(v[:1]), "/.~")
}
