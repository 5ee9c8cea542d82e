package guard

import (
	"strings"
	"testing"

	"rules2guards.local/guard/shell"
)

func TestMatchGlob(t *testing.T) {
	const u, star = shell.Unknown, shell.AnyText
	for _, tt := range []struct {
		name, glob string
		v          shell.Value
		l          loose
		want       bool
	}{
		{"equal", "npm", "npm", 0, true},
		{"whole word only", "npm", "npmx", 0, false},
		{"star crosses everything", "a*c", "a/b/c", 0, true},
		{"question mark", "a?c", "aéc", 0, true},
		{"class", "v[0-9]", "v5", 0, true},
		{"negated class", "v[!0-9]", "v5", 0, false},
		{"braces", "{a,b}c", "bc", 0, true},
		{"braces may be empty", "git{,-lfs}", "git", 0, true},
		{"nested braces", "{a,b{c,d}}", "bd", 0, true},
		{"escaped star", `\*`, "*", 0, true},
		{"escaped star is no star", `\*`, "x", 0, false},
		{"several empty ends", "{,+}{,*:}{,refs/heads/}main", "HEAD:refs/heads/main", 0, true},
		{"several empty ends, other branch", "{,+}{,*:}{,refs/heads/}main", "main-2", 0, false},
		{"unknown part is met by a star", "build/*", shell.Value("build/" + u), 0, true},
		{"unknown part is no literal", "build", u, 0, false},
		{"unknown part could be a literal", "build", u, looseUnknown, true},
		{"unknown end could not change the start", "/*", shell.Value("build/" + u), looseUnknown, false},
		{"live glob meets", ".env", shell.Value(".e" + star), looseGlobs, true},
		{"live glob does not meet", ".env", shell.Value(".x" + star), looseGlobs, false},
		{"live glob held to be any", ".env*", shell.Value(".e" + star), 0, false},
		{"two globs meet", "*.go", shell.Value("a" + star), looseGlobs, true},
		{"empty value", "*", "", 0, true},
		{"empty value, something asked", "?", "", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := matchGlob(tt.glob, tt.v, tt.l); got != tt.want {
				t.Errorf("matchGlob(%q, %q) = %v, want %v", tt.glob, tt.v, got, tt.want)
			}
		})
	}
}

func TestMatchGlobIsBounded(t *testing.T) {
	glob := strings.Repeat("{a,a}", 22) + strings.Repeat("*a", 200)
	matchGlob(glob, shell.Value(strings.Repeat("a", 5000)+"b"), 0)
}

func TestMeets(t *testing.T) {
	f := Folders{Home: "/home/u", Project: "/home/u/Project"}
	for _, tt := range []struct {
		name string
		g    PathGlob
		path string
		want cover
	}{
		{"name in any folder", PathGlob{Glob: ".env"}, "/a/b/.env", exact},
		{"name folds case", PathGlob{Glob: ".env"}, "/a/.ENV", exact},
		{"name of a folder covers what is in it", PathGlob{Glob: "secrets"}, "/a/secrets/k/x", inside},
		{"other name", PathGlob{Glob: ".env"}, "/a/.envrc", apart},
		{"from the project", PathGlob{Anchor: Base, Glob: "src/**/*.ts"}, "/home/u/project/src/a/b.ts", exact},
		{"two stars may be nothing", PathGlob{Anchor: Base, Glob: "src/**/*.ts"}, "/home/u/project/src/b.ts", exact},
		{"one star stops at a slash", PathGlob{Anchor: Base, Glob: "src/*.ts"}, "/home/u/project/src/a/b.ts", apart},
		{"not in another folder", PathGlob{Anchor: Base, Glob: "src"}, "/home/u/project/x/src", apart},
		{"project itself", PathGlob{Anchor: Base}, "/home/u/project/a", inside},
		{"home", PathGlob{Anchor: Home, Glob: ".ssh"}, "/home/u/.ssh/id", inside},
		{"root", PathGlob{Anchor: Root, Glob: "etc"}, "/etc/x", inside},
		{"root on a drive", PathGlob{Anchor: Root, Glob: "windows"}, `C:\Windows\x`, inside},
		{"temp", PathGlob{Anchor: Temp}, "/var/folders/ab/cd/T/x", inside},
		{"dots are cleaned", PathGlob{Anchor: Base, Glob: "src"}, "/home/u/project/x/../src/./a", inside},
	} {
		t.Run(tt.name, func(t *testing.T) {
			best := apart
			for _, full := range tt.g.full(f, "") {
				best = max(best, meets(full, newSpot(shell.Lit(tt.path), ""), 0))
			}
			if best != tt.want {
				t.Errorf("got %v, want %v", best, tt.want)
			}
		})
	}
}

func TestPlainMatchingIsMatchingByTokens(t *testing.T) {
	globs := []string{"*.go", "a*b*c", "**", "*", "?", "??", "[a-c]x", "[!a]*", "[a", `\*a`, `a\`, `\[a]`, "a?*c", "*é*", "?é", "\xff*", "*a?b", "*ab*ab", "", "[é-ü]?", "a[b"}
	texts := []string{"", "a", "ab", "a.go", "abc", "aXbYc", "abab", "aabab", "xé", "é", "éé", "\xfe", "\xfea", "*a", `a\`, "[a", "[a]", "bx", "dx", "üx", "a[b", "zaXb"}
	hits := 0
	for _, g := range globs {
		for _, s := range texts {
			want := matchTokens(globTokens(g), valueTokens(shell.Lit(s)), 0)
			if got := matchPlain(g, s); got != want {
				t.Errorf("%q and %q: %v, want %v", g, s, got, want)
			}
			if want {
				hits++
			}
		}
	}
	if hits < len(globs) {
		t.Errorf("only %d match", hits)
	}
}
