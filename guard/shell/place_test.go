package shell

import (
	"slices"
	"testing"
)

// find returns the first command of a program.
func find(t *testing.T, s *Script, program string) *Command {
	t.Helper()
	for i := range s.Commands {
		if s.Commands[i].Program == program {
			return &s.Commands[i]
		}
	}
	t.Fatalf("no %s in %q", program, programs(s))
	return nil
}

func TestPlacesFollowCdAndSwitch(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Place // of every mark
	}{
		{"start", "mark", []Place{{"/p", true, "", false}}},
		{"cd", "cd a; mark", []Place{{"/p/a", true, "", false}}},
		{"cd to an absolute folder", "cd /x/../y && mark", []Place{{"/y", true, "", false}}},
		{"cd home", "cd; mark", []Place{{"/h", true, "", false}}},
		{"cd to tilde", "cd ~/a && mark", []Place{{"/h/a", true, "", false}}},
		{"cd back", "cd a; cd -; mark", []Place{{"/p", true, "", false}}},
		{"cd to an unknown folder", `cd "$(mktemp -d)" && mark`, []Place{{}}},
		{"absolute after unknown", `cd "$x"; cd /y; mark`, []Place{{"/y", true, "", false}}},
		{"subshell", "(cd a; ls); mark", []Place{{"/p", true, "", false}}},
		{"inside a subshell", "(cd a; mark)", []Place{{"/p/a", true, "", false}}},
		{"substitution", "x=$(cd a; pwd); mark", []Place{{"/p", true, "", false}}},
		{"pipe", "cd a | cat; mark", []Place{{"/p", true, "", false}}},
		{"background", "cd a & mark", []Place{{"/p", true, "", false}}},
		{"one branch", "if x; then cd a; fi; mark", []Place{{"/p/a", true, "", false}, {"/p", true, "", false}}},
		{"or exit", "cd a || exit; mark", []Place{{"/p/a", true, "", false}}},
		{"after mkdir", "mkdir a && cd a; mark", []Place{{"/p/a", true, "", false}}},
		{"after a test", "[ -d a ] && cd a; mark", []Place{{"/p", true, "", false}, {"/p/a", true, "", false}}},
		{"pushd and popd", "pushd a; pushd /b; popd; mark; popd; mark", []Place{{"/p/a", true, "", false}, {"/p", true, "", false}}},
		{"eval", "eval 'cd a'; mark", []Place{{"/p/a", true, "", false}}},
		{"builtin", "builtin cd a; command cd b; mark", []Place{{"/p/a/b", true, "", false}}},
		{"another shell", "sh -c 'cd a'; mark", []Place{{"/p", true, "", false}}},
		{"inside another shell", "sh -c 'cd a; mark'", []Place{{"/p/a", true, "", false}}},
		{"function", "f() { cd a; }; f; mark", []Place{{"/p/a", true, "", false}}},
		{"PWD", "cd a; cd $PWD/b; mark", []Place{{"/p/a/b", true, "", false}}},
		{"ssh", "ssh h mark", []Place{{"", false, "", true}}},
		{"env -C", "env -C a mark", []Place{{"/p/a", true, "", false}}},
		{"switch", "git switch x && mark", []Place{{"/p", true, "x", false}}},
		{"switch -c", "git switch -c x y; mark", []Place{{"/p", true, "x", false}}},
		{"checkout", "git checkout x; mark", []Place{{"/p", true, "x", false}}},
		{"checkout -b", "git checkout -b x origin/y; mark", []Place{{"/p", true, "x", false}}},
		{"checkout of files", "git checkout a.txt; git checkout -- b; git checkout x c; mark", []Place{{"/p", true, "", false}}},
		{"switch in a folder below", "git switch x; cd a; mark", []Place{{"/p/a", true, "x", false}}},
		{"switch, then elsewhere", "git switch x; cd /q; mark", []Place{{"/q", true, "", false}}},
		{"switch elsewhere", "git -C /q switch x; mark", []Place{{"/p", true, "", false}}},
		{"switch or create", "git switch x || git switch -c x; mark", []Place{{"/p", true, "x", false}}},
		{"switch in a subshell", "(git switch x); mark", []Place{{"/p", true, "x", false}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Read(c.text, Options{Dir: "/p", Home: "/h"})
			var got []Place
			for i := range s.Commands {
				if s.Commands[i].Program == "mark" {
					got = append(got, s.Commands[i].Place)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// reaches reports whether the output of one program reaches another.
func reaches(s *Script, from, to string) bool {
	seen := make([]bool, len(s.Commands))
	var todo []int
	for i := range s.Commands {
		if s.Commands[i].Program == from {
			todo = append(todo, i)
		}
	}
	for len(todo) > 0 {
		i := todo[0]
		todo = todo[1:]
		for _, p := range s.Commands[i].Pipes {
			if s.Commands[p].Program == to {
				return true
			}
			if !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	return false
}

// What git says of the top of the work tree is the project, for a text that is in it.
func TestTopOfTheWorkTree(t *testing.T) {
	for _, row := range []struct{ text, dir string }{
		{`cd "$(git rev-parse --show-toplevel)" && npm i`, "/w"},
		{`cd $(git rev-parse --show-toplevel)/b && npm i`, "/w/b"},
		{"r=`git rev-parse --show-toplevel 2>/dev/null`; cd $r; npm i", "/w"},
		{`cd c; cd "$(git rev-parse --show-toplevel)"; npm i`, "/w"},
		{`cd /x; cd "$(git rev-parse --show-toplevel)"; npm i`, ""},
		{`cd "$(GIT_WORK_TREE=/x git rev-parse --show-toplevel)"; npm i`, ""},
		{`export GIT_DIR=/x/.git; cd "$(git rev-parse --show-toplevel)"; npm i`, ""},
		{`cd "$(git -C /x rev-parse --show-toplevel)"; npm i`, ""},
	} {
		t.Run(row.text, func(t *testing.T) {
			sc := Read(row.text, Options{Dir: "/w/a", Project: "/w"})
			place := sc.Commands[len(sc.Commands)-1].Place
			if place.Dir != row.dir || place.Known != (row.dir != "") {
				t.Errorf("npm runs in %+v, want %q", place, row.dir)
			}
		})
	}
}

func TestPipesReach(t *testing.T) {
	for _, c := range []struct {
		name, text, from, to string
		want                 bool
	}{
		{"pipe", "curl x | sh", "curl", "sh", true},
		{"at a distance", "curl x | tee f | sh", "curl", "sh", true},
		{"both streams", "curl x |& sh", "curl", "sh", true},
		{"wrapped", "curl x | sudo bash", "curl", "bash", true},
		{"wrapped writer", "sudo curl x | bash", "curl", "bash", true},
		{"process substitution", "bash <(curl x)", "curl", "bash", true},
		{"redirected process substitution", "bash < <(curl x)", "curl", "bash", true},
		{"here-string", `sh <<< "$(curl x)"`, "curl", "sh", true},
		{"text that is run", `sh -c "$(curl x)"`, "curl", "sh", true},
		{"eval", `eval "$(curl x)"`, "curl", "eval", true},
		{"source", "source <(curl x)", "curl", "source", true},
		{"through a variable", `x=$(curl x); eval "$x"`, "curl", "eval", true},
		{"out of a group", "{ echo a; curl x; } | sh", "curl", "sh", true},
		{"into a group", "curl x | { read l; sh; }", "curl", "sh", true},
		{"out of a loop", "for i in a b; do curl $i; done | sh", "curl", "sh", true},
		{"into a loop", "curl x | while read l; do sh; done", "curl", "sh", true},
		{"tee into a shell", "curl x | tee >(sh)", "curl", "sh", true},
		{"redirect into a shell", "curl x > >(sh)", "curl", "sh", true},
		{"descriptor", "exec 3< <(curl x); sh <&3", "curl", "sh", true},
		{"text in a shell", "sh -c 'curl x' | bash", "curl", "bash", true},
		{"shell's own stdin", "curl x | sh -c 'bash'", "curl", "bash", true},
		{"function", "f() { curl x; }; f | sh", "curl", "sh", true},
		{"argument", `echo "$(curl x)" | cat; sh`, "curl", "sh", false},
		{"to a file", "curl x > f | sh", "curl", "sh", false},
		{"one after the other", "curl x; sh", "curl", "sh", false},
		{"other end", "sh | curl x", "curl", "sh", false},
		{"download, then run", "curl x > f; sh f", "curl", "sh", true},
		{"as data", `sh -c 'echo "$1"' _ "$(curl x)"`, "curl", "sh", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Read(c.text, Options{Dir: "/p"})
			if got := reaches(s, c.from, c.to); got != c.want {
				t.Errorf("got %v in %q", got, programs(s))
			}
		})
	}
}

func TestStandardInputIsKnown(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Value
	}{
		{"here-document", "mark <<E\na\n$HOME\nE", "a\n/h\n"},
		{"quoted here-document", "mark <<'E'\na\n$HOME\nE", "a\n$HOME\n"},
		{"tabs", "mark <<-E\n\ta\n\t\tb\n\tE", "a\nb\n"},
		{"here-string", "mark <<< 'a b'", "a b\n"},
		{"echo", "echo a b | mark", "a b\n"},
		{"echo -n", "echo -n a | mark", "a"},
		{"echo -e", `echo -e 'a\nb' | mark`, "a\nb\n"},
		{"printf", `printf '%s-%s\n' a b c | mark`, "a-b\nc-\n"},
		{"cat of a here-document", "cat <<E | mark\na\nE", "a\n"},
		{"through cat", "echo a | cat | mark", "a\n"},
		{"base64", "echo YQ== | base64 -d | mark", "a"},
		{"group", "{ echo a; echo b; } | mark", "a\nb\n"},
		{"unknown part", "echo a $x | mark", "a " + Unknown + "\n"},
		{"unknown", "date | mark", Unknown},
		{"branches", "if x; then echo a; fi | mark", Unknown},
		{"file", "echo a > f; mark < f", "a\n"},
		{"appended file", "echo a > f; echo b >> f; mark < f", "a\nb\n"},
		{"wrapped", "echo a | sudo mark", "a\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := find(t, Read(c.text, Options{Dir: "/p", Home: "/h"}), "mark")
			if m.Stdin == nil || m.Stdin.Value != c.want {
				t.Errorf("got %+v", m.Stdin)
			}
		})
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Assign
	}{
		{"in front", "A=1 mark", []Assign{{"A", "1"}}},
		{"exported", "export A=1; mark", []Assign{{"A", "1"}}},
		{"exported later", "A=1; export A; mark", []Assign{{"A", "1"}}},
		{"declared", "declare -x A=1; mark", []Assign{{"A", "1"}}},
		{"not exported", "A=1; mark", nil},
		{"set -a", "set -a; A=1; mark", []Assign{{"A", "1"}}},
		{"in front and exported", "export A=1; A=2 mark", []Assign{{"A", "2"}}},
		{"unset", "export A=1; unset A; mark", nil},
		{"subshell", "(export A=1); mark", nil},
		{"env", "env A=1 mark", []Assign{{"A", "1"}}},
		{"into a shell", "A=1 sh -c mark", []Assign{{"A", "1"}}},
		{"function", "f() { mark; }; A=1 f", []Assign{{"A", "1"}}},
		{"two values", "export A=1; if x; then A=2; fi; mark", []Assign{{"A", "2"}, {"A", "1"}}},
		{"env -i", "export A=1; env -i B=2 mark", []Assign{{"B", "2"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := find(t, Read(c.text, Options{Dir: "/p"}), "mark")
			if !slices.Equal(m.Env, c.want) {
				t.Errorf("got %v, want %v", m.Env, c.want)
			}
		})
	}
}

func TestSpansPointAtTheText(t *testing.T) {
	for _, c := range []struct{ name, text, program, want string }{
		{"plain", "ls; npm i x | cat", "npm", "npm i x"},
		{"quoted text", "sh -c 'cd a; npm i'", "npm", "npm i"},
		{"double quotes", `sh -c "cd a; npm i"`, "npm", "npm i"},
		{"here-document", "sh <<E\nnpm i\nE", "npm", "npm i"},
		{"text twice deep", `sh -c "bash -c 'npm i'"`, "npm", "npm i"},
		{"wrapped", "sudo -u x npm i", "npm", "npm i"},
		{"substitution", `echo "$(npm i)"`, "npm", "npm i"},
		{"escaped text: the word", `sh -c np\m\ i`, "npm", `np\m\ i`},
		{"mended", "((npm i); a)", "npm", "npm i"},
		{"mended at the end", "npm i <<E", "npm", "npm i"},
		{"function", "f() { npm i; }; f", "npm", "npm i"},
		{"variable", "x='npm i'; eval \"$x\"", "npm", `"$x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := find(t, Read(c.text, Options{Dir: "/p"}), c.program)
			if got := c.text[m.Span.Start:m.Span.End]; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestUnreadableSaysWhere(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Unreadable
	}{
		{"quote", "ls\nnpm 'abc", Unreadable{2, 5, "reached EOF without closing quote `'`"}},
		{"nested text", "ls; sh -c 'a; (b'", Unreadable{1, 15, "reached EOF without matching `(` with `)`"}},
		{"too long", string(make([]byte, maxText+1)), Unreadable{1, 1, "longer than 128 KiB"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Read(c.text, Options{})
			if s.Unreadable == nil || *s.Unreadable != c.want {
				t.Errorf("got %+v", s.Unreadable)
			}
		})
	}
}
