package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/golden"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/templates"
)

// TestPacksAreSilent: every example of every pack holds, and nothing is said about any.
func TestPacksAreSilent(t *testing.T) {
	for _, name := range templates.Packs() {
		res := compiler.Compile("rules.toml", []byte(`use = ["`+name+`"]`), compiler.Options{Pack: templates.Pack})
		for _, d := range res.Diagnostics {
			if d.Severity != diag.Note {
				t.Errorf("%s:%d:%d: %s", d.File, d.Line, d.Col, d.Message)
			}
		}
		if res.Examples == 0 {
			t.Errorf("pack %s has no examples", name)
		}
	}
}

// TestPackMessagesMoveOn: what was stopped, and what to do instead, in one line each.
func TestPackMessagesMoveOn(t *testing.T) {
	for _, name := range templates.Packs() {
		p, _, _ := loadPack(name)
		if p.About == "" || len(p.About) > 200 {
			t.Errorf("pack %s: what it is about has %d bytes", name, len(p.About))
		}
	}
	for _, r := range allPacks(t).Rules {
		switch {
		case r.Message == "" || len(r.Message) > 100 || strings.ContainsAny(r.Message, "\n\r") || strings.HasSuffix(r.Message, "."):
			t.Errorf("%s: message %q is not one line of at most 100 bytes without a full stop", r.ID, r.Message)
		case r.Instead == "" || len(r.Instead) > 120 || strings.ContainsAny(r.Instead, "\n\r"):
			t.Errorf("%s: instead %q is not one line of at most 120 bytes", r.ID, r.Instead)
		}
	}
}

// TestPackRulesHoldBehindWrappers: each command example of a pack, behind a wrapper, in a
// shell's text and in a compound command.
func TestPackRulesHoldBehindWrappers(t *testing.T) {
	p := allPacks(t)
	for _, e := range examples(t) {
		if strings.ContainsAny(e.fires, "'\n") || e.fires == "" || strings.HasSuffix(e.fires, `\"`) {
			continue // quoting it once more would test the test
		}
		for _, form := range []string{"sh -c '%s'", "true && %s", "if true; then %s; fi", "echo a; %s; echo b"} {
			text := fmt.Sprintf(form, e.fires)
			if !firesOn(p, e.id, text) {
				t.Errorf("%s does not fire on %q, but fires on %q", e.id, text, e.fires)
			}
		}
	}
}

// TestPacksLeaveOthersAlone: no rule of a pack fires on what another pack says must pass,
// unless it is listed: package managers exclude each other, and some rules ask before what
// others allow.
func TestPacksLeaveOthersAlone(t *testing.T) {
	p := allPacks(t)
	allowed := func(rule, from, text string) bool {
		a, _, _ := strings.Cut(rule, "/")
		b, _, _ := strings.Cut(from, "/")
		managers := func(s string) bool {
			return strings.HasPrefix(s, "node-") || strings.HasPrefix(s, "python-")
		}
		return managers(a) && (managers(b) || strings.ContainsAny(text, " ")) || a == "conventions" || b == "conventions" && a == "git"
	}
	for _, e := range examples(t) {
		if e.passes == "" {
			continue
		}
		res := judge(p, e.passes)
		for _, f := range res.Findings {
			id := guard.UnreadableID
			if f.Rule >= 0 {
				id = p.Rules[f.Rule].ID
			}
			own, _, _ := strings.Cut(e.id, "/")
			if strings.HasPrefix(id, own+"/") || f.Decision < call.Ask {
				continue
			}
			if !allowed(id, e.id, e.passes) {
				t.Errorf("%s fires on %q, which %s lets pass", id, e.passes, e.id)
			}
		}
	}
}

// allPacks compiles all packs that don't exclude each other together, and the others too:
// the engine doesn't mind.
func allPacks(t *testing.T) *guard.Program {
	t.Helper()
	var rules []guard.Rule
	for _, name := range templates.Packs() {
		res := compiler.Compile("rules.toml", []byte(`use = ["`+name+`"]`), compiler.Options{Pack: templates.Pack})
		rules = append(rules, res.Program.Rules...)
	}
	return &guard.Program{Rules: rules, Index: compiler.Index(rules)}
}

type example struct{ id, fires, passes string }

