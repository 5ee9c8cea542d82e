package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
	"rules2guards.local/guard/wire"
	"rules2guards.local/replay"
)

// explain shows how a call is read and which rules fire, or documents a rule or a
// diagnostic.
func (a *app) explain(args []string) int {
	var s source
	var o output
	var event, code, rule, harnessID string
	var verbose bool
	f := flagSet("explain")
	s.flags(f)
	o.flags(f, "text", "json")
	f.StringVar(&event, "event", "", "`FILE` explain an event of a harness; - is standard input")
	f.StringVar(&code, "code", "", "`CODE` explain the diagnostics with this code")
	f.StringVar(&rule, "rule", "", "`ID` show all of one rule, and where it comes from")
	f.StringVar(&harnessID, "harness", string(call.ClaudeCode), "`NAME` the harness that sent the event")
	f.BoolVar(&verbose, "verbose", false, "name every rule that was compared too")
	if code, done := a.parse(f, args); done {
		if code == exitUsage && f.NArg() > 0 && !strings.Contains(f.Arg(0), " ") {
			a.notef("hint: a command goes in quotes: rules2guards explain 'git push -f'")
		}
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	wanted := f.NArg()
	for _, flag := range []string{event, code, rule} {
		if flag != "" {
			wanted++
		}
	}
	switch {
	case wanted != 1:
		return a.misused("explain needs one of: a command in quotes (rules2guards explain 'git push -f'), --event FILE, --code CODE, --rule ID")
	case o.format != "text" && (code != "" || rule != ""):
		return a.misused("explain --code and --rule print text only: they have no --format %q", o.format)
	case code != "":
		text, ok := diag.Explain(code)
		if !ok {
			return a.unknown("code", code, diag.Codes())
		}
		a.printf("%s\n", text)
		return exitOK
	case !slices.Contains(harnessNames(), harnessID):
		return a.unknown("harness", harnessID, harnessNames())
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	res, err := a.compile(s)
	if err != nil {
		return a.fail(err)
	}
	if !a.usable(output{format: "text", color: o.color}, res) {
		return exitFindings
	}
	if rule != "" {
		return a.explainRule(res, rule)
	}
	c, h, err := a.explained(f.Args(), event, call.Harness(harnessID))
	switch {
	case err != nil:
		return a.fail(err)
	case c == nil:
		a.printf("This event announces no tool call: a guard has nothing to say to it.\n")
		return exitOK
	}
	e := a.judge(res, c, h, s.project)
	if o.format == "json" {
		return a.explainJSON(e)
	}
	a.explainText(e, o, verbose)
	return exitOK
}

// explained is the call to explain; nil when there is none.
func (a *app) explained(args []string, event string, h call.Harness) (*call.Call, call.Harness, error) {
	if event == "" {
		return &call.Call{
			Tool: "Bash", OwnTool: "Bash", Dir: filepath.ToSlash(a.dir),
			Input:  map[string]any{"command": args[0]},
			Shells: []call.Shell{{Text: args[0]}},
		}, h, nil
	}
	var data []byte
	var err error
	if event == "-" {
		data, err = readLimited(a.stdin, wire.MaxEvent)
	} else {
		data, err = readAll(event)
	}
	if err != nil {
		return nil, h, fmt.Errorf("read the event: %w", plainly(err))
	}
	_, ev, err := wire.Decode(data, h)
	if err != nil && ev.Call == nil {
		return nil, h, fmt.Errorf("read the event: %w", err)
	}
	return ev.Call, ev.Harness, nil
}

// explanation is a judged call and what was considered on the way.
type explanation struct {
	call       *call.Call
	program    *guard.Program
	res        guard.Result
	considered []considered
}

// considered is a rule that did not fire on an item.
type considered struct {
	Rule string `json:"rule"`
	Item string `json:"item"`
	Why  string `json:"why"`
	far  bool   // see guard.Miss
}

func (a *app) judge(res compiler.Result, c *call.Call, h call.Harness, project string) explanation {
	e := explanation{call: c, program: &res.Program}
	guard.ApplyHints(res.Program.Settings.Tools, c)
	j := guard.NewJudge(&res.Program, guard.Disk{Project: project},
		guard.Folders{Home: filepath.ToSlash(a.home()), Project: filepath.ToSlash(project)})
	j.Trace(func(m guard.Miss) {
		e.considered = append(e.considered, considered{res.Program.Rules[m.Rule].ID, m.Item, m.Why, m.Far})
	})
	e.res = j.Decide(c, h)
	seen := map[considered]bool{}
	e.considered = slices.DeleteFunc(e.considered, func(x considered) bool {
		double := seen[x]
		seen[x] = true
		return double || e.fired(x.Rule, x.Item)
	})
	return e
}

// fired reports whether a rule fired on an item; on any, when that is empty.
func (e *explanation) fired(rule, item string) bool {
	return slices.ContainsFunc(e.res.Findings, func(f guard.Finding) bool {
		return f.Rule >= 0 && e.program.Rules[f.Rule].ID == rule && (item == "" || f.Item == item)
	})
}

// explainText prints an explanation for people: the verdict, what fired, how the text was
// read where that says more than the text, and which rules came near.
func (a *app) explainText(e explanation, o output, verbose bool) {
	switch d := e.res.Verdict.Decision; d {
	case call.Pass:
		a.printf("Nothing to say: no rule fires.\n")
	default:
		a.printf("%s by %s\n", strings.ToUpper(d.String()), e.res.Verdict.RuleID)
		a.printf("the model reads: %s\n", e.res.Verdict.Reason)
	}
	for _, u := range e.res.Unread {
		a.printf("not read: %s\n", guard.Clean(u, 300))
	}
	a.printFindings(e, o.colored(a, a.stdout))
	for _, t := range e.res.Texts {
		lines := commandLines(t.Script)
		if !verbose && t.File == "" && len(lines) == 1 && strings.TrimSpace(lines[0]) == strings.TrimSpace(t.Text) {
			continue
		}
		name := "the text"
		if t.File != "" {
			name = guard.Clean(t.File, 200)
		}
		a.printf("\nhow %s is read:\n%s\n", name, strings.Join(lines, "\n"))
	}
	if verbose {
		a.printConsidered(e)
	} else {
		a.printNear(e)
	}
	for _, b := range e.res.Broken {
		a.printf("\noff, since an expression is broken: %s\n", guard.Clean(b, 200))
	}
}

// printFindings prints what fired, with the part of the text marked.
func (a *app) printFindings(e explanation, color bool) {
	first := true
	for _, f := range e.res.Findings {
		if f.Rule < 0 {
			continue
		}
		if first {
			a.printf("\nwhat fires:\n")
			first = false
		}
		r := &e.program.Rules[f.Rule]
		in := ""
		if f.How != "" {
			in = " inside " + guard.Clean(f.How, 60)
		}
		a.printf("  %s (%s): %s %s%s\n", r.ID, f.Decision, f.What, guard.Clean(f.Item, 200), in)
		if f.Text < 0 {
			continue
		}
		if t := e.res.Texts[f.Text].Text; f.Span.End <= len(t) && f.Span.Start < f.Span.End {
			part := t[f.Span.Start:f.Span.End]
			a.printf("    in the text: %s\n", guard.Clean(part, 200))
			if strings.TrimSpace(t) != strings.TrimSpace(part) {
				a.printf("                 %s\n", replay.Marked(t, f.Span.Start, f.Span.End, color))
			}
		}
	}
}

// printConsidered prints every rule that was compared and did not fire, with each why.
func (a *app) printConsidered(e explanation) {
	for n, x := range e.considered {
		if n == 0 {
			a.printf("\nrules that were compared and did not fire:\n")
		}
		a.printf("  %s on %s: %s\n", x.Rule, guard.Clean(x.Item, 120), x.Why)
	}
}

// printNear prints the rules on what the call does that fired nowhere, a line each.
func (a *app) printNear(e explanation) {
	var rules []string
	of := map[string][]considered{}
	for _, x := range e.considered {
		if x.far || e.fired(x.Rule, "") {
			continue
		}
		if of[x.Rule] == nil {
			rules = append(rules, x.Rule)
		}
		of[x.Rule] = append(of[x.Rule], x)
	}
	for n, id := range rules {
		if n == 0 {
			a.printf("\nrules on this that did not fire:\n")
		}
		x, more := of[id][0], ""
		if n := len(of[id]) - 1; n > 0 {
			more = fmt.Sprintf(" (and %d more: --verbose)", n)
		}
		a.printf("  %s on %s: %s%s\n", id, guard.Clean(x.Item, 120), x.Why, more)
	}
}

// commandLines shows the commands of a text as a tree, a line each, and what they do to
// files below.
func commandLines(s *shell.Script) []string {
	var lines []string
	if len(s.Commands) == 0 {
		lines = append(lines, "  it runs no command")
	}
	for i := range s.Commands {
		c := &s.Commands[i]
		depth := 1
		for p := c.Parent; p >= 0 && depth < 20; p = s.Commands[p].Parent {
			depth++
		}
		line := strings.Repeat("  ", depth) + commandLine(c)
		if c.How != "" {
			line += "   (by " + guard.Clean(c.How, 60) + ")"
		}
		if c.Place.Remote {
			line += "   (on another machine or in a container)"
		} else if !c.Place.Known {
			line += "   (in a folder known only at run time)"
		}
		if c.Program == "" && len(c.Name.Value) > 0 {
			line += "   (which program this is, is known only at run time)"
		}
		lines = append(lines, line)
		for _, e := range shell.Effects(c) {
			lines = append(lines, strings.Repeat("  ", depth+1)+accessWords(e.Access)+" "+guard.Clean(e.Path.String(), 200))
		}
	}
	if u := s.Unreadable; u != nil {
		lines = append(lines, fmt.Sprintf("  unreadable from line %d, column %d: %s", u.Line, u.Col, u.Why))
	}
	return lines
}

func commandLine(c *shell.Command) string {
	words := []string{}
	if n := c.Name.Value.String(); n != "" {
		words = append(words, n)
	}
	for _, w := range c.Args {
		words = append(words, w.Value.String())
	}
	if len(words) == 0 {
		return "(no command: assignments or redirects only)"
	}
	return guard.Clean(strings.Join(words, " "), 200)
}

func accessWords(x call.Access) string {
	var words []string
	for _, w := range []struct {
		bit  call.Access
		word string
	}{{call.Read, "reads"}, {call.Write, "writes"}, {call.Create, "may create"}, {call.Delete, "deletes"}} {
		if x&w.bit != 0 {
			words = append(words, w.word)
		}
	}
	return strings.Join(words, ", ")
}

func (a *app) explainJSON(e explanation) int {
	type fired struct {
		Rule     string        `json:"rule"`
		Decision call.Decision `json:"decision"`
		What     string        `json:"what"`
		Item     string        `json:"item"`
		How      string        `json:"how,omitempty"`
		Start    int           `json:"start"`
		End      int           `json:"end"`
	}
	type command struct {
		Words  []string `json:"words"`
		How    string   `json:"how,omitempty"`
		Parent int      `json:"parent"`
		Start  int      `json:"start"`
		End    int      `json:"end"`
	}
	out := struct {
		Decision   call.Decision `json:"decision"`
		Rule       string        `json:"rule,omitempty"`
		Reason     string        `json:"reason,omitempty"`
		Commands   []command     `json:"commands"`
		Fired      []fired       `json:"fired"`
		Considered []considered  `json:"considered"`
		Unreadable string        `json:"unreadable,omitempty"`
	}{
		Decision: e.res.Verdict.Decision, Rule: e.res.Verdict.RuleID, Reason: e.res.Verdict.Reason,
		Commands: []command{}, Fired: []fired{}, Considered: append([]considered{}, e.considered...),
	}
	for _, t := range e.res.Texts {
		for i := range t.Script.Commands {
			c := &t.Script.Commands[i]
			words := []string{c.Name.Value.String()}
			for _, w := range c.Args {
				words = append(words, w.Value.String())
			}
			out.Commands = append(out.Commands, command{words, c.How, c.Parent, c.Span.Start, c.Span.End})
		}
		if u := t.Script.Unreadable; u != nil {
			out.Unreadable = fmt.Sprintf("%d:%d: %s", u.Line, u.Col, u.Why)
		}
	}
	for _, f := range e.res.Findings {
		id := guard.UnreadableID
		if f.Rule >= 0 {
			id = e.program.Rules[f.Rule].ID
		}
		out.Fired = append(out.Fired, fired{id, f.Decision, f.What, f.Item, f.How, f.Span.Start, f.Span.End})
	}
	return a.json(out)
}
