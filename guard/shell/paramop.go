package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// operator applies ${x:-y}, ${x#y}, ${x^^}, ${x@Q} and their kin.
func (w *walker) operator(values []paramValue, pe *syntax.ParamExp, quoted bool) (all []paramValue, from []int) {
	op := pe.Exp.Op
	switch op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull,
		syntax.ErrorUnset, syntax.ErrorUnsetOrNull, syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return w.defaults(values, pe, quoted)
	}
	patterns := []Value{""}
	if pe.Exp.Word != nil {
		patterns, from = w.patterns(pe.Exp.Word)
	}
	for i := range values {
		for _, pattern := range patterns {
			v := values[i]
			v.fields = append([]Value(nil), v.fields...)
			for k, f := range v.fields {
				v.fields[k] = w.operate(f, op, pattern)
				v.multi = v.multi || !v.fields[k].Known()
			}
			all = append(all, v)
		}
	}
	return all, from
}

// defaults applies the operators that look at whether a parameter is set.
func (w *walker) defaults(values []paramValue, pe *syntax.ParamExp, quoted bool) (all []paramValue, from []int) {
	op := pe.Exp.Op
	colon := op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull ||
		op == syntax.ErrorUnsetOrNull || op == syntax.AlternateUnsetOrNull
	var words []paramValue
	word := func() []paramValue {
		if words == nil && pe.Exp.Word != nil {
			words, from = w.wordValues(pe.Exp.Word, quoted)
		}
		if words == nil {
			words = []paramValue{{null: true}}
		}
		return words
	}
	assigned := false
	for i := range values {
		v := &values[i]
		isSet, isUnset := !v.null, v.null
		if colon {
			empty := len(v.fields) == 0 || len(v.fields) == 1 && v.fields[0] == ""
			isSet, isUnset = isSet && !empty, isUnset || empty
		}
		if v.env || len(v.fields) == 1 && colon && v.fields[0] == Unknown || v.list && v.multi {
			isSet, isUnset = true, true
		}
		switch op {
		case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
			if isSet {
				all = append(all, word()...)
			}
			if isUnset {
				all = append(all, paramValue{null: true})
			}
			continue
		}
		if isSet {
			all = append(all, *v)
		}
		if isUnset {
			switch op {
			case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
				word()
				if !isSet {
					all = append(all, paramValue{null: true})
				}
			default:
				all = append(all, word()...)
				assigned = op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull
			}
		}
	}
	if assigned && pe.Param != nil && pe.Index == nil {
		var set []Value
		for i := range all {
			if len(all[i].fields) > 0 {
				set = append(set, all[i].fields[0])
			}
		}
		w.assign(pe.Param.Value, set, from)
	}
	return all, from
}

// wordValues expands the word of ${x:-word}: unquoted, it may become several fields.
func (w *walker) wordValues(word *syntax.Word, quoted bool) (all []paramValue, from []int) {
	e := &expander{walker: w, alts: make([]partial, 1), split: !quoted, span: w.src.span(word.Pos(), word.End())}
	e.parts(word.Parts, false)
	for i := range e.alts {
		e.finish(&e.alts[i])
		v := paramValue{list: true}
		for _, f := range e.alts[i].done {
			v.fields = append(v.fields, f.Value)
			v.multi = v.multi || f.Multi
		}
		all = append(all, v)
	}
	return all, e.from
}

// patterns expands a word to what ${x#word} matches with.
func (w *walker) patterns(word *syntax.Word) (all []Value, from []int) {
	if word == nil {
		return []Value{""}, nil
	}
	e := &expander{walker: w, alts: make([]partial, 1), split: true, span: w.src.span(word.Pos(), word.End())}
	e.parts(word.Parts, false)
	for i := range e.alts {
		e.finish(&e.alts[i])
		var v Value
		for k, f := range e.alts[i].done {
			if k > 0 {
				v += " "
			}
			v += f.Value
		}
		all = append(all, v)
	}
	return all, e.from
}

func (w *walker) operate(v Value, op syntax.ParExpOperator, pattern Value) Value {
	switch op {
	case syntax.UpperFirst, syntax.LowerFirst, syntax.UpperAll, syntax.LowerAll:
		upper := op == syntax.UpperFirst || op == syntax.UpperAll
		all := op == syntax.UpperAll || op == syntax.LowerAll
		if pattern == toggleCase && v.Known() {
			return toggle(v, all)
		}
		if pattern != "" && pattern != AnyRune {
			return w.foldMatching(v, pattern, upper, all)
		}
		return fold(v, upper, all)
	case syntax.OtherParamOps:
		return w.transform(v, pattern.Text())
	}
	if !v.Known() || !pattern.Known() {
		return Unknown
	}
	s := v.Text()
	switch op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return w.cut(s, pattern, true, op == syntax.RemLargePrefix)
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return w.cut(s, pattern, false, op == syntax.RemLargeSuffix)
	}
	return Unknown
}

// foldMatching changes the case of the characters that a pattern matches.
func (w *walker) foldMatching(v, pattern Value, upper, all bool) Value {
	if !v.Known() || !pattern.Known() {
		return Unknown
	}
	var b strings.Builder
	for i, c := range v.Text() {
		s := string(c)
		if ok, known := w.match(pattern, s); !known {
			return Unknown
		} else if ok && (all || i == 0) {
			s = string(fold(Value(s), upper, true))
		}
		b.WriteString(s)
	}
	return Lit(b.String())
}

// toggleCase is the pattern that a mended ${x~} or ${x~~} has.
const toggleCase = "\x02"

// toggle swaps upper and lower case.
func toggle(v Value, all bool) Value {
	b := []byte(v)
	for i, c := range b {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			b[i] ^= 0x20
		}
		if !all {
			break
		}
	}
	return Value(b)
}

