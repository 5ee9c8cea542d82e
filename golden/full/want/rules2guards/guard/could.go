package guard

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// unknownRune stands in a text for a part that is known only at run time. It is what shell
// puts there too.
const unknownRune = '\uFFFC'

// couldMatch reports whether an expression could match a text, whatever would have to
// stand in the place of each unknownRune for that. It runs the expression's program over
// the text with all of its states at once, so its time is linear in the text.
func couldMatch(expr, text string) bool {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return false
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return false
	}
	m := possible{prog: prog, text: []rune(text)}
	return m.run()
}

// possible is one run of a program over a text with unknown parts.
type possible struct {
	prog    *syntax.Prog
	text    []rune
	first   int // the first rune that is known, or the length of the text
	last    int // behind the last rune that is known
	matched bool
}

// states is a set of instructions that wait for a rune.
type states struct {
	in   []bool
	list []uint32
}

func (m *possible) run() bool {
	m.first = len(m.text)
	for i, r := range m.text {
		if r != unknownRune {
			m.first, m.last = min(m.first, i), i+1
		}
	}
	now, next := m.none(), m.none()
	for i := 0; ; i++ {
		m.add(now, uint32(m.prog.Start), i)
		if m.matched || i == len(m.text) {
			return m.matched
		}
		r := m.text[i]
		if r == unknownRune { // nothing, or any number of any runes
			for k := 0; k < len(now.list); k++ {
				m.add(now, m.prog.Inst[now.list[k]].Out, i)
			}
			for _, pc := range now.list {
				m.add(next, pc, i+1)
			}
		} else {
			for _, pc := range now.list {
				if in := &m.prog.Inst[pc]; in.MatchRune(r) {
					m.add(next, in.Out, i+1)
				}
			}
		}
		if m.matched {
			return true
		}
		now, next = next, now
		clear(next.in)
		next.list = next.list[:0]
	}
}

func (m *possible) none() *states { return &states{in: make([]bool, len(m.prog.Inst))} }

// add puts an instruction into a set, or what it leads to without a rune.
func (m *possible) add(s *states, pc uint32, at int) {
	for stack := []uint32{pc}; len(stack) > 0; {
		pc, stack = stack[len(stack)-1], stack[:len(stack)-1]
		if s.in[pc] {
			continue
		}
		s.in[pc] = true
		switch in := &m.prog.Inst[pc]; in.Op {
		case syntax.InstMatch:
			m.matched = true
		case syntax.InstAlt, syntax.InstAltMatch:
			stack = append(stack, in.Out, in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			stack = append(stack, in.Out)
		case syntax.InstEmptyWidth:
			if want := syntax.EmptyOp(in.Arg); want&^m.flags(at) == 0 {
				stack = append(stack, in.Out)
			}
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if in.Op != syntax.InstRune || len(in.Rune) > 0 {
				s.list = append(s.list, pc)
			}
		}
	}
}

// flags are the assertions that can hold in front of a rune of the text.
func (m *possible) flags(at int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if at > 0 {
		before = m.text[at-1]
	}
	if at < len(m.text) {
		after = m.text[at]
	}
	if before != unknownRune && after != unknownRune {
		return syntax.EmptyOpContext(before, after)
	}
	f := syntax.EmptyBeginLine | syntax.EmptyEndLine | syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
	if at <= m.first {
		f |= syntax.EmptyBeginText
	}
	if at >= m.last {
		f |= syntax.EmptyEndText
	}
	return f
}

// couldSay reports whether an expression could match a text with unknown parts, the lines
// left out that except matches whatever the unknown part is.
func couldSay(expr string, except *regexp.Regexp, text string) bool {
	if !strings.ContainsRune(text, unknownRune) {
		return false
	}
	if except != nil {
		var kept []string
		for line := range strings.SplitSeq(text, "\n") {
			if !except.MatchString(line) || !except.MatchString(strings.ReplaceAll(line, string(unknownRune), "")) {
				kept = append(kept, line)
			}
		}
		text = strings.Join(kept, "\n")
	}
	return couldMatch(expr, text)
}
