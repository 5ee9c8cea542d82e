package compiler

import (
	"strings"
)

// checkExamples checks that each example says what the call is, and nothing that has no
// meaning with it.
func (c *checker) checkExamples(r *rule) {
	if !r.FiresOn.given() && !r.override {
		c.warnf("no-examples", r.header(), `write fires_on = ["a command that must fire"]: it runs at every compile`, "no fires_on example")
	}
	for _, l := range []struct {
		name string
		t    *examples
	}{{"fires_on", &r.FiresOn}, {"passes_on", &r.PassesOn}} {
		if l.name == "fires_on" && l.t.given() && len(l.t.Items) == 0 {
			c.warnf("no-examples", l.t.header(), `write fires_on = ["a command that must fire"]: it runs at every compile`, "no fires_on example")
		}
		for i := range l.t.Items {
			c.checkExample(&l.t.Items[i])
		}
	}
}

// verb is what an example's call does: the key that says it, and its value.
func (x *exampleTable) verb() (key string, value *text, more bool) {
	for _, v := range []struct {
		key string
		t   *text
	}{
		{"command", &x.Command},
		{"read", &x.Read},
		{"write", &x.Write},
		{"create", &x.Create},
		{"delete", &x.Delete},
		{"fetch", &x.Fetch},
		{"tool", &x.Tool},
	} {
		if !v.t.given() {
			continue
		}
		if value != nil {
			return key, value, true
		}
		key, value = v.key, v.t
	}
	return key, value, false
}

const verbHint = "command, read, write, create, delete, fetch or tool"

func (c *checker) checkExample(x *exampleTable) {
	key, value, more := x.verb()
	switch {
	case value == nil:
		c.errorf("bad-example", x.where(), "name one of "+verbHint, "an example doesn't say what the call is")
		return
	case more:
		c.errorf("bad-example", x.where(), "name one of "+verbHint+", and make two examples of it", "an example is two calls at once")
		return
	case value.bad:
		return
	case strings.TrimSpace(value.Value) == "":
		c.errorf("bad-example", value.at(), "", "an example is empty")
	}
	writes := key == "write" || key == "create"
	misplaced := func(t decodable, name, belongs string) {
		if t.given() {
			c.errorf("bad-example", keyOf(t), "", "%s belongs to examples with %s, not with %s,", quote(name), belongs, key)
		}
	}
	if !writes {
		misplaced(&x.Text, "text", "write or create")
	}
	if key != "write" {
		misplaced(&x.Old, "old", "write")
	}
	if key == "write" && x.Old.given() && !x.Text.given() {
		c.errorf("bad-example", x.Old.n.keyAt(), `write text = "" for text that is taken out`, "old needs text, which takes its place,")
	}
	if b := &x.Branch; b.given() && !b.bad && strings.ContainsAny(b.Value, "*?[{") {
		c.errorf("bad-example", b.at(), "name one branch", "the branch of an example is a name, not a glob,")
	}
	if in := &x.In; in.given() && !in.bad && strings.ContainsAny(in.Value, "*?[{") {
		c.errorf("bad-example", in.at(), "name one folder", "the folder of an example is a name, not a glob,")
	}
	for i := range x.Exists.Items {
		c.report(&x.Exists.Items[i], checkRelative(x.Exists.Items[i].Value))
	}
}

// caption shows an example in a message: the command alone, or the table.
func (x *exampleTable) caption() string {
	key, value, _ := x.verb()
	if value == nil {
		return "an example"
	}
	if key == "command" && !x.Input.given() && !x.Branch.given() && !x.In.given() && !x.Exists.given() && !x.Worktree.given() {
		return quote(value.Value)
	}
	return "{ " + key + " = " + quote(value.Value) + x.facts() + " }"
}

func (x *exampleTable) facts() string {
	var b strings.Builder
	for _, f := range []struct {
		key string
		t   *text
	}{{"text", &x.Text}, {"old", &x.Old}, {"branch", &x.Branch}, {"in", &x.In}} {
		if f.t.given() {
			b.WriteString(", " + f.key + " = " + quote(f.t.Value))
		}
	}
	if x.Input.given() || x.Exists.given() || x.Worktree.given() {
		b.WriteString(", …")
	}
	return b.String()
}
