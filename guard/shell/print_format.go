package shell

import (
	"strconv"
	"strings"

	"rules2guards.local/guard/call"
)

// unescapeEcho reads the escapes of echo -e and of printf's %b. end: a \c ended all output.
func unescapeEcho(v Value) (_ Value, end bool) {
	if strings.IndexByte(string(v), '\\') < 0 {
		return v, false
	}
	var b []byte
	for i := 0; i < len(v); i++ {
		if v[i] == '\\' && i+1 < len(v) && v[i+1] != 0 {
			n, text, end := escapeCode(string(v[i+1:]), false)
			if end {
				return Value(b), true
			}
			if n > 0 {
				b = append(b, printedValue(string(text))...)
				i += n
				continue
			}
		}
		b = append(b, v[i])
	}
	return Value(b), false
}

// format is what printf makes of a format and its words.
func (w *walker) format(args []Word) Value {
	if len(args) == 0 {
		return ""
	}
	layout, args := args[0].Value, args[1:]
	if !layout.Known() {
		return Unknown
	}
	f := []byte(plainGlob(layout))
	var b []byte
	for round := 0; ; round++ {
		used := 0
		for i := 0; i < len(f); i++ {
			switch {
			case f[i] == '\\' && i+1 < len(f):
				n, text, end := escapeCode(string(f[i+1:]), false)
				if n == 0 && (f[i+1] == '"' || f[i+1] == '\'') {
					n, text = 1, f[i+1:i+2]
				}
				if end {
					return Value(b)
				}
				if n == 0 {
					b = append(b, '\\')
					continue
				}
				b = append(b, printedValue(string(text))...)
				i += n
			case f[i] == '%' && i+1 < len(f):
				k := i + 1
				for k < len(f) && strings.IndexByte("-+ #0123456789.*lhq", f[k]) >= 0 && f[k] != 'q' {
					k++
				}
				if k == len(f) {
					b = append(b, f[i:]...)
					i = k
					continue
				}
				if f[k] == '%' {
					b = append(b, '%')
					i = k
					continue
				}
				arg := Value("")
				if used < len(args) {
					arg = plainGlob(args[used].Value)
				}
				used++
				text := w.directive(string(f[i:k+1]), arg)
				if len(b)+len(text) > maxBytes || !w.step(len(text)>>4) {
					return Unknown
				}
				b = append(b, text...)
				i = k
			default:
				b = append(b, f[i])
			}
			if len(b) > maxBytes || !w.step(1) {
				return Unknown
			}
		}
		if used == 0 || used >= len(args) {
			return Value(b)
		}
		args = args[used:]
	}
}

// directive formats one word.
func (w *walker) directive(spec string, arg Value) Value {
	verb := spec[len(spec)-1]
	flags := spec[1 : len(spec)-1]
	switch verb {
	case 's', 'b', 'q':
		if verb == 'b' {
			arg, _ = unescapeEcho(arg)
		}
		if verb == 'q' && arg.Known() {
			if s := arg.Text(); strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./") != "" || s == "" {
				arg = Lit(call.Quote(s))
			}
		}
		if flags == "" {
			return arg
		}
		if !arg.Known() {
			return Unknown
		}
		s := arg.Text()
		width, precision, dot := strings.Cut(flags, ".")
		if n, err := strconv.Atoi(precision); dot && (err == nil || precision == "") {
			s = s[:min(n, len(s))]
		}
		n, err := strconv.Atoi(strings.TrimLeft(width, "-"))
		if strings.ContainsAny(flags, "*") || !w.step(max(0, min(n, maxBytes))>>4) {
			return Unknown
		}
		if blanks := n - len(s); err == nil && n < maxBytes && blanks > 0 {
			if width[0] == '-' {
				return Lit(s + strings.Repeat(" ", blanks))
			}
			return Lit(strings.Repeat(" ", blanks) + s)
		}
		return Lit(s)
	case 'd', 'i', 'u':
		if n, ok := w.integer(arg); ok && flags == "" {
			return Value(itoa(n))
		}
	case 'c':
		if arg.Known() && flags == "" {
			s := arg.Text()
			return Lit(s[:min(1, len(s))])
		}
	case 'x', 'o', 'X':
		if n, ok := w.integer(arg); ok && flags == "" {
			base := 16
			if verb == 'o' {
				base = 8
			}
			return Value(strconv.FormatInt(n, base))
		}
	}
	return Unknown
}
