package shell

import "strings"

// lostHereDocs returns the text as bash reads it where it took a (( for arithmetic first
// and found two subshells later: by then the lines of here-documents in it are commands
// (bash 5.2: "((", "cat <<E", "npm i", "E", ") )" runs npm). ok is false when the text holds no such place.
func lostHereDocs(fixed *source) (*source, bool) {
	if fixed.offsets == nil || !strings.Contains(fixed.text, "<<") {
		return nil, false
	}
	b := []byte(fixed.text)
	changed := false
	for i := 0; i+2 < len(b); i++ {
		// A blank between the brackets that the text given to us doesn't have.
		split := b[i] == '(' && b[i+1] == ' ' && b[i+2] == '(' && fixed.offsets[i+2]-fixed.offsets[i] == 1
		if !split || i > 0 && b[i-1] == '$' {
			continue
		}
		end := i + endOfSubshell(fixed.text[i:])
		changed = blankHereDocs(b[i:end]) || changed
		i = end - 1
	}
	next := *fixed
	next.text = string(b)
	return &next, changed
}

// endOfSubshell returns the length of the subshell that text begins with; all of the text
// when no bracket ends it.
func endOfSubshell(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\'':
			end := strings.IndexByte(text[i+1:], '\'')
			if end < 0 {
				return len(text)
			}
			i += end + 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// blankHereDocs puts blanks in place of every here-document's operator and delimiter.
func blankHereDocs(b []byte) (changed bool) {
	for i := 0; i+1 < len(b); i++ {
		if b[i] != '<' || b[i+1] != '<' {
			continue
		}
		if i+2 < len(b) && b[i+2] == '<' {
			i += 2
			continue
		}
		for ; i < len(b) && strings.IndexByte("<- \t", b[i]) >= 0; i++ {
			b[i] = ' '
		}
		for ; i < len(b) && strings.IndexByte(" \t\n;&|()<>", b[i]) < 0; i++ {
			b[i] = ' '
		}
		changed = true
	}
	return changed
}
