package shell

import (
	"strings"
	"unicode/utf8"
)

// cluster reads -abc: options of one letter each, the last of which may have its value
// behind it, or in the next word.
func (r *optionReader) cluster(s string) {
	at := r.i
	r.i++
	if ps := powerShellSwitch(r.table, s); ps != "" {
		o := Option{Name: ps, Known: true}
		if ps == "-path" && r.i < len(r.args) {
			return // the file itself: left to be an operand
		}
		r.add(at, o)
		return
	}
	f := r.flags()
	if letterDigits(s) {
		if _, ok := r.find(s[:1], false); !ok {
			r.add(at, Option{Name: "-" + s, Known: true})
			return
		}
	}
	if r.row == nil && (r.top == nil || r.top.options == "") && !looksClustered(s) {
		r.oneWord(at, s)
		return
	}
	if name, _, _ := strings.Cut(s, "="); len(name) > 1 {
		// A few programs of old style have options such as -name among their letters.
		if o, ok := r.find("-"+name, false); ok {
			value, has := "", len(name) < len(s)
			if has {
				value = s[len(name)+1:]
			}
			opt := Option{Name: o.name, Value: Value(value), HasValue: has, Known: true}
			r.takeValue(&opt, o)
			r.add(at, opt)
			return
		}
	}
	var seen [4]uint64 // flags that were read: -ffff is -f -f
	for i := 0; i < len(s); i++ {
		letter := s[i : i+1]
		if s[i] >= utf8.RuneSelf { // –force, with a dash that is no hyphen
			r.add(at, Option{Name: "-" + s[i:]})
			return
		}
		if s[i] == 0 { // what follows is known at run time only
			r.add(at, Option{Name: "-" + Unknown})
			i++ // it may be nothing: what stands behind it counts
			continue
		}
		rest := s[i+1:]
		if seen[s[i]>>6]>>(s[i]&63)&1 == 1 && rest != "" && letters(rest[:1]) {
			continue
		}
		seen[s[i]>>6] |= 1 << (s[i] & 63)
		o, ok := r.find(letter, false)
		opt := Option{Name: "-" + letter, Known: ok}
		if ok {
			opt.Name, opt.access = o.name, o.access
		}
		switch {
		case ok && (o.kind == '=' || o.kind == '!'), ok && o.kind == '?' && rest != "":
			if rest != "" {
				if f&optEquals != 0 {
					rest = strings.TrimPrefix(rest, "=")
				}
				opt.Value, opt.HasValue = Value(rest), true
			}
			r.takeValue(&opt, o)
			if o.kind == '!' && o.access != 'I' {
				r.stop, r.rest = true, true
			}
			r.add(at, opt)
			return
		case strings.HasPrefix(rest, "="):
			opt.Value, opt.HasValue = Value(rest[1:]), true
			r.add(at, opt)
			return
		case !ok && rest != "" && !letters(rest[:1]) && rest[0] != 0:
			opt.Value, opt.HasValue = Value(rest), true // -j8, -I/usr/include
			r.add(at, opt)
			return
		case !ok && rest == "" && f&optComplete == 0:
			r.mayOwn(&opt)
		}
		r.add(at, opt)
	}
}

// oneWord reads -name of a program that nobody knows.
func (r *optionReader) oneWord(at int, s string) {
	name, value, has := strings.Cut(s, "=")
	opt := Option{Name: "-" + name, Value: Value(value), HasValue: has}
	if !has {
		r.mayOwn(&opt)
	}
	r.add(at, opt)
}

// looksClustered reports whether -s of an unknown program is read letter by letter: up to
// four letters, or a letter with a value.
func looksClustered(s string) bool {
	n := 0
	for n < len(s) && letters(s[n:n+1]) {
		n++
	}
	return n == len(s) && n <= 4 || n == 1 || strings.IndexByte(s, 0) >= 0
}

// oldTar reads tar's first word: letters without a dash, whose values follow in order.
func (r *optionReader) oldTar(s string) {
	at := r.i
	r.i++
	for i := range len(s) {
		opt := Option{Name: "-" + s[i:i+1]}
		if o, ok := r.find(s[i:i+1], false); ok {
			opt.Name, opt.Known = o.name, true
			r.takeValue(&opt, o)
		}
		r.add(at, opt)
	}
}

// readFind reads find: folders, then an expression whose words all begin with a dash and
// whose -exec holds an inner command.
func (r *optionReader) readFind() {
	expression := false
	for r.i < len(r.args) {
		v := string(r.args[r.i].Value)
		switch {
		case len(v) > 1 && v[0] == '-' && v[1] != 0:
			name := v
			if len(v) == 2 && strings.Contains("HLP", v[1:]) && !expression {
				r.i++
				r.add(r.i-1, Option{Name: v, Known: true})
				continue
			}
			expression = true
			at := r.i
			if v[1] == '-' {
				name = v[1:]
			}
			o, ok := r.find(name[1:], false)
			opt := Option{Name: name, Known: ok}
			r.i++
			if ok {
				opt.Name = o.name
				if o.access == 'i' {
					r.skipInner()
				} else {
					r.takeValue(&opt, o)
				}
			}
			r.add(at, opt)
		case v == "(" || v == ")" || v == "!" || v == "," || v == `\(` || v == `\)`:
			expression = true
			r.i++
		default:
			r.line.Words = append(r.line.Words, Operand{Word: r.args[r.i], Arg: r.i})
			r.i++
		}
	}
}

// skipInner passes over the inner command of find -exec.
func (r *optionReader) skipInner() {
	for r.i < len(r.args) {
		v := string(r.args[r.i].Value)
		r.i++
		if v == ";" || v == "+" && r.i > 1 && r.args[r.i-2].Value == "{}" {
			return
		}
	}
}

// powerShellSwitch reads the switches that PowerShell's rm, cp, mv, ls and cat take.
func powerShellSwitch(table, s string) string {
	if len(s) < 4 {
		return ""
	}
	switch table {
	case "rm", "cp", "mv", "ls", "cat", "rmdir", "mkdir", "del", "rd":
	default:
		return ""
	}
	switch strings.ToLower(s) {
	case "recurse", "recurs", "recur", "recu":
		return "--recursive"
	case "force", "forc":
		return "--force"
	case "path", "literalpath", "destination":
		return "-path"
	case "whatif":
		return "-whatif"
	case "confirm:$false", "confirm":
		return "-confirm"
	}
	return ""
}
