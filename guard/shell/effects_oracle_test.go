package shell

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"rules2guards.local/guard/call"
)

const oracleFolder = `
printf 'one\ntwo\n' > a; printf 'one\nthree\n' > b.txt; echo '{"x":1}' > f.json
mkdir d empty; echo x > d/x; echo y > d/y; tar cf t.tar a; gzip -c a > t.gz
zip -q t.zip a 2>/dev/null
printf -- '--- a\n+++ a\n@@ -1,2 +1,2 @@\n-one\n+uno\n two\n' > p0.diff
printf 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-one\n+uno\n two\n' > p.diff
printf 'g/one/d\nw\nq\n' > ed.txt; printf 'package main\nfunc main() {  }\n' > g.go; echo 'int x;' > c.c
echo pass > s.py; echo 1 > s.js; echo true > s.sh
git init -q . && git config user.email a@b && git config user.name n && echo t > tracked && git add tracked &&
git commit -qm one && echo u > tracked && git commit -qam two && echo changed > tracked
`

// skipped says which rows can't be run, and why.
func skipped(form string) string {
	switch {
	case strings.Contains(form, "host.example"), strings.Contains(form, "host:"), strings.Contains(form, "r:x"):
		return "needs a host"
	case strings.HasPrefix(form, "psql"), strings.HasPrefix(form, "mount"), strings.HasPrefix(form, "crontab"), strings.HasPrefix(form, "sudo"):
		return "changes the machine or needs a server"
	case strings.HasPrefix(form, "gh "), strings.HasPrefix(form, "aws "), strings.HasPrefix(form, "rclone "), strings.HasPrefix(form, "docker "), strings.HasPrefix(form, "kubectl "):
		return "acts on other machines"
	case strings.HasPrefix(form, "go build"), strings.HasPrefix(form, "gpg "):
		return "slow, or leaves an agent running"
	case form == "patch -p0 < p.diff":
		return "its names begin with a/" // the row shows the redirect
	case form == "git checkout tracked":
		return "a branch as likely as a file"
	case form == "git apply p.diff", form == "patch a p0.diff":
		return "what is in the patch is not in the text"
	case form == "wc a", form == "file a", strings.HasSuffix(form, "sum a"), form == "grep -q one a", form == "rg -l one a":
		return "shows nothing that is in the file"
	case strings.HasPrefix(form, "make -f"):
		return "runs the file"
	}
	return ""
}

// TestEffectOracle runs every row for real and compares the folder before and after, and
// the files opened, with what the row says.
func TestEffectOracle(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("runs programs")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	strace, _ := exec.LookPath("strace")
	if strace != "" && exec.Command(strace, "-f", "--seccomp-bpf", "true").Run() != nil {
		strace = ""
	}
	template := t.TempDir()
	if out, err := sandboxed(bash, "-c", oracleFolder, template).CombinedOutput(); err != nil {
		t.Skipf("no folder to run in: %v: %s", err, out)
	}
	ran, missing := 0, 0
	for _, row := range EffectRows() {
		if skipped(row.Form) != "" {
			continue
		}
		if _, err := exec.LookPath(row.Program); err != nil && row.Program != ":" {
			missing++
			continue
		}
		ran++
		t.Run(row.Form, func(t *testing.T) { runRow(t, row, template, bash, strace) })
	}
	t.Logf("%d rows ran, %d programs are not here, strace %t", ran, missing, strace != "")
}

// sandboxed is a command that starts in dir, with nothing of the user's.
func sandboxed(name string, args ...string) *exec.Cmd {
	dir := args[len(args)-1]
	cmd := exec.Command(name, args[:len(args)-1]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir + "/.home", "LC_ALL=C", "PAGER=cat", "GIT_CONFIG_NOSYSTEM=1", "GNUPGHOME=" + dir + "/.home", "PYTHONDONTWRITEBYTECODE=1"}
	return cmd
}

