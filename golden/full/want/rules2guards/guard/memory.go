package guard

import (
	"path"
	"strings"
)

// maxMemory is how many bytes of questions and answers are kept.
const maxMemory = 8 << 20

// memory is a world that is asked each question once. It lives for one call, in which the
// machine is taken to stay as it is: a text of 128 KiB may name one file 10 000 times.
type memory struct {
	world interface {
		World
		lister
	}
	answers map[question]answer
	size    int
}

type question struct {
	what asked
	path string
}

// asked is a method of a world.
type asked uint8

const (
	askedBranch asked = iota
	askedWorktree
	askedMainline
	askedExists
	askedReal
	askedReadFile
	askedNames
)

type answer struct {
	text  string
	data  []byte
	names []string
	fact  Fact
	ok    bool
}

// ask returns what is known of a question, or asks it.
func (m *memory) ask(what asked, p string, ask func(*answer)) answer {
	q := question{what, p}
	a, known := m.answers[q]
	if known {
		return a
	}
	ask(&a)
	m.size += len(p) + len(a.text) + len(a.data)
	for _, n := range a.names {
		m.size += len(n)
	}
	if m.answers == nil || m.size > maxMemory {
		m.answers, m.size = map[question]answer{}, 0
	}
	m.answers[q] = a
	return a
}

// Branch implements [World].
func (m *memory) Branch(dir string) (string, Fact) {
	a := m.ask(askedBranch, dir, func(a *answer) { a.text, a.fact = m.world.Branch(dir) })
	return a.text, a.fact
}

// Worktree implements [World].
func (m *memory) Worktree(dir string) Fact {
	return m.ask(askedWorktree, dir, func(a *answer) { a.fact = m.world.Worktree(dir) }).fact
}

// Mainline implements [World].
func (m *memory) Mainline(p string) string {
	return m.below(askedMainline, p, m.world.Mainline)
}

// Exists implements [World].
func (m *memory) Exists(p string) Fact {
	return m.ask(askedExists, p, func(a *answer) { a.fact = m.world.Exists(p) }).fact
}

// Real implements [World].
func (m *memory) Real(p string) string {
	return m.below(askedReal, p, m.world.Real)
}

// below asks for another name of a path. What does not exist has its folder's, so that many
// new files in one folder are one question and one look at each.
func (m *memory) below(what asked, p string, ask func(string) string) string {
	head := p
	if strings.Count(p, "/") <= maxLevels {
		for up := path.Dir(head); up != head && m.Exists(head) == False; up = path.Dir(head) {
			head = up
		}
	}
	name := m.ask(what, head, func(a *answer) { a.text = ask(head) }).text
	if name == "" || head == p {
		return name
	}
	return path.Join(name, p[len(head):])
}

// ReadFile implements [World].
func (m *memory) ReadFile(p string) ([]byte, bool) {
	a := m.ask(askedReadFile, p, func(a *answer) { a.data, a.ok = m.world.ReadFile(p) })
	return a.data, a.ok
}

// Names implements lister.
func (m *memory) Names(dir string) ([]string, bool) {
	a := m.ask(askedNames, dir, func(a *answer) { a.names, a.ok = m.world.Names(dir) })
	return a.names, a.ok
}
