package guard

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// maxHead is how much of a file of git's own is read, in bytes.
const maxHead = 64 << 10

// Bounds of paths: longer ones no system opens, and more links in a row none follows.
const (
	maxPath   = 32 << 10
	maxDir    = 4 << 10 // of a folder whose repository is looked for
	maxLevels = 128     // of folders above one another
	maxLinks  = 40
)

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
	return fact(commonDir(git, root) != "")
}

// Mainline implements [World].
func (d Disk) Mainline(p string) string {
	project := filepath.ToSlash(d.Project)
	if project == "" {
		return ""
	}
	git, root, f := gitDir(p)
	if f != True {
		return ""
	}
	common := commonDir(git, root)
	if common == "" || !sameFolder(common, project+"/.git") {
		return ""
	}
	return project + strings.TrimPrefix(p, root)
}

// commonDir is the git folder of the repository that a linked worktree belongs to; empty
// when it is none. The repository has to know it: anybody can write a file named .git.
func commonDir(git, root string) string {
	if git == root+"/.git" || path.Base(path.Dir(git)) != "worktrees" {
		return ""
	}
	b, ok := readRegular(git+"/gitdir", maxHead)
	back := filepath.ToSlash(strings.TrimSpace(string(b)))
	if !ok || back == "" {
		return ""
	}
	if !filepath.IsAbs(back) {
		back = path.Join(git, back)
	}
	if !sameFolder(path.Dir(back), root) {
		return ""
	}
	return path.Dir(path.Dir(git))
}

func sameFolder(a, b string) bool {
	return strings.EqualFold(a, b) || strings.EqualFold(realPath(a, 0), realPath(b, 0))
}

// Exists implements [World].
func (d Disk) Exists(p string) Fact {
	if len(p) > maxPath {
		return False
	}
	_, err := os.Lstat(p)
	switch {
	case err == nil:
		return True
	case absent(err):
		return False
	}
	return NotKnown
}

// absent reports that there is nothing, or a file where a folder would have to be.
func absent(err error) bool { return os.IsNotExist(err) || errors.Is(err, syscall.ENOTDIR) }

// Real implements [World].
func (d Disk) Real(p string) string { return realPath(p, 0) }

// realPath resolves the links of the beginning of p that exists, and of a link to what does
// not exist yet.
func realPath(p string, links int) string {
	if len(p) > maxPath || links > maxLinks {
		return p
	}
	head := existing(p)
	rest := p[len(head):]
	if head == "" {
		return p
	}
	if real, err := filepath.EvalSymlinks(head); err == nil {
		if real == head {
			return p
		}
		return path.Join(filepath.ToSlash(real), rest)
	}
	target, err := os.Readlink(head)
	if err != nil {
		return p
	}
	target = filepath.ToSlash(target)
	if !filepath.IsAbs(target) {
		target = path.Join(path.Dir(head), target)
	}
	return realPath(path.Join(target, rest), links+1)
}

// existing is the beginning of p that exists. It is looked for from the root, so that a deep
// folder that is not there costs nothing.
func existing(p string) string {
	end := 0
	for i := 1; i <= len(p); i++ {
		if i < len(p) && p[i] != '/' {
			continue
		}
		if _, err := os.Lstat(p[:i]); err != nil {
			break
		}
		end = i
	}
	return p[:end]
}

// ReadFile implements [World].
func (d Disk) ReadFile(p string) ([]byte, bool) { return readRegular(p, maxContent) }

// gitDir finds the repository that dir lies in: its git folder and the root of the work
// tree.
func gitDir(dir string) (git, root string, f Fact) {
	if len(dir) > maxDir || strings.Count(dir, "/") > maxLevels {
		return "", "", NotKnown
	}
	for d := existing(dir); ; d = path.Dir(d) {
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
		case !absent(err):
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

// Names says which names a folder holds, for the globs of a call.
func (d Disk) Names(dir string) ([]string, bool) {
	f, err := os.OpenFile(dir, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, os.IsNotExist(err)
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.IsDir() {
		return nil, err == nil // a file has no names in it
	}
	names, err := f.Readdirnames(maxNames + 1)
	if err != nil && !errors.Is(err, io.EOF) || len(names) > maxNames {
		return nil, false
	}
	return names, true
}
