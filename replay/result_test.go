package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard/call"
	"rules2guards.local/replay/session"
)

// timed is a call of Claude Code with its time, folder, branch and result.
func timed(n int, at, dir, branch, command, result string) string {
	rec := func(typ string, block obj) string {
		return row(obj{"type": typ, "uuid": "u", "parentUuid": "p", "sessionId": "s1", "cwd": dir, "gitBranch": branch, "timestamp": at, "message": obj{"role": typ, "content": []obj{block}}})
	}
	return rec("assistant", obj{"type": "tool_use", "id": id("toolu_01", n), "name": "Bash", "input": obj{"command": command}}) +
		rec("user", obj{"type": "tool_result", "tool_use_id": id("toolu_01", n), "content": result, "is_error": result != ""})
}

func fileOf(t testing.TB, text string) session.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return session.File{Path: path, Given: true}
}

func TestACallThatRanAlthoughTheGuardHoldsTheRule(t *testing.T) {
	f := fileOf(t, timed(1, "2026-01-01T00:00:00Z", "/w/app", "main", "git push -f", "")+ // before the guard was there
		timed(2, "2026-02-01T00:00:00Z", "/w/app/sub", "main", "git push -f", "")+ // this one
		timed(3, "2026-02-02T00:00:00Z", "/w/app", "main", "git push -f", "no-force-push: Never.")) // blocked, as its reason tells
	other := fileOf(t, timed(4, "2026-02-02T00:00:00Z", "/elsewhere", "main", "git push -f", "")) // another project
	res := Run([]session.File{f, other}, Options{
		Program: program(t, plantedRules), Project: "/w/app",
		Installed: []string{"no-force-push"}, InstalledSince: time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC),
	})
	r := ruleOf(res, "no-force-push")
	if r.Calls != 4 || r.Unguarded != 1 || r.Blocked != 1 {
		t.Errorf("%+v", r)
	}
}

func TestTheSameTextIsJudgedOnceButByAllThatMatters(t *testing.T) {
	rules := plantedRules + `
[[rule]]
id = "main"
kind = "command"
commands = ["git commit"]
when = { branch = ["main"] }
message = "Work on a branch."
fires_on = [{ command = "git commit", branch = "main" }]
passes_on = [{ command = "git commit", branch = "feat" }]
`
	const asks = `
[[rule]]
id = "said"
kind = "command"
commands = ["ls"]
when = { input = { description = "secret" } }
message = "No."
fires_on = [{ tool = "Bash", input = { command = "ls", description = "secret" } }]
passes_on = [{ tool = "Bash", input = { command = "ls", description = "files" } }]
`
	described := func(n int, branch, command, as string) string {
		return strings.Replace(timed(n, "2026-02-01T00:00:00Z", "/w/app", branch, command, ""), `"command":`, `"description":"`+as+`","command":`, 1)
	}
	f := fileOf(t, described(1, "main", "git commit", "a")+described(2, "feat", "git commit", "b")+described(3, "main", "git commit", "c")+
		described(4, "main", "ls", "files")+described(5, "main", "ls", "secret"))
	for _, tt := range []struct {
		name, rules string
		texts       int // judged
		said        int
	}{
		{"no rule asks for arguments", rules, 3, 0},
		{"a rule asks for one", rules + asks, 5, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := Options{Program: program(t, tt.rules), Workers: 1}
			var j *judge
			g := newGathering(&o)
			rep := session.Scan([]session.File{f}, session.Options{Workers: 1}, func() func(*session.Call) judged { j = newJudge(&o); return j.judge }, g.add)
			res := g.finish(rep)
			if r := ruleOf(res, "main"); r.Calls != 2 {
				t.Errorf("main fires on %d calls, want 2", r.Calls)
			}
			if tt.said > 0 && ruleOf(res, "said").Calls != tt.said {
				t.Errorf("said fires on %d calls, want %d", ruleOf(res, "said").Calls, tt.said)
			}
			if j.decisions != tt.texts {
				t.Errorf("%d decisions, want %d", j.decisions, tt.texts)
			}
		})
	}
}

