package compiler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
)

// Origin is a rule as guards carry it, after overrides, and where it was written.
type Origin struct {
	Rule     guard.Rule
	Place    string // FILE:LINE of its id; the file of a pack is pack:NAME
	Override string // FILE:LINE of the [[override]] that changed it; empty: none did
	Reason   string // the override's
	Disabled bool   // enabled = false: no guard carries it
	FiresOn  []string
	PassesOn []string // the examples, each a value of TOML on one line
}

// origin describes a rule; written is the rule before an override changed it, or itself.
func (r *rule) origin(written *rule) Origin {
	o := Origin{
		Rule: r.lower(), Place: r.ID.at().place(), Disabled: r.Enabled.given() && !r.Enabled.Value,
		FiresOn: written.FiresOn.sources(), PassesOn: written.PassesOn.sources(),
	}
	if r.by != nil {
		o.Override, o.Reason = r.by.ID.at().place(), r.by.Reason.Value
		o.FiresOn = append(o.FiresOn, r.by.FiresOn.sources()...)
		o.PassesOn = append(o.PassesOn, r.by.PassesOn.sources()...)
	}
	return o
}

func (a at) place() string {
	var d diag.Diagnostic
	a.src.locate(a.span, &d)
	return fmt.Sprintf("%s:%d", d.File, d.Line)
}

func (t *examples) sources() []string {
	var list []string
	for i := range t.Items {
		list = append(list, t.Items[i].source())
	}
	return list
}

// source is the whole of an example as a value of TOML.
func (x *exampleTable) source() string {
	key, value, _ := x.verb()
	if value == nil {
		return "{}" // compiling said so
	}
	fields := []string{key + " = " + tomlText(value.Value)}
	for _, f := range []struct {
		key string
		t   *text
	}{{"text", &x.Text}, {"old", &x.Old}, {"branch", &x.Branch}, {"in", &x.In}} {
		if f.t.given() {
			fields = append(fields, f.key+" = "+tomlText(f.t.Value))
		}
	}
	if x.Exists.given() {
		var list []any
		for _, s := range x.Exists.values() {
			list = append(list, s)
		}
		fields = append(fields, "exists = "+tomlValue(list))
	}
	if x.Worktree.given() {
		fields = append(fields, "worktree = "+tomlValue(x.Worktree.Value))
	}
	if x.Input.given() {
		fields = append(fields, "input = "+tomlValue(x.Input.Value))
	}
	if len(fields) == 1 && key == "command" {
		return tomlText(value.Value)
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

// tomlText is a basic string of TOML, whose escapes are not all of them Go's.
func tomlText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// tomlValue is a value that jsonValue made, on one line.
func tomlValue(v any) string {
	switch v := v.(type) {
	case string:
		return tomlText(v)
	case []any:
		var items []string
		for _, x := range v {
			items = append(items, tomlValue(x))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var fields []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, tomlText(k)+" = "+tomlValue(v[k]))
		}
		if len(fields) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	}
	return fmt.Sprint(v)
}
