//go:build e2e && unix

package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rules2guards.local/e2e/fakemodel"
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
	model   *fakemodel.Server
	before  string // what stood in a subject's settings file before there was a guard
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
		if t.Failed() || os.Getenv("R2G_E2E_KEEP") != "" {
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
	// Some harnesses run commands in a login shell, whose PATH the system sets anew.
	s.homeFile(".profile", "PATH='"+s.bin+"':$PATH\n")
	s.must(s.project, nil, "git", "init", "-q", "-b", "main")
	s.model = fakemodel.Start()
	t.Cleanup(func() {
		s.endLeftovers()
		s.model.Close()
		if t.Failed() || os.Getenv("R2G_E2E_KEEP") != "" {
			s.keepRequests()
		}
	})
	return s
}

// keepRequests writes what the harness told the model into the scene's folder, which stays
// after a failure.
func (s *scene) keepRequests() {
	dir := filepath.Join(s.root, "requests")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		s.t.Log(err)
	}
	for i, r := range s.model.Requests() {
		name := fmt.Sprintf("%03d%s.json", i, strings.ReplaceAll(r.Path, "/", "_"))
		if err := os.WriteFile(filepath.Join(dir, name), r.Body, 0o644); err != nil {
			s.t.Log(err)
		}
	}
}

// endLeftovers ends what a harness left running in the background, one process after the
// other: it is known by the scene's home in its environment, which only Linux shows.
func (s *scene) endLeftovers() {
	found, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		return
	}
	for _, name := range found {
		data, err := os.ReadFile(name)
		if err != nil || !slices.Contains(strings.Split(string(data), "\x00"), "HOME="+s.home) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by itself
		}
	}
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
	s.writeFile(filepath.Join(s.project, filepath.FromSlash(name)), text)
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
		"PATH=" + s.bin + ":/usr/local/bin:/usr/bin:/bin" + nodeFolder(),
		"HOME=" + s.home,
		"TMPDIR=" + filepath.Join(s.root, "tmp"),
		"LANG=C.UTF-8",
		"TERM=dumb",
		// Nothing but loopback is to be reached: not for updates, not for telemetry.
		"HTTP_PROXY=" + nowhere, "HTTPS_PROXY=" + nowhere, "http_proxy=" + nowhere, "https_proxy=" + nowhere,
		"NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost",
	}, more...)
}

// nowhere is a proxy that is not there.
const nowhere = "http://127.0.0.1:9"

// nodeFolder is the folder of node as a part of PATH: some programs start by their first
// line's "env node".
func nodeFolder() string {
	path, err := exec.LookPath("node")
	if err != nil {
		return ""
	}
	return ":" + filepath.Dir(path)
}

// output is what became of a program that ran to its end.
type output struct {
	stdout, stderr string
	code           int
}

// run runs a program without standard input, for at most six minutes: a session takes
// seconds, but machines are shared. Programs that it leaves behind are ended with it.
func (s *scene) run(dir string, env []string, name string, args ...string) output {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	// Files and not pipes: what a program leaves running would keep a pipe open.
	stdout, stderr := s.temp("stdout"), s.temp("stderr")
	defer stdout.Close()
	defer stderr.Close()
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := cmd.Run()
	out := output{stdout: s.text(stdout), stderr: s.text(stderr)}
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || ctx.Err() != nil) {
		s.t.Fatalf("%s %q: %v, %v\n%s%s", name, args, err, ctx.Err(), out.stdout, out.stderr)
	}
	out.code = cmd.ProcessState.ExitCode()
	return out
}

func (s *scene) temp(name string) *os.File {
	s.t.Helper()
	f, err := os.CreateTemp(s.root, name+"-*")
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

func (s *scene) text(f *os.File) string {
	s.t.Helper()
	data, err := os.ReadFile(f.Name())
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
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
