//go:build e2e && unix

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"rules2guards.local/e2e/fakemodel"
)

// foreign is a settings file as a person may have it: own indentation, line ends and key
// order, letters beyond ASCII, a hook that must go on running, no final newline.
func foreign(s *scene) string {
	return "{\r\n\t\"env\": {\"LÄNGE\":\"1\"},\r\n\t\"hooks\" : {\r\n\t\t\"PreToolUse\": [\r\n" +
		"\t\t\t{ \"matcher\":\"Bash\", \"hooks\":[{\"type\":\"command\",\"command\":\"echo foreign hook >> '" + s.trace + "'\"}] }\r\n" +
		"\t\t]\r\n\t},\r\n\t\"model\":\"sonnet\"\r\n}"
}

// Everything that one guard has to do in one session, and that nothing is left of it
// after remove.
func TestClaudeCodeGuard(t *testing.T) {
	t.Parallel()
	s := newScene(t, "project")
	before := foreign(s)
	s.write(settingsFile, before)
	s.write("locked/a.txt", "first\n")
	s.generate(rulesText(""))
	locked, free := filepath.Join(s.project, "locked/a.txt"), filepath.Join(s.project, "free.txt")
	session := []fakemodel.Script{
		{Match: "SUBTASK", Turns: fakemodel.Turns(
			bash("subagent deploy", "deployctl up subagent"),
			bash("subagent lint", "lintall subagent"))},
		{Turns: append(fakemodel.Turns(
			bash("deploy", "deployctl up plain"),
			bash("sh deploy", `sh -c "cd . && deployctl up nested"`),
			bash("lint", "lintall plain"),
			bash("migrate", "migrate up"),
			bash("fix", "lintall --fix"),
			bash("quote", "echo 'deployctl up' # deployctl up"),
			read("read", locked),
			write("write", locked, "second\n"),
			edit("edit", locked, "first", "second"),
			write("create", filepath.Join(s.project, "locked/b.txt"), "new\n"),
			bash("redirect", "echo second > locked/a.txt"),
			write("free write", free, "free\n"),
			edit("free edit", free, "free", "freed"),
			agent("subagent", "SUBTASK: deploy it"),
			echo("mcp", "hello")),
			fakemodel.Turn{bash("twin deploy", "deployctl up twin"), bash("twin lint", "lintall twin")})},
	}
	m := s.claude(s.project, session...)

	expect := func(name string, f func(t *testing.T)) { cases.check(t, claudeCode, name, f) }
	expect("forbidden shell command", func(t *testing.T) {
		refused(t, m, "deploy")
		if s.ran("deployctl up plain") {
			t.Error("it ran")
		}
	})
	expect("the reason reaches the model verbatim", func(t *testing.T) {
		refused(t, m, "deploy", "no-deploy", deployMessage, deployInstead)
	})
	expect("forbidden command in sh -c", func(t *testing.T) {
		refused(t, m, "sh deploy", "no-deploy", deployMessage)
		if s.ran("deployctl up nested") {
			t.Error("it ran")
		}
	})
	expect("innocent commands run", func(t *testing.T) {
		accepted(t, m, "lint")
		accepted(t, m, "quote")
		if !s.ran("lintall plain") {
			t.Error("it did not run")
		}
	})
	expect("a command to ask about, where nobody can be asked", func(t *testing.T) {
		refused(t, m, "migrate", "ask-migrate", askMessage)
		if s.ran("migrate") {
			t.Error("it ran")
		}
	})
	expect("a command to warn of", func(t *testing.T) {
		accepted(t, m, "fix")
		if !s.ran("lintall --fix") {
			t.Error("it did not run")
		}
		if !m.Heard(warnMessage) {
			t.Error("the model did not hear of it")
		}
	})
	expect("forbidden call beside an innocent one", func(t *testing.T) {
		refused(t, m, "twin deploy", "no-deploy")
		accepted(t, m, "twin lint")
		if s.ran("deployctl up twin") || !s.ran("lintall twin") {
			t.Error("the wrong one ran")
		}
	})
	expect("Write to a guarded path", func(t *testing.T) {
		accepted(t, m, "read")
		refused(t, m, "write", "locked", lockedMessage)
		refused(t, m, "create", "locked", lockedMessage)
		if got := s.read("locked/a.txt"); got != "first\n" {
			t.Errorf("the file is now %q", got)
		}
		if got := s.read("locked/b.txt"); got != "" {
			t.Errorf("there is a new file: %q", got)
		}
	})
	expect("Edit of a guarded path", func(t *testing.T) { refused(t, m, "edit", "locked", lockedMessage) })
	expect("shell redirect to a guarded path", func(t *testing.T) { refused(t, m, "redirect", "locked", lockedMessage) })
	expect("innocent Write and Edit", func(t *testing.T) {
		accepted(t, m, "free write")
		accepted(t, m, "free edit")
		if got := s.read("free.txt"); got != "freed\n" {
			t.Errorf("the file is %q", got)
		}
	})
	expect("call of a subagent", func(t *testing.T) {
		refused(t, m, "subagent deploy", "no-deploy", deployMessage)
		accepted(t, m, "subagent lint")
		if s.ran("deployctl up subagent") || !s.ran("lintall subagent") {
			t.Error("the wrong one ran")
		}
	})
	expect("MCP tool", func(t *testing.T) {
		refused(t, m, "mcp", "no-echo", echoMessage)
		if s.ran("echo hello") {
			t.Error("it ran")
		}
	})
	expect("a hook of someone else's goes on running", func(t *testing.T) {
		if !s.ran("foreign hook") {
			t.Error("it did not run")
		}
	})
	expect("remove gives the settings file its first bytes", func(t *testing.T) {
		s.rules2guards(s.project, "remove", "--scope", "project")
		if diff := cmp.Diff(before, s.read(settingsFile)); diff != "" {
			t.Error(diff)
		}
	})
	expect("after remove everything runs", func(t *testing.T) {
		m := s.claude(s.project, session...)
		for _, label := range []string{"deploy", "sh deploy", "write", "subagent deploy", "mcp"} {
			accepted(t, m, label)
		}
		for _, line := range []string{"deployctl up plain", "deployctl up nested", "deployctl up subagent", "echo hello"} {
			if !s.ran(line) {
				t.Errorf("%q did not run", line)
			}
		}
	})
}

