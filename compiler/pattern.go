package compiler

import (
	"fmt"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/shell"
)

// parsePattern takes a command pattern apart by the tables that take a call apart: one
// guard.Pattern for each combination of its braces, and for each reading where an option
// that no table knows may own the next word. wrappers are the file's own.
func parsePattern(s string, wrappers []string) ([]guard.Pattern, []problem) {
	r := patternReader{wrappers: wrappers}
	return r.parse(s)
}

// patternReader reads one pattern.
type patternReader struct {
	wrappers []string
	strange  []strangeOption // options that no table knows
	depth    int             // of wrappers whose words are read in a second way
}

// maxWrappers is how many wrappers in each other are read in a second way.
const maxWrappers = 2

func (r *patternReader) parse(s string) ([]guard.Pattern, []problem) {
	sides, probs := splitPattern(s)
	if len(probs) > 0 {
		return nil, probs
	}
	var read [][]guard.Pattern
	for _, side := range sides {
		alts, ok := expandWords(side)
		if !ok {
			return nil, []problem{tooMany(s)}
		}
		var pats []guard.Pattern
		for _, words := range alts {
			more, err := r.words(words)
			if err != "" {
				return nil, []problem{{to: len(s), code: "bad-pattern", message: fmt.Sprintf("%s is no command line: %s", quote(s), err), hint: patternHint}}
			}
			for _, p := range more {
				if !slices.ContainsFunc(pats, func(q guard.Pattern) bool { return samePattern(&p, &q) }) {
					pats = append(pats, p)
				}
			}
		}
		read = append(read, mergeOperands(pats))
	}
	if len(read) == 1 {
		return read[0], nil
	}
	if len(read[0])*len(read[1]) > maxAlternatives {
		return nil, []problem{tooMany(s)}
	}
	var out []guard.Pattern
	for _, a := range read[0] {
		for _, b := range read[1] {
			p := a
			p.Pipe = []guard.Pattern{b}
			out = append(out, p)
		}
	}
	return out, nil
}

const patternHint = `a pattern is a command line as you would type it, with globs: "git push {--force,--mirror}", "curl | sh"`

// words reads one command of a pattern. The text says what is wrong, "" nothing.
func (r *patternReader) words(words []word) ([]guard.Pattern, string) {
	var env []guard.EnvGlob
	for len(words) > 0 {
		e, ok := envGlob(words[0])
		if !ok {
			break
		}
		env = append(env, e)
		words = words[1:]
	}
	if len(words) == 0 {
		if len(env) > 0 {
			return nil, "no program stands behind " + env[len(env)-1].Name + "=; write * for any"
		}
		return nil, "no program is named"
	}
	if g := words[0].glob(); strings.HasPrefix(g, "-") && len(g) > 1 {
		return nil, "no program is named; write * " + g + " for any"
	}
	var b strings.Builder
	starts := make([]int, len(words)) // where each word begins in the text
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		starts[i] = b.Len()
		w.shellText(&b, i == 0)
	}
	script := shell.Read(b.String(), shell.Options{Dir: "/", Wrappers: r.wrappers})
	if script.Unreadable != nil {
		return nil, script.Unreadable.Why
	}
	chain := wrapped(script.Commands)
	if len(chain) == 0 {
		return nil, "no program is named"
	}
	var out []guard.Pattern
	lost := false
	for i, c := range chain {
		last := i+1 == len(chain)
		if r.depth > maxWrappers || len(out) > 0 && !last { // each second reading is one more to read
			continue
		}
		at, leaves := r.innerWord(c)
		if n := slices.Index(starts, at); n > 0 && (last || at < chain[i+1].Name.Span.Start) {
			more, err := r.inside(words[:n], words[n:])
			if lost = leaves && last; lost && err != "" {
				return nil, err
			}
			out = append(out, more...)
		}
	}
	if !lost { // else the words behind would be asked of nobody
		out = append(r.chain(chain), out...)
	}
	for i := range out {
		out[i].Env = append(slices.Clip(env), out[i].Env...)
	}
	return out, ""
}

// chain makes patterns of a command and the wrappers around it, in all their readings; the
// innermost command carries them.
func (r *patternReader) chain(chain []*shell.Command) []guard.Pattern {
	arounds := [][]guard.Pattern{nil}
	for i, c := range chain[:len(chain)-1] {
		var next [][]guard.Pattern
		for _, p := range r.command(c, chain[i+1]) {
			for _, a := range arounds {
				next = append(next, append(slices.Clip(a), p))
			}
		}
		arounds = next
	}
	var out []guard.Pattern
	for _, p := range r.command(chain[len(chain)-1], nil) {
		for _, a := range arounds {
			p.Around = a
			out = append(out, p)
		}
	}
	return out
}

// innerWord finds the word of a wrapper at which the command may begin that a pattern
// means to be anywhere in it, though the wrapper itself would take that word for something
// else: docker exec rm, find rm. -1: there is none. lost: a reading of the wrapper leaves
// that word out.
func (r *patternReader) innerWord(c *shell.Command) (start int, lost bool) {
	skip, ok := shell.Wraps(c, r.wrappers)
	if !ok {
		return -1, false
	}
	line := shell.Lines(c)[0]
	if line.Dash { // what it runs is told apart
		return -1, false
	}
	at := covered(&line)
	lost = at < len(c.Args)
	if len(line.Words) > skip && isProgram(line.Words[skip].Value) {
		at = line.Words[skip].Arg
	}
	if at >= len(c.Args) {
		return -1, false
	}
	return c.Args[at].Span.Start, lost
}

