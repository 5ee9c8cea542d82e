package compiler_test

import (
	"fmt"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// BenchmarkDecide judges calls by a hundred rules, after the judge was made.
func BenchmarkDecide(b *testing.B) {
	var src strings.Builder
	for i := range 100 {
		fmt.Fprintf(&src, "[[rule]]\nid = \"r%d\"\nmessage = \"No.\"\n", i)
		switch i % 3 {
		case 0:
			fmt.Fprintf(&src, "kind = \"command\"\ncommands = [\"git push --force origin b%d\", \"prog%d\"]\nfires_on = [\"prog%d\"]\n", i, i, i)
		case 1:
			fmt.Fprintf(&src, "kind = \"path\"\npaths = [\".env%d\", \"secrets%d/**\"]\naccess = [\"read\"]\nfires_on = [\"cat .env%d\"]\n", i, i, i)
		case 2:
			fmt.Fprintf(&src, "kind = \"content\"\npattern = 'word%d'\nfires_on = [{ write = \"a\", text = \"word%d\" }]\n", i, i)
		}
	}
	res := compiler.Compile("rules.toml", []byte(src.String()), compiler.Options{})
	if res.Diagnostics.HasErrors() {
		b.Fatal(res.Diagnostics)
	}
	for _, text := range []string{"git status", "cd app && make -s build 2>&1 | tail -20; git push origin main; cat a.txt > b.txt"} {
		b.Run(fmt.Sprintf("%d bytes", len(text)), func(b *testing.B) {
			j := guard.NewJudge(&res.Program, guard.Disk{}, guard.Folders{Home: "/home/u", Project: "/home/u/project"})
			c := &call.Call{Tool: "Bash", Dir: "/home/u/project", Shells: []call.Shell{{Text: text}}}
			b.ReportAllocs()
			for b.Loop() {
				j.Decide(c, call.ClaudeCode)
			}
		})
	}
}
