package guard_test

import (
	"strings"
	"testing"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

func contentRule(keys string) string { return rule("content", keys) }

const noAny = "pattern = ':\\s*any\\b'\nexcept_pattern = 'any-ok: \\S'\npaths = [\"src/**/*.ts\"]\nexcept = [\"*.test.ts\"]"

func TestContentOfFileTools(t *testing.T) {
	m := newMachine(t)
	m.put(t, "src/a.ts", "let x: unknown = 1\nlet y: any = 2\n")
	m.put(t, "src/clean.ts", "let x: unknown = 1\nlet z: unknown = 2\n")
	m.put(t, "src/big.ts", strings.Repeat("// filler\n", 200_000)+"let x: unknown\n")
	edit := func(name string, edits ...call.Edit) call.File {
		return call.File{Path: m.project + "/" + name, Access: call.Read | call.Write, Edits: edits}
	}
	whole := func(name, text string) call.File {
		return call.File{Path: m.project + "/" + name, Access: call.Write | call.Create, Whole: true, Text: text}
	}
	for _, tt := range []struct {
		name string
		f    call.File
		want bool
	}{
		{"the added fragment alone does not show it", edit("src/clean.ts", call.Edit{Old: "unknown = 1", New: "any = 1"}), true},
		{"a word inside the line", edit("src/clean.ts", call.Edit{Old: "x: unknown", New: "x: any"}), true},
		{"everywhere", edit("src/clean.ts", call.Edit{Old: "unknown", New: "any", All: true}), true},
		{"one after the other", edit("src/clean.ts", call.Edit{Old: "unknown = 1", New: "FOO = 1"}, call.Edit{Old: "FOO", New: "any"}), true},
		{"taken back in the same call", edit("src/clean.ts", call.Edit{Old: "unknown = 1", New: "any = 1"}, call.Edit{Old: "any = 1", New: "string = 1"}), false},
		{"unchanged lines hold it already", edit("src/a.ts", call.Edit{Old: "x: unknown", New: "x: string"}), false},
		{"the line that holds it changes elsewhere", edit("src/a.ts", call.Edit{Old: "y: any = 2", New: "y: any = 3"}), false},
		{"moved within the file", edit("src/a.ts", call.Edit{Old: "x: unknown", New: "x: any"}, call.Edit{Old: "y: any", New: "y: unknown"}), false},
		{"one more than before", edit("src/a.ts", call.Edit{Old: "x: unknown", New: "x: any"}), true},
		{"an excuse in the line", edit("src/clean.ts", call.Edit{Old: "unknown = 1", New: "any = 1 // any-ok: json"}), false},
		{"an excuse in another line", edit("src/clean.ts", call.Edit{Old: "unknown = 1", New: "any = 1\n// any-ok: json"}), true},
		{"the excuse is taken away", edit("src/clean.ts", call.Edit{Old: "unknown = 1", New: "any = 1"}), true},
		{"the same text written again", whole("src/a.ts", "let x: unknown = 1\nlet y: any = 2\n"), false},
		{"a new file", whole("src/new.ts", "let x: any"), true},
		{"overwritten with more", whole("src/a.ts", "let x: any\nlet y: any"), true},
		{"a test file", whole("src/a.test.ts", "let x: any"), false},
		{"another folder", whole("lib/a.ts", "let x: any"), false},
		{"a file too large to be read", edit("src/big.ts", call.Edit{Old: "x: unknown", New: "x: any"}), true},
		{"an edit that does not fit", edit("src/clean.ts", call.Edit{Old: "nowhere", New: "x: any"}), true},
		{"a file that is not there", edit("src/none.ts", call.Edit{Old: "x", New: "y: any"}), true},
		{"nothing known", call.File{Path: m.project + "/src/a.ts", Access: call.Write, Unknown: true}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := compiled(t, contentRule(noAny))
			if got := fired(m.judge(p, &call.Call{Tool: "Edit", Files: []call.File{tt.f}})); got != tt.want {
				t.Errorf("fires %v, want %v", got, tt.want)
			}
		})
	}
}

