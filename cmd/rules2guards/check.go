package main

import (
	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/replay"
)

func counted(r guard.Rule) bool { return r.Action == call.Count }

// check checks the rules and runs their examples.
func (a *app) check(args []string) int {
	var s source
	var o output
	f := flagSet("check")
	s.flags(f)
	o.flags(f, "text", "json", "github")
	if code, done := a.parse(f, args); done {
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	if f.NArg() > 0 {
		s.files = append(s.files, f.Args()...)
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	res, err := a.compile(s)
	if err != nil {
		return a.fail(err)
	}
	if err := a.report(o, a.stdout, res.Diagnostics, res.Sources); err != nil {
		return a.fail(err)
	}
	if o.format == "text" {
		errs, warns, _ := res.Diagnostics.Count()
		a.printf("%s, %s run: %s, %s\n", replay.Plural(res.Rules, "rule"), replay.Plural(res.Examples, "example"), replay.Plural(errs, "error"), replay.Plural(warns, "warning"))
	}
	if res.Diagnostics.HasErrors() {
		return exitFindings
	}
	if res.Rules == 0 {
		a.notef("note: there is no rule in it: write a [[rule]], or use = [\"git\"]; rules2guards packs lists what can be used")
	}
	return exitOK
}

// usable reports the diagnostics of a command that goes on with the rules; false: it must
// not.
func (a *app) usable(o output, res compiler.Result) bool {
	list := res.Diagnostics
	if !list.HasErrors() {
		list = severe(list, diag.Warning)
	}
	_ = a.report(o, a.stderr, list, res.Sources)
	return !res.Diagnostics.HasErrors()
}

// severe returns the diagnostics of at least a severity.
func severe(list diag.List, least diag.Severity) diag.List {
	var out diag.List
	for _, d := range list {
		if d.Severity <= least {
			out = append(out, d)
		}
	}
	return out
}
