package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// tar finds the archive, and the members that are named.
func (f *finder) tar() {
	archive, named := f.value("--file")
	span := f.c.Span
	for _, o := range f.line.Options {
		if o.Name == "--file" {
			span = f.c.Args[max(o.Arg, o.ValueArg)].Span
		}
	}
	words := f.words()
	remote := strings.Contains(string(archive), ":") && !f.has("--force-local")
	dir, other := f.value("--directory")
	switch {
	case f.has("--create", "--append", "--update", "--concatenate"):
		if named && !remote {
			f.add(archive, span, writeCreate)
		}
		if other {
			f.chdir(dir)
		}
		a := call.Read
		if f.has("--remove-files") {
			a |= call.Delete
		}
		for _, w := range words {
			f.tree(w.Value, w.Span, a)
		}
	case f.has("--delete"):
		if named && !remote {
			f.add(archive, span, call.Write)
		}
	case f.has("--extract", "--list", "--diff"):
		if named && !remote {
			f.add(archive, span, call.Read)
		}
		if !f.has("--extract") || f.has("--to-stdout") {
			return
		}
		if other {
			f.add(dir, f.c.Span, writeCreate)
			f.chdir(dir)
		}
		for _, w := range words {
			f.add(w.Value, w.Span, writeCreate)
		}
	}
}

// zip finds the archive and its members.
func (f *finder) zip() {
	words := f.words()
	if len(words) == 0 {
		return
	}
	f.add(words[0].Value, words[0].Span, writeCreate)
	if f.has("--delete") {
		return
	}
	a := call.Read
	if f.has("--move") {
		a |= call.Delete
	}
	f.each(words[1:], a, f.has("--recurse-paths"))
}

// unzip finds the archive and the members that are named.
func (f *finder) unzip() {
	words := f.words()
	if len(words) == 0 {
		return
	}
	f.add(words[0].Value, words[0].Span, call.Read)
	if f.has("-l", "-t", "-v", "-p", "-c", "-z", "-Z") {
		return
	}
	if d, ok := f.value("-d"); ok {
		f.add(d, f.c.Span, writeCreate)
		f.chdir(d)
	}
	for _, w := range words[1:] {
		f.add(w.Value, w.Span, writeCreate)
	}
}

// sevenZip finds the archive and its members: 7z a out.7z files.
func (f *finder) sevenZip() {
	words := f.words()
	if f.line.Sub == 0 || len(words) == 0 {
		return
	}
	switch f.line.Words[0].Value {
	case "a", "u", "m":
		f.add(words[0].Value, words[0].Span, writeCreate)
		f.each(words[1:], call.Read, true)
	case "d":
		f.add(words[0].Value, words[0].Span, call.Write)
	default:
		f.add(words[0].Value, words[0].Span, call.Read)
	}
}

// gzip finds what a compressor of single files makes: name.gz instead of name, or the
// reverse.
func (f *finder) gzip(keeps bool) {
	if f.has("--stdout", "--test", "--list", "--to-stdout", "-t", "-l") {
		f.each(f.words(), call.Read, f.has("--recursive"))
		return
	}
	suffix, program := ".gz", f.c.Program
	switch {
	case strings.Contains(program, "bz"):
		suffix = ".bz2"
	case strings.Contains(program, "xz"):
		suffix = ".xz"
	case strings.Contains(program, "lzma"):
		suffix = ".lzma"
	case strings.Contains(program, "zst"):
		suffix = ".zst"
	case program == "compress":
		suffix = ".Z"
	}
	if v, ok := f.value("--suffix"); ok {
		suffix = string(v)
	}
	expand := f.has("--decompress") || strings.HasPrefix(program, "un") || strings.HasPrefix(program, "gun") || strings.HasPrefix(program, "bun")
	_, named := f.value("--output")
	a, tree := call.Read, f.has("--recursive")
	if !f.has("--keep") && (!keeps || f.has("--rm")) && !named {
		a |= call.Delete
	}
	for _, w := range f.words() {
		if e := f.add(w.Value, w.Span, a); e != nil {
			e.Tree = e.Tree || tree
		}
		switch short, cut := strings.CutSuffix(string(w.Value), suffix); {
		case named:
		case !expand:
			f.add(w.Value+Value(suffix), w.Span, writeCreate)
		case cut:
			f.add(Value(short), w.Span, writeCreate)
		case strings.HasSuffix(string(w.Value), ".tgz"):
			f.add(w.Value[:len(w.Value)-4]+".tar", w.Span, writeCreate)
		}
	}
}

// crypt finds what gpg and sops read and write.
func (f *finder) crypt(name string) {
	words := f.words()
	if name == "sops" {
		a := call.Read
		if f.has("--in-place", "--rotate") || !f.has("--encrypt", "--decrypt") {
			a |= call.Write
		}
		f.each(words, a, false)
		return
	}
	if f.has("--list-keys", "--list-secret-keys", "--export", "--export-secret-keys", "--recv-keys", "--delete-keys", "--delete-secret-keys") {
		return
	}
	f.each(words, call.Read, false)
	if f.has("--output") || len(words) == 0 {
		return
	}
	w := words[0]
	switch {
	case f.has("--detach-sign"):
		f.add(w.Value+".sig", w.Span, writeCreate)
	case f.has("--armor") && f.has("--encrypt", "--sign", "--symmetric"), f.has("--clear-sign"):
		f.add(w.Value+".asc", w.Span, writeCreate)
	case f.has("--encrypt", "--sign", "--symmetric"):
		f.add(w.Value+".gpg", w.Span, writeCreate)
	}
}

// sshKeygen finds the key that ssh-keygen makes, changes or shows.
func (f *finder) sshKeygen() {
	v, ok := f.value("-f")
	if !ok || f.has("-F", "-R") || f.has("-y", "-l", "-e", "-B") { // these show a public key at most
		return
	}
	switch {
	case f.has("-p", "-c"):
		f.add(v, f.c.Span, call.Write)
	default:
		f.add(v, f.c.Span, writeCreate)
		f.add(v+".pub", f.c.Span, writeCreate)
	}
}
