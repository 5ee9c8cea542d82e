package patch

import "strings"

// header reads the line that names the next file of an envelope. Codex trims such lines
// where it looks for one, so an indented one counts too.
func header(line string) (Op, string, bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "*** ") {
		return 0, "", false
	}
	for _, h := range [...]struct {
		word string
		op   Op
	}{{"*** Add File:", Add}, {"*** Update File:", Update}, {"*** Delete File:", Delete}} {
		if rest, ok := strings.CutPrefix(line, h.word); ok {
			return h.op, strings.TrimSpace(rest), true
		}
	}
	return 0, "", false
}

// envelope reads from *** Begin Patch, or from the first header, to *** End Patch.
func (s *scanner) envelope(all []FileChange) []FileChange {
	for {
		line, ok := s.peek()
		if !ok {
			return all
		}
		op, path, ok := header(line)
		s.next()
		if !ok {
			if strings.TrimSpace(line) == "*** End Patch" {
				return all
			}
			continue
		}
		c := FileChange{Op: op, Path: path}
		switch op {
		case Add:
			c.Text = s.added()
		case Update:
			s.hunks(&c)
		}
		all = append(all, c)
	}
}

// added reads the lines of a new file. Each begins with +.
func (s *scanner) added() string {
	var b strings.Builder
	for {
		line, ok := s.peek()
		if !ok || !strings.HasPrefix(line, "+") {
			return b.String()
		}
		s.next()
		b.WriteString(line[1:])
		b.WriteByte('\n')
	}
}

// hunks reads what is changed in one file. A line of context that looks like a header has
// a blank in front of it.
func (s *scanner) hunks(c *FileChange) {
	var old, now strings.Builder
	flush := func() {
		if old.Len() > 0 || now.Len() > 0 {
			c.Edits = append(c.Edits, Edit{Old: old.String(), New: now.String()})
		}
		old.Reset()
		now.Reset()
	}
	defer flush()
	for {
		line, ok := s.peek()
		if !ok {
			return
		}
		switch {
		case strings.HasPrefix(line, "*** Move to:"):
			c.Op, c.To = Move, strings.TrimSpace(strings.TrimPrefix(line, "*** Move to:"))
		case strings.HasPrefix(line, "*** End of File"), strings.HasPrefix(line, "@@"):
			flush()
		case strings.HasPrefix(line, "***"):
			return
		default:
			body(line, &old, &now)
		}
		s.next()
	}
}

// body sorts one line of a hunk to the text before and the text after.
func body(line string, old, now *strings.Builder) {
	kind := byte(' ')
	if line != "" {
		switch line[0] {
		case ' ', '+', '-':
			kind, line = line[0], line[1:]
		case '\\': // "\ No newline at end of file"
			return
		}
	}
	if kind != '+' {
		old.WriteString(line)
		old.WriteByte('\n')
	}
	if kind != '-' {
		now.WriteString(line)
		now.WriteByte('\n')
	}
}
