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
)

// explain shows how a call is read and which rules fire, or documents a rule or a
// diagnostic.
func (a *app) explain(args []string) int {
	var s source
	var o output
	var event, code, rule, harnessID string
	f := flagSet("explain")
	s.flags(f)
	o.flags(f)
	f.StringVar(&event, "event", "", "file with an event")
	f.StringVar(&code, "code", "", "code of a diagnostic")
	f.StringVar(&rule, "rule", "", "id of a rule")
	f.StringVar(&harnessID, "harness", string(call.ClaudeCode), "harness that sent the event")
	if code, done := a.parse(f, args); done {
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	if code != "" {
		text, ok := diag.Explain(code)
		if !ok {
			return a.misused("no diagnostic has the code %q", code)
		}
		a.printf("%s\n", text)
		return exitOK
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
	case c == nil && event == "":
		return a.misused("explain needs one command in quotes, or --event FILE")
	case c == nil:
		a.printf("This event announces no tool call: a guard has nothing to say to it.\n")
		return exitOK
	}
	e := a.judge(res, c, h, s.project)
	if o.format == "json" {
		return a.explainJSON(e)
	}
	a.explainText(e)
	return exitOK
}

// explained is the call to explain; nil when there is none.
func (a *app) explained(args []string, event string, h call.Harness) (*call.Call, call.Harness, error) {
	if event == "" {
		if len(args) != 1 {
			return nil, h, nil
		}
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
		return nil, h, fmt.Errorf("read the event: %w", err)
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

// considered is a rule that looked relevant and did not fire.
type considered struct {
	Rule string `json:"rule"`
	Item string `json:"item"`
	Why  string `json:"why"`
}

func (a *app) judge(res compiler.Result, c *call.Call, h call.Harness, project string) explanation {
	e := explanation{call: c, program: &res.Program}
	guard.ApplyHints(res.Program.Settings.Tools, c)
	j := guard.NewJudge(&res.Program, guard.Disk{Project: project},
		guard.Folders{Home: filepath.ToSlash(a.home()), Project: filepath.ToSlash(project)})
	j.Trace(func(rule int, item, why string) {
		e.considered = append(e.considered, considered{res.Program.Rules[rule].ID, item, why})
	})
	e.res = j.Decide(c, h)
	fired := func(x considered) bool {
		return slices.ContainsFunc(e.res.Findings, func(f guard.Finding) bool {
			return f.Rule >= 0 && res.Program.Rules[f.Rule].ID == x.Rule && f.Item == x.Item
		})
	}
	seen := map[considered]bool{}
	e.considered = slices.DeleteFunc(e.considered, func(x considered) bool {
		double := seen[x]
		seen[x] = true
		return double || fired(x)
	})
	return e
}

// explainText prints an explanation for people.
func (a *app) explainText(e explanation) {
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
	for i, t := range e.res.Texts {
		if t.File != "" {
			a.printf("\nhow %s is read:\n", guard.Clean(t.File, 200))
		} else {
			a.printf("\nhow the text is read:\n")
		}
		a.printCommands(t.Script)
		if u := t.Script.Unreadable; u != nil {
			a.printf("  unreadable from line %d, column %d: %s\n", u.Line, u.Col, u.Why)
		}
		a.printFindings(e, i)
	}
	a.printFindings(e, -1)
	for n, x := range e.considered {
		if n == 0 {
			a.printf("\nrules that looked relevant and did not fire:\n")
		}
		a.printf("  %s on %s: %s\n", x.Rule, guard.Clean(x.Item, 120), x.Why)
	}
	for _, b := range e.res.Broken {
		a.printf("\noff, since an expression is broken: %s\n", guard.Clean(b, 200))
	}
}

// printCommands shows the commands of a text as a tree.
func (a *app) printCommands(s *shell.Script) {
	if len(s.Commands) == 0 {
		a.printf("  it runs no command\n")
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
		a.printf("%s\n", line)
		for _, e := range shell.Effects(c) {
			a.printf("%s%s %s\n", strings.Repeat("  ", depth+1), accessWords(e.Access), guard.Clean(e.Path.String(), 200))
		}
	}
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

// printFindings prints what fired on one text, or with -1 on everything else.
func (a *app) printFindings(e explanation, text int) {
	first := true
	for _, f := range e.res.Findings {
		if f.Text != text || f.Rule < 0 {
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
		if text >= 0 {
			if t := e.res.Texts[text].Text; f.Span.End <= len(t) && f.Span.Start < f.Span.End {
				a.printf("    in the text: %s\n", guard.Clean(t[f.Span.Start:f.Span.End], 200))
			}
		}
	}
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

// explainRule shows one rule as the guard holds it.
func (a *app) explainRule(res compiler.Result, id string) int {
	for _, r := range res.Program.Rules {
		if r.ID != id {
			continue
		}
		a.printf("%s (%s rule, %s)\n%s\n", r.ID, r.Kind, r.Action, guard.Clean(r.Message, 2000))
		if r.Instead != "" {
			a.printf("instead: %s\n", guard.Clean(r.Instead, 2000))
		}
		for _, l := range []struct {
			name  string
			items []string
		}{{"commands", r.Commands}, {"paths", r.Paths}, {"hosts", r.Hosts}, {"tools", r.Tools}, {"except", r.Except}} {
			for _, i := range l.items {
				a.printf("%s: %s\n", l.name, guard.Clean(i, 400))
			}
		}
		if r.Pattern != "" {
			a.printf("pattern: %s\n", guard.Clean(r.Pattern, 400))
		}
		return exitOK
	}
	return a.misused("no rule has the id %q", id)
}
