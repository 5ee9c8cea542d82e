package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
)

// foreign lists files of each harness as people have them, by their place in a project or
// a home folder. Each has hooks of others, and comments where the harness accepts them.
func foreign(scope string) map[string]string {
	nested := func(event string) string {
		return `{
  "model": "x <&> y", "permissions": {"allow": ["Bash(ls:*)"]},
   "hooks" : {
     "` + event + `": [
        { "matcher": "Bash|mine", "hooks": [ {"type": "command", "command": "a && b > 'c' \u00e9", "timeout": 5} ] }
     ],
     "Stop": [ {"hooks": [{"type": "command", "command": "say \"x\""}]} ]
   },
  "last":[1,
    2]
}
`
	}
	flat := func(event, key string) string {
		return "{\n    \"version\": 1,\n    \"hooks\": {\n\t\"" + event + "\": [\n            {\"" + key + "\": \"./mine <&> x\", \"type\": \"command\"}\n  ]\n    }\n}\n"
	}
	const commented = "// mine, not yours\n{\n  /* a */ \"ui\": {\"theme\": \"x\"}, // \"hooks\": 1\n  \"hooks\": {\n    // c\n    \"BeforeTool\": [ /* none */ ]\n  }\n  // d\n}\n"
	all := map[string]string{
		".claude/settings.json": nested("PreToolUse"), ".codex/hooks.json": "{ \"description\": \"mine\",\n \"hooks\": {\"PreToolUse\": [\n   {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}\n ]}}\n",
		".gemini/settings.json": commented, ".qwen/settings.json": strings.ReplaceAll(commented, "BeforeTool", "PreToolUse"),
		".cursor/hooks.json": flat("beforeReadFile", "command"), ".factory/settings.json": nested("PreToolUse"),
		".grok/hooks/mine.json": nested("PreToolUse"), ".cline/hooks/PostToolUse": "#!/bin/sh\nexit 0\n", ".kilo/plugin/mine.js": "export const x = 1\n",
		"rules.toml": "[[rule]]\nid = \"use-pnpm\"\nkind = \"command\"\ncommands = [\"npm\"]\nmessage = \"Use pnpm.\"\nfires_on = [\"npm i\"]\n",
	}
	if scope == "user" {
		delete(all, "rules.toml")
		for name, text := range map[string]string{
			".config/rules2guards/rules.toml": "[[rule]]\nid = \"use-pnpm\"\nkind = \"command\"\ncommands = [\"npm\"]\nmessage = \"Use pnpm.\"\nfires_on = [\"npm i\"]\n",
			".copilot/hooks/mine.json":        flat("preToolUse", "bash"), ".codeium/windsurf/hooks.json": flat("pre_run_command", "command"),
			".config/devin/config.json": nested("PreToolUse"), ".gemini/config/hooks.json": "{\n \"other\": {\"PreToolUse\": []}\n}\n",
			".hermes/config.yaml": "# mine\nmodel: x   # y\nextra:\n    hooks: 1\n", ".kimi-code/config.toml": "# mine\nmodel = \"x\" # y\n\n[[hooks]]\nevent = \"Stop\"\ncommand = 'z'\n",
			".config/opencode/plugin/mine.js": "export const x = 1\n", ".pi/agent/extensions/mine.ts": "export default 1\n",
		} {
			all[name] = text
		}
		return all
	}
	for name, text := range map[string]string{
		".claude/settings.local.json": nested("PreToolUse"), ".github/hooks/mine.json": flat("preToolUse", "bash"), ".github/workflows/ci.yml": "on: push\n",
		".windsurf/hooks.json": flat("pre_run_command", "command"), ".devin/hooks.v1.json": "{\n  \"PreToolUse\": [\n    {\"matcher\": \"exec\", \"hooks\": []}\n  ]\n}\n",
		".agents/hooks.json": "{\n \"other\": {\"PreToolUse\": []}\n}\n", ".opencode/plugin/mine.js": "export const x = 1\n", ".pi/extensions/mine.ts": "export default 1\n",
		".vscode/settings.json": commented, ".clinerules/style.md": "Be kind.\n", ".gitignore": "dist\n",
	} {
		all[name] = text
	}
	return all
}

