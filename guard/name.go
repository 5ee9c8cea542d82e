package guard

import (
	"path"
	"strings"

	"rules2guards.local/guard/shell"
)

// nameItem finds every name of the file: as written, as the system finds it, with its links
// resolved, as Windows would read it, and for a linked worktree the place in the project
// that it stands for.
func (j *Judge) nameItem(it *fileItem) {
	it.path = ofProcess(it.path, it.dir)
	j.addName(it, newSpot(it.path, it.dir), "")
	if !it.spots[0].known() {
		return
	}
	p := slashed(string(it.path))
	if !isAbs(p) {
		p = it.dir + "/" + p
	}
	it.abs = j.physical(p)
	if clean := path.Clean(p); clean != it.abs { // two dots behind a link
		j.addName(it, newSpot(shell.Lit(it.abs), ""), it.abs)
	} else {
		j.addMainline(it, it.abs)
	}
	if real := j.world.Real(it.abs); real != "" && real != it.abs {
		j.addName(it, newSpot(shell.Lit(real), ""), real)
	}
}

// addName adds a name of the item. abs is the same as text, when it is one.
func (j *Judge) addName(it *fileItem, sp spot, abs string) {
	if n := len(it.spots); n > 0 {
		sp.name = it.spots[n-1].name + 1
	}
	if w, ok := sp.onWindows(); ok {
		it.spots = append(it.spots, w)
		sp.name++
	}
	it.spots = append(it.spots, sp)
	j.addMainline(it, abs)
}

// addMainline adds what the last name means in the project, when it lies in one of its
// linked worktrees: the same name for an except.
func (j *Judge) addMainline(it *fileItem, abs string) {
	if abs == "" {
		return
	}
	if main := j.world.Mainline(abs); main != "" {
		sp := newSpot(shell.Lit(main), "")
		sp.name = it.spots[len(it.spots)-1].name
		it.spots = append(it.spots, sp)
	}
}

// Bounds of the paths of a call.
const (
	maxWalk   = 8 << 10 // bytes of a path whose links are followed at two dots: a folder and a name in it; no system opens more
	maxLooked = 8 << 20 // bytes of all paths and folders that are compared with globs for the shell texts of a call
)

// mayLook counts the bytes of a path and reports whether it may be looked at. Behind the
// bound the text is as good as unreadable.
func (j *Judge) mayLook(n int) bool {
	j.looked += n
	return j.looked <= maxLooked
}

// physical cleans an absolute path as the system walks it: two dots behind a link lead to
// the folder above the one that it links to.
func (j *Judge) physical(p string) string {
	if len(p) > maxWalk {
		return path.Clean(p)
	}
	head := ""
	for from := 0; ; {
		i := strings.Index(p[from:], "/..")
		if i < 0 {
			return path.Clean(head + p)
		}
		i += from
		if from = i + 3; from < len(p) && p[from] != '/' {
			continue // a name that begins with two dots
		}
		if head += p[:i]; head == "" {
			head = "/" // above the root is the root
		}
		if head = path.Clean(head); !j.mayLook(len(head)) {
			return path.Clean(head + p[i:])
		}
		if real := j.world.Real(head); real != "" {
			head = real
		}
		head = path.Dir(head)
		p, from = p[from:], 0
	}
}

func isAbs(p string) bool { return strings.HasPrefix(p, "/") || len(p) > 1 && p[1] == ':' }

// ofProcess reads the links that Linux keeps of a process: /proc/self/cwd is the folder
// that the call works in, /proc/self/root the root. Of which process is not asked.
func ofProcess(v shell.Value, dir string) shell.Value {
	s := string(v)
	if !strings.HasPrefix(s, "/") && strings.HasPrefix(dir, "/proc") {
		s = dir + "/" + s
	}
	if !strings.HasPrefix(s, "/") || !strings.Contains(s, "proc") {
		return v
	}
	parts := splitPath(path.Clean(s))
	n := 2
	if len(parts) > 4 && parts[2] == "task" {
		n = 4
	}
	if len(parts) <= n || parts[0] != "proc" {
		return v
	}
	rest := shell.Value("/" + strings.Join(parts[n+1:], "/"))
	switch parts[n] {
	case "cwd":
		if dir == "" || strings.HasPrefix(dir, "/proc") {
			return shell.Unknown + rest
		}
		return shell.Lit(dir) + rest
	case "root":
		return rest
	}
	return v
}

// onWindows is the name that Windows would open: it drops dots and blanks at the end of a
// component, and a colon begins a stream of the file. Such file systems are mounted
// elsewhere too. False: the name is the same.
func (sp spot) onWindows() (spot, bool) {
	var parts []shell.Value
	for i, p := range sp.parts {
		s := string(p)
		if n := strings.IndexByte(s, ':'); n > 0 {
			s = s[:n]
		}
		if s = strings.TrimRight(s, ". "); s == string(p) || s == "" {
			continue
		}
		if parts == nil {
			parts = append(parts, sp.parts...)
		}
		parts[i] = shell.Value(s)
	}
	if parts == nil {
		return sp, false
	}
	sp.parts = parts
	sp.settle()
	return sp, true
}
