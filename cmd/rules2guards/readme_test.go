package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestReadmeShowsRealReplays runs the count and test commands of the README that read the
// recorded sessions, and compares what it shows.
func TestReadmeShowsRealReplays(t *testing.T) {
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(readme), "```console\n$ rules2guards count --rules rules.toml.example ")
	if !ok {
		t.Fatal("README.md shows no count")
	}
	block, _, _ = strings.Cut("$ rules2guards count --rules rules.toml.example "+block, "```")
	for _, part := range strings.Split(block, "$ rules2guards ")[1:] {
		args, want, _ := strings.Cut(part, "\n")
		var stdout, stderr bytes.Buffer
		env := []string{"HOME=/home/nobody"}
		if code := run(append([]string{"rules2guards"}, strings.Fields(args)...), env, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Errorf("%s: exit code %d: %s", args, code, stderr.String())
		}
		if stdout.String() != want {
			t.Errorf("%s prints\n%s\nREADME.md shows\n%s", args, stdout.String(), want)
		}
	}
}

// TestReadmeShowsARealExplanation compares the lines that the README shows of explain.
func TestReadmeShowsARealExplanation(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(readme), "```console\n$ rules2guards explain \"")
	if !ok {
		t.Fatal("README.md shows no explain")
	}
	block, _, _ = strings.Cut(block, "```")
	text, want, _ := strings.Cut(block, "\"\n")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("rules.toml", []byte(`use = ["git"]`), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"rules2guards", "explain", text}, []string{"HOME=/home/nobody"}, strings.NewReader(""), &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	left := stdout.String()
	for line := range strings.Lines(want) {
		line, _, cut := strings.Cut(line, "…")
		if !cut {
			line = "\n" + line
		}
		_, rest, ok := strings.Cut("\n"+left, line)
		if !ok {
			t.Errorf("explain does not print %q after what is shown above; it goes on with\n%s", line, left)
			continue
		}
		left = rest
	}
}
