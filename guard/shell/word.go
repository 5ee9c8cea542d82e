package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// partial is a word under expansion: the fields that are complete, and the one that grows.
type partial struct {
	done    []Word
	cur     []byte
	open    bool // cur is a field even when empty: it was quoted
	multi   bool
	bracket bool // cur holds an OpenBracket mark that may turn out to be a plain [
}

// expander turns the parts of a word into fields: one partial for every combination of the
// values that variables and substitutions may have.
type expander struct {
	*walker
	alts  []partial
	from  []int // commands whose output is in the word
	split bool  // unquoted expansions split into fields, and * ? [ are live
	doc   bool  // inside a here-document, where " is no special character
	span  Span
}

// fields expands a word as arguments: the lists of fields that it may become.
func (w *walker) fields(word *syntax.Word) [][]Word {
	span := w.src.span(word.Pos(), word.End())
	if v, ok := w.plain(word); ok {
		return [][]Word{{{Value: v, Span: span}}}
	}
	words := w.braces(word)
	switch len(words) {
	case 0:
		return [][]Word{{{Value: Unknown, Span: span, Multi: true}}}
	case 1:
		return w.expand(words[0], span)
	}
	all := [][]Word{nil}
	for _, parts := range words {
		all = w.product(all, w.expand(parts, span), span)
	}
	return all
}

// product appends each of b to each of a. Too many combinations become one unknown field.
func (w *walker) product(a, b [][]Word, span Span) [][]Word {
	if len(b) == 1 {
		for i := range a {
			a[i] = append(a[i], b[0]...)
		}
		return a
	}
	if len(a)*len(b) > maxValues {
		for i := range a {
			a[i] = append(a[i], Word{Value: Unknown, Span: span, Multi: true})
		}
		return a
	}
	all := make([][]Word, 0, len(a)*len(b))
	for _, x := range a {
		w.step((len(x) + 1) * len(b))
		for _, y := range b {
			all = append(all, append(slices.Clone(x), y...))
		}
	}
	return all
}

// plain is the fast way for a word that is one literal without special characters.
func (w *walker) plain(word *syntax.Word) (Value, bool) {
	if len(word.Parts) != 1 {
		return "", false
	}
	lit, ok := word.Parts[0].(*syntax.Lit)
	if !ok || !w.step(1+len(lit.Value)>>5) || strings.ContainsAny(lit.Value, "\\*?[~{\x00\x01") ||
		w.src.holes && strings.Contains(lit.Value, holeText) || len(lit.Value) > maxBytes {
		return "", false
	}
	return Value(lit.Value), true
}

// expand expands the parts of a word that holds no braces any more.
func (w *walker) expand(parts []syntax.WordPart, span Span) [][]Word {
	e := &expander{walker: w, alts: make([]partial, 1), split: true, span: span}
	e.parts(parts, false)
	all := make([][]Word, 0, len(e.alts))
	for i := range e.alts {
		e.finish(&e.alts[i])
		all = append(all, e.alts[i].done)
	}
	if e.from != nil {
		w.carry(span, e.from)
	}
	return all
}

// texts expands a word without splitting: what an assignment, a here-document or a
// redirect sees. from lists the commands whose output is in it.
func (w *walker) texts(word *syntax.Word) (all []Value, from []int) {
	if word == nil {
		return []Value{""}, nil
	}
	if v, ok := w.plain(word); ok {
		return []Value{v}, nil
	}
	return w.textParts(word.Parts, w.src.span(word.Pos(), word.End()), false)
}

// textParts is texts for the parts of a word; doc: they are a here-document.
func (w *walker) textParts(parts []syntax.WordPart, span Span, doc bool) (all []Value, from []int) {
	e := &expander{walker: w, alts: make([]partial, 1), doc: doc, span: span}
	e.parts(parts, doc)
	for i := range e.alts {
		v := Value(e.alts[i].cur)
		if !slices.Contains(all, v) {
			all = append(all, bounded(v))
		}
	}
	return all, e.from
}

// text is the one value of a word, or Unknown.
func (w *walker) textOf(word *syntax.Word) Value {
	all, _ := w.texts(word)
	if len(all) != 1 {
		return Unknown
	}
	return all[0]
}

// finish closes the growing field.
func (e *expander) finish(p *partial) {
	if len(p.cur) == 0 && !p.open {
		return
	}
	v := Value(p.cur)
	if p.bracket {
		v = settleBrackets(v)
	}
	if len(p.done) >= maxFields {
		p.done[maxFields-1] = Word{Value: Unknown, Span: e.span, Multi: true}
	} else {
		p.done = append(p.done, Word{Value: bounded(v), Span: e.span, Multi: p.multi})
	}
	p.cur, p.open, p.multi, p.bracket = nil, false, false, false
}

// settleBrackets makes every [ literal that no ] ends.
func settleBrackets(v Value) Value {
	last := strings.LastIndexByte(string(v), ']')
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] == 0 && i+1 < len(v) && v[i+1] == '[' && i+2 >= last {
			continue
		}
		b.WriteByte(v[i])
	}
	return Value(b.String())
}

