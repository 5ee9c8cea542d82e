package compiler

import (
	"slices"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// lower turns a checked rule into the form that guards carry: defaults filled in, sets in
// a fixed order, strings as the user wrote them.
func (r *rule) lower() guard.Rule {
	out := guard.Rule{
		ID:            r.id(),
		Kind:          lowerKind(r.Kind.Value),
		Action:        call.Block,
		Message:       r.Message.Value,
		Instead:       r.Instead.Value,
		Folder:        r.folder,
		FireOnUnknown: r.OnUnknown.Value == "fire",
		Scripts:       r.Scripts.Value,
		Commands:      r.Commands.values(),
		Pattern:       r.Pattern.Value,
		MustMatch:     r.MustMatch.Value,
		ExceptPattern: r.ExceptPattern.Value,
		Paths:         r.Paths.values(),
		Hosts:         r.Hosts.values(),
		Tools:         r.Tools.values(),
		Except:        r.Except.values(),
		When:          r.When.lower(),
		Unless:        r.Unless.lower(),
	}
	out.Paths, out.When.In, out.Unless.In = rebasePaths(out.Paths, r.base), rebasePaths(out.When.In, r.base), rebasePaths(out.Unless.In, r.base)
	switch out.Kind {
	case guard.CommandRule:
		out.Commands, out.Except = rebaseCommands(out.Commands, r.base), rebaseCommands(out.Except, r.base)
	case guard.PathRule, guard.ContentRule:
		out.Except = rebasePaths(out.Except, r.base)
	}
	if r.Action.given() {
		_ = out.Action.UnmarshalText([]byte(r.Action.Value)) // checkWords has reported a wrong word
	}
	if r.Harnesses.given() {
		out.Harnesses = slices.Compact(slices.Sorted(slices.Values(r.Harnesses.values())))
	}
	if out.Kind == guard.ContentRule {
		out.Targets = lowerTargets(&r.Targets)
	}
	for _, a := range r.Access.values() {
		switch a {
		case "read":
			out.Access |= call.Read
		case "write":
			out.Access |= call.Write
		case "create":
			out.Access |= call.Create
		case "delete":
			out.Access |= call.Delete
		}
	}
	switch r.Via.Value {
	case "shell":
		out.Via = guard.ViaShell
	case "tool":
		out.Via = guard.ViaTool
	}
	return out
}

func lowerKind(s string) guard.Kind {
	for k := guard.CommandRule; k <= guard.ToolRule; k++ {
		if k.String() == s {
			return k
		}
	}
	return 0
}

func lowerTargets(t *texts) []guard.Target {
	if !t.given() {
		return []guard.Target{guard.FileText}
	}
	var out []guard.Target
	for x := guard.FileText; x <= guard.SQL; x++ {
		if slices.Contains(t.values(), x.String()) {
			out = append(out, x)
		}
	}
	return out
}

func (t *conditionTable) lower() guard.Condition {
	c := guard.Condition{Branch: t.Branch.values(), In: t.In.values(), Exists: t.Exists.values()}
	if t.Worktree.given() {
		c.Worktree = guard.No
		if t.Worktree.Value {
			c.Worktree = guard.Yes
		}
	}
	for _, f := range t.Input.Items {
		c.Input = append(c.Input, guard.FieldPattern{Field: f.Name, Pattern: f.Pattern.Value})
	}
	return c
}

func (t *guardTable) lower(user bool) guard.Settings {
	s := guard.Settings{
		BlockOnError:    t.OnError.Value == "block",
		AllowUnreadable: t.OnUnreadable.Value == "allow",
		Wrappers:        t.Wrappers.values(),
		User:            user,
	}
	for _, x := range t.Tools.Items {
		s.Tools = append(s.Tools, guard.ToolHint{Tool: x.Tool.Value, Command: x.Command.Value, Path: x.Path.Value})
	}
	return s
}
