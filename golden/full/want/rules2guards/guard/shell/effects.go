package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// writeCreate is the access of a program that makes a file, or replaces what is in it.
const writeCreate = call.Write | call.Create

// Effects returns what a command does to files, by its redirects, its arguments and its
// inline program. It says nothing of what a program does inside, unseen in the text.
func Effects(c *Command) []Effect {
	f := finder{c: c, place: c.Place}
	f.redirects()
	if row := findRow(tableName(c.Program), ""); row != nil || strings.HasPrefix(c.Program, "mkfs.") {
		lines := Lines(c)
		for i := range lines {
			f.reading(&lines[i])
		}
	}
	f.place = c.Place
	for _, e := range c.Inline {
		e.Place = c.Place
		f.out = append(f.out, e)
	}
	return f.out
}

// ActsIn is the folder that a command acts in, in one reading: its place, followed by the
// folder that it names itself (git -C, make -C, npm --prefix).
func ActsIn(c *Command, l *Line) Place {
	f := finder{c: c, place: c.Place, line: l}
	f.enter()
	return f.place
}

// finder gathers the effects of one command.
type finder struct {
	c     *Command
	line  *Line
	place Place
	out   []Effect

	printed bool // prints is worked out
	prints  maybeText
}

// add takes note of an effect on one file. "-" is a stream and no file.
func (f *finder) add(path Value, span Span, a call.Access) *Effect {
	if path == "" || path == "-" || a == 0 {
		return nil
	}
	for i := max(0, len(f.out)-16); i < len(f.out); i++ { // a few, so that time stays linear
		if e := &f.out[i]; e.Path == path && e.Access == a && e.Place == f.place {
			return e
		}
	}
	f.out = append(f.out, Effect{Path: path, Access: a, Place: f.place, Span: span})
	return &f.out[len(f.out)-1]
}

// tree is add for a folder and all that is in it.
func (f *finder) tree(path Value, span Span, a call.Access) {
	if e := f.add(path, span, a); e != nil {
		e.Tree = true
	}
}

// put is add for a file whose new content may be known.
func (f *finder) put(path Value, span Span, a call.Access, text *File) {
	if e := f.add(path, span, a); e != nil && e.Text == nil && text != nil {
		t := *text
		t.Path, t.Access = path.Text(), a
		e.Text = &t
	}
}

// redirects finds what the redirects open.
func (f *finder) redirects() {
	for _, r := range f.c.Redirects {
		switch r.Op {
		case RedirectRead:
			f.add(r.File.Value, r.File.Span, call.Read)
		case RedirectReadWrite:
			f.add(r.File.Value, r.File.Span, call.Read|writeCreate)
		case RedirectWrite:
			f.put(r.File.Value, r.File.Span, writeCreate, whole(f.redirected(&r)))
		case RedirectAppend:
			f.put(r.File.Value, r.File.Span, writeCreate, appended(f.redirected(&r)))
		}
	}
}

// redirected is what a redirect puts into its file, when it is known.
func (f *finder) redirected(r *Redirect) maybeText {
	if r.Aside {
		return nil
	}
	if !f.printed {
		f.printed, f.prints = true, f.c.output()
	}
	return f.prints
}

// reading finds what the arguments name, in one reading.
func (f *finder) reading(l *Line) {
	f.line, f.place = l, f.c.Place
	f.enter()
	for i := range l.Options {
		f.option(&l.Options[i])
	}
	row := f.row()
	if row == nil {
		return
	}
	if row.words != "" && row.words[0] == '@' {
		f.special(row.words[1:])
		return
	}
	f.operands(row.words)
}

// row is the table row that speaks of the operands.
func (f *finder) row() *optionRow {
	name, l := tableName(f.c.Program), f.line
	top := findRow(name, "")
	if l.Sub == 0 {
		if top == nil && strings.HasPrefix(name, "mkfs.") {
			return findRow("mkfs.ext4", "")
		}
		return top
	}
	sub := string(l.Words[0].Value)
	if l.Sub > 1 {
		if row := findRow(name, sub+" "+string(l.Words[1].Value)); row != nil {
			return row
		}
	}
	if row := findRow(name, sub); row != nil {
		return row
	}
	return top
}

