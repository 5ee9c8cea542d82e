package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// powerShell finds what PowerShell's commands on files do.
func (f *finder) powerShell(kind string) {
	words := f.psWords()
	path, ok := f.value("-path")
	if !ok {
		path, ok = f.value("-literalpath")
	}
	if !ok {
		path, ok = f.value("-filepath")
	}
	if ok {
		words = append(commaList(path, f.c.Span), words...)
	}
	switch kind {
	case "d":
		f.each(words, call.Delete, f.has("-recurse"))
	case "r":
		f.each(words, call.Read, false)
	case "grep":
		if !f.has("-pattern") && len(words) > 0 && !ok {
			words = words[1:]
		}
		f.each(words, call.Read, false)
	case "w":
		if len(words) == 0 {
			return
		}
		var text maybeText
		if v, given := f.value("-value"); given {
			v += "\n"
			text = &v
		} else if len(words) > 1 {
			v := words[1].Value + "\n"
			text = &v
		} else {
			text = f.stdin()
		}
		content := whole(text)
		if f.has("-append") || strings.EqualFold(f.c.Program, "add-content") || f.c.Program == "ac" {
			content = appended(text)
		}
		f.put(words[0].Value, words[0].Span, writeCreate, content)
	case "cp", "mv":
		f.psCopy(words, kind == "mv")
	case "new":
		if name, given := f.value("-name"); given {
			if len(words) == 0 {
				words = []Operand{{Word: Word{Value: name, Span: f.c.Span}}}
			} else {
				words[0].Value = inFolder(words[0].Value, name)
			}
		}
		if len(words) == 0 {
			return
		}
		f.add(words[0].Value, words[0].Span, writeCreate)
		if t, given := f.value("-itemtype"); given && strings.HasSuffix(strings.ToLower(t.Text()), "link") || given && strings.EqualFold(t.Text(), "junction") {
			if v, given := f.value("-value"); given {
				f.add(v, f.c.Span, call.AnyAccess)
			}
		}
	}
}

// psCopy finds what Copy-Item, Move-Item and Rename-Item name.
func (f *finder) psCopy(words []Operand, move bool) {
	to, ok := f.value("-destination")
	if !ok {
		to, ok = f.value("-destinationpath")
	}
	if !ok {
		to, ok = f.value("-newname")
	}
	span := f.c.Span
	if !ok && len(words) > 1 {
		last := words[len(words)-1]
		to, span, ok, words = last.Value, last.Span, true, words[:len(words)-1]
	}
	a := call.Read
	if move {
		a |= call.Delete
	}
	tree := move || f.has("-recurse")
	for _, w := range words {
		if e := f.add(w.Value, w.Span, a); e != nil {
			e.Tree = tree
		}
		if ok {
			f.target(to, span, w.Value, len(words) > 1, tree)
		}
	}
}

// psWords are the operands, lists with commas taken apart.
func (f *finder) psWords() []Operand {
	var all []Operand
	for _, w := range f.words() {
		for _, o := range commaList(w.Value, w.Span) {
			o.Arg = w.Arg
			all = append(all, o)
		}
	}
	return all
}

// commaList takes a,b apart.
func commaList(v Value, span Span) []Operand {
	var all []Operand
	for part := range strings.SplitSeq(string(v), ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, Operand{Word: Word{Value: Value(part), Span: span}})
		}
	}
	return all
}
