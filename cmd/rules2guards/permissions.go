package main

import (
	"fmt"
	"strings"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// permissions prints the rules in the harnesses' own permission syntax.
func (a *app) permissions(args []string) int {
	var s source
	var o output
	var list string
	f := flagSet("permissions")
	s.flags(f)
	o.flags(f, "text", "json")
	f.StringVar(&list, "harness", "", "`LIST` harnesses with commas, or all (default: those with a folder in the project or a program on PATH, else claude-code)")
	if code, done := a.flagsOnly(f, args); done {
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	hs, why, code := a.choose(list, s.project)
	if hs == nil {
		return code
	}
	res, err := a.compile(s)
	if err != nil {
		return a.fail(err)
	}
	if !a.usable(output{format: "text", color: o.color}, res) {
		return exitFindings
	}
	if why != "" {
		a.notef("note: %s", why)
	}
	all, notes := permissionsFor(res.Program.Rules, res.Cases, hs)
	if o.format == "json" {
		err = a.permissionsJSON(all)
	} else {
		a.permissionsText(all)
	}
	if err == nil {
		err = a.report(output{format: "text", color: o.color}, a.stderr, notes, nil)
	}
	if err != nil {
		return a.fail(err)
	}
	return exitOK
}

// permitted is what one harness can hold of the rules itself.
type permitted struct {
	harness harness.Harness
	list    []harness.Permission
}

// permissionsFor translates the rules that a guard carries, but for its own.
func permissionsFor(rules []guard.Rule, cases []compiler.Case, hs []harness.Harness) (all []permitted, notes diag.List) {
	var own []guard.Rule
	for _, r := range live(rules) {
		if !isGuardsOwn(r) {
			own = append(own, r)
		}
	}
	for _, h := range hs {
		ps, ns := harness.PermissionsOf(h, own, func(id string) harness.Examples { return examplesOf(cases, id) })
		notes = append(notes, ns...)
		if len(ps) > 0 {
			all = append(all, permitted{h, ps})
		}
	}
	return all, notes
}

// examplesOf lists the examples of a rule that are shell commands and nothing else.
func examplesOf(cases []compiler.Case, id string) harness.Examples {
	var x harness.Examples
	for _, c := range cases {
		command, ok := c.Input["command"].(string)
		if c.Rule != id || c.Tool != "Bash" || !ok || c.Stated {
			continue
		}
		if c.Fires {
			x.Fires = append(x.Fires, command)
		} else {
			x.Passes = append(x.Passes, command)
		}
	}
	return x
}

func (a *app) permissionsJSON(all []permitted) error {
	type permission struct {
		Harness string `json:"harness"`
		Rule    string `json:"rule"`
		Group   string `json:"key,omitempty"`
		Text    string `json:"permission"`
		Misses  string `json:"misses"`
	}
	out := []permission{}
	for _, p := range all {
		for _, x := range p.list {
			out = append(out, permission{string(p.harness.ID()), x.Rule, x.Group, x.Text, x.Misses})
		}
	}
	return a.encode(out)
}

// permissionsText prints what can be taken over into the harness's file as it is.
func (a *app) permissionsText(all []permitted) {
	for i, p := range all {
		at := harness.PlaceOfPermissions(p.harness.ID())
		if i > 0 {
			a.printf("\n")
		}
		a.printf("%s%s: %s. A second layer beside the guard\n", at.Comment, p.harness.ID(), at.Where)
		if !at.List {
			for _, x := range p.list {
				a.printf("\n%s%s; %s\n%s\n", at.Comment, x.Rule, guard.Clean(x.Misses, 400), x.Text)
			}
			continue
		}
		group := ""
		for _, x := range byGroup(p.list) {
			if x.Group != group {
				group = x.Group
				a.printf("%s%s\n", at.Comment, group)
			}
			text := x.Text
			if group == "" && !strings.HasPrefix(text, `"`) {
				text = fmt.Sprintf("%q", text)
			}
			a.printf("%s,  %s%s; %s\n", text, at.Comment, x.Rule, guard.Clean(x.Misses, 400))
		}
	}
}

// byGroup puts what belongs under one key together, in the order of the keys' first rules;
// what stands under none comes first.
func byGroup(list []harness.Permission) []harness.Permission {
	groups := []string{""}
	of := map[string][]harness.Permission{}
	for _, p := range list {
		if of[p.Group] == nil && p.Group != "" {
			groups = append(groups, p.Group)
		}
		of[p.Group] = append(of[p.Group], p)
	}
	var out []harness.Permission
	for _, g := range groups {
		out = append(out, of[g]...)
	}
	return out
}

// shortPermissions says in a line for each harness what it could hold itself.
func shortPermissions(all []permitted) []string {
	var lines []string
	for _, p := range all {
		var words []string
		for _, x := range p.list {
			if x.Short == "" {
				x.Short = x.Text
			}
			words = append(words, x.Short)
		}
		const most = 12
		if n := len(words); n > most {
			words = append(words[:most], fmt.Sprintf("and %d more", n-most))
		}
		lines = append(lines, fmt.Sprintf("%s: %s", p.harness.ID(), strings.Join(words, ", ")))
	}
	return lines
}
