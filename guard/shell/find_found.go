package shell

import (
	"path"
	"strings"
)

// findScan reads the expression of find up to an action: which files that action gets is
// told by the starting folders and by the tests in front of it.
type findScan struct {
	roots   []Value
	found   []findName
	branch  int  // where the names of this side of -o begin
	named   bool // this side has a -name: it limits what a -path finds
	pruned  bool // this side ends in -prune, without an action
	limited bool // a test by something else than the name
	files   bool // -type f
	deep    bool // -mindepth: never the starting folders
	level   int  // -maxdepth; 9: any
	not     bool
	bars    bool // brackets and bars of a -regex need no backslash
}

// findName is a pattern of file names, under each of the starting folders.
type findName struct {
	name   Value
	isPath bool // of -path: it begins at the starting folder
	tree   bool // it matches all that is below as well
}

// test takes the test at i and returns the position of its last word.
func (s *findScan) test(args []Word, i int) int {
	w := string(args[i].Value)
	not := s.not
	s.not = false
	next := func() Value {
		if i++; i < len(args) {
			return args[i].Value
		}
		return ""
	}
	switch w {
	case "!", "-not":
		s.not = !not
	case "(", ")":
		if not && w == "(" { // what is behind it is not what is found
			s.limited = true
			return closing(args, i)
		}
	case "-name", "-iname":
		if v := globText(next()); not {
			s.limited = true
		} else if strings.Trim(v.Text(), "*") != "" {
			s.name(v)
		}
	case "-path", "-ipath", "-wholename", "-iwholename":
		if v := next(); not {
			s.limited = true
		} else {
			s.paths(string(v))
		}
	case "-regextype":
		v := string(next())
		s.bars = strings.Contains(v, "e") && v != "emacs" && v != "grep" && v != "sed" && v != "ed" && v != "posix-minimal-basic"
	case "-regex", "-iregex":
		globs, ok := regexGlobs(string(next()), s.bars)
		if ok = ok && !not; ok {
			s.paths(globs...)
		}
		s.limited = s.limited || !ok
	case "-size", "-mtime", "-mmin", "-atime", "-amin", "-ctime", "-cmin", "-newer", "-newermt", "-user", "-group", "-perm",
		"-inum", "-links", "-samefile", "-uid", "-gid", "-xtype":
		next()
		s.limited = true
	case "-empty":
		s.limited = true
	case "-type":
		v := next()
		s.files, s.limited = v == "f" && !not, true
	case "-mindepth":
		s.deep, s.limited = next() != "0", true
	case "-maxdepth":
		if v := next(); v == "0" || v == "1" {
			s.level = int(v[0] - '0')
		}
	case "-prune":
		s.pruned = true
	case "-o", "-or", ",":
		if s.pruned {
			s.found = s.found[:s.branch]
		}
		s.branch, s.named, s.pruned = len(s.found), false, false
	}
	return i
}

// name adds a -name. The first of one side of -o holds, with what -path says beside it.
func (s *findScan) name(v Value) {
	if s.named {
		return
	}
	s.named = true
	side := s.found[s.branch:]
	for i := range side {
		side[i] = both(side[i], v)
	}
	if len(side) == 0 {
		s.found = append(s.found, findName{name: v})
	}
}

// paths adds a -path, or the alternatives of a -regex.
func (s *findScan) paths(globs ...string) {
	side := s.found[s.branch:]
	if s.named && (len(side) != 1 || side[0].isPath) || len(side) > maxFound {
		return
	}
	var more []findName
	for _, g := range globs {
		if strings.Trim(Value(g).Text(), "*") == "" {
			return
		}
		n := pathName(Value(g))
		if s.named {
			n = both(n, side[0].name)
		}
		more = append(more, n)
	}
	if s.named {
		s.found = s.found[:s.branch]
	}
	s.found = append(s.found, more...)
}

// both is what a -path and a -name find together, or a little more.
func both(n findName, name Value) findName {
	at := strings.LastIndexByte(string(n.name), '/')
	switch {
	case !n.isPath || !strings.HasPrefix(string(n.name[at+1:]), AnyText):
		return n
	case at < 0 || n.name[:at] == AnyFolders:
		return findName{name: name}
	}
	return findName{name: n.name[:at] + "/" + AnyFolders + "/" + name, isPath: true}
}

// acted says that an action was found: what it gets doesn't count for the next one.
func (s *findScan) acted() { s.pruned = false }

