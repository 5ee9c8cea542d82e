package guard

import (
	"slices"
	"strings"

	"rules2guards.local/guard/shell"
)

// matcher matches the patterns of one rule against the commands of one text.
type matcher struct {
	j      *Judge
	cs     *commands
	p      *Pattern
	l      loose
	folder string
}

// whole matches a command with all that the pattern asks for but its pipe, in one given
// reading, or in any when line is nil.
func (m *matcher) whole(i int, p *Pattern, line *shell.Line) bool {
	m.j.steps++
	if !m.program(i, p) || !m.env(i, p) || !m.around(i, p) {
		return false
	}
	if line != nil {
		return m.line(i, p, line)
	}
	for k := range m.cs.readings(i) {
		if m.line(i, p, &m.cs.lines[i][k]) {
			return true
		}
	}
	return false
}

// program matches the pattern's program: the base name, or with a slash that file.
func (m *matcher) program(i int, p *Pattern) bool {
	c := &m.cs.all[i]
	if strings.Contains(p.Program, "/") {
		return m.file(i, p.Program) >= -1
	}
	if c.Program != "" {
		return matchGlob(p.Program, shell.Value(c.Program), m.l)
	}
	v := c.Name.Value
	if len(v) == 0 {
		return false
	}
	if n := strings.LastIndexByte(string(v), '/'); n >= 0 {
		v = v[n+1:]
	}
	return matchGlob(p.Program, v, m.l)
}

// file matches a program pattern with a slash. It returns -1 when the command itself is
// that file, the position of the word among Args when the command is an interpreter that
// runs it, and -2 when neither.
func (m *matcher) file(i int, glob string) int {
	c := &m.cs.all[i]
	name := string(c.Name.Value)
	if (strings.IndexByte(name, '/') >= 0 || strings.IndexByte(name, '\\') >= 0) && m.isFile(c.Name.Value, c.Place, glob) {
		return -1 // without a slash it would be looked for on PATH
	}
	if !shell.Interpreter(c.Program) {
		return -2
	}
	for k := range m.cs.readings(i) {
		line := &m.cs.lines[i][k]
		if len(line.Words) > 0 && m.isFile(line.Words[0].Value, c.Place, glob) {
			return line.Words[0].Arg
		}
	}
	return -2
}

func (m *matcher) isFile(v shell.Value, pl shell.Place, glob string) bool {
	dir := ""
	if pl.Known && !pl.Remote {
		dir = pl.Dir
	}
	g := PathGlob{Anchor: Base, Glob: strings.ToLower(glob)}
	switch {
	case strings.HasPrefix(glob, "~/"):
		g.Anchor, g.Glob = Home, strings.ToLower(glob[2:])
	case strings.HasPrefix(glob, "/"):
		g.Anchor = Root
	}
	sp := newSpot(v, dir)
	for _, full := range g.full(m.j.folders, m.folder) {
		if meets(full, sp, m.l) == exact {
			return true
		}
	}
	return false
}

