package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/golden"
)

// TestGolden runs generate in a scratch project for every folder of golden/: its rule
// files (full has none: it takes rules.toml.example), then what lies in before/, then each line of args (default: one generate). What
// the project and the streams hold afterwards stands in want/. Only the case "full" keeps
// the copied runtime.
func TestGolden(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" {
			t.Run(e.Name(), func(t *testing.T) { goldenCase(t, filepath.Join(root, e.Name())) })
		}
	}
}

func goldenCase(t *testing.T, dir string) {
	scratch, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project := filepath.Join(scratch, "home"), filepath.Join(scratch, "home", "project")
	for _, d := range []string{filepath.Join(project, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	copyTree(t, filepath.Join(dir, "before"), project)
	commands := []string{"generate --scope project --harness claude-code --no-build"}
	if b, err := os.ReadFile(filepath.Join(dir, "args")); err == nil {
		commands = strings.Split(strings.TrimSpace(string(b)), "\n")
	}
	t.Chdir(project)
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	scrub := func(b []byte) []byte {
		return bytes.ReplaceAll(hashes(b), []byte(filepath.ToSlash(scratch)), []byte("/SCRATCH"))
	}
	var stdout, stderr bytes.Buffer
	for i, line := range commands {
		name := "rules.toml"
		if i > 0 {
			if next := filepath.Join(dir, "rules2.toml"); fileExists(next) {
				name = "rules2.toml"
			}
		}
		path := filepath.Join(dir, name)
		if !fileExists(path) { // full: the example
			path = filepath.Join(dir, "..", "..", "rules.toml.example")
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("rules.toml", b, 0o644); err != nil {
			t.Fatal(err)
		}
		code := run(append([]string{"rules2guards"}, strings.Fields(line)...), env, strings.NewReader(""), &stdout, &stderr)
		if code != 0 {
			stdout.WriteString("exit code " + string(rune('0'+code)) + "\n")
		}
	}
	got := map[string][]byte{"stdout": scrub(stdout.Bytes()), "stderr": scrub(stderr.Bytes())}
	full := filepath.Base(dir) == "full"
	err = filepath.WalkDir(project, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(project, p)
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && rel == ".git":
			return fs.SkipDir
		case d.IsDir() && rel == ".rules2guards/guard" && !full:
			return fs.SkipDir
		case d.IsDir() || rel == "rules.toml":
			return nil
		case !full && strings.HasPrefix(rel, ".rules2guards/") && rel != ".rules2guards/rules.go" && rel != ".rules2guards/index.go" && rel != ".rules2guards/go.mod":
			return nil
		}
		b, err := os.ReadFile(p)
		// A dot in front would hide the folder from people, and a go.mod of its own keeps
		// the generated module out of this one.
		got[strings.TrimPrefix(rel, ".")] = scrub(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	golden.Folder(t, filepath.Join(dir, "want"), got)
}

// hashes replaces the hash in a project's folder name, which depends on the scratch path.
func hashes(b []byte) []byte {
	const before = "/rules2guards/project-"
	var out []byte
	for {
		i := bytes.Index(b, []byte(before))
		if i < 0 || len(b) < i+len(before)+12 {
			return append(out, b...)
		}
		out = append(append(out, b[:i+len(before)]...), "HASH"...)
		b = b[i+len(before)+12:]
	}
}

func fileExists(p string) bool {
	_, err := os.Stat(p)
	return err == nil
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if !fileExists(from) {
		return
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
