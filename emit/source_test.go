package emit

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rules2guards "rules2guards.local"
	"rules2guards.local/guard"
)

func source(dir string, rules []guard.Rule) Source {
	d := Disk{Root: dir}
	return Source{
		Dir: filepath.Join(dir, SourceFolder), Root: dir, Program: guard.Program{Rules: rules},
		Read: d.Read, List: d.List,
	}
}

// generate plans the source and carries the plan out.
func generate(t testing.TB, s Source) SourcePlan {
	t.Helper()
	var err error
	s.Lock, err = LoadLock(s.Dir, s.Read)
	must(t, err)
	p, err := NewSource(s)
	must(t, err)
	if len(p.Refused) > 0 {
		return p
	}
	_, err = Apply(p.Plan, ApplyOptions{Prune: p.Folders})
	must(t, err)
	return p
}

func TestTheSourceIsWhatTheDesignNames(t *testing.T) {
	dir := t.TempDir()
	p := generate(t, source(dir, exampleRules()))
	var runtime []string
	must(t, fs.WalkDir(rules2guards.GuardSource, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, "_test.go") {
			runtime = append(runtime, path)
			want, err := os.ReadFile(filepath.Join("..", path))
			must(t, err)
			if got := content(t, filepath.Join(dir, SourceFolder, path)); got != string(want) {
				t.Errorf("%s is not the file that is tested here", path)
			}
		}
		return err
	}))
	want := append(runtime, "rules.go", "index.go", "main.go", "go.mod", "go.sum", ".gitignore", ".gitattributes", LockName)
	got, err := Disk{Root: dir}.List(filepath.Join(dir, SourceFolder))
	must(t, err)
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	if len(p.Strangers) != 0 {
		t.Errorf("strangers: %v", p.Strangers)
	}
}

func TestASecondGeneratePlansNothing(t *testing.T) {
	dir := t.TempDir()
	generate(t, source(dir, exampleRules()))
	p := generate(t, source(dir, exampleRules()))
	if l := p.Plan.Pending(); len(l) != 0 {
		t.Errorf("changes: %v", l)
	}
}

func TestFilesThatWereNotGeneratedAreRefused(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, dir string)
		want   []string
	}{
		{"edited rules", edit("rules.go", "ID:", "Id:"), []string{"rules.go"}},
		{"edited runtime", edit("guard/rule.go", "package guard", "package guard // x"), []string{"guard/rule.go"}},
		{"someone's main.go before the first run", func(t *testing.T, dir string) {
			must(t, os.RemoveAll(dir))
			must(t, os.MkdirAll(dir, 0o755))
			must(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n"), 0o644))
		}, []string{"main.go"}},
		{"a lock that vouches for a main.go without the marker", func(t *testing.T, dir string) {
			data := []byte("package main\n")
			must(t, os.WriteFile(filepath.Join(dir, "main.go"), data, 0o644))
			b, err := Lock{Files: map[string]string{"main.go": Digest(data)}}.Bytes()
			must(t, err)
			must(t, os.WriteFile(filepath.Join(dir, LockName), b, 0o644))
		}, []string{"main.go"}},
		{"a lock that is someone's own", func(t *testing.T, dir string) {
			must(t, os.WriteFile(filepath.Join(dir, LockName), []byte("version = 1\n"), 0o644))
		}, []string{LockName}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			generate(t, source(dir, exampleRules()))
			tc.change(t, filepath.Join(dir, SourceFolder))
			var want []string
			for _, n := range tc.want {
				want = append(want, filepath.Join(dir, SourceFolder, filepath.FromSlash(n)))
			}
			got := generate(t, source(dir, exampleRules()))
			if d := cmp.Diff(want, got.Refused); d != "" {
				t.Errorf("refused (-want +got):\n%s", d)
			}
		})
	}
}

func edit(name, from, to string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		text := strings.Replace(content(t, path), from, to, 1)
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func TestStrangersAreNamed(t *testing.T) {
	dir := t.TempDir()
	generate(t, source(dir, exampleRules()))
	at := filepath.Join(dir, SourceFolder)
	for _, n := range []string{"extra.go", "guard/x.go", "vendor/modules.txt", "bin/guard-linux-amd64", "bin/other", tempName("rules.go", 1, "00000000")} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(at, n)), 0o755))
		must(t, os.WriteFile(filepath.Join(at, n), []byte("x"), 0o644))
	}
	must(t, os.Symlink("/etc/passwd", filepath.Join(at, "link.go")))
	p := generate(t, source(dir, exampleRules()))
	var want []string
	for _, n := range []string{"bin/other", "extra.go", "guard/x.go", "link.go", "vendor/modules.txt"} {
		want = append(want, filepath.Join(at, filepath.FromSlash(n)))
	}
	slices.Sort(p.Strangers)
	if d := cmp.Diff(want, p.Strangers); d != "" {
		t.Errorf("strangers (-want +got):\n%s", d)
	}
}

func TestAFileOfAnEarlierRuntimeGoes(t *testing.T) {
	dir := t.TempDir()
	generate(t, source(dir, exampleRules()))
	at := filepath.Join(dir, SourceFolder)
	lock, err := ReadLock([]byte(content(t, filepath.Join(at, LockName))))
	must(t, err)
	lock.Files["guard/old/old.go"] = Digest([]byte("old"))
	lock.Files["guard/old/edited.go"] = Digest([]byte("old"))
	data, err := lock.Bytes()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(at, LockName), data, 0o644))
	must(t, os.MkdirAll(filepath.Join(at, "guard/old"), 0o755))
	must(t, os.WriteFile(filepath.Join(at, "guard/old/old.go"), []byte("old"), 0o644))
	p := generate(t, source(dir, exampleRules()))
	if _, err := os.Stat(filepath.Join(at, "guard/old")); err == nil || len(p.Strangers) != 0 {
		t.Errorf("still there; strangers %v", p.Strangers)
	}
}

