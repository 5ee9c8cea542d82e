package shell

import (
	"slices"
	"strings"
)

// choose adds one of several values.
func (e *expander) choose(values []paramValue, quoted bool) {
	if len(values) == 0 || len(values)*len(e.alts) > maxValues {
		values = []paramValue{{fields: []Value{Unknown}, multi: true}}
	}
	if len(values) == 1 {
		for k := range e.alts {
			e.add(&e.alts[k], &values[0], quoted)
		}
		e.bound()
		return
	}
	all := make([]partial, 0, len(values)*len(e.alts))
	for _, p := range e.alts {
		for i := range values {
			if !e.step(len(p.done) + len(p.cur)>>4) {
				return
			}
			q := p
			q.done, q.cur = slices.Clone(p.done), slices.Clone(p.cur)
			e.add(&q, &values[i], quoted)
			all = append(all, q)
		}
	}
	e.alts = all
	e.bound()
}

// add appends one value to a partial.
func (e *expander) add(p *partial, v *paramValue, quoted bool) {
	e.step(len(v.fields) * 4)
	for i, f := range v.fields {
		if !e.step(len(f) >> 4) {
			return
		}
		if len(p.cur) > maxBytes { // many members joined: bound says what becomes of it
			return
		}
		if i > 0 {
			if e.split && (v.list || !quoted) {
				e.finish(p)
			} else {
				p.cur = append(p.cur, ' ')
			}
		}
		switch {
		case quoted || !e.split:
			p.cur = append(p.cur, f...)
			p.open = p.open || quoted && (v.list || len(v.fields) > 0)
			p.multi = p.multi || v.multi && v.list
		default:
			e.splitInto(p, f)
			p.multi = p.multi || v.multi || !f.Known()
		}
	}
}

// splitInto splits an unquoted value at IFS and makes its glob characters live.
func (e *expander) splitInto(p *partial, v Value) {
	ifs := e.ifs()
	for i := 0; i < len(v); i++ {
		c := v[i]
		switch {
		case c == 0 && i+1 < len(v):
			p.cur = append(p.cur, c, v[i+1])
			p.multi = p.multi || v[i+1] == Unknown[1]
			i++
		case strings.IndexByte(ifs, c) >= 0:
			e.finish(p)
		case c == '*' || c == '?' || c == '[':
			p.cur = append(p.cur, 0, c)
			p.bracket = p.bracket || c == '['
		default:
			p.cur = append(p.cur, c)
		}
	}
}

// ifs is what unquoted values split at.
func (e *expander) ifs() string {
	c := e.st.lookup("IFS")
	if c == nil || len(c.alts) == 0 || c.alts[0].kind != scalar {
		return " \t\n"
	}
	return c.alts[0].value.Text()
}
