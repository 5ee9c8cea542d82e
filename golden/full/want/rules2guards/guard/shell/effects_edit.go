package shell

import (
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/patch"
)

// sed finds the files that sed shows, or changes with -i, and those that its script names.
func (f *finder) sed() {
	words := f.words()
	var scripts []Value
	for _, o := range f.line.Options {
		if o.Name == "--expression" && o.HasValue {
			scripts = append(scripts, o.Value)
		}
	}
	if f.has("--in-place", "-I") && len(words) > 0 && words[0].Value == "" {
		words = words[1:] // BSD: sed -i '' script file
	}
	if len(scripts) == 0 && !f.has("--file") && len(words) > 0 {
		scripts = append(scripts, words[0].Value)
		words = words[1:]
	}
	var edits []call.Edit
	meta := `\.[]*^$`
	if f.has("--regexp-extended") {
		meta = `\.[]*^$+?(){}|`
	}
	for _, s := range scripts {
		edits = append(edits, f.sedScript(string(s), meta)...)
	}
	if !f.has("--in-place", "-I") {
		f.each(words, call.Read, false)
		return
	}
	var text *File
	if len(edits) > 0 {
		text = &call.File{Edits: edits}
	}
	for _, w := range words {
		f.put(w.Value, w.Span, call.Write, text)
		if suffix, ok := f.value("--in-place"); ok && suffix != "" && !strings.ContainsAny(string(suffix), "*/") {
			f.add(w.Value+suffix, w.Span, writeCreate)
		}
	}
}

// sedScript reads the substitutions of a script. Of one that is no plain text only the
// replacement is new text. Files that r, w and s///w name are taken note of.
func (f *finder) sedScript(s, meta string) []call.Edit {
	var edits []call.Edit
	for s != "" {
		s = strings.TrimLeft(s, " \t\n;{}")
		if s == "" {
			break
		}
		if s[0] != 's' || len(s) < 4 {
			s = f.sedCommand(s)
			continue
		}
		sep := s[1]
		old, rest, ok1 := sedPart(s[2:], sep)
		now, rest, ok2 := sedPart(rest, sep)
		if !ok1 || !ok2 {
			return edits
		}
		n := 0
		for n < len(rest) && strings.IndexByte("gpiIeMm0123456789", rest[n]) >= 0 {
			n++
		}
		flags := rest[:n]
		rest = rest[n:]
		if strings.HasPrefix(rest, "w") {
			rest = f.sedCommand(rest)
		}
		s = rest
		edit := call.Edit{New: replacement(now)}
		if !strings.ContainsAny(flags, "iIMmp0123456789") && !strings.ContainsAny(old, meta+"\x00") && edit.New == now {
			edit.Old, edit.All = old, true
		}
		if edit.Old != "" || edit.New != "" {
			edits = append(edits, edit)
		}
	}
	return edits
}

