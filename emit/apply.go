package emit

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ApplyOptions of Apply. The zero value follows no link out of a change's root.
type ApplyOptions struct {
	FollowSymlinks bool
	// Prune lists folders that were made for the files of the plan: those that are empty
	// in the end are removed.
	Prune []string

	testOnlyWrite        func(f *os.File, data []byte) error // in place of f.Write
	testOnlyBeforeCommit func()                              // after everything is staged
}

// Applied is what Apply did, by absolute path.
type Applied struct {
	Written []string
	Deleted []string
	Folders []string // folders that had to be made, outermost first
}

// ErrChanged says that a file is not what the plan was made from.
var ErrChanged = errors.New("changed by someone else meanwhile")

// Apply carries out a plan. It writes everything beside its destination first, so that a
// full disk or a read-only folder is found before anything has changed, and then renames.
// Each file is either as it was or as the plan wants it, at any moment.
func Apply(p Plan, o ApplyOptions) (Applied, error) {
	w := writer{o: o}
	defer w.close()
	w.sweep(p)
	for _, c := range p {
		if err := w.stage(c); err != nil {
			return w.undone(fmt.Errorf("%s %s: %w", c.Kind, c.Path, err))
		}
	}
	if o.testOnlyBeforeCommit != nil {
		o.testOnlyBeforeCommit()
	}
	for i := range w.steps {
		if err := w.commit(&w.steps[i]); err != nil {
			c := w.steps[i].change
			return w.undone(fmt.Errorf("%s %s: %w", c.Kind, c.Path, err))
		}
	}
	prune(o.Prune)
	return w.done, nil
}

// Try finds out whether Apply could carry out a change: it writes beside the destination what
// Apply would, and takes it away again.
func Try(c Change, o ApplyOptions) error {
	w := writer{o: o}
	_, err := w.undone(w.stage(c))
	return err
}

// writer holds what is between the two halves of Apply.
type writer struct {
	o     ApplyOptions
	steps []step
	made  []string
	done  Applied
}

// step is one change that is ready to be committed.
type step struct {
	change Change
	at     spot
	temp   string // "" for a deletion, and when nothing has to be written
}

func (w *writer) close() {
	for _, s := range w.steps {
		if s.temp != "" {
			_ = s.at.root.Remove(s.temp)
		}
		_ = s.at.root.Close()
	}
}

// undone reports an error after removing the folders that were made for nothing.
func (w *writer) undone(err error) (Applied, error) {
	w.close()
	w.steps = nil
	prune(w.made)
	return w.done, err
}

// stage compares a change with the disk, and writes what has to be written beside its
// destination.
func (w *writer) stage(c Change) error {
	if c.Kind == Same && !c.SetMode {
		return nil
	}
	if c.Kind == Create {
		if err := w.makeRoot(c.Root); err != nil {
			return err
		}
	}
	at, err := findSpot(c.Root, c.Path, w.o.FollowSymlinks)
	if c.Kind == Delete && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	w.steps = append(w.steps, step{change: c, at: at})
	s := &w.steps[len(w.steps)-1]
	info, done, err := s.compare()
	if err != nil || done || c.Kind == Delete {
		return err
	}
	if err := w.makeParents(at); err != nil {
		return err
	}
	return w.writeTemp(s, info)
}

// compare reads what is there. done: it is what is wanted, so that the step only has to
// see to the mode, or has nothing to do.
func (s *step) compare() (info fs.FileInfo, done bool, err error) {
	now, info, err := s.at.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if s.change.Kind == Delete {
			return nil, true, nil
		}
		if s.change.Old != nil {
			return nil, false, fmt.Errorf("%w: it is gone", ErrChanged)
		}
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case s.change.Kind != Delete && bytes.Equal(now, s.change.Data):
		return info, true, nil
	case s.change.Old == nil || !bytes.Equal(now, s.change.Old):
		return info, false, ErrChanged
	case info.Mode().Perm()&0o200 == 0:
		return info, false, fmt.Errorf("the file is read-only (%s)", info.Mode().Perm())
	}
	return info, false, nil
}

