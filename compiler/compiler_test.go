package compiler_test

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/golden"
	"rules2guards.local/guard"
)

func fixtures(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures at %s (%v)", pattern, err)
	}
	return files
}

func compileFile(t testing.TB, file string) compiler.Result {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return compiler.Compile(filepath.Base(file), src, compiler.Options{})
}

func render(t testing.TB, r compiler.Result) string {
	t.Helper()
	var b strings.Builder
	if err := diag.Text(&b, r.Diagnostics, diag.Options{Sources: r.Sources}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSoundFilesAreSilent(t *testing.T) {
	for _, file := range fixtures(t, "testdata/ok/*.toml") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := compileFile(t, file)
			if len(r.Diagnostics) > 0 {
				t.Errorf("%d findings:\n%s", len(r.Diagnostics), render(t, r))
			}
			if r.Rules == 0 || r.Examples < r.Rules {
				t.Errorf("%d rules, %d examples", r.Rules, r.Examples)
			}
		})
	}
}

func TestFaultyFilesAreReported(t *testing.T) {
	for _, file := range fixtures(t, "testdata/err/*.toml") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := compileFile(t, file)
			if !r.Diagnostics.HasErrors() {
				t.Error("no error")
			}
			golden.Equal(t, strings.TrimSuffix(file, ".toml")+".out", []byte(render(t, r)))
		})
	}
}

// files is a loader over a few files in memory.
func files(m map[string]string) compiler.Options {
	return compiler.Options{
		Load: func(p string) ([]byte, error) {
			if s, ok := m[p]; ok {
				return []byte(s), nil
			}
			return nil, errors.New("no such file")
		},
		Pack: func(name string) ([]byte, bool) {
			s, ok := m["pack:"+name]
			return []byte(s), ok
		},
	}
}

const toolRule = "[[rule]]\nid = \"%\"\nkind = \"tool\"\ntools = [\"mcp__x__%\"]\nmessage = \"m\"\nfires_on = [{ tool = \"mcp__x__%\" }]\n"

func ruleNamed(id string) string { return strings.ReplaceAll(toolRule, "%", id) }

func TestUseReadsFilesAndPacks(t *testing.T) {
	m := map[string]string{
		"team.toml":                    "use = [\"./sub/more.toml\"]\n" + ruleNamed("team"),
		"sub/more.toml":                ruleNamed("more"),
		"packages/web/rules.toml":      "use = [\"./deep/rules.toml\", \"./plain.toml\"]\n" + ruleNamed("web"),
		"packages/web/deep/rules.toml": ruleNamed("deep"),
		"packages/web/plain.toml":      ruleNamed("plain"),
		"pack:git":                     ruleNamed("no-discard"),
	}
	src := "use = [\"./team.toml\", \"./packages/web/rules.toml\", \"git\"]\n" + ruleNamed("own")
	r := compiler.Compile("rules.toml", []byte(src), files(m))
	if len(r.Diagnostics) > 0 {
		t.Fatal(render(t, r))
	}
	var got []string
	for _, x := range r.Program.Rules {
		got = append(got, x.ID+"@"+x.Folder)
	}
	want := "more@ team@ deep@packages/web/deep plain@packages/web web@packages/web git/no-discard@ own@"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestUseIsBounded(t *testing.T) {
	m := map[string]string{
		"a.toml": "use = [\"./b.toml\"]\n", "b.toml": "use = [\"./a.toml\"]\n",
		"guard.toml": "[guard]\nprotect_self = false\n",
		"bad.toml":   "x = \n",
	}
	tests := []struct{ name, use, code string }{
		{"loop", "./a.toml", "use-loop"},
		{"itself", "./rules.toml", "use-loop"},
		{"missing", "./none.toml", "bad-use"},
		{"outside", "../x.toml", "bad-use"},
		{"outside in the middle", "./a/../../x.toml", "bad-use"},
		{"absolute", "/x.toml", "bad-use"},
		{"home", "~/x.toml", "bad-use"},
		{"backslash", `.\\x.toml`, "bad-use"},
		{"no toml", "./x.yaml", "bad-use"},
		{"pack", "nosuch", "unknown-pack"},
		{"guard table", "./guard.toml", "misplaced-key"},
		{"broken file", "./bad.toml", "toml-syntax"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := compiler.Compile("rules.toml", []byte("use = [\""+tt.use+"\"]\n"), files(m))
			if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != tt.code {
				t.Errorf("want %s, got:\n%s", tt.code, render(t, r))
			}
		})
	}
}

