package compiler

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard"
)

func TestPathPatternsAreTakenApart(t *testing.T) {
	tests := []struct {
		path string
		want guard.PathGlob
	}{
		{".env", guard.PathGlob{Anchor: guard.Anywhere, Glob: ".env", Literal: ".env"}},
		{"*.pem", guard.PathGlob{Anchor: guard.Anywhere, Glob: "*.pem", Literal: ".pem"}},
		{"docs", guard.PathGlob{Anchor: guard.Anywhere, Glob: "docs", Literal: "docs"}},
		{"docs/", guard.PathGlob{Anchor: guard.Anywhere, Glob: "docs", Literal: "docs"}},
		{"**/secrets", guard.PathGlob{Anchor: guard.Anywhere, Glob: "secrets", Literal: "secrets"}},
		{"**/a/b", guard.PathGlob{Anchor: guard.Anywhere, Glob: "a/b", Literal: "a"}},
		{"**", guard.PathGlob{Anchor: guard.Root, Glob: "**"}},
		{"src/**/*.TS", guard.PathGlob{Anchor: guard.Base, Glob: "src/**/*.ts", Literal: "src"}},
		{"./x", guard.PathGlob{Anchor: guard.Base, Glob: "x", Literal: "x"}},
		{".", guard.PathGlob{Anchor: guard.Base}},
		{"./.", guard.PathGlob{Anchor: guard.Base, Only: true}},
		{"./**/*.md", guard.PathGlob{Anchor: guard.Base, Glob: "**/*.md", Literal: ".md"}},
		{"~", guard.PathGlob{Anchor: guard.Home}},
		{"~/.", guard.PathGlob{Anchor: guard.Home, Only: true}},
		{"~/.ssh", guard.PathGlob{Anchor: guard.Home, Glob: ".ssh", Literal: ".ssh"}},
		{"~/*/.", guard.PathGlob{Anchor: guard.Home, Glob: "*", Only: true}},
		{"/", guard.PathGlob{Anchor: guard.Root}},
		{"/.", guard.PathGlob{Anchor: guard.Root, Only: true}},
		{"/*/.", guard.PathGlob{Anchor: guard.Root, Glob: "*", Only: true}},
		{"/etc//passwd", guard.PathGlob{Anchor: guard.Root, Glob: "etc/passwd", Literal: "passwd"}},
		{".git/.", guard.PathGlob{Anchor: guard.Anywhere, Glob: ".git", Only: true, Literal: ".git"}},
		{"$TMPDIR", guard.PathGlob{Anchor: guard.Temp}},
		{"$TMPDIR/x", guard.PathGlob{Anchor: guard.Temp, Glob: "x", Literal: "x"}},
		{`app/\[id]/x`, guard.PathGlob{Anchor: guard.Base, Glob: `app/\[id]/x`, Literal: "[id]"}},
		{"[!]a]bc", guard.PathGlob{Anchor: guard.Anywhere, Glob: "[!]a]bc", Literal: "bc"}},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			got, probs := parsePath(tt.path)
			if len(probs) > 0 || len(got) != 1 {
				t.Fatalf("%+v %+v", got, probs)
			}
			if d := cmp.Diff(tt.want, got[0]); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestBracesOfPathsAreSpelledOut(t *testing.T) {
	got, probs := parsePath("{src,lib}/**/*.{ts,tsx}")
	if len(probs) > 0 {
		t.Fatal(probs)
	}
	var globs []string
	for _, g := range got {
		globs = append(globs, g.Glob)
	}
	want := []string{"src/**/*.ts", "src/**/*.tsx", "lib/**/*.ts", "lib/**/*.tsx"}
	if d := cmp.Diff(want, globs); d != "" {
		t.Error(d)
	}
}

func TestPathsOfADeeperFileStartInItsFolder(t *testing.T) {
	tests := []struct{ path, want string }{
		{".", "./packages/web"},
		{"./.", "./packages/web/."},
		{"./x", "./packages/web/x"},
		{"src/*.ts", "./packages/web/src/*.ts"},
		{".env", ".env"},
		{"docs/", "docs/"},
		{".git/.", ".git/."},
		{"**/x", "**/x"},
		{"/x", "/x"},
		{"~/x", "~/x"},
		{"$TMPDIR", "$TMPDIR"},
	}
	for _, tt := range tests {
		if got := rebasePath(tt.path, "packages/web"); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.path, got, tt.want)
		}
	}
	commands := []struct{ pattern, want string }{
		{"./x.sh prod", "./packages/web/x.sh prod"},
		{"scripts/x.sh", "./packages/web/scripts/x.sh"},
		{"A=1 ./x.sh | ./y.sh", "A=1 ./packages/web/x.sh | ./packages/web/y.sh"},
		{"/bin/x", "/bin/x"},
		{"git push a/b", "git push a/b"},
	}
	for _, tt := range commands {
		if got := rebaseCommand(tt.pattern, "packages/web"); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.pattern, got, tt.want)
		}
	}
}