func runRow(t *testing.T, row EffectRow, template, bash, strace string) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(template)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir+"/.home", 0o700); err != nil {
		t.Fatal(err)
	}
	before := snapshot(dir)
	trace := filepath.Join(t.TempDir(), "trace")
	var cmd *exec.Cmd
	if strace != "" {
		cmd = sandboxed(strace, "-f", "--seccomp-bpf", "-y", "-qq", "-e", "trace=openat,open", "-e", "signal=none", "-o", trace, bash, "-c", row.Form, dir)
	} else {
		cmd = sandboxed(bash, "-c", row.Form, dir)
	}
	cmd.Stdin = strings.NewReader("typed\n")
	done := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	out, err := cmd.CombinedOutput()
	done.Stop()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	after := snapshot(dir)
	var effects []Effect
	script := Read(row.Form, Options{Dir: dir, Home: dir + "/.home"})
	for i := range script.Commands {
		effects = append(effects, Effects(&script.Commands[i])...)
	}
	for p, old := range before {
		if now, ok := after[p]; !ok {
			expect(t, effects, dir, p, call.Delete, "deleted", string(out))
		} else if now != old {
			expect(t, effects, dir, p, call.Write, "changed", string(out))
		}
	}
	for p := range after {
		if _, ok := before[p]; !ok {
			expect(t, effects, dir, p, call.Create, "created", string(out))
		}
	}
	if strace != "" && !strings.HasPrefix(row.Form, "git") {
		for p := range opened(trace, dir) {
			if onlyRun(p) {
				continue
			}
			if _, ok := before[p]; ok {
				expect(t, effects, dir, p, call.Read|call.Write|call.Delete, "read", string(out))
			}
		}
	}
}

// onlyRun reports whether a file is only run: running is no access.
func onlyRun(p string) bool { return strings.HasPrefix(p, "s.") }

// expect fails unless an effect covers what happened to a file.
func expect(t *testing.T, effects []Effect, dir, p string, want call.Access, what, out string) {
	t.Helper()
	for _, e := range effects {
		if e.Access&want == 0 {
			continue
		}
		name := e.Path.Text()
		if !filepath.IsAbs(name) {
			name = filepath.Join(e.Place.Dir, name)
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			continue
		}
		ok, _ := filepath.Match(rel, p)
		if head, tail, any := strings.Cut(rel, "**/"); any && strings.HasPrefix(p, head) {
			parts := strings.Split(p, "/")
			ok, _ = filepath.Match(tail, strings.Join(parts[max(0, len(parts)-1-strings.Count(tail, "/")):], "/"))
		}
		if ok || rel == "." || strings.HasPrefix(p, rel+"/") {
			return
		}
		if top, _, deeper := strings.Cut(p, "/"); deeper && e.Tree {
			if ok, _ := filepath.Match(rel, top); ok {
				return
			}
			if first := strings.SplitN(p, "/", 3); len(first) > 1 {
				if ok, _ := filepath.Match(rel, first[0]+"/"+first[1]); ok {
					return
				}
			}
		}
	}
	t.Errorf("%s %s, and no effect says so\n%s", what, p, out)
}

// snapshot hashes every file of a folder but those of git.
func snapshot(dir string) map[string]string {
	all := map[string]string{}
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		if err != nil || rel == "." {
			return nil
		}
		if rel == ".git" || rel == ".home" || d.Name() == ".git" {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		if info.Mode().IsRegular() {
			b, _ := os.ReadFile(p)
			all[rel] = fmt.Sprintf("%v %x %v", info.Mode(), sha256.Sum256(b), info.ModTime())
		} else {
			all[rel] = info.Mode().String()
		}
		return nil
	})
	return all
}

var openLine = regexp.MustCompile(`open(?:at)?\(.*?"([^"]+)", ([A-Z_|]+).*= (\d+)<([^>]+)>`)

// opened lists the files of dir that were opened for reading.
func opened(trace, dir string) map[string]bool {
	all := map[string]bool{}
	b, _ := os.ReadFile(trace)
	for line := range strings.SplitSeq(string(b), "\n") {
		m := openLine.FindStringSubmatch(line)
		if m == nil || strings.Contains(m[2], "O_WRONLY") || strings.Contains(m[2], "O_DIRECTORY") || strings.Contains(m[2], "O_PATH") {
			continue
		}
		rel, err := filepath.Rel(dir, m[4])
		if err != nil || strings.HasPrefix(rel, "..") || strings.HasPrefix(rel, ".") {
			continue
		}
		if info, err := os.Stat(m[4]); err == nil && info.IsDir() {
			continue
		}
		all[rel] = true
	}
	return all
}
