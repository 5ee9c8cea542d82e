package emit

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rules2guards.local/golden"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

func TestALockKeepsEveryField(t *testing.T) {
	want := Lock{
		Rules: []guard.Rule{
			filled[guard.Rule](0), filled[guard.Rule](1),
			{ID: "bare"},
			{ID: "all", Access: call.AnyAccess, Targets: []guard.Target{1, 2, 3, 4, 5}, Message: "a\r\n\x00\u202e\"'''\"\"\"\\"},
		},
		Settings: filled[guard.Settings](0),
		Files:    map[string]string{"rules.go": Digest(nil), "guard/call/call.go": Digest([]byte("x"))},
	}
	data, err := want.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadLock(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
	again, err := got.Bytes()
	if err != nil || string(again) != string(data) {
		t.Errorf("written again (%v):\n%s", err, Unified("lock", data, again))
	}
}

func TestALockLooksTheSameEveryTime(t *testing.T) {
	got, err := Lock{
		Rules:    exampleRules(),
		Settings: guard.Settings{BlockOnError: true, Wrappers: []string{"withenv"}, Tools: []guard.ToolHint{{Tool: "mcp__x__run", Command: "cmd"}}},
		Files:    map[string]string{"rules.go": Digest(nil), "go.mod": Digest(nil)},
	}.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, filepath.Join("testdata", "rules.lock.toml.golden"), got)
}

func TestALockWithAValueThatHasNoNameIsNotWritten(t *testing.T) {
	for _, r := range []guard.Rule{
		{ID: "a", Kind: 99},
		{ID: "a", Action: 99},
		{ID: "a", Access: 64},
		{ID: "a", Targets: []guard.Target{99}},
		{ID: "a", Message: "\xff"},
	} {
		if b, err := (Lock{Rules: []guard.Rule{r}}).Bytes(); err == nil {
			t.Errorf("written:\n%s", b)
		}
	}
}

func TestABrokenLockIsRefusedWithItsPlace(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "rules.lock.toml:1: version: version 0 is not known"},
		{"conflict", "version = 1\n<<<<<<< HEAD\n", "rules.lock.toml:2:"},
		{"newer version", "\nversion = 2\n", "rules.lock.toml:2: version: version 2"},
		{"version as text", "version = \"1\"", "rules.lock.toml:1: version: a string where a int belongs"},
		{"rule as text", "version = 1\nrule = \"x\"", "rules.lock.toml:2: rule: a string"},
		{"rule as table", "version = 1\n[rule]\nid = \"x\"", "rules.lock.toml:2: rule: a map"},
		{"no id", "version = 1\n[[rule]]\nkind = \"path\"", "rules.lock.toml:2: rule.0.id: id \"\" is empty"},
		{"id twice", "version = 1\n[[rule]]\nid = \"a\"\n[[rule]]\nid = \"a\"", "rules.lock.toml:5: rule.1.id: id \"a\" is empty or taken"},
		{"unknown kind", "version = 1\n[[rule]]\nid = \"a\"\n\n[[rule]]\nid = \"b\"\nkind = \"x\"", "rules.lock.toml:7: rule.1.kind: unknown value \"x\""},
		{"action that a guard can't have", "version = 1\n[[rule]]\nid = \"a\"\naction = \"allow\"", "rules.lock.toml:4: rule.0.action: unknown value"},
		{"list of numbers", "version = 1\n[[rule]]\nid = \"a\"\npaths = [1]", "rules.lock.toml:4: rule.0.paths.0: a int64 where a string belongs"},
		{"unknown key", "version = 1\n[[rule]]\nid = \"a\"\nfoo = 1", "rules.lock.toml:4: rule.0.foo: unknown key"},
		{"condition", "version = 1\n[[rule]]\nid = \"a\"\n[rule.when]\nworktree = \"x\"", "rules.lock.toml:5: rule.0.when.worktree: unknown value"},
		{"setting", "version = 1\n[guard]\non_error = \"x\"", "rules.lock.toml:3: guard.on_error: \"x\" is no value"},
		{"file outside", "version = 1\n[files]\n\"../x\" = \"" + Digest(nil) + "\"", "rules.lock.toml:3: files.../x: \"../x\" is no generated file"},
		{"absolute file", "version = 1\n[files]\n\"/etc/x\" = \"" + Digest(nil) + "\"", "rules.lock.toml:3: files./etc/x: "},
		{"digest", "version = 1\n[files]\n\"x\" = \"y\"", "rules.lock.toml:3: files.x: "},
		{"not UTF-8", "version = 1\nx = \"\xff\"", "rules.lock.toml:2:"},
		{"brackets", "x=\n" + strings.Repeat("[", 3<<20), "rules.lock.toml:2: brackets or dots are nested too deeply"},
		{"braces behind strings", "x=['''a'''', \"b\\\"\", '[' #\n," + strings.Repeat("{a=", 1<<20), "rules.lock.toml:2: brackets or dots are nested too deeply"},
		{"too large", strings.Repeat("#", MaxLock+1), "rules.lock.toml: larger than 4 MiB"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ReadLock([]byte(tc.text))
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("error %v, want %s…", err, tc.want)
			}
		})
	}
}

// The limit is wide: it only tells linear from quadratic.
func TestALargeHostileLockIsReadInTime(t *testing.T) {
	for _, p := range []string{"a.", "[[rule]]\n", "[[a.a.a.a.a.a.a.a]]\n", "[a]\n", "x=[[],[],[]]\n", "x=\"\"\"\n", "a=1\n", "''=''\n", "[", "[[rule]]\nid=\"\"\n"} {
		start := time.Now()
		if _, err := ReadLock([]byte("version=1\n" + strings.Repeat(p, MaxLock/4/len(p)))); err == nil {
			t.Errorf("%q: no error", p)
		}
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("%q: %v", p, d)
		}
	}
}

func FuzzReadLock(f *testing.F) {
	data, err := Lock{Rules: exampleRules(), Settings: filled[guard.Settings](0), Files: map[string]string{"a": Digest(nil)}}.Bytes()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("version = 1\n[[rule]]\nid = \"a\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := ReadLock(data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), LockName+":") {
				t.Errorf("no place: %v", err)
			}
			return
		}
		b, err := l.Bytes()
		if err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		if again, err := ReadLock(b); err != nil || !cmp.Equal(l, again, cmpopts.EquateEmpty()) {
			t.Fatalf("read again (%v): %s", err, cmp.Diff(l, again))
		}
	})
}
