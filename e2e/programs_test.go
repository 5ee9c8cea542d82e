//go:build e2e && unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/e2e/fakemodel"
)

// The columns of the result table: what is tried on every program.
const (
	colShell    = "shell command"
	colReason   = "reason"
	colNested   = "`sh -c`"
	colInnocent = "innocent calls"
	colFile     = "file tool"
	colMCP      = "MCP tool"
	colSubagent = "subagent"
	colSpace    = "space in path"
	colCopy     = "copy runtime"
	colDeleted  = "guard deleted"
	colFails    = "guard exits 1"
	colKilled   = "guard killed"
	colRemove   = "remove"
	colDoctor   = "doctor"
	colPermit   = "permission rules"
)

func columns() []string {
	return []string{
		colShell, colReason, colNested, colInnocent, colFile, colMCP, colSubagent,
		colSpace, colCopy, colDeleted, colFails, colKilled, colRemove, colDoctor, colPermit,
	}
}

// subtask stands in the prompt of every subagent.
const subtask = "SUBTASK"

// Each program does what docs/harnesses.md says of it, with files that generate wrote.
func TestPrograms(t *testing.T) {
	for _, p := range subjects() {
		t.Run(p.String(), func(t *testing.T) {
			t.Run("calls", func(t *testing.T) { t.Parallel(); testCalls(t, p) })
			t.Run("space in path", func(t *testing.T) { t.Parallel(); testSpace(t, p) })
			t.Run("copy runtime", func(t *testing.T) { t.Parallel(); testCopy(t, p) })
			t.Run("doctor", func(t *testing.T) { t.Parallel(); testDoctor(t, p) })
			if p.permit != nil {
				t.Run("permission rules", func(t *testing.T) { t.Parallel(); testPermissions(t, p) })
			}
			for _, b := range broken() {
				for _, onError := range []string{"allow", "block"} {
					t.Run(b.column+", on_error "+onError, func(t *testing.T) { t.Parallel(); testBroken(t, p, b, onError) })
				}
			}
		})
	}
}

// testCalls is one guard at work in one session, and what is left after remove.
func testCalls(t *testing.T, p subject) {
	s := newSubjectScene(t, p, "project")
	s.write("locked/a.txt", "first\n")
	s.guardFor(p, rulesText(""))
	locked, free := filepath.Join(s.project, "locked/a.txt"), filepath.Join(s.project, "free.txt")
	session := func() (calls, sub []fakemodel.Part) {
		calls = []fakemodel.Part{
			p.shell("deploy", "deployctl up plain"),
			p.shell("sh deploy", `sh -c "cd . && deployctl up nested"`),
			p.shell("lint", "lintall plain"),
			p.shell("quote", "echo 'deployctl up' # deployctl up"),
			p.shell("redirect", "echo second > locked/a.txt"),
			p.fileWrite("create", filepath.Join(s.project, "locked/b.txt"), "new\n"),
			p.fileWrite("free write", free, "free\n"),
		}
		if p.fileRead != nil {
			calls = append(calls, p.fileRead("read", locked))
		}
		if p.fileEdit != nil {
			calls = append(calls, p.fileEdit("edit", locked, "first", "second"), p.fileEdit("free edit", free, "free", "freed"))
		}
		if p.echo != nil {
			calls = append(calls, p.echo("mcp", "hello"))
		}
		if p.agent != nil {
			calls = append(calls, p.agent("subagent", subtask+": deploy it")...)
			sub = append([]fakemodel.Part{
				p.shell("subagent deploy", "deployctl up subagent"),
				p.shell("subagent lint", "lintall subagent"),
			}, p.agentEnds...)
		}
		return calls, sub
	}
	calls, sub := session()
	s.play(p, calls, sub...)

	expect := func(column string, f func(t *testing.T)) {
		if p.lacks[column] == "" {
			cases.check(t, p, column, f)
		}
	}
	expect(colShell, func(t *testing.T) { s.stopped(t, "deployctl up plain") })
	expect(colReason, func(t *testing.T) {
		s.heard(t, "deploy", "no-deploy", deployMessage, deployInstead)
		s.heard(t, "create", "locked", lockedMessage)
	})
	expect(colNested, func(t *testing.T) { s.stopped(t, "deployctl up nested") })
	expect(colInnocent, func(t *testing.T) {
		if !s.ran("lintall plain") {
			t.Error("the command did not run")
		}
		for _, label := range []string{"lint", "quote", "free write", "free edit", "read"} {
			if got, _ := s.model.Told(label); strings.Contains(got.Text, "guard") || strings.Contains(got.Text, "no-deploy") {
				t.Errorf("the model was told of %s: %q", label, got.Text)
			}
		}
		want := "free\n"
		if p.fileEdit != nil {
			want = "freed\n"
		}
		if got := s.read("free.txt"); got != want {
			t.Errorf("free.txt holds %q, want %q", got, want)
		}
		if got, _ := s.model.Told("read"); p.fileRead != nil && !strings.Contains(got.Text, "first") {
			t.Errorf("reading told the model %q", got.Text)
		}
	})
	expect(colFile, func(t *testing.T) {
		if got := s.read("locked/a.txt"); got != "first\n" {
			t.Errorf("the guarded file is now %q", got)
		}
		if got := s.read("locked/b.txt"); got != "" {
			t.Errorf("there is a new file: %q", got)
		}
	})
	expect(colMCP, func(t *testing.T) { s.stopped(t, "echo hello") })
	expect(colSubagent, func(t *testing.T) {
		s.stopped(t, "deployctl up subagent")
		if !p.aborts && !s.ran("lintall subagent") {
			t.Error("the subagent's innocent command did not run")
		}
	})
	expect(colRemove, func(t *testing.T) {
		s.rules2guards(s.project, "remove", "--scope", p.scope)
		if got := s.entry(p); got != s.before {
			t.Errorf("%s is now %q, was %q", p.file, got, s.before)
		}
		calls, sub := session()
		s.session(p, calls, sub)
		ran := []string{"deployctl up plain", "deployctl up nested"}
		if p.echo != nil {
			ran = append(ran, "echo hello")
		}
		if p.agent != nil {
			ran = append(ran, "deployctl up subagent")
		}
		for _, line := range ran {
			if !s.ran(line) {
				t.Errorf("without a guard %q did not run: the cases above prove nothing", line)
			}
		}
		if s.read("locked/b.txt") == "" || s.read("locked/a.txt") == "first\n" {
			t.Error("without a guard the file tool did not write: the cases above prove nothing")
		}
	})
}

