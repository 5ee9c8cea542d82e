package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// Shuts returns the folders that a command closes: after it nothing in them can be reached
// any more, by whoever reaches it today. It is what chmod and setfacl do when they take the
// owner's right to search a folder away. To a file they do only what [Effects] says.
func Shuts(c *Command) []Effect {
	name := tableName(c.Program)
	if name != "chmod" && name != "setfacl" {
		return nil
	}
	var out []Effect
	lines := Lines(c)
	for i := range lines {
		f := finder{c: c, place: c.Place, line: &lines[i]}
		words := f.words()
		switch {
		case name == "setfacl":
			if !f.aclShuts() {
				continue
			}
		case f.has("--reference"):
			continue
		case f.modeOption():
			if !f.modeOptionShuts() {
				continue
			}
		case len(words) == 0 || !words[0].Value.Known() || !modeShuts(words[0].Value.Text()):
			continue
		default:
			words = words[1:]
		}
		f.each(words, call.Write, true)
		out = append(out, f.out...)
	}
	return out
}

// modeOptionShuts reads a mode that looks like an option: chmod -x d.
func (f *finder) modeOptionShuts() bool {
	for _, o := range f.line.Options {
		if !o.Known && modeShuts(o.Name) {
			return true
		}
	}
	return false
}

// modeShuts reports whether a mode takes the owner's right to search away: 000, 644, a-x,
// u=rw. What only others lose shuts nothing.
func modeShuts(mode string) bool {
	if mode != "" && strings.Trim(mode, "01234567") == "" {
		return len(mode) < 3 || (mode[len(mode)-3]-'0')&1 == 0
	}
	shut := false
	for clause := range strings.SplitSeq(mode, ",") {
		n := strings.IndexAny(clause, "+-=")
		if n < 0 {
			return false
		}
		if who := clause[:n]; who != "" && !strings.ContainsAny(who, "ua") {
			continue
		}
		for n < len(clause) { // u-x+X
			op, perms := clause[n], clause[n+1:]
			end := strings.IndexAny(perms, "+-=")
			if end < 0 {
				end = len(perms)
			}
			search := strings.ContainsAny(perms[:end], "xXugo")
			switch {
			case op == '=':
				shut = !search
			case search:
				shut = op == '-'
			}
			n += 1 + end
		}
	}
	return shut
}

// aclShuts reports whether setfacl gives somebody an entry without the right to search. A
// mask is meant as well: it takes the right from everybody that it covers.
func (f *finder) aclShuts() bool {
	for _, o := range f.line.Options {
		if o.Name != "--modify" && o.Name != "--set" || !o.HasValue || !o.Value.Known() {
			continue
		}
		for entry := range strings.SplitSeq(o.Value.Text(), ",") {
			entry = strings.TrimSpace(entry)
			n := strings.LastIndexByte(entry, ':')
			if n < 0 || strings.HasPrefix(entry, "d") || strings.HasPrefix(entry, "o") {
				continue
			}
			if !strings.ContainsAny(entry[n+1:], "xX1357") {
				return true
			}
		}
	}
	return false
}