// env matches NAME=glob in front of a pattern.
func (m *matcher) env(i int, p *Pattern) bool {
	for _, e := range p.Env {
		ok := false
		for _, a := range m.cs.all[i].Env {
			if matchGlob(e.Name, shell.Lit(a.Name), 0) {
				ok = matchGlob(e.Value, a.Value, m.l) // the last one holds
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// around matches the wrappers of a pattern with the commands around this one, outermost
// first.
func (m *matcher) around(i int, p *Pattern) bool {
	k := m.cs.all[i].Parent
	for n := len(p.Around) - 1; n >= 0; n-- {
		for k >= 0 && !m.whole(k, &p.Around[n], nil) {
			k = m.cs.all[k].Parent
		}
		if k < 0 {
			return false
		}
		k = m.cs.all[k].Parent
	}
	return true
}

// line matches options and words in one reading.
func (m *matcher) line(i int, p *Pattern, line *shell.Line) bool {
	if p.Dash && !line.Dash {
		return false
	}
	words := line.Words
	for _, o := range p.Options {
		if !m.option(o, line) && !m.setting(i, o, line) && !m.couldBe(o, &words) {
			return false
		}
	}
	if strings.Contains(p.Program, "/") {
		if at := m.file(i, p.Program); at >= 0 { // bash x/deploy.sh prod: its words follow
			for len(words) > 0 && words[0].Arg <= at {
				words = words[1:]
			}
		}
	}
	for k := range p.Sub {
		if k >= len(words) || words[k].AfterDash || !matchGlob(p.Words[k], words[k].Value, m.l) {
			return false
		}
	}
	if p.Sub > 0 {
		words = words[p.Sub:]
	}
	keys := m.cs.all[i].Program == "git" && p.Sub > 0 && p.Words[0] == "config"
	for k, g := range p.Words[p.Sub:] {
		behind := p.Dash && k+p.Sub >= p.DashAt
		for len(words) > 0 && (behind && !words[0].AfterDash || !m.word(g, words[0].Word) && !(keys && m.key(g, words[0].Word))) {
			words = words[1:]
		}
		if len(words) == 0 || p.Dash && !behind && words[0].AfterDash {
			return false
		}
		if m.l&looseUnknown == 0 || !words[0].Multi { // $ARGS could be the next ones as well
			words = words[1:]
		}
	}
	return true
}

// word matches one word as text: a live glob character of the call is itself here.
func (m *matcher) word(glob string, w shell.Word) bool {
	v := w.Value
	if v.HasGlob() && v.Known() {
		v = shell.Lit(v.Text())
	}
	return matchGlob(glob, v, m.l&looseUnknown)
}

// key matches a word of git config: git does not mind the case of a setting's name.
func (m *matcher) key(glob string, w shell.Word) bool {
	if strings.IndexByte(glob, '.') < 0 {
		return false
	}
	w.Value = shell.Value(strings.ToLower(string(w.Value)))
	return m.word(strings.ToLower(glob), w)
}

// setting matches `-c name=value` of a pattern with the settings that a git command has,
// however they are given.
func (m *matcher) setting(i int, want OptionGlob, line *shell.Line) bool {
	if want.Name != "-c" || !want.HasValue {
		return false
	}
	name, value, _ := strings.Cut(want.Value, "=")
	glob := strings.ToLower(name) + "=" + value
	for _, s := range shell.GitSettings(&m.cs.all[i], line) {
		if matchGlob(glob, shell.Value(s.Name)+"="+s.Value, m.l&looseUnknown) {
			return true
		}
	}
	return false
}

// option matches one option of a pattern. Without a value in the pattern it isn't met by
// one that is switched off.
func (m *matcher) option(want OptionGlob, line *shell.Line) bool {
	for i := range line.Options {
		o := &line.Options[i]
		if !m.named(o, want.Name) {
			continue
		}
		if want.HasValue {
			if o.HasValue && matchGlob(want.Value, o.Value, m.l&looseUnknown) {
				return true
			}
			continue
		}
		if !o.HasValue || !switchedOff(o.Value) {
			return true
		}
	}
	return false
}

// couldBe reports whether an unknown word could be an option, and takes it out of words: it
// can't be anything else then, unless it could be several words.
func (m *matcher) couldBe(want OptionGlob, words *[]shell.Operand) bool {
	if m.l&looseUnknown == 0 {
		return false
	}
	for i, w := range *words {
		if w.AfterDash || w.Value.Known() || !matchGlob(want.Name, w.Value, looseUnknown) {
			continue
		}
		if !w.Multi {
			*words = slices.Concat((*words)[:i], (*words)[i+1:])
		}
		return true
	}
	return false
}

func (m *matcher) named(o *shell.Option, name string) bool {
	if o.Name == name {
		return true
	}
	for _, other := range o.Or {
		if other == name {
			return true
		}
	}
	if strings.IndexByte(o.Name, 0) >= 0 || hasMeta(name) { // --$X, or a glob in the pattern
		return matchGlob(name, shell.Value(o.Name), m.l&looseUnknown)
	}
	return false
}

func switchedOff(v shell.Value) bool {
	switch strings.ToLower(string(v)) {
	case "false", "no", "off", "none":
		return true
	}
	return false
}

// excepted reports whether the rule's except names the command, in one of its readings, or
// a command around it. For a pattern with a pipe, see reachesPartner.
func (j *Judge) excepted(cs *commands, rule, i int, piped bool, line *shell.Line) bool {
	excepts := ofRule(j.p.Index.Excepts, rule, patternRule)
	for n := range excepts {
		p := &excepts[n]
		m := matcher{j: j, cs: cs, p: p, folder: j.p.Rules[rule].Folder}
		if len(p.Pipe) > 0 {
			if !piped && m.inExceptPipe(i, n) {
				return true
			}
			continue
		}
		if m.frees(i, p, line) || m.freesAround(i, p) {
			return true
		}
		for k := cs.all[i].Parent; k >= 0; k = cs.all[k].Parent {
			if m.frees(k, p, nil) {
				return true
			}
		}
	}
	return false
}

// frees matches an except pattern. One that names operands frees only a command all of
// whose operands it names.
func (m *matcher) frees(i int, p *Pattern, line *shell.Line) bool {
	if line == nil {
		lines := m.cs.readings(i)
		for k := range lines {
			if !m.frees(i, p, &lines[k]) {
				return false
			}
		}
		return len(lines) > 0
	}
	if !m.whole(i, p, line) {
		return false
	}
	if !p.Operands {
		return true
	}
	operands := line.Words[min(max(p.Sub, line.Sub), len(line.Words)):]
	if shell.Interpreter(m.cs.all[i].Program) && len(operands) > 1 {
		operands = operands[:1]
	}
	for _, w := range operands {
		ok := false
		for _, g := range p.Words[p.Sub:] {
			if m.word(g, w.Word) {
				ok = true
				break
			}
		}
		if !ok {
			return false
		}
	}
	return true
}