func TestClaudeCodeRemoveLeavesNothing(t *testing.T) {
	t.Parallel()
	cases.track(t, claudeCode, "remove leaves nothing where nothing was")
	s := newScene(t, "project")
	s.write("rules.toml", rulesText(""))
	before := s.files()
	s.generate(rulesText(""))
	s.rules2guards(s.project, "remove", "--scope", "project")
	if diff := cmp.Diff(before, s.files()); diff != "" {
		t.Errorf("other files in the project (- before, + after):\n%s", diff)
	}
	var left []string
	data := filepath.Join(s.home, ".local/share/rules2guards")
	if err := filepath.WalkDir(data, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			left = append(left, path)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// deployAndLint is the session of all cases below: one forbidden call, one innocent.
var deployAndLint = fakemodel.Script{Turns: fakemodel.Turns(
	bash("deploy", "deployctl up"),
	bash("lint", "lintall"))}

func TestClaudeCodeInFoldersOfManyNames(t *testing.T) {
	for _, tt := range []struct{ name, folder string }{
		{"an apostrophe in the project's path", "dev's"},
		{"letters beyond ASCII in the project's path", "größe-日本"},
		{"signs of the shell in the project's path", `a$HOME "b" & (c)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cases.track(t, claudeCode, tt.name)
			s := newScene(t, tt.folder)
			s.generate(rulesText(""))
			m := s.claude(s.project, deployAndLint)
			refused(t, m, "deploy", deployMessage, deployInstead)
			accepted(t, m, "lint")
			ends(t, s, true)
		})
	}
}

func TestClaudeCodeFromASubfolder(t *testing.T) {
	t.Parallel()
	cases.track(t, claudeCode, "started from a subfolder")
	s := newScene(t, "project")
	s.write("src/deep/a.txt", "")
	s.write("locked/a.txt", "first\n")
	s.generate(rulesText(""))
	m := s.claude(filepath.Join(s.project, "src"), fakemodel.Script{Turns: fakemodel.Turns(
		bash("deploy", "deployctl up"),
		bash("up", "rm ../locked/a.txt"),
		bash("cd", "cd deep"),
		bash("further up", "echo x > ../../locked/a.txt"),
		bash("lint", "lintall"),
	)})
	refused(t, m, "deploy", deployMessage, deployInstead)
	refused(t, m, "up", lockedMessage)
	refused(t, m, "further up", lockedMessage)
	if got := s.read("locked/a.txt"); got != "first\n" {
		t.Errorf("the file is now %q", got)
	}
	ends(t, s, true)
}

func TestClaudeCodeWithABrokenGuard(t *testing.T) {
	for _, broken := range []struct {
		name string
		do   func(s *scene)
	}{
		{"guard not executable", func(s *scene) {
			if err := os.Chmod(s.guard(), 0o600); err != nil {
				s.t.Fatal(err)
			}
		}},
		{"guard dies of a signal", func(s *scene) { s.replaceGuard("kill -SEGV $$") }},
		{"guard exits with 139", func(s *scene) { s.replaceGuard("exit 139") }},
	} {
		for _, onError := range []string{"allow", "block"} {
			name := broken.name + `, on_error "` + onError + `"`
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				cases.track(t, claudeCode, name+map[string]string{"allow": ": calls go through", "block": ": calls are blocked"}[onError])
				s := newScene(t, "project")
				more := ""
				if onError == "block" {
					more = "[guard]\non_error = \"block\"\n"
				}
				s.generate(rulesText(more))
				broken.do(s)
				s.claude(s.project, deployAndLint)
				blocked := onError == "block"
				for _, line := range []string{"deployctl up", "lintall"} {
					if ran := s.ran(line); ran == blocked {
						t.Errorf("%s ran: %v", line, ran)
					}
				}
			})
		}
	}
}

func TestClaudeCodeFailClosedGuardAtWork(t *testing.T) {
	t.Parallel()
	cases.track(t, claudeCode, `on_error "block" with a sound guard`)
	s := newScene(t, "project")
	s.generate(rulesText("[guard]\non_error = \"block\"\n"))
	m := s.claude(s.project, deployAndLint)
	refused(t, m, "deploy", deployMessage, deployInstead)
	accepted(t, m, "lint")
	ends(t, s, true)
}

func TestClaudeCodeCopyRuntime(t *testing.T) {
	t.Parallel()
	cases.track(t, claudeCode, "guard that is a copy of rules2guards")
	s := newScene(t, "project")
	s.write("locked/a.txt", "first\n")
	s.generate(rulesText(""), "--runtime", "copy")
	m := s.claude(s.project, fakemodel.Script{Turns: fakemodel.Turns(
		bash("deploy", "sh -c 'deployctl up'"),
		bash("redirect", "echo x > locked/a.txt"),
		echo("mcp", "hello"),
		bash("lint", "lintall"),
	)})
	refused(t, m, "deploy", deployMessage, deployInstead)
	refused(t, m, "redirect", lockedMessage)
	refused(t, m, "mcp", echoMessage)
	accepted(t, m, "lint")
	ends(t, s, true)
	if s.ran("echo hello") {
		t.Error("the MCP tool ran")
	}
}

func TestClaudeCodeReloadsSettings(t *testing.T) {
	t.Parallel()
	cases.track(t, claudeCode, "a guard that is installed during a session")
	s := newScene(t, "project")
	s.write("rules.toml", rulesText(""))
	env, err := goEnv()
	if err != nil {
		t.Fatal(err)
	}
	// A script, so that the call itself names nothing that a rule could be about.
	script := "#!/bin/sh\nexec env"
	for _, e := range env {
		script += " '" + e + "'"
	}
	script += " '" + rules2guards(t) + "' generate --scope project --harness claude-code\n"
	if err := os.WriteFile(filepath.Join(s.bin, "setup-guard"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	m := s.claude(s.project, fakemodel.Script{Turns: fakemodel.Turns(
		bash("before", "deployctl before"),
		bash("start", "sleep 3"), // what changes before it watches its settings, it does not see
		bash("setup", "setup-guard"),
		bash("pause", "sleep 2"),
		bash("deploy", "deployctl up"),
		bash("lint", "lintall"),
	)})
	accepted(t, m, "before")
	accepted(t, m, "setup")
	refused(t, m, "deploy", deployMessage)
	if !s.ran("deployctl before") {
		t.Error("the command did not run before there was a guard")
	}
	ends(t, s, true)
}

// The program takes changed settings at once: an agent that switched hooks off would be
// free from its next call on.
func TestClaudeCodeAgentTriesToDisarm(t *testing.T) {
	t.Parallel()
	s := newScene(t, "project")
	s.generate(rulesText(""))
	before := s.read(settingsFile)
	guard := s.guard()
	off := `{"disableAllHooks":true}`
	attempts := []struct {
		name string
		call fakemodel.Part
	}{
		{"switching hooks off by the shell", bash("off", `echo '`+off+`' > `+settingsFile)},
		{"switching hooks off in another settings file", bash("shared off", `mkdir -p .claude; echo '`+off+`' > .claude/settings.json`)},
		{"switching hooks off in the user's settings", bash("user off", `mkdir -p ~/.claude; echo '`+off+`' | tee ~/.claude/settings.json`)},
		{"switching hooks off by Write", write("write off", filepath.Join(s.project, ".claude/settings.json"), off)},
		{"deleting the settings", bash("rm settings", "rm -rf .claude")},
		{"moving the settings", bash("mv settings", "mv "+settingsFile+" old.json")},
		{"deleting the guard", bash("rm guard", "rm -f '"+guard+"'")},
		{"overwriting the guard", bash("cp guard", "cp /bin/true '"+guard+"'")},
		{"deleting the guard's folder by an ancestor", bash("rm data", "rm -rf ~/.local/share")},
		{"making the guard not executable", bash("chmod guard", "chmod -x '"+guard+"'")},
		{"removing the guard by its own program", bash("remove", "rules2guards remove --scope project")},
		{"starting another agent without hooks", bash("bare", "claude --bare -p 'do it'")},
		{"changing the guard's source", bash("sed source", "sed -i s/deployctl/nothing/ .rules2guards/rules.go")},
		{"changing the rules", bash("sed rules", "sed -i s/deployctl/nothing/ rules.toml")},
	}
	var calls []fakemodel.Part
	for _, a := range attempts {
		calls = append(calls, a.call)
	}
	calls = append(calls, bash("deploy", "deployctl up"), bash("lint", "lintall"))
	m := s.claude(s.project, fakemodel.Script{Turns: fakemodel.Turns(calls...)})
	for _, a := range attempts {
		cases.check(t, claudeCode, "disarming: "+a.name, func(t *testing.T) { refusedAtAll(t, m, a.call.Label) })
	}
	cases.check(t, claudeCode, "disarming: the guard stands after all attempts", func(t *testing.T) {
		refused(t, m, "deploy", deployMessage)
		ends(t, s, true)
		if diff := cmp.Diff(before, s.read(settingsFile)); diff != "" {
			t.Error(diff)
		}
		if _, err := os.Stat(guard); err != nil {
			t.Error(err)
		}
		if left := s.files(); slices.Contains(left, ".claude/settings.json") {
			t.Errorf("files in the project: %q", left)
		}
	})
}

// refusedAtAll is refused by a rule of the guard's own, for calls whose text names the guard.
func refusedAtAll(t *testing.T, m *fakemodel.Server, label string) {
	t.Helper()
	if got, _ := m.Told(label); !got.Failed || !strings.Contains(got.Text, "guard/") {
		t.Errorf("the model was told of %s: %+v", label, got)
	}
}

func TestClaudeCodeUserScope(t *testing.T) {
	t.Parallel()
	cases.track(t, claudeCode, "a user's guard beside a project's")
	s := newScene(t, "project")
	rules := filepath.Join(s.home, ".config/rules2guards/rules.toml")
	if err := os.MkdirAll(filepath.Dir(rules), 0o755); err != nil {
		t.Fatal(err)
	}
	const userMessage = "The user does not want this."
	text := "[[rule]]\nid = \"no-wipe\"\nkind = \"command\"\ncommands = [\"lintall --wipe\"]\nmessage = \"" + userMessage + "\"\nfires_on = [\"lintall --wipe\"]\npasses_on = [\"lintall\"]\n"
	if err := os.WriteFile(rules, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.rules2guards(s.project, "generate", "--scope", "user", "--harness", "claude-code")
	s.generate(rulesText(""))
	m := s.claude(s.project, fakemodel.Script{Turns: fakemodel.Turns(
		bash("wipe", "lintall --wipe"),
		bash("deploy", "deployctl up"),
		bash("lint", "lintall"),
	)})
	refused(t, m, "wipe", "no-wipe", userMessage)
	refused(t, m, "deploy", deployMessage)
	accepted(t, m, "lint")
	ends(t, s, true)
	if s.ran("lintall --wipe") {
		t.Error("what the user forbids ran")
	}

	s.rules2guards(s.project, "remove", "--scope", "project")
	m = s.claude(s.project, fakemodel.Script{Turns: fakemodel.Turns(
		bash("wipe", "lintall --wipe"),
		bash("deploy", "deployctl after"),
	)})
	refused(t, m, "wipe", userMessage)
	accepted(t, m, "deploy")
	if !s.ran("deployctl after") {
		t.Error("the project's guard was removed and still blocks")
	}
}
