package harness

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/quick"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

func TestEveryHarnessHasACodecOfItsOwn(t *testing.T) {
	last := -1
	for _, h := range All() {
		if wire.For(h.ID()).Harness() != h.ID() {
			t.Errorf("%s has no codec", h.ID())
		}
		if got := ByName(string(h.ID())); got == nil || got.ID() != h.ID() {
			t.Errorf("%s is not found by its name", h.ID())
		}
		i := slices.Index(call.Harnesses(), h.ID())
		if i <= last {
			t.Errorf("%s is out of order", h.ID())
		}
		last = i
	}
	if ByName("nobody") != nil {
		t.Error("a harness that does not exist")
	}
}

func TestCommandLineIsReadAsItWasWritten(t *testing.T) {
	guards := []string{
		dataGuard, "/home/it's me/.local/share/rules2guards/x/guard", "/opt/my \"tools\"/rules2guards/é $HOME `x` \\/guard",
		"/a\nb/rules2guards/x/guard",
	}
	for _, g := range guards {
		for _, project := range []string{"", "/home/dev/my project's \\ \"x\" $y"} {
			for _, w := range []whenMissing{{}, {closed: true}, {saying: true}, {open: true}, {neutral: true}} {
				c := command{guard: g, harness: "claude-code", project: project, whenMissing: w}
				if got, ok := readCommand(c.line("linux"), ""); !ok || got != c {
					t.Errorf("%s reads %+v %v", c.line("linux"), got, ok)
				}
			}
		}
	}
	for _, open := range []bool{false, true} {
		c := command{guard: "C:/it's/rules2guards/x/guard.exe", harness: "copilot", project: "C:/a b", whenMissing: whenMissing{powershell: true, open: open}}
		if got, ok := readCommand(c.line("windows"), ""); !ok || got != c {
			t.Errorf("%s reads %+v %v", c.line("windows"), got, ok)
		}
	}
	c := command{guard: `C:\Users\Two Wörds\AppData\rules2guards\x\guard.exe`, harness: "claude-code", project: `C:\a b`}
	want := `"C:/Users/Two Wörds/AppData/rules2guards/x/guard.exe" --harness claude-code --project "C:/a b"`
	if got := c.line("windows"); got != want {
		t.Errorf("got %s", got)
	}
	if got, ok := readCommand(want, ""); !ok || got.guard != slashes(c.guard) {
		t.Errorf("%+v %v", got, ok)
	}
}

func TestAnyPathSurvivesAShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	check := func(s string) bool {
		s = strings.ReplaceAll(s, "\x00", "")
		out, err := exec.Command(sh, "-c", "printf %s "+call.Quote(s)).Output()
		return err == nil && string(out) == s
	}
	if err := quick.Check(check, &quick.Config{MaxCount: 50}); err != nil {
		t.Error(err)
	}
}

func TestOtherCommandsAreNotOurs(t *testing.T) {
	for _, s := range []string{
		"", "guard", "/opt/other/guard --harness claude-code", ourLine + "; true", ourLine + " && x", ourLine + " --more",
		"echo " + ourLine, ourLine + " # x", "X=1 " + ourLine, "/x/rules2guards/y/guardian --harness claude-code",
		"'/x/rules2guards/y/guard' --harness", "'/x/rules2guards/y/guard' --project x", `"$HOME/rules2guards/x/guard" --harness claude-code`,
		"/home/rules2guards/guard --harness claude-code", "'unclosed --harness claude-code",
	} {
		if c, ok := readCommand(s, ""); ok {
			t.Errorf("%q taken for %+v", s, c)
		}
	}
}

func TestProtectHasAWellFormedRuleForEverything(t *testing.T) {
	rules := Protect(All(), "/srv/data/rules2guards")
	seen := map[string]bool{}
	var paths []string
	for _, r := range rules {
		if !strings.HasPrefix(r.ID, "guard/") || seen[r.ID] || r.Message == "" {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
		switch r.Kind {
		case guard.PathRule:
			if r.Access != call.Write|call.Create|call.Delete || len(r.Paths) == 0 {
				t.Errorf("%+v", r)
			}
			paths = append(paths, r.Paths...)
		case guard.CommandRule:
			if len(r.Commands) == 0 {
				t.Errorf("%+v", r)
			}
		default:
			t.Errorf("kind %v", r.Kind)
		}
	}
	for _, h := range All() {
		for _, p := range h.Protected() {
			if !slices.Contains(paths, p.Path) {
				t.Errorf("%s is not protected", p.Path)
			}
		}
	}
	for _, p := range []string{"./.rules2guards", "/srv/data/rules2guards"} {
		if !slices.Contains(paths, p) {
			t.Errorf("%s is not protected", p)
		}
	}
}
