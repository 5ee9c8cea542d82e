package guard

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// place is where conditions are looked at.
type place struct {
	dir      string   // folder, with forward slashes; empty: not known
	branch   string   // set by a literal git switch earlier in the text
	branches []string // git push: its destinations; nil: the current branch
	anything bool     // git push whose destinations can't be known
}

func (j *Judge) callPlace() place { return place{dir: slashed(j.call.Dir)} }

// slashed is a path with forward slashes, its drive kept.
func slashed(p string) string {
	if len(p) > 1 && p[1] == ':' || strings.HasPrefix(p, `\\`) {
		return strings.ReplaceAll(p, `\`, "/")
	}
	return p
}

// conditions reports whether a rule's when holds and its unless doesn't, at a place.
func (j *Judge) conditions(rule int, pl place, item string) bool {
	r := &j.p.Rules[rule]
	if r.Folder != "" && !j.inFolder(r.Folder, pl) {
		j.why(rule, item, "it speaks for "+r.Folder+" only")
		return false
	}
	if field := j.lacks(r); field != "" {
		j.why(rule, item, "the tool has no field "+field+" here")
		return false
	}
	strict := r.Action >= call.Ask // what isn't known makes these fire, and others not
	for _, c := range j.stated(rule, &r.When, pl, false) {
		if !holds(c.fact, strict, true) {
			j.why(rule, item, "when."+c.name+" doesn't hold")
			return false
		}
	}
	if r.Unless.Empty() {
		return true
	}
	for _, c := range j.stated(rule, &r.Unless, pl, true) {
		if !holds(c.fact, !strict, false) {
			return true
		}
	}
	j.why(rule, item, "unless holds")
	return false
}

// holds turns a fact into yes or no: unknown says what an unknown one counts as, unstated
// what one counts as that an example leaves open.
func holds(f Fact, unknown, unstated bool) bool {
	switch f {
	case True:
		return true
	case False:
		return false
	case NotStated:
		return unstated
	}
	return unknown
}

type namedFact struct {
	name string
	fact Fact
}

// stated evaluates each key that a condition states.
func (j *Judge) stated(rule int, c *Condition, pl place, unless bool) []namedFact {
	var out []namedFact
	if len(c.Branch) > 0 {
		out = append(out, namedFact{"branch", j.onBranch(c.Branch, pl, unless)})
	}
	if len(c.In) > 0 {
		out = append(out, namedFact{"in", j.liesIn(rule, unless, pl)})
	}
	if len(c.Exists) > 0 {
		out = append(out, namedFact{"exists", j.existsFrom(c.Exists, pl)})
	}
	if c.Worktree != Unstated {
		out = append(out, namedFact{"worktree", j.worktree(c.Worktree, pl)})
	}
	for _, f := range c.Input {
		out = append(out, namedFact{"input." + f.Field, fact(j.field(rule, f, unless))})
	}
	return out
}

func fact(b bool) Fact {
	if b {
		return True
	}
	return False
}

// onBranch reports whether a branch of the place is one of those named. A push has several:
// one is enough for when; unless asks for all of them, so that none goes along with another.
func (j *Judge) onBranch(globs []string, pl place, all bool) Fact {
	if pl.anything {
		return NotKnown
	}
	if len(pl.branches) == 0 {
		return j.checkedOut(globs, pl)
	}
	answer := fact(all)
	for _, name := range pl.branches {
		f := fact(anyGlob(globs, name))
		if name == currentBranch {
			f = j.checkedOut(globs, pl)
		}
		switch {
		case f == fact(!all):
			return f
		case f != fact(all):
			answer = f
		}
	}
	return answer
}

// checkedOut compares the branch that is checked out.
func (j *Judge) checkedOut(globs []string, pl place) Fact {
	switch {
	case pl.branch != "":
		return fact(anyGlob(globs, pl.branch))
	case pl.dir == "":
		return NotKnown
	}
	innermost := "" // repositories may lie in one another
	for dir := range j.switched {
		if within(pl.dir, dir) && len(dir) > len(innermost) {
			innermost = dir
		}
	}
	if innermost != "" {
		return fact(anyGlob(globs, j.switched[innermost]))
	}
	name, f := j.world.Branch(pl.dir)
	if f != True {
		return f
	}
	return fact(anyGlob(globs, name))
}

func anyGlob(globs []string, s string) bool {
	for _, g := range globs {
		if matchGlob(g, shell.Lit(s), 0) {
			return true
		}
	}
	return false
}

// currentBranch stands among push destinations for the branch that is checked out: a name
// that no branch can have.
const currentBranch = ".."

func (j *Judge) liesIn(rule int, unless bool, pl place) Fact {
	if pl.dir == "" {
		return NotKnown
	}
	if !j.mayLook(len(pl.dir)) {
		return NotKnown
	}
	sp := newSpot(shell.Lit(pl.dir), "")
	globs := ofRule(j.p.Index.In, rule, globRule)
	for i := range globs {
		g := &globs[i]
		if g.Unless != unless {
			continue
		}
		for _, full := range j.full(g) {
			if c := meets(full, sp, 0); c == exact || c == inside && !g.Only {
				return True
			}
		}
	}
	if main := j.world.Mainline(pl.dir); main != "" && main != pl.dir {
		return j.liesIn(rule, unless, place{dir: main})
	}
	return False
}

func (j *Judge) inFolder(folder string, pl place) bool {
	if pl.dir == "" {
		return true
	}
	dir := pl.dir
	if main := j.world.Mainline(dir); main != "" {
		dir = main
	}
	return within(dir, path.Join(slashed(j.folders.Project), folder))
}

// within reports whether dir is root or lies in it.
func within(dir, root string) bool {
	dir, root = strings.ToLower(dir), strings.TrimRight(strings.ToLower(root), "/")
	return dir == root || strings.HasPrefix(dir, root+"/")
}

// existsFrom looks for any of the names in the place and the folders above it, up to the
// project's root.
func (j *Judge) existsFrom(names []string, pl place) Fact {
	if pl.dir == "" {
		return NotKnown
	}
	root := slashed(j.folders.Project)
	if main := j.world.Mainline(pl.dir); main != "" { // the root of the worktree
		root = strings.TrimSuffix(pl.dir, strings.TrimPrefix(main, root))
	}
	if strings.Count(pl.dir, "/") > maxLevels {
		return NotKnown
	}
	answer := False
	for dir := pl.dir; ; dir = path.Dir(dir) {
		for _, n := range names {
			switch f := j.world.Exists(path.Join(dir, n)); f {
			case True:
				return True
			case NotKnown, NotStated:
				answer = f
			}
		}
		if !within(dir, root) || strings.EqualFold(dir, root) || path.Dir(dir) == dir {
			return answer
		}
	}
}

func (j *Judge) worktree(want Tri, pl place) Fact {
	if pl.dir == "" {
		return NotKnown
	}
	f := j.world.Worktree(pl.dir)
	if want == No && f == True {
		return False
	}
	if want == No && f == False {
		return True
	}
	return f
}

// CanonicalFields lists the names of arguments that mean the same in every harness.
func CanonicalFields() []string {
	return []string{"command", "timeout", "background", "path", "text", "url", "query"}
}

// lacks returns the field of a rule's conditions that the tool does not have in this
// harness. A condition on it says nothing then, so the rule is off. Only the canonical
// names of a tool whose fields are known can be told.
func (j *Judge) lacks(r *Rule) string {
	if len(j.call.Aliases) == 0 {
		return ""
	}
	for _, list := range [][]FieldPattern{r.When.Input, r.Unless.Input} {
		for _, f := range list {
			if _, own := j.call.Input[f.Field]; !own && slices.Contains(CanonicalFields(), f.Field) &&
				!slices.ContainsFunc(j.call.Aliases, func(a call.Alias) bool { return a.Name == f.Field }) {
				return f.Field
			}
		}
	}
	return ""
}

// field reports whether a field of the call matches. Keys that differ only in case are one
// field, since a program may read either: one is enough for when, unless asks for all.
func (j *Judge) field(rule int, f FieldPattern, all bool) bool {
	re := j.regexp(rule, f.Pattern)
	if re == nil {
		return false
	}
	path := strings.Split(f.Field, ".")
	names := path[:1:1]
	if len(path) == 1 {
		for _, a := range j.call.Aliases {
			if a.Name == f.Field {
				names = append(names, a.Key)
			}
		}
	}
	found := false
	for key, v := range j.call.Input {
		for _, name := range names {
			if !strings.EqualFold(key, name) {
				continue
			}
			m := anyMatch(v, path[1:], re.MatchString)
			if m != all {
				return m
			}
			found = true
		}
	}
	return found && all
}

// anyMatch descends into a decoded JSON value and tries every leaf that the path reaches.
func anyMatch(v any, path []string, match func(string) bool) bool {
	switch x := v.(type) {
	case []any:
		for _, e := range x {
			if anyMatch(e, path, match) {
				return true
			}
		}
		return false
	case map[string]any:
		if len(path) > 0 {
			e, ok := x[path[0]]
			return ok && anyMatch(e, path[1:], match)
		}
	}
	if len(path) > 0 {
		return false
	}
	switch x := v.(type) {
	case string:
		return match(x)
	case nil:
		return match("null")
	case bool:
		return match(fmt.Sprint(x))
	case json.Number:
		return match(x.String())
	default:
		b, err := json.Marshal(x)
		return err == nil && match(string(b))
	}
}
