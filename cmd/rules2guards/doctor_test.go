package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rules2guards.local/emit"
	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
)

const doctorRules = `[[rule]]
id = "use-pnpm"
kind = "command"
commands = ["npm"]
message = "Use pnpm."
fires_on = ["npm i"]
`

// ward is a machine with a guard in a project, for doctor to look at.
type ward struct {
	t                        *testing.T
	root, home, project, bin string
	exe                      string // rules2guards
	env                      []string
	scope                    harness.Scope
	harness                  harness.Harness
}

// built is rules2guards as a program: a guard that is a copy of it has to run.
func builtProgram(t *testing.T) string {
	t.Helper()
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("builds a program")
	}
	exe := filepath.Join(t.TempDir(), "rules2guards")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", exe, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// quickFolder is a folder in memory, where one is: a generate syncs some hundred files.
func quickFolder() string {
	const shm = "/dev/shm"
	if st, err := os.Stat(shm); err != nil || !st.IsDir() || noexec(shm) {
		return ""
	}
	return shm
}

// admit makes a machine on which a guard is installed soundly, with what trust the harness
// wants.
func admit(t *testing.T, exe string, scope harness.Scope, id call.Harness, rules string) *ward {
	t.Helper()
	root, err := os.MkdirTemp(quickFolder(), "doctor-")
	if err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(root) }) // in memory: it must not stay
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := &ward{
		t: t, root: root, home: filepath.Join(root, "home"), project: filepath.Join(root, "home", "my project"), bin: filepath.Join(root, "bin"),
		exe: exe, scope: scope, harness: harness.ByName(string(id)),
	}
	w.env = []string{"HOME=" + w.home, "PATH=" + w.bin}
	w.write("home/my project/.git/HEAD", "ref: refs/heads/main\n")
	file := "home/my project/rules.toml"
	if scope == harness.User {
		file = "home/.config/rules2guards/rules.toml"
	}
	w.write(file, rules)
	for _, p := range []string{"sh", "bash", "git"} {
		if path, err := exec.LookPath(p); err == nil {
			w.must(os.MkdirAll(w.bin, 0o755))
			w.must(os.Symlink(path, filepath.Join(w.bin, p)))
		}
	}
	w.generate()
	w.trust()
	return w
}

func (w *ward) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *ward) run(name string, args ...string) (code int, stdout, stderr string) {
	w.t.Helper()
	var out, errs bytes.Buffer
	a := &app{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, env: w.env, dir: w.project, exe: w.exe}
	for _, c := range commands() {
		if c.name == name {
			code = c.run(a, args)
		}
	}
	return code, out.String(), errs.String()
}

func (w *ward) generate() {
	w.t.Helper()
	if code, _, errs := w.run("generate", "--scope", string(w.scope), "--harness", string(w.harness.ID()), "--runtime", "copy"); code != exitOK {
		w.t.Fatalf("generate: exit code %d\n%s", code, errs)
	}
}

// path is a path below the root.
func (w *ward) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

func (w *ward) write(name, text string) {
	w.t.Helper()
	w.must(os.MkdirAll(filepath.Dir(w.path(name)), 0o755))
	w.must(os.WriteFile(w.path(name), []byte(text), 0o644))
}

// program puts a script on PATH.
func (w *ward) program(name, script string) {
	w.t.Helper()
	w.write("bin/"+name, "#!/bin/sh\n"+script)
	w.must(os.Chmod(w.path("bin/"+name), 0o755))
}

func (w *ward) at() emit.Locations {
	w.t.Helper()
	l, err := emit.Locate(emit.LocateOptions{Scope: w.scope, Project: w.project, Home: w.home, GOOS: runtime.GOOS, Getenv: func(string) string { return "" }})
	w.must(err)
	return l
}

// entry is the file with the entry.
func (w *ward) entry() string {
	s := harness.Site{
		Scope: w.scope, Home: w.home, Project: w.project, Guard: w.at().Guard, GOOS: runtime.GOOS,
		Exists: func(p string) bool { _, err := os.Lstat(p); return err == nil },
	}
	return w.harness.Paths(s)[0].Path
}

// edit replaces a text in the file with the entry.
func (w *ward) edit(from, to string) {
	w.t.Helper()
	data, err := os.ReadFile(w.entry())
	w.must(err)
	if !bytes.Contains(data, []byte(from)) {
		w.t.Fatalf("no %q in\n%s", from, data)
	}
	w.must(os.WriteFile(w.entry(), bytes.Replace(data, []byte(from), []byte(to), 1), 0o644))
}

