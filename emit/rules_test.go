package emit

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rules2guards.local/golden"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// exampleRules are the rules that the golden files of this package show.
func exampleRules() []guard.Rule {
	return []guard.Rule{
		{
			ID: "use-uv", Kind: guard.CommandRule, Action: call.Block,
			Message: "Everything Python goes through uv.", Instead: "uv run python …, uv add …",
			Commands: []string{"{python,python3,pip,pip3}"}, Except: []string{"uv run"},
		},
		{
			ID: "no-commit-on-main", Kind: guard.CommandRule, Action: call.Ask,
			Message: "Work on a branch.\nA second line.", Instead: "git switch -c NAME",
			Commands: []string{"git commit"}, When: guard.Condition{Branch: []string{"main", "release/*"}},
		},
		{
			ID: "secrets", Kind: guard.PathRule, Action: call.Block, Message: "Secrets stay out of the agent's context.",
			FireOnUnknown: true, Paths: []string{".env", ".env.*", "~/.ssh", "~/.aws/credentials"},
			Access: call.Read | call.Write | call.Delete, Except: []string{".env.example", "~/.ssh/*.pub"},
		},
		{
			ID: "conventional-commits", Kind: guard.ContentRule, Action: call.Warn, Message: "Conventional commits: type(scope): subject.",
			MustMatch: `\A(feat|fix|docs)(\(.+\))?!?: `, Targets: []guard.Target{guard.CommitMessage, guard.PRTitle},
		},
		{
			ID: "search-with-year", Kind: guard.ToolRule, Action: call.Warn, Message: "Put the year into the query.",
			Tools:  []string{"WebSearch"},
			Unless: guard.Condition{Worktree: guard.No, Input: []guard.FieldPattern{{Field: "query", Pattern: `\b20\d\d\b`}}},
		},
	}
}

func TestRulesLookAsReviewersKnowThem(t *testing.T) {
	got, err := Rules(exampleRules(), 1)
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", "rules.go.golden"), got)
}

