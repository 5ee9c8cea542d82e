package shell

import "unicode/utf8"

// match reports whether a text matches a pattern of the shell. known is false when it took
// too much work to tell.
func (w *walker) match(pattern Value, s string) (ok, known bool) {
	p := string(pattern)
	starP, starS := -1, 0
	i, k := 0, 0
	for n := 0; ; n++ {
		if n&63 == 0 && !w.step(32) || n > 1<<16 {
			return false, false
		}
		if i < len(p) {
			if p[i] == 0 && i+1 < len(p) && p[i+1] == '*' {
				starP, starS = i+2, k
				i += 2
				continue
			}
			if next, width, hit := matchOne(p[i:], s[k:]); hit {
				i += next
				k += width
				continue
			}
		} else if k == len(s) {
			return true, true
		}
		if starP < 0 || starS >= len(s) {
			return false, true
		}
		_, width := utf8.DecodeRuneInString(s[starS:])
		starS += width
		i, k = starP, starS
	}
}

// matchOne matches the first element of a pattern: how many bytes of it and of the text
// it takes.
func matchOne(p, s string) (next, width int, ok bool) {
	if s == "" {
		return 0, 0, false
	}
	r, size := utf8.DecodeRuneInString(s)
	if p[0] != 0 || len(p) == 1 {
		return 1, 1, p[0] == s[0]
	}
	switch p[1] {
	case '?':
		return 2, size, true
	case '[':
		n, in := bracket(p[2:], r)
		return 2 + n, size, in
	}
	return 0, 0, false
}

// bracket matches a rune with the inside of a bracket expression and returns the length of
// the expression, its ] included.
func bracket(p string, r rune) (n int, in bool) {
	i, not := 0, false
	if i < len(p) && (p[i] == '!' || p[i] == '^') {
		not = true
		i++
	}
	for first := true; i < len(p); first = false {
		if p[i] == ']' && !first {
			return i + 1, in != not
		}
		lo, size := utf8.DecodeRuneInString(p[i:])
		if lo == 0 && i+1 < len(p) {
			i++
			continue
		}
		if p[i] == '[' && i+1 < len(p) && p[i+1] == ':' {
			if name, length := class(p[i:]); length > 0 {
				in = in || inClass(name, r)
				i += length
				continue
			}
		}
		i += size
		hi := lo
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			hi, size = utf8.DecodeRuneInString(p[i+1:])
			i += 1 + size
		}
		in = in || lo <= r && r <= hi
	}
	return len(p), false
}

// class reads [:name:].
func class(p string) (name string, length int) {
	for i := 2; i+1 < len(p) && i < 12; i++ {
		if p[i] == ':' && p[i+1] == ']' {
			return p[2:i], i + 2
		}
	}
	return "", 0
}

func inClass(name string, r rune) bool {
	lower, upper, digit := 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9'
	switch name {
	case "alpha":
		return lower || upper
	case "alnum":
		return lower || upper || digit
	case "lower":
		return lower
	case "upper":
		return upper
	case "digit":
		return digit
	case "space", "blank":
		return r == ' ' || r == '\t' || name == "space" && r >= '\n' && r <= '\r'
	case "punct":
		return r > ' ' && r < 127 && !lower && !upper && !digit
	}
	return false
}
