package emit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/guard"
)

// tiny is a module that builds fast and imports what a guard imports.
func tiny(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := Files(guard.Program{}, 0)
	must(t, err)
	return map[string][]byte{
		"go.mod": files["go.mod"], "go.sum": files["go.sum"],
		"main.go": []byte("package main\n\nimport \"mvdan.cc/sh/v3/syntax\"\n\nfunc main() { println(word(), syntax.ValidName(\"a\")) }\n"),
		"word.go": []byte("package main\n\nfunc word() string { return \"ours\" }\n"),
	}
}

// findGo finds the Go that runs this test, with the caches of this machine.
func findGo(t testing.TB, more ...string) Go {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	g, err := FindGo(context.Background(), append(caches(t), more...))
	must(t, err)
	g.Temp = t.TempDir()
	return g
}

// caches is the environment with this machine's caches named, so that HOME may change.
func caches(t testing.TB) []string {
	t.Helper()
	env := os.Environ()
	for _, name := range []string{"GOMODCACHE", "GOCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		must(t, err)
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	return env
}

func build(t testing.TB, g Go, files map[string][]byte) []byte {
	t.Helper()
	programs, err := g.Build(context.Background(), files, []Target{Host()})
	must(t, err)
	if left, err := os.ReadDir(g.Temp); err != nil || slices.ContainsFunc(left, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "rules2guards-") }) {
		t.Errorf("left in the temporary folder: %v %v", left, err)
	}
	return programs[0]
}

func TestNothingAroundABuildTakesPartInIt(t *testing.T) {
	want := build(t, findGo(t), tiny(t))
	evil := tree(t, map[string]string{
		"word.go":             "package main\n\nfunc word() string { return \"theirs\" }\n",
		"tool.sh":             "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\nexec \"$@\"\n",
		"sh/go.mod":           "module mvdan.cc/sh/v3\n",
		"sh/syntax/syntax.go": "package syntax\n\nfunc ValidName(string) bool { return false }\n",
		"vendor":              "/",
	})
	must(t, os.Chmod(filepath.Join(evil, "tool.sh"), 0o755))
	overlay := func(temp string) string {
		// The folder of a build can't be known, so the overlay is of a file that can: the dependency.
		cache, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "mvdan.cc/sh/v3").Output()
		must(t, err)
		path := filepath.Join(evil, "overlay.json")
		text := fmt.Sprintf(`{"Replace":{%q:%q}}`, filepath.Join(strings.TrimSpace(string(cache)), "syntax", "parser.go"), filepath.Join(evil, "sh", "syntax", "syntax.go"))
		must(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	// A variable of this test's own would beat the file.
	goenv := func(t *testing.T, text string) []string {
		home := tree(t, map[string]string{"go/env": text, ".config/go/env": text, "Library/Application Support/go/env": text})
		return []string{"HOME=" + home, "XDG_CONFIG_HOME=", "APPDATA=" + home, "GOENV=", "GOFLAGS="}
	}
	for _, tc := range []struct {
		name  string
		setup func(t *testing.T, temp string) []string // more environment
	}{
		{"parent go.work", func(t *testing.T, temp string) []string {
			must(t, os.WriteFile(filepath.Join(temp, "go.work"), []byte("go 1.26.0\n\nreplace mvdan.cc/sh/v3 => "+filepath.Join(evil, "sh")+"\n"), 0o644))
			return nil
		}},
		{"go.work in the environment", func(t *testing.T, temp string) []string {
			return []string{"GOWORK=" + filepath.Join(evil, "go.work")}
		}},
		{"parent go.mod and vendor", func(t *testing.T, temp string) []string {
			must(t, os.WriteFile(filepath.Join(temp, "go.mod"), []byte("module evil\n"), 0o644))
			must(t, os.MkdirAll(filepath.Join(temp, "vendor"), 0o755))
			return nil
		}},
		{"go env -w GOFLAGS=-overlay", func(t *testing.T, temp string) []string {
			return goenv(t, "GOFLAGS=-overlay="+overlay(temp)+"\n")
		}},
		{"go env -w GOFLAGS=-toolexec", func(t *testing.T, temp string) []string {
			return goenv(t, "GOFLAGS=-toolexec="+filepath.Join(evil, "tool.sh")+"\nGOCACHEPROG="+filepath.Join(evil, "tool.sh")+"\n")
		}},
		{"go env -w GOOS", func(t *testing.T, temp string) []string {
			return goenv(t, "GOOS=plan9\nGOARCH=386\nGOEXPERIMENT=arenas\n")
		}},
		{"GOENV names such a file", func(t *testing.T, temp string) []string {
			path := filepath.Join(evil, "env")
			must(t, os.WriteFile(path, []byte("GOFLAGS=-overlay="+overlay(temp)+"\n"), 0o644))
			return []string{"GOENV=" + path, "GOFLAGS="}
		}},
		{"GOFLAGS=-overlay in the environment", func(t *testing.T, temp string) []string { return []string{"GOFLAGS=-overlay=" + overlay(temp)} }},
		{"GOFLAGS=-toolexec in the environment", func(t *testing.T, temp string) []string {
			return []string{"GOFLAGS=-toolexec=" + filepath.Join(evil, "tool.sh")}
		}},
		{"GOFLAGS=-mod=vendor in the environment", func(t *testing.T, temp string) []string { return []string{"GOFLAGS=-mod=vendor -tags=x -n"} }},
		{"GOOS in the environment", func(t *testing.T, temp string) []string { return []string{"GOOS=plan9", "GOARCH=386", "GOAMD64=v4"} }},
		{"cgo, experiments and debug settings", func(t *testing.T, temp string) []string {
			return []string{"CGO_ENABLED=1", "CC=" + filepath.Join(evil, "tool.sh"), "GOEXPERIMENT=arenas", "GODEBUG=x=y", "GO111MODULE=off", "GOCACHEPROG=" + filepath.Join(evil, "tool.sh")}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			temp := t.TempDir()
			g := findGo(t, tc.setup(t, temp)...)
			g.Temp = temp
			if !bytes.Equal(want, build(t, g, tiny(t))) {
				t.Error("another program came out")
			}
			if _, err := os.Stat(filepath.Join(evil, "ran")); err == nil {
				t.Error("the tool ran")
			}
			plain := plainBuild(t, temp, tc.setup(t, temp))
			if _, err := os.Stat(filepath.Join(evil, "ran")); err != nil && bytes.Equal(want, plain) && tc.name != "parent go.mod and vendor" {
				t.Error("a plain build comes out the same: this case shows nothing")
			}
			_ = os.Remove(filepath.Join(evil, "ran"))
		})
	}
}

// plainBuild builds tiny as one would without care, below temp. Nothing comes back when
// that fails.
func plainBuild(t testing.TB, temp string, more []string) []byte {
	t.Helper()
	dir := filepath.Join(temp, "plain")
	must(t, writeModule(dir, tiny(t)))
	out := filepath.Join(dir, "out")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, ".")
	cmd.Dir, cmd.Env = dir, append(append(caches(t), "CGO_ENABLED=0"), more...)
	_ = cmd.Run()
	data, _ := os.ReadFile(out)
	return data
}

