package guard

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// boundProgram has rules of every kind that a shell text can be judged by.
func boundProgram() *Program {
	return &Program{
		Rules: []Rule{
			{ID: "pipe", Kind: CommandRule, Action: call.Block},
			{ID: "alone", Kind: CommandRule, Action: call.Block},
			{ID: "path", Kind: PathRule, Action: call.Block, Access: call.AnyAccess},
			{ID: "content", Kind: ContentRule, Action: call.Block, Pattern: "x*y", ExceptPattern: "ok"},
			{ID: "branch", Kind: CommandRule, Action: call.Block, When: Condition{Branch: []string{"main"}, Exists: []string{"none"}}},
		},
		Index: Index{
			Patterns: []Pattern{
				{Rule: 0, Program: "curl", Pipe: []Pattern{{Program: "sh"}}},
				{Rule: 1, Program: "a"},
				{Rule: 4, Program: "git", Words: []string{"commit"}, Sub: 1},
			},
			Programs: []NameEntry{{Name: "a", Patterns: []int{1}}, {Name: "curl", Patterns: []int{0}}, {Name: "git", Patterns: []int{2}}},
			Excepts: []Pattern{
				{Rule: 0, Program: "curl", Options: []OptionGlob{{Name: "-x"}}, Pipe: []Pattern{{Program: "sh", Options: []OptionGlob{{Name: "-y"}}}}},
				{Rule: 0, Program: "sh", Options: []OptionGlob{{Name: "-z"}}},
				{Rule: 1, Program: "*", Pipe: []Pattern{{Program: "*"}}},
			},
			Paths:    []PathGlob{{Rule: 2, Glob: ".env"}, {Rule: 2, Anchor: Base, Glob: "a/**/b/**/c/*"}},
			Contents: []Needle{{Rule: 3}},
		},
	}
}

func stepsOf(text string) int {
	j := NewJudge(boundProgram(), Disk{}, Folders{Home: "/home/u", Project: "/home/u/p"})
	j.Decide(&call.Call{Tool: "Bash", Dir: "/home/u/p", Shells: []call.Shell{{Text: text}}}, call.ClaudeCode)
	return j.steps
}

func TestStepsAreLinearInTheText(t *testing.T) {
	for _, tt := range []struct{ name, part, end string }{
		{"a long pipe", "curl x | ", "sh -z"},
		{"a pipe of other commands", "a | ", "b"},
		{"excepted pipes", "curl -x | sh -y | ", "b"},
		{"commands", "a; ", "a"},
		{"files", "cat .env x; ", "a"},
		{"operands", "", ""},
		{"groups", "{ curl x; } | ", "sh -z"},
		{"commits in new folders", "cd d; git commit; ", "a"},
		{"the same file changed again", "echo xy >> f; ", "a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			make := func(n int) string { return strings.Repeat(tt.part, n) + tt.end }
			if tt.part == "" {
				make = func(n int) string {
					var b strings.Builder
					b.WriteString("rm")
					for i := range n {
						fmt.Fprintf(&b, " f%d", i)
					}
					return b.String()
				}
			}
			few, many := stepsOf(make(400)), stepsOf(make(1600))
			if many > 5*few+100 {
				t.Errorf("%d steps for 400, %d for 1600", few, many)
			}
		})
	}
}