// replacement is the text that a substitution puts in, with another character for what it
// takes from the text that it found.
func replacement(s string) string {
	if !strings.ContainsAny(s, "\\&\x00") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch c := s[i]; {
			case c == 'n':
				b.WriteByte('\n')
			case c == 't':
				b.WriteByte('\t')
			case c >= '0' && c <= '9', letters(s[i : i+1]):
				b.WriteRune('\uFFFC')
			default:
				b.WriteByte(c)
			}
		case s[i] == '&':
			b.WriteRune('\uFFFC')
		case s[i] == 0 && i+1 < len(s):
			i++
			b.WriteRune('\uFFFC')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// sedCommand passes over one command that is no plain substitution.
func (f *finder) sedCommand(s string) string {
	line, rest, _ := strings.Cut(s, "\n")
	head := line[:min(len(line), 200)] // an address and a command are short
	if i := strings.IndexByte(head, ';'); i >= 0 {
		head = head[:i]
	}
	if i := strings.LastIndexAny(head, "rRwW"); i >= 0 && i+1 < len(line) && line[i+1] == ' ' && !strings.ContainsAny(line[i+2:], " ;}") {
		// "w out", "5r in", "/x/w out"
		if i == 0 || strings.IndexByte("0123456789$/,! ", line[i-1]) >= 0 {
			a := call.Read
			if line[i]|0x20 == 'w' {
				a = writeCreate
			}
			f.add(Value(line[i+2:]), f.c.Span, a)
		}
		return rest
	}
	if i := strings.IndexByte(line, ';'); i >= 0 {
		return s[i+1:]
	}
	return rest
}

// sedPart cuts one part of a substitution off.
func sedPart(s string, sep byte) (part, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == sep:
			return b.String(), s[i+1:], true
		case s[i] == '\\' && i+1 < len(s):
			if s[i+1] == sep || s[i+1] == '/' {
				b.WriteByte(s[i+1])
			} else {
				b.WriteString(s[i : i+2])
			}
			i++
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}

// awk finds the files that awk reads: operands that set no variable.
func (f *finder) awk() {
	words := f.words()
	if !f.has("--file", "--exec", "--source") && len(words) > 0 {
		words = words[1:]
	}
	a := call.Read
	if v, ok := f.value("--include"); ok && v == "inplace" {
		a = call.Write
	}
	for _, w := range words {
		if !isAssign(w.Value) {
			f.add(w.Value, w.Span, a)
		}
	}
}

// perl finds the files that perl -ne, -pe and -i go through, and ruby's.
func (f *finder) perl() {
	if !f.has("-e", "-E") || !f.has("-n", "-p", "-i") {
		return
	}
	a := call.Read
	if f.has("-i") {
		a = call.Write
	}
	f.each(f.words(), a, false)
	if suffix, ok := f.value("-i"); ok && suffix != "" && !strings.ContainsAny(string(suffix), "*/") {
		for _, w := range f.words() {
			f.add(w.Value+suffix, w.Span, writeCreate)
		}
	}
}

// patchCommand finds what patch changes: the file that it names, or those of the text that
// it reads on standard input.
func (f *finder) patchCommand() {
	if v, ok := f.value("--directory"); ok {
		f.chdir(v)
	}
	words := f.words()
	if len(words) > 1 {
		f.add(words[1].Value, words[1].Span, call.Read)
	}
	if f.has("--dry-run") {
		return
	}
	if len(words) > 0 {
		f.add(words[0].Value, words[0].Span, call.Write)
		return
	}
	strip := patch.StripAuto
	if v, ok := f.value("--strip"); ok {
		strip = smallNumber(v)
	}
	f.patchText(f.c.Stdin, strip, f.has("--reverse"))
}

// applyPatch finds what Codex's apply_patch changes: its operand or standard input.
func (f *finder) applyPatch() {
	if len(f.c.Args) > 0 {
		f.patchText(&Text{Value: f.c.Args[0].Value, Span: f.c.Args[0].Span}, patch.StripAuto, false)
		return
	}
	f.patchText(f.c.Stdin, patch.StripAuto, false)
}

// patchText adds the changes that a patch describes.
func (f *finder) patchText(t *Text, strip int, reverse bool) {
	if t == nil {
		return
	}
	changes, err := patch.ParseStrip(solid(t.Value), strip)
	if err != nil {
		return
	}
	for _, c := range changes {
		if reverse {
			c = reversed(c)
		}
		text := &call.File{}
		for _, e := range c.Edits {
			text.Edits = append(text.Edits, call.Edit{Old: e.Old, New: e.New})
		}
		path, to := Lit(c.Path), Lit(c.To)
		switch c.Op {
		case patch.Add:
			if t.Value.Known() {
				text.Whole, text.Text = true, c.Text
			} else {
				text.Edits = []call.Edit{{New: c.Text}}
			}
			f.put(path, t.Span, writeCreate, text)
		case patch.Delete:
			f.add(path, t.Span, call.Delete)
		case patch.Move:
			f.add(path, t.Span, call.Read|call.Delete)
			f.put(to, t.Span, writeCreate, text)
		case patch.Copy:
			f.add(path, t.Span, call.Read)
			f.put(to, t.Span, writeCreate, text)
		default:
			f.put(path, t.Span, call.Write, text)
		}
	}
}

// reversed is what patch -R makes of a change.
func reversed(c patch.FileChange) patch.FileChange {
	for i, e := range c.Edits {
		c.Edits[i] = patch.Edit{Old: e.New, New: e.Old}
	}
	switch c.Op {
	case patch.Add:
		c.Op = patch.Delete
	case patch.Delete:
		c.Op = patch.Add
		for _, e := range c.Edits {
			c.Text += e.New
		}
	case patch.Move:
		c.Path, c.To = c.To, c.Path
	case patch.Copy:
		c.Op, c.Path = patch.Delete, c.To
	}
	return c
}

// smallNumber reads a small number.
func smallNumber(v Value) int {
	n := 0
	for i := range len(v) {
		if v[i] < '0' || v[i] > '9' || n > 1000 {
			return patch.StripAuto
		}
		n = n*10 + int(v[i]-'0')
	}
	return n
}