// stopped fails the test if a line of the trace begins with that text.
func (s *scene) stopped(t *testing.T, line string) {
	t.Helper()
	if s.ran(line) {
		t.Errorf("%q ran", line)
	}
}

// heard fails the test unless the model was told the reasons, and nothing of how the guard
// is run.
func (s *scene) heard(t *testing.T, label string, reasons ...string) {
	t.Helper()
	got, _ := s.model.Told(label)
	for _, reason := range reasons {
		if !strings.Contains(got.Text, reason) {
			t.Errorf("the model was told of %s: %q; want in it: %q", label, got.Text, reason)
		}
	}
	if strings.Contains(got.Text, "--harness") {
		t.Errorf("the model was told of %s: %q; it shows the hook's command line", label, got.Text)
	}
}

// pair is one forbidden call and one innocent one.
func pair(p subject) []fakemodel.Part {
	return []fakemodel.Part{p.shell("deploy", "deployctl up"), p.shell("lint", "lintall")}
}

func testSpace(t *testing.T, p subject) {
	cases.track(t, p, colSpace)
	s := newSubjectScene(t, p, "my project")
	s.guardFor(p, rulesText(""))
	s.play(p, pair(p))
	ends(t, s, true)
}

func testCopy(t *testing.T, p subject) {
	cases.track(t, p, colCopy)
	s := newSubjectScene(t, p, "project")
	s.guardFor(p, rulesText(""), "--runtime", "copy")
	s.play(p, pair(p))
	ends(t, s, true)
	if p.lacks[colReason] == "" {
		s.heard(t, "deploy", deployMessage, deployInstead)
	}
}

// breakage is a way in which a guard can't answer.
type breakage struct {
	column string
	do     func(s *scene)
}

func broken() []breakage {
	return []breakage{
		{colDeleted, func(s *scene) {
			if err := os.Remove(s.guard()); err != nil {
				s.t.Fatal(err)
			}
		}},
		{colFails, func(s *scene) { s.replaceGuard("exit 1") }},
		{colKilled, func(s *scene) { s.replaceGuard("kill -KILL $$") }},
	}
}

// testBroken wants a guard that can't answer to let everything through, or nothing.
func testBroken(t *testing.T, p subject, b breakage, onError string) {
	cases.track(t, p, b.column)
	s := newSubjectScene(t, p, "project")
	more := ""
	if onError == "block" {
		more = "[guard]\non_error = \"block\"\n"
	}
	s.guardFor(p, rulesText(more))
	b.do(s)
	if onError == "allow" {
		s.session(p, pair(p), nil)
	} else {
		s.play(p, pair(p))
	}
	for _, line := range []string{"deployctl up", "lintall"} {
		if ran := s.ran(line); ran == (onError == "block") {
			got, _ := s.model.Told(map[string]string{"deployctl up": "deploy", "lintall": "lint"}[line])
			t.Errorf("%s ran: %v; the model was told %q", line, ran, got.Text)
		}
	}
}
