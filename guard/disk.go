package guard

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxHead is how much of a file of git's own is read, in bytes.
const maxHead = 64 << 10

// Disk is the machine that the guard runs on. It opens only regular files and never waits
// for one: a FIFO or device in place of .git/HEAD is as good as absent.
type Disk struct {
	// Project is the folder whose linked worktrees count as the project.
	Project string
}

// Branch implements [World].
func (d Disk) Branch(dir string) (string, Fact) {
	git, _, f := gitDir(dir)
	if f != True {
		return "", f
	}
	head, ok := readRegular(git+"/HEAD", maxHead)
	if !ok {
		return "", NotKnown
	}
	ref, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/")
	switch {
	case !ok:
		return "", False // detached
	case ref == ".invalid": // reftable: HEAD doesn't say
		return "", NotKnown
	}
	return ref, True
}

// Worktree implements [World].
func (d Disk) Worktree(dir string) Fact {
	git, root, f := gitDir(dir)
	if f != True {
		return f
	}
	return fact(git != root+"/.git" && path.Base(path.Dir(git)) == "worktrees")
}

// Mainline implements [World].
func (d Disk) Mainline(p string) string {
	project := filepath.ToSlash(d.Project)
	if project == "" || within(p, project) && !strings.Contains(p, "/worktrees/") {
		return ""
	}
	git, root, f := gitDir(path.Dir(p))
	if f != True || git == root+"/.git" {
		return ""
	}
	common, name := path.Split(path.Dir(git))
	if name != "worktrees" || !strings.EqualFold(strings.TrimRight(common, "/"), project+"/.git") {
		return ""
	}
	return project + strings.TrimPrefix(p, root)
}

// Exists implements [World].
func (d Disk) Exists(p string) Fact {
	_, err := os.Lstat(p)
	switch {
	case err == nil:
		return True
	case os.IsNotExist(err):
		return False
	}
	return NotKnown
}

// Real implements [World].
func (d Disk) Real(p string) string {
	rest := ""
	for q := p; ; q = path.Dir(q) {
		if real, err := filepath.EvalSymlinks(q); err == nil {
			if real == q {
				return p
			}
			return path.Join(filepath.ToSlash(real), rest)
		}
		if target, err := os.Readlink(q); err == nil { // a link to what does not exist yet
			if !filepath.IsAbs(target) {
				target = path.Join(path.Dir(q), filepath.ToSlash(target))
			}
			return path.Join(filepath.ToSlash(target), rest)
		}
		if path.Dir(q) == q {
			return p
		}
		rest = path.Join(path.Base(q), rest)
	}
}

// ReadFile implements [World].
func (d Disk) ReadFile(p string) ([]byte, bool) { return readRegular(p, maxContent) }

// gitDir finds the repository that dir lies in: its git folder and the root of the work
// tree.
func gitDir(dir string) (git, root string, f Fact) {
	for d := dir; ; d = path.Dir(d) {
		st, err := os.Stat(d + "/.git")
		switch {
		case err == nil && st.IsDir():
			return d + "/.git", d, True
		case err == nil:
			b, ok := readRegular(d+"/.git", maxHead)
			to, found := strings.CutPrefix(strings.TrimSpace(string(b)), "gitdir: ")
			if !ok || !found {
				return "", "", NotKnown
			}
			to = filepath.ToSlash(to)
			if !filepath.IsAbs(to) {
				to = path.Join(d, to)
			}
			return path.Clean(to), d, True
		case !os.IsNotExist(err):
			return "", "", NotKnown
		}
		if up := path.Dir(d); up == d || d == "" || d == "." {
			return "", "", False
		}
	}
}

// readRegular reads a regular file of at most max bytes without waiting for anything.
func readRegular(p string, max int64) ([]byte, bool) {
	f, err := os.OpenFile(p, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() || st.Size() > max {
		return nil, false
	}
	b, err := io.ReadAll(io.LimitReader(f, max+1))
	return b, err == nil && int64(len(b)) <= max
}
