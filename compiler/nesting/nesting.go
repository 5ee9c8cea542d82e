// Package nesting bounds how deep a TOML text nests, before a parser sees it. The parser
// recurses for each bracket and overflows its stack, which nothing can recover from; for
// dots it takes time by their square.
package nesting

import "bytes"

// Max is how deep brackets may stand in each other, and how many dots may stand in a line
// outside strings. What rules2guards reads needs four.
const Max = 64

// TooDeep returns the offset of the bracket or dot outside strings and comments that is one
// more than Max allows, -1 if there is none.
func TooDeep(data []byte) int {
	depth, dots := 0, 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '\n':
			dots = 0
		case '.':
			if dots++; dots > Max {
				return i
			}
		case '#':
			for i+1 < len(data) && data[i+1] != '\n' {
				i++
			}
		case '"', '\'':
			i += stringEnd(data[i:], c) - 1
		case '[', '{':
			if depth++; depth > Max {
				return i
			}
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	return -1
}

// stringEnd returns the length of the TOML string at the start of b. One that isn't closed
// ends where the parser gives up: at the end of its line, or of the text.
func stringEnd(b []byte, quote byte) int {
	long := bytes.Repeat([]byte{quote}, 3)
	multi := bytes.HasPrefix(b, long)
	i := 1
	if multi {
		i = 3
	}
	for ; i < len(b); i++ {
		switch {
		case b[i] == '\\' && quote == '"':
			i++
		case !multi && b[i] == '\n':
			return i
		case !multi && b[i] == quote:
			return i + 1
		case multi && bytes.HasPrefix(b[i:], long):
			closing := i
			// One or two quotes may stand in front of the closing three.
			for i += 3; i < len(b) && b[i] == quote && i < closing+5; i++ {
			}
			return i
		}
	}
	return len(b)
}