// line is the command line of the entry.
func (w *ward) line() string {
	w.t.Helper()
	data, err := os.ReadFile(w.entry())
	w.must(err)
	return lineIn(w.t, w.harness, data)
}

// codexSays makes a codex that lists the hook with a status.
func (w *ward) codexSays(status string, enabled bool) {
	w.t.Helper()
	answer, err := json.Marshal(map[string]any{"id": 2, "result": map[string]any{"data": []any{map[string]any{"cwd": w.project, "hooks": []any{
		map[string]any{"command": w.line(), "trustStatus": status, "enabled": enabled},
	}}}}})
	w.must(err)
	w.write("answer.json", string(answer)+"\n")
	w.program("codex", `while read -r line; do case $line in *hooks/list*) read -r answer < '`+w.path("answer.json")+`'; printf '%s\n' "$answer";; *initialize\"*) echo '{"id":1,"result":{}}';; esac; done`)
}

// trust does what a person would.
func (w *ward) trust() {
	w.t.Helper()
	switch w.harness.ID() {
	case call.Codex:
		w.codexSays("trusted", true)
	case call.GeminiCLI:
		w.write("home/.gemini/trustedFolders.json", fmt.Sprintf("{%q: %q}", w.home, "TRUST_FOLDER"))
	case call.Copilot:
		w.write("home/.copilot/config.json", fmt.Sprintf("// Managed.\n{\"trustedFolders\": [%q]}", w.project))
	case call.Grok:
		w.write("home/.grok/trusted_folders.toml", fmt.Sprintf("[folders.%q]\ntrusted = true\n", w.project))
	case call.Hermes:
		data, err := json.Marshal(map[string]any{"approvals": []any{map[string]any{"event": "pre_tool_call", "command": w.line()}}})
		w.must(err)
		w.write("home/.hermes/shell-hooks-allowlist.json", string(data))
	}
}

// report is what doctor finds.
func (w *ward) report() (code int, findings []finding, entries []examined) {
	w.t.Helper()
	code, out, errs := w.run("doctor", "--format", "json", "--scope", string(w.scope))
	var r struct {
		Sound    bool
		Entries  []examined
		Findings []finding
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		w.t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
	}
	if r.Sound != (code == exitOK) {
		w.t.Errorf("sound is %v, the exit code %d", r.Sound, code)
	}
	return code, r.Findings, r.Entries
}

func TestDoctorFindsNothingOnASoundInstallation(t *testing.T) {
	exe := builtProgram(t)
	for _, scope := range []harness.Scope{harness.Project, harness.User} {
		for _, rules := range []string{doctorRules, "[guard]\non_error = \"block\"\n" + doctorRules} {
			w := admit(t, exe, scope, call.ClaudeCode, rules)
			want := 0
			for _, w.harness = range harness.All() {
				if entryPlace(w.harness, scope) != "none" {
					w.generate()
					w.trust()
					want++
				}
			}
			code, findings, entries := w.report()
			if code != exitOK || len(findings) != 0 || len(entries) != want {
				t.Errorf("%s: exit code %d, %d entries, not %d: %+v", scope, code, len(entries), want, findings)
			}
			for _, e := range entries {
				if !e.Sound || e.Canary != "npm i" {
					t.Errorf("%s: %+v", scope, e)
				}
			}
		}
	}
}