// enter follows the folder that a command names in front of its subcommand.
func (f *finder) enter() {
	name := ""
	switch tableName(f.c.Program) {
	case "git", "npm", "pnpm", "go", "cargo":
		name = "-C"
	case "make":
		name = "--directory"
	case "yarn", "bun":
		name = "--cwd"
	case "terraform":
		name = "-chdir"
	case "uv", "poetry":
		name = "--directory"
	default:
		return
	}
	for _, o := range f.line.Options {
		if o.Name == name && o.HasValue || (o.Name == "--prefix" || o.Name == "--dir") && o.HasValue && (f.c.Program == "npm" || f.c.Program == "pnpm") {
			if f.c.Program == "git" && !o.Global {
				continue // git commit -C: another option
			}
			f.chdir(o.Value)
		}
	}
}

// chdir follows one folder.
func (f *finder) chdir(v Value) {
	switch {
	case !v.Known() || v.HasGlob():
		f.place.Known = false
	case isAbsolute(v):
		f.place.Dir, f.place.Known = cleanPath(v.Text()), true
	case f.place.Known:
		f.place.Dir = cleanPath(f.place.Dir + "/" + v.Text())
	}
}

// option finds what an option's value names.
func (f *finder) option(o *Option) {
	if !o.HasValue || o.access == 0 {
		return
	}
	span := f.c.Args[max(o.Arg, o.ValueArg)].Span
	v := o.Value
	switch o.access {
	case 'r', 'R':
		f.add(v, span, call.Read)
	case 'w':
		f.add(v, span, writeCreate)
	case 'd':
		f.add(v, span, call.Delete)
	case 'x':
		f.add(v, span, call.AnyAccess)
	case 'a': // @FILE
		if name, ok := strings.CutPrefix(string(v), "@"); ok {
			f.add(Value(name), span, call.Read)
		}
	case 'e': // @FILE, name=@FILE, name=<FILE, name@FILE
		s := string(v)
		if at := strings.IndexAny(s, "=@"); at >= 0 {
			if s[at] == '=' {
				s = s[at+1:]
				at = 0
				if s == "" || s[0] != '@' && s[0] != '<' {
					return
				}
			}
			for name := range strings.SplitSeq(s[at+1:], ",") {
				name, _, _ = strings.Cut(name, ";")
				f.add(Value(strings.TrimPrefix(name, "@")), span, call.Read)
			}
		}
	case 'n': // FILE, name=FILE
		if _, name, ok := strings.Cut(string(v), "="); ok {
			v = Value(name)
		}
		f.add(v, span, call.Read)
	case 'k': // a cookie, or a file of them
		if !strings.Contains(string(v), "=") {
			f.add(v, span, call.Read)
		}
	case 'f': // file://FILE, fileb://FILE
		if _, name, ok := strings.Cut(string(v), "://"); ok {
			f.add(Value(name), span, call.Read)
		}
	}
}

// has reports whether one of the options is given and not switched off.
func (f *finder) has(names ...string) bool {
	for _, o := range f.line.Options {
		for _, n := range names {
			if o.Name == n && !(o.HasValue && o.Value == "false") {
				return true
			}
		}
	}
	return false
}

// value is the value of the last option of that name.
func (f *finder) value(name string) (Value, bool) {
	for i := len(f.line.Options) - 1; i >= 0; i-- {
		if o := &f.line.Options[i]; o.Name == name && o.HasValue {
			return o.Value, true
		}
	}
	return "", false
}

// modeOption reports whether the mode stands among the options: `chmod -x f`, `chattr -i f`
// look like options and have no other operand in front of the files.
func (f *finder) modeOption() bool {
	for _, o := range f.line.Options {
		if !o.Known && len(o.Name) > 1 && o.Name[1] != '-' {
			return true
		}
	}
	return false
}

// words are the operands without the subcommand.
func (f *finder) words() []Operand { return f.line.Words[f.line.Sub:] }

// each adds every operand.
func (f *finder) each(words []Operand, a call.Access, tree bool) {
	for _, w := range words {
		if e := f.add(w.Value, w.Span, a); e != nil && tree {
			e.Tree = true
		}
	}
}
