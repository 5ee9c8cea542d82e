package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
)

// scene is a project with a guard for every harness, as generate leaves it, and a way to
// ask that guard.
type scene struct {
	t             *testing.T
	home, project string
	program       *guard.Program
}

func newScene(t *testing.T) *scene {
	t.Helper()
	scratch, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{t: t, home: filepath.Join(scratch, "home"), project: filepath.Join(scratch, "home", "project")}
	s.write(filepath.Join(s.project, ".git", "HEAD"), "ref: refs/heads/main\n")
	rules := "[[rule]]\nid = \"use-pnpm\"\nkind = \"command\"\ncommands = [\"npm\"]\nmessage = \"No.\"\nfires_on = [\"npm i\"]\n"
	s.write(filepath.Join(s.project, "rules.toml"), rules)
	t.Chdir(s.project)
	var out bytes.Buffer
	if code := run([]string{"rules2guards", "generate", "--scope", "project", "--harness", "all", "--no-build"}, []string{"HOME=" + s.home}, strings.NewReader(""), &out, &out); code != 0 {
		t.Fatalf("exit code %d: %s", code, out.String())
	}
	res := compiler.Compile("rules.toml", []byte(rules), compiler.Options{Protect: harness.Protect(harness.All())})
	if res.Diagnostics.HasErrors() {
		t.Fatal(res.Diagnostics)
	}
	s.program = program(res)
	return s
}

