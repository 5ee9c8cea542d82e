package patch

import (
	"strconv"
	"strings"
)

// diff reads one file's part of a diff: its extended header, its names, its hunks.
func (s *scanner) diff(all []FileChange, strip int) []FileChange {
	s.moved = false
	var d fileDiff
	if line, _ := s.peek(); strings.HasPrefix(line, "diff --git ") {
		d.gitNames(line[len("diff --git "):])
		s.next()
	} else if strings.HasPrefix(line, "Index: ") {
		d.old = name(line[len("Index: "):])
		d.now = d.old
		s.next()
	}
	for {
		line, ok := s.peek()
		if !ok {
			break
		}
		if strings.HasPrefix(line, "--- ") && strings.HasPrefix(after(s.rest), "+++ ") {
			d.old = name(s.next()[4:])
			d.now = name(s.next()[4:])
			s.unified(&d)
			break
		}
		if !d.extended(line) {
			break
		}
		s.next()
	}
	if d.old == "" && d.now == "" {
		return all
	}
	return append(all, d.change(strip))
}

// after returns what stands behind the first line of text.
func after(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

// fileDiff is what the header of a diff says.
type fileDiff struct {
	old, now string
	op       Op
	edits    []Edit
}

// extended reads a line of git's header, or one that may stand among them.
func (d *fileDiff) extended(line string) bool {
	switch {
	case strings.HasPrefix(line, "new file mode "):
		d.op = Add
	case strings.HasPrefix(line, "deleted file mode "):
		d.op = Delete
	case strings.HasPrefix(line, "rename from "):
		d.op, d.old = Move, "a/"+name(line[len("rename from "):])
	case strings.HasPrefix(line, "rename to "):
		d.op, d.now = Move, "b/"+name(line[len("rename to "):])
	case strings.HasPrefix(line, "copy from "):
		d.op, d.old = Copy, "a/"+name(line[len("copy from "):])
	case strings.HasPrefix(line, "copy to "):
		d.op, d.now = Copy, "b/"+name(line[len("copy to "):])
	default:
		for _, p := range [...]string{"old mode ", "new mode ", "similarity index ", "dissimilarity index ", "index ", "====", "Binary files ", "GIT binary patch"} {
			if strings.HasPrefix(line, p) {
				return true
			}
		}
		return false
	}
	return true
}

// unified reads hunks. Their counts say where they end, so that a removed line "-- x" is
// no header.
func (s *scanner) unified(d *fileDiff) {
	for {
		line, ok := s.peek()
		if !ok || !strings.HasPrefix(line, "@@ -") {
			return
		}
		s.next()
		before, behind := counts(line)
		var old, now strings.Builder
		for before > 0 || behind > 0 {
			line, ok := s.peek()
			if !ok || strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "@@ -") {
				break
			}
			s.next()
			if !strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "\\") {
				before--
			}
			if !strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "\\") {
				behind--
			}
			body(line, &old, &now)
		}
		if line, ok := s.peek(); ok && strings.HasPrefix(line, "\\") {
			s.next()
		}
		d.edits = append(d.edits, Edit{Old: old.String(), New: now.String()})
	}
}

// counts reads "@@ -1,2 +3,4 @@": how many lines before and after.
func counts(line string) (before, behind int) {
	f := strings.Fields(line)
	n := func(i int) int {
		if i >= len(f) || len(f[i]) < 2 {
			return 0
		}
		_, count, ok := strings.Cut(f[i][1:], ",")
		if !ok {
			return 1
		}
		v, _ := strconv.Atoi(count)
		return v
	}
	return n(1), n(2)
}

// gitNames reads "a/x b/x". Without quotes the two names are equal but for their prefix,
// or one of the lines below names them again.
func (d *fileDiff) gitNames(s string) {
	if strings.HasPrefix(s, `"`) {
		if q, err := strconv.QuotedPrefix(s); err == nil {
			d.old, d.now = name(q), name(strings.TrimSpace(s[len(q):]))
		}
		return
	}
	i := len(s) / 2
	if i < len(s) && s[i] == ' ' && base(s[:i]) == base(s[i+1:]) {
		d.old, d.now = s[:i], s[i+1:]
		return
	}
	if d.old, d.now, _ = strings.Cut(s, " b/"); d.now != "" {
		d.now = "b/" + d.now
		return
	}
	d.old, d.now, _ = strings.Cut(s, " ")
}

// base is a name without its first folder.
func base(s string) string {
	if _, rest, ok := strings.Cut(s, "/"); ok {
		return rest
	}
	return s
}

// name reads a file name as diff writes it: quoted as in C, or up to a tab.
func name(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, `"`) {
		if q, err := strconv.QuotedPrefix(s); err == nil {
			if u, err := strconv.Unquote(q); err == nil {
				return u
			}
		}
	}
	s, _, _ = strings.Cut(s, "\t")
	return s
}

// change turns the header into a FileChange.
func (d *fileDiff) change(strip int) FileChange {
	c := FileChange{Op: d.op, Edits: d.edits}
	if d.old == "/dev/null" {
		c.Op = Add
	} else if d.now == "/dev/null" {
		c.Op = Delete
	}
	if strip == StripAuto {
		strip = 0
		if hasPrefix(d.old) && hasPrefix(d.now) {
			strip = 1
		}
	}
	old, now := cut(d.old, strip), cut(d.now, strip)
	switch {
	case c.Op == Add:
		c.Path = now
		var b strings.Builder
		for _, e := range d.edits {
			b.WriteString(e.New)
		}
		c.Text, c.Edits = b.String(), nil
	case c.Op == Move || c.Op == Copy:
		c.Path, c.To = old, now
	case c.Op == Delete:
		c.Path = old
	default:
		c.Path = now
	}
	return c
}

// hasPrefix reports whether a name begins with a folder of one letter, as git writes them.
func hasPrefix(s string) bool {
	return s == "/dev/null" || len(s) > 2 && s[1] == '/' && strings.IndexByte("abciow", s[0]) >= 0
}

// cut takes n leading folders off a name.
func cut(s string, n int) string {
	if s == "/dev/null" {
		return s
	}
	if n == StripAll {
		return s[strings.LastIndexByte(s, '/')+1:]
	}
	for ; n > 0; n-- {
		_, rest, ok := strings.Cut(s, "/")
		if !ok {
			return s
		}
		s = strings.TrimLeft(rest, "/")
	}
	return s
}
