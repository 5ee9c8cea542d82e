package guard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestDiskReadsBranches(t *testing.T) {
	for _, tt := range []struct {
		name, head string
		branch     string
		fact       Fact
	}{
		{"a branch", "ref: refs/heads/feat/x\n", "feat/x", True},
		{"detached", "0123456789012345678901234567890123456789\n", "", False},
		{"reftable: HEAD does not say", "ref: refs/heads/.invalid\n", "", NotKnown},
		{"too large", "ref: refs/heads/" + strings.Repeat("x", maxHead), "", NotKnown},
		{"no HEAD", "", "", NotKnown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
				t.Fatal(err)
			}
			if tt.head != "" {
				write(t, filepath.Join(dir, ".git", "HEAD"), tt.head)
			}
			branch, f := Disk{}.Branch(filepath.ToSlash(dir) + "/a/b")
			if branch != tt.branch || f != tt.fact {
				t.Errorf("got %q, %v; want %q, %v", branch, f, tt.branch, tt.fact)
			}
		})
	}
	if branch, f := (Disk{}).Branch("/nowhere/at/all"); branch != "" || f != False {
		t.Errorf("no repository: %q, %v", branch, f)
	}
	if _, f := (Disk{}).Branch("/" + strings.Repeat("a/", maxDir)); f != NotKnown {
		t.Errorf("a folder too long: %v", f)
	}
}

func TestDiskKnowsLinkedWorktrees(t *testing.T) {
	root := filepath.ToSlash(t.TempDir())
	project := root + "/project"
	write(t, project+"/.git/HEAD", "ref: refs/heads/main\n")
	link := func(name, back string) {
		write(t, root+"/"+name+"/.git", "gitdir: "+project+"/.git/worktrees/"+name+"\n")
		if back != "" {
			write(t, project+"/.git/worktrees/"+name+"/gitdir", back+"\n")
			write(t, project+"/.git/worktrees/"+name+"/HEAD", "ref: refs/heads/"+name+"\n")
		}
	}
	link("wt", root+"/wt/.git")
	link("relative", "../../../../relative/.git")
	link("forged", "")
	link("stolen", root+"/wt/.git")
	write(t, project+"/sub/.git", "gitdir: ../.git/modules/sub\n")
	d := Disk{Project: project}
	for _, tt := range []struct {
		name, path, main string
		linked           Fact
	}{
		{"its root", root + "/wt", project, True},
		{"a file in it", root + "/wt/a/b.c", project + "/a/b.c", True},
		{"relative back link", root + "/relative/x", project + "/x", True},
		{"a forged .git file", root + "/forged/x", "", False},
		{"a .git file that belongs elsewhere", root + "/stolen/x", "", False},
		{"a submodule", project + "/sub/x", "", False},
		{"the project itself", project + "/x", "", False},
		{"no repository", root + "/x", "", False},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := d.Mainline(tt.path); got != tt.main {
				t.Errorf("stands for %q, want %q", got, tt.main)
			}
			if got := d.Worktree(tt.path); got != tt.linked {
				t.Errorf("linked: %v, want %v", got, tt.linked)
			}
		})
	}
}

func TestDiskReadsRegularFilesOnly(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	write(t, dir+"/small", "x")
	write(t, dir+"/limit", strings.Repeat("x", maxContent))
	write(t, dir+"/large", strings.Repeat("x", maxContent+1))
	for name, want := range map[string]bool{"small": true, "limit": true, "large": false, "none": false, "small/x": false, ".": false} {
		if _, ok := (Disk{}).ReadFile(dir + "/" + name); ok != want {
			t.Errorf("%s: read %v, want %v", name, ok, want)
		}
	}
	for path, want := range map[string]Fact{dir + "/small": True, dir + "/none": False, dir + "/small/.": False, dir + "/.": True, "/" + strings.Repeat("a", maxPath): False} {
		if got := (Disk{}).Exists(path); got != want {
			t.Errorf("%.60s exists: %v, want %v", path, got, want)
		}
	}
}

func TestDiskResolvesLinks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.ToSlash(dir)
	write(t, dir+"/real/a", "x")
	for name, to := range map[string]string{"link": "real", "later": "not/yet", "chain": "later", "loop": "loop", "up": "../" + filepath.Base(dir) + "/link"} {
		if err := os.Symlink(to, dir+"/"+name); err != nil {
			t.Skip("no links here")
		}
	}
	for path, want := range map[string]string{
		"/real/a": "/real/a", "/link/a": "/real/a", "/link": "/real", "/link/new/x": "/real/new/x", "/later": "/not/yet", "/later/x": "/not/yet/x", "/chain": "/not/yet",
		"/up/a": "/real/a", "/none/x": "/none/x",
	} {
		if got := (Disk{}).Real(dir + path); got != dir+want {
			t.Errorf("%s is %s, want %s", path, got, dir+want)
		}
	}
	Disk{}.Real(dir + "/loop/x") // ends
	long := "/" + strings.Repeat("a/", maxPath)
	if got := (Disk{}).Real(long); got != long {
		t.Error("a path that is too long is not left alone")
	}
}
