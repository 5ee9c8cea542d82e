package guard_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// rule writes one rule of rules.toml: its kind and the keys that matter to a test.
func rule(kind, keys string) string {
	return "[[rule]]\nid = \"r\"\nkind = \"" + kind + "\"\nmessage = \"No.\"\nfires_on = []\n" + keys + "\n"
}

// compiled is the program of a rule file that has to be right.
func compiled(t testing.TB, src string) *guard.Program {
	t.Helper()
	res := compiler.Compile("rules.toml", []byte(src), compiler.Options{})
	for _, d := range res.Diagnostics {
		if d.Severity.String() == "error" {
			t.Fatalf("%s\nin\n%s", d.Message, src)
		}
	}
	return &res.Program
}

// machine is a project on a real disk in which calls are judged.
type machine struct{ home, project string }

// newMachine makes an empty home with an empty project in it.
func newMachine(t testing.TB) machine {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := machine{filepath.ToSlash(home), filepath.ToSlash(home) + "/project"}
	if err := os.Mkdir(m.project, 0o755); err != nil {
		t.Fatal(err)
	}
	return m
}

// nowhere is a machine on which nothing exists.
func nowhere() machine { return machine{"/nowhere/u", "/nowhere/u/project"} }

// put writes a file of the project.
func (m machine) put(t testing.TB, name, text string) string {
	t.Helper()
	p := filepath.Join(m.project, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(p)
}

// git runs git in a folder of the project.
func (m machine) git(t testing.TB, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	c := exec.Command("git", args...)
	c.Dir = filepath.Join(m.project, dir)
	c.Env = append(os.Environ(), "HOME="+m.home, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=u", "GIT_AUTHOR_EMAIL=u@u.example",
		"GIT_COMMITTER_NAME=u", "GIT_COMMITTER_EMAIL=u@u.example")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// repository is a machine whose project is a repository with one commit on main.
func repository(t testing.TB) machine {
	m := newMachine(t)
	m.git(t, ".", "init", "-q", "-b", "main")
	m.put(t, "README", "x\n")
	m.git(t, ".", "add", ".")
	m.git(t, ".", "commit", "-q", "-m", "x")
	return m
}

func (m machine) judge(p *guard.Program, c *call.Call) guard.Result {
	if c.Dir == "" {
		c.Dir = m.project
	}
	var w guard.World = guard.Disk{Project: m.project}
	if m == nowhere() { // what its folders hold is not known
		w = struct{ guard.World }{w}
	}
	return guard.Decide(p, c, call.ClaudeCode, w, guard.Folders{Home: m.home, Project: m.project})
}

// bash judges a shell text that starts in the project.
func (m machine) bash(p *guard.Program, text string) guard.Result {
	return m.judge(p, &call.Call{Tool: "Bash", Input: map[string]any{"command": text}, Shells: []call.Shell{{Text: text}}})
}

// verdicts runs shell texts that must fire and must pass. A text that can't be read fails.
func (m machine) verdicts(t *testing.T, src string, fires, passes []string) {
	t.Helper()
	p := compiled(t, src)
	for _, text := range fires {
		if res := m.bash(p, text); !fired(res) {
			t.Errorf("passes: %s%s", text, unread(res))
		}
	}
	for _, text := range passes {
		res := m.bash(p, text)
		if fired(res) || unread(res) != "" {
			t.Errorf("fires: %s%s%s", text, unread(res), about(res))
		}
	}
}

func fired(res guard.Result) bool {
	for _, f := range res.Findings {
		if f.Rule >= 0 {
			return true
		}
	}
	return false
}

func unread(res guard.Result) string {
	for _, t := range res.Texts {
		if u := t.Script.Unreadable; u != nil {
			return " (unreadable: " + u.Why + ")"
		}
	}
	return ""
}

func about(res guard.Result) string {
	var parts []string
	for _, f := range res.Findings {
		parts = append(parts, f.What+" "+f.Item)
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// verdictCase is a rule with shell texts that fire it and others that don't.
type verdictCase struct {
	name   string
	rules  string
	fires  []string
	passes []string
}

func runCases(t *testing.T, m machine, cases []verdictCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) { m.verdicts(t, tt.rules, tt.fires, tt.passes) })
	}
}
