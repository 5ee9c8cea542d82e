package compiler

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/guard"
)

// short writes a pattern on one line.
func short(p *guard.Pattern) string {
	var b strings.Builder
	for i := range p.Around {
		b.WriteString("(" + short(&p.Around[i]) + ") ")
	}
	for _, e := range p.Env {
		b.WriteString(e.Name + "=" + e.Value + " ")
	}
	b.WriteString(p.Program)
	for _, o := range p.Options {
		b.WriteString(" " + o.Name)
		if o.HasValue {
			b.WriteString("=" + o.Value)
		}
	}
	if len(p.Words) > 0 {
		b.WriteString(fmt.Sprintf(" [%s|%s]", strings.Join(p.Words[:p.Sub], " "), strings.Join(p.Words[p.Sub:], " ")))
	}
	if p.Dash {
		b.WriteString(fmt.Sprintf(" --%d", p.DashAt))
	}
	if p.Operands {
		b.WriteString(" operands")
	}
	for i := range p.Pipe {
		b.WriteString(" | " + short(&p.Pipe[i]))
	}
	return b.String()
}

func TestPatternsAreTakenApart(t *testing.T) {
	tests := []struct {
		name, pattern string
		want          []string
	}{
		{"program alone", "npm", []string{"npm"}},
		{"short option by its long name", "rm -rf", []string{"rm --recursive --force"}},
		{"abbreviated option", "git push --for", []string{"git --force [push|]"}},
		{"braces of options", "git push {--force,--mirror}", []string{"git --force [push|]", "git --mirror [push|]"}},
		{"braces of programs", "{npm,yarn} publish", []string{"npm [publish|]", "yarn [publish|]"}},
		{"braces of subcommands change what options mean", "git {commit,push} -n", []string{"git --no-verify [commit|]", "git --dry-run [push|]"}},
		{"braces of environments", "{HUSKY=0,SKIP=*} git", []string{"HUSKY=0 git", "SKIP=* git"}},
		{"braces of an option and a word", "* | python* {-c,*.py}", []string{"* | python* -c", "* | python* [|*.py] operands"}},
		{"an empty part leaves the word out", "git push {,--force}", []string{"git [push|]", "git --force [push|]"}},
		{"an empty part inside a word", "git push {,+}main", []string{"git [push|{main,+main}] operands"}},
		{"braces without a comma are text", "git stash drop stash@{0}", []string{`git [stash drop|stash@\{0}] operands`}},
		{"braces of operands stay", "rm {a,b} {c,d}", []string{"rm [|{a,b} {c,d}] operands"}},
		{"braces of operands and options", "rm {-r,a,b}", []string{"rm --recursive", "rm [|{a,b}] operands"}},
		{"comma in a word of braces", `rm {a\,b,c}`, []string{`rm [|{a\,b,c}] operands`}},
		{"quoted glob", "git add '*'", []string{`git [add|\*] operands`}},
		{"escaped glob", `git add \*`, []string{`git [add|\*] operands`}},
		{"quoted braces", "git add '{a,b}'", []string{`git [add|\{a,b}] operands`}},
		{"quotes with blanks", "git commit -m 'WIP: x'*", []string{"git --message=WIP: x* [commit|]"}},
		{"value by =", "kubectl scale --replicas=0", []string{"kubectl --replicas=0 [scale|]"}},
		{"value by the next word", "kubectl --context dev*", []string{"kubectl --context=dev*"}},
		{"value in the cluster", "gh api -XDELETE", []string{"gh --method=DELETE [api|]"}},
		{"option with a single dash", "terraform apply --auto-approve", []string{"terraform -auto-approve [apply|]"}},
		{"group with a second subcommand", "aws s3 rm --recursive", []string{"aws --recursive [s3 rm|]"}},
		{"glob for the group", "aws * delete-*", []string{"aws [* delete-*|]"}},
		{"glob for gh's group", "gh * view --comments", []string{"gh --comments [* view|]"}},
		{"two dashes", "git checkout --", []string{"git [checkout|] --1"}},
		{"words behind two dashes", "npm test -- --watch", []string{"npm [test|--watch] --1 operands"}},
		{"wrapper", "sudo rm -r", []string{"(sudo) rm --recursive"}},
		{"wrapper with an option", "sudo -u root rm", []string{"(sudo --user=root) rm"}},
		{"wrapper alone", "uv run", []string{"uv [run|]"}},
		{"what a wrapper runs", "uv run pytest", []string{"(uv [run|]) pytest"}},
		{"pipe", "curl | sh", []string{"curl | sh"}},
		{"pipe with a wrapper", "curl | sudo sh", []string{"curl | (sudo) sh"}},
		{"program as a file", "./scripts/deploy.sh prod", []string{"./scripts/deploy.sh [prod|]"}},
		{"any program", "* --dry-run", []string{"* --dry-run"}},
		{"unknown option, both readings", "mytool deploy --env prod*", []string{"mytool --env [deploy|prod*] operands", "mytool --env=prod* [deploy|]"}},
		{"names that a shell reserves", ". x", []string{". [|x] operands"}},
		{"colon", ": | :", []string{": | :"}},
		{"range", "git push [a-c]*", []string{"git [push|[a-c]*] operands"}},
		{"range with a negation", "rm [!a]x", []string{"rm [|[!a]x] operands"}},
		{"tilde is text", "rm ~/x", []string{"rm [|~/x] operands"}},
		{"what xargs adds is left open", "xargs rm", []string{"(xargs) rm"}},
		{"command for another machine", "ssh * rm -rf", []string{"(ssh [|*] operands) rm --recursive --force"}},
		{"wrapper in a group", "docker compose exec * rm", []string{"(docker [compose exec|*] operands) rm"}},
		{"anywhere in a wrapper that wants another word first", "docker exec rm -rf", []string{"(docker [exec|]) rm --recursive --force"}},
		{"either the first word or anywhere in it", "find rm", []string{"find [|rm] operands", "(find) rm"}},
		{"a host, or anywhere on one", "ssh git push", []string{"(ssh [|git] operands) push", "(ssh) git [push|]"}},
		{"a subcommand of a wrapper that no table knows", "xcrun simctl erase", []string{"(xcrun) simctl [erase|]"}},
		{"script of a package", "pnpm jest --watch", []string{"pnpm --watch [jest|]"}},
		{"text for a shell", "sh -c 'rm *'", []string{`sh -c [|rm \*] operands`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pats, probs := parsePattern(tt.pattern, nil)
			if failed(probs) {
				t.Fatalf("%+v", probs)
			}
			var got []string
			for i := range pats {
				got = append(got, short(&pats[i]))
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// typed writes a pattern as one would type it: options behind the subcommand, those
// without a value last.
func typed(p *guard.Pattern) string {
	var w []string
	for _, e := range p.Env {
		w = append(w, e.Name+"="+e.Value)
	}
	for i := range p.Around {
		w = append(w, typed(&p.Around[i]))
	}
	w = append(w, blanks(p.Program))
	for _, s := range p.Words[:p.Sub] {
		w = append(w, blanks(s))
	}
	var flags []string
	for _, o := range p.Options {
		switch {
		case !o.HasValue:
			flags = append(flags, o.Name)
		case strings.HasPrefix(o.Name, "--"):
			w = append(w, o.Name+"="+blanks(o.Value))
		default:
			w = append(w, o.Name, blanks(o.Value))
		}
	}
	words := p.Words[p.Sub:]
	if p.Dash {
		before := words[:p.DashAt-p.Sub]
		words = words[p.DashAt-p.Sub:]
		for _, s := range before {
			w = append(w, blanks(s))
		}
		w = append(w, flags...)
		w = append(w, "--")
		flags = nil
	}
	for _, s := range words {
		w = append(w, blanks(s))
	}
	w = append(w, flags...)
	if len(p.Pipe) > 0 {
		w = append(w, "|", typed(&p.Pipe[0]))
	}
	return strings.Join(w, " ")
}

func blanks(s string) string { return strings.ReplaceAll(s, " ", `\ `) }

func TestAPatternPrintedBackReadsTheSame(t *testing.T) {
	for _, file := range []string{"starter.toml", "wide.toml", "forms.toml"} {
		src, err := os.ReadFile(filepath.Join("testdata", "ok", file))
		if err != nil {
			t.Fatal(err)
		}
		r := Compile("rules.toml", src, Options{})
		for _, p := range append(r.Program.Index.Patterns, r.Program.Index.Excepts...) {
			p.Rule = 0
			again, probs := parsePattern(typed(&p), nil)
			if failed(probs) {
				t.Errorf("%s: %+v", typed(&p), probs)
				continue
			}
			if !slices.ContainsFunc(again, func(q guard.Pattern) bool { return short(&q) == short(&p) }) {
				t.Errorf("%s: %s is read as %s", typed(&p), short(&p), short(&again[0]))
			}
		}
	}
}

func TestBracesAreBounded(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("{a,b}", 9) + " x",
		strings.Repeat("{a,b}", 2000),
		"x " + strings.Repeat("{a,b} ", 9),
		strings.Repeat("{a,{b,", 500) + "c" + strings.Repeat("}}", 500),
		strings.Repeat("{a,b}", 5) + " | " + strings.Repeat("{a,b}", 5),
	} {
		_, probs := parsePattern(s, nil)
		if !failed(probs) || probs[0].code != "too-many-alternatives" {
			t.Errorf("%.40s: %+v", s, probs)
		}
	}
	for _, s := range []string{strings.Repeat("docker exec sudo ", 30) + "x", strings.Repeat("timeout flock ", 30) + "x"} {
		if pats, probs := parsePattern(s, nil); failed(probs) || len(pats) > 4096 {
			t.Errorf("%.40s: %d patterns, %v", s, len(pats), probs)
		}
	}
	if _, probs := parsePattern(strings.Repeat("{a,b}", 8)+" x", nil); failed(probs) {
		t.Errorf("256 combinations are refused: %+v", probs)
	}
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{"git push {--force,--mirror}", "sudo rm -rf", "curl | sh", "HUSKY=0 git", "a 'b c' \"d\" \\e", "x [a-z]{b,c}*", "{a,{b,c}}", "aws * delete-*"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		pats, probs := parsePattern(s, nil)
		for _, p := range probs {
			if p.from < 0 || p.from > p.to || p.to > len(s) || p.code == "" || p.message == "" {
				t.Fatalf("%q: %+v", s, p)
			}
		}
		if failed(probs) {
			return
		}
		if len(pats) == 0 || len(pats) > 16*16*maxAlternatives {
			t.Fatalf("%q: %d patterns", s, len(pats))
		}
		for _, p := range pats {
			if p.Sub > len(p.Words) || p.DashAt > len(p.Words) {
				t.Fatalf("%q: %+v", s, p)
			}
		}
	})
}
