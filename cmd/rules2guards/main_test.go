package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"rules2guards.local/golden"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"rules2guards": main,
		// guard is the guard of the rules.toml of a script, without a build.
		"guard": func() {
			argv := append([]string{"rules2guards", "guard"}, os.Args[1:]...)
			os.Exit(run(argv, os.Environ(), os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       golden.Updating(),
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			for _, v := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GOSUMDB", "GOFLAGS", "GOTOOLCHAIN"} {
				if x := goEnv(v); x != "" {
					e.Setenv(v, x)
				}
			}
			e.Setenv("HOME", home)
			e.Setenv("PROJECT", filepath.Join(e.WorkDir, "project"))
			e.Setenv("XDG_DATA_HOME", "")
			e.Setenv("XDG_CONFIG_HOME", "")
			e.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			e.Setenv("GOODPATH", e.Getenv("PATH"))
			return os.MkdirAll(home, 0o755)
		},
		Condition: func(cond string) (bool, error) {
			return cond == "root" && os.Getuid() == 0, nil
		},
	})
}

// goEnv is a variable of Go's as this test runs with it.
func goEnv(name string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	switch name {
	case "GOPATH":
		return filepath.Join(home, "go")
	case "GOMODCACHE":
		return filepath.Join(goEnv("GOPATH"), "pkg", "mod")
	case "GOCACHE":
		if c, err := os.UserCacheDir(); err == nil {
			return filepath.Join(c, "go-build")
		}
	}
	return ""
}

func TestUsageFitsOneScreen(t *testing.T) {
	lines := strings.Split(usage, "\n")
	if len(lines) > 50 {
		t.Errorf("usage has %d lines", len(lines))
	}
	for _, l := range lines {
		if len(l) > 90 {
			t.Errorf("usage line is %d wide: %s", len(l), l)
		}
	}
	golden.Equal(t, "testdata/usage.txt", []byte(usage))
}
