package emit

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tree makes a folder with files; a value "-> x" makes a link to x, "/" a folder.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			must(t, os.Symlink(strings.ReplaceAll(target, "DIR", dir), path))
		} else if text == "/" {
			must(t, os.MkdirAll(path, 0o755))
		} else {
			must(t, os.WriteFile(path, []byte(text), 0o644))
		}
	}
	return dir
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func content(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v", err)
	}
	return string(b)
}

// names lists everything below a folder.
func names(t testing.TB, dir string) []string {
	t.Helper()
	var l []string
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		l = append(l, filepath.ToSlash(rel))
		return err
	}))
	return l
}

// put plans one file.
func put(t testing.TB, root, name, text string, follow bool) Plan {
	t.Helper()
	var p Plan
	must(t, p.Put(Disk{Root: root, FollowSymlinks: follow}.Read, root, filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o600))
	return p
}

func TestAppliedPlanStandsOnDisk(t *testing.T) {
	dir := tree(t, map[string]string{"same": "x", "old": "x", "gone": "x", "sub/gone": "x"})
	root := filepath.Join(dir)
	read := Disk{Root: root}.Read
	var p Plan
	must(t, p.Put(read, root, filepath.Join(dir, "same"), []byte("x"), 0))
	must(t, p.Put(read, root, filepath.Join(dir, "old"), []byte("y"), 0))
	must(t, p.Put(read, root, filepath.Join(dir, "a", "b", "new"), nil, 0o600))
	must(t, p.Drop(read, root, filepath.Join(dir, "gone")))
	must(t, p.Drop(read, root, filepath.Join(dir, "sub", "gone")))
	must(t, p.Drop(read, root, filepath.Join(dir, "never")))
	got, err := Apply(p, ApplyOptions{Prune: []string{filepath.Join(dir, "sub"), dir}})
	must(t, err)
	want := Applied{
		Written: []string{filepath.Join(dir, "old"), filepath.Join(dir, "a", "b", "new")},
		Deleted: []string{filepath.Join(dir, "gone"), filepath.Join(dir, "sub", "gone")},
		Folders: []string{filepath.Join(dir, "a"), filepath.Join(dir, "a", "b")},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("applied (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"a", "a/b", "a/b/new", "old", "same"}, names(t, dir)); d != "" {
		t.Errorf("on disk (-want +got):\n%s", d)
	}
	if got := content(t, filepath.Join(dir, "old")); got != "y" {
		t.Errorf("old holds %q", got)
	}
}

func TestARootThatIsMissingIsMade(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	dir := tree(t, map[string]string{"real": "/", "link": "-> real"})
	got, err := Apply(put(t, filepath.Join(dir, "link", "a", "b"), "c/f", "x", false), ApplyOptions{})
	must(t, err)
	at := filepath.Join(dir, "real", "a")
	if d := cmp.Diff([]string{at, filepath.Join(at, "b"), filepath.Join(at, "b", "c")}, got.Folders); d != "" {
		t.Errorf("folders (-want +got):\n%s", d)
	}
	p := Plan{}
	root := filepath.Join(dir, "link", "a", "b")
	must(t, p.Drop(Disk{Root: root}.Read, root, filepath.Join(root, "c", "f")))
	_, err = Apply(p, ApplyOptions{Prune: got.Folders})
	must(t, err)
	if d := cmp.Diff([]string{"link", "real"}, names(t, dir)); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
}

func TestModesAreKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	dir := tree(t, map[string]string{"exec": "x"})
	must(t, os.Chmod(filepath.Join(dir, "exec"), 0o751))
	for _, tc := range []struct {
		name, file string
		set        bool
		want       fs.FileMode
	}{
		{"old file keeps its own", "exec", false, 0o751},
		{"new file gets the plan's", "new", false, 0o600},
		{"executable whatever it was", "new", true, 0o755},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := put(t, dir, tc.file, tc.name, false)
			if p[0].SetMode = tc.set; tc.set {
				p[0].Mode = tc.want
			}
			_, err := Apply(p, ApplyOptions{})
			must(t, err)
			info, err := os.Stat(filepath.Join(dir, tc.file))
			must(t, err)
			if info.Mode().Perm() != tc.want {
				t.Errorf("mode %o, want %o", info.Mode().Perm(), tc.want)
			}
		})
	}
	must(t, os.Chmod(filepath.Join(dir, "new"), 0o600))
	p := put(t, dir, "new", "executable whatever it was", false)
	p[0].SetMode, p[0].Mode = true, 0o755
	_, err := Apply(p, ApplyOptions{})
	must(t, err)
	if info, err := os.Stat(filepath.Join(dir, "new")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("equal bytes, wrong mode: %v %v", info.Mode(), err)
	}
}

