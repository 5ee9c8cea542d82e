package harness

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard/call"
)

// sites lists every kind of site, by name.
func sites() []struct {
	name string
	site Site
} {
	var list []struct {
		name string
		site Site
	}
	for _, scope := range []Scope{Project, User} {
		for _, goos := range []string{"linux", "windows"} {
			for _, closed := range []bool{false, true} {
				s := Site{
					Scope: scope, Home: "/home/it's me", Project: "/home/it's me/my $project", Guard: "/home/it's me/rules2guards/x-1/guard",
					GOOS: goos, OnError: closed,
				}
				name := string(scope) + "," + goos
				if closed {
					name += ",closed"
				}
				list = append(list, struct {
					name string
					site Site
				}{name, s})
			}
		}
	}
	return list
}

// cycle installs twice and removes, and fails the test unless the first bytes come back.
func cycle(t *testing.T, h Harness, s Site, first []byte) []byte {
	t.Helper()
	f := h.Paths(s)[0]
	f.Data = first
	one, err := h.Install(s, f)
	if err != nil {
		t.Fatal(err)
	}
	if fatal(one.Problems) {
		t.Fatalf("problems: %+v", one.Problems)
	}
	if !bytes.Contains(one.Data, []byte("--harness")) && !bytes.Contains(one.Data, []byte(`"--harness"`)) {
		t.Fatalf("no entry in %s", one.Data)
	}
	f.Data = one.Data
	if ps := h.Check(s, f); fatal(ps) {
		t.Errorf("it would not load what was written: %+v", ps)
	}
	two, err := h.Install(s, f)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Data, two.Data) || !two.Made.IsZero() {
		t.Errorf("the second run changed the file:\n%s", cmp.Diff(string(one.Data), string(two.Data)))
	}
	back, err := h.Remove(s, f, one.Made.Join(two.Made))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(back.Data, first) || (back.Data == nil) != (first == nil) {
		t.Errorf("removal gave %q\nwant %q\nfrom %q", back.Data, first, one.Data)
	}
	f.Data = back.Data
	if again, err := h.Remove(s, f, Made{}); err != nil || !bytes.Equal(again.Data, back.Data) {
		t.Errorf("a second removal gave %q, %v", again.Data, err)
	}
	return one.Data
}

func TestEveryHarnessInstallsANewFileAndRemovesIt(t *testing.T) {
	for _, h := range All() {
		for _, ss := range sites() {
			t.Run(string(h.ID())+"/"+ss.name, func(t *testing.T) {
				if len(h.Paths(ss.site)) == 0 {
					return
				}
				cycle(t, h, ss.site, nil)
			})
		}
	}
}

// theirs lists files of each harness as people have them.
func theirs() []struct {
	harness call.Harness
	texts   []string
} {
	nested := func(event string) string {
		return `{
  "hooks": {
    "` + event + `": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "a && b > c", "timeout": 5 }
        ]
      }
    ],
    "Stop": [{"hooks": [{"type": "command", "command": "say 'x'"}]}]
  }
}
`
	}
	flat := func(event, key string) string {
		return `{
    "version": 1,
    "hooks": {
        "` + event + `": [
            {"` + key + `": "./mine <&> x", "type": "command"}
        ]
    }
}
`
	}
	const commented = "// mine\n{\n  /* a */ \"ui\": {\"theme\": \"x\"}, // b\n  \"hooks\": {\n    // c\n  }\n  // d\n}\n"
	return []struct {
		harness call.Harness
		texts   []string
	}{
		{call.ClaudeCode, []string{nested("PreToolUse"), "{}"}},
		{call.Codex, []string{nested("PreToolUse"), `{"description":"x","hooks":{}}`, "{}\n"}},
		{call.GeminiCLI, []string{nested("BeforeTool"), commented, `{"hooks":{"BeforeTool":[]}}`}},
		{call.QwenCode, []string{nested("PreToolUse"), commented}},
		{call.Copilot, []string{flat("preToolUse", "bash"), flat("preToolUse", "powershell"), `{"version":1,"hooks":{}}`}},
		{call.VSCodeChat, []string{flat("PreToolUse", "command")}},
		{call.Cursor, []string{flat("preToolUse", "command"), flat("beforeReadFile", "command"), `{"version":1}`, "{\n  \"version\": 1,\n  \"hooks\": {\n  }\n}\n"}},
		{call.Windsurf, []string{flat("pre_run_command", "command"), "{}"}},
		{call.Devin, []string{"{\n  \"PreToolUse\": [\n    {\"matcher\": \"exec\", \"hooks\": []}\n  ]\n}\n", "{ }"}},
		{call.Antigravity, []string{"{\n  \"other\": {\"PreToolUse\": []}\n}\n", `{"rules2guards":{"enabled":true}}`}},
		{call.Grok, []string{nested("PreToolUse")}},
		{call.Droid, []string{nested("PreToolUse"), `{"model":"x"}`}},
	}
}

