package replay

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// maxSuggestions is how many rules are proposed at most: few and right.
const maxSuggestions = 8

// suggestions are the ideas that were met often enough and that no rule covers, the most
// frequent first.
func (s *suggester) suggestions(p *guard.Program) []Suggestion {
	var list []*idea
	ids := map[string]bool{}
	for i := range p.Rules {
		ids[p.Rules[i].ID] = true
	}
	for _, k := range slices.Sorted(maps.Keys(s.ideas)) {
		x := s.ideas[k]
		if x.calls >= x.least && 2*x.calls >= s.calls[x.of] && !ids[x.id] && !covered(p, x) && (len(x.examples) > 0 || x.kind == "path") {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b *idea) int { return cmp.Compare(b.calls, a.calls) })
	var out []Suggestion
	for _, x := range list[:min(len(list), maxSuggestions)] {
		out = append(out, Suggestion{ID: x.id, Why: x.why(x.calls), Calls: x.calls, TOML: x.toml()})
	}
	return out
}

// covered reports whether the rules stop an idea's first example already.
func covered(p *guard.Program, x *idea) bool {
	for _, e := range x.top() {
		c := &call.Call{Tool: "Bash", OwnTool: "Bash", Dir: "/home/u/project", Input: map[string]any{"command": e}, Shells: []call.Shell{{Text: e}}}
		r := guard.Decide(p, c, call.ClaudeCode, &past{}, guard.Folders{Home: "/home/u", Project: "/home/u/project"})
		if slices.ContainsFunc(r.Findings, func(f guard.Finding) bool { return f.Rule >= 0 }) {
			return true
		}
	}
	return false
}

// top are the most frequent examples, at most three.
func (x *idea) top() []string {
	list := slices.Sorted(maps.Keys(x.examples))
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(x.examples[b], x.examples[a]) })
	if x.kind == "path" && len(list) == 0 {
		return []string{"cat " + strings.ReplaceAll(x.paths[0], "*", "a")}
	}
	return list[:min(len(list), 3)]
}

// toml writes an idea as a rule.
func (x *idea) toml() string {
	var b strings.Builder
	b.WriteString("[[rule]]\nid = " + strconv.Quote(x.id) + "\nkind = " + strconv.Quote(x.kind) + "\n")
	list := func(key string, items []string) {
		if len(items) == 0 {
			return
		}
		b.WriteString(key + " = [")
		for i, s := range items {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(tomlString(s))
		}
		b.WriteString("]\n")
	}
	list("commands", x.commands)
	list("paths", x.paths)
	list("access", x.access)
	list("except", x.except)
	b.WriteString("action = \"count\"  # try it out: count and test use it, guards don't\n")
	b.WriteString("message = " + tomlString(x.message) + "\n")
	if x.instead != "" {
		b.WriteString("instead = " + tomlString(x.instead) + "\n")
	}
	list("fires_on", x.top())
	list("passes_on", x.passes)
	return b.String()
}

// tomlString writes a basic string of TOML: what Go escapes otherwise was left out before.
func tomlString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// Propose prints the suggestions as rules that can be pasted into rules.toml.
func (r *Result) Propose(w io.Writer) {
	if len(r.Suggestions) == 0 {
		fmt.Fprintf(w, "# Nothing to propose from %s.\n", Plural(r.Totals.Calls, "call"))
		return
	}
	fmt.Fprintf(w, "# Proposed from %s in %s. Each is only counted until you take its action out.\n", Plural(r.Totals.Calls, "call"), Plural(r.Totals.Sessions, "session"))
	for _, s := range r.Suggestions {
		fmt.Fprintf(w, "\n# %s\n%s", s.Why, s.TOML)
	}
}
