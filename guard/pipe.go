package guard

import (
	"strings"

	"rules2guards.local/guard/shell"
)

// A command's output reaches another one by a pipe, and through groups: what a command
// prints, the command around it prints; what a command reads, the commands in it read.
// Which commands reach one of a set is worked out for the whole text at once, since a text
// may hold thousands of commands in one pipe.

// flow is how output runs between the commands of a text, backwards and forwards.
type flow struct {
	from [][]int // commands whose output a command reads
	kids [][]int // commands in it
	sets map[flowSet][]bool
}

// flowSet names a set of commands that was worked out.
type flowSet struct {
	kind    byte   // 'm': what matches the pipe of a pattern; 'a', 'b': what an except frees
	pattern int    // position in Patterns or Excepts
	without string // excepts that take commands out of it, one byte pair each
}

func (cs *commands) flow() *flow {
	if cs.flows == nil {
		f := &flow{from: make([][]int, len(cs.all)), kids: make([][]int, len(cs.all)), sets: map[flowSet][]bool{}}
		for i := range cs.all {
			for _, k := range cs.all[i].Pipes {
				f.from[k] = append(f.from[k], i)
			}
			if up := cs.all[i].Parent; up >= 0 {
				f.kids[up] = append(f.kids[up], i)
			}
		}
		cs.flows = f
	}
	return cs.flows
}

// reaching returns the commands whose output reaches one of a set.
func (cs *commands) reaching(set func(k int) bool) []bool {
	f := cs.flow()
	reads, prints := make([]bool, len(cs.all)), make([]bool, len(cs.all))
	var todo []int // k: what it reads; ^k: what it prints
	read := func(k int) {
		if !reads[k] {
			reads[k] = true
			todo = append(todo, k)
		}
	}
	for k := range cs.all {
		if set(k) {
			read(k)
		}
	}
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		printers := f.kids[max(k, ^k)] // what the commands in it print, it prints
		if k >= 0 {
			if up := cs.all[k].Parent; up >= 0 {
				read(up)
			}
			printers = f.from[k]
		} else {
			read(^k) // what it reads may come out again
		}
		for _, i := range printers {
			if !prints[i] {
				prints[i] = true
				todo = append(todo, ^i)
			}
		}
	}
	return prints
}

// reached returns the commands that the output of one of a set reaches.
func (cs *commands) reached(set func(k int) bool) []bool {
	f := cs.flow()
	reads, prints := make([]bool, len(cs.all)), make([]bool, len(cs.all))
	var todo []int
	says := func(k int) {
		for ; k >= 0 && !prints[k]; k = cs.all[k].Parent {
			prints[k] = true
			todo = append(todo, ^k)
		}
	}
	for k := range cs.all {
		if set(k) {
			says(k)
		}
	}
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		readers := f.kids[max(k, ^k)]
		if k >= 0 {
			says(k)
		} else {
			readers = cs.all[^k].Pipes
		}
		for _, i := range readers {
			if !reads[i] {
				reads[i] = true
				todo = append(todo, i)
			}
		}
	}
	return reads
}

// set works a set out once for a text.
func (cs *commands) set(name flowSet, make func() []bool) []bool {
	f := cs.flow()
	s, ok := f.sets[name]
	if !ok {
		s = make()
		f.sets[name] = s
	}
	return s
}

// reachesPartner reports whether the output of command i reaches a command that the pipe of
// pattern n means. With free, one that the rule's except does not name, by itself or
// together with i.
func (m *matcher) reachesPartner(i, n int, free bool) bool {
	name := flowSet{kind: 'm', pattern: n}
	var outs []*Pattern // an excepted partner is one of these
	if free {
		excepts := ofRule(m.j.p.Index.Excepts, m.p.Rule, patternRule)
		var b strings.Builder
		for k := range excepts {
			p := &excepts[k]
			switch {
			case len(p.Pipe) == 0:
				outs = append(outs, p)
			case (&matcher{j: m.j, cs: m.cs, p: p, folder: m.folder}).frees(i, p, nil):
				outs = append(outs, &p.Pipe[0])
			default:
				continue
			}
			b.WriteByte(byte(k))
			b.WriteByte(byte(k >> 8))
		}
		name.without = b.String()
	}
	return m.cs.set(name, func() []bool {
		want := &m.j.p.Index.Patterns[n].Pipe[0]
		strict := matcher{j: m.j, cs: m.cs, p: m.p, folder: m.folder}
		return m.cs.reaching(func(k int) bool {
			if !m.whole(k, want, nil) {
				return false
			}
			for _, p := range outs {
				if strict.frees(k, p, nil) && !strict.runsWhatItReads(k) {
					return false
				}
			}
			return true
		})
	})[i]
}

// runsWhatItReads reports that a shell may run its input whatever else it is given: sh -s,
// or a text that is known only at run time.
func (m *matcher) runsWhatItReads(k int) bool {
	if p := m.cs.all[k].Program; !shell.IsShell(p) && p != "fish" {
		return false
	}
	for n := range m.cs.readings(k) {
		line := &m.cs.lines[k][n]
		for _, o := range line.Options {
			if o.Name == "-s" || o.Name == "-c" && len(line.Words) > 0 && !line.Words[0].Value.Known() {
				return true
			}
		}
	}
	return false
}

// inExceptPipe reports whether an except A | B, at position n of the rule's, names the
// command as either side of a pipe. It is for rules that have no pipe themselves.
func (m *matcher) inExceptPipe(i, n int) bool {
	if m.frees(i, m.p, nil) && m.cs.set(flowSet{'b', m.p.Rule, string(rune(n))}, func() []bool {
		return m.cs.reaching(func(k int) bool { return m.frees(k, &m.p.Pipe[0], nil) })
	})[i] {
		return true
	}
	return m.frees(i, &m.p.Pipe[0], nil) && m.cs.set(flowSet{'a', m.p.Rule, string(rune(n))}, func() []bool {
		return m.cs.reached(func(k int) bool { return m.frees(k, m.p, nil) })
	})[i]
}
