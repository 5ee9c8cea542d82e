package compiler

import "maps"

// Case is one example of a rule as it was written, for commands that need a call that a
// rule is known to fire on, or to pass.
type Case struct {
	Rule  string // id
	Fires bool   // of fires_on
	// Tool and Input are the call in Claude Code's words; an example of a file that is
	// deleted has none.
	Tool  string
	Input map[string]any
	// Stated says that the example names facts (a branch, a folder, files that exist) that
	// may be otherwise on a machine.
	Stated bool
}

// cases lists the examples of a rule in the order of the file.
func (r *rule) cases() []Case {
	var list []Case
	for _, l := range []struct {
		t     *examples
		fires bool
	}{{&r.FiresOn, true}, {&r.PassesOn, false}} {
		for i := range l.t.Items {
			x := &l.t.Items[i]
			tool, input := x.toolCall()
			list = append(list, Case{
				Rule: r.id(), Fires: l.fires, Tool: tool, Input: input,
				Stated: x.Branch.given() || x.In.given() || x.Exists.given() || x.Worktree.given(),
			})
		}
	}
	return list
}

// toolCall is the tool and its arguments that an example stands for; no tool for the
// deletion of a file.
func (x *exampleTable) toolCall() (name string, input map[string]any) {
	key, value, _ := x.verb()
	input = map[string]any{}
	switch key {
	case "command":
		name, input["command"] = "Bash", value.Value
	case "fetch":
		name, input["url"] = "WebFetch", value.Value
	case "tool":
		name = value.Value
	case "read":
		name, input["file_path"] = "Read", value.Value
	case "write", "create":
		name, input["file_path"], input["content"] = "Write", value.Value, x.Text.Value
		if x.Old.given() {
			delete(input, "content")
			name, input["old_string"], input["new_string"] = "Edit", x.Old.Value, x.Text.Value
		}
	}
	maps.Copy(input, x.Input.Value)
	return name, input
}