// transform applies ${x@U} and its kin.
func (w *walker) transform(v Value, op string) Value {
	switch op {
	case "U":
		return fold(v, true, true)
	case "u":
		return fold(v, true, false)
	case "L":
		return fold(v, false, true)
	case "Q":
		if v.Known() {
			return Lit(quoteWord(v.Text()))
		}
		return Value("'") + v + "'"
	case "E":
		if v.Known() {
			return ansiC(v.Text())
		}
	case "P":
		all := w.evalDocument(v, Span{})
		if len(all) == 1 {
			return all[0]
		}
	}
	return Unknown
}

// cut takes away the shortest or longest prefix or suffix that matches.
func (w *walker) cut(s string, pattern Value, prefix, longest bool) Value {
	if !pattern.HasGlob() {
		if prefix {
			return Lit(strings.TrimPrefix(s, pattern.Text()))
		}
		return Lit(strings.TrimSuffix(s, pattern.Text()))
	}
	for i := 0; i <= len(s); i++ {
		at := i // bytes to take away
		if longest {
			at = len(s) - i
		}
		part, rest := s[:at], s[at:]
		if !prefix {
			part, rest = s[len(s)-at:], s[:len(s)-at]
		}
		ok, known := w.match(pattern, part)
		if !known {
			return Unknown
		}
		if ok {
			return Lit(rest)
		}
	}
	return Lit(s)
}

// replace applies ${x/a/b}.
func (w *walker) replace(values []paramValue, rep *syntax.Replace) (all []paramValue) {
	patterns, _ := w.patterns(rep.Orig)
	with, _ := w.texts(rep.With)
	for i := range values {
		for _, p := range patterns {
			for _, t := range with {
				v := values[i]
				v.fields = append([]Value(nil), v.fields...)
				for k, f := range v.fields {
					v.fields[k] = w.replaceIn(f, p, t, rep.All)
					v.multi = v.multi || !v.fields[k].Known()
				}
				all = append(all, v)
			}
		}
	}
	return all
}

func (w *walker) replaceIn(v, pattern, with Value, every bool) Value {
	if !v.Known() || !pattern.Known() || pattern == "" {
		if pattern == "" {
			return v
		}
		return Unknown
	}
	s := v.Text()
	anchor := byte(0)
	if !every && (pattern[0] == '#' || pattern[0] == '%') {
		anchor, pattern = pattern[0], pattern[1:]
	}
	if !pattern.HasGlob() && anchor == 0 {
		n := 1
		if every {
			n = -1
		}
		if !w.step(len(s) >> 3) {
			return Unknown
		}
		return bounded(Value(strings.Replace(s, pattern.Text(), string(with), n)))
	}
	var b strings.Builder
	for i := 0; i <= len(s); {
		end := -1
		for k := len(s); k > i && end < 0; k-- {
			if anchor == '%' && k < len(s) {
				break
			}
			ok, known := w.match(pattern, s[i:k])
			if !known {
				return Unknown
			}
			if ok {
				end = k
			}
		}
		if end < 0 {
			if i == len(s) || anchor == '#' {
				b.WriteString(s[i:])
				break
			}
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteString(string(with))
		if i = end; !every {
			b.WriteString(s[i:])
			break
		}
	}
	return bounded(Value(b.String()))
}

// slice applies ${x:n:m} and, to lists, ${@:n:m}.
func (w *walker) slice(values []paramValue, pe *syntax.ParamExp) (all []paramValue) {
	from, okFrom := int64(0), true
	if pe.Slice.Offset != nil {
		from, okFrom = w.arithm(pe.Slice.Offset)
	}
	length, okLength := int64(1<<31), true
	if pe.Slice.Length != nil {
		length, okLength = w.arithm(pe.Slice.Length)
	}
	args := pe.Param != nil && (pe.Param.Value == "@" || pe.Param.Value == "*")
	lists := args || isAll(pe.Index, "@*")
	for _, v := range values {
		switch {
		case !okFrom || !okLength || v.multi || v.env:
			v = unknownValue()
		case lists:
			fields := v.fields
			if args {
				fields = append([]Value{"bash"}, fields...) // $0 counts
			}
			a, b := cutRange(from, length, len(fields))
			if args && from == 0 && a == 0 {
				a = min(1, b)
			}
			v.fields = fields[a:b]
		case len(v.fields) == 1:
			if v.fields[0].Known() {
				s := []rune(v.fields[0].Text())
				a, b := cutRange(from, length, len(s))
				v = one(Lit(string(s[a:b])))
			} else {
				v = unknownValue()
			}
		}
		all = append(all, v)
	}
	return all
}

func cutRange(from, length int64, n int) (int, int) {
	size := int64(n)
	if from < 0 {
		from += size
	}
	if from < 0 || from > size {
		return 0, 0
	}
	to := from + length
	if length < 0 {
		to = size + length
	}
	return int(from), int(max(from, min(to, size)))
}

// modify applies zsh's ${x:h} and its kin; what is not known here makes it unknown.
func (v *paramValue) modify(modifiers []*syntax.Lit) {
	for i, f := range v.fields {
		for _, m := range modifiers {
			switch {
			case !f.Known():
				f = Unknown
			case m.Value == "h":
				f = Lit(path.Dir(f.Text()))
			case m.Value == "t":
				f = Lit(path.Base(f.Text()))
			case m.Value == "l":
				f = fold(f, false, true)
			case m.Value == "u":
				f = fold(f, true, true)
			default:
				f = Unknown
			}
		}
		v.fields[i] = f
	}
}

// quoteWord quotes a text as ${x@Q} and printf %q do, more or less.
func quoteWord(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
