package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// ordinary is testdata/ordinary.toml, which says what it holds.
type ordinary struct {
	Words    map[string][]string
	Lines    struct{ Often, Once, Joins string }
	Managers map[string]string
	Blocks   []struct{ Text string }
	Meant    []struct{ Rule, Why, Lines string }
	Unusual  struct {
		Lines  string
		Blocks []struct{ Text string }
	}
}

// How much of it is written out.
const (
	oftenTimes = 6
	blockTimes = 14
	atLeast    = 2000
)

// TestPacksLetOrdinaryCommandsPass: all packs at once, over what agents run all day.
func TestPacksLetOrdinaryCommandsPass(t *testing.T) {
	o := readOrdinary(t)
	everything := allPacks(t)
	single := append(o.write(lines(o.Lines.Often), oftenTimes), o.write(lines(o.Lines.Once), 1)...)
	var blocks []string
	for _, b := range o.Blocks {
		blocks = append(blocks, o.write([]string{b.Text}, blockTimes)...)
	}
	ordinary := map[string]string{} // text -> the rule that is meant to stop it
	add := func(texts []string, rule string) {
		for _, text := range texts {
			ordinary[text] = rule
		}
	}
	add(blocks, "")
	for _, m := range o.Meant {
		if m.Why == "" {
			t.Errorf("%s: why is it meant?", m.Rule)
		}
		add(o.write(lines(m.Lines), 1), m.Rule)
	}
	managed := map[string]string{}
	for _, manager := range slices.Sorted(maps.Keys(o.Managers)) {
		for _, text := range o.write(lines(o.Managers[manager]), 4) {
			managed[text] = manager
		}
	}
	add(single, "")
	for round := 0; len(ordinary) < atLeast; round++ {
		add(o.write(o.join(single, round), 1), "")
	}

	checkProportions(t, slices.Sorted(maps.Keys(ordinary)))
	for _, text := range slices.Sorted(maps.Keys(ordinary)) {
		expectStop(t, everything, text, ordinary[text])
	}
	for _, manager := range slices.Sorted(maps.Keys(o.Managers)) {
		p := packsBeside(everything, manager, o.Managers)
		for _, text := range slices.Sorted(maps.Keys(managed)) {
			if managed[text] == manager {
				expectStop(t, p, text, "")
			}
		}
	}
	for _, text := range o.write(lines(o.Unusual.Lines), 1) {
		expectStop(t, everything, text, "")
	}
	for _, b := range o.Unusual.Blocks {
		expectStop(t, everything, b.Text, "")
	}
	t.Logf("%d ordinary commands, %d of package managers, %d unusual ones", len(ordinary), len(managed), len(lines(o.Unusual.Lines))+len(o.Unusual.Blocks))
}

// checkProportions holds the shape of the texts to what was counted over 15 510 commands of
// real agents, by and large.
func checkProportions(t *testing.T, texts []string) {
	t.Helper()
	for _, s := range []struct {
		name    string
		percent float64
		is      func(string) bool
	}{
		{"&&", 31, func(s string) bool { return strings.Contains(s, "&&") }},
		{"pipe", 38, func(s string) bool { return strings.Contains(strings.ReplaceAll(s, "||", ""), " | ") }},
		{"cd first", 15, func(s string) bool { return strings.HasPrefix(s, "cd ") }},
		{"here-document", 8, func(s string) bool { return strings.Contains(s, "<<'") }},
		{"git first", 17, func(s string) bool { return strings.HasPrefix(s, "git ") }},
		{"sed first", 9, func(s string) bool { return strings.HasPrefix(s, "sed ") }},
		{"grep or rg first", 12, func(s string) bool { return strings.HasPrefix(s, "grep ") || strings.HasPrefix(s, "rg ") }},
		{"gh first", 8, func(s string) bool { return strings.HasPrefix(s, "gh ") }},
		{"go first", 5, func(s string) bool { return strings.HasPrefix(s, "go ") }},
	} {
		n := 0
		for _, text := range texts {
			if s.is(text) {
				n++
			}
		}
		if got := 100 * float64(n) / float64(len(texts)); got < s.percent*2/3 || got > s.percent*3/2 {
			t.Errorf("%s: %.1f %% of the commands, and agents have %.0f %%", s.name, got, s.percent)
		}
	}
}

