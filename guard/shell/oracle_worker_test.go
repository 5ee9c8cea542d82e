//go:build linux

package shell_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A worker is this test binary again, as the first process of its own user, process, mount and
// network name spaces where the machine allows that. It runs one script after the other and
// says which stub programs ran. Being process 1 it inherits every orphan, so that it knows when
// the last process of a script has ended, and kill(-1) reaches nobody else.

// request is a script for a worker.
type request struct {
	Shell string // bash, zsh
	Text  string
}

// ran is one start of a stub program.
type ran struct {
	Program string
	Args    []string
}

// reply says what a script did.
type reply struct {
	Ran     []ran
	Timeout bool
	Err     string
}

const (
	scriptTimeout = 2 * time.Second
	workerEnv     = "RULES2GUARDS_ORACLE_WORKER"
)

// stubNames are the programs whose starts are logged.
func stubNames() []string { return []string{"npm", "npx", "pnpm", "yarn", "dropdb", "tool-x"} }

// allowedPrograms are what scripts find in their PATH, as far as this machine has them.
func allowedPrograms() []string {
	return strings.Fields(`bash dash sh zsh busybox
		cat cp ln mv rm mkdir touch chmod ls grep egrep sort head tail tr rev cut tee printf echo true false test [ sleep seq wc
		basename dirname which readlink realpath base64 xxd sed awk mawk gawk diff cmp od expr id uname date mktemp pwd tac paste
		xargs find timeout env nice setsid flock script stdbuf ionice watch strace ltrace chroot su taskset chrt nohup
		setpriv runuser unshare nsenter prlimit setarch linux64 choom run-parts start-stop-daemon fakeroot
		git tar gzip make vim ex ed sqlite3 tclsh perl ruby node split m4 dc bc`)
}