// isProgram reports whether a word looks like the name of a program.
func isProgram(v shell.Value) bool {
	s := v.Text()
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' || s[0] == '_')
}

// inside makes patterns of a wrapper and a command anywhere in it.
func (r *patternReader) inside(wrapper, command []word) ([]guard.Pattern, string) {
	strange, depth := r.strange, r.depth // what stands behind the wrapper may be its own
	defer func() { r.strange, r.depth = strange, depth }()
	r.depth = maxWrappers + 1
	outer, err := r.words(wrapper)
	if err != "" {
		return nil, err
	}
	r.depth = depth + 1
	inner, err := r.words(command)
	if err != "" {
		return nil, err
	}
	var out []guard.Pattern
	for _, o := range outer {
		around := append(slices.Clip(o.Around), o)
		around[len(around)-1].Around = nil
		for _, p := range inner {
			p.Around = slices.Concat(around, p.Around)
			out = append(out, p)
		}
	}
	return out, ""
}

// wrapped returns the first command and those that it runs by its own words, outermost
// first: sudo, env, rm.
func wrapped(cmds []shell.Command) []*shell.Command {
	var chain []*shell.Command
	at := -1
	for i := range cmds {
		c := &cmds[i]
		if len(chain) == 0 || c.Parent == at && named(c) && (c.Wrapped || inner(&cmds[at])) && !script(&cmds[at], c) {
			chain = append(chain, c)
			at = i
		}
	}
	return chain
}

// named reports whether a command begins with the name of a program: timeout rm -f is
// read with a program of the name -f.
func named(c *shell.Command) bool { return !strings.HasPrefix(string(c.Name.Value), "-") }

// script reports whether a command's name is the subcommand of the one around it: pnpm
// jest, which is asked for as it is written.
func script(around, c *shell.Command) bool {
	if !shell.RunsScripts(around.Program) {
		return false
	}
	for _, line := range shell.Lines(around) {
		if line.Sub > 0 && line.Words[0].Span == c.Name.Span {
			return true
		}
	}
	return false
}

// inner reports whether the last words of a command are another one's, though it hands
// them on as text: ssh host rm.
func inner(c *shell.Command) bool {
	for _, line := range shell.Lines(c) {
		if covered(&line) < len(c.Args) {
			return true
		}
	}
	return false
}

// covered is how many of a command's arguments a reading takes for its own.
func covered(l *shell.Line) int {
	n := 0
	for _, o := range l.Options {
		n = max(n, o.Arg+1, o.ValueArg+1)
	}
	for _, w := range l.Words {
		n = max(n, w.Arg+1)
	}
	if l.Dash {
		n++ // the two dashes stand among them
	}
	return n
}

// command turns one command into patterns, one for each of its readings. inner is
// the command that it wraps: its words are not the wrapper's.
func (r *patternReader) command(c, inner *shell.Command) []guard.Pattern {
	limit := len(c.Args)
	if inner != nil {
		limit = slices.IndexFunc(c.Args, func(w shell.Word) bool { return w.Span.Start >= inner.Name.Span.Start })
		if limit < 0 {
			limit = len(c.Args)
		}
	}
	named := *c
	if named.Program == "" { // python*: read by what its name begins with, as far as that is known
		named.Program = stem(c.Name.Value)
	}
	var out []guard.Pattern
	for _, line := range shell.Lines(&named) {
		p := guard.Pattern{Program: program(c), Dash: line.Dash, Sub: line.Sub}
		for _, o := range line.Options {
			if o.Arg >= limit {
				continue
			}
			og := guard.OptionGlob{Name: optionName(o.Name), HasValue: o.HasValue}
			if o.HasValue {
				og.Value = valueGlob(o.Value)
			}
			p.Options = append(p.Options, og)
		}
		for _, w := range line.Words {
			if w.Arg >= limit || !w.Value.Known() { // what xargs will add
				continue
			}
			if !w.AfterDash {
				p.DashAt++
			}
			p.Words = append(p.Words, valueGlob(w.Value))
		}
		p.Sub = min(p.Sub, len(p.Words))
		if !p.Dash {
			p.DashAt = 0
		}
		p.Operands = len(p.Words) > p.Sub
		if sub, plain := subcommand(&p); plain && c.Program != "" {
			for _, o := range line.Options {
				if o.Arg < limit && !o.Known && !o.Global && strings.IndexByte(o.Name, 0) < 0 {
					r.strange = append(r.strange, strangeOption{c.Program, sub, o.Name})
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// stem is the text of a program's glob in front of its first live character.
func stem(v shell.Value) string {
	s, _, _ := strings.Cut(string(v), "\x00")
	return s[strings.LastIndexByte(s, '/')+1:]
}

// optionName is the name of an option that a pattern asks for. One written with a glob
// keeps it.
func optionName(name string) string {
	if strings.IndexByte(name, 0) >= 0 {
		return valueGlob(shell.Value(name))
	}
	return name
}

// program is the glob over the base name, or the path when the pattern has a slash.
func program(c *shell.Command) string {
	if v := c.Name.Value; strings.Contains(string(v), "/") || c.Program == "" {
		return valueGlob(v)
	}
	return escapeGlob(c.Program)
}

// samePattern reports whether two patterns ask for the same.
func samePattern(a, b *guard.Pattern) bool {
	return fmt.Sprintf("%#v", *a) == fmt.Sprintf("%#v", *b)
}
