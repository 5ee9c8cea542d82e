package emit

import (
	"slices"

	"rules2guards.local/guard"
)

// Held is what a guard will hold after a generate.
type Held struct {
	Rules   []guard.Rule
	Held    []string // ids of the last rules, which rules.toml no longer has
	Dropped []string // ids of rules that the guard held and no longer holds
}

// Hold joins the rules that came of rules.toml with those that the guard holds already: a
// rule with the same id is replaced, the others stay, last. off lists ids that the rule
// file has without a compiled rule (enabled = false, action = "count"): naming a rule there
// is how one drops it on purpose. With replace, everything that rules.toml lacks is dropped.
//
// The index of the rules has to be worked out from the result.
func Hold(rules []guard.Rule, off []string, lock Lock, replace bool) Held {
	h := Held{Rules: slices.Clone(rules)}
	for _, r := range lock.Rules {
		switch {
		case slices.ContainsFunc(rules, func(x guard.Rule) bool { return x.ID == r.ID }):
		case replace || slices.Contains(off, r.ID):
			h.Dropped = append(h.Dropped, r.ID)
		default:
			h.Rules = append(h.Rules, r)
			h.Held = append(h.Held, r.ID)
		}
	}
	return h
}