// expectStop fails unless just the rule fires on a text; empty: none.
func expectStop(t *testing.T, p *guard.Program, text, rule string) {
	t.Helper()
	c := &call.Call{Tool: "Bash", Dir: "/home/u/project", Input: map[string]any{"command": text}, Shells: []call.Shell{{Text: text}}}
	res := guard.Decide(p, c, call.Codex, onBranch{}, guard.Folders{Home: "/home/u", Project: "/home/u/project"})
	stopped := false
	for _, f := range res.Findings {
		id := guard.UnreadableID
		if f.Rule >= 0 {
			id = p.Rules[f.Rule].ID
		}
		if id == rule {
			stopped = true
		} else if rule == "" { // beside a rule that is meant, others may say the same
			t.Errorf("%s fires on %q in\n%s", id, f.Item, text)
		}
	}
	if rule != "" && !stopped {
		t.Errorf("%s does not fire any more on\n%s", rule, text)
	}
}

// onBranch is a project in which every file is there that is asked for, on a branch of its own.
type onBranch struct{ nowhere }

func (onBranch) Branch(string) (string, guard.Fact) { return "feat/login", guard.True }
func (onBranch) Worktree(string) guard.Fact         { return guard.False }
func (onBranch) Exists(string) guard.Fact           { return guard.True }
func (onBranch) Names(string) ([]string, bool) {
	return []string{"Makefile", "README.md", "docs", "main.go", "src", "x.go"}, true
}

// packsBeside are all packs but those of the other managers of the same language.
func packsBeside(all *guard.Program, manager string, managers map[string]string) *guard.Program {
	language, _, _ := strings.Cut(manager, "-")
	rules := slices.DeleteFunc(slices.Clone(all.Rules), func(r guard.Rule) bool {
		pack, _, _ := strings.Cut(r.ID, "/")
		return pack != manager && strings.HasPrefix(pack, language+"-") && managers[pack] != ""
	})
	return &guard.Program{Rules: rules, Index: compiler.Index(rules)}
}

func readOrdinary(t *testing.T) *ordinary {
	t.Helper()
	var o ordinary
	md, err := toml.DecodeFile("testdata/ordinary.toml", &o)
	if err != nil {
		t.Fatal(err)
	}
	if u := md.Undecoded(); len(u) > 0 {
		t.Fatalf("testdata/ordinary.toml: unknown %v", u)
	}
	return &o
}

// lines are the lines of a text.
func lines(text string) []string {
	return strings.Split(strings.Trim(text, "\n"), "\n")
}

// write writes out each form so many times, each time with the next words; what holds no
// word comes once.
func (o *ordinary) write(forms []string, times int) []string {
	var out []string
	for i, form := range forms {
		for k := range times {
			text := form
			for _, name := range slices.Sorted(maps.Keys(o.Words)) {
				words := o.Words[name]
				for n := 0; strings.Contains(text, "%"+name+"%"); n++ {
					text = strings.Replace(text, "%"+name+"%", words[(i+k+n)%len(words)], 1)
				}
			}
			if !slices.Contains(out[max(0, len(out)-times):], text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// join joins two single lines in each of the ways.
func (o *ordinary) join(single []string, round int) []string {
	var out []string
	for i, form := range lines(o.Lines.Joins) {
		k := round*len(lines(o.Lines.Joins)) + i
		a, b := single[k*37%len(single)], single[(k*53+11)%len(single)]
		if strings.HasSuffix(a, "&") || strings.HasPrefix(a, "cd ") && strings.HasPrefix(form, "cd ") {
			continue
		}
		out = append(out, strings.NewReplacer("{1}", a, "{2}", b).Replace(form))
	}
	return out
}