// newWorkerDir makes the folder of a worker: bin (links and stubs), work, log.
func newWorkerDir(dir string) error {
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	for _, p := range allowedPrograms() {
		if real, err := exec.LookPath(p); err == nil {
			if err := os.Symlink(real, filepath.Join(bin, p)); err != nil {
				return err
			}
		}
	}
	if p := realPython(); p != "" {
		if err := os.Symlink(p, filepath.Join(bin, "python3")); err != nil {
			return err
		}
	}
	log := filepath.Join(dir, "log")
	for _, s := range stubNames() {
		// One printf is one write, so that records of programs that run at once don't mix.
		text := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\0' \"$#\" %s \"$@\" >>'%s'\n", s, log)
		if err := os.WriteFile(filepath.Join(bin, s), []byte(text), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// realPython skips version managers, whose python3 is a slow script that needs more programs.
func realPython() string {
	for _, p := range []string{"/usr/bin/python3", "/usr/local/bin/python3"} {
		if _, err := os.Stat(p); err == nil {
			return p
		}
	}
	return ""
}

// TestOracleWorker is no test: it is what a worker process runs.
func TestOracleWorker(t *testing.T) {
	dir := os.Getenv(workerEnv)
	if dir == "" {
		t.Skip("started by the oracle only")
	}
	syscall.CloseOnExec(3)
	syscall.CloseOnExec(4)
	in, out := os.NewFile(3, "requests"), os.NewFile(4, "replies")
	dec, enc := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q request
		if err := dec.Decode(&q); err != nil {
			if !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			return
		}
		if err := enc.Encode(runScript(dir, q)); err != nil {
			t.Fatal(err)
		}
	}
}

// runScript runs one script and waits until all that it started has ended.
func runScript(dir string, q request) reply {
	work, log := filepath.Join(dir, "work"), filepath.Join(dir, "log")
	_ = os.RemoveAll(work)
	_ = os.Remove(log)
	if err := os.Mkdir(work, 0o755); err != nil {
		return reply{Err: err.Error()}
	}
	// A login shell takes its PATH from /etc/profile, so it must be set again.
	if err := os.WriteFile(filepath.Join(work, ".bash_profile"), []byte("PATH="+filepath.Join(dir, "bin")+"\n"), 0o644); err != nil {
		return reply{Err: err.Error()}
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return reply{Err: err.Error()}
	}
	defer null.Close()
	fd := null.Fd()
	out, errOut := fd, fd
	if f := os.Getenv("ORACLE_OUTPUT"); f != "" {
		if g, err := os.OpenFile(f, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644); err == nil {
			defer g.Close()
			out, errOut = g.Fd(), g.Fd()
		}
	}
	pid, err := syscall.ForkExec("/bin/sh",
		[]string{"sh", "-c", `ulimit -t 2; ulimit -f 40000; ulimit -c 0; exec "$1" -c "$2"`, "_", q.Shell, q.Text},
		&syscall.ProcAttr{
			Dir:   work,
			Files: []uintptr{fd, out, errOut},
			Sys:   &syscall.SysProcAttr{Setsid: true},
			Env: []string{
				"PATH=" + filepath.Join(dir, "bin"), "HOME=" + work, "PWD=" + work, "TMPDIR=" + work, "LC_ALL=C.UTF-8", "TERM=dumb", "USER=u", "SHELL=/bin/bash",
				"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "GIT_CONFIG_NOSYSTEM=1",
			},
		})
	if err != nil {
		return reply{Err: err.Error()}
	}
	var rep reply
	var late atomic.Bool
	timer := time.AfterFunc(scriptTimeout, func() {
		late.Store(true)
		killScript(pid)
	})
	for {
		var st syscall.WaitStatus
		_, err := syscall.Wait4(-1, &st, 0, nil)
		if errors.Is(err, syscall.ECHILD) {
			break
		}
	}
	timer.Stop()
	b, _ := os.ReadFile(log)
	rep.Timeout = late.Load()
	rep.Ran = parseLog(string(b))
	return rep
}

// killScript ends all that a script started.
func killScript(pid int) {
	if os.Getpid() == 1 {
		_ = syscall.Kill(-1, syscall.SIGKILL)
		return
	}
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	for _, p := range children() {
		_ = syscall.Kill(p, syscall.SIGKILL)
	}
}

// children are the processes below this one, orphans included: it is their subreaper.
func children() []int {
	var pids []int
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	for _, t := range tasks {
		b, _ := os.ReadFile(t)
		for _, f := range strings.Fields(string(b)) {
			if n, err := strconv.Atoi(f); err == nil {
				pids = append(pids, n)
			}
		}
	}
	return pids
}

func parseLog(s string) []ran {
	var all []ran
	f := strings.Split(s, "\x00")
	for len(f) >= 2 {
		n, err := strconv.Atoi(f[0])
		if err != nil || len(f) < n+2 {
			return append(all, ran{Program: "(broken log)"})
		}
		all = append(all, ran{f[1], f[2 : n+2]})
		f = f[n+2:]
	}
	return all
}

// worker is the parent's side of a worker process.
type worker struct {
	dir string
	cmd *exec.Cmd
	enc *json.Encoder
	dec *json.Decoder
	in  *os.File
}

func startWorker(dir string) (*worker, error) {
	if err := newWorkerDir(dir); err != nil {
		return nil, err
	}
	w, err := spawnWorker(dir, true)
	if err != nil {
		w, err = spawnWorker(dir, false)
	}
	return w, err
}

func spawnWorker(dir string, isolate bool) (*worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	reqR, reqW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	repR, repW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-test.run=^TestOracleWorker$", "-test.timeout=0")
	cmd.Env = append(os.Environ(), workerEnv+"="+dir)
	cmd.ExtraFiles = []*os.File{reqR, repW}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if isolate {
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWNS
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	reqR.Close()
	repW.Close()
	w := &worker{dir: dir, cmd: cmd, enc: json.NewEncoder(reqW), dec: json.NewDecoder(repR), in: reqW}
	// A first script shows that the name spaces work at all.
	rep, err := w.run(request{"bash", "npm probe"})
	if err != nil || len(rep.Ran) != 1 {
		w.stop()
		return nil, fmt.Errorf("worker doesn't work: %v %+v", err, rep)
	}
	return w, nil
}

func (w *worker) run(q request) (reply, error) {
	var rep reply
	if err := w.enc.Encode(q); err != nil {
		return rep, err
	}
	err := w.dec.Decode(&rep)
	if err == nil && rep.Err != "" {
		err = errors.New(rep.Err)
	}
	return rep, err
}

func (w *worker) stop() {
	w.in.Close()
	_ = w.cmd.Wait()
}

// workers is a set of workers that several goroutines share.
type workers struct {
	free chan *worker
	all  []*worker
}

// newWorkers starts n workers in a folder that goes when the test ends.
func newWorkers(t testing.TB, n int) *workers {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash on this machine")
	}
	base, err := os.MkdirTemp(shmDir(), "oracle")
	if err != nil {
		t.Fatal(err)
	}
	ws := &workers{free: make(chan *worker, n)}
	t.Cleanup(func() {
		for _, w := range ws.all {
			w.stop()
		}
		_ = os.RemoveAll(base)
	})
	for i := range n {
		w, err := startWorker(filepath.Join(base, strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		ws.all = append(ws.all, w)
		ws.free <- w
	}
	return ws
}

// shmDir is a folder in memory, if there is one where programs may run.
func shmDir() string {
	var st syscall.Statfs_t
	const noexec = 0x8
	if err := syscall.Statfs("/dev/shm", &st); err == nil && st.Flags&noexec == 0 {
		return "/dev/shm"
	}
	return ""
}

// run runs a script in the next free worker; dir is where the script ran, of which bin stands beside.
func (ws *workers) run(sh, text string) (rep reply, err error) {
	w := <-ws.free
	defer func() { ws.free <- w }()
	return w.run(request{sh, strings.ReplaceAll(text, binMark, filepath.Join(w.dir, "bin"))})
}

// binMark stands in a generated script for the folder of the stub programs, which differs by worker.
const binMark = "/opt/oracle/bin"

// each calls f for 0 to n-1 from as many goroutines as there are workers.
func (ws *workers) each(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range ws.all {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
