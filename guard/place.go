package guard

import (
	"strings"

	"rules2guards.local/guard/shell"
)

// spot is a path taken apart: cleaned, lower case, without a drive. Components may hold
// marks. A path whose beginning isn't known has rooted = false and holds what is known of
// its end.
type spot struct {
	parts  []shell.Value
	rooted bool
	name   uint8  // spots of one item with the same number are one name to an except
	whole  string // the path as text, when all of it is known and it holds no live globs; else empty
}

// newSpot resolves a path of a call against the folder it starts from; dir is empty when
// that isn't known.
func newSpot(path shell.Value, dir string) spot {
	s := slashes(string(path))
	sp := spot{rooted: true}
	switch {
	case strings.HasPrefix(s, "/"):
	case strings.HasPrefix(s, shell.Unknown):
		sp.rooted = false
	case dir == "":
		sp.rooted = false
	default:
		sp.add(strings.ToLower(slashes(dir)))
	}
	sp.add(strings.ToLower(s))
	sp.settle()
	return sp
}

// settle keeps the path as text, if it is known.
func (sp *spot) settle() {
	if sp.whole = ""; sp.known() {
		sp.whole = sp.text()
	}
}

// holds reports whether the path can hold a literal that a glob needs, which stands within
// one name.
func (sp spot) holds(literal string) bool {
	return literal == "" || sp.whole == "" || strings.Contains(sp.whole, literal)
}

// maxName is how many bytes of a name with globs or unknown parts are looked at; a longer
// one may be any name. Systems know names of 255.
const maxName = 4 << 10

func (sp *spot) add(s string) {
	for part := range strings.SplitSeq(s, "/") {
		switch part {
		case "", ".":
		case "..":
			n := len(sp.parts)
			switch {
			case n > 0 && sp.parts[n-1].Known() && sp.parts[n-1] != shell.AnyFolders:
				sp.parts = sp.parts[:n-1]
			case n > 0 || !sp.rooted:
				sp.parts, sp.rooted = nil, false
			}
		case strings.ToLower(shell.AnyFolders):
			sp.parts = append(sp.parts, shell.AnyFolders)
		default:
			if v := shell.Value(part); len(v) > maxName && v.HasGlob() {
				part = shell.AnyText
			} else if len(v) > maxName && !v.Known() {
				part = shell.Unknown
			}
			sp.parts = append(sp.parts, shell.Value(part))
		}
	}
}

