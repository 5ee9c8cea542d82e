package wire

import (
	"strings"

	"rules2guards.local/guard/call"
)

// maxNames bounds the names that one pattern of a search is spelled out to.
const maxNames = 16

// fillWithin adds the files that a search names by a pattern of names: a search for
// everything in .env files reads them. A pattern stands for the names that are left when its
// stars stand for nothing, so that `.env*` is .env and `*.pem` is .pem; what it may meet
// besides is left to the folder above.
func (t *tool) fillWithin(c *call.Call, paths []string) {
	names, _ := texts(c.Input, t.within)
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, pattern := range names {
		for _, n := range namesOf(pattern) {
			for _, p := range paths {
				c.Files = append(c.Files, call.File{Path: strings.TrimRight(p, "/") + "/" + n, Access: t.access})
			}
		}
	}
}

// namesOf spells a pattern out. One that leaves names away, and one that says too little to
// be a name, have none.
func namesOf(pattern string) []string {
	if strings.HasPrefix(pattern, "!") {
		return nil
	}
	var out []string
	todo := []string{pattern}
	for len(todo) > 0 && len(out)+len(todo) <= maxNames {
		s := todo[0]
		todo = todo[1:]
		if from := strings.IndexByte(s, '{'); from >= 0 {
			end := strings.IndexByte(s[from:], '}')
			if end < 0 {
				continue
			}
			for x := range strings.SplitSeq(s[from+1:from+end], ",") {
				todo = append(todo, s[:from]+x+s[from+end+1:])
			}
			continue
		}
		name := strings.TrimLeft(strings.ReplaceAll(s, "*", ""), "/")
		if name != "" && !strings.HasSuffix(name, "/") && name != "." && !strings.ContainsAny(name, "?[]}") {
			out = append(out, name)
		}
	}
	return out
}
