package emit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAPipeIsNeitherReadNorReplaced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	must(t, syscall.Mkfifo(path, 0o600))
	if _, err := (Disk{Root: dir}).Read(path); err == nil {
		t.Error("read")
	}
	if _, err := Apply(Plan{{Path: path, Root: dir, Data: []byte("x"), Kind: Create}}, ApplyOptions{}); err == nil {
		t.Error("replaced")
	}
}

func TestAFullDiskChangesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no mount: %v", err)
	}
	defer func() { must(t, syscall.Unmount(dir, syscall.MNT_DETACH)) }()
	must(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o644))
	p := put(t, dir, "a", "new", false)
	p = append(p, put(t, dir, "sub/b", strings.Repeat("x", 200<<10), false)...)
	_, err := Apply(p, ApplyOptions{})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff([]string{"a"}, names(t, dir)); d != "" || content(t, filepath.Join(dir, "a")) != "old" {
		t.Errorf("left behind:\n%s", d)
	}
}

func TestAReadOnlyFolderChangesNothing(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o644))
	p := put(t, dir, "a", "new", false)
	if os.Geteuid() == 0 {
		// Modes don't stop root: a mount does.
		if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
			t.Skipf("no mount: %v", err)
		}
		defer func() { must(t, syscall.Unmount(dir, syscall.MNT_DETACH)) }()
		must(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""))
	} else {
		must(t, os.Chmod(dir, 0o500))
		defer os.Chmod(dir, 0o700)
	}
	if _, err := Apply(p, ApplyOptions{}); err == nil {
		t.Error("written")
	}
	if d := cmp.Diff([]string{"a"}, names(t, dir)); d != "" || content(t, filepath.Join(dir, "a")) != "old" {
		t.Errorf("left behind:\n%s", d)
	}
}
