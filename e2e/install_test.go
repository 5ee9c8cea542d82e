//go:build e2e && unix

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// What the model has to read verbatim: quotes, signs that JSON encoders like to escape,
// and letters beyond ASCII.
const (
	deployMessage = `Deploys are made by people: ask "Jörg" <ops@example.org> & wait.`
	deployInstead = `open a ticket – or use deployctl's web page`
	lockedMessage = "These files are generated."
	askMessage    = "A migration needs a nod."
	warnMessage   = "Linting with --fix changes files."
	echoMessage   = "The echo server is not for agents."
)

// deployRule is the rule that most cases are about.
const deployRule = `
[[rule]]
id = "no-deploy"
kind = "command"
commands = ["deployctl"]
message = '''` + deployMessage + `'''
instead = '''` + deployInstead + `'''
fires_on = ["deployctl up", "sudo deployctl"]
passes_on = ["echo deployctl"]
`

// rulesText is the rule file of every case; more is put in front of the rules.
func rulesText(more string) string {
	return more + deployRule + fmt.Sprintf(`
[[rule]]
id = "ask-migrate"
kind = "command"
commands = ["migrate"]
action = "ask"
message = "%s"
fires_on = ["migrate up"]
passes_on = ["echo migrate"]

[[rule]]
id = "warn-fix"
kind = "command"
commands = ["lintall --fix"]
action = "warn"
message = "%s"
fires_on = ["lintall --fix"]
passes_on = ["lintall"]

[[rule]]
id = "locked"
kind = "path"
paths = ["./locked"]
access = ["write", "create", "delete"]
message = "%s"
fires_on = ["rm locked/a.txt", { write = "locked/a.txt" }]
passes_on = ["cat locked/a.txt", { write = "free.txt" }]

[[rule]]
id = "no-echo"
kind = "tool"
tools = ["mcp__demo__echo"]
message = "%s"
fires_on = [{ tool = "mcp__demo__echo" }]
passes_on = [{ tool = "Read" }]
`, askMessage, warnMessage, lockedMessage, echoMessage)
}

// settingsFile is where the project's entry goes.
const settingsFile = ".claude/settings.local.json"

// rules2guards runs the program under test in dir and wants it to succeed.
func (s *scene) rules2guards(dir string, args ...string) output {
	s.t.Helper()
	path := rules2guards(s.t)
	env, err := goEnv()
	if err != nil {
		s.t.Fatal(err)
	}
	return s.must(dir, s.env(env...), path, args...)
}

// generate writes the rules and installs their guard for the project.
func (s *scene) generate(rules string, more ...string) {
	s.t.Helper()
	s.write("rules.toml", rules)
	s.rules2guards(s.project, append([]string{"generate", "--scope", "project", "--harness", "claude-code"}, more...)...)
	if s.read(settingsFile) == "" {
		s.t.Fatalf("generate wrote no %s", settingsFile)
	}
}

// guard returns the path of the project's guard, which lies outside of the project.
func (s *scene) guard() string {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.home, ".local", "share", "rules2guards", "*", "guard"))
	if err != nil || len(found) != 1 {
		s.t.Fatalf("guards found: %q, %v", found, err)
	}
	return found[0]
}

// replaceGuard puts a shell script in the guard's place.
func (s *scene) replaceGuard(text string) {
	s.t.Helper()
	path := s.guard()
	if err := os.Remove(path); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		s.t.Fatal(err)
	}
}

// goEnv is what a scene's own home would hide from the go command: its caches, filled
// already, and how it reaches modules.
var goEnv = sync.OnceValues(func() ([]string, error) {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"}
	data, err := exec.Command("go", append([]string{"env", "-json"}, names...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var values map[string]string
	if err := json.Unmarshal(data, &values); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, err
	}
	env := []string{"PATH=" + filepath.Dir(path) + ":/usr/local/bin:/usr/bin:/bin"}
	for _, name := range names {
		env = append(env, name+"="+values[name])
	}
	return env, nil
})

// ends wants a session to leave the forbidden program not run and the other one run.
func ends(t *testing.T, s *scene, blocked bool) {
	t.Helper()
	if ran := s.ran("deployctl up"); ran == blocked {
		t.Errorf("the forbidden command ran: %v", ran)
	}
	if !s.ran("lintall") {
		t.Error("the innocent command did not run")
	}
}
