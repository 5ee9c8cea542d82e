package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/guard/call"
)

// countingWorld counts how often each question is asked.
type countingWorld map[string]int

func (w countingWorld) ask(what, path string) { w[what+" "+path]++ }

func (w countingWorld) Branch(dir string) (string, Fact) {
	w.ask("branch", dir)
	return "main", True
}

func (w countingWorld) Worktree(dir string) Fact {
	w.ask("worktree", dir)
	return False
}

func (w countingWorld) Mainline(path string) string {
	w.ask("mainline", path)
	return ""
}

func (w countingWorld) Exists(path string) Fact {
	w.ask("exists", path)
	return fact(!strings.Contains(path, "."))
}

func (w countingWorld) Real(path string) string {
	w.ask("real", path)
	return path
}

func (w countingWorld) ReadFile(path string) ([]byte, bool) {
	w.ask("read", path)
	return []byte("x"), true
}

func (w countingWorld) Names(dir string) ([]string, bool) {
	w.ask("names", dir)
	return []string{".env", "a"}, true
}

func TestWorldIsAskedEachQuestionOnce(t *testing.T) {
	p := boundProgram()
	p.Rules[1].When = Condition{Branch: []string{"main"}, Exists: []string{"go.mod"}, Worktree: No}
	p.Rules[1].Except, p.Index.Excepts = nil, p.Index.Excepts[:2]
	for _, tt := range []struct{ name, part, asks string }{
		{"a file", "cat .env; ", "real /p"},
		{"commits", "a; ", "branch /p"},
		{"folders", "a; ", "exists /p/go.mod"},
		{"worktrees", "a; ", "worktree /p"},
		{"globs", "cat .e*; ", "names /p"},
		{"a file behind a link of the text", "ln -s /q l; cat l/.env; ", "real /q"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := countingWorld{}
			j := NewJudge(p, &memory{world: w}, Folders{Home: "/h", Project: "/p"})
			j.Decide(&call.Call{Tool: "Bash", Dir: "/p", Shells: []call.Shell{{Text: strings.Repeat(tt.part, 50)}}}, call.ClaudeCode)
			if w[tt.asks] == 0 {
				t.Errorf("%q was not asked: %v", tt.asks, w)
			}
			for q, n := range w {
				if n > 1 {
					t.Errorf("%q was asked %d times", q, n)
				}
			}
		})
	}
}

func TestManyNewFilesAreFewQuestions(t *testing.T) {
	w := countingWorld{}
	m := &memory{world: w}
	for i := range 100 {
		p := fmt.Sprintf("/p/a/.%d/b", i)
		if got := m.Real(p); got != p {
			t.Fatalf("%s is %s", p, got)
		}
	}
	if w["real /p/a"] != 1 || w["real /p/a/.1/b"] != 0 {
		t.Errorf("asked %v", w)
	}
}

func TestMemoryAnswersLikeTheDisk(t *testing.T) {
	root := filepath.ToSlash(t.TempDir())
	project := root + "/project"
	write(t, project+"/.git/HEAD", "ref: refs/heads/main\n")
	write(t, root+"/wt/.git", "gitdir: "+project+"/.git/worktrees/wt\n")
	write(t, project+"/.git/worktrees/wt/gitdir", root+"/wt/.git\n")
	write(t, root+"/wt/sub/a", "x")
	for name, to := range map[string]string{"link": "wt/sub", "later": "not/yet", "chain": "later", "loop": "loop", "wt/up": "../project", "wt/gone": "/nowhere/at/all"} {
		if err := os.Symlink(to, root+"/"+name); err != nil {
			t.Skip("no links here")
		}
	}
	d := Disk{Project: project}
	m := &memory{world: d}
	for range 2 { // what is known is answered again
		for _, p := range []string{
			"", "/wt", "/wt/x", "/wt/x/y/z", "/wt/sub/a", "/wt/sub/a/b", "/wt/sub/b", "/link", "/link/a", "/link/b", "/link/b/c", "/later", "/later/x", "/later/x/y",
			"/chain/x", "/loop", "/loop/x", "/wt/up", "/wt/up/x", "/wt/up/x/y", "/wt/gone", "/wt/gone/x", "/project", "/project/x/y", "/none", "/none/x",
			strings.Repeat("/x", maxLevels), "/wt" + strings.Repeat("/x", 20),
		} {
			p = root + p
			if got, want := m.Real(p), d.Real(p); got != want {
				t.Errorf("%s is %s, want %s", p, got, want)
			}
			if got, want := m.Mainline(p), d.Mainline(p); got != want {
				t.Errorf("%s stands for %q, want %q", p, got, want)
			}
			if got, want := m.Exists(p), d.Exists(p); got != want {
				t.Errorf("%s exists: %v, want %v", p, got, want)
			}
		}
	}
	for _, p := range []string{"/", "/none", "/none/x"} {
		if got, want := m.Real(p), d.Real(p); got != want {
			t.Errorf("%s is %s, want %s", p, got, want)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	m := &memory{world: countingWorld{}}
	for i := range 3 * maxMemory >> 10 {
		if got := m.Real(fmt.Sprintf("/%d/%s", i, strings.Repeat("x", 1<<10))); !strings.HasPrefix(got, fmt.Sprintf("/%d/", i)) {
			t.Fatalf("%d: %.20s", i, got)
		}
	}
	if len(m.answers) > maxMemory>>10 {
		t.Errorf("%d answers are kept", len(m.answers))
	}
}
