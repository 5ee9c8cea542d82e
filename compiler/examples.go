package compiler

import (
	"maps"
	"path"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
	"rules2guards.local/guard/wire"
)

// The machine of the examples.
const (
	exampleHome    = "/home/u"
	exampleProject = "/home/u/project"
)

// runExamples decides a rule's examples by the engine that guards run, and returns how
// many there were.
func (c *checker) runExamples(r *rule, settings guard.Settings) int {
	low := r.lower()
	low.Harnesses = nil // an example runs on none in particular
	p := guard.Program{Rules: []guard.Rule{low}, Settings: settings}
	p.Index = c.parsed.index(p.Rules)
	n := 0
	for _, l := range []struct {
		t    *examples
		fire bool
	}{{&r.FiresOn, true}, {&r.PassesOn, false}} {
		for i := range l.t.Items {
			c.runExample(&l.t.Items[i], p, path.Join(r.folder, r.base), l.fire)
			n++
		}
	}
	return n
}

func (c *checker) runExample(x *exampleTable, p guard.Program, folder string, fire bool) {
	cl, w := x.call(folder, p.Settings.Tools)
	if cl == nil {
		c.errorf("bad-example", x.where(), "", "the example %s is no call that a guard can read", x.caption())
		return
	}
	r := p.Rules[0]
	x.leaveOut(&r, cl)
	p.Rules = []guard.Rule{r}
	f := guard.Folders{Home: exampleHome, Project: exampleProject}
	var why []string
	j := guard.NewJudge(&p, w, f)
	j.Trace(func(m guard.Miss) { why = append(why, quote(m.Item)+": "+m.Why) })
	res := j.Decide(cl, call.ClaudeCode)
	fired, unreadable := false, ""
	for _, f := range res.Findings {
		if f.Rule == 0 {
			fired = true
			why = append(why, fired_(f))
		} else {
			unreadable = f.Item
		}
	}
	switch {
	case unreadable != "" && !(fire && fired):
		c.errorf("bad-example", x.where(), "", "the example %s can't be read: %s", x.caption(), unreadable)
	case fire && !fired:
		c.errorf("example-passes", x.where(), because(why, cl, r.Kind), "the example %s must fire, but passes", x.caption())
	case !fire && fired:
		c.errorf("example-fires", x.where(), why[len(why)-1], "the example %s must pass, but fires", x.caption())
	}
}

// fired_ says on what a rule fired.
func fired_(f guard.Finding) string {
	s := "it fires on " + quote(f.Item)
	if f.How != "" {
		s += " in " + f.How
	}
	return s
}

// maxReasons is how many reasons a hint lists.
const maxReasons = 4

// because says how far a rule came with a call.
func because(why []string, cl *call.Call, kind guard.Kind) string {
	why = slices.Compact(why)
	if len(why) > maxReasons {
		why = append(why[:maxReasons:maxReasons], "…")
	}
	if len(why) > 0 {
		return strings.Join(why, "\n")
	}
	const nothing = "nothing in it looks like what the rule names"
	if kind != guard.CommandRule {
		return nothing
	}
	var found []string
	for _, s := range cl.Shells {
		for _, cmd := range shell.Read(s.Text, shell.Options{Dir: cl.Dir, Home: exampleHome}).Commands {
			name := cmd.Program
			if len(cmd.Args) > 0 && name != "" && !strings.HasPrefix(string(cmd.Args[0].Value), "-") {
				name += " " + cmd.Args[0].Value.String()
			}
			if name != "" && !slices.Contains(found, name) && len(found) < maxReasons {
				found = append(found, name)
			}
		}
	}
	if len(found) == 0 {
		return nothing + "; no command is found in it"
	}
	return nothing + "; the commands in it begin with " + listWords(found)
}

// leaveOut takes a condition on the place out of a rule when the example leaves the place
// open: such a condition counts as met. The facts that a World answers it leaves to it.
func (x *exampleTable) leaveOut(r *guard.Rule, cl *call.Call) {
	if x.In.given() || len(r.When.In) == 0 && len(r.Unless.In) == 0 && r.Folder == "" {
		return
	}
	key, _, _ := x.verb()
	switch key {
	case "read", "write", "create", "delete":
		return // the file's folder is the place
	case "command":
		if saysPlace(cl) {
			return
		}
	}
	r.When.In = nil
	if len(r.Unless.In) > 0 {
		r.Unless = guard.Condition{}
	}
}

