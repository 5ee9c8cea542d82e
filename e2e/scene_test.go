//go:build e2e && unix

package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// scene is a home and a project of a test's own, with stub programs that leave a trace
// when they run.
type scene struct {
	t       *testing.T
	root    string // holds everything below; short, since harnesses put sockets into it
	home    string
	project string
	bin     string // first on PATH
	trace   string // one line for each run of a stub: its name and arguments
}

// stubs are the programs that the scripted model runs. Nothing else starts them, so a
// trace is the model's doing.
var stubs = []string{"deployctl", "migrate", "lintall"}

// newScene makes a project of that name, a git repository.
func newScene(t *testing.T, project string) *scene {
	t.Helper()
	root, err := os.MkdirTemp("", "r2g-e2e-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("kept %s", root)
			return
		}
		os.RemoveAll(root)
	})
	// Where the temporary folder is a link (macOS), programs show the real name.
	if root, err = filepath.EvalSymlinks(root); err != nil {
		t.Fatal(err)
	}
	s := &scene{
		t: t, root: root,
		home:    filepath.Join(root, "home"),
		project: filepath.Join(root, "work", project),
		bin:     filepath.Join(root, "bin"),
		trace:   filepath.Join(root, "trace"),
	}
	for _, dir := range []string{s.home, s.project, s.bin, filepath.Join(root, "tmp")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range stubs {
		s.stub(name)
	}
	s.must(s.project, nil, "git", "init", "-q", "-b", "main")
	return s
}

// stub puts a program on the scene's PATH that only leaves its trace.
func (s *scene) stub(name string) {
	s.t.Helper()
	text := "#!/bin/sh\necho " + name + ` "$@" >> '` + s.trace + "'\necho " + name + " ran\n"
	if err := os.WriteFile(filepath.Join(s.bin, name), []byte(text), 0o755); err != nil {
		s.t.Fatal(err)
	}
}

// ran says whether a line of the trace begins with that text.
func (s *scene) ran(line string) bool {
	s.t.Helper()
	data, err := os.ReadFile(s.trace)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.t.Fatal(err)
	}
	return slices.ContainsFunc(strings.Split(string(data), "\n"), func(l string) bool {
		return l == line || strings.HasPrefix(l, line+" ")
	})
}

// write puts a file into the project; read returns one, "" when there is none.
func (s *scene) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.project, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) read(name string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.project, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.t.Fatal(err)
	}
	return string(data)
}

// files lists everything in the project but git's own folder, folders with a slash.
func (s *scene) files() []string {
	s.t.Helper()
	var all []string
	err := filepath.WalkDir(s.project, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(s.project, path)
		if err != nil {
			return err
		}
		if rel == ".git" {
			return filepath.SkipDir
		}
		if d.IsDir() {
			rel += "/"
		}
		all = append(all, rel)
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// env is all that a harness gets to see of the environment, plus what is given.
func (s *scene) env(more ...string) []string {
	return append([]string{
		"PATH=" + s.bin + ":/usr/local/bin:/usr/bin:/bin",
		"HOME=" + s.home,
		"TMPDIR=" + filepath.Join(s.root, "tmp"),
		"LANG=C.UTF-8",
		"TERM=dumb",
	}, more...)
}

// output is what became of a program that ran to its end.
type output struct {
	stdout, stderr string
	code           int
}

// run runs a program without standard input, for at most two minutes: a session takes
// seconds, but machines are shared. Programs that it leaves behind are ended with it.
func (s *scene) run(dir string, env []string, name string, args ...string) output {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || ctx.Err() != nil) {
		s.t.Fatalf("%s %q: %v, %v\n%s%s", name, args, err, ctx.Err(), stdout.String(), stderr.String())
	}
	return output{stdout: stdout.String(), stderr: stderr.String(), code: cmd.ProcessState.ExitCode()}
}

// must is run for a program that has to succeed.
func (s *scene) must(dir string, env []string, name string, args ...string) output {
	s.t.Helper()
	if env == nil {
		env = s.env()
	}
	out := s.run(dir, env, name, args...)
	if out.code != 0 {
		s.t.Fatalf("%s %q: exit code %d\n%s%s", name, args, out.code, out.stdout, out.stderr)
	}
	return out
}