func TestNothingToDoMovesNoTime(t *testing.T) {
	dir := tree(t, map[string]string{"f": "x"})
	old := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	must(t, os.Chtimes(filepath.Join(dir, "f"), old, old))
	must(t, os.Chtimes(dir, old, old))
	p := put(t, dir, "f", "x", false)
	p[0].SetMode, p[0].Mode = true, 0o644
	got, err := Apply(p, ApplyOptions{})
	must(t, err)
	if len(got.Written) != 0 {
		t.Errorf("written: %v", got.Written)
	}
	for _, path := range []string{dir, filepath.Join(dir, "f")} {
		if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(old) {
			t.Errorf("%s: time moved to %v (%v)", path, info.ModTime(), err)
		}
	}
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	for _, tc := range []struct {
		name, path, at string // at: where the bytes land, relative to the folder above the root; "": refused
		follow         bool
	}{
		{"file link inside", "inside", "p/real/f", false},
		{"absolute file link inside", "absolute", "p/real/f", false},
		{"folder link inside", "folder/f", "p/real/f", false},
		{"absolute folder link inside", "absfolder/new", "p/real/new", false},
		{"link to nothing inside", "dangling", "p/real/none", false},
		{"link out and in again", "around", "p/real/f", false},
		{"file link outside", "outside", "", false},
		{"folder link outside", "outfolder/f", "", false},
		{"folder link outside, new file", "outfolder/a/new", "", false},
		{"link to nothing outside", "outdangling", "", false},
		{"loop", "loop", "", false},
		{"up from a folder link", "folder/../../out/f", "", false},
		{"file link outside, followed", "outside", "out/f", true},
		{"folder link outside, followed", "outfolder/f", "out/f", true},
		{"link to nothing outside, followed", "outdangling", "out/none", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := tree(t, map[string]string{
				"p/real/f": "old", "out/f": "old", "p/inside": "-> real/f", "p/absolute": "-> DIR/p/real/f", "p/folder": "-> real",
				"p/absfolder": "-> DIR/p/real", "p/dangling": "-> real/none", "p/around": "-> ../p/real/f", "p/outside": "-> ../out/f",
				"p/outfolder": "-> DIR/out", "p/outdangling": "-> ../out/none", "p/loop": "-> loop",
			})
			root := filepath.Join(dir, "p")
			before := names(t, dir)
			var p Plan
			err := p.Put(Disk{Root: root, FollowSymlinks: tc.follow}.Read, root, root+"/"+tc.path, []byte("new"), 0o600)
			if tc.at != "" {
				must(t, err)
				_, err = Apply(p, ApplyOptions{FollowSymlinks: tc.follow})
				must(t, err)
				if got := content(t, filepath.Join(dir, tc.at)); got != "new" {
					t.Errorf("%s holds %q", tc.at, got)
				}
				if info, err := os.Lstat(filepath.Join(root, strings.Split(tc.path, "/")[0])); err != nil || info.Mode()&fs.ModeSymlink == 0 {
					t.Errorf("the link is gone: %v", err)
				}
				return
			}
			if err == nil {
				t.Fatal("read through the link")
			}
			// A plan that was made before the link came is stopped too.
			_, err = Apply(Plan{{Path: root + "/" + tc.path, Root: root, Data: []byte("new"), Old: []byte("old"), Kind: Update}}, ApplyOptions{})
			if err == nil {
				t.Error("written through the link")
			}
			if d := cmp.Diff(before, names(t, dir)); d != "" || content(t, filepath.Join(dir, "out", "f")) != "old" {
				t.Errorf("something changed: %s", d)
			}
		})
	}
}

func TestALinkThatComesBetweenPlanAndWriteIsNotFollowed(t *testing.T) {
	dir := tree(t, map[string]string{"p/sub/f": "old", "out/f": "old"})
	root := filepath.Join(dir, "p")
	_, err := Apply(put(t, root, "sub/f", "new", false), ApplyOptions{testOnlyBeforeCommit: func() {
		must(t, os.Rename(filepath.Join(root, "sub"), filepath.Join(root, "was")))
		must(t, os.Symlink("../out", filepath.Join(root, "sub")))
	}})
	if err == nil || content(t, filepath.Join(dir, "out", "f")) != "old" {
		t.Errorf("followed: %v", err)
	}
}

func TestWhatIsNoFileIsNotReplaced(t *testing.T) {
	dir := tree(t, map[string]string{"folder": "/", "file": "x", "readonly": "x"})
	must(t, os.Chmod(filepath.Join(dir, "readonly"), 0o444))
	for _, name := range []string{"folder", "file/below", "readonly"} {
		p := Plan{{Path: filepath.Join(dir, name), Root: dir, Data: []byte("new"), Old: []byte("x"), Kind: Update}}
		if _, err := Apply(p, ApplyOptions{}); err == nil {
			t.Errorf("%s was replaced", name)
		}
	}
	if d := cmp.Diff([]string{"file", "folder", "readonly"}, names(t, dir)); d != "" {
		t.Errorf("left behind:\n%s", d)
	}
}

