package shell

import "strings"

// splitMark parts a (( that is no arithmetic. People write a blank there, if anything.
const splitMark = "\t"

// lostHereDocs returns the text as bash reads it where it took a (( for arithmetic first
// and found two subshells later: by then the lines of here-documents in it are commands
// (bash 5.2: "((", "cat <<E", "npm i", "E", ") )" runs npm). ok is false when the text holds no such place.
func lostHereDocs(fixed *source) (*source, bool) {
	if !strings.Contains(fixed.text, "("+splitMark+"(") || !strings.Contains(fixed.text, "<<") {
		return nil, false
	}
	b := []byte(fixed.text)
	changed := false
	for i := 0; i+2 < len(b); i++ {
		if b[i] != '(' || b[i+1] != splitMark[0] || b[i+2] != '(' || i > 0 && b[i-1] == '$' {
			continue
		}
		end, lost := blankHereDocs(b, i+1)
		changed = changed || lost
		i = end - 1
	}
	next := *fixed
	next.text = string(b)
	return &next, changed
}

// blankHereDocs puts blanks in place of the operator and delimiter of every here-document up
// to the bracket that closes the one before from, and returns the place behind it. What
// stands in quotes stays, but for substitutions in double ones.
func blankHereDocs(b []byte, from int) (end int, changed bool) {
	depth := 1
	quoted := []bool{false} // by bracket: it stands in double quotes
	double := false
	i := from
	for ; i < len(b) && depth > 0; i++ {
		switch c := b[i]; {
		case c == '\\':
			i++
		case c == '"':
			double = !double
		case c == '`':
			for i++; i < len(b) && b[i] != '`'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case c == '(' && (!double || b[i-1] == '$'):
			depth++
			quoted = append(quoted, double)
			double = false
		case double:
		case c == ')':
			depth--
			double = quoted[depth]
			quoted = quoted[:depth]
		case c == '\'':
			ansi := b[i-1] == '$'
			for i++; i < len(b) && b[i] != '\''; i++ {
				if ansi && b[i] == '\\' {
					i++
				}
			}
		case c == '#' && strings.IndexByte(" \t\n;&|()", b[i-1]) >= 0:
			for i+1 < len(b) && b[i+1] != '\n' {
				i++
			}
		case c == '<' && i+2 < len(b) && b[i+1] == '<':
			if b[i+2] == '<' {
				i += 2
				break
			}
			for ; i < len(b) && strings.IndexByte("<- \t", b[i]) >= 0; i++ {
				b[i] = ' '
			}
			for ; i < len(b) && strings.IndexByte(" \t\n;&|()<>", b[i]) < 0; i++ {
				b[i] = ' '
			}
			i--
			changed = true
		}
	}
	return min(i, len(b)), changed
}