// examples reads the examples of all packs that are shell commands without facts.
func examples(t *testing.T) []example {
	t.Helper()
	var out []example
	for _, name := range templates.Packs() {
		text, _ := templates.Pack(name)
		var f struct {
			Rule []struct {
				ID       string
				FiresOn  []any `toml:"fires_on"`
				PassesOn []any `toml:"passes_on"`
			}
		}
		if err := toml.Unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		for _, r := range f.Rule {
			for _, x := range r.FiresOn {
				if s, ok := x.(string); ok {
					out = append(out, example{id: name + "/" + r.ID, fires: s})
				}
			}
			for _, x := range r.PassesOn {
				if s, ok := x.(string); ok {
					out = append(out, example{id: name + "/" + r.ID, passes: s})
				}
			}
		}
	}
	return out
}

func firesOn(p *guard.Program, id, text string) bool {
	for _, f := range judge(p, text).Findings {
		if f.Rule >= 0 && p.Rules[f.Rule].ID == id {
			return true
		}
	}
	return false
}

func judge(p *guard.Program, text string) guard.Result {
	c := &call.Call{Tool: "Bash", Dir: "/home/u/project", Input: map[string]any{"command": text}, Shells: []call.Shell{{Text: text}}}
	return guard.Decide(p, c, call.Codex, nowhere{}, guard.Folders{Home: "/home/u", Project: "/home/u/project"})
}

// nowhere is a machine on which nothing exists and every fact is unknown.
type nowhere struct{}

func (nowhere) Branch(string) (string, guard.Fact) { return "", guard.NotKnown }
func (nowhere) Worktree(string) guard.Fact         { return guard.NotKnown }
func (nowhere) Mainline(string) string             { return "" }
func (nowhere) Exists(string) guard.Fact           { return guard.False }
func (nowhere) Real(path string) string            { return path }
func (nowhere) ReadFile(string) ([]byte, bool)     { return nil, false }

// TestPacksPage keeps docs/packs.md as the packs are.
func TestPacksPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Packs\n\nRules that most people want, written in the language of [rules.md](rules.md) and with no powers that a rule of yours lacks.\n" +
		"`use = [\"git\", \"secrets\"]` at the top of rules.toml takes them; `rules2guards init` writes that line by what a repository has and says why.\n" +
		"A rule that doesn't fit is changed or switched off where it is used, with the reason:\n\n" +
		"```toml\n[[override]]\nid = \"git/no-discard\"\nreason = \"this is a scratch repository\"\nenabled = false\n```\n\n" +
		"`rules2guards packs show git` prints a pack with the examples that must fire and must pass, `rules2guards explain 'COMMAND'` says which\n" +
		"rule stops a command. What a rule of action block fires on is stopped, at ask a person is asked, at warn the agent is told. Packs of\n" +
		"two package managers contradict each other: only one of them can be used. This page is made from the packs.\n\n" +
		"| pack | what it is about | `init` takes it |\n| --- | --- | --- |\n")
	all := allPacks(t).Rules
	for _, name := range templates.Packs() {
		p, _, _ := loadPack(name)
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", name, name, p.About, strings.Join(taken(name), ", "))
	}
	cell := strings.NewReplacer("|", `\|`)
	for _, name := range templates.Packs() {
		p, _, _ := loadPack(name)
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| rule | action | what it says | instead |\n| --- | --- | --- | --- |\n", name, p.About)
		for _, r := range all {
			if strings.HasPrefix(r.ID, name+"/") {
				fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, r.Action, cell.Replace(r.Message), cell.Replace(r.Instead))
			}
		}
	}
	golden.Equal(t, "../../docs/packs.md", []byte(b.String()))
}

// taken says when init takes a pack.
func taken(name string) []string {
	for _, c := range floor() {
		if c.pack == name {
			return []string{"always"}
		}
	}
	signs := areas()
	for _, g := range managers() {
		signs = append(signs, slices.Concat(g.signs...)...)
	}
	var out []string
	for _, s := range signs {
		if s.pack != name {
			continue
		}
		text := "`" + s.file + "`"
		if s.file == "package.json" && s.holds == "" {
			text += " alone"
		}
		if s.holds != "" {
			_, manager, _ := strings.Cut(name, "-")
			text += " that names " + manager
		}
		out = append(out, text)
	}
	if out == nil {
		return []string{"no"}
	}
	return out
}