// tree reads all files below dir: content and mode, and the empty folders.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, p)
		if d.IsDir() {
			out[name] = st.Mode().String()
			return nil
		}
		b, err := os.ReadFile(p)
		out[name] = fmt.Sprintf("%s %q", st.Mode(), b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestGenerateAndRemoveLeaveForeignFilesAsTheyWere runs generate twice and remove, for every
// harness at once, and compares the whole tree byte for byte.
func TestGenerateAndRemoveLeaveForeignFilesAsTheyWere(t *testing.T) {
	variants := []struct {
		name   string
		change func(name, text string) string
	}{
		{"as it is", func(_, s string) string { return s }},
		{"CRLF", func(_, s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
		{"tabs", func(_, s string) string { return strings.ReplaceAll(s, "  ", "\t") }},
		{"no last line end", func(_, s string) string { return strings.TrimRight(s, "\n") }},
		{"byte order mark", func(name, s string) string {
			if !strings.HasSuffix(name, ".json") || strings.HasPrefix(name, ".codex") { // which drops such a file
				return s
			}
			return "\xef\xbb\xbf" + s
		}},
		{"blank", func(name, s string) string {
			if strings.HasSuffix(name, ".json") {
				return " \n"
			}
			return s
		}},
		{"nothing", nil},
	}
	for _, scope := range []string{"project", "user"} {
		for _, v := range variants {
			t.Run(scope+"/"+v.name, func(t *testing.T) {
				scratch, err := filepath.EvalSymlinks(t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				home, project := filepath.Join(scratch, "my home"), filepath.Join(scratch, "my home", "it's $mine")
				for _, d := range []string{filepath.Join(project, ".git"), filepath.Join(home, ".local", "share")} {
					if err := os.MkdirAll(d, 0o755); err != nil {
						t.Fatal(err)
					}
				}
				base := project
				if scope == "user" {
					base = home
				}
				for name, text := range foreign(scope) {
					if v.change == nil && filepath.Base(name) != "rules.toml" {
						continue
					}
					if filepath.Base(name) != "rules.toml" {
						text = v.change(name, text)
					}
					p := filepath.Join(base, filepath.FromSlash(name))
					mode := fs.FileMode(0o640)
					if strings.HasPrefix(text, "#!") {
						mode = 0o755
					}
					if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(p, []byte(text), mode); err != nil {
						t.Fatal(err)
					}
				}
				t.Chdir(project)
				before := tree(t, scratch)
				rules2guards := func(args ...string) (string, string) {
					t.Helper()
					var out, errs bytes.Buffer
					env := []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH")}
					if code := run(append([]string{"rules2guards"}, args...), env, strings.NewReader(""), &out, &errs); code != 0 {
						t.Fatalf("%v: exit code %d\n%s%s", args, code, out.String(), errs.String())
					}
					return out.String(), errs.String()
				}
				generate := []string{"generate", "--scope", scope, "--harness", "all", "--no-build"}
				rules2guards(generate...)
				once := tree(t, scratch)
				entries(t, scratch, scope)
				if out, _ := rules2guards(generate...); out != "" {
					t.Errorf("the second run said %s", out)
				}
				if diff := cmp.Diff(once, tree(t, scratch)); diff != "" {
					t.Errorf("the second run changed\n%s", diff)
				}
				rules2guards("remove", "--scope", scope)
				if diff := cmp.Diff(before, tree(t, scratch)); diff != "" {
					t.Errorf("not as it was (-before +after removal)\n%s", diff)
				}
			})
		}
	}
}

// entries fails the test unless every harness with settings in a scope has its entry there.
func entries(t *testing.T, scratch, scope string) {
	t.Helper()
	home := filepath.Join(scratch, "my home")
	site := harness.Site{Scope: harness.Scope(scope), Home: home, Project: filepath.Join(home, "it's $mine"), GOOS: runtime.GOOS}
	for _, h := range harness.All() {
		files := h.Paths(site)
		if len(files) == 0 {
			continue
		}
		b, err := os.ReadFile(files[0].Path)
		if err != nil || !bytes.Contains(b, []byte(string(h.ID()))) || !bytes.Contains(b, []byte("--harness")) {
			t.Errorf("%s has no entry in %s: %v", h.Name(), files[0].Path, err)
		}
		if st, err := os.Stat(files[0].Path); h.ID() == call.Cline && (err != nil || st.Mode()&0o111 == 0) {
			t.Errorf("Cline's hook can't be run: %v, %v", st, err)
		}
	}
}