func TestAChangeMeanwhileStopsTheWrite(t *testing.T) {
	for _, tc := range []struct {
		name   string
		plan   string // "": delete
		before string // "": nothing there
		change func(path string) error
		want   string
		ok     bool
	}{
		{"edited", "new", "old", func(p string) error { return os.WriteFile(p, []byte("theirs"), 0o644) }, "theirs", false},
		{"edited before deletion", "", "old", func(p string) error { return os.WriteFile(p, []byte("theirs"), 0o644) }, "theirs", false},
		{"created", "new", "", func(p string) error { return os.WriteFile(p, []byte("theirs"), 0o644) }, "theirs", false},
		{"deleted", "new", "old", os.Remove, "", false},
		{"same content by another run", "new", "old", func(p string) error { return os.WriteFile(p, []byte("new"), 0o644) }, "new", true},
		{"deleted by another run", "", "old", os.Remove, "", true},
		{"replaced by a folder", "new", "", func(p string) error { return os.Mkdir(p, 0o755) }, "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "f")
			if tc.before != "" {
				must(t, os.WriteFile(path, []byte(tc.before), 0o644))
			}
			p := put(t, dir, "f", tc.plan, false)
			if tc.plan == "" {
				p[0].Kind, p[0].Data = Delete, nil
			}
			_, err := Apply(p, ApplyOptions{testOnlyBeforeCommit: func() { must(t, tc.change(path)) }})
			if (err == nil) != tc.ok {
				t.Errorf("error %v", err)
			}
			if tc.want != "" && content(t, path) != tc.want {
				t.Errorf("holds %q", content(t, path))
			}
			for _, n := range names(t, dir) {
				if isTemp(n) {
					t.Errorf("left %s", n)
				}
			}
		})
	}
}

func TestAFailingWriteChangesNothing(t *testing.T) {
	dir := tree(t, map[string]string{"a": "old", "b": "old"})
	var p Plan
	for _, n := range []string{"a", "new/folder/c", "b"} {
		p = append(p, put(t, dir, n, "new", false)...)
	}
	full := errors.New("no space left on device")
	_, err := Apply(p, ApplyOptions{testOnlyWrite: func(f *os.File, data []byte) error {
		if strings.Contains(f.Name(), ".b.") {
			_, _ = f.Write(data[:1])
			return full
		}
		_, err := f.Write(data)
		return err
	}})
	if !errors.Is(err, full) {
		t.Fatalf("error %v", err)
	}
	if d := cmp.Diff([]string{"a", "b"}, names(t, dir)); d != "" {
		t.Errorf("left behind:\n%s", d)
	}
	if content(t, filepath.Join(dir, "a")) != "old" || content(t, filepath.Join(dir, "b")) != "old" {
		t.Error("a file changed")
	}
}

// TestAKilledRunIsCleanedUp runs itself: the child dies with its files staged.
func TestAKilledRunIsCleanedUp(t *testing.T) {
	if dir := os.Getenv("EMIT_TEST_DIE_IN"); dir != "" {
		_, _ = Apply(put(t, dir, "f", "half", false), ApplyOptions{testOnlyBeforeCommit: func() {
			p, _ := os.FindProcess(os.Getpid())
			_ = p.Kill()
			time.Sleep(time.Minute)
		}})
		return
	}
	dir := tree(t, map[string]string{"f": "old", ".f.rules2guards-1-tmp": "theirs", ".f.rules2guards-x-00000000.tmp": "theirs"})
	cmd := exec.Command(os.Args[0], "-test.run=^TestAKilledRunIsCleanedUp$")
	cmd.Env = append(os.Environ(), "EMIT_TEST_DIE_IN="+dir)
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("the child lives: %s", out)
	}
	if l := names(t, dir); len(l) != 4 || content(t, filepath.Join(dir, "f")) != "old" {
		t.Fatalf("after the kill: %v", l)
	}
	_, err := Apply(put(t, dir, "f", "new", false), ApplyOptions{})
	must(t, err)
	if d := cmp.Diff([]string{".f.rules2guards-1-tmp", ".f.rules2guards-x-00000000.tmp", "f"}, names(t, dir)); d != "" {
		t.Errorf("after the next run (-want +got):\n%s", d)
	}
}

func TestATemporaryFileOfALivingRunIsLeftAlone(t *testing.T) {
	name := tempName("f", os.Getppid(), "0123abcd")
	dir := tree(t, map[string]string{"f": "old", name: "theirs"})
	_, err := Apply(put(t, dir, "f", "new", false), ApplyOptions{})
	must(t, err)
	if !slices.Contains(names(t, dir), name) {
		t.Error("swept away")
	}
}

func TestTemporaryNamesAreExact(t *testing.T) {
	for _, tc := range []struct {
		name string
		want bool
	}{
		{tempName("settings.json", 12, "0123abcd"), true},
		{".a.rules2guards-1-0123abcd.tmp", true},
		{"a.rules2guards-1-0123abcd.tmp", false},
		{".rules2guards-1-0123abcd.tmp", false},
		{".a.rules2guards-0-0123abcd.tmp", false},
		{".a.rules2guards-1-0123abc.tmp", false},
		{".a.rules2guards-1-0123abcg.tmp", false},
		{".a.rules2guards-1-0123abcd.tmp2", false},
	} {
		if isTemp(tc.name) != tc.want {
			t.Errorf("%s: %v", tc.name, !tc.want)
		}
	}
}