func TestRemoveTakesEverythingOutButWhatPeopleMade(t *testing.T) {
	dir := tree(t, map[string]string{"rules.toml": "x"})
	generate(t, source(dir, exampleRules()))
	at := filepath.Join(dir, SourceFolder)
	must(t, os.MkdirAll(filepath.Join(at, "bin"), 0o755))
	must(t, os.WriteFile(filepath.Join(at, "bin", "guard-windows-amd64.exe"), []byte("x"), 0o755))

	edited := func(t *testing.T) {}
	for _, tc := range []struct {
		name   string
		before func(t *testing.T)
		want   []string
	}{
		{"edited file stays", func(t *testing.T) { edit("rules.go", "ID", "Id")(t, at) }, []string{SourceFolder, SourceFolder + "/rules.go", "rules.toml"}},
		{"all gone", edited, []string{"rules.toml"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			generate(t, source(dir, exampleRules()))
			tc.before(t)
			s := source(dir, nil)
			var err error
			s.Lock, err = LoadLock(s.Dir, s.Read)
			must(t, err)
			p, err := RemoveSource(s)
			must(t, err)
			_, err = Apply(p.Plan, ApplyOptions{Prune: p.Folders})
			must(t, err)
			if d := cmp.Diff(tc.want, names(t, dir)); d != "" {
				t.Errorf("left (-want +got):\n%s", d)
			}
			must(t, os.RemoveAll(at))
		})
	}
	s := source(dir, nil)
	if p, err := RemoveSource(s); err != nil || len(p.Plan) != 0 {
		t.Errorf("without a source: %v, %v", p, err)
	}
}

func TestTheGuardsModuleNeedsWhatThisOnePins(t *testing.T) {
	mod, err := os.ReadFile("../go.mod")
	must(t, err)
	sum, err := os.ReadFile("../go.sum")
	must(t, err)
	files, err := Files(guard.Program{}, 0)
	must(t, err)
	if l := strings.Split(string(files["go.mod"]), "\n"); l[0] != "module rules2guards.local" || l[2] != "go 1.26.0" {
		t.Errorf("go.mod begins %q", l[:3])
	}
	n := 0
	for _, l := range strings.Split(string(files["go.mod"]), "\n") {
		if strings.HasPrefix(l, "\t") {
			n++
			if !strings.Contains(string(mod), l+"\n") {
				t.Errorf("go.mod of this module lacks %q", l)
			}
		}
	}
	for _, l := range strings.SplitAfter(string(files["go.sum"]), "\n") {
		if !strings.Contains(string(sum), l) {
			t.Errorf("go.sum of this module lacks %q", l)
		}
	}
	if l := strings.Count(string(files["go.sum"]), "\n"); l != 2*n {
		t.Errorf("%d lines in go.sum for %d dependencies", l, n)
	}
}

func TestHeldRules(t *testing.T) {
	held := func(id, message string) guard.Rule { return guard.Rule{ID: id, Message: message} }
	lock := Lock{Rules: []guard.Rule{held("a", "old"), held("b", "old"), held("c", "old"), held("off", "old")}}
	rules := []guard.Rule{held("new", "new"), held("b", "new")}
	for _, tc := range []struct {
		name    string
		replace bool
		want    Held
	}{
		{"kept", false, Held{
			Rules: []guard.Rule{held("new", "new"), held("b", "new"), held("a", "old"), held("c", "old")},
			Held:  []string{"a", "c"}, Dropped: []string{"off"},
		}},
		{"replaced", true, Held{Rules: rules, Dropped: []string{"a", "c", "off"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := cmp.Diff(tc.want, Hold(rules, []string{"off"}, lock, tc.replace)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestUnifiedDiff(t *testing.T) {
	for _, tc := range []struct{ name, before, after, want string }{
		{"equal", "a\n", "a\n", ""},
		{"changed", "a\nb\n", "a\nc\n", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"created", "-", "a\n", "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n"},
		{"deleted", "a\n", "-", "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"},
		{"no line end", "a", "a\n", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bytes := func(s string) []byte {
				if s == "-" {
					return nil
				}
				return []byte(s)
			}
			if d := cmp.Diff(tc.want, Unified("f", bytes(tc.before), bytes(tc.after))); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// BenchmarkSource is what a generate with nothing to do costs: 100 rules, everything on
// disk.
func BenchmarkSource(b *testing.B) {
	dir := b.TempDir()
	var rules []guard.Rule
	for i := range 100 {
		r := exampleRules()[i%5]
		r.ID += strings.Repeat("x", i)
		rules = append(rules, r)
	}
	s := source(dir, rules)
	generate(b, s)
	for b.Loop() {
		var err error
		s.Lock, err = LoadLock(s.Dir, s.Read)
		must(b, err)
		p, err := NewSource(s)
		must(b, err)
		if len(p.Plan.Pending()) > 0 {
			b.Fatal("something to do")
		}
		_, err = Apply(p.Plan, ApplyOptions{})
		must(b, err)
	}
}
