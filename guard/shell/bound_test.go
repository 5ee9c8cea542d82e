package shell

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

type pattern struct {
	name, head, body, tail string
	grows                  bool
}

// adversarial are patterns that, repeated, grow a stack, a value or a table.
func adversarial() []pattern {
	return []pattern{
		{"subshells", "", "(", "", false},
		{"arithmetic commands", "", "((", "", false},
		{"substitutions", "", "$(", "", false},
		{"quoted substitutions", "", "\"$(", "", false},
		{"arithmetic expansions", "", "$((", "", false},
		{"process substitutions", "", "<(", "", false},
		{"groups", "", "{ ", "", false},
		{"subscripts", "", "a[", "", false},
		{"expansions with a subscript", "", "${a[", "", false},
		{"expansions", "", "${x:-", "", false},
		{"slices", "", "${a:", "", false},
		{"let", "", "let a=(", "", false},
		{"if", "", "if ", "", false},
		{"tests", "", "[[ ( ", "", false},
		{"pipe", "", "a|", "a", false},
		{"and", "", "a&&", "a", false},
		{"and without end", "", "a&&", "", false},
		{"functions", "", "f() ", "", false},
		{"time", "", "time ", "", false},
		{"not", "", "! ", "", false},
		{"case", "", "case a in a) ", "", false},
		{"here-documents", "", "cat <<E\n$(", "", false},
		{"coproc", "", "coproc ", "", false},
		{"array in arithmetic", "", "(( a=(", "", false},
		{"elif", "if a; then b; ", "elif a; then b; ", "fi", false},
		{"not in a test", "[[ ", "! ", "a ]]", false},
		{"minus", "((", "- ", "1))", false},
		{"sum", "((1", "+1", "))", false},
		{"comma", "((1", ",a=1", "))", false},
		{"and in a test", "[[ a", " && a", " ]]", false},
		{"backquotes", "", "`", "", false},
		{"escaped backquotes", "", "\\`", "", false},
		{"commands", "", "a;", "", false},
		{"assignments", "", "a=1;", "", false},
		{"many variables", "", "ab${#a}=1;", "", false},
		{"doubling", "a=xxxxxxxx;", "a=$a$a;", "", false},
		{"doubling, expanded", "a=xxxxxxxx;", "a=$a$a;b $a;", "", false},
		{"braces", "echo ", "{a,b}", "", false},
		{"nested braces", "echo ", "{a,", "", false},
		{"closed nested braces", "echo " + strings.Repeat("{a,", 20000), "b}", "", false},
		{"sequences", "echo ", "{1..999}", "", false},
		{"alternatives", "", "c && x=$x${y:-a};", "", true},
		{"choices", "", "c && v=1; v=2$v; echo $v$v;", "", false},
		{"nested functions", "f(){ a; };", "g(){ f;f; };f(){ g;g; };", "f", false},
		{"loops in loops", "", "for x in a b; do ", "", false},
		{"closed loops", strings.Repeat("for x in a b; do ", 150) + "a", ";a", strings.Repeat("; done", 150), false},
		{"while in while", strings.Repeat("while a; do ", 150) + "a", ";x=$x$x", strings.Repeat("; done", 150), false},
		{"eval", "", "eval ", "", false},
		{"sudo", "", "sudo ", "a", false},
		{"exports", "", "export a$b=1;", "", false},
		{"redirects", "a ", ">f ", "", false},
		{"here-strings", "cat ", "<<<$x ", "", false},
		{"unterminated here-documents", "", "cat <<E\n", "", false},
		{"here-document in a substitution", "$(", "cat <<E;", "", false},
		{"negations", "", "! ! a;", "", false},
		{"odd operators", "", "${x~~};", "", false},
		{"double parentheses", "", "((a);b);", "", false},
		{"subscript of words", "", "a[x y]=1;", "", false},
		{"aliases", "alias a='a a a';", "a;", "", false},
		{"aliases of each other", "alias a='b b' b='c c' c='a a';", "a;", "", false},
		{"pipes between groups", "{ ", "a;", "} | { b;b;b;b;b;b;b;b; }", false},
		{"substitution arguments", "echo ", "$(a) ", "", false},
		{"matching", "x=" + strings.Repeat("a", 2000) + ";", "echo ${x//*a*a*b/};", "", false},
		{"removing", "x=" + strings.Repeat("a", 2000) + ";", "echo ${x##*a*a*b};", "", false},
		{"positional words", "set -- " + strings.Repeat("a ", 900) + ";", "echo $@;", "", false},
		{"array", "a=();", "a+=(b);", "", true},
		{"cd", "", "cd a;", "", false},
		{"branches of cd", "", "c || cd a;", "", false},
		{"cr", "", "a\r\n", "", false},
		{"bad bytes", "", "a\xff;", "", false},
		{"nul", "", "a\x00b ", "", false},
		{"files", "", "echo a >> f;", "", true},
		{"arithmetic variables", "", "((a=b,b=a));", "((a))", false},
		{"namerefs", "declare -n a=b b=a;", "a=1;echo $a;", "", false},
		{"extended globs", "", "!(", "", false},
		{"printf", "", "printf '%s%s' $a$b;", "", false},
		{"functions that take words", "f(){ \"$@\"; };", "f ", "a", false},
		{"sh -c", "", "sh -c ", "a", false},
		{"traps", "", "trap 'trap \"a\" 0' 0;", "", false},
		{"coproc chain", "", "a |& ", "a", false},
		{"comments", "", "# a\n", "", false},
		{"one word", "", "a", "", false},
		{"one quoted word", "'", "a", "'", false},
		{"quotes", "", "''", "", false},
		{"escapes", "", "\\a", "", false},
		{"select", "", "select x in a; do ", "", false},
		{"zsh", "", "{ a }", "", false},
		{"one descriptor again", "", "exec 3<>/dev/tcp/a/1;cat <&3|sh;", "", false},
		{"groups of a regular expression", "find . -regex '", "(a|", "'", false},
		{"function prefix", "", "function f { ", "", false},
		{"unknown words behind a wrapper", "env ", "$X ", "npm i", false},
		{"wrappers of unknown words", "", "env $X sudo $Y ", "npm i", false},
		{"parted brackets", "echo \"", "(\t(", "\"; ((a); (b)); npm i", false},
	}
}

