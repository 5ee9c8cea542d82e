//go:build unix

package guard

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rules2guards.local/guard/call"
)

// A FIFO that nobody writes would hold a reader for ever, and a late guard lets the call
// through.
func TestNothingIsReadOfPipesAndDevices(t *testing.T) {
	root := filepath.ToSlash(t.TempDir())
	fifo := func(name string) {
		write(t, root+"/"+filepath.ToSlash(filepath.Dir(name))+"/keep", "")
		if err := syscall.Mkfifo(root+"/"+name, 0o644); err != nil {
			t.Skip(err)
		}
	}
	fifo("head/.git/HEAD")
	fifo("gitfile/.git")
	fifo("p/edited")
	write(t, root+"/back/.git", "gitdir: "+root+"/p/.git/worktrees/back")
	fifo("p/.git/worktrees/back/gitdir")
	for _, dir := range []string{"head", "gitfile"} {
		if _, f := (Disk{}).Branch(root + "/" + dir); f != NotKnown {
			t.Errorf("%s: branch is %v", dir, f)
		}
	}
	if got := (Disk{Project: root + "/p"}).Mainline(root + "/back/x"); got != "" {
		t.Errorf("a worktree that can't be asked: %q", got)
	}
	for _, name := range []string{root + "/p/edited", "/dev/zero", "/dev/null", "/dev/tty"} {
		if _, ok := (Disk{}).ReadFile(name); ok {
			t.Errorf("%s was read", name)
		}
	}

	p := &Program{
		Rules: []Rule{{ID: "r", Kind: ContentRule, Action: call.Block, Pattern: "any"}},
		Index: Index{Contents: []Needle{{Rule: 0, Literal: "any"}}},
	}
	for _, name := range []string{root + "/p/edited", "/dev/zero"} {
		c := &call.Call{Tool: "Edit", Dir: root, Files: []call.File{{Path: name, Access: call.Write, Edits: []call.Edit{{Old: "x", New: "any"}}}}}
		if res := Decide(p, c, call.ClaudeCode, Disk{}, Folders{Project: root}); res.Verdict.Decision != call.Block {
			t.Errorf("an edit of %s passes", name)
		}
		c = &call.Call{Tool: "Bash", Dir: root, Shells: []call.Shell{{Text: "sed -i s/x/any/ " + name + "; git commit -F " + name}}}
		Decide(p, c, call.ClaudeCode, Disk{}, Folders{Project: root})
	}

	branch := &Program{
		Rules: []Rule{{ID: "r", Kind: ToolRule, Action: call.Block, Tools: []string{"Bash"}, When: Condition{Branch: []string{"main"}}}},
		Index: Index{Tools: []Needle{{Rule: 0}}},
	}
	c := &call.Call{Tool: "Bash", Dir: root + "/head"}
	if res := Decide(branch, c, call.ClaudeCode, Disk{}, Folders{}); res.Verdict.Decision != call.Block || !strings.Contains(res.Verdict.Reason, "r:") {
		t.Error("a branch that can't be read lets a block rule pass")
	}
}
