package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// maybeText is what is known of a text: nil when nothing is.
type maybeText = *Value

// whole is a file that holds a text and nothing else. Of a text with unknown parts only
// what is known is new text in it.
func whole(t maybeText) *File {
	if t == nil {
		return nil
	}
	if !t.Known() {
		return appended(t)
	}
	return &call.File{Whole: true, Text: t.Text()}
}

// appended is a file to which a text is added.
func appended(t maybeText) *File {
	if t == nil {
		return nil
	}
	return &call.File{Edits: []call.Edit{{New: solid(*t)}}}
}

// solid is a text with a character that stands for nothing else in the place of every
// unknown part, so that what stands around it doesn't join.
func solid(v Value) string {
	if v.Known() {
		return v.Text()
	}
	return Value(strings.ReplaceAll(string(v), Unknown, "\uFFFC")).Text()
}

// stdin is what the command reads on standard input, when it is known.
func (f *finder) stdin() maybeText {
	if f.c.Stdin == nil {
		return nil
	}
	v := f.c.Stdin.Value
	return &v
}

// output is what a command prints, for the few commands that print what they are given.
func (c *Command) output() maybeText {
	var v Value
	switch c.Program {
	case "": // > file: nothing at all
		if c.Name.Value != "" {
			return nil
		}
	case ":", "true":
	case "echo":
		v = echoed(c.Args)
	case "printf":
		t, ok := formatted(c.Args)
		if !ok {
			return nil
		}
		v = t
	case "cat", "tee", "tr", "sponge":
		if c.Program == "tr" || c.Stdin == nil {
			return nil
		}
		for _, a := range c.Args {
			if a.Value != "-" && c.Program == "cat" {
				return nil
			}
		}
		v = c.Stdin.Value
	case "write-output", "Write-Output":
		v = echoed(c.Args)
	default:
		return nil
	}
	return &v
}

// echoed is what echo prints. -n and -e may stand in front.
func echoed(args []Word) Value {
	var b strings.Builder
	newline, escapes := true, false
	for len(args) > 0 {
		s := string(args[0].Value)
		if len(s) < 2 || s[0] != '-' || strings.Trim(s[1:], "neE") != "" {
			break
		}
		newline = newline && !strings.Contains(s, "n")
		escapes = escapes || strings.Contains(s, "e")
		args = args[1:]
	}
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		s := string(a.Value)
		if escapes {
			s = unescaped(s)
		}
		b.WriteString(s)
	}
	if newline {
		b.WriteByte('\n')
	}
	return Value(b.String())
}

// formatted is what printf prints: %s, %b, %d and the like take one argument each, and the
// format is used again while arguments are left.
func formatted(args []Word) (Value, bool) {
	if len(args) > 0 && args[0].Value == "--" {
		args = args[1:]
	}
	if len(args) == 0 || args[0].Value == "-v" {
		return "", false
	}
	format := string(args[0].Value)
	args = args[1:]
	var b strings.Builder
	steps := 0
	for first := true; first || len(args) > 0; first = false {
		took := false
		for i := 0; i < len(format); i++ {
			switch {
			case format[i] == '\\' && i+1 < len(format):
				n := escapeLen(format[i:])
				b.WriteString(unescaped(format[i : i+n]))
				i += n - 1
			case format[i] == '%' && i+1 < len(format):
				end := i + 1
				steps++
				for end < len(format) && strings.IndexByte("-+ #0123456789.", format[end]) >= 0 {
					end++
				}
				if end == len(format) {
					return Value(b.String()), true
				}
				if format[end] == '%' {
					b.WriteByte('%')
				} else {
					took = true
					if len(args) > 0 {
						s := string(args[0].Value)
						if format[end] == 'b' {
							s = unescaped(s)
						}
						b.WriteString(s)
						args = args[1:]
					}
				}
				steps += end - i
				i = end
			default:
				b.WriteByte(format[i])
			}
			if steps++; b.Len() > maxPrinted || steps > maxPrinted {
				return "", false
			}
		}
		if !took {
			break
		}
	}
	return Value(b.String()), true
}

// maxPrinted bounds a text that is put together here.
const maxPrinted = 64 << 10

// escapeLen is the length of the escape that s begins with.
func escapeLen(s string) int {
	if s[1] == 'x' {
		n := 2
		for n < len(s) && n < 4 && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
			n++
		}
		return n
	}
	n := 1
	for n < len(s) && n < 5 && s[n] >= '0' && s[n] <= '7' {
		n++
	}
	return max(n, 2)
}

// unescaped resolves the escapes of echo -e and printf.
func unescaped(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		n := escapeLen(s[i:])
		switch c := s[i+1]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '\\', '"', '\'':
			b.WriteByte(c)
		case 'a', 'b', 'f', 'v', 'e', 'E':
			b.WriteByte(' ')
		default:
			v, base := 0, 8
			digits := s[i+1 : i+n]
			if c == 'x' {
				digits, base = digits[1:], 16
			}
			ok := digits != ""
			for k := range len(digits) {
				d := strings.IndexByte("0123456789abcdef", digits[k]|0x20&(digits[k]>>1))
				if d < 0 || d >= base {
					ok = false
					break
				}
				v = v*base + d
			}
			if ok && v > 0 {
				b.WriteByte(byte(v))
			} else if !ok {
				b.WriteString(s[i : i+n])
			}
		}
		i += n - 1
	}
	return b.String()
}
