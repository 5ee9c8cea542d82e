// Package golden compares what a test got with a file that holds what it wants, and owns
// the one -update flag that rewrites such files. Tests import it, nothing else does.
package golden

import (
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files instead of comparing with them")

// Updating reports whether the run rewrites golden files. Tests that compare in a way of
// their own ask it.
func Updating() bool { return *update }

// Equal fails the test when the file at path doesn't hold exactly got. A carriage return
// before a line feed in the file is overlooked: some checkouts add it.
func Equal(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("no golden file (run with -update to make it): %v", err)
		return
	}
	compare(t, path, want, got)
}

// Folder fails the test when the folder dir doesn't hold exactly the files of got, whose
// names are relative to it and have forward slashes. Missing and extra files fail too.
func Folder(t testing.TB, dir string, got map[string][]byte) {
	t.Helper()
	old := files(t, dir)
	for _, name := range old {
		if _, ok := got[name]; ok {
			continue
		}
		if !*update {
			t.Errorf("%s: stands in the golden folder but was not made", filepath.Join(dir, name))
			continue
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case *update:
			write(t, path, got[name])
		case !slices.Contains(old, name):
			t.Errorf("%s: was made but does not stand in the golden folder (run with -update to add it)", path)
		default:
			Equal(t, path, got[name])
		}
	}
}

// files lists the regular files below dir; a folder that doesn't exist has none.
func files(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		names = append(names, filepath.ToSlash(rel))
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return names
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func compare(t testing.TB, path string, want, got []byte) {
	t.Helper()
	if bytes.Equal(want, got) {
		return
	}
	a := strings.ReplaceAll(string(want), "\r\n", "\n")
	b := strings.ReplaceAll(string(got), "\r\n", "\n")
	if a != b {
		t.Errorf("%s (-want +got):\n%s", path, cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n")))
	}
}
