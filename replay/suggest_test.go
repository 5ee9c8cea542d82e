package replay

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/replay/session"
)

// logOf is a session of Claude Code with commands and what became of them.
func logOf(t testing.TB, lines ...[2]string) []session.File {
	t.Helper()
	var b strings.Builder
	for i, l := range lines {
		rec := func(typ string, block obj) string {
			return row(obj{"type": typ, "uuid": "u", "parentUuid": "p", "sessionId": "s1", "cwd": "/home/u/app", "message": obj{"role": typ, "content": []obj{block}}})
		}
		result := obj{"type": "tool_result", "tool_use_id": id("toolu_01", i), "content": l[1], "is_error": l[1] != ""}
		b.WriteString(rec("assistant", obj{"type": "tool_use", "id": id("toolu_01", i), "name": "Bash", "input": obj{"command": l[0]}}) + rec("user", result))
	}
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return []session.File{{Path: path, Given: true}}
}

const (
	refusal = "The user doesn't want to proceed with this tool use."
	failing = "Exit code 1\nno"
)

func TestSuggestionsAreFewAndRight(t *testing.T) {
	files := logOf(t,
		[2]string{"npm install left-pad", failing}, [2]string{"pnpm add left-pad", ""},
		[2]string{"ls", ""}, [2]string{"cd web && npm run build", failing}, [2]string{"pnpm run build", ""},
		[2]string{"git push -f origin main", ""}, [2]string{"git push --force", ""}, [2]string{"echo 'git push -f'", ""},
		[2]string{"cat .env", ""}, [2]string{"grep KEY config/.env.local", ""}, [2]string{"cat .env.example", ""},
		[2]string{"terraform apply -auto-approve", refusal}, [2]string{"terraform apply", refusal}, [2]string{"terraform apply -target x", refusal},
		[2]string{"terraform plan", ""}, [2]string{"rm x", refusal}, // refused once is no rule
		[2]string{"git reset --hard", ""}, // nor is a single reset
		[2]string{"export T=ghp_abcdefghijklmnopqrstuvwxyz0123; git commit --no-verify -m x", ""},
	)
	p := program(t, "[guard]\nprotect_self = false\n[[rule]]\nid = \"own\"\nkind = \"command\"\ncommands = [\"git commit --no-verify\"]\nmessage = \"m\"\nfires_on = [\"git commit -n\"]\n")
	res := Run(files, Options{Program: p, Suggest: true})
	var got []string
	for _, s := range res.Suggestions {
		got = append(got, s.ID)
		// What is proposed compiles, and its examples hold.
		c := compiler.Compile("rules.toml", []byte(s.TOML), compiler.Options{Load: func(string) ([]byte, error) { return nil, os.ErrNotExist }})
		if c.Diagnostics.HasErrors() {
			t.Errorf("%s\n%v", s.TOML, c.Diagnostics)
		}
		if !strings.Contains(s.TOML, "fires_on") {
			t.Errorf("no example in\n%s", s.TOML)
		}
	}
	slices.Sort(got)
	want := []string{"ask-before-terraform-apply", "no-force-push", "no-read-env", "use-pnpm-not-npm"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSecretsAreMasked(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"export AWS=AKIAABCDEFGHIJKLMNOP; ls", "export AWS=***; ls"},
		{"curl -H 'Authorization: Bearer abc.def-123456' x", "curl -H 'Authorization: Bearer ***' x"},
		{"OPENAI_API_KEY=sk-proj-abcdefghijklmnop node x", "OPENAI_API_KEY=*** node x"},
		{"git clone https://u:hunter22@example.com/r", "git clone https://u:***@example.com/r"},
		{"gh auth login --with-token ghp_abcdefghijklmnopqrstuvwxyz123456", "gh auth login --with-token ***"},
		{"mysql --password hunter2hunter2 db", "mysql --password *** db"},
		{`psql "password=abcdef1 host=x"`, `psql "password=*** host=x"`},
		{"curl -u ann:s3cr3ts x", "curl -u ann:*** x"},
		{"SIGNING_KEY: q8Zr71LxkP0aVb29TtYw44mN", "SIGNING_KEY: ***"},
		{"git commit -m 'fix token handling in parser'", "git commit -m 'fix token handling in parser'"},
		{"cat src/auth/session.ts", "cat src/auth/session.ts"},
		{"export TOKEN=$OTHER", "export TOKEN=$OTHER"},
		{"grep -rn password src", "grep -rn password src"},
		{"git show 0123456789abcdef0123456789abcdef01234567", "git show 0123456789abcdef0123456789abcdef01234567"},
	} {
		if got := maskAll(tt.in); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

func TestTheFiredPartIsMarkedAndMasked(t *testing.T) {
	text := "export KEY=sk-abcdefghijklmnop12 &&\ngit push -f \u202e x"
	from := strings.Index(text, "git")
	got := whole(pieces(text, from, from+len("git push -f")), false)
	if want := "export KEY=*** &&\n»git push -f« \\u202e x"; got != want {
		t.Errorf("got %q", got)
	}
	// A secret that spans the border is masked on both sides.
	got = whole(pieces("curl sk-abcdefghijklmnop12345 x", 10, 20), false)
	if strings.Contains(got, "abcdef") || strings.Contains(got, "klmnop") {
		t.Errorf("got %q", got)
	}
}

func TestFindingsAreGrouped(t *testing.T) {
	for _, tt := range []struct{ a, b string }{
		{"git push -f origin 12", "git push -f origin 345"},
		{"git push -f origin 0a1b2c3d4e", "git push -f origin ffee00112233"},
		{"git commit -m 'a b'", "git commit -m 'c'"},
	} {
		if normal(tt.a) != normal(tt.b) {
			t.Errorf("%q and %q are told apart: %q %q", tt.a, tt.b, normal(tt.a), normal(tt.b))
		}
	}
	if normal("git push -f origin main") == normal("git push -f origin dev") {
		t.Error("branches are not told apart")
	}
}
