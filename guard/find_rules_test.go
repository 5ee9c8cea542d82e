package guard_test

import "testing"

// What find finds lies in any folder below those where it starts.
func TestFilesThatFindFinds(t *testing.T) {
	runCases(t, nowhere(), []verdictCase{
		{
			"a file that is guarded", accesses(`".claude/settings.local.json", ".claude/settings.json"`, `"write", "delete"`),
			[]string{
				"find . -name 'settings*.json' -delete", "find . -name settings.local.json -delete", "find . -name settings.local.json -exec rm {} +",
				"find . -name '*.json' -delete", "find . -path '*claude*' -delete", "find . -name .claude -prune -exec rm -rf {} +", "find .. -name .claude -exec rm -r {} +",
				"find .claude -delete", "find . -name '.cl*' -exec mv {} /x \\;", "find . -type f -delete", "find ~ -iname 'SETTINGS*' -print0 | xargs -0 rm",
				"find . -not -path '*/x/*' -delete", "find . -name '*.json' | xargs sed -i s/a/b/", "find . -name '*.json' -print0 | while read -r -d '' f; do rm \"$f\"; done",
				"find .claude -type f | xargs rm", "ls -d .cl* | xargs rm -rf", "rm $(find . -name 'settings.*')", "find . -name .claude | xargs -I{} rm -rf {}",
			},
			[]string{
				"find . -type d -name node_modules -prune -exec rm -rf {} +", "find . -name dist -prune -exec rm -rf {} \\;",
				"find . -not -path '*/.git/*' -name '*.tmp' -delete", "find . -name '*.orig' ! -path './.git/*' -delete", "find . -path '*/__pycache__/*' -delete",
				"find . -name '*.snap' -path '*/__snapshots__/*' -delete", "find . -name '*.json'", "find . -name '*.json' | wc -l", "find /tmp -name settings.json -delete",
				"find src -name '*.ts' | xargs sed -i s/a/b/", "find . -name '*.json' | xargs cat", "find . -maxdepth 1 -name '*.json' -delete", "find . -name dist | xargs rm -rf",
			},
		},
		{
			"secrets", accesses(`".env", "*.pem", ".env.*"`, `"read"`),
			[]string{"find . -name .env | xargs cat", "cat $(find . -name .env)", "find . -name '.e*' -exec cat {} +", "find . -name '*.pem' | xargs cat", "find a/b -name '*env*' -exec grep x {} +", "find . -name .env -exec sh -c 'cat \"$1\"' _ {} \\;"},
			[]string{"find . -name '*.md' -exec cat {} +", "find src -name '*.ts' | xargs grep x", "find . -name '*.json' | xargs jq .", "cat $(find . -name README)"},
		},
		{
			"folders", accesses(`"/.", "/*/.", "~/.", "~/*/.", "./.", ".git/."`, `"delete"`),
			[]string{"find ~ -print0 | xargs -0 rm -rf", "find ~ | xargs rm -rf", "ls -d ~/* | xargs rm -rf", "ls -d ~/* | while read f; do rm -rf \"$f\"; done", "find . -name .git -exec rm -rf {} +", "echo ~ | xargs rm -rf"},
			[]string{"find . -name '*.o' | xargs rm", "find . -name node_modules | xargs rm -rf", "ls -d build* | xargs echo"},
		},
		{
			"a folder with all that is in it", accesses(`"migrations/**"`, `"write", "delete"`),
			[]string{"find migrations -name '*.sql' -delete", "find . -path './migrations/*' -delete", "find migrations -name '*.sql' | xargs rm"},
			[]string{"find . -name '*.o' -delete", "find . -name '*.pyc' | xargs rm"},
		},
	})
}