func repeated(head, body, tail string, size int) string {
	n := max(1, (size-len(head)-len(tail))/len(body))
	return head + strings.Repeat(body, n) + tail
}

func TestReadIsBounded(t *testing.T) {
	for _, c := range adversarial() {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range []int{maxText - 1, 1 << 20} {
				text := repeated(c.head, c.body, c.tail, size)
				start := time.Now()
				s, steps := read(text, Options{Dir: "/d", Home: "/h"})
				took := time.Since(start)
				if took > Patience() { // a step is 50 ns; this much is no matter of load
					t.Errorf("%d bytes took %v, %d steps", len(text), took, steps)
				}
				if steps > maxSteps+1<<20 {
					t.Errorf("%d steps", steps)
				}
				if len(s.Commands) > maxCommands {
					t.Errorf("%d commands", len(s.Commands))
				}
				checkSpans(t, text, s)
			}
		})
	}
}

// TestReadTakesLinearSteps doubles the input and compares counted steps, not seconds.
func TestReadTakesLinearSteps(t *testing.T) {
	for _, c := range adversarial() {
		t.Run(c.name, func(t *testing.T) {
			_, small := read(repeated(c.head, c.body, c.tail, 8<<10+len(c.head)), Options{Dir: "/d"})
			_, large := read(repeated(c.head, c.body, c.tail, 16<<10+len(c.head)), Options{Dir: "/d"})
			if c.grows {
				return // its values grow up to their bound, and are copied
			}
			if large > small*5/2+2000 {
				t.Errorf("steps grow from %d to %d", small, large)
			}
		})
	}
}

// checkSpans reports spans outside the text and parents that stand behind their children.
func checkSpans(t *testing.T, text string, s *Script) {
	t.Helper()
	inside := func(what string, sp Span) {
		if sp.Start < 0 || sp.End < sp.Start || sp.End > len(text) {
			t.Errorf("%s: span %v outside %d bytes", what, sp, len(text))
		}
	}
	for i := range s.Commands {
		c := &s.Commands[i]
		inside("command", c.Span)
		inside("name", c.Name.Span)
		for _, a := range c.Args {
			inside("argument", a.Span)
		}
		for _, r := range c.Redirects {
			inside("redirect", r.File.Span)
		}
		if c.Stdin != nil {
			inside("stdin", c.Stdin.Span)
		}
		if c.Parent >= i || c.Parent < -1 {
			t.Errorf("command %d: parent %d", i, c.Parent)
		}
		for _, p := range c.Pipes {
			if p < 0 || p >= len(s.Commands) || p == i {
				t.Errorf("command %d: pipe to %d", i, p)
			}
		}
	}
}

func TestDescriptorsAreBounded(t *testing.T) {
	for _, tt := range []struct {
		name       string
		n          int
		same       bool
		unreadable bool
	}{
		{"as many as may be", maxOpen, false, false},
		{"one more", maxOpen + 1, false, true},
		{"one number again", 10 * maxOpen, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			for i := range tt.n {
				if tt.same {
					i = 0
				}
				fmt.Fprintf(&b, "exec %d>x;", i+3)
			}
			if got := Read(b.String(), Options{}).Unreadable != nil; got != tt.unreadable {
				t.Errorf("unreadable: %v", got)
			}
		})
	}
}

func TestRegexGlobsAreLinear(t *testing.T) {
	for _, tt := range []struct{ name, head, body, tail string }{
		{"characters", "", "a", ""},
		{"stars", "", ".*a", ""},
		{"behind alternatives", "(a|b)(c|d)", "e", ""},
		{"groups", "", "(a)", ""},
		{"open groups", "", "(a|", ""},
		{"groups in one another", strings.Repeat("(", maxInline), "a?b*", strings.Repeat(")", maxInline)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			moved := func(n int) int {
				r := regexReader{re: tt.head + strings.Repeat(tt.body, n) + tt.tail, extended: true}
				r.alternatives(0)
				return r.moved
			}
			if few, many := moved(1000), moved(2000); many > 5*few/2+100 {
				t.Errorf("%d bytes were moved for 1000, %d for 2000", few, many)
			}
		})
	}
}