// parts adds the parts of a word, or of double quotes.
func (e *expander) parts(parts []syntax.WordPart, quoted bool) {
	for i, part := range parts {
		if !e.step(1) {
			return
		}
		switch x := part.(type) {
		case *syntax.Lit:
			if e.src.zsh && !quoted && e.zshGroup(x.Value, i == 0, i+1 == len(parts)) {
				continue
			}
			e.literal(x.Value, quoted, i == 0 && !quoted)
		case *syntax.SglQuoted:
			v := Lit(x.Value)
			if x.Dollar {
				v = ansiC(x.Value)
			}
			e.quotedText(e.restore(v))
		case *syntax.DblQuoted:
			for k := range e.alts {
				e.alts[k].open = true
			}
			if len(x.Parts) == 1 && isArgs(x.Parts[0]) {
				// "$@" with no words is no word at all.
				for k := range e.alts {
					e.alts[k].open = len(e.alts[k].cur) > 0 || len(parts) > 1
				}
			}
			e.parts(x.Parts, true)
		case *syntax.ParamExp:
			if !quoted && i+1 < len(parts) && e.zshIndex(x, parts[i+1]) {
				e.choose([]paramValue{unknownValue()}, quoted)
				continue
			}
			e.param(x, quoted)
		case *syntax.CmdSubst:
			e.substitution(x, quoted)
		case *syntax.ArithmExp:
			e.arithmetic(x, quoted)
		case *syntax.ProcSubst:
			e.quotedText(e.procSubst(x))
		case *syntax.ExtGlob:
			e.extGlob(x)
		}
	}
}

// literal adds text of the source that is not in single quotes.
func (e *expander) literal(s string, quoted, first bool) {
	if first && strings.HasPrefix(s, "~") {
		s = e.tilde(s)
	}
	if !e.step(len(s)>>4) || s == "" {
		return
	}
	buf := make([]byte, 0, len(s))
	bracket, multi := false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			next := s[i+1]
			switch {
			case next == '\n':
				i++
			case !quoted || next == '$' || next == '`' || next == '\\' || next == '"' && !e.doc:
				buf = append(buf, next)
				i++
			default:
				buf = append(buf, c)
			}
		case c == 0:
		case c == carriageReturn && e.src.cr:
			buf = append(buf, '\r')
		case !quoted && e.split && (c == '*' || c == '?' || c == '['):
			if c == '[' {
				if strings.IndexByte(s[i:], ']') < 0 && first && len(s) == i+1 {
					buf = append(buf, c)
					continue
				}
				bracket = true
			}
			buf = append(buf, 0, c)
		case c == holeText[0] && e.src.holes && strings.HasPrefix(s[i:], holeText):
			buf = append(buf, Unknown...)
			multi = multi || !quoted
			i += len(holeText) - 1
		case !quoted && !e.split && !e.doc && c == '~' && i > 0 && (s[i-1] == ':' || s[i-1] == '='):
			buf = append(buf, e.tilde(s[i:i+1])...)
		default:
			buf = append(buf, c)
		}
	}
	for k := range e.alts {
		p := &e.alts[k]
		p.cur = append(p.cur, buf...)
		p.bracket = p.bracket || bracket
		p.multi = p.multi || multi
	}
	e.bound()
}

// restore puts back what the source's text can't show in quotes.
func (e *expander) restore(v Value) Value {
	if e.src.cr {
		v = Value(strings.ReplaceAll(string(v), string(carriageReturn), "\r"))
	}
	if e.src.holes {
		v = Value(strings.ReplaceAll(string(v), holeText, Unknown))
	}
	return v
}

func (e *expander) quotedText(v Value) {
	e.step(len(v) >> 4)
	for k := range e.alts {
		p := &e.alts[k]
		p.cur, p.open = append(p.cur, v...), true
	}
	e.bound()
}

// bound replaces a field that has grown too long.
func (e *expander) bound() {
	for k := range e.alts {
		if len(e.alts[k].cur) > maxBytes {
			e.alts[k].cur = append(e.alts[k].cur[:0:0], Unknown...)
		}
	}
}

// tilde expands ~, ~+ and ~- at the start of a word.
func (e *expander) tilde(s string) string {
	name, rest, slash := strings.Cut(s, "/")
	if slash {
		rest = "/" + rest
	}
	switch name {
	case "~":
		if c := e.st.lookup("HOME"); c != nil {
			if v := c.values(); len(v) == 1 && v[0].Known() {
				return escape(v[0].Text()) + rest
			}
			return s
		}
		if e.opts.Home != "" {
			return escape(e.opts.Home) + rest
		}
	case "~+":
		if len(e.st.places) == 1 && e.st.places[0].Known {
			return escape(e.st.places[0].Dir) + rest
		}
	default:
		user := name[1:]
		if letters(strings.Trim(user, "-_.0123456789")) {
			return userHome(user, e.opts.Home) + rest
		}
	}
	return s
}

// userHome is where a user's folder is, most likely: beside ours.
func userHome(user, home string) string {
	switch {
	case strings.HasPrefix(home, "/Users/"):
		if user == "root" {
			return "/var/root"
		}
		return "/Users/" + user
	case user == "root":
		return "/root"
	}
	return "/home/" + user
}

// escape makes literal handle s as plain text.
func escape(s string) string {
	if !strings.ContainsAny(s, "\\*?[~") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte('\\')
		b.WriteByte(s[i])
	}
	return b.String()
}

func isArgs(part syntax.WordPart) bool {
	pe, ok := part.(*syntax.ParamExp)
	if !ok || pe.Param == nil || pe.Length || pe.Excl && pe.Names == 0 && pe.Index == nil {
		return false
	}
	return pe.Param.Value == "@" || isAll(pe.Index, "@") || pe.Names == syntax.NamesPrefixWords
}

// isAll reports whether an index is @ or *.
func isAll(x syntax.ArithmExpr, which string) bool {
	word, ok := x.(*syntax.Word)
	return ok && len(word.Parts) == 1 && strings.Contains(which, word.Lit()) && word.Lit() != ""
}