// pathName is what a -path finds: its * crosses slashes.
func pathName(v Value) findName {
	n := findName{name: globText(v), isPath: true}
	if rest, ok := strings.CutSuffix(string(n.name), AnyText); ok && rest != "" && !strings.HasSuffix(rest, "\x00") {
		n.tree = true // all below, too
		if cut := strings.TrimSuffix(rest, "/"); cut != rest && cut != "" && !strings.HasSuffix(cut, AnyText) {
			n.name = Value(cut) + "/" + AnyText
		}
	}
	if rest, ok := strings.CutPrefix(string(n.name), AnyText); ok {
		if rest = strings.TrimPrefix(rest, "./"); strings.HasPrefix(rest, "/") {
			n.name = AnyFolders + Value(rest)
		} else {
			n.name = AnyFolders + "/" + n.name
		}
	}
	return n
}

// closing is the position of the ) that ends the ( at i.
func closing(args []Word, i int) int {
	depth := 0
	for ; i < len(args); i++ {
		switch args[i].Value {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(args)
}

// maxFound bounds the names that are kept for one action; more are as good as none.
const maxFound = 64

// names are the files that an action gets; nil: the tests don't limit their names.
func (s *findScan) names() []findName {
	var out []findName
	for _, n := range s.found {
		if len(out) > maxFound {
			break
		}
		if n.isPath {
			if strings.HasPrefix(string(n.name), AnyFolders) && len(s.roots) > 0 {
				for _, root := range s.roots[:min(len(s.roots), maxFound)] {
					out = append(out, findName{name: foundIn(root, n.name), tree: n.tree})
				}
				continue
			}
			out = append(out, n)
			continue
		}
		for _, root := range s.roots {
			if len(out) > maxFound {
				break
			}
			if !s.deep && sameName(n.name, root) {
				out = append(out, findName{name: root})
			}
			switch s.level {
			case 0:
			case 1:
				out = append(out, findName{name: foundIn(root, n.name)})
			default:
				out = append(out, findName{name: foundIn(root, AnyFolders+"/"+n.name)})
			}
		}
	}
	return out
}

// words are the words that an action gets in place of {}.
func (s *findScan) words() []Value {
	var out []Value
	for _, n := range s.names() {
		if len(out) == maxAlternatives {
			break
		}
		out = append(out, n.name)
	}
	if len(out) == 0 && len(s.found) == 0 {
		if s.level == 0 {
			return s.roots[:min(len(s.roots), maxAlternatives)]
		}
		out = under(s.roots, AnyText)
		if !s.deep {
			out = append(themselves(s.roots, s.files), out...)
		}
	}
	return out
}

// foundIn joins a starting folder and a name as find prints them.
func foundIn(root, name Value) Value {
	return Value(strings.TrimRight(string(root), "/")) + "/" + name
}

// sameName reports whether a starting folder itself has the name that is looked for.
func sameName(name, root Value) bool {
	base := root.Text()
	if base != "." && base != ".." {
		if base = path.Base(base); base == "/" {
			return false
		}
	}
	if !name.HasGlob() {
		return name.Text() == base
	}
	ok, err := path.Match(name.Text(), base)
	return ok && err == nil && base != "." && base != ".."
}

// newFindScan begins to read find's arguments; at is where its expression starts.
func newFindScan(args []Word) (s *findScan, at int) {
	s = &findScan{level: 9}
	s.roots, at = findRoots(args)
	for _, w := range args[:at] {
		s.bars = s.bars || w.Value == "-E"
	}
	return s, at
}

// findPrints is what find prints: one file a line. False: another action says what.
func findPrints(c *Command) (Value, bool) {
	s, at := newFindScan(c.Args)
	for i := at; i < len(c.Args); i++ {
		switch c.Args[i].Value {
		case "-exec", "-execdir", "-ok", "-okdir", "-delete", "-printf", "-fprintf", "-fprint", "-fprint0", "-ls", "-fls", "-files0-from", "-quit":
			return "", false
		case "-print", "-print0":
			s.acted()
			continue
		}
		i = s.test(c.Args, i)
	}
	var b strings.Builder
	for _, v := range s.words() {
		if !v.Known() || strings.ContainsAny(v.Text(), " \t\n'\"\\`$&|;<>()#!~") {
			return "", false
		}
		b.WriteString(string(v))
		b.WriteByte('\n')
	}
	return Value(b.String()), b.Len() > 0
}
