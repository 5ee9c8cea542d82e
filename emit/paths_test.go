package emit

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
)

func TestWhereAGuardStands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of this test begin with a slash")
	}
	dir := tree(t, map[string]string{"my app": "/", "link": "-> my app"})
	name := projectName(dir + "/my app")
	if !strings.HasPrefix(name, "my-app-") || len(name) != len("my-app-")+12 {
		t.Errorf("name %s", name)
	}
	for _, tc := range []struct {
		name    string
		scope   harness.Scope
		project string
		goos    string
		env     map[string]string
		want    string // "": error
	}{
		{"by default", harness.Project, "my app", "linux", nil, "/home/u/.local/share/rules2guards/" + name + "/guard"},
		{"through a link", harness.Project, "link", "linux", nil, "/home/u/.local/share/rules2guards/" + name + "/guard"},
		{"on a Mac", harness.Project, "my app", "darwin", nil, "/home/u/.local/share/rules2guards/" + name + "/guard"},
		{"on Windows", harness.Project, "my app", "windows", map[string]string{"LocalAppData": "/local"}, "/local/rules2guards/" + name + "/guard.exe"},
		{"XDG_DATA_HOME", harness.Project, "my app", "linux", map[string]string{"XDG_DATA_HOME": "/data"}, "/data/rules2guards/" + name + "/guard"},
		{"relative XDG_DATA_HOME", harness.User, "", "linux", map[string]string{"XDG_DATA_HOME": "data"}, "/home/u/.local/share/rules2guards/user/guard"},
		{"user", harness.User, "", "linux", nil, "/home/u/.local/share/rules2guards/user/guard"},
		{"no home", harness.User, "", "linux", map[string]string{"HOME": "-"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := LocateOptions{Scope: tc.scope, Project: filepath.Join(dir, tc.project), Home: "/home/u", GOOS: tc.goos, Getenv: func(n string) string { return tc.env[n] }}
			if tc.env["HOME"] == "-" {
				o.Home = ""
			}
			l, err := Locate(o)
			if l.Guard != tc.want || (err == nil) != (tc.want != "") {
				t.Errorf("%s, %v; want %s", l.Guard, err, tc.want)
			}
		})
	}
}

// locations are those of a project in a fresh folder.
func locations(t testing.TB) (Locations, Disk) {
	t.Helper()
	dir := tree(t, map[string]string{"p": "/"})
	l, err := Locate(LocateOptions{
		Project: filepath.Join(dir, "p"), Home: dir, GOOS: runtime.GOOS,
		Getenv: func(n string) string { return map[string]string{"XDG_DATA_HOME": filepath.Join(dir, "data")}[n] },
	})
	must(t, err)
	return l, Disk{Root: l.Dir}
}

func TestInstalledGuardsAreRecognizedUntilSomethingChanges(t *testing.T) {
	for _, kind := range []Runtime{BuiltByGo, Copied} {
		t.Run(string(kind), func(t *testing.T) {
			l, d := locations(t)
			b := Built{Runtime: kind, Plan: Digest([]byte("plan")), Program: Digest([]byte("program"))}
			if kind == Copied {
				b.Lock = Digest([]byte("lock"))
			}
			stale := func(plan string, k Runtime) string {
				t.Helper()
				b, err := ReadBuilt(l, d.Read)
				must(t, err)
				s, err := b.Stale(l, Digest([]byte(plan)), k, d.Read)
				must(t, err)
				return s
			}
			if s := stale("plan", kind); s != "it was not built yet" {
				t.Error(s)
			}
			p, err := Install(l, kind, []byte("program"), []byte("lock"), d.Read)
			must(t, err)
			must(t, b.Put(&p, l, d.Read))
			done, err := Apply(p, ApplyOptions{})
			must(t, err)
			if s := stale("plan", kind); s != "" {
				t.Error(s)
			}
			if info, err := os.Stat(l.Guard); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
				t.Errorf("the program: %v %v", info, err)
			}
			if info, err := os.Stat(l.Built); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("built.json: %v %v", info, err)
			}
			if s := stale("other", kind); s != "its rules or its runtime changed" {
				t.Error(s)
			}
			if s := stale("plan", "other"); !strings.Contains(s, "not by \"other\"") {
				t.Error(s)
			}
			must(t, os.WriteFile(l.Guard, []byte("another"), 0o755))
			if s := stale("plan", kind); s != "the program is not the one that was put there" {
				t.Error(s)
			}
			must(t, os.Remove(l.Guard))
			if s := stale("plan", kind); s != "the program is gone" {
				t.Error(s)
			}
			p, err = Uninstall(l, d.Read)
			must(t, err)
			_, err = Apply(p, ApplyOptions{Prune: append(done.Folders, l.Dir)})
			must(t, err)
			if _, err := os.Stat(filepath.Dir(filepath.Dir(l.Dir))); err == nil {
				t.Errorf("left: %v", names(t, filepath.Dir(filepath.Dir(l.Dir))))
			}
		})
	}
}