// writeTemp writes the new content beside the file. info is that of the old file.
func (w *writer) writeTemp(s *step, info fs.FileInfo) error {
	mode := cmp.Or(s.change.Mode.Perm(), 0o644)
	exact := s.change.SetMode
	if info != nil && !exact {
		mode, exact = info.Mode().Perm(), true
	}
	var random [4]byte
	rand.Read(random[:])
	temp := filepath.Join(filepath.Dir(s.at.rel), tempName(filepath.Base(s.at.rel), os.Getpid(), hex.EncodeToString(random[:])))
	create := mode
	if exact {
		create = 0o600 // nobody else reads it before it has the right mode
	}
	f, err := s.at.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, create)
	if err != nil {
		return err
	}
	s.temp = temp
	write := w.o.testOnlyWrite
	if write == nil {
		write = func(f *os.File, data []byte) error { _, err := f.Write(data); return err }
	}
	err = write(f, s.change.Data)
	if err == nil && exact {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// commit puts a staged change into effect, unless the file has changed since it was staged.
func (w *writer) commit(s *step) error {
	info, done, err := s.compare()
	if err != nil {
		return err
	}
	c := s.change
	switch {
	case c.Kind == Delete && done:
		return nil
	case c.Kind == Delete:
		if err := s.at.root.Remove(s.at.rel); err != nil {
			return err
		}
		w.done.Deleted = append(w.done.Deleted, c.Path)
		return nil
	case done:
		if c.SetMode && info.Mode().Perm() != c.Mode.Perm() && runtime.GOOS != "windows" {
			w.done.Written = append(w.done.Written, c.Path)
			return s.at.root.Chmod(s.at.rel, c.Mode.Perm())
		}
		return nil
	case s.temp == "":
		return ErrChanged // what was wanted was there when it was staged
	}
	if err := rename(s.at.root, s.temp, s.at.rel); err != nil {
		return err
	}
	s.temp = ""
	w.done.Written = append(w.done.Written, c.Path)
	for _, dir := range w.made {
		if within(dir, s.at.name()) && !slices.Contains(w.done.Folders, dir) {
			w.done.Folders = append(w.done.Folders, dir)
		}
	}
	return nil
}

// rename retries for a moment on Windows, where a scanner may have the file open.
func rename(r *os.Root, from, to string) error {
	err := r.Rename(from, to)
	for try := 0; err != nil && runtime.GOOS == "windows" && try < 10; try++ {
		time.Sleep(50 * time.Millisecond)
		err = r.Rename(from, to)
	}
	return err
}

// makeRoot makes the root of a change, which the plan's maker vouches for.
func (w *writer) makeRoot(dir string) error {
	dir, err := realPath(dir)
	if err != nil {
		return err
	}
	var missing []string
	for d := dir; d != filepath.Dir(d); d = filepath.Dir(d) {
		if _, err := os.Stat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, d)
	}
	for _, d := range slices.Backward(missing) {
		if err := os.Mkdir(d, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		w.made = append(w.made, d)
	}
	return nil
}

// makeParents makes the folders that a file needs, through its root.
func (w *writer) makeParents(at spot) error {
	var missing []string
	for d := filepath.Dir(at.rel); d != "."; d = filepath.Dir(d) {
		if _, err := at.root.Stat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, d)
	}
	for _, d := range slices.Backward(missing) {
		if err := at.root.Mkdir(d, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		w.made = append(w.made, filepath.Join(at.root.Name(), d))
	}
	return nil
}

// prune removes those of the folders that are empty, innermost first.
func prune(folders []string) {
	folders = slices.Clone(folders)
	slices.SortFunc(folders, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, dir := range folders {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() {
			_ = os.Remove(dir) // fails when something is in it, and that is right
		}
	}
}

func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// Temporary files are named so that a later run knows those of a run that was killed.

func tempName(base string, pid int, random string) string {
	return fmt.Sprintf(".%s.rules2guards-%d-%s.tmp", base, pid, random)
}

// isTemp reports whether name is one of tempName's.
func isTemp(name string) bool { return tempOwner(name) != 0 }

func tempOwner(name string) int {
	s, ok := strings.CutSuffix(name, ".tmp")
	i := strings.LastIndex(s, ".rules2guards-")
	if !ok || i < 1 || s[0] != '.' {
		return 0
	}
	owner, random, _ := strings.Cut(s[i+len(".rules2guards-"):], "-")
	pid, err := strconv.Atoi(owner)
	if _, bad := hex.DecodeString(random); err != nil || bad != nil || len(random) != 8 || pid < 1 {
		return 0
	}
	return pid
}

// sweep removes temporary files of runs that are over from the folders of the plan.
func (w *writer) sweep(p Plan) {
	var seen []string
	for _, c := range p {
		dir := filepath.Dir(c.Path)
		if slices.Contains(seen, dir) {
			continue
		}
		seen = append(seen, dir)
		at, err := findSpot(c.Root, c.Path, w.o.FollowSymlinks)
		if err != nil {
			continue
		}
		folder := filepath.ToSlash(filepath.Dir(at.rel))
		entries, _ := fs.ReadDir(at.root.FS(), folder)
		for _, e := range entries {
			if pid := tempOwner(e.Name()); pid != 0 && e.Type().IsRegular() && !alive(pid) {
				_ = at.root.Remove(filepath.Join(filepath.FromSlash(folder), e.Name()))
			}
		}
		_ = at.root.Close()
	}
}

// alive reports whether another process of that number runs: its temporary files are its.
func alive(pid int) bool {
	if pid == os.Getpid() {
		return false
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if runtime.GOOS == "windows" {
		return true // it doesn't find those that are gone
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, fs.ErrPermission)
}
