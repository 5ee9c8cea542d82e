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
		Message: "What the guard enforces is for a person to change.",
		Instead: "tell the person which command to run",
		Commands: []string{
			"rules2guards {generate,init,remove}", "go run *rules2guards{,@*} {generate,init,remove}",
			"{pkill,killall} {guard,*rules2guards*}", "pkill -P {guard,*rules2guards*}", // -STOP reads as options up to -P
			// They put files away that git doesn't know: entries that aren't shared.
			"git stash {--all,--include-untracked}", "git stash {push,save} {--all,--include-untracked}",
		},
		Except: []string{"git stash {--all,--include-untracked} -- *", "git stash push {--all,--include-untracked} *"}, // path rules judge what is named
	}}
	var protected []Protected
	var block, ask []string
	for _, h := range hs {
		protected = append(protected, h.Protected()...)
		for _, s := range h.Starts() {
			if s.Ask {
				ask = append(ask, s.Command)
			} else {
				block = append(block, s.Command)
			}
		}
	}
	var whole []string
	for _, p := range protected {
		if len(p.Keep) == 0 {
			whole = append(whole, p.Path)
		}
	}
	if len(whole) > 0 {
		rules = append(rules, guard.Rule{
			ID: ownPrefix + "hook-files", Kind: guard.PathRule, Action: call.Block,
			Message: "From these files a harness takes the hook that runs the guard, or switches that turn hooks off.",
			Instead: human, Paths: whole, Access: change,
		})
	}
	for i, group := range byKeep(protected) {
		rules = append(rules, guard.Rule{
			ID: ownPrefix + "settings-" + strconv.Itoa(i+1), Kind: guard.PathRule, Action: call.Block,
			Message: "This would change whether the guard runs: " + strings.Join(asTheyAre(group.keep), ", ") + " in this file stay as they are, and the file stays loadable.",
			Instead: "change its other settings only; " + human,
			Paths:   group.paths, Access: change, Keep: group.keep,
		})
	}
	if len(block) > 0 {
		rules = append(rules, guard.Rule{
			ID: ownPrefix + "start", Kind: guard.CommandRule, Action: call.Block,
			Message:  "This starts a coding agent without its guard.",
			Instead:  "start it without that switch",
			Commands: block,
		})
	}
	if len(ask) > 0 {
		rules = append(rules, guard.Rule{
			ID: ownPrefix + "start-ask", Kind: guard.CommandRule, Action: call.Ask,
			Message:  "This may start a coding agent without its guard.",
			Commands: ask,
		})
	}
	return rules
}

// IsOwn reports whether an id is one of the rules of Protect, of this version or another:
// the pack "guard" has ids that begin alike.
func IsOwn(id string) bool {
	name, ok := strings.CutPrefix(id, ownPrefix)
	switch name {
	case "files", "rules", "commands", "hook-files", "start", "start-ask":
		return ok
	}
	return ok && strings.HasPrefix(name, "settings-")
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

// asTheyAre lists the keys that may not change at all, of those of a rule's Keep.
func asTheyAre(keep []string) []string {
	var list []string
	for _, k := range keep {
		if k != guard.KeepComments && !strings.Contains(k, ":") {
			list = append(list, k)
		}
	}
	return list
}

// RuleFor returns the id of the rule of Protect that protects a harness's file of that base
// name; empty if none does.
func RuleFor(hs []Harness, h Harness, base string) string {
	var all []Protected
	for _, x := range hs {
		all = append(all, x.Protected()...)
	}
	for _, p := range h.Protected() {
		name := p.Path[strings.LastIndex(p.Path, "/")+1:]
		if name != base && !strings.Contains(p.Path, strings.TrimSuffix(base, ".json")) {
			continue
		}
		if len(p.Keep) == 0 {
			return ownPrefix + "hook-files"
		}
		i := slices.IndexFunc(byKeep(all), func(g keepGroup) bool { return slices.Equal(g.keep, p.Keep) })
		return ownPrefix + "settings-" + strconv.Itoa(i+1)
	}
	return ""
}
