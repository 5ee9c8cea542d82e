package patch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard/patch"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name, text string
		want       []patch.FileChange
	}{
		{"nothing", "hello\n", nil},
		{
			"an envelope adds, updates, moves and deletes",
			"*** Begin Patch\n*** Add File: a/b.txt\n+one\n+\n*** Update File: c.go\n*** Move to: d.go\n@@ func x\n keep\n-old\n+new\n@@\n+more\n*** Delete File: e\n*** End Patch",
			[]patch.FileChange{
				{Op: patch.Add, Path: "a/b.txt", Text: "one\n\n"},
				{Op: patch.Move, Path: "c.go", To: "d.go", Edits: []patch.Edit{{Old: "keep\nold\n", New: "keep\nnew\n"}, {New: "more\n"}}},
				{Op: patch.Delete, Path: "e"},
			},
		},
		{
			"context that looks like a header stays context",
			"*** Begin Patch\n*** Update File: x\n *** Delete File: y\n-a\n*** End Patch\n",
			[]patch.FileChange{{Op: patch.Update, Path: "x", Edits: []patch.Edit{{Old: "*** Delete File: y\na\n", New: "*** Delete File: y\n"}}}},
		},
		{
			"an envelope inside other text, with CRLF",
			"apply_patch <<'EOF'\r\n*** Begin Patch\r\n*** Add File: n\r\n+x\r\n*** End Patch\r\nEOF\r\n",
			[]patch.FileChange{{Op: patch.Add, Path: "n", Text: "x\n"}},
		},
		{
			"a git diff",
			"diff --git a/x.go b/x.go\nindex 1..2 100644\n--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n a\n--- b\n+c\ndiff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+hi\n\\ No newline at end of file\ndiff --git a/o b/o\ndeleted file mode 100644\n--- a/o\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\ndiff --git a/p q b/r s\nsimilarity index 100%\nrename from p q\nrename to r s\n",
			[]patch.FileChange{
				{Op: patch.Update, Path: "x.go", Edits: []patch.Edit{{Old: "a\n-- b\n", New: "a\nc\n"}}},
				{Op: patch.Add, Path: "n", Text: "hi\n"},
				{Op: patch.Delete, Path: "o", Edits: []patch.Edit{{Old: "bye\n"}}},
				{Op: patch.Move, Path: "p q", To: "r s"},
			},
		},
		{
			"a plain diff keeps its names",
			"--- old/x\t2026-01-01\n+++ new/x\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n",
			[]patch.FileChange{{Op: patch.Update, Path: "new/x", Edits: []patch.Edit{{Old: "a\n", New: "b\n"}}}},
		},
		{
			"quoted names",
			"diff --git \"a/\\303\\244\" \"b/\\303\\244\"\nnew mode 100755\n",
			[]patch.FileChange{{Op: patch.Update, Path: "ä"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := patch.Parse(tt.text)
			if (err != nil) != (tt.want == nil) {
				t.Errorf("error %v", err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

func TestParseStrip(t *testing.T) {
	text := "--- a/src/x\n+++ b/src/x\n@@ -1 +1 @@\n-a\n+b\n"
	for strip, want := range map[int]string{0: "b/src/x", 1: "src/x", 2: "x", 9: "x", patch.StripAll: "x", patch.StripAuto: "src/x"} {
		got, err := patch.ParseStrip(text, strip)
		if err != nil || len(got) != 1 || got[0].Path != want {
			t.Errorf("strip %d: %+v, %v, want %q", strip, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch")
	f.Add("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,9 @@\n a\n")
	f.Fuzz(func(t *testing.T, text string) {
		changes, err := patch.Parse(text)
		if err == nil && len(changes) == 0 {
			t.Error("neither changes nor an error")
		}
	})
}