func TestEveryFieldOfARuleIsPrinted(t *testing.T) {
	want := []guard.Rule{filled[guard.Rule](0), filled[guard.Rule](1), {ID: "after"}}
	src, err := Rules(want, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []guard.Rule
	readVars(t, src, map[string]any{"rules": &got})
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
}

func TestEveryNamedValueIsPrinted(t *testing.T) {
	var want []guard.Rule
	for k := guard.Kind(1); hasWord(k.String()); k++ {
		want = append(want, guard.Rule{Kind: k})
	}
	for d := call.Count; hasWord(d.String()); d++ {
		want = append(want, guard.Rule{Action: d})
	}
	for v := guard.Via(1); hasWord(v.String()); v++ {
		want = append(want, guard.Rule{Via: v})
	}
	for x := guard.Target(1); hasWord(x.String()); x++ {
		want = append(want, guard.Rule{Targets: []guard.Target{x}})
	}
	for x := guard.Tri(1); hasWord(x.String()); x++ {
		want = append(want, guard.Rule{When: guard.Condition{Worktree: x}})
	}
	for a := call.Access(1); a <= call.AnyAccess; a++ {
		want = append(want, guard.Rule{Access: a})
	}
	src, err := Rules(want, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []guard.Rule
	readVars(t, src, map[string]any{"rules": &got})
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
}

// hasWord reports whether s is a word of the language and no number.
func hasWord(s string) bool { return !strings.ContainsAny(s, "0123456789") }

func TestAValueWithoutANameIsRefused(t *testing.T) {
	for _, tc := range []struct {
		name string
		rule guard.Rule
	}{
		{"kind", guard.Rule{Kind: 99}},
		{"action", guard.Rule{Action: 99}},
		{"access", guard.Rule{Access: call.Read | 64}},
		{"via", guard.Rule{Via: 99}},
		{"target", guard.Rule{Targets: []guard.Target{99}}},
		{"worktree", guard.Rule{Unless: guard.Condition{Worktree: 99}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if src, err := Rules([]guard.Rule{tc.rule}, 0); err == nil {
				t.Errorf("printed:\n%s", src)
			}
		})
	}
}

func TestWhereRulesComeFromIsMarkedOnce(t *testing.T) {
	var rules []guard.Rule
	for _, id := range []string{"git/a", "git/b", "guard/from-the-pack", "own", "own-too", "guard/files", "gone"} {
		rules = append(rules, guard.Rule{ID: id, Kind: guard.ToolRule, Action: call.Block})
	}
	src, err := Rules(rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for l := range strings.Lines(string(src)) {
		l = strings.TrimSpace(l)
		if id, ok := strings.CutPrefix(l, "ID:"); ok || strings.HasPrefix(l, "// ") {
			if ok {
				l = id
			}
			got = append(got, strings.Trim(l, " \","))
		}
	}
	want := []string{
		"// of the pack git", "git/a", "git/b", "// of the pack guard", "guard/from-the-pack", "// of rules.toml", "own", "own-too",
		"// of protect_self", "guard/files", "// held: not in rules.toml", "gone",
	}
	if d := cmp.Diff(want, got[2:]); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestARuleAddsOneBlock(t *testing.T) {
	rules := exampleRules()
	before, err := Rules(rules[:4], 0)
	if err != nil {
		t.Fatal(err)
	}
	after, err := Rules(rules, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(Unified("rules.go", before, after), "\n")[2:] {
		if strings.HasPrefix(l, "-") {
			t.Errorf("a line goes away: %s", l)
		}
	}
}

func TestTheVarsOfTheIndexAreWhatWasPrinted(t *testing.T) {
	index, settings := filled[guard.Index](0), filled[guard.Settings](0)
	src, err := Index(index, settings)
	if err != nil {
		t.Fatal(err)
	}
	clean(t, src)
	var gotIndex guard.Index
	var gotSettings guard.Settings
	readVars(t, src, map[string]any{"index": &gotIndex, "settings": &gotSettings})
	if d := cmp.Diff(index, gotIndex, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("index read back (-want +got):\n%s", d)
	}
	if d := cmp.Diff(settings, gotSettings, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("settings read back (-want +got):\n%s", d)
	}
	for a := guard.Anywhere; a <= guard.Temp; a++ {
		if anchorName(a) == "" {
			t.Errorf("anchor %d has no name", a)
		}
	}
	if src, err := Index(guard.Index{Paths: []guard.PathGlob{{Anchor: 99}}}, settings); err == nil {
		t.Errorf("an unknown anchor was printed:\n%s", src)
	}
}

// clean fails unless src is formatted, imports nothing but the runtime, and holds no
// function and no directive.
func clean(t testing.TB, src []byte) {
	t.Helper()
	if again, err := format.Source(src); err != nil || !bytes.Equal(again, src) {
		t.Fatalf("not formatted (%v):\n%s", err, src)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("does not parse: %v\n%s", err, src)
	}
	for _, i := range file.Imports {
		if !slices.Contains([]string{`"` + guardPath + `"`, `"` + callPath + `"`}, i.Path.Value) || i.Name != nil {
			t.Fatalf("import %s", i.Path.Value)
		}
	}
	for _, g := range file.Comments {
		for _, c := range g.List {
			if c.Text != "//" && !strings.HasPrefix(c.Text, "// ") || strings.ContainsAny(c.Text, "\r\n") {
				t.Fatalf("comment %q", c.Text)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit, *ast.CallExpr, *ast.TypeSpec:
			t.Fatalf("%T in\n%s", n, src)
		}
		return true
	})
	if !strings.HasPrefix(string(src), "// "+Marker+"\n\npackage main\n") {
		t.Fatalf("begins otherwise:\n%s", src)
	}
}

func FuzzRules(f *testing.F) {
	for _, s := range []string{
		"", "plain", "/* x */ func init(){}", "*/ func init(){}", "a\nb", "a\r//go:build ignore", "//line x.go:1", "//go:embed x",
		"#cgo LDFLAGS: x", "// +build ignore", "`", "`\\`", "\\\x00", "\u202e\u2066", "\u2028\u2029", "\xff\xfe", "\ufeff", "\t x \t", "x ", "\\d\u00a0",
		"\v\f", "a\n\n\nb", "\n", "`+x()+`\\", "%s%!", "\u00ad", "import \"C\"",
	} {
		f.Add(s, s, s)
	}
	f.Fuzz(func(t *testing.T, a, b, c string) {
		want := []guard.Rule{
			{ID: a, Kind: guard.CommandRule, Action: call.Block, Message: b, Instead: c, Commands: []string{a, b, c}},
			{
				ID: b, Kind: guard.ContentRule, Message: c, Pattern: a, Paths: []string{a, b, c, a},
				When: guard.Condition{Input: []guard.FieldPattern{{Field: b, Pattern: c}}},
			},
		}
		src, err := Rules(want, 1)
		if err != nil {
			t.Fatalf("%v", err)
		}
		clean(t, src)
		var got []guard.Rule
		readVars(t, src, map[string]any{"rules": &got})
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("read back (-want +got):\n%s", d)
		}
	})
}