// saysPlace reports whether a command of the call says itself where it acts, by cd or -C.
func saysPlace(cl *call.Call) bool {
	for _, s := range cl.Shells {
		cmds := shell.Read(s.Text, shell.Options{Dir: cl.Dir, Home: exampleHome}).Commands
		for i := range cmds {
			for _, line := range shell.Lines(&cmds[i]) {
				if at := shell.ActsIn(&cmds[i], &line); at.Known && at.Dir != cl.Dir {
					return true
				}
			}
		}
	}
	return false
}

// call makes the call that an example stands for, and the machine on which it runs. nil:
// it can't be read.
func (x *exampleTable) call(folder string, hints []guard.ToolHint) (*call.Call, *exampleWorld) {
	w := &exampleWorld{x: x}
	dir := path.Join(exampleProject, folder)
	if x.In.given() {
		dir = resolve(x.In.Value, dir)
	}
	key, value, _ := x.verb()
	v := value.Value
	input := map[string]any{}
	name := ""
	switch key {
	case "command":
		name, input["command"] = "Bash", v
	case "fetch":
		name, input["url"] = "WebFetch", v
	case "tool":
		name = v
	case "read":
		name, input["file_path"] = "Read", v
	case "write", "create":
		name, input["file_path"], input["content"] = "Write", v, x.Text.Value
		if x.Old.given() {
			delete(input, "content")
			name, input["old_string"], input["new_string"] = "Edit", x.Old.Value, x.Text.Value
		}
	case "delete":
		name, input["path"] = "Delete", v
	}
	maps.Copy(input, x.Input.Value)
	for _, t := range claudeNames() {
		if strings.EqualFold(t, name) {
			name = t
		}
	}
	event, err := wire.For(call.ClaudeCode).Event(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "example", "cwd": dir, "tool_name": name, "tool_input": input,
	})
	cl := event.Call
	if cl == nil {
		return nil, nil
	}
	if err != nil && key != "tool" { // the arguments of a tool may well be left out of an example
		return nil, nil
	}
	if key == "tool" {
		guard.ApplyHints(hints, cl)
	}
	w.file = resolve(v, dir)
	switch key {
	case "read":
		w.there = true
	case "write", "create", "delete":
		w.there = key != "create"
		f := call.File{Path: v, Access: call.Write | call.Create}
		switch {
		case key == "delete":
			f.Access, f.Unknown = call.Delete, true
		case x.Old.given():
			f.Edits = []call.Edit{{Old: x.Old.Value, New: x.Text.Value}}
		case x.Text.given():
			f.Whole, f.Text = true, x.Text.Value
		default:
			f.Unknown = true
		}
		cl.Files = []call.File{f}
	}
	return cl, w
}

// claudeNames are the tools whose arguments an example's call is read by: an example may
// write them in any case.
func claudeNames() []string { return toolNames() }

// resolve is a path of an example, absolute.
func resolve(p, dir string) string {
	switch {
	case p == "~" || strings.HasPrefix(p, "~/"):
		return path.Join(exampleHome, p[1:])
	case path.IsAbs(p):
		return path.Clean(p)
	}
	return path.Join(dir, p)
}

// exampleWorld is the machine of an example: nothing exists but what the example says.
type exampleWorld struct {
	x     *exampleTable
	file  string // of an example that reads, writes or deletes one
	there bool   // it was there before
}

func (w *exampleWorld) Branch(string) (string, guard.Fact) {
	if !w.x.Branch.given() {
		return "", guard.NotStated
	}
	return w.x.Branch.Value, guard.True
}

func (w *exampleWorld) Worktree(string) guard.Fact {
	switch {
	case !w.x.Worktree.given():
		return guard.NotStated
	case w.x.Worktree.Value:
		return guard.True
	}
	return guard.False
}

func (w *exampleWorld) Mainline(string) string { return "" }

func (w *exampleWorld) Exists(p string) guard.Fact {
	if w.file != "" && w.there && p == w.file {
		return guard.True
	}
	for _, e := range w.x.Exists.Items {
		if p == resolve(e.Value, exampleProject) {
			return guard.True
		}
	}
	if w.x.Exists.given() {
		return guard.False
	}
	return guard.NotStated
}

func (w *exampleWorld) Real(p string) string { return p }

func (w *exampleWorld) ReadFile(p string) ([]byte, bool) {
	if p == w.file && w.there && w.x.Old.given() {
		return []byte(w.x.Old.Value), true
	}
	return nil, false
}
