package golden_test

import (
	"path/filepath"
	"testing"

	"rules2guards.local/golden"
)

// failures counts what a comparison complains about instead of failing the test.
type failures struct {
	testing.TB
	n int
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.n++ }

func TestFolderNamesMissingAndExtraFiles(t *testing.T) {
	if golden.Updating() {
		t.Skip("rewriting")
	}
	tests := []struct {
		name string
		got  map[string][]byte
		want int
	}{
		{"the same", map[string][]byte{"a.txt": []byte("a\n"), "sub/b.txt": []byte("b\n")}, 0},
		{"extra file on disk", map[string][]byte{"a.txt": []byte("a\n")}, 1},
		{"file not on disk", map[string][]byte{"a.txt": []byte("a\n"), "sub/b.txt": []byte("b\n"), "c": nil}, 1},
		{"other text", map[string][]byte{"a.txt": []byte("x\n"), "sub/b.txt": []byte("b\n")}, 1},
		{"carriage returns", map[string][]byte{"a.txt": []byte("a\r\n"), "sub/b.txt": []byte("b\n")}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &failures{TB: t}
			golden.Folder(f, filepath.Join("testdata", "folder"), tt.got)
			if f.n != tt.want {
				t.Errorf("%d complaints, want %d", f.n, tt.want)
			}
		})
	}
}