func TestDoctorFindsPlantedFaults(t *testing.T) {
	exe := builtProgram(t)
	const p, u = harness.Project, harness.User
	gone := func(w *ward) { w.must(os.Remove(w.entry())) }
	for _, tt := range []struct {
		name    string
		scope   harness.Scope
		harness call.Harness
		plant   func(*ward)
		check   string
		text    string
		warning bool
	}{
		{"hooks are off in the shared file", p, call.ClaudeCode, func(w *ward) { w.write("home/my project/.claude/settings.json", `{"disableAllHooks": true}`) }, "switched-off", "disableAllHooks is true", false},
		{"hooks are off in the user's file", p, call.ClaudeCode, func(w *ward) { w.write("home/.claude/settings.json", `{"disableAllHooks": true}`) }, "switched-off", "disableAllHooks is true", false},
		{"hooks of the user are off in a project", u, call.ClaudeCode, func(w *ward) { w.write("home/my project/.claude/settings.json", `{"disableAllHooks": true}`) }, "switched-off", "disableAllHooks is true", false},
		{"hooks are off by a variable", p, call.ClaudeCode, func(w *ward) { w.env = append(w.env, "CLAUDE_CODE_SIMPLE=1") }, "switched-off", "CLAUDE_CODE_SIMPLE", false},
		{"a comment voids the file", p, call.ClaudeCode, func(w *ward) { w.edit("{", "{ // mine\n") }, "loads", "comment", false},
		{"a wrong type voids the file", p, call.ClaudeCode, func(w *ward) { w.edit("{", `{"model": 5,`) }, "loads", "model is not a text", false},
		{"the entry was taken out", p, call.ClaudeCode, func(w *ward) { w.must(os.WriteFile(w.entry(), []byte("{}"), 0o600)) }, "entry", "not there any more", false},
		{"the matcher is narrower", p, call.ClaudeCode, func(w *ward) { w.edit(`"*"`, `"Read"`) }, "entry", "not as generate writes it", false},
		{"the entry does not wait", p, call.ClaudeCode, func(w *ward) { w.edit(`"timeout": 10`, `"async": true, "timeout": 10`) }, "entry", "not as generate writes it", false},
		{"the version is too old", p, call.ClaudeCode, func(w *ward) {
			w.write("home/my project/rules.toml", "[guard]\non_error = \"block\"\n"+doctorRules)
			w.generate()
			w.program("claude", "echo '2.1.197 (Claude Code)'")
		}, "version", "2.1.197 ignores onFailure", true},
		{"the version is not told", p, call.ClaudeCode, func(w *ward) { w.program("claude", "exit 3") }, "version", "did not tell its version", true},
		{"the guard is gone", p, call.ClaudeCode, func(w *ward) { w.must(os.Remove(w.at().Guard)) }, "program", "gone", false},
		{"the guard is not executable", p, call.ClaudeCode, func(w *ward) { w.must(os.Chmod(w.at().Guard, 0o644)) }, "program", "not executable", false},
		{"the guard is a link", p, call.ClaudeCode, func(w *ward) {
			w.must(os.Rename(w.at().Guard, w.path("elsewhere")))
			w.must(os.Symlink(w.path("elsewhere"), w.at().Guard))
		}, "program", "no regular file", false},
		{"the guard is another program", p, call.ClaudeCode, func(w *ward) {
			w.must(os.WriteFile(w.at().Guard, []byte("#!/bin/sh\ntouch '"+w.path("ran")+"'\n"), 0o755))
		}, "record", "not the one that generate put there", false},
		{"the guard is for another system", p, call.ClaudeCode, func(w *ward) {
			data, err := os.ReadFile(w.at().Guard)
			w.must(err)
			data[18], data[19] = 22, 0 // ELF: for a mainframe
			w.must(os.WriteFile(w.at().Guard, data, 0o755))
			w.recorded(data)
		}, "program", "the guard is a program for", false},
		{"the guard on record does not judge", p, call.ClaudeCode, func(w *ward) {
			script := []byte("#!/bin/sh\necho '{}'\n")
			w.must(os.WriteFile(w.at().Guard, script, 0o755))
			w.recorded(script)
		}, "round-trip", `did not block "npm i"`, false},
		{"the guard blocks everything", p, call.Droid, func(w *ward) {
			script := []byte("#!/bin/sh\necho 'use-pnpm: Use pnpm.' >&2\nexit 2\n")
			w.must(os.WriteFile(w.at().Guard, script, 0o755))
			w.recorded(script)
		}, "round-trip", "did not", false},
		{"the guard is killed", p, call.Grok, func(w *ward) {
			script := []byte("#!/bin/sh\nkill -9 $$\n")
			w.must(os.WriteFile(w.at().Guard, script, 0o755))
			w.recorded(script)
		}, "round-trip", "did not block", false},
		{"the rules beside the guard are others", p, call.ClaudeCode, func(w *ward) { w.must(os.WriteFile(w.at().Lock, nil, 0o600)) }, "record", "rules beside the program", false},
		{"there is no record", p, call.ClaudeCode, func(w *ward) { w.must(os.Remove(w.at().Built)) }, "record", "no record", false},
		{"the record is broken", p, call.ClaudeCode, func(w *ward) { w.must(os.WriteFile(w.at().Built, []byte("{"), 0o600)) }, "record", "built.json", false},
		{"the rules changed", p, call.ClaudeCode, func(w *ward) {
			w.write("home/my project/rules.toml", strings.Replace(doctorRules, `"npm"`, `"{npm,npx}"`, 1))
		}, "guard", "not the one that these rules make", false},
		{"the rules don't compile", p, call.ClaudeCode, func(w *ward) { w.write("home/my project/rules.toml", "[[rule]]\n") }, "rules", "don't compile", false},
		{"the rules are gone", p, call.ClaudeCode, func(w *ward) { w.must(os.Remove(w.path("home/my project/rules.toml"))) }, "rules", "no rules.toml", false},
		{"a rule is held", p, call.ClaudeCode, func(w *ward) {
			w.write("home/my project/rules.toml", strings.ReplaceAll(doctorRules, "use-pnpm", "other"))
			w.generate()
		}, "guard", `holds rule "use-pnpm"`, true},
		{"the source was changed", p, call.ClaudeCode, func(w *ward) { w.write("home/my project/.rules2guards/rules.go", "package main\n") }, "guard", "changed by hand", false},
		{"a stranger stands in the source", p, call.ClaudeCode, func(w *ward) { w.write("home/my project/.rules2guards/more.go", "package main\n") }, "guard", "no file of rules2guards", true},
		{"a clone has no guard", p, call.ClaudeCode, func(w *ward) { gone(w); w.must(os.RemoveAll(filepath.Dir(w.at().Dir))) }, "entry", "no harness is told to run one", false},
		{"no example blocks", p, call.ClaudeCode, func(w *ward) {
			w.write("home/my project/rules.toml", strings.Replace(doctorRules, `["npm i"]`, `[{ command = "npm i", branch = "release" }]`+"\nwhen = { branch = [\"release\"] }", 1))
			w.generate()
		}, "round-trip", "blocking was not tried", true},
		{"another work tree has no guard", p, call.ClaudeCode, func(w *ward) {
			git, err := exec.LookPath("git")
			if err != nil {
				w.t.Skip("no git")
			}
			w.must(os.RemoveAll(w.path("home/my project/.git")))
			for _, args := range []string{"init -q", "-c user.name=n -c user.email=e commit -q --allow-empty -m x", "worktree add -q ../tree"} {
				cmd := exec.Command(git, strings.Fields(args)...)
				cmd.Dir, cmd.Env = w.project, []string{"HOME=" + w.home, "GIT_CONFIG_NOSYSTEM=1"}
				if out, err := cmd.CombinedOutput(); err != nil {
					w.t.Fatalf("%v\n%s", err, out)
				}
			}
		}, "worktree", "no guard", true},
		{"nobody trusts the project", p, call.Codex, func(w *ward) { w.must(os.Remove(w.path("bin/codex"))) }, "trust", "does not trust this project", false},
		{"the hook is not trusted", p, call.Codex, func(w *ward) {
			w.must(os.Remove(w.path("bin/codex")))
			w.write("home/.codex/config.toml", fmt.Sprintf("[projects.%q]\ntrust_level = \"trusted\"\n", w.project))
		}, "trust", "not trusted", false},
		{"the hook changed since it was trusted", p, call.Codex, func(w *ward) {
			w.must(os.Remove(w.path("bin/codex")))
			w.write("home/.codex/config.toml", fmt.Sprintf("[projects.%q]\ntrust_level = \"trusted\"\n[hooks.state.%q]\ntrusted_hash = \"sha256:0\"\n", w.project, w.entry()+":pre_tool_use:0:0"))
		}, "trust", "changed since", false},
		{"codex says that it is not trusted", p, call.Codex, func(w *ward) { w.codexSays("untrusted", true) }, "trust", `"untrusted"`, false},
		{"codex says that it is disabled", u, call.Codex, func(w *ward) { w.codexSays("trusted", false) }, "trust", "disabled", false},
		{"codex does not list it", p, call.Codex, func(w *ward) {
			w.program("codex", `while read -r line; do case $line in *hooks/list*) echo '{"id":2,"result":{"data":[]}}';; esac; done`)
		}, "trust", "does not list", false},
		{"codex does not answer", p, call.Codex, func(w *ward) { w.program("codex", "exit 1") }, "trust", "does not trust this project", false},
		{"codex hooks are off", p, call.Codex, func(w *ward) { w.write("home/.codex/config.toml", "[features]\nhooks = false\n") }, "switched-off", "hooks = false", false},
		{"codex hooks are off by their former name", p, call.Codex, func(w *ward) { w.write("home/.codex/config.toml", "[features]\ncodex_hooks = false\n") }, "switched-off", "hooks = false", false},
		{"codex hooks are off in the project", p, call.Codex, func(w *ward) { w.write("home/my project/.codex/config.toml", "[features]\nhooks = false\n") }, "switched-off", "hooks = false", false},
		{"codex drops the file", p, call.Codex, func(w *ward) { w.edit("{", `{"$schema": "x",`) }, "loads", "drops the whole file", false},
		{"gemini does not trust the folder", p, call.GeminiCLI, func(w *ward) { w.must(os.Remove(w.path("home/.gemini/trustedFolders.json"))) }, "trust", "not trusted", false},
		{"gemini was told not to trust it", p, call.GeminiCLI, func(w *ward) {
			w.write("home/.gemini/trustedFolders.json", fmt.Sprintf("{%q: %q, %q: %q}", w.home, "TRUST_FOLDER", w.project, "DO_NOT_TRUST"))
		}, "trust", "not trusted", false},
		{"gemini hooks are off", p, call.GeminiCLI, func(w *ward) { w.write("home/.gemini/settings.json", `{"hooksConfig": {"enabled": false}}`) }, "switched-off", "hooksConfig.enabled", false},
		{"gemini's guard is off by name", p, call.GeminiCLI, func(w *ward) { w.edit("{", `{"hooksConfig": {"disabled": ["rules2guards"]},`) }, "switched-off", "hooksConfig.disabled", false},
		{"gemini's guard is off by name in the user's file", p, call.GeminiCLI, func(w *ward) {
			w.write("home/.gemini/settings.json", `{"hooksConfig": {"disabled": ["rules2guards"]}}`)
		}, "switched-off", "hooksConfig.disabled", false},
		{"gemini hooks are off on this machine", p, call.GeminiCLI, func(w *ward) {
			w.write("system.json", `{"hooksConfig": {"enabled": false}}`)
			w.env = append(w.env, "GEMINI_CLI_SYSTEM_SETTINGS_PATH="+w.path("system.json"))
		}, "switched-off", "hooksConfig.enabled", false},
		{"gemini does not start", p, call.GeminiCLI, func(w *ward) { w.edit("{", `{"x": [1,],`) }, "loads", "does not start", false},
		{"qwen hooks are off", p, call.QwenCode, func(w *ward) { w.write("home/.qwen/settings.json", `{"disableAllHooks": true}`) }, "switched-off", "disableAllHooks", false},
		{"qwen hooks are off on this machine", p, call.QwenCode, func(w *ward) {
			w.write("system.json", `{"disableAllHooks": true}`)
			w.env = append(w.env, "QWEN_CODE_SYSTEM_SETTINGS_PATH="+w.path("system.json"))
		}, "switched-off", "disableAllHooks", false},
		{"qwen does not trust the folder", p, call.QwenCode, func(w *ward) {
			w.write("home/.qwen/settings.json", `{"security": {"folderTrust": {"enabled": true}}}`)
		}, "trust", "folderTrust", false},
		{"copilot does not trust the folder", p, call.Copilot, func(w *ward) { w.write("home/.copilot/config.json", `{}`) }, "trust", "without a word", false},
		{"copilot hooks are off", p, call.Copilot, func(w *ward) { w.edit("{", `{"disableAllHooks": true,`) }, "switched-off", "disableAllHooks", false},
		{"copilot hooks are off in the project", p, call.Copilot, func(w *ward) { w.write("home/my project/.github/copilot/settings.json", `{"disableAllHooks": true}`) }, "switched-off", "disableAllHooks", false},
		{"copilot drops the file", p, call.Copilot, func(w *ward) { w.edit(`"type"`, `"matcher": "", "type"`) }, "loads", "empty matcher", false},
		{"vscode's file is gone", p, call.VSCodeChat, gone, "entry", "not there any more", false},
		{"cursor does not read the file", p, call.Cursor, func(w *ward) { w.edit(`"version": 1,`, "") }, "loads", "version", false},
		{"windsurf has one event less", p, call.Windsurf, func(w *ward) { w.edit("pre_write_code", "pre_write") }, "entry", "not as generate", false},
		{"devin's file is gone", p, call.Devin, gone, "entry", "not there any more", false},
		{"antigravity's bundle is off", p, call.Antigravity, func(w *ward) { w.edit(`"PreToolUse"`, `"enabled": false, "PreToolUse"`) }, "switched-off", "enabled is false", false},
		{"grok does not trust the folder", p, call.Grok, func(w *ward) { w.write("home/.grok/trusted_folders.toml", "") }, "trust", "without a word", false},
		{"droid hooks are off", p, call.Droid, func(w *ward) { w.edit(`"hooks": {`, `"hooks": {"hooksDisabled": true,`) }, "switched-off", "hooksDisabled", false},
		{"droid hooks are off in the user's file", p, call.Droid, func(w *ward) { w.write("home/.factory/settings.json", `{"hooks": {"hooksDisabled": true}}`) }, "switched-off", "hooksDisabled", false},
		{"droid has a file that hides ours", p, call.Droid, func(w *ward) { w.write("home/my project/.factory/hooks.json", "{}") }, "entry", "not there any more", false},
		{"kimi can't load its settings", u, call.Kimi, func(w *ward) { w.edit("# rules2guards: begin", "x =\n# rules2guards: begin") }, "loads", "", false},
		{"hermes was not told to run it", u, call.Hermes, func(w *ward) { w.write("home/.hermes/shell-hooks-allowlist.json", "{}") }, "trust", "not approved", false},
		{"hermes runs no hooks", u, call.Hermes, func(w *ward) { w.env = append(w.env, "HERMES_SAFE_MODE=1") }, "switched-off", "HERMES_SAFE_MODE", false},
		{"cline can't run the hook", p, call.Cline, func(w *ward) { w.must(os.Chmod(w.entry(), 0o644)) }, "entry", "not executable", false},
		{"cline has somebody else's hook", p, call.Cline, func(w *ward) { w.must(os.WriteFile(w.entry(), []byte("#!/bin/sh\n"), 0o755)) }, "loads", "somebody else", false},
		{"opencode loads no plugins", p, call.OpenCode, func(w *ward) { w.env = append(w.env, "OPENCODE_PURE=1") }, "switched-off", "OPENCODE_PURE", false},
		{"kilo reads nothing of the project", p, call.Kilo, func(w *ward) { w.env = append(w.env, "KILO_DISABLE_PROJECT_CONFIG=true") }, "switched-off", "PROJECT_CONFIG", false},
		{"opencode's plugin is gone", p, call.OpenCode, gone, "entry", "not there any more", false},
		{"opencode's plugin was changed", p, call.OpenCode, func(w *ward) { w.edit("throw new Error(reason)", "console.log(reason)") }, "entry", "console.log(reason)", false},
		{"kilo's plugin is gone", p, call.Kilo, gone, "entry", "not there any more", false},
		{"pi's extension was changed", p, call.Pi, func(w *ward) { w.edit("block: true", "block: false") }, "entry", "not as generate", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := admit(t, exe, tt.scope, tt.harness, doctorRules)
			tt.plant(w)
			code, findings, _ := w.report()
			found := false
			for _, f := range findings {
				if f.Text == "" || f.Fix == "" {
					t.Errorf("a finding without words, or a fix: %+v", f)
				}
				found = found || f.Check == tt.check && strings.Contains(f.Text, tt.text) && f.Error != tt.warning
			}
			if !found || tt.warning != (code == exitOK) {
				t.Errorf("exit code %d, %+v", code, findings)
			}
			if fileExists(w.path("ran")) {
				t.Error("a program that is not on record was run")
			}
		})
	}
}

// recorded makes a program the one on record, as a broken build would.
func (w *ward) recorded(program []byte) {
	w.t.Helper()
	l := w.at()
	b, err := emit.ReadBuilt(l, emit.Disk{Root: l.Dir}.Read)
	w.must(err)
	data, err := os.ReadFile(l.Built)
	w.must(err)
	w.must(os.WriteFile(l.Built, bytes.ReplaceAll(data, []byte(b.Program), []byte(emit.Digest(program))), 0o600))
}

func TestNoexecIsSeen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("Linux tells")
	}
	if mounts, _ := os.ReadFile("/proc/mounts"); !strings.Contains(string(mounts), "/proc proc rw,nosuid,nodev,noexec") {
		t.Skip("/proc is mounted in another way")
	}
	if !noexec("/proc") || noexec(t.TempDir()) {
		t.Error("noexec")
	}
}
