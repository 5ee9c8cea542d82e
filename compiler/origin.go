package compiler

import (
	"fmt"

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
	PassesOn []string // the examples, as messages show them
}

// origin describes a rule; written is the rule before an override changed it, or itself.
func (r *rule) origin(written *rule) Origin {
	o := Origin{
		Rule: r.lower(), Place: r.ID.at().place(), Disabled: r.Enabled.given() && !r.Enabled.Value,
		FiresOn: written.FiresOn.captions(), PassesOn: written.PassesOn.captions(),
	}
	if r.by != nil {
		o.Override, o.Reason = r.by.ID.at().place(), r.by.Reason.Value
		o.FiresOn = append(o.FiresOn, r.by.FiresOn.captions()...)
		o.PassesOn = append(o.PassesOn, r.by.PassesOn.captions()...)
	}
	return o
}

func (a at) place() string {
	var d diag.Diagnostic
	a.src.locate(a.span, &d)
	return fmt.Sprintf("%s:%d", d.File, d.Line)
}

func (t *examples) captions() []string {
	var list []string
	for i := range t.Items {
		list = append(list, t.Items[i].caption())
	}
	return list
}
