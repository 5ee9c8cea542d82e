//go:build e2e && unix

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"rules2guards.local/e2e/fakemodel"
	"rules2guards.local/templates"
)

// permissionRules are rules of which harnesses can hold something themselves.
const permissionRules = deployRule + `
[[rule]]
id = "no-stash"
kind = "command"
commands = ["git stash"]
message = "No stashes"
fires_on = ["git stash push"]
passes_on = ["git status"]

[[rule]]
id = "locked"
kind = "path"
paths = ["locked/**"]
access = ["write", "create", "delete"]
message = "` + lockedMessage + `"
fires_on = [{ write = "locked/a.txt" }]
passes_on = [{ write = "free.txt" }]
`

// testPermissions wants the printed permission rules to hold what they say, with no guard
// there at all.
func testPermissions(t *testing.T, p subject) {
	cases.track(t, p, colPermit)
	s := newSubjectScene(t, p, "project")
	s.write("rules.toml", permissionRules)
	s.write("locked/a.txt", "first\n")
	printed := s.rules2guards(s.project, "permissions", "--harness", p.id).stdout
	p = p.with(nil, p.permit(s, printed))
	locked, free := filepath.Join(s.project, "locked/b.txt"), filepath.Join(s.project, "free.txt")
	s.session(p, []fakemodel.Part{
		p.shell("deploy", "deployctl up plain"),
		p.shell("bare", "deployctl"),
		p.shell("listed", "cd . && deployctl up listed"),
		p.shell("lint", "lintall deployctl up"),
		p.shell("quote", "echo 'deployctl up'"),
		p.fileWrite("create", locked, "new\n"),
		p.fileWrite("free write", free, "free\n"),
	}, nil)
	s.stopped(t, "deployctl")
	if !s.ran("lintall deployctl up") {
		t.Error("the innocent command did not run")
	}
	for _, label := range []string{"lint", "quote", "free write"} {
		if got, _ := s.model.Told(label); strings.Contains(got.Text, "no-deploy") {
			t.Errorf("the model was told of %s: %q", label, got.Text)
		}
	}
	if got, _ := s.model.Told("quote"); !strings.Contains(got.Text, "deployctl up") {
		t.Errorf("echo told the model %q", got.Text)
	}
	if want := "no-deploy: " + deployMessage + " Instead: " + deployInstead; strings.Contains(printed, deployInstead) { // a form with a reason
		// Codex escapes it, twice in the end.
		if got, _ := s.model.Told("deploy"); !strings.Contains(strings.ReplaceAll(got.Text, `\`, ""), want) {
			t.Errorf("the model was told of deploy: %q; want in it: %q", got.Text, want)
		}
	}
	if got := s.read("free.txt"); got != "free\n" {
		t.Errorf("free.txt holds %q", got)
	}
	if held := strings.Contains(printed, "locked/**"); held == (s.read("locked/b.txt") != "") {
		t.Errorf("a rule for the file is printed: %v; it was written: %v", held, !held)
	}
}

// pasted takes printed permission rules apart as a person does who pastes them into a JSON
// file: the rules of each key, without the notes behind them.
func pasted(printed string) (keys []string, rules map[string][]string) {
	key, rules := "", map[string][]string{}
	for i, line := range strings.Split(strings.TrimSpace(printed), "\n") {
		if name, ok := strings.CutPrefix(line, "# "); ok {
			if i > 0 {
				key = name
			}
			continue
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
		rule, _, _ := strings.Cut(line, ",  # ")
		rules[key] = append(rules[key], rule)
	}
	return keys, rules
}

// ruleSet is a rule file with the packs that it uses.
type ruleSet struct {
	name, text string
	examples   []example
	something  bool // Codex can hold something of it
}

// example is a command that a rule fires on or passes.
type example struct {
	rule, command string
	fires         bool
}

// examplesIn reads the examples of a rule file that are shell commands.
func examplesIn(t *testing.T, pack, text string) (list []example) {
	t.Helper()
	var file struct {
		Rule []struct {
			ID       string
			FiresOn  []any `toml:"fires_on"`
			PassesOn []any `toml:"passes_on"`
		}
	}
	if _, err := toml.Decode(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, r := range file.Rule {
		add := func(examples []any, fires bool) {
			for _, e := range examples {
				if command, ok := e.(string); ok {
					list = append(list, example{pack + r.ID, command, fires})
				}
			}
		}
		add(r.FiresOn, true)
		add(r.PassesOn, false)
	}
	return list
}

// Codex loads the rules that are printed for it, forbids with them what they say, and nothing
// that their rule passes.
func TestCodexExecPolicy(t *testing.T) {
	s := newScene(t, "project")
	sets := []ruleSet{{name: "texts with quotes", text: permissionRules, examples: examplesIn(t, "", permissionRules), something: true}}
	for _, f := range []struct {
		path      string
		something bool
	}{
		{"../rules.toml.example", false}, // exceptions, conditions, options: no prefix says them
		{"../compiler/testdata/ok/starter.toml", false},
		{"../compiler/testdata/ok/user-rules.toml", true},
	} {
		data, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, ruleSet{filepath.Base(f.path), string(data), examplesIn(t, "", string(data)), f.something})
	}
	packs := ruleSet{name: "all packs that go together", something: true}
	var names []string
	for _, name := range templates.PacksTogether() {
		names = append(names, fmt.Sprintf("%q", name))
		packs.examples = append(packs.examples, examplesIn(t, name+"/", s.rules2guards(s.project, "packs", "show", name).stdout)...)
	}
	packs.text = "use = [" + strings.Join(names, ", ") + "]\n"
	for _, set := range append(sets, packs) {
		t.Run(set.name, func(t *testing.T) {
			t.Parallel()
			cases.track(t, codexDirect(), colPermit)
			testExecPolicy(t, set)
		})
	}
}

// policyAnswer is what `codex execpolicy check` says of a command.
type policyAnswer struct {
	Decision     string
	MatchedRules []policyMatch
}

type policyMatch struct {
	PrefixRuleMatch struct{ Decision, Justification string }
}

// patternLine is where a printed rule has the words that it is about.
var patternLine = regexp.MustCompile(`(?m)^    pattern = (\[.*\]),$`)

func testExecPolicy(t *testing.T, set ruleSet) {
	s := newScene(t, "project")
	s.write("rules.toml", set.text)
	printed := s.rules2guards(s.project, "permissions", "--harness", "codex").stdout
	if (printed != "") != set.something {
		t.Fatalf("permissions printed %q", printed)
	}
	s.write("printed.rules", printed)
	codex := installed(t, codexDirect().program)
	check := func(file string, command ...string) (policyAnswer, output) {
		out := s.run(s.project, s.env(), codex, append([]string{"execpolicy", "check", "--rules", file, "--"}, command...)...)
		var answer policyAnswer
		if err := json.Unmarshal([]byte(out.stdout), &answer); err != nil && out.code == 0 {
			t.Fatalf("%q: %v\n%s", command, err, out.stdout)
		}
		return answer, out
	}
	if answer, out := check("printed.rules", "true"); out.code != 0 || answer.Decision != "" {
		t.Fatalf("Codex does not load the file, or has something against true: exit code %d\n%s\n%s", out.code, out.stderr, printed)
	}
	if !set.something {
		return
	}

	// What of each rule is claimed: the commands that begin with these words.
	var list []struct{ Rule, Permission string }
	if err := json.Unmarshal([]byte(s.rules2guards(s.project, "permissions", "--harness", "codex", "--format", "json").stdout), &list); err != nil {
		t.Fatal(err)
	}
	claims := map[string][][]string{}
	for _, p := range list {
		var words []string
		m := patternLine.FindStringSubmatch(p.Permission)
		if m == nil || json.Unmarshal([]byte(m[1]), &words) != nil || !strings.Contains(printed, p.Permission) {
			t.Fatalf("no pattern in the file: %s", p.Permission)
		}
		claims[p.Rule] = append(claims[p.Rule], words)
	}
	forbidden, passed := 0, 0
	for _, e := range set.examples {
		words := strings.Fields(e.command)
		if strings.ContainsAny(e.command, "'\"\\$`|&;<>()*?[]{}~#=\n") || len(words) == 0 {
			continue // not words as Codex gets them
		}
		claimed := slices.ContainsFunc(claims[e.rule], func(prefix []string) bool {
			return len(words) >= len(prefix) && slices.Equal(words[:len(prefix)], prefix)
		})
		if claims[e.rule] == nil {
			continue
		}
		answer, out := check("printed.rules", words...)
		by := slices.ContainsFunc(answer.MatchedRules, func(m policyMatch) bool {
			return m.PrefixRuleMatch.Decision == "forbidden" && strings.HasPrefix(m.PrefixRuleMatch.Justification, e.rule+": ")
		})
		if by != (claimed && e.fires) || by && answer.Decision != "forbidden" {
			t.Errorf("%s, fires %v: %q: claimed: %v, forbidden: %v\n%s%s", e.rule, e.fires, e.command, claimed, by, out.stdout, out.stderr)
		}
		if by {
			forbidden++
		} else {
			passed++
		}
	}
	t.Logf("%d rules printed; %d commands were forbidden, %d not", len(list), forbidden, passed)
	if passed == 0 || forbidden == 0 {
		t.Errorf("%d commands were forbidden, %d not", forbidden, passed)
	}
	// That the file was loaded says something only if a broken one isn't.
	s.write("broken.rules", strings.TrimSuffix(strings.TrimSpace(printed), ")"))
	if _, out := check("broken.rules", "true"); out.code == 0 {
		t.Error("Codex loaded a broken file too")
	}
}