func TestContentOfShellTexts(t *testing.T) {
	m := newMachine(t)
	m.put(t, "src/a.ts", "let x: unknown = 1\n")
	m.put(t, "src/ok.ts", "let x: string = 1\n")
	patch := "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-let x: unknown = 1\n+let x: any = 1\n"
	back := "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-let x: any = 1\n+let x: unknown = 1\n"
	envelope := "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-let x: unknown = 1\n+let x: any = 1\n*** End Patch\n"
	add := "*** Begin Patch\n*** Add File: src/n.ts\n+let x: any = 1\n*** End Patch\n"
	runCases(t, m, []verdictCase{
		{
			"every way to write a literal text", contentRule(noAny),
			[]string{
				"echo 'let x: any' > src/b.ts", "printf 'let x: %s' any >> src/a.ts", "cat <<'E' > src/b.ts\nlet x: any\nE", "tee src/b.ts <<< 'x: any'", "cd src && echo 'x: any' > b.ts", "echo 'x: any' | tee -a src/a.ts",
				"sed -i s/unknown/any/ src/a.ts", "sed -i.bak 's|unknown|any|g' src/a.ts", "sed -i -e s/1/2/ -e s/unknown/any/ src/a.ts", "cd src; sed -i 's/unknown/any/' a.ts",
				"patch -p1 <<'E'\n" + patch + "E", "git apply <<'E'\n" + patch + "E", "git apply - <<'E'\n" + patch + "E", "cd src && patch <<'E'\n" + patch + "E", "apply_patch <<'E'\n" + envelope + "E", "apply_patch '" + envelope + "'", "apply_patch <<'E'\n" + add + "E",
				"git apply -R <<'E'\n" + back + "E", "bash -c \"echo 'x: any' > src/b.ts\"", "echo 'let x: TYPE' > src/n.ts; sed -i s/TYPE/any/ src/n.ts",
			},
			[]string{
				"echo 'let x: any' > src/b.js", "echo 'x: any // any-ok: why' > src/b.ts", "sed -i s/unknown/any/ src/ok.ts", "sed s/unknown/any/ src/a.ts", "git apply -R <<'E'\n" + patch + "E", "git commit -m 'x: any'", "grep ': any' src/a.ts",
				"echo 'x: any' > src/a.test.ts", "echo 'let x: unknown' > src/n.ts; sed -i s/string/any/ src/n.ts", "git apply --check <<'E'\n" + patch + "E",
			},
		},
	})
}

func TestPatchesOfTools(t *testing.T) {
	m := newMachine(t)
	m.put(t, "a.ts", "let x: unknown = 1\n")
	m.put(t, "old.txt", "x\n")
	judge := func(src, text string) bool {
		ev, err := wire.For(call.Codex).Event(map[string]any{
			"hook_event_name": "PreToolUse", "cwd": m.project, "tool_name": "apply_patch", "tool_input": map[string]any{"command": text},
		})
		if err != nil || ev.Call == nil {
			t.Fatalf("event: %v", err)
		}
		return fired(m.judge(compiled(t, src), ev.Call))
	}
	for _, tt := range []struct {
		name, rules, patch string
		want               bool
	}{
		{"update", accesses(`".env"`, `"write"`), "*** Begin Patch\n*** Update File: .env\n@@\n+A=1\n*** End Patch", true},
		{"second file", accesses(`".env"`, `"write"`), "*** Begin Patch\n*** Add File: b\n+x\n*** Update File: conf/.env\n@@\n+A=1\n*** End Patch", true},
		{"add creates", accesses(`"n.txt"`, `"create"`), "*** Begin Patch\n*** Add File: n.txt\n+x\n*** End Patch", true},
		{"update does not create", accesses(`"old.txt"`, `"create"`), "*** Begin Patch\n*** Update File: old.txt\n@@\n-x\n+y\n*** End Patch", false},
		{"delete", accesses(`"old.txt"`, `"delete"`), "*** Begin Patch\n*** Delete File: old.txt\n*** End Patch", true},
		{"move deletes", accesses(`"old.txt"`, `"delete"`), "*** Begin Patch\n*** Update File: old.txt\n*** Move to: new.txt\n@@\n-x\n+y\n*** End Patch", true},
		{"move creates", accesses(`"new.txt"`, `"create"`), "*** Begin Patch\n*** Update File: old.txt\n*** Move to: new.txt\n@@\n-x\n+y\n*** End Patch", true},
		{"content of an update", contentRule(`pattern = ': any'`), "*** Begin Patch\n*** Update File: a.ts\n@@\n-let x: unknown = 1\n+let x: any = 1\n*** End Patch", true},
		{"content that goes", contentRule(`pattern = ': unknown'`), "*** Begin Patch\n*** Update File: a.ts\n@@\n-let x: unknown = 1\n+let x: any = 1\n*** End Patch", false},
		{"context lines are no new text", contentRule(`pattern = ': unknown'`), "*** Begin Patch\n*** Update File: a.ts\n@@\n let x: unknown = 1\n+let y = 1\n*** End Patch", false},
		{"whole new file", contentRule("must_match = '\\A// Copyright'"), "*** Begin Patch\n*** Add File: n.ts\n+let x = 1\n*** End Patch", true},
		{"part of a file", contentRule("must_match = '\\A// Copyright'"), "*** Begin Patch\n*** Update File: a.ts\n@@\n-let x: unknown = 1\n+let x = 1\n*** End Patch", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := judge(tt.rules, tt.patch); got != tt.want {
				t.Errorf("fires %v, want %v", got, tt.want)
			}
		})
	}
}