func TestAWholeGuardBuildsOfflineFromItsPlanAlone(t *testing.T) {
	g := findGo(t, "GOPROXY=off")
	dir := t.TempDir()
	clean := generate(t, source(dir, exampleRules()))
	want := build(t, g, clean.Files())
	at := filepath.Join(dir, SourceFolder)
	for name, text := range map[string]string{
		"extra.go": "package main\n\nfunc init() { panic(1) }\n", "vendor/modules.txt": "# x\n", "go.work": "go 1.26.0\n", "guard/extra.go": "package guard\n\nfunc init() { panic(1) }\n",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(at, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(at, name), []byte(text), 0o644))
	}
	again := generate(t, source(dir, exampleRules()))
	if len(again.Strangers) != 4 || clean.Digest() != again.Digest() {
		t.Errorf("strangers %v", again.Strangers)
	}
	if !bytes.Equal(want, build(t, g, again.Files())) {
		t.Error("another guard came out")
	}
	path := filepath.Join(dir, "guard")
	var p Plan
	must(t, p.Put(Disk{Root: dir}.Read, dir, path, want, 0o755))
	_, err := Apply(p, ApplyOptions{})
	must(t, err)
	cmd := exec.Command(path, "--harness", "claude-code", "--project", dir)
	cmd.Stdin = strings.NewReader(`{"hook_event_name":"PreToolUse","tool_name":"TodoWrite","tool_input":{}}`)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the guard: %v\n%s", err, out)
	}
	if out, err := exec.Command("go", "version", "-m", path).CombinedOutput(); err != nil || strings.Contains(strings.TrimPrefix(string(out), path), dir) || strings.Contains(string(out), "vcs") {
		t.Errorf("what the program says of its build (%v):\n%s", err, out)
	}
}

