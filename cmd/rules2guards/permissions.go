package main

import (
	"encoding/json"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
)

// permissions prints the rules in the harnesses' own permission syntax.
func (a *app) permissions(args []string) int {
	var s source
	var o output
	var list string
	f := flagSet("permissions")
	s.flags(f)
	o.flags(f)
	f.StringVar(&list, "harness", "", "harnesses")
	if code, done := a.parse(f, args); done {
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	hs, err := a.choose(list, s.project)
	if err != nil {
		return a.misused("%v", err)
	}
	res, err := a.compile(s)
	if err != nil {
		return a.fail(err)
	}
	if !a.usable(output{format: "text", color: o.color}, res) {
		return exitFindings
	}
	var rules []guard.Rule
	for _, r := range live(res.Program.Rules) {
		if !isGuardsOwn(r) {
			rules = append(rules, r)
		}
	}
	type permission struct {
		Harness string `json:"harness"`
		Rule    string `json:"rule"`
		Text    string `json:"permission"`
		Misses  string `json:"misses"`
	}
	all := []permission{}
	var notes diag.List
	for _, h := range hs {
		ps, ns := h.Permissions(rules)
		notes = append(notes, ns...)
		for _, p := range ps {
			all = append(all, permission{string(h.ID()), p.Rule, p.Text, p.Misses})
		}
	}
	if o.format == "json" {
		enc := json.NewEncoder(a.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(all); err != nil {
			return a.fail(err)
		}
	} else {
		last := ""
		for _, p := range all {
			if p.Harness != last {
				a.printf("# %s: permissions.deny, a second layer beside the guard\n", p.Harness)
				last = p.Harness
			}
			a.printf("%q,  # %s; misses: %s\n", p.Text, p.Rule, guard.Clean(p.Misses, 400))
		}
	}
	if err := a.report(output{format: "text", color: o.color}, a.stderr, notes, nil); err != nil {
		return a.fail(err)
	}
	return exitOK
}
