package guard

import (
	"slices"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// commands are the commands of one text with what was worked out about them so far.
type commands struct {
	all   []shell.Command
	lines [][]shell.Line
	texts []lineText
	flows *flow

	soughtDeletes, deletes bool // see deletesAny
}

// lineText is what expressions see of one reading of a command.
type lineText struct {
	command, line int
	text          string
}

// text returns the command line of a reading as expressions see it, without its unknown
// parts. Only the readings of one command are kept: rules ask for them one after the other.
func (cs *commands) text(i, k int) string {
	if len(cs.texts) > 0 && cs.texts[0].command != i {
		cs.texts = cs.texts[:0]
	}
	for _, t := range cs.texts {
		if t.line == k {
			return t.text
		}
	}
	s := commandText(&cs.all[i], &cs.lines[i][k], "")
	cs.texts = append(cs.texts, lineText{i, k, s})
	return s
}

// readings returns the readings of a command's arguments.
func (cs *commands) readings(i int) []shell.Line {
	if cs.lines == nil {
		cs.lines = make([][]shell.Line, len(cs.all))
	}
	if cs.lines[i] == nil {
		cs.lines[i] = shell.Lines(&cs.all[i])
	}
	return cs.lines[i]
}

// judgeCommand judges one command by the command rules whose program it can be.
func (j *Judge) judgeCommand(cs *commands, i, text int) {
	c := &cs.all[i]
	x := &j.p.Index
	if c.Program != "" {
		if n, ok := slices.BinarySearchFunc(x.Programs, c.Program, func(e NameEntry, name string) int {
			return strings.Compare(e.Name, name)
		}); ok {
			e := &x.Programs[n]
			for _, p := range e.Patterns {
				j.tryPattern(cs, i, p, text)
			}
			j.trySubs(cs, i, e.Subs, text)
		}
		for _, p := range x.Globs {
			j.tryPattern(cs, i, p, text)
		}
		for _, n := range x.Regexps {
			j.tryRegexp(cs, i, n, text)
		}
		return
	}
	if len(c.Name.Value) == 0 {
		return // only assignments or redirects
	}
	for p := range x.Patterns { // the name is a glob, or known only at run time
		j.tryPattern(cs, i, p, text)
	}
	for _, n := range x.Regexps {
		j.tryRegexp(cs, i, n, text)
	}
}

// trySubs tries the patterns for the subcommands that the command can have.
func (j *Judge) trySubs(cs *commands, i int, subs []NameEntry, text int) {
	if len(subs) == 0 {
		return
	}
	try := func(e *NameEntry) {
		for _, p := range e.Patterns {
			j.tryPattern(cs, i, p, text)
		}
	}
	last := ""
	for k := range cs.readings(i) {
		words := cs.lines[i][k].Words
		if len(words) == 0 {
			continue
		}
		sub := string(words[0].Value)
		if strings.IndexByte(sub, 0) >= 0 { // known only at run time
			for n := range subs {
				try(&subs[n])
			}
			return
		}
		if sub == last {
			continue
		}
		last = sub
		if n, ok := slices.BinarySearchFunc(subs, sub, func(e NameEntry, name string) int {
			return strings.Compare(e.Name, name)
		}); ok {
			try(&subs[n])
		}
	}
}

// tryPattern fires the pattern's rule if the command, in one of its readings, is what the
// pattern means and not what its except means.
func (j *Judge) tryPattern(cs *commands, i, n, text int) {
	j.steps++
	p := &j.p.Index.Patterns[n]
	r := &j.p.Rules[p.Rule]
	if !j.applies(r) {
		return
	}
	m := matcher{j: j, cs: cs, p: p, l: looseGlobs, folder: r.Folder}
	if r.FireOnUnknown {
		m.l |= looseUnknown
	}
	if !m.program(i, p) {
		return
	}
	if !m.env(i, p) || !m.around(i, p) {
		if j.trace != nil {
			j.trace(Miss{p.Rule, display(&cs.all[i]), m.unwrapped(i, p), true})
		}
		return
	}
	piped := len(p.Pipe) > 0
	if piped && !m.reachesPartner(i, n, false) {
		j.whyNot(p.Rule, &cs.all[i], "its output does not reach the other command of the pattern")
		return
	}
	var matched, excepted bool
	for k := range cs.readings(i) {
		line := &cs.lines[i][k]
		if !m.line(i, p, line) || r.Pattern != "" && !j.textMatches(p.Rule, &cs.all[i], line) {
			continue
		}
		matched = true
		if j.excepted(cs, p.Rule, i, piped, line) || piped && !m.reachesPartner(i, n, true) {
			excepted = true
			continue
		}
		if j.conditions(p.Rule, j.commandPlace(cs, i, line), display(&cs.all[i])) {
			j.fireCommand(cs, i, p.Rule, text)
		}
		return
	}
	switch {
	case excepted:
		j.whyNot(p.Rule, &cs.all[i], "except names it")
	case !matched && j.trace != nil:
		why, far := m.unmet(i, p)
		j.trace(Miss{p.Rule, display(&cs.all[i]), why, far})
	}
}

// tryRegexp judges a command rule that has a pattern and no commands.
func (j *Judge) tryRegexp(cs *commands, i int, n Needle, text int) {
	for k := range cs.readings(i) {
		line := &cs.lines[i][k]
		if !holdsLiteral(cs.text(i, k), n) && !j.p.Rules[n.Rule].FireOnUnknown {
			continue
		}
		if !j.applies(&j.p.Rules[n.Rule]) {
			return
		}
		if !j.textMatches(n.Rule, &cs.all[i], line) || j.excepted(cs, n.Rule, i, false, line) {
			continue
		}
		if j.conditions(n.Rule, j.commandPlace(cs, i, line), display(&cs.all[i])) {
			j.fireCommand(cs, i, n.Rule, text)
		}
		return
	}
}

func holdsLiteral(s string, n Needle) bool {
	if n.Literal == "" {
		return true
	}
	if n.Fold {
		s = strings.ToLower(s)
	}
	return strings.Contains(s, n.Literal)
}

func (j *Judge) fireCommand(cs *commands, i, rule, text int) {
	c := &cs.all[i]
	j.fire(rule, Finding{Item: display(c), What: "runs", Text: text, Span: c.Span, How: how(cs, i)})
}

// how names what the command stands in, outermost first.
func how(cs *commands, i int) string {
	var parts []string
	for k := i; k >= 0 && len(parts) < 8; k = cs.all[k].Parent {
		if h := cs.all[k].How; h != "" {
			parts = append(parts, h)
		}
	}
	slices.Reverse(parts)
	return strings.Join(parts, " > ")
}

// display shows a command for people.
func display(c *shell.Command) string {
	var b strings.Builder
	b.WriteString(c.Name.Value.String())
	for _, a := range c.Args {
		if b.Len() > maxFragment {
			break
		}
		b.WriteByte(' ')
		b.WriteString(quoted(a.Value.String()))
	}
	return b.String()
}

// quoted shows a word as one would type it.
func quoted(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\r\n'\"\\$`;&|<>()#") {
		return s
	}
	return call.Quote(s)
}

