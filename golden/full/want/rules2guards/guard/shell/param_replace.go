package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// replace applies ${x/a/b}.
func (w *walker) replace(values []paramValue, rep *syntax.Replace) (all []paramValue) {
	patterns, _ := w.patterns(rep.Orig)
	with, _ := w.texts(rep.With)
	if len(values)*len(patterns)*len(with) > maxValues {
		return []paramValue{unknownValue()}
	}
	for i := range values {
		for _, p := range patterns {
			for _, t := range with {
				v := values[i]
				v.fields = append([]Value(nil), v.fields...)
				for k, f := range v.fields {
					if !w.step(1 + len(f)>>3) {
						return []paramValue{unknownValue()}
					}
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
		n := strings.Count(s, pattern.Text())
		if !every {
			n = min(n, 1)
		}
		// n and with are at most maxBytes each: their product fits an int.
		if size := len(s) + n*len(with); size > 2*maxBytes || !w.step(size>>3) {
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
		if b.Len()+len(with) > maxBytes || !w.step(1+len(with)>>4) {
			return Unknown
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
			if v.fields[0].Known() && w.step(len(v.fields[0])>>3) {
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