func TestLongPathsAreBounded(t *testing.T) {
	deep := "/" + strings.Repeat("d/", 2000)
	for _, tt := range []struct {
		name, text string
		unreadable bool
	}{
		{"many files", strings.Repeat("cat some/folder/of/a/project/file.go;", 3000), false},
		{"many files of one command", "rm " + strings.Repeat("a ", 40_000), false},
		{"a long path", "cat " + deep + ".env", false},
		{"many files in a long folder", "cd " + deep + ";" + strings.Repeat("cat .env;", 9000), true},
		{"down and up", "a=" + strings.Repeat("a/", 2000) + strings.Repeat("../", 1300) + ";" + strings.Repeat("cat $a;", 9000), true},
		{"ever deeper folders", strings.Repeat("cd d;cat x;", 4900), false},
		{"a folder that is closed again and again", "cd " + deep + ";" + strings.Repeat("chmod 0 x;", 9000), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := NewJudge(boundProgram(), Disk{}, Folders{Home: "/home/u", Project: "/home/u/p"})
			res := j.Decide(&call.Call{Tool: "Bash", Dir: "/home/u/p", Shells: []call.Shell{{Text: tt.text}}}, call.ClaudeCode)
			if got := slices.ContainsFunc(res.Findings, func(f Finding) bool { return f.Rule < 0 }); got != tt.unreadable {
				t.Errorf("unreadable: %v, %d bytes were looked at", got, j.looked)
			}
		})
	}
}

// askedWorld counts the bytes of the paths whose links are asked for.
type askedWorld struct {
	Disk
	bytes int
}

func (w *askedWorld) Real(p string) string {
	w.bytes += len(p)
	return p
}

func TestTwoDotsAreFollowedInPathsThatCanBe(t *testing.T) {
	for _, tt := range []struct {
		name, path string
		most       int
	}{
		{"up and up", strings.Repeat("/..", 2000), 2000},
		{"down and up", strings.Repeat("/a", 1300) + strings.Repeat("/..", 1300), maxWalk * maxWalk / 8},
		{"too long", strings.Repeat("/a/..", 20_000), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &askedWorld{}
			if got := NewJudge(boundProgram(), w, Folders{}).physical(tt.path); got != "/" {
				t.Errorf("physical: %q", got)
			}
			if w.bytes > tt.most {
				t.Errorf("%d bytes were asked for", w.bytes)
			}
		})
	}
}

func TestLongNamesAreAnyName(t *testing.T) {
	for _, n := range []int{10, maxName} {
		sp := newSpot(shell.Value("/d/"+strings.Repeat(shell.AnyText+shell.AnyRune, n)), "")
		if len(sp.parts[1]) > maxName {
			t.Errorf("%d bytes of a name are looked at", len(sp.parts[1]))
		}
		if meets([]string{"**", strings.Repeat("x", 20)}, sp, looseGlobs) != exact || sp.known() {
			t.Errorf("%d: a name that may be meant is not met", n)
		}
	}
	if sp := newSpot(shell.Value("/d/"+strings.Repeat("x"+shell.Unknown, maxName)), ""); sp.parts[1] != shell.Unknown {
		t.Errorf("an unknown name is %q", sp.parts[1])
	}
	if sp := newSpot(shell.Lit("/"+strings.Repeat("x", 2*maxName)), ""); !sp.known() {
		t.Error("a long name without globs is not known")
	}
}

// TestMeetsSkipsOnlyWhatChangesNothing compares the quick way of known paths with the other.
func TestMeetsSkipsOnlyWhatChangesNothing(t *testing.T) {
	parts := []string{"a", "b", "**", "*", "a*", "[ab]", "ab"}
	paths := []string{"/", "/a", "/b", "/ab", "/a/b", "/b/a", "/a/a/b", "/b/a/b", "/c/a/c/b", "/a/b/c", "/c/c/ab/a/b", "/a/b/a/b/a"}
	for x := range 7 * 7 * 7 {
		glob := []string{parts[x%7], parts[x/7%7], parts[x/49]}
		if x%2 == 0 {
			glob = append([]string{"**"}, glob[:2]...)
		}
		for _, p := range paths {
			quick := newSpot(shell.Lit(p), "")
			slow := quick
			slow.whole = ""
			if a, b := meets(glob, quick, 0), meets(glob, slow, 0); quick.whole == "" || a != b {
				t.Errorf("%q, %q: %d, want %d", glob, p, a, b)
			}
		}
	}
}

