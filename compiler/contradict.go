package compiler

import (
	"path"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// findContradictions reports packs and files that can't be used together: a rule of the one
// stops what a rule of the other lets pass by an example, and the other way round, so that
// whoever does as one of them says is stopped by the other. from are the rules of p as they
// were shipped. Rules that hold only sometimes (conditions, single harnesses) and rules that
// don't stop are left out, and so is what stands in one file.
func (u *unit) findContradictions(p *guard.Program, from []*rule) {
	if len(u.done) < 2 {
		return
	}
	stops := map[[2]int]string{} // a rule that stops, one that lets pass -> the example
	for i, r := range from {
		if !always(&p.Rules[i]) {
			continue
		}
		for _, folder := range foldersIn(r.folder, from) {
			for k := range r.PassesOn.Items {
				stopped(&r.PassesOn.Items[k], path.Join(folder, r.base), p, func(rule int, example string) {
					if rule < len(from) && from[rule].ID.n.src != r.ID.n.src && stops[[2]int{rule, i}] == "" {
						stops[[2]int{rule, i}] = example
					}
				})
			}
		}
	}
	for a := range from {
		for b := a + 1; b < len(from); b++ {
			one, other := stops[[2]int{b, a}], stops[[2]int{a, b}]
			if one != "" && other != "" {
				u.contradict(from[a], from[b], one, other)
			}
		}
	}
}

// foldersIn are a folder, in which a rule holds, and those in it in which others hold.
func foldersIn(folder string, from []*rule) []string {
	out := []string{folder}
	for _, r := range from {
		if !slices.Contains(out, r.folder) && (folder == "" || strings.HasPrefix(r.folder, folder+"/")) {
			out = append(out, r.folder)
		}
	}
	return out
}

// stopped decides an example in a folder and tells which rules always stop it.
func stopped(x *exampleTable, folder string, p *guard.Program, tell func(rule int, example string)) {
	cl, w := x.call(folder, p.Settings.Tools)
	if cl == nil {
		return
	}
	res := guard.Decide(p, cl, call.ClaudeCode, w, guard.Folders{Home: exampleHome, Project: exampleProject})
	for _, f := range res.Findings {
		if f.Rule >= 0 && always(&p.Rules[f.Rule]) {
			tell(f.Rule, x.caption())
		}
	}
}

// always reports whether a rule stops what it fires on, everywhere and at any time.
func always(r *guard.Rule) bool {
	return r.Action == call.Block && len(r.Harnesses) == 0 && r.When.Empty() && r.Unless.Empty()
}

// contradict reports two rules at the later of the two entries of use that brought them; a
// pair of files once. Files of one's own may mean it, packs never do.
func (u *unit) contradict(a, b *rule, stopsOfB, stopsOfA string) {
	files := []string{a.ID.n.src.file, b.ID.n.src.file}
	slices.Sort(files)
	pair := strings.Join(files, "\x00")
	if slices.Contains(u.contradicted, pair) {
		return
	}
	u.contradicted = append(u.contradicted, pair)
	t := u.named[b.ID.n.src.file]
	if t == nil { // the first file itself has it
		t = u.named[a.ID.n.src.file]
	}
	report := u.c.errorf
	if a.pack == "" || b.pack == "" {
		report = u.c.warnf
	}
	hint := "use one of them; or switch one of the two rules off: [[override]] id = " + quote(b.id()) + ", reason = \"…\", enabled = false"
	if !b.used {
		hint = "drop one of the two rules"
	}
	report("contradiction", t.at(), hint, "%s and %s contradict each other: %s stops %s, which %s lets pass, and %s stops %s",
		described(a), described(b), quote(b.id()), stopsOfB, quote(a.id()), quote(a.id()), stopsOfA)
}

// described is where a rule comes from.
func described(r *rule) string {
	switch {
	case r.pack != "":
		return "the pack " + quote(r.pack)
	case r.used:
		return "the file " + quote(r.ID.n.src.file)
	}
	return "this file"
}