func TestEveryHarnessKeepsForeignBytes(t *testing.T) {
	for _, tt := range theirs() {
		h := ByName(string(tt.harness))
		for _, ss := range sites() {
			for i, text := range tt.texts {
				texts := []string{
					text, strings.TrimRight(text, "\n"), strings.ReplaceAll(text, "\n", "\r\n"),
					strings.ReplaceAll(strings.ReplaceAll(text, "    ", "\t"), "  ", "\t"), "\n\n" + text + "\n\n",
				}
				if tt.harness != call.Codex { // which drops such a file
					texts = append(texts, "\xef\xbb\xbf"+text)
				}
				for j, variant := range texts {
					t.Run(string(tt.harness)+"/"+ss.name+"/"+string(rune('a'+i))+string(rune('0'+j)), func(t *testing.T) {
						cycle(t, h, ss.site, []byte(variant))
					})
				}
			}
		}
	}
}

func TestEveryHarnessReportsWhatItWouldNotLoad(t *testing.T) {
	tests := []struct {
		name    string
		harness call.Harness
		text    string
		want    string
	}{
		{"Codex, an unknown key", call.Codex, `{"$schema": "x"}`, `the key "$schema"`},
		{"Codex, a comment", call.Codex, "{} // x", "a comment"},
		{"Codex, a byte order mark", call.Codex, "\xef\xbb\xbf{}", "byte order mark"},
		{"Codex, a timeout in quotes", call.Codex, `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":"5"}]}]}}`, "no whole number"},
		{"Codex, a type", call.Codex, `{"hooks":{"Stop":[{"hooks":[{"type":"http","url":"x"}]}]}}`, "type is none"},
		{"Gemini CLI, a trailing comma", call.GeminiCLI, `{"a":1,}`, "a comma with nothing behind it"},
		{"Gemini CLI, no list", call.GeminiCLI, `{"hooks":{"BeforeTool":{}}}`, "hooks.BeforeTool is not a list"},
		{"Copilot, an empty matcher", call.Copilot, `{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"x","matcher":""}]}}`, "an empty matcher"},
		{"Cursor, no version", call.Cursor, `{"hooks":{}}`, `"version": 1 is missing`},
		{"a text where the object belongs", call.Windsurf, `{"hooks":"x"}`, "hooks is not an object"},
		{"a list as the file", call.Devin, `[]`, "the file is not an object"},
		{"somebody else's plugin", call.OpenCode, "export const x = 1\n", "somebody else's"},
		{"somebody else's script", call.Cline, "#!/bin/sh\nexit 0\n", "somebody else's"},
		{"broken TOML", call.Kimi, "a = = 1\n", "expected"},
		{"hooks as a value in TOML", call.Kimi, "hooks = []\n", "internal error"},
		{"hooks in YAML", call.Hermes, "model: x\nhooks:\n  pre_tool_call: []\n", "hooks stands here already"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := ByName(string(tt.harness))
			s := site()
			if len(h.Paths(s)) == 0 {
				s.Scope = User
			}
			f := h.Paths(s)[0]
			f.Data = []byte(tt.text)
			e, err := h.Install(s, f)
			if string(e.Data) != tt.text {
				t.Errorf("the file was changed to %q", e.Data)
			}
			got := ""
			if err != nil {
				got = err.Error()
			}
			for _, p := range e.Problems {
				if !p.Fatal || p.Path != f.Path {
					t.Errorf("%+v", p)
				}
				got += p.Text
			}
			if !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTextSettingsKeepForeignBytes(t *testing.T) {
	texts := map[call.Harness][]string{
		call.Kimi: {
			"# mine\nmodel = \"x\" # y\n\n[[hooks]]\nevent = \"Stop\"\ncommand = 'z'\n", "model = \"x\"", "a = 1\r\nb = 2\r\n", "a = 1\r\nb = 2", "", "\n",
		},
		call.Hermes: {"model: x # y\nextra:\n  hooks: 1\n", "model: x", "a: 1\r\nb: 2", ""},
	}
	for id, list := range texts {
		for _, ss := range sites() {
			if ss.site.Scope != User {
				continue
			}
			for _, text := range list {
				t.Run(string(id)+"/"+ss.name, func(t *testing.T) { cycle(t, ByName(string(id)), ss.site, []byte(text)) })
			}
		}
	}
}

func TestTextSettingsAreUpdatedInPlace(t *testing.T) {
	s := site()
	s.Scope = User
	h := ByName("kimi")
	f := h.Paths(s)[0]
	f.Data = []byte("a = 1")
	e, err := h.Install(s, f)
	if err != nil {
		t.Fatal(err)
	}
	f.Data = append(e.Data, "\n[x]\ny = 1\n"...)
	s.Guard = "/new/rules2guards/user/guard"
	if e, err = h.Install(s, f); err != nil {
		t.Fatal(err)
	}
	if got := string(e.Data); !strings.Contains(got, "/new/rules2guards/user/guard") || strings.Contains(got, dataGuard) || !strings.HasSuffix(got, "# rules2guards: end\n\n[x]\ny = 1\n") {
		t.Errorf("got %s", got)
	}
}

func TestDroidUsesTheFileThatCounts(t *testing.T) {
	h := ByName("droid")
	s := site()
	if p := h.Paths(s)[0].Path; !strings.HasSuffix(p, "settings.json") {
		t.Error(p)
	}
	s.Exists = func(p string) bool { return strings.HasSuffix(p, ".factory/hooks.json") }
	f := h.Paths(s)[0]
	if !strings.HasSuffix(f.Path, "hooks.json") {
		t.Error(f.Path)
	}
	got := cycle(t, h, s, []byte("{\n  \"Stop\": []\n}\n"))
	if !strings.Contains(string(got), "\n  \"PreToolUse\": [") {
		t.Errorf("%s", got)
	}
	f.Data = []byte(`{"hooks":{}}`)
	if ps := h.Check(s, f); !fatal(ps) {
		t.Errorf("%+v", ps)
	}
}

// TestPluginsObeyTheGuard runs the generated plugins with stand-ins for the guard.
func TestPluginsObeyTheGuard(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || testing.Short() {
		t.Skip("no node")
	}
	dir := t.TempDir()
	guards := []struct{ name, script, want, closed string }{
		{"passes", "#!/bin/sh\ncat >/dev/null; echo '{}'\n", "runs", "runs"},
		{"blocks", "#!/bin/sh\ncat >/dev/null; echo 'r: no' >&2; exit 2\n", "r: no", "r: no"},
		{"reads the event", "#!/bin/sh\ngrep -q 'npm i' && { echo 'r: no npm' >&2; exit 2; }; exit 0\n", "r: no npm", "r: no npm"},
		{"fails", "#!/bin/sh\ncat >/dev/null; exit 1\n", "runs", "guard/error: the guard could not judge this call (exit code 1); it blocks such calls"},
		{"blocks without a word", "#!/bin/sh\ncat >/dev/null; exit 2\n", "runs", "guard/error: the guard could not judge this call (exit code 2); it blocks such calls"},
		{"is missing", "", "runs", "guard/error: the guard could not judge this call (spawnSync "},
	}
	const drive = `
const m = await import(process.argv[2]);
let out = "runs";
try {
  if (m.default) {
    let handler;
    m.default({ on: (_, h) => { handler = h; } });
    const r = await handler({ type: "tool_call", toolName: "bash", input: { command: "npm i" } }, { cwd: "/p" });
    if (r && r.block) out = r.reason;
  } else {
    const p = await m.Rules2Guards({ directory: "/p" });
    await p["tool.execute.before"]({ tool: "bash" }, { args: { command: "npm i" } });
  }
} catch (e) { out = e.message; }
process.stdout.write(out);
`
	write := func(name, text string, mode os.FileMode) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return p
	}
	driver := write("drive.mjs", drive, 0o600)
	for _, id := range []string{"opencode", "pi"} {
		for _, g := range guards {
			for _, closed := range []bool{false, true} {
				t.Run(id+"/"+g.name, func(t *testing.T) {
					s := site()
					s.OnError, s.Guard = closed, filepath.Join(dir, "no guard")
					if g.script != "" {
						s.Guard = write("it's a guard", g.script, 0o700)
					}
					h := ByName(id)
					e, err := h.Install(s, h.Paths(s)[0])
					if err != nil {
						t.Fatal(err)
					}
					plugin := write("plugin.mjs", string(e.Data), 0o600)
					out, err := exec.Command(node, driver, plugin).CombinedOutput()
					want := g.want
					if closed {
						want = g.closed
					}
					if err != nil || !strings.HasPrefix(string(out), want) {
						t.Errorf("got %s, %v, want %s", out, err, want)
					}
				})
			}
		}
	}
}