func TestASwitchToACompiledGuardDropsTheLock(t *testing.T) {
	l, d := locations(t)
	for _, kind := range []Runtime{Copied, BuiltByGo} {
		p, err := Install(l, kind, []byte("program of "+string(kind)), []byte("lock"), d.Read)
		must(t, err)
		_, err = Apply(p, ApplyOptions{})
		must(t, err)
	}
	if d := cmp.Diff([]string{"guard"}, names(t, l.Dir)); d != "" && runtime.GOOS != "windows" {
		t.Error(d)
	}
}

func TestBuiltKeepsWhatTheFirstRunSaw(t *testing.T) {
	l, d := locations(t)
	var b Built
	b.Record(call.ClaudeCode, "/p/a", harness.Made{File: true, Containers: []string{"/hooks"}}, []string{"/p"})
	b.Record(call.ClaudeCode, "/p/a", harness.Made{}, nil)
	b.Record(call.ClaudeCode, "/p/a", harness.Made{Containers: []string{"/hooks", "/hooks/PreToolUse"}}, nil)
	b.Record(call.Codex, "/p/b", harness.Made{}, nil)
	var p Plan
	must(t, b.Put(&p, l, d.Read))
	_, err := Apply(p, ApplyOptions{})
	must(t, err)
	b, err = ReadBuilt(l, d.Read)
	must(t, err)
	made, folders, ok := b.Made(call.ClaudeCode, "/p/a")
	if want := (harness.Made{File: true, Containers: []string{"/hooks", "/hooks/PreToolUse"}}); !ok || !cmp.Equal(made, want) || !cmp.Equal(folders, []string{"/p"}) {
		t.Errorf("%v %v %v", made, folders, ok)
	}
	b.Forget(call.ClaudeCode, "/p/a")
	if _, _, ok := b.Made(call.ClaudeCode, "/p/a"); ok || len(b.Settings) != 1 {
		t.Errorf("not forgotten: %v", b.Settings)
	}
}

func TestABrokenBuiltJSONIsNoObstacle(t *testing.T) {
	l, d := locations(t)
	must(t, os.MkdirAll(l.Dir, 0o755))
	for text, wantErr := range map[string]bool{"": true, "{": true, "[]": true, `{"version":"x"}`: true, `{"version":9,"new":{}}`: false, "null": false} {
		must(t, os.WriteFile(l.Built, []byte(text), 0o600))
		b, err := ReadBuilt(l, d.Read)
		if (err != nil) != wantErr {
			t.Errorf("%q: %v", text, err)
		}
		if s, err := b.Stale(l, "x", BuiltByGo, d.Read); err != nil || s == "" {
			t.Errorf("%q: not stale (%v)", text, err)
		}
	}
}

func TestSettingsOfAProjectStayInTheProject(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	dir := tree(t, map[string]string{"home/.claude/settings.json": "{}", "p/.claude": "-> ../home/.claude"})
	project := filepath.Join(dir, "p")
	edit := harness.Edit{Path: filepath.Join(project, ".claude", "settings.json"), Folder: filepath.Join(project, ".claude"), Data: []byte("{ }")}
	site := harness.Site{Scope: harness.Project, Project: project, Home: filepath.Join(dir, "home")}
	if p, err := Settings(site, []harness.Edit{edit}, Disk{Root: project}.Read); err == nil {
		t.Errorf("planned: %v", p)
	}
	// In the user's own scope the folder itself may be a link: the user's home is trusted.
	site.Scope = harness.User
	p, err := Settings(site, []harness.Edit{edit}, Disk{Root: edit.Folder}.Read)
	must(t, err)
	_, err = Apply(p, ApplyOptions{})
	must(t, err)
	if got := content(t, filepath.Join(dir, "home", ".claude", "settings.json")); got != "{ }" {
		t.Errorf("holds %q", got)
	}
}