// slashes turns a Windows path into one with forward slashes and without its drive.
// Elsewhere a backslash is part of a name, so only what can't be anything else is turned.
func slashes(s string) string {
	drive := len(s) >= 2 && s[1] == ':' && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
	if drive && (len(s) == 2 || s[2] == '\\' || s[2] == '/') {
		s = s[2:]
		if s == "" {
			s = "/"
		}
		return strings.ReplaceAll(s, `\`, "/")
	}
	if strings.HasPrefix(s, `\\`) || strings.HasPrefix(s, `.\`) || strings.HasPrefix(s, `..\`) {
		return strings.ReplaceAll(s, `\`, "/")
	}
	return s
}

// known reports whether the whole path is known and holds no live glob characters.
func (sp spot) known() bool {
	for _, p := range sp.parts {
		if strings.IndexByte(string(p), 0) >= 0 {
			return false
		}
	}
	return sp.rooted
}

// text is the path as lower-case text.
func (sp spot) text() string {
	var b strings.Builder
	if !sp.rooted {
		b.WriteString("…")
	}
	for _, p := range sp.parts {
		b.WriteByte('/')
		b.WriteString(p.String())
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

// tempFolders are the folders that $TMPDIR in a pattern names; the variable itself is
// never asked, since the agent could set it.
func tempFolders(home string) []string {
	t := []string{"/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/var/folders/*/*/t", "/private/var/folders/*/*/t"}
	if home != "" {
		t = append(t, strings.ToLower(slashes(home))+"/appdata/local/temp")
	}
	return t
}

// cover says how a glob meets a path.
type cover uint8

const (
	apart  cover = iota
	inside       // an ancestor of the path matches
	exact        // the path itself matches
)

// full returns the glob with its anchor spelled out, one for each folder that the anchor
// names, as components. None: the anchor isn't known.
func (g *PathGlob) full(f Folders, folder string) [][]string {
	glob := splitPath(g.Glob)
	under := func(dir string) []string { return append(splitPath(strings.ToLower(slashes(dir))), glob...) }
	switch g.Anchor {
	case Anywhere:
		return [][]string{append([]string{"**"}, glob...)}
	case Base:
		if f.Project == "" {
			return nil
		}
		return [][]string{under(escapeGlob(f.Project) + "/" + escapeGlob(folder))}
	case Home:
		if f.Home == "" {
			return nil
		}
		return [][]string{under(escapeGlob(f.Home))}
	case Temp:
		var out [][]string
		for _, t := range tempFolders(f.Home) {
			out = append(out, under(t))
		}
		return out
	}
	return [][]string{glob}
}

// full is the same for a glob of the index, which is spelled out once.
func (j *Judge) full(g *PathGlob) [][]string {
	out, known := j.globs[g]
	if !known {
		out = g.full(j.folders, j.p.Rules[g.Rule].Folder)
		if j.globs == nil {
			j.globs = map[*PathGlob][][]string{}
		}
		j.globs[g] = out
	}
	return out
}

func escapeGlob(s string) string {
	if !hasMeta(s) {
		return s
	}
	var b strings.Builder
	for _, r := range slashes(s) {
		if strings.ContainsRune(`*?[{\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func splitPath(s string) []string {
	var out []string
	for p := range strings.SplitSeq(s, "/") {
		if p != "" && p != "." {
			out = append(out, p)
		}
	}
	return out
}

// meets matches a glob's components against a path. A glob of more than 63 components
// meets nothing: the compiler refuses it.
func meets(glob []string, sp spot, l loose) cover {
	if len(glob) > 63 {
		return apart
	}
	if !sp.rooted && (len(glob) == 0 || glob[0] != "**") && l&looseUnknown == 0 {
		return apart
	}
	end := uint64(1) << len(glob)
	states := closure(1, glob)
	if !sp.rooted { // any beginning
		states = end<<1 - 1
		if l&looseUnknown == 0 {
			states = closure(1, glob)
		}
	}
	// A name that is looked for everywhere: what is not that name changes nothing.
	skips := sp.whole != "" && len(glob) > 1 && glob[0] == "**" && glob[1] != "**" && !hasMeta(glob[1])
	best, found := apart, false
	for k := 0; ; k++ {
		for skips && states == 1|1<<1 && k < len(sp.parts) && string(sp.parts[k]) != glob[1] {
			k++
		}
		if states&end != 0 && (k > 0 || sp.rooted) {
			if k == len(sp.parts) {
				return exact
			}
			best = inside
		}
		if k == len(sp.parts) {
			return best
		}
		var next uint64
		if sp.parts[k] == shell.AnyFolders {
			if found = true; l&looseGlobs != 0 {
				if states |= between(states, glob, k == 0); states&^end == 0 {
					return best
				}
				states &^= end
				continue
			}
		}
		for i, g := range glob {
			if states&(1<<i) == 0 {
				continue
			}
			if g == "**" {
				next |= 1 << i
				continue
			}
			part := sp.parts[k]
			if part == shell.AnyFolders || hidden(g, part) && !(found && !hasMeta(g)) || !matchGlob(g, part, l) {
				continue // find's own globs stand for a dot, too
			}
			next |= 1 << (i + 1)
		}
		if states = closure(next, glob); states == 0 {
			return best
		}
	}
}

// between returns the states that any folders in between lead to. Where the rest of the
// glob is only stars they lead nowhere, but from the root: a name that is looked for
// everywhere is not a name for every file.
func between(states uint64, glob []string, root bool) uint64 {
	var next uint64
	for i, seen := 0, false; i < len(glob); i++ {
		if seen = seen || states&(1<<i) != 0; seen && (root || strings.Trim(glob[len(glob)-1], "*") != "") {
			next |= 1 << i
		}
	}
	return next
}

// hidden reports that a live glob at the start of a name can't stand for the dot that the
// pattern asks for: `cat *` does not show .env.
func hidden(glob string, part shell.Value) bool {
	return strings.HasPrefix(glob, ".") && len(part) > 1 && part[0] == 0 && string(part[:2]) != shell.Unknown
}

// closure adds the states behind every ** that a state stands before: it may be nothing.
func closure(states uint64, glob []string) uint64 {
	for i, g := range glob {
		if g == "**" && states&(1<<i) != 0 {
			states |= 1 << (i + 1)
		}
	}
	return states
}

// beneath reports whether removing everything in sp removes something that the glob
// covers: its fixed beginning lies in sp. A bare name is not looked for.
func beneath(glob []string, sp spot, children bool) bool {
	if !sp.rooted || len(glob) == 0 || glob[0] == "**" {
		return false
	}
	n := 0
	for n < len(glob) && glob[n] != "**" && !hasMeta(glob[n]) {
		n++
	}
	if children && n == len(glob) { // DIR/*: what is named must stand below DIR
		n--
	}
	return begins(glob[:n], sp.parts)
}

// begins reports whether the parts of a path match the beginning of a glob. Behind any
// folders the next parts stand as early as they can.
func begins(glob []string, parts []shell.Value) bool {
	at, loose := 0, false
	for len(parts) > 0 {
		if loose = parts[0] == shell.AnyFolders; loose {
			parts = parts[1:]
		}
		n := 0
		for n < len(parts) && parts[n] != shell.AnyFolders {
			n++
		}
		for !matchParts(glob[at:], parts[:n]) {
			if at++; !loose || at > len(glob) {
				return false
			}
		}
		at, parts = at+n, parts[n:]
	}
	return true
}

func matchParts(glob []string, parts []shell.Value) bool {
	if len(parts) > len(glob) {
		return false
	}
	for i, p := range parts {
		if !matchGlob(glob[i], p, looseGlobs) {
			return false
		}
	}
	return true
}
