package harness

import (
	"fmt"
	"slices"
	"strings"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// Permission is one permission rule in the harness's own words.
type Permission struct {
	Rule   string // id of the rule that it comes from
	Group  string // where in the file it belongs, if the file has such places
	Text   string // "Bash(npm *)"; may have several lines
	Short  string // the same for a list in one line; empty: Text
	Misses string // what this layer does not stop, one line
}

// PermissionPlace says where permission rules of a harness go and how a note stands beside
// one there.
type PermissionPlace struct {
	Where   string // for people: the file, and the key in it
	Comment string // what begins a note
	List    bool   // one line a rule with a comma behind it; else a block below its note
}

// Examples are shell commands that a rule fires on or passes, as the rule file has them.
type Examples struct{ Fires, Passes []string }

// PermissionsOf returns the permission rules of a harness that say what rules say, as far
// as the harness was seen to enforce them, and a note for each rule that has none. A form
// that stops more than its rule would be a surprise, one that stops nothing a lie.
// examples returns the examples of the rule with an id; nil: there are none.
func PermissionsOf(h Harness, rules []guard.Rule, examples func(id string) Examples) ([]Permission, diag.List) {
	list, notes := h.Permissions(rules)
	if examples == nil || h.ID() != call.Codex {
		return list, notes
	}
	for i := range list {
		list[i].Text = codexWithExamples(list[i], examples(list[i].Rule))
	}
	return list, notes
}

// PlaceOfPermissions says where a harness takes permission rules from; the zero value: none
// of its forms was seen to hold.
func PlaceOfPermissions(id call.Harness) PermissionPlace {
	switch id {
	case call.ClaudeCode:
		return PermissionPlace{Where: "permissions.deny", Comment: "# ", List: true}
	case call.Codex:
		return PermissionPlace{Where: "a file ~/.codex/rules/NAME.rules, or .codex/rules/NAME.rules of a trusted project; a mistake in it stops codex: codex execpolicy check --rules FILE ls", Comment: "# "}
	case call.GeminiCLI:
		return PermissionPlace{Where: "a file ~/.gemini/policies/NAME.toml (policies of a project do nothing)", Comment: "# "}
	case call.Copilot:
		return PermissionPlace{Where: "flags of copilot, also with --allow-all", Comment: "# "}
	case call.OpenCode:
		return PermissionPlace{Where: "permission in opencode.json; the last rule that matches wins, so these stand last under their key", Comment: "# ", List: true}
	}
	return PermissionPlace{}
}

// translate translates the rules that block and have no conditions or exceptions, and of
// these what a form of the harness says.
func translate(id call.Harness, name string, rules []guard.Rule, kinds func(*guard.Rule) ([]Permission, []string)) ([]Permission, diag.List) {
	var list []Permission
	var notes diag.List
	for i := range rules {
		r := &rules[i]
		if strings.HasPrefix(r.ID, ownPrefix) || len(r.Harnesses) > 0 && !slices.Contains(r.Harnesses, string(id)) {
			continue
		}
		found, why := unconditional(r, kinds)
		for _, p := range found {
			p.Rule = r.ID
			list = append(list, p)
		}
		for _, w := range why {
			notes = append(notes, diag.Diagnostic{
				Severity: diag.Note, Code: "no-permission-rule", Rule: r.ID,
				Message: fmt.Sprintf("rule %q: no permission rule of %s says this: %s", r.ID, name, w),
			})
		}
	}
	return list, notes
}

func unconditional(r *guard.Rule, kinds func(*guard.Rule) ([]Permission, []string)) (list []Permission, why []string) {
	switch {
	case r.Action != call.Block:
		return nil, []string{"its action is " + r.Action.String()}
	case !r.When.Empty() || !r.Unless.Empty() || r.Folder != "":
		return nil, []string{"it holds only under conditions"}
	case len(r.Except) > 0:
		return nil, []string{"it has exceptions"}
	}
	return kinds(r)
}

// noKind is why a rule of a kind has no permission rule.
func noKind(r *guard.Rule) []string {
	return []string{"there is none for rules of kind " + r.Kind.String()}
}

// prefixes lists the plain beginnings of a command by which a rule fires: each is a program
// and the words behind it. why names what of the rule is more than that.
func prefixes(r *guard.Rule) (list []string, why []string) {
	if r.Pattern != "" {
		words, ok := wordsOfPattern(r.Pattern)
		switch {
		case len(r.Commands) > 0:
			return nil, []string{"both commands and pattern have to match"}
		case !ok:
			return nil, []string{fmt.Sprintf("pattern %q is no plain beginning of a command", r.Pattern)}
		}
		return []string{words}, nil
	}
	for _, c := range r.Commands {
		alternatives, ok := plainCommands(c)
		if !ok {
			why = append(why, fmt.Sprintf("%q is more than the beginning of a command in plain words", c))
		}
		list = append(list, alternatives...)
	}
	return list, why
}

// commandsOnly translates command rules by their plain beginnings.
func commandsOnly(form func(words, message string) Permission) func(*guard.Rule) ([]Permission, []string) {
	return func(r *guard.Rule) (list []Permission, why []string) {
		if r.Kind != guard.CommandRule {
			return nil, noKind(r)
		}
		words, why := prefixes(r)
		for _, w := range words {
			p := form(w, permissionReason(r))
			p.Misses += missesGlobal(w)
			list = append(list, p)
		}
		return list, why
	}
}

// permissionReason is what a permission rule tells the model, in one line.
func permissionReason(r *guard.Rule) string { return guard.Clean(r.Words(), 400) }
