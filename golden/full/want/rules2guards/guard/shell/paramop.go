package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"rules2guards.local/guard/call"
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
	if len(values)*len(patterns) > maxValues {
		return []paramValue{unknownValue()}, from
	}
	for i := range values {
		for _, pattern := range patterns {
			v := values[i]
			v.fields = append([]Value(nil), v.fields...)
			for k, f := range v.fields {
				if !w.step(1 + len(f)>>3) {
					return []paramValue{unknownValue()}, from
				}
				v.fields[k] = bounded(w.operate(f, op, pattern))
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
			return Lit(call.Quote(v.Text()))
		}
		return Value("'") + v + "'"
	case "E":
		if v.Known() {
			return ansiC(v.Text())
		}
	case "P":
		all := w.evalDocument(decodePrompt(v), Span{})
		if len(all) == 1 {
			return all[0]
		}
	}
	return Unknown
}

// decodePrompt is a prompt without its escapes, as bash 5.2 expands it afterwards. \$ stays a
// dollar sign that begins nothing (to root it is #), but a $ written as \044 does.
func decodePrompt(v Value) Value {
	s := string(v)
	if strings.IndexByte(s, '\\') < 0 {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		n, text, _ := escapeCode(s[i:], true)
		switch c := s[i]; c {
		case '[', ']':
		case '\\', 'n', 'a', 'e', 'r':
			b.Write(text)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if n == 3 || i+n == len(s) {
				b.WriteString(string(Lit(string(text))))
				i += n - 1
			} else {
				b.WriteString(s[i-1 : i+1])
			}
		case 'd', 't', 'T', '@', 'A', 'D', 'h', 'H', 'j', 'l', 's', 'u', 'v', 'V', 'w', 'W', '!', '#':
			b.WriteString(Unknown)
		default: // \$ too
			b.WriteString(s[i-1 : i+1])
		}
	}
	return Value(b.String())
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
