package session

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape decodes the inside of a JSON string. What is no escape stays as it is.
func unescape(s []byte) string { return unescaped(s, len(s)) }

// unescaped decodes the inside of a JSON string until n bytes are there, or some more.
func unescaped(s []byte, n int) string {
	var out strings.Builder
	out.Grow(min(len(s), n+utf8.UTFMax))
	for i := 0; i < len(s) && out.Len() < n; {
		room := s[i:min(len(s), i+n-out.Len())]
		j := bytes.IndexByte(room, '\\')
		if j < 0 || i+j+1 >= len(s) {
			out.Write(room)
			break
		}
		out.Write(room[:j])
		i += j + 2
		switch c := s[i-1]; c {
		case 'n':
			out.WriteByte('\n')
		case 't':
			out.WriteByte('\t')
		case 'r':
			out.WriteByte('\r')
		case 'b':
			out.WriteByte('\b')
		case 'f':
			out.WriteByte('\f')
		case 'u':
			r, ok := hex4(s[i:])
			if !ok {
				out.WriteString(`\u`)
				continue
			}
			i += 4
			if utf16.IsSurrogate(r) && i+1 < len(s) && s[i] == '\\' && s[i+1] == 'u' {
				if low, ok := hex4(s[i+2:]); ok {
					if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
						r = pair
						i += 6
					}
				}
			}
			out.WriteRune(r)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

func hex4(s []byte) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[:4]), 16, 32)
	return rune(n), err == nil
}
