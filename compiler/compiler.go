package compiler

import (
	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// Options of Compile. The zero value compiles a single file that uses no others.
type Options struct {
	// Load reads a file that a rule file names, and resolves links: what leads out of the
	// folder of the file first given must be an error. The path is that file's folder joined
	// with what was written, with forward slashes. nil: naming a file is a diagnostic.
	Load func(path string) ([]byte, error)
	// Pack returns the text of a pack; nil: there are none.
	Pack func(name string) ([]byte, bool)
	// Protect are the rules that keep the guard itself; they are added behind all others
	// unless the file says protect_self = false.
	Protect []guard.Rule
	// Root is the project's root and Base the folder in which a relative file name starts,
	// both absolute: they tell whether the file lies deeper in the project. Without them it
	// lies at the root.
	Root, Base string
	// User compiles rules of the user's own scope.
	User bool
}

// Result is what came of a rule file.
type Result struct {
	// Program holds the rules in the order of the file, those of used files where they are
	// named. Rules with action "count" are among them: a guard that is written out leaves
	// them away (and makes its index anew).
	Program     guard.Program
	Diagnostics diag.List
	Sources     map[string][]byte // file -> text, for the source line under a diagnostic
	Examples    int               // how many examples were run
	Cases       []Case            // the examples of sound rules
	Rules       int               // how many rules the files hold, without those of Options.Protect
	Off         []string          // ids of rules that the files hold and a guard doesn't: enabled = false, action = "count"
	Origins     []Origin          // of the sound rules, those that are off too, in the order of the file
}

// Compile checks a rule file, runs its examples, and lowers it. The program is usable only
// when the diagnostics hold no error.
func Compile(file string, src []byte, o Options) Result {
	u := unit{c: &checker{}, o: &o, sources: map[string][]byte{}, named: map[string]*text{}}
	u.top = topFolder(file, &o)
	u.read(file, "", src)
	u.findRepeats()
	u.findTwins()
	changed := u.apply()
	u.c.parsed.wrappers = u.guard.Wrappers.values()

	res := Result{Rules: len(u.rules), Sources: u.sources}
	settings := u.guard.lower(o.User)
	var from []*rule // of the program's rules, as they were shipped
	for i, r := range u.rules {
		sound := u.judge(r, settings, &res)
		if n := changed[i]; n != nil {
			sound = u.judge(n, settings, &res) && sound
			r = n
		}
		if !sound {
			continue
		}
		o := r.origin(u.rules[i])
		res.Origins = append(res.Origins, o)
		if !o.Disabled {
			res.Program.Rules = append(res.Program.Rules, o.Rule)
			from = append(from, u.rules[i])
		}
		if o.Disabled || o.Rule.Action == call.Count {
			res.Off = append(res.Off, o.Rule.ID)
		}
	}
	if !u.guard.ProtectSelf.given() || u.guard.ProtectSelf.Value {
		res.Program.Rules = append(res.Program.Rules, o.Protect...)
	}
	res.Program.Settings = settings
	res.Program.Index = u.c.parsed.index(res.Program.Rules)
	u.findContradictions(&res.Program, from)
	res.Diagnostics = unique(u.c.list)
	res.Diagnostics.Sort()
	return res
}

// judge checks a rule and, when nothing is wrong with it, runs its examples.
func (u *unit) judge(r *rule, settings guard.Settings, res *Result) bool {
	before := len(u.c.list)
	u.c.enterRule(r)
	defer u.c.leave()
	u.c.check(r, settings.Wrappers)
	if u.c.list[before:].HasErrors() || r.broken {
		return false
	}
	res.Examples += u.c.runExamples(r, settings)
	res.Cases = append(res.Cases, r.cases()...)
	return true
}

// unique drops findings that are told twice: an override's rule is checked with and
// without its changes.
func unique(l diag.List) diag.List {
	seen := map[diag.Diagnostic]bool{}
	out := diag.List{}
	for _, d := range l {
		if !seen[d] {
			out = append(out, d)
		}
		seen[d] = true
	}
	return out
}