func TestOtherSystems(t *testing.T) {
	g := findGo(t)
	targets, err := ParseTargets("linux/amd64,darwin/arm64, windows/amd64")
	must(t, err)
	programs, err := g.Build(context.Background(), tiny(t), targets)
	must(t, err)
	for i, magic := range []string{"\x7fELF", "\xcf\xfa\xed\xfe", "MZ"} {
		if !strings.HasPrefix(string(programs[i]), magic) {
			t.Errorf("%s begins %q", targets[i].File(), programs[i][:4])
		}
	}
}

func TestTargets(t *testing.T) {
	for _, tc := range []struct {
		list, want string
	}{
		{"linux/amd64", "guard-linux-amd64"},
		{"windows/arm64,darwin/arm64", "guard-windows-arm64.exe guard-darwin-arm64"},
		{"", ""},
		{"linux", ""},
		{"linux/amd64,", ""},
		{"linux/../x", ""},
		{"Linux/amd64", ""},
	} {
		targets, err := ParseTargets(tc.list)
		var got []string
		for _, x := range targets {
			got = append(got, x.File())
		}
		if (err != nil) != (tc.want == "") || err == nil && strings.Join(got, " ") != tc.want {
			t.Errorf("%q: %v, %v", tc.list, got, err)
		}
	}
}

func TestABrokenModuleIsAnErrorThatSaysWhy(t *testing.T) {
	g := findGo(t)
	for _, tc := range []struct {
		name, file, text, want string
	}{
		{"does not compile", "word.go", "package main\n\nfunc word() int { return \"\" }\n", "word.go:3"},
		{"wrong sum", "go.sum", "mvdan.cc/sh/v3 v3.14.1 h1:AAAAQWNHCs0KZEChF8hYS6FC+T2N9mUZLbQv9blditI=\nmvdan.cc/sh/v3 v3.14.1/go.mod h1:syYCoFET8w9tvevxiXUtY8/ICrU+l26jHmhJDra3Vwo=\n", "go"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			files := tiny(t)
			files[tc.file] = []byte(tc.text)
			_, err := g.Build(context.Background(), files, []Target{Host()})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v", err)
			}
			if left, _ := os.ReadDir(g.Temp); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.Build(ctx, tiny(t), []Target{Host()}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestWithoutAUsableGoTheReasonIsSaid(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins are shell scripts")
	}
	stub := func(t *testing.T, script string) string {
		dir := tree(t, map[string]string{"go": "#!/bin/sh\n" + script})
		must(t, os.Chmod(filepath.Join(dir, "go"), 0o755))
		return dir
	}
	old := func(version, toolchain, newer string) string {
		return fmt.Sprintf("[ -f go.mod ] && { %s; }\necho '{\"GOVERSION\":%q,\"GOTOOLCHAIN\":%q}'\n", newer, version, toolchain)
	}
	for _, tc := range []struct {
		name, path, want string
	}{
		{"none", t.TempDir(), "no usable Go: there is no go program on PATH"},
		{"only in the current folder", ".:" + t.TempDir(), "there is no go program on PATH"},
		{"fails", stub(t, "echo no such toolchain >&2; exit 1\n"), "does not run: go env: exit status 1\nno such toolchain"},
		{"says nothing", stub(t, ""), "go env -json"},
		{"before toolchains", stub(t, old("go1.20.1", "", "exit 1")), "is go1.20.1, a guard needs go1.26"},
		{"old and alone", stub(t, old("go1.24.1", "local", "exit 1")), "is go1.24.1, a guard needs go1.26"},
		{"old and offline", stub(t, old("go1.24.1", "auto", "echo dial failed >&2; exit 1")), "and that can't be fetched: go env: exit status 1\ndial failed"},
		{"old and fetches", stub(t, old("go1.24.1", "auto", "echo go1.26.3; exit 0")), ""},
		{"new", stub(t, old("go1.27.1", "auto", "exit 1")), ""},
		{"development", stub(t, old("devel go1.27-abcdef", "auto", "exit 1")), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := FindGo(context.Background(), []string{"PATH=" + tc.path})
			if tc.want == "" {
				must(t, err)
				return
			}
			if !errors.Is(err, ErrNoGo) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v", err)
			}
		})
	}
}