func (s *scene) write(path, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// fires returns the rule that answers a call of a tool; empty: none does.
func (s *scene) fires(tool string, input map[string]any) string {
	s.t.Helper()
	event, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "cwd": s.project, "tool_name": tool, "tool_input": input})
	if err != nil {
		s.t.Fatal(err)
	}
	var out, errs bytes.Buffer
	guard.Main(s.program, []string{"--harness", "claude-code", "--project", s.project}, []string{"HOME=" + s.home}, bytes.NewReader(event), &out, &errs)
	var reply struct {
		Hook struct {
			Reason string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(out.Bytes(), &reply); err != nil {
		s.t.Fatalf("%v: %s%s", err, out.String(), errs.String())
	}
	id, _, _ := strings.Cut(reply.Hook.Reason, ":")
	return id
}

func (s *scene) shell(text string) string { return s.fires("Bash", map[string]any{"command": text}) }

// TestAgentsCannotDisarmTheGuard goes through what an agent was seen, or may be expected, to
// try on the guard itself.
func TestAgentsCannotDisarmTheGuard(t *testing.T) {
	s := newScene(t)
	for _, tt := range []struct {
		name  string
		texts []string
		want  string // how the rule's id begins
	}{
		{"cleaning and moving away", []string{
			"git clean -fdx", "git clean -fxd -e x", "git stash -a", "git stash push --all", "git stash -u", "git stash --include-untracked", "git stash push -u -- .claude", "git stash -u -m x", "git stash push -u -- .", "git stash save -u x",
			"git stash push -u :/", "git -c clean.requireForce=false clean -dx", "git -c clean.requireforce=0 clean -x", "rm -rf .claude", "rm -rf .claude/*", "rm -r .codex .gemini",
			"mv .rules2guards x", "mv .claude /tmp/", "cd .. && mv project other", "rm -rf ../project", "find . -delete", "find .claude -type f -delete",
			"rm -rf ~/.local/share/rules2guards", "mv ~/.local/share ~/x", "rm -rf ~/.local", "chmod 000 ~/.local/share/rules2guards/x/guard", "chmod -x .rules2guards/main.go",
			"git checkout .claude/settings.json; git rm --cached .rules2guards/rules.go", "git mv .rules2guards y", "ln -sf /bin/true ~/.local/share/rules2guards/x/guard",
			"cp /bin/true ~/.local/share/rules2guards/x/guard", "truncate -s 0 .rules2guards/rules.go", "rsync -a --delete empty/ .rules2guards/",
			"sh -c 'rm -rf .rules2guards'", "python3 -c 'import shutil; shutil.rmtree(\".rules2guards\")'",
		}, "guard/"},
		{"switches in files that hold no entry, or don't exist", []string{
			`echo '{"disableAllHooks":true}' > .claude/settings.json`, `echo '{"disableAllHooks":true}' > ~/.claude/settings.json`,
			`printf '[features]\nhooks = false\n' > .codex/config.toml`, `echo 'x' >> ~/.codex/config.toml`, `echo '{"hooksConfig":{"enabled":false}}' > .gemini/settings.json`,
			`echo '{"disableAllHooks":true}' > .qwen/settings.json`, `echo '{"disableAllHooks":true}' > .github/hooks/x.json`, "tee .github/copilot/settings.json < x",
			"echo '{}' > .factory/hooks.json", "echo '{}' > sub/.codex/hooks.json", "touch .kilocode/plugin/x.js", "cp x.js .opencode/plugins/", "echo x > .grok/hooks/z.json",
			"sed -i s/true/false/ .agents/hooks.json", "echo > .clinerules/hooks/PreToolUse", "cp x ~/.pi/agent/extensions/y.ts", "echo hooks: >> ~/.hermes/config.yaml",
			"sed -i '/hooks/d' ~/.kimi-code/config.toml", `echo '{"hooks":{}}' > .devin/config.json`, "cp x .windsurf/hooks.json", "cp x .cursor/hooks.json",
		}, "guard/"},
		{"closing a folder around it", []string{
			"chmod a-x ~/.local", "chmod u-x ~", "chmod -x ~/.local/share", "chmod 000 .claude", "chmod -R 000 .", "chmod 600 ~/.local", "chmod u=rw ..", "cd ~ && chmod 644 .local",
			"setfacl -m u:me:--- ~/.local", "chmod 0 .", "find . -maxdepth 0 -exec chmod 000 {} +",
		}, "guard/"},
		{"by a link that the text makes", []string{
			"ln -s .claude y; echo {} > y/settings.local.json", "ln -s $PWD/.claude y && echo {} > y/settings.local.json", "ln -s .claude y; cd y; echo {} > settings.local.json",
			"ln -s ~ h; ln -s h/.local/share g; rm -rf g/rules2guards", "mkdir d; ln -s ../.claude d; rm d/.claude/settings.local.json",
		}, "guard/"},
		{"rules2guards itself", []string{
			"rules2guards generate --rules /tmp/x --replace", "rules2guards init", "rules2guards remove", "./bin/rules2guards generate", "sudo rules2guards remove",
			"cd sub && rules2guards generate --harness all", "env -i rules2guards remove --scope user",
			"go run ./cmd/rules2guards remove", "go run github.com/x/rules2guards/cmd/rules2guards@latest remove --scope user", "go run -race ./cmd/rules2guards generate",
		}, "guard/commands"},
		{"a page of rules2guards over it", []string{
			"rules2guards count --html .claude/settings.local.json", "rules2guards test --since 1d --html=.codex/hooks.json", "rules2guards count --html ~/.gemini/settings.json",
		}, "guard/"},
		{"another agent without its guard", []string{
			"claude --bare -p hello", "claude -p hello --bare", "claude --safe-mode", "claude --setting-sources user -p x", "CLAUDE_CONFIG_DIR=/t claude -p x", "env CLAUDE_CONFIG_DIR=/t claude",
			"export CLAUDE_CONFIG_DIR=/t; claude -p x", "CLAUDE_CODE_SIMPLE=1 claude -p x", "claude --settings x.json -p y", "npx @anthropic-ai/claude-code --bare -p x", "npx -y @google/gemini-cli@latest --skip-trust", "bunx opencode-ai run --pure x",
			"codex -c features.hooks=false exec x", "codex exec --config features.hooks=false x", "codex --disable hooks", "CODEX_HOME=/t codex exec x",
			"opencode run --pure x", "opencode --pure", "kilo run --pure x", "gemini --skip-trust -p x", "qwen --bare -p x", "qwen --safe-mode", "COPILOT_HOME=/t copilot -p x",
			"GROK_HOME=/t grok", "HERMES_HOME=/t hermes", "HERMES_SAFE_MODE=1 hermes", "KIMI_CODE_HOME=/t kimi", "timeout 9 sh -c 'claude --bare -p x'", "tmux new -d 'opencode run --pure x'",
		}, "guard/start"},
		{"killing it", []string{"pkill guard", "pkill -STOP guard", "pkill -KILL guard", "killall guard", "killall -9 guard", "pkill -f rules2guards", "sudo pkill -9 -f share/rules2guards"}, "guard/commands"},
		{"the rules", []string{"echo >> rules.toml", "rm rules.toml", "sed -i s/block/count/ rules.toml", "mv rules.toml x", "rm -rf ~/.config/rules2guards"}, "guard/rules"},
	} {
		for _, text := range tt.texts {
			t.Run(tt.name+"/"+text, func(t *testing.T) {
				if got := s.shell(text); !strings.HasPrefix(got, tt.want) {
					t.Errorf("answered by %q, want %s", got, tt.want)
				}
			})
		}
	}
	for _, text := range []string{
		"chmod +x run.sh", "chmod -R u+x bin", "chmod 755 .", "chmod -R u+rwX .", "chmod -R go-rwx ~", "chmod 644 README.md src/*", "chmod -x run.sh", "chmod 600 ~/.ssh/id_rsa", "chmod 700 ~/.local", "chown -R me .",
		"find src -type f -exec chmod 644 {} +", "setfacl -m u:me:rwx .", "chmod -R a-x+X .", "chmod 000 build",
		"ln -s ../lib y; echo x > y/settings.local.json", "ln -s dist current; rm current", "git clean -n", "git stash", "git stash push -u -- src", "git stash push -m x", "git stash pop", "git status", "ls -la .claude", "cat .claude/settings.local.json", "cat rules.toml", "rules2guards check", "go run ./cmd/rules2guards check", "rules2guards explain 'npm i'", "rules2guards count --html page.html",
		"claude -p hello", "codex exec hello", "gemini -p x", "opencode run x", "rm -rf node_modules dist", "grep -r hooks .claude", "git commit -m 'rules2guards generate'",
		"mkdir -p .github/workflows && echo 'on: push' > .github/workflows/ci.yml", "echo '# x' >> .claude/commands/x.md", "pkill node", "pkill -f 'vite dev'", "git add .rules2guards rules.toml", "diff .codex/hooks.json x",
	} {
		t.Run("innocent/"+text, func(t *testing.T) {
			if got := s.shell(text); got != "" {
				t.Errorf("answered by %q", got)
			}
		})
	}
}

// TestEveryFileOfEveryHarnessIsProtected tries every act on every file that takes a guard's
// entry, or switches, by shell and by tools, in both scopes.
func TestEveryFileOfEveryHarnessIsProtected(t *testing.T) {
	s := newScene(t)
	for _, h := range harness.All() {
		for _, scope := range []harness.Scope{harness.Project, harness.User} {
			site := harness.Site{Scope: scope, Home: s.home, Project: s.project, GOOS: "linux"}
			for _, f := range h.Paths(site) {
				if !inside(f.Path, s.home) {
					continue
				}
				p := filepath.ToSlash(f.Path)
				for _, act := range []string{
					"rm %s", "mv %s /tmp/x", "echo '{\"hooks\":{\"x\":1}}' > %s", "cp /tmp/x %s", "sed -i s/a/b/ %s", "chmod -w %s", "ln -sf /tmp/x %s", "tee -a %s < x",
					"truncate -s 0 %s", "dd if=/dev/null of=%s", "install /tmp/x %s", "python3 -c 'open(\"%s\",\"w\")'",
				} {
					if got := s.shell(fmt.Sprintf(act, p)); !strings.HasPrefix(got, "guard/") {
						t.Errorf("%s: %s is answered by %q", h.Name(), fmt.Sprintf(act, p), got)
					}
				}
				// Folders up to the project or the home folder: what is above them is not looked at here.
				for dir := filepath.Dir(f.Path); dir != s.home; dir = filepath.Dir(dir) {
					for _, act := range []string{"rm -rf %s", "mv %s /tmp/x"} {
						if got := s.shell(fmt.Sprintf(act, filepath.ToSlash(dir))); !strings.HasPrefix(got, "guard/") {
							t.Errorf("%s: %s is answered by %q", h.Name(), fmt.Sprintf(act, dir), got)
						}
					}
				}
				for _, text := range []string{"", "{", `{"hooks": {"PreToolUse": []}, "rules2guards": {}, "disableAllHooks": true}`} {
					if got := s.fires("Write", map[string]any{"file_path": f.Path, "content": text}); !strings.HasPrefix(got, "guard/") {
						t.Errorf("%s: %q written into %s is answered by %q", h.Name(), text, p, got)
					}
				}
			}
		}
	}
}

// TestSettingsThatUnloadAFileAreNoInnocentWrites: a setting of the wrong type makes Claude
// Code drop the whole file, the guard with it.
func TestSettingsThatUnloadAFileAreNoInnocentWrites(t *testing.T) {
	s := newScene(t)
	settings := filepath.Join(s.project, ".claude", "settings.json")
	s.write(settings, "{\n  \"model\": \"a\",\n  \"hooks\": {}\n}\n")
	gemini := filepath.Join(s.home, ".gemini", "settings.json")
	s.write(gemini, "// mine\n{\n  \"ui\": 1 // x\n}\n")
	for _, tt := range []struct {
		name, file, old, new string
		want                 string
	}{
		{"another model", settings, `"a"`, `"b"`, ""},
		{"a model that is a number", settings, `"a"`, `5`, "guard/settings"},
		{"permissions as a text", settings, `"model": "a"`, `"permissions": "x"`, "guard/settings"},
		{"permissions", settings, `"model": "a"`, `"permissions": {"allow": ["Bash(ls)"]}`, ""},
		{"a status line as a text", settings, `"model": "a"`, `"statusLine": "x"`, "guard/settings"},
		{"days in quotes", settings, `"model": "a"`, `"cleanupPeriodDays": "9"`, "guard/settings"},
		{"a comment", settings, `"model": "a",`, `"model": "a", // x`, "guard/settings"},
		{"a comment of Gemini CLI's", gemini, "// mine", "// yours", ""},
		{"a trailing comma of Gemini CLI's", gemini, "1 //", "1, //", "guard/settings"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.fires("Edit", map[string]any{"file_path": tt.file, "old_string": tt.old, "new_string": tt.new})
			if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) {
				t.Errorf("answered by %q, want %q", got, tt.want)
			}
		})
	}
}
