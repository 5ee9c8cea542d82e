package compiler

import (
	"slices"
	"strings"

	"rules2guards.local/guard"
)

// Index works out the index of rules that Compile made. Strings that Compile would refuse
// are left out: their rules never fire by them.
func Index(rules []guard.Rule) guard.Index { return IndexWith(rules, guard.Settings{}) }

// IndexWith is Index for a guard with settings: further wrappers change how a pattern that
// begins with one is read, and what lies elsewhere belongs to its rule.
func IndexWith(rules []guard.Rule, s guard.Settings) guard.Index {
	return (&patternCache{wrappers: s.Wrappers, elsewhere: s.Elsewhere}).index(rules)
}

// patternCache keeps patterns that were read: a compile needs each several times.
type patternCache struct {
	wrappers  []string
	elsewhere []guard.Place
	read      map[string][]guard.Pattern
}

func (pc *patternCache) put(s string, pats []guard.Pattern) {
	if pc.read == nil {
		pc.read = map[string][]guard.Pattern{}
	}
	pc.read[s] = pats
}

// get returns the patterns that a string stands for; nil when it can't be read.
func (pc *patternCache) get(s string) []guard.Pattern {
	pats, ok := pc.read[s]
	if !ok {
		var probs []problem
		if pats, probs = parsePattern(s, pc.wrappers); failed(probs) {
			pats = nil
		}
		pc.put(s, pats)
	}
	return pats
}

func (pc *patternCache) index(rules []guard.Rule) guard.Index {
	ix := indexMaker{patternCache: pc}
	for n := range rules {
		ix.rule(n, &rules[n])
	}
	return ix.out
}

type indexMaker struct {
	*patternCache
	out guard.Index
}

func (ix *indexMaker) rule(n int, r *guard.Rule) {
	ix.out.Scripts = ix.out.Scripts || r.Scripts
	switch r.Kind {
	case guard.CommandRule:
		for _, s := range r.Commands {
			for _, p := range ix.patterns(n, s) {
				ix.program(&p, len(ix.out.Patterns))
				ix.out.Patterns = append(ix.out.Patterns, p)
			}
		}
		for _, s := range r.Except {
			ix.out.Excepts = append(ix.out.Excepts, ix.patterns(n, s)...)
		}
		if len(r.Commands) == 0 {
			ix.out.Regexps = append(ix.out.Regexps, needle(n, r.Pattern))
		}
	case guard.PathRule:
		ix.out.Paths = append(ix.out.Paths, globs(n, r.Paths)...)
		for _, p := range ix.elsewhere {
			if p.Rule == r.ID {
				ix.out.Paths = append(ix.out.Paths, globs(n, []string{escapeGlob(p.Path)})...)
			}
		}
		ix.out.PathOut = append(ix.out.PathOut, globs(n, r.Except)...)
	case guard.ContentRule:
		// A rule with must_match fires where nothing is found: it needs no literal.
		ix.out.Contents = append(ix.out.Contents, needle(n, r.Pattern))
		ix.out.ContentIn = append(ix.out.ContentIn, globs(n, r.Paths)...)
		ix.out.PathOut = append(ix.out.PathOut, globs(n, r.Except)...)
	case guard.HostRule:
		ix.out.Hosts = append(ix.out.Hosts, n)
	case guard.ToolRule:
		for _, s := range r.Tools {
			ix.out.Tools = append(ix.out.Tools, guard.Needle{Rule: n, Literal: globLiteral(strings.ToLower(s)), Fold: true})
		}
	}
	ix.out.In = append(ix.out.In, globs(n, r.When.In)...)
	for _, g := range globs(n, r.Unless.In) {
		g.Unless = true
		ix.out.In = append(ix.out.In, g)
	}
}

// program notes which programs, and which of their subcommands, a pattern can be about. One
// written as a file is asked of every command: an interpreter may run that file.
func (ix *indexMaker) program(p *guard.Pattern, pattern int) {
	if strings.ContainsAny(p.Program, `/*?[{\`) {
		ix.out.Globs = append(ix.out.Globs, pattern)
		return
	}
	e := entry(&ix.out.Programs, p.Program)
	if p.Sub > 0 && !strings.ContainsAny(p.Words[0], `*?[{\`) {
		e = entry(&e.Subs, p.Words[0])
	}
	e.Patterns = append(e.Patterns, pattern)
}

// entry finds or makes the entry of a name in a sorted list.
func entry(list *[]guard.NameEntry, name string) *guard.NameEntry {
	i, ok := slices.BinarySearchFunc(*list, name, func(e guard.NameEntry, name string) int { return strings.Compare(e.Name, name) })
	if !ok {
		*list = slices.Insert(*list, i, guard.NameEntry{Name: name})
	}
	return &(*list)[i]
}

// globLiteral is the longest text that everything which a glob matches holds.
func globLiteral(glob string) string {
	if strings.ContainsAny(glob, `[{\`) {
		glob = glob[:strings.IndexAny(glob, `[{\`)] // what follows may be one of several
	}
	best := ""
	for part := range strings.FieldsFuncSeq(glob, func(r rune) bool { return r == '*' || r == '?' }) {
		if len(part) > len(best) {
			best = part
		}
	}
	return best
}

func (ix *indexMaker) patterns(rule int, s string) []guard.Pattern {
	pats := slices.Clone(ix.get(s))
	for i := range pats {
		pats[i].Rule = rule
	}
	return pats
}

func globs(rule int, paths []string) []guard.PathGlob {
	var out []guard.PathGlob
	for _, s := range paths {
		gs, probs := parsePath(s)
		if failed(probs) {
			continue
		}
		for _, g := range gs {
			g.Rule = rule
			out = append(out, g)
		}
	}
	return out
}

func failed(probs []problem) bool {
	return slices.ContainsFunc(probs, func(p problem) bool { return !p.warning })
}

func needle(rule int, expr string) guard.Needle {
	n := guard.Needle{Rule: rule}
	if expr != "" {
		n.Literal, n.Fold = requiredLiteral(expr)
	}
	return n
}