func TestMustMatch(t *testing.T) {
	m := newMachine(t)
	m.put(t, "a.go", "package a\n")
	m.put(t, "msg", "no type\n")
	m.put(t, "good", "fix: x\n")
	runCases(t, m, []verdictCase{
		{
			"whole files only", contentRule("paths = [\"*.go\"]\nmust_match = '\\A// Copyright'"),
			[]string{"echo 'package a' > b.go", "cat <<E > a.go\npackage a\nE"},
			[]string{"echo '// Copyright x' > b.go", "echo x >> a.go", "sed -i s/a/b/ a.go", "some > b.go", "echo \"$X\" > b.go", "echo x > b.txt", "cp a.go b.go"},
		},
		{
			"messages", contentRule("targets = [\"commit-message\", \"pr-title\"]\nmust_match = '\\A(feat|fix)(\\(.+\\))?!?: '"),
			[]string{
				"git commit -m 'fixed it'", "gh pr create --title Done --body x", "git commit -am x", "git commit -F - <<'E'\nno\nE", "echo no | git commit -F -", "printf 'no' > m; git commit -F m", "cat <<E > m\nno\nE\ngit commit --file=m", "git commit -F msg", "git -C . commit -F msg", "cd x; git commit -F ../msg",
				"git commit -m \"$(cat <<'EOF'\nno\nEOF\n)\"", "git commit -m \"$(cat msg)\" -m x; git commit -m no", "gh pr edit 3 -t Done", "git merge -m no x", "echo 'fix: a' > m; echo no > m; git commit -F m", "gh pr create -t Done -b 'fix: y'",
			},
			[]string{
				"git commit -F - <<'E'\nfeat(a): b\nE", "git commit --amend --no-edit", "git commit -F good", "echo 'fix: a' > msg; git commit -F msg", "git commit -m \"$MSG\"", "git commit -F nowhere", "some > msg; git commit -F msg", "git stash push -m no", "git commit -t msg", "git commit -m 'fix: a' -m no",
				"printf 'fix: ' > m; printf 'x' >> m; git commit -F m", "git commit -F \"$F\"", "gh issue create --title no", "git log --grep no -m",
			},
		},
	})
}

func TestContentOfMessages(t *testing.T) {
	m := newMachine(t)
	m.put(t, "body.md", "Generated with AI\n")
	runCases(t, m, []verdictCase{
		{
			"commit message", contentRule("targets = [\"commit-message\"]\npattern = '(?i)^co-authored-by: .*claude'"),
			[]string{"git commit -m x -m 'Co-Authored-By: Claude <c@x>'", "git commit -F - <<'E'\nx\n\nco-authored-by: claude\nE", "git commit -m \"x\n\nCo-Authored-By: Claude\"", "git commit -m x --trailer 'Co-authored-by: Claude'", "echo 'Co-Authored-By: Claude' > m && git commit -F m"},
			[]string{"git commit -m 'drop co-authored-by: claude'", "git log --grep 'Co-Authored-By: Claude'", "gh pr create -t x -b 'Co-Authored-By: Claude'", "echo 'Co-Authored-By: Claude' > f"},
		},
		{"pull request body", contentRule("targets = [\"pr-body\"]\npattern = 'Generated with'"), []string{"gh pr create -t x -b 'Generated with y'", "gh pr create -t x -F body.md", "gh pr edit 3 --body-file body.md", "gh pr create --body \"$(cat <<'E'\nGenerated with\nE\n)\" -t x"}, []string{"gh pr create -t 'Generated with' -b x", "git commit -m 'Generated with'", "gh issue create -b 'Generated with'"}},
		{
			"sql by statement", contentRule("targets = [\"sql\"]\npattern = '(?i)^(delete from|update) '\nexcept_pattern = '(?i)\\bwhere\\b'"),
			[]string{"psql -c 'select 1; delete\n from users'", "mysql <<E\nupdate t set a=1;\nE", "echo 'delete from t' | sqlite3 x.db", "psql -c 'delete from a where x; delete from b'", "sqlite3 x.db 'DELETE FROM t'", "psql -c 'delete /* where */ from t'", "psql -c 'delete from t -- where'"},
			[]string{"psql -c 'delete from users\n where id=1'", "git commit -m 'delete from users'", "psql -c \"select 'delete from t'\"", "echo 'delete from t'"},
		},
	})
}
