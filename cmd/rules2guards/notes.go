package main

import (
	"fmt"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
	"rules2guards.local/harness"
)

// notes lists what people have to know and do about the harnesses of a generate, one line
// each. Trust is theirs to give: the step is said, and never taken for them.
func (g *generation) notes() []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	site := g.app.site(g.o.source, g.at, &g.program)
	var own, placed []string
	user := site.Scope == harness.User
	for _, h := range g.harnesses {
		about := harness.AboutOf(h.ID())
		files := h.Paths(site)
		if len(files) == 0 || !user && !inside(files[0].Path, site.Project) {
			other := "user"
			if user {
				other = "project"
			}
			add("%s has no settings for this scope, so it has no guard yet: generate --scope %s", h.Name(), other)
			continue
		}
		placed = append(placed, h.Name())
		trust := about.Trust
		if user {
			trust = about.TrustUser
		}
		if trust != "" {
			add("%s: %s", h.Name(), trust)
		}
		if !user {
			own = append(own, g.app.rel(files[0].Path))
		}
	}
	if len(own) > 0 {
		add("commit rules.toml and %s; keep out of git what names paths of this machine: %s", g.app.rel(g.at.Source), strings.Join(own, ", "))
	}
	switch {
	case len(placed) == 0:
	case user:
		add("the guard is not in containers, other accounts, and where a harness is told to use another configuration folder")
	default:
		line := "the guard is not in other clones, worktrees and containers (run generate there too)"
		for _, h := range g.harnesses {
			if s := harness.AboutOf(h.ID()).Start; s != "" {
				line += ", nor in " + h.Name() + " " + s
			}
		}
		add("%s", line)
	}
	return list
}

// actionNotes lists what becomes of questions and warnings, for the rules that have them,
// and which rules are off in a harness whose tool lacks a field. Rules that fare alike
// share a line.
func actionNotes(rules []guard.Rule, hs []harness.Harness) []string {
	var list []string
	of := map[string][]string{}
	note := func(line, rule string) {
		if line == "" {
			return
		}
		if of[line] == nil {
			list = append(list, line)
		}
		of[line] = append(of[line], rule)
	}
	for _, r := range rules {
		if isGuardsOwn(r) {
			continue
		}
		var meant []harness.Harness
		for _, h := range hs {
			if len(r.Harnesses) == 0 || slices.Contains(r.Harnesses, string(h.ID())) {
				meant = append(meant, h)
			}
		}
		switch r.Action {
		case call.Ask:
			note(askNote(meant), r.ID)
		case call.Warn:
			if dropped := withOutcome(meant, call.Warn, call.Pass); len(dropped) > 0 {
				note("a warning does not reach the model in "+strings.Join(dropped, ", "), r.ID)
			}
		}
		for _, line := range fieldNotes(&r, meant) {
			note(line, r.ID)
		}
	}
	for i, line := range list {
		list[i] = line + ": " + strings.Join(of[line], ", ")
	}
	return list
}

func askNote(hs []harness.Harness) string {
	asks, blocks := withOutcome(hs, call.Ask, call.Ask), withOutcome(hs, call.Ask, call.Block)
	var parts []string
	if len(asks) > 0 {
		parts = append(parts, "is a question in "+strings.Join(asks, ", ")+" and blocks where nobody is there to answer")
	}
	if len(blocks) > 0 {
		parts = append(parts, "blocks in "+strings.Join(blocks, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return "ask " + strings.Join(parts, "; it ")
}

// withOutcome lists the harnesses in which an action becomes another, or stays what it is.
func withOutcome(hs []harness.Harness, action, becomes call.Decision) []string {
	var names []string
	for _, h := range hs {
		if wire.Outcome(h.ID(), action) == becomes {
			names = append(names, h.Name())
		}
	}
	return names
}

// fieldNotes says in which tools a rule is off, because they lack a field that its
// conditions name.
func fieldNotes(r *guard.Rule, hs []harness.Harness) []string {
	var list []string
	for _, f := range slices.Concat(r.When.Input, r.Unless.Input) {
		if !slices.Contains(guard.CanonicalFields(), f.Field) {
			continue
		}
		for _, h := range hs {
			if tools := without(r, h.ID(), f.Field); len(tools) > 0 {
				list = append(list, fmt.Sprintf("a rule is off in %s, where %s has no field %q", h.Name(), strings.Join(tools, " and "), f.Field))
			}
		}
	}
	return list
}

// without lists the tools of a harness that a rule may be about and that lack a field. A
// rule on tools by globs, which reach far, is told of only when all of them do.
func without(r *guard.Rule, id call.Harness, field string) []string {
	var lacking []string
	having := 0
	for _, t := range wire.Tools(id) {
		has := func(name string) bool {
			return slices.ContainsFunc(t.Fields, func(a call.Alias) bool { return a.Name == name })
		}
		about := false
		switch r.Kind {
		case guard.ToolRule:
			about = len(t.Fields) > 0 && guard.NamesTool(r.Tools, t.Name, t.Own)
		case guard.CommandRule:
			about = has("command")
		case guard.PathRule, guard.ContentRule:
			about = has("path")
		case guard.HostRule:
			about = has("url")
		}
		switch {
		case about && has(field):
			having++
		case about:
			lacking = append(lacking, t.Own)
		}
	}
	if having > 0 && (r.Kind != guard.ToolRule || strings.ContainsAny(strings.Join(r.Tools, ""), "*?[{")) {
		return nil
	}
	return lacking
}
