package harness

import (
	"slices"
	"strconv"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// ownPrefix begins the ids of the rules that protect the guard. Users can't write it.
const ownPrefix = "guard/"

// Protect returns the rules that keep an agent from taking the guard out of its own way
// ([guard] protect_self). They are rules like any other: printed, read in review, explained.
// data lists folders that hold guards besides the usual ~/.local/share/rules2guards, as
// paths of a rule.
//
// A folder that holds a protected file is protected with it: deleting or moving a folder is
// a delete of what is in it.
func Protect(hs []Harness, data ...string) []guard.Rule {
	const change = call.Write | call.Create | call.Delete
	const human = "a person can do it"
	rules := []guard.Rule{{
		ID: ownPrefix + "files", Kind: guard.PathRule, Action: call.Block,
		Message: "These files are the guard.",
		Instead: "change rules.toml, and ask a person to run rules2guards generate",
		Paths:   append([]string{"./.rules2guards", ".rules2guards", "~/.local/share/rules2guards"}, data...),
		Access:  change,
	}, {
		ID: ownPrefix + "rules", Kind: guard.PathRule, Action: call.Ask,
		Message: "This changes the rules of the guard.",
		Paths:   []string{"./rules.toml", "~/.config/rules2guards"},
		Access:  change,
	}, {
		ID: ownPrefix + "commands", Kind: guard.CommandRule, Action: call.Block,
		Message:  "What the guard enforces is for a person to change.",
		Instead:  "tell the person which command to run",
		Commands: []string{"rules2guards {generate,init,remove}"},
	}}
	for _, h := range hs {
		id := ownPrefix + string(h.ID())
		var whole []string
		for _, p := range h.Protected() {
			if len(p.Keep) == 0 {
				whole = append(whole, p.Path)
			}
		}
		for i, group := range byKeep(h.Protected()) {
			name := "-settings"
			if i > 0 {
				name += "-" + strconv.Itoa(i+1)
			}
			rules = append(rules, guard.Rule{
				ID: id + name, Kind: guard.PathRule, Action: call.Block,
				Message: "This would change whether " + h.Name() + " runs the guard: " + strings.Join(group.keep, ", ") + " in its settings stay as they are.",
				Instead: "change other settings only; " + human,
				Paths:   group.paths, Access: change, Keep: group.keep,
			})
		}
		if len(whole) > 0 {
			rules = append(rules, guard.Rule{
				ID: id + "-files", Kind: guard.PathRule, Action: call.Block,
				Message: h.Name() + " takes hooks or switches from these files.",
				Instead: human, Paths: whole, Access: change,
			})
		}
		var block, ask []string
		for _, s := range h.Starts() {
			if s.Ask {
				ask = append(ask, s.Command)
			} else {
				block = append(block, s.Command)
			}
		}
		if len(block) > 0 {
			rules = append(rules, guard.Rule{
				ID: id + "-start", Kind: guard.CommandRule, Action: call.Block,
				Message:  "This starts " + h.Name() + " without its guard.",
				Instead:  "start it without that switch",
				Commands: block,
			})
		}
		if len(ask) > 0 {
			rules = append(rules, guard.Rule{
				ID: id + "-start-ask", Kind: guard.CommandRule, Action: call.Ask,
				Message:  "This may start " + h.Name() + " without its guard.",
				Commands: ask,
			})
		}
	}
	return rules
}

// keepGroup is files of which the same keys are protected.
type keepGroup struct{ keep, paths []string }

// byKeep gathers files by their protected keys, in order; files of which any change counts
// are left out.
func byKeep(list []Protected) []keepGroup {
	var groups []keepGroup
	for _, p := range list {
		if len(p.Keep) == 0 {
			continue
		}
		i := slices.IndexFunc(groups, func(g keepGroup) bool { return slices.Equal(g.keep, p.Keep) })
		if i < 0 {
			groups = append(groups, keepGroup{keep: p.Keep})
			i = len(groups) - 1
		}
		groups[i].paths = append(groups[i].paths, p.Path)
	}
	return groups
}