func TestFoldersAndBranchesOfTheLogDecide(t *testing.T) {
	p := program(t, `
[guard]
protect_self = false
[[rule]]
id = "main"
kind = "command"
commands = ["git commit"]
when = { branch = ["main"] }
message = "m"
fires_on = [{ command = "git commit", branch = "main" }]
[[rule]]
id = "ssh"
kind = "path"
paths = ["~/.ssh"]
access = ["read"]
message = "m"
fires_on = ["cat ~/.ssh/id"]
[[rule]]
id = "own"
kind = "path"
paths = ["./gen"]
access = ["write"]
message = "m"
fires_on = ["echo > gen/a"]
`)
	f := fileOf(t, timed(1, "2026-01-01T00:00:00Z", "/home/ann/app", "main", "git commit -m x", "")+
		timed(2, "2026-01-01T00:00:00Z", "/home/ann/app", "feat", "git commit -m x", "")+
		timed(3, "2026-01-01T00:00:00Z", "/home/ann/app", "", "git commit -m x", "")+ // not known: as a guard that can't know
		timed(4, "2026-01-01T00:00:00Z", "/home/ann/app", "HEAD", "git commit -m x", "")+ // detached
		timed(5, "2026-01-01T00:00:00Z", "/home/ann/app", "main", "cat /home/ann/.ssh/id", "")+ // another machine's home
		timed(6, "2026-01-01T00:00:00Z", "/home/ann/app", "main", "cd sub && echo x > ../gen/a", "")) // another project
	res := Run([]session.File{f}, Options{Program: p, Home: "/root", Project: "/work"})
	got := map[string][2]int{}
	for _, r := range res.Rules {
		got[r.ID] = [2]int{r.Calls, r.Assumed}
	}
	if diff := cmp.Diff(map[string][2]int{"main": {2, 1}, "ssh": {1, 0}, "own": {1, 0}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestALaterCopyTellsTheOutcome(t *testing.T) {
	whole := timed(1, "2026-01-01T00:00:00Z", "/w", "main", "git push -f", "PreToolUse:Bash hook error: no")
	first, _, _ := strings.Cut(whole, "\n")
	res := Run([]session.File{fileOf(t, first+"\n"), fileOf(t, whole)}, Options{Program: program(t, plantedRules)})
	r := ruleOf(res, "no-force-push")
	if r.Calls != 1 || r.Blocked != 1 || res.Totals.ByOutcome["blocked"] != 1 || res.Totals.ByOutcome["unknown"] != 0 {
		t.Errorf("%+v %+v", r, res.Totals)
	}
}

func TestFiltersLeaveCallsOut(t *testing.T) {
	f := fileOf(t, timed(1, "2026-01-01T00:00:00Z", "/w/a", "main", "git push -f", "")+timed(2, "2026-03-01T00:00:00Z", "/w/b", "main", "cat .env", ""))
	for _, tt := range []struct {
		name  string
		o     Options
		calls int
		rules int
	}{
		{"none", Options{}, 2, 2},
		{"since", Options{Since: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)}, 1, 2},
		{"rule", Options{Rules: []string{"secrets"}}, 2, 1},
		{"harness", Options{Harnesses: []call.Harness{call.Codex}}, 0, 2},
		{"folder", Options{Within: "/w/a"}, 2, 2}, // the session started there
		{"another folder", Options{Within: "/x"}, 0, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Program = program(t, plantedRules)
			res := Run([]session.File{f}, tt.o)
			if res.Totals.Calls != tt.calls || len(res.Rules) != tt.rules {
				t.Errorf("%d calls, %d rules", res.Totals.Calls, len(res.Rules))
			}
		})
	}
}

func TestPartialResultsAddUp(t *testing.T) {
	p := program(t, plantedRules)
	a := fileOf(t, timed(1, "2026-01-01T00:00:00Z", "/w", "main", "git push -f", ""))
	b := fileOf(t, strings.ReplaceAll(timed(2, "2026-02-01T00:00:00Z", "/w", "main", "git push -f", ""), `"s1"`, `"s2"`))
	var parts []*Result
	for _, f := range []session.File{a, b} {
		res := Run([]session.File{f}, Options{Program: p})
		res.Partial = true
		j, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		part, err := ReadPartial(bytes.NewReader(j))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	merged, err := Merge(parts)
	if err != nil {
		t.Fatal(err)
	}
	all, _ := json.Marshal(Run([]session.File{a, b}, Options{Program: p}))
	sum, _ := json.Marshal(merged)
	if diff := cmp.Diff(string(all), string(sum)); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "{}", `{"version":1}`, `{"version":2,"partial":true}`, `{"version":1,"partial":true,"rules":[null]}`} {
		part, err := ReadPartial(strings.NewReader(bad))
		if err == nil {
			_, err = Merge([]*Result{part})
		}
		if err == nil {
			t.Errorf("%q is taken for a partial result", bad)
		}
	}
}

// BenchmarkReplay counts 10 000 calls.
func BenchmarkReplay(b *testing.B) {
	var log strings.Builder
	for i := range 10000 {
		log.WriteString(timed(i, "2026-01-01T00:00:00Z", "/w", "main", fmt.Sprintf("cd app && git status && grep -rn x%d src | head", i), strings.Repeat("Exit code 1\noutput \"x\"\n", i%100)))
	}
	f := fileOf(b, log.String())
	p := program(b, plantedRules)
	b.SetBytes(int64(log.Len()))
	b.ReportAllocs()
	for b.Loop() {
		Run([]session.File{f}, Options{Program: p})
	}
}
