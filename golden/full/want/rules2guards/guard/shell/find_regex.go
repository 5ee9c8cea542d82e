package shell

import (
	"bytes"
	"slices"
	"strings"
)

// regexGlobs are patterns as -path takes them that match all that a -regex of find matches,
// which means whole paths: one for each of its alternatives. False: it isn't understood.
// extended says that brackets and bars need no backslash.
func regexGlobs(re string, extended bool) ([]string, bool) {
	r := regexReader{re: re, extended: extended}
	var out []string
	for _, glob := range r.alternatives(0) {
		out = append(out, string(glob))
	}
	return out, !r.failed && r.at == len(re)
}

// regexReader reads a regular expression of find.
type regexReader struct {
	re       string
	at       int
	extended bool
	failed   bool
	moved    int // bytes of all branches: tests hold it linear
}

// operator reports whether ( ) or | stands here as an operator, and steps behind it.
func (r *regexReader) operator(op byte) bool {
	text := string(op)
	if !r.extended {
		text = `\` + text
	}
	if !strings.HasPrefix(r.re[r.at:], text) {
		return false
	}
	r.at += len(text)
	return true
}

// alternatives reads up to the bracket that closes the group, or the end.
func (r *regexReader) alternatives(depth int) [][]byte {
	var out [][]byte
	branch := [][]byte{nil}
	for r.at < len(r.re) && !r.failed {
		from := r.at
		if r.operator('|') {
			out, branch = append(out, branch...), [][]byte{nil}
			continue
		}
		if r.operator(')') {
			r.at = from
			break
		}
		atom := r.quantified(r.atom(depth))
		if r.failed = r.failed || len(branch)*len(atom)+len(out) > maxAlternatives; r.failed {
			break
		}
		if len(atom) == 1 { // most: nothing is copied
			for i := range branch {
				branch[i] = r.join(branch[i], atom[0])
			}
			continue
		}
		var next [][]byte
		for _, b := range branch {
			for _, a := range atom {
				next = append(next, r.join(slices.Clone(b), a))
			}
		}
		branch = next
	}
	return append(out, branch...)
}

// join appends an atom to a branch.
func (r *regexReader) join(b, atom []byte) []byte {
	if string(atom) == "*" && bytes.HasSuffix(b, []byte("*")) && !bytes.HasSuffix(b, []byte(`\*`)) {
		return b
	}
	r.moved += len(atom)
	return append(b, atom...)
}

// atom reads one character, class or group.
func (r *regexReader) atom(depth int) [][]byte {
	if r.operator('(') {
		if r.failed = depth > maxInline; r.failed {
			return nil
		}
		inner := r.alternatives(depth + 1)
		if r.failed = r.failed || !r.operator(')'); r.failed {
			return nil
		}
		return inner
	}
	ch := r.re[r.at]
	r.at++
	switch {
	case ch == '.':
		return justOne("?")
	case ch == '^', ch == '$':
		return justOne("")
	case ch == '[':
		end := strings.IndexByte(r.re[min(r.at+1, len(r.re)):], ']') + 1
		body := r.re[r.at : r.at+end]
		r.at += end + 1
		switch {
		case end == 0 || r.at > len(r.re) || strings.ContainsAny(body, `[\`):
			r.failed = true
			return nil
		case len(body) == 1:
			return justOne(body)
		case body[0] == '^':
			return justOne("[!" + body[1:] + "]")
		}
		return justOne("[" + body + "]")
	case ch == '\\' && r.at < len(r.re):
		ch = r.re[r.at]
		r.at++
		switch {
		case isNameByte(ch) || isDigit(ch):
			return justOne("?")
		case strings.IndexByte("`'<>(){}|", ch) >= 0 && !r.extended:
			r.failed = true
			return nil
		}
	}
	if strings.IndexByte(`*?[\`, ch) >= 0 {
		return justOne(`\` + string(ch))
	}
	return justOne(string(ch))
}

func justOne(s string) [][]byte { return [][]byte{[]byte(s)} }

// quantified widens an atom by what stands behind it: ? * + {n}.
func (r *regexReader) quantified(atom [][]byte) [][]byte {
	for r.at < len(r.re) && !r.failed {
		rest := r.re[r.at:]
		if !r.extended {
			rest = strings.TrimPrefix(rest, `\`)
		}
		switch {
		case rest == "":
			return atom
		case rest[0] == '?':
			if !slices.ContainsFunc(atom, func(a []byte) bool { return len(a) == 0 }) {
				atom = append([][]byte{nil}, atom...)
			}
			rest = rest[1:]
		case rest[0] == '*' || rest[0] == '+':
			if len(rest) < len(r.re)-r.at && rest[0] == '*' {
				return atom // \*
			}
			atom, rest = justOne("*"), rest[1:]
		case rest[0] == '{' && (r.extended || len(rest) < len(r.re)-r.at):
			end := strings.IndexByte(rest, '}')
			if r.failed = end < 0; r.failed {
				return nil
			}
			atom, rest = justOne("*"), rest[end+1:]
		default:
			return atom
		}
		r.at = len(r.re) - len(rest)
	}
	return atom
}
