package guard

import (
	"strings"

	"rules2guards.local/guard/shell"
)

// commandPlace is where a command's conditions are looked at.
func (j *Judge) commandPlace(cs *commands, i int, line *shell.Line) place {
	c := &cs.all[i]
	pl := actsIn(c, line)
	if c.Program == "git" && line.Sub > 0 && line.Words[0].Value == "push" {
		pl.branches, pl.anything = destinations(line)
	}
	return pl
}

// destinations are the branches that a git push writes to; none: the current one. all
// says that they can't be told.
func destinations(line *shell.Line) (names []string, all bool) {
	for _, o := range line.Options {
		switch o.Name {
		case "--all", "--mirror", "--branches":
			return nil, true
		}
	}
	words := line.Words[line.Sub:]
	if len(words) < 2 {
		return nil, false
	}
	for _, w := range words[1:] {
		if !w.Value.Known() {
			return nil, true
		}
		s := strings.TrimPrefix(w.Value.Text(), "+")
		if _, dst, ok := strings.Cut(s, ":"); ok {
			s = dst
		}
		s = strings.TrimPrefix(strings.TrimPrefix(s, "refs/"), "heads/")
		switch {
		case s == "", strings.Contains(s, "*"): // all that match
			return nil, true
		case s == "HEAD", s == "@":
			s = currentBranch
		}
		names = append(names, s)
	}
	return names, false
}

// actsIn is the place that a command acts in.
func actsIn(c *shell.Command, line *shell.Line) place {
	at := shell.ActsIn(c, line)
	pl := place{branch: at.Branch}
	if at.Known {
		pl.dir = at.Dir
	}
	return pl
}

// noteSwitch takes note of a git -C DIR switch X: what follows in that folder is on X. A
// switch in the folder of the text itself is followed by the reader.
func (j *Judge) noteSwitch(c *shell.Command) {
	if c.Program != "git" || len(c.Args) < 4 {
		return
	}
	for _, line := range shell.Lines(c) {
		if line.Sub == 0 || len(line.Words) == 0 {
			continue
		}
		sub, pl := line.Words[0].Value, actsIn(c, &line)
		if sub != "switch" && sub != "checkout" || pl.dir == "" || line.Dash || c.Place.Known && pl.dir == c.Place.Dir && !namesFolder(&line) {
			continue
		}
		name := shell.Value("")
		for _, o := range line.Options {
			switch o.Name {
			case "--create", "--force-create", "--orphan", "-b", "-B":
				name = o.Value
			}
		}
		if words := line.Words[line.Sub:]; name == "" && len(words) == 1 && (sub == "switch" || strings.IndexByte(string(words[0].Value), '.') < 0) {
			name = words[0].Value
		}
		if name == "" || !name.Known() || name == "-" {
			continue
		}
		if j.switched == nil {
			j.switched = map[string]string{}
		}
		j.switched[pl.dir] = name.Text()
		return
	}
}

// namesFolder reports whether a folder is named in front of the subcommand.
func namesFolder(line *shell.Line) bool {
	for _, o := range line.Options {
		if o.Global && o.Name == "-C" {
			return true
		}
	}
	return false
}
