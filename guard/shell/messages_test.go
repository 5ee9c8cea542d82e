package shell

import (
	"slices"
	"strings"
	"testing"
)

func TestMessages(t *testing.T) {
	tests := []struct {
		text string
		want []string // target: text; ~ in front: not the whole
	}{
		{"git commit -m 'fixed it'", []string{"commit-message: fixed it"}},
		{"git commit -m 'x\n\nfix: y'", []string{"commit-message: x\n\nfix: y"}},
		{"git commit -m x -m 'Co-Authored-By: Claude <a@b>'", []string{"commit-message: x\n\nCo-Authored-By: Claude <a@b>"}},
		{"git commit -am wip", []string{"commit-message: wip"}},
		{"git commit -m x --trailer 'Co-authored-by: y'", []string{"commit-message: x\n\nCo-authored-by: y"}},
		{"git commit -F - <<'E'\nfeat(a): b\nE\n", []string{"commit-message: feat(a): b\n"}},
		{"git commit -F msg", []string{"commit-message: … <msg>"}},
		{"git commit --amend --no-edit", nil},
		{"git commit -m \"$MSG\"", []string{"commit-message: …"}},
		{"git commit -m \"$(cat <<'EOF'\nfix: a\n\nb\nEOF\n)\"", []string{"commit-message: fix: a\n\nb"}},
		{"git tag -a v1 -m 'rel'", []string{"~commit-message: rel"}},
		{"git notes add -m x", []string{"~commit-message: x"}},
		{"git merge -m 'm' x", []string{"commit-message: m"}},
		{"git stash push -m x", nil},
		{"gh pr create --title Done --body x", []string{"pr-title: Done", "pr-body: x"}},
		{"gh pr create -t 'a b' -F - <<E\nbody\nE\n", []string{"pr-title: a b", "pr-body: body\n"}},
		{"gh pr edit 3 --body-file b.md", []string{"pr-body: … <b.md>"}},
		{"gh pr merge 3 --squash --subject s --body b", []string{"commit-message: s\n\nb"}},
		{"gh issue create --title x", nil},
		{"gh api repos/a/b/pulls -f title=x -f body=y", []string{"pr-title: x", "pr-body: y"}},
		{"glab mr create -t x -d y", []string{"pr-title: x", "pr-body: y"}},
		{"psql -c 'DROP TABLE users'", []string{"sql: DROP TABLE users"}},
		{"psql -c 'select 1; delete\nfrom users'", []string{"sql: select 1\ndelete from users"}},
		{"psql -d x <<E\ndrop table x;\nE\n", []string{"sql: drop table x"}},
		{"psql -c \"select 'drop table x'\"", []string{"sql: select 'drop table x'"}},
		{"mysql <<E\nupdate t set a=1;\nE\n", []string{"sql: update t set a=1"}},
		{"mysql -e 'delete /* x */ from\tt -- y'", []string{"sql: delete from t"}},
		{"mysql -e 'delete /*! from */ t'", []string{"sql: delete from t"}},
		{"sqlite3 a.db 'drop table x'", []string{"sql: drop table x"}},
		{"sqlite3 a.db", nil},
		{"psql -c 'do $$ begin; drop table x; end $$; select 1'", []string{"sql: do $$ begin; drop table x; end $$\nselect 1"}},
		{"clickhouse-client -q 'select 1'", []string{"sql: select 1"}},
		{"git commit -m 'delete from users'", []string{"commit-message: delete from users"}},
		{"echo 'drop table x' | psql", []string{"sql: drop table x"}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			s := Read(tt.text, Options{})
			for i := range s.Commands {
				for _, m := range Messages(&s.Commands[i]) {
					g := m.Target + ": " + m.Text.String()
					if m.File != "" {
						g += " <" + m.File.String() + ">"
					}
					if !m.Whole {
						g = "~" + g
					}
					got = append(got, g)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestStatementsKeepEveryWord(t *testing.T) {
	for _, s := range []string{"select 'a;b'", "update t set a = 1 where b='it''s'", "a\n;\n;b", "/* open", "'open", "$x$ open", "\\d t\nselect 1"} {
		if strings.Contains(statements(s, "psql"), "\n\n") {
			t.Errorf("%q has an empty statement", s)
		}
	}
}