func TestOverrideChangesARuleOfAPack(t *testing.T) {
	m := map[string]string{"pack:p": "[[rule]]\nid = \"x\"\nkind = \"tool\"\ntools = [\"Read\", \"E*\"]\nmessage = \"m\"\nexcept = [\"Edit\"]\n" +
		"fires_on = [{ tool = \"Read\" }]\npasses_on = [{ tool = \"Edit\" }]\n"}
	tests := []struct {
		name, over, code string
		check            func(r compiler.Result) bool
	}{
		{"action", `action = "warn"`, "", func(r compiler.Result) bool { return r.Program.Rules[0].Action.String() == "warn" }},
		{"except adds", `except = ["Read"]` + "\n" + `passes_on = [{ tool = "Read" }]`, "dead-rule", func(r compiler.Result) bool { return len(r.Program.Rules[0].Except) == 2 }},
		{"off", `enabled = false`, "", func(r compiler.Result) bool { return len(r.Program.Rules) == 0 }},
		{"added examples run on the result", `except = ["Read"]` + "\n" + `fires_on = [{ tool = "Read" }]`, "example-passes", nil},
		{"wrong word", `action = "deny"`, "unknown-action", nil},
		{"key of another kind", `paths = ["x"]`, "misplaced-key", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "use = [\"p\"]\n[[override]]\nid = \"p/x\"\nreason = \"r\"\n" + tt.over + "\n"
			r := compiler.Compile("rules.toml", []byte(src), files(m))
			found := tt.code == "" && len(r.Diagnostics) == 0
			for _, d := range r.Diagnostics {
				found = found || d.Code == tt.code
			}
			if !found {
				t.Errorf("want %q, got:\n%s", tt.code, render(t, r))
			}
			if tt.check != nil && !tt.check(r) {
				t.Errorf("rules: %+v", r.Program.Rules)
			}
		})
	}
}

func TestRulesOfADeeperFileHoldEverywhere(t *testing.T) {
	src := "[[rule]]\nid = \"a\"\nkind = \"path\"\npaths = [\"src\", \"./gen\"]\nexcept = [\"./gen/ok\"]\naccess = [\"write\"]\nmessage = \"m\"\n" +
		"fires_on = [{ write = \"gen/a\" }, { write = \"/home/u/project/packages/web/gen/b\" }]\npasses_on = [{ write = \"gen/ok\" }, { write = \"/home/u/project/gen/a\" }]\n"
	o := files(nil)
	o.Root, o.Base = "/r", "/r/packages"
	r := compiler.Compile("web/rules.toml", []byte(src), o)
	if len(r.Diagnostics) > 0 {
		t.Fatal(render(t, r))
	}
	x := r.Program.Rules[0]
	if x.Folder != "" || x.Paths[1] != "./packages/web/gen" || x.Except[0] != "./packages/web/gen/ok" {
		t.Errorf("%+v", x)
	}
	o.User = true
	if r := compiler.Compile("web/rules.toml", []byte(src), o); r.Program.Rules != nil && r.Program.Rules[0].Paths[1] != "./gen" {
		t.Error("a user's rules start in the project of the call")
	}
}

func TestProtectingRulesComeLast(t *testing.T) {
	o := compiler.Options{Protect: []guard.Rule{{ID: "guard/files", Kind: guard.ToolRule}}}
	r := compiler.Compile("rules.toml", []byte(ruleNamed("own")), o)
	if n := len(r.Program.Rules); n != 2 || r.Program.Rules[1].ID != "guard/files" || r.Rules != 1 {
		t.Errorf("%d rules, %d of the file", n, r.Rules)
	}
	r = compiler.Compile("rules.toml", []byte("[guard]\nprotect_self = false\n"+ruleNamed("own")), o)
	if len(r.Program.Rules) != 1 {
		t.Error("protect_self = false is not heard")
	}
}

func TestThousandsOfRules(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		b.WriteString(ruleNamed(fmt.Sprintf("rule-%d", i)))
	}
	r := compiler.Compile("rules.toml", []byte(b.String()), compiler.Options{})
	if len(r.Diagnostics) > 0 || r.Rules != 3000 {
		t.Errorf("%d rules, %d findings", r.Rules, len(r.Diagnostics))
	}
	for len(b.String()) <= 1<<20 {
		b.WriteString(b.String())
	}
	r = compiler.Compile("rules.toml", []byte(b.String()), compiler.Options{})
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "too-large" {
		t.Errorf("%d findings", len(r.Diagnostics))
	}
}

func TestDiagnosticsNameOnlyFilesThatWereRead(t *testing.T) {
	r := compiler.Compile(path.Join("sub", "rules.toml"), []byte("use = [\"./x.toml\"]\n"), files(map[string]string{"sub/x.toml": "y = 1\n"}))
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].File != "sub/x.toml" || r.Diagnostics[0].Line != 1 {
		t.Error(render(t, r))
	}
}

func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"testdata/ok/*.toml", "testdata/err/*.toml"} {
		for _, file := range fixtures(f, pattern) {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		r := compiler.Compile("rules.toml", src, compiler.Options{})
		lines := strings.Split(string(r.Sources["rules.toml"]), "\n")
		for _, d := range r.Diagnostics {
			if _, ok := diag.Explain(d.Code); !ok {
				t.Errorf("code %q is not explained", d.Code)
			}
			if d.Line == 0 {
				continue
			}
			if d.Line > len(lines) {
				t.Fatalf("line %d of %d: %s", d.Line, len(lines), d.Message)
			}
			if n := utf8.RuneCountInString(lines[d.Line-1]); d.Col < 1 || d.Col > n+1 || d.EndCol > n+1 {
				t.Fatalf("columns %d to %d of %d: %s", d.Col, d.EndCol, n, d.Message)
			}
		}
		if err := diag.Text(&strings.Builder{}, r.Diagnostics, diag.Options{Sources: r.Sources}); err != nil {
			t.Fatal(err)
		}
	})
}