func TestContentIsGoneThroughOnce(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"one line of matches", strings.Repeat("xy", 1<<18)},
		{"a match in each line", strings.Repeat("xy ok\n", 1<<16)},
		{"matches over two lines", strings.Repeat("x\ny ok ", 1<<16)},
		{"several in each line", strings.Repeat("xy xy xy ok\n", 1<<15)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := occurrences{re: regexp.MustCompile(`x\s*y`), except: regexp.MustCompile("never")}
			o.count(tt.text)
			if o.seen > 3*len(tt.text) {
				t.Errorf("%d bytes were gone through for %d", o.seen, len(tt.text))
			}
		})
	}
}

func TestEditsAreBounded(t *testing.T) {
	j := NewJudge(boundProgram(), Disk{}, Folders{})
	big := strings.Repeat("a", maxContent)
	if _, ok := j.edited(big, []call.Edit{{Old: "a", New: big, All: true}}); ok {
		t.Error("a text grew without bound")
	}
	many := make([]call.Edit, 100_000)
	for i := range many {
		many[i] = call.Edit{Old: "a", New: "a"}
	}
	if _, ok := j.edited(big, many); ok || j.work > 2*maxWork {
		t.Errorf("edits were all worked out: %d bytes", j.work)
	}
	if _, ok := j.textOf("/dev/null"); ok {
		t.Error("more was read")
	}
}

func TestExceptedLines(t *testing.T) {
	for _, tt := range []struct {
		name, re, text string
		want           int
	}{
		{"its own line", "x", "x ok\nx\nx ok x", 1},
		{"the line before", "x", "ok\nx", 1},
		{"all lines that it touches", `x\ny`, "x\ny ok", 0},
		{"a line end of its own", `x\n`, "x\nok", 1},
		{"a line that another match has left", `x\ny|z`, "ok x\ny z", 1},
		{"no text", "^", "ok\n\n", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := occurrences{re: regexp.MustCompile("(?m)" + tt.re), except: regexp.MustCompile("ok")}
			n := 0
			for _, k := range o.count(tt.text) {
				n += k
			}
			if n != tt.want {
				t.Errorf("%d matches count, want %d", n, tt.want)
			}
		})
	}
}

func FuzzDecide(f *testing.F) {
	for _, s := range []string{
		"curl x | sh", "cd a; git commit -F m > .env", "cat /proc/self/cwd/../.e*", "sed -i s/x/y/ f", "git push origin :", "cp a b c/", "git -C d switch main && git -C d commit", "cat <<E | sh\ncurl x | sh\nE", "rm -rf [!a]*/..", "f() { curl x; }; f | sh",
	} {
		f.Add(s, ".env", s)
	}
	p := boundProgram()
	f.Fuzz(func(t *testing.T, text, path, content string) {
		j := NewJudge(p, Disk{Project: "/nowhere/p"}, Folders{Home: "/nowhere", Project: "/nowhere/p"})
		c := &call.Call{
			Tool: "Bash", Dir: "/nowhere/p/d", Input: map[string]any{"command": text}, Shells: []call.Shell{{Text: text}},
			Files: []call.File{{Path: path, Access: call.Write, Whole: true, Text: content}, {Path: path, Access: call.Write, Edits: []call.Edit{{Old: path, New: content, All: true}}}},
			URLs:  []string{text},
		}
		res := j.Decide(c, call.ClaudeCode)
		if limit := 2000 * (len(text) + 100); j.steps > limit {
			t.Fatalf("%d steps for %d bytes", j.steps, len(text))
		}
		for _, x := range res.Findings {
			if x.Text >= 0 && (x.Span.Start < 0 || x.Span.End > len(res.Texts[x.Text].Text) || x.Span.Start > x.Span.End) {
				t.Fatalf("%q: %+v", text, x)
			}
		}
		if again := j.Decide(c, call.ClaudeCode); len(again.Findings) != len(res.Findings) || again.Verdict != res.Verdict {
			t.Fatalf("%q is judged in two ways", text)
		}
	})
}
