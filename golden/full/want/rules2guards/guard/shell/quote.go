package shell

import (
	"strconv"
	"unicode/utf8"
)

// ansiC reads the inside of $'…'.
func ansiC(s string) Value {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		n, text, end := escapeCode(s[i+1:], true)
		if end {
			break
		}
		if n == 0 {
			b = append(b, '\\')
			continue
		}
		b = append(b, text...)
		i += n
	}
	return Lit(string(b))
}

// escapeCode reads what follows a backslash, as $'…' does or, without ansi, as echo -e and
// printf do. n is how many bytes it took: 0 when it is no escape. end: the text ends here.
func escapeCode(s string, ansi bool) (n int, text []byte, end bool) {
	switch s[0] {
	case 'n':
		return 1, []byte{'\n'}, false
	case 't':
		return 1, []byte{'\t'}, false
	case 'r':
		return 1, []byte{'\r'}, false
	case 'a':
		return 1, []byte{7}, false
	case 'b':
		return 1, []byte{8}, false
	case 'e', 'E':
		return 1, []byte{27}, false
	case 'f':
		return 1, []byte{12}, false
	case 'v':
		return 1, []byte{11}, false
	case '\\':
		return 1, []byte{'\\'}, false
	case '\'', '"', '?':
		if ansi {
			return 1, []byte{s[0]}, false
		}
	case 'c':
		if !ansi {
			return 1, nil, true
		}
		if len(s) > 1 {
			return 2, []byte{s[1] & 0x1f}, false
		}
	case 'x':
		return number(s, 1, 2, 16, false)
	case 'u':
		return number(s, 1, 4, 16, true)
	case 'U':
		return number(s, 1, 8, 16, true)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		from, digits := 0, 3
		if !ansi && s[0] == '0' {
			from = 1
		}
		n, text, end = number(s, from, digits, 8, false)
		if n == 0 && from == 1 {
			return 1, []byte{0}, false
		}
		return n, text, end && ansi
	}
	return 0, nil, false
}

func number(s string, from, digits, base int, asRune bool) (n int, text []byte, end bool) {
	to := from
	for to < len(s) && to < from+digits {
		if _, err := strconv.ParseUint(s[to:to+1], base, 8); err != nil {
			break
		}
		to++
	}
	if to == from {
		return 0, nil, false
	}
	x, err := strconv.ParseUint(s[from:to], base, 32)
	switch {
	case err != nil:
		return 0, nil, false
	case x == 0:
		return to, nil, true
	case asRune:
		return to, utf8.AppendRune(nil, rune(x)), false
	}
	return to, []byte{byte(x)}, false
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
