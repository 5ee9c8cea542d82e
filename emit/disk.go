package emit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxFile is the size of a file above which it is none of ours and not read.
const maxFile = 64 << 20

// maxList is the number of files in the source's folder above which listing gives up.
const maxList = 20000

// Disk reads below Root as Apply would write there: only regular files, and through no
// link that leads out of Root, unless told.
type Disk struct {
	Root           string // absolute
	FollowSymlinks bool
}

// Read is a Reader.
func (d Disk) Read(path string) ([]byte, error) {
	s, err := findSpot(d.Root, path, d.FollowSymlinks)
	if err != nil {
		return nil, err
	}
	defer s.root.Close()
	data, _, err := s.read()
	return data, err
}

// List names the files below dir, links among them, relative to it and with forward
// slashes. A folder that doesn't exist has none.
func (d Disk) List(dir string) ([]string, error) {
	s, err := findSpot(d.Root, dir, d.FollowSymlinks)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.root.Close()
	if _, err := s.root.Stat(s.rel); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	top := filepath.ToSlash(s.rel)
	var names []string
	err = fs.WalkDir(s.root.FS(), top, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if len(names) == maxList {
			return fmt.Errorf("%s holds more than %d files", dir, maxList)
		}
		names = append(names, strings.TrimPrefix(strings.TrimPrefix(path, top), "/"))
		return nil
	})
	return names, err
}

// spot is where a file really stands: a folder that is open, and a path in it that was
// free of links when it was looked up. os.Root sees to it that a link put there later
// leads nowhere outside.
type spot struct {
	root *os.Root
	rel  string
}

// ErrLink says that a path leads through a link to a place outside its root.
var ErrLink = errors.New("a symbolic link leads outside")

// findSpot resolves the links in a path. One that is absolute but stays inside is fine,
// though os.Root alone would refuse it.
func findSpot(root, path string, follow bool) (spot, error) {
	realRoot, err := realPath(root)
	if err != nil {
		return spot{}, err
	}
	real, err := realPath(path)
	if err != nil {
		return spot{}, err
	}
	rel, err := filepath.Rel(realRoot, real)
	if err != nil || !filepath.IsLocal(rel) {
		if !follow {
			return spot{}, fmt.Errorf("%w: %s is really %s, which is not in %s (--follow-symlinks allows it)", ErrLink, path, real, root)
		}
		realRoot, rel = filepath.Dir(real), filepath.Base(real)
	}
	r, err := os.OpenRoot(realRoot)
	if err != nil {
		return spot{}, fmt.Errorf("open folder: %w", err)
	}
	return spot{r, rel}, nil
}

// read returns the content of a regular file, and refuses anything else that is there.
func (s spot) read() ([]byte, fs.FileInfo, error) {
	info, err := s.root.Lstat(s.rel)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is not a regular file (%s)", s.name(), info.Mode().Type())
	}
	f, err := s.root.Open(s.rel)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s is larger than %d MiB", s.name(), maxFile>>20)
	}
	return data, info, err
}

func (s spot) name() string { return filepath.Join(s.root.Name(), s.rel) }

// maxLinks is how many links a path may go through, as in the kernel.
const maxLinks = 40

// realPath resolves every link in an absolute path, also where what it names does not
// exist: a link to nothing is where a write would create a file.
func realPath(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("%q is not an absolute path", path)
	}
	done, rest := split(filepath.Clean(path))
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		next := filepath.Join(done, name) // resolves ".." too: done has no links
		info, err := os.Lstat(next)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", fmt.Errorf("%s: too many links", path)
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(target) {
			done, target = split0(target)
		}
		rest = append(strings.Split(filepath.ToSlash(target), "/"), rest...)
	}
	return done, nil
}

func split(path string) (root string, rest []string) {
	root, tail := split0(path)
	return root, strings.Split(filepath.ToSlash(tail), "/")
}

func split0(path string) (root, tail string) {
	vol := filepath.VolumeName(path)
	return vol + string(filepath.Separator), path[len(vol):]
}