// textMatches matches a rule's expression against the command line.
func (j *Judge) textMatches(rule int, c *shell.Command, line *shell.Line) bool {
	r := &j.p.Rules[rule]
	re := j.regexp(rule, r.Pattern)
	if re == nil {
		return false
	}
	solid := commandText(c, line, string(unknownRune))
	if r.FireOnUnknown && strings.ContainsRune(solid, unknownRune) {
		return couldMatch(r.Pattern, solid)
	}
	// An unknown part must not decide: the expression has to match whatever stands there.
	return re.MatchString(commandText(c, line, "")) && re.MatchString(solid)
}

// commandText is the command line that an expression sees: base name and words joined by
// single spaces, without options in front of the subcommand and without message texts.
func commandText(c *shell.Command, line *shell.Line, unknown string) string {
	var b strings.Builder
	if c.Program != "" {
		b.WriteString(c.Program)
	} else {
		b.WriteString(known(c.Name.Value, unknown))
	}
	cuts := textCuts(line)
	for i, a := range c.Args {
		v := a.Value
		for len(cuts) > 0 && cuts[0].arg < i {
			cuts = cuts[1:]
		}
		if len(cuts) > 0 && cuts[0].arg == i {
			if v = v[:max(0, len(v)-cuts[0].end)]; len(v) == 0 || cuts[0].all {
				continue
			}
		}
		b.WriteByte(' ')
		b.WriteString(quoted(known(v, unknown)))
	}
	return b.String()
}

// textCut says what an expression does not see of one argument.
type textCut struct {
	arg int
	all bool
	end int // so many bytes at its end
}

// textCuts are the arguments that expressions don't see, or not wholly, in order: options in
// front of the subcommand, and the values that are message texts.
func textCuts(line *shell.Line) []textCut {
	var cuts []textCut
	for _, o := range line.Options {
		message := isMessage(o.Name)
		if o.Global && !message {
			cuts = append(cuts, textCut{arg: o.Arg, all: true})
		}
		switch {
		case !o.Global && !message || !o.HasValue:
		case o.ValueArg >= 0:
			cuts = append(cuts, textCut{arg: o.ValueArg, all: true})
		case message:
			cuts = append(cuts, textCut{arg: o.Arg, end: len(o.Value)})
		}
	}
	slices.SortFunc(cuts, func(a, b textCut) int { return a.arg - b.arg })
	return cuts
}

func known(v shell.Value, unknown string) string {
	if v.Known() {
		return v.Text()
	}
	return shell.Value(strings.ReplaceAll(string(v), shell.Unknown, unknown)).Text()
}

// isMessage reports whether an option's value is free text, which no expression should see.
func isMessage(option string) bool {
	switch option {
	case "--message", "--body", "--title", "--notes", "--description", "--subject":
		return true
	}
	return false
}
