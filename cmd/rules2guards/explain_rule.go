package main

import (
	"slices"
	"strings"

	"rules2guards.local/compiler"
	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// explainRule shows all of one rule as the guard holds it, where it was written, and what
// changed it.
func (a *app) explainRule(res compiler.Result, id string) int {
	o, ok := find(res, id)
	if !ok {
		return a.noRule(id, res)
	}
	text, err := emit.RuleText(o.Rule)
	if err != nil {
		return a.fail(err)
	}
	from := "added by protect_self"
	if name, ok := strings.CutPrefix(o.Place, "pack:"); ok {
		name, _, _ = strings.Cut(name, ":")
		from = "from a pack: rules2guards packs show " + name
	} else if o.Place != "" {
		from = "written at " + o.Place
	}
	a.printf("# %s\n", guard.Clean(from, 400))
	if o.Override != "" {
		a.printf("# changed by the override at %s: %s\n", guard.Clean(o.Override, 400), guard.Clean(o.Reason, 2000))
	}
	switch {
	case o.Disabled:
		a.printf("# off (enabled = false): no guard carries it\n")
	case o.Rule.Action == call.Count:
		a.printf("# on trial (action = \"count\"): count and test use it, no guard carries it\n")
	}
	text, tables, _ := strings.Cut(text, "\n[rule.")
	a.printf("%s\n", whole(strings.TrimRight(text, "\n")))
	for _, l := range []struct {
		key   string
		items []string
	}{{"fires_on", o.FiresOn}, {"passes_on", o.PassesOn}} {
		if len(l.items) == 0 {
			continue
		}
		a.printf("%s = [\n", l.key)
		for _, x := range l.items {
			a.printf("  %s,\n", whole(x))
		}
		a.printf("]\n")
	}
	if tables != "" {
		a.printf("\n[rule.%s", whole(tables))
	}
	return exitOK
}

// whole makes text fit to be shown and cuts nothing of it: a byte becomes six at most. The
// escapes are those of TOML.
func whole(s string) string { return call.Clean(s, 6*len(s)) }

// find is a rule by its id, those of protect_self too.
func find(res compiler.Result, id string) (compiler.Origin, bool) {
	for _, o := range res.Origins {
		if o.Rule.ID == id {
			return o, true
		}
	}
	for _, r := range res.Program.Rules {
		if r.ID == id {
			return compiler.Origin{Rule: r}, true
		}
	}
	return compiler.Origin{}, false
}

// noRule says that no rule has an id, and which may be meant.
func (a *app) noRule(id string, res compiler.Result) int {
	var ids []string
	for _, o := range res.Origins {
		ids = append(ids, o.Rule.ID)
	}
	for _, r := range res.Program.Rules {
		if !slices.Contains(ids, r.ID) {
			ids = append(ids, r.ID)
		}
	}
	if pack, _, ok := strings.Cut(id, "/"); ok && compiler.DidYouMean(id, ids) == "" {
		ids = slices.DeleteFunc(ids, func(x string) bool { return !strings.HasPrefix(x, pack+"/") })
	}
	return a.unknown("rule", id, ids)
}
