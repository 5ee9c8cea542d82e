package session

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"strconv"
	"strings"
)

// Bounds of what is read of a git repository, which may be hostile.
const (
	maxBlob  = 64 << 20
	maxTree  = 16 << 20
	maxFiles = 200000
	maxLevel = 16
)

// GitRef lists the session logs in the tree of a git ref, as Entire keeps them
// (entire/checkpoints/v1). Objects are read by one `git cat-file --batch`, which runs no
// hook, filter or pager and fetches nothing; close ends it.
func GitRef(dir, ref string) (files []File, close func(), err error) {
	if ref == "" || strings.HasPrefix(ref, "-") || strings.ContainsAny(ref, "\n\x00 ") {
		return nil, nil, fmt.Errorf("%q is no name of a ref", ref)
	}
	g := &gitObjects{}
	cmd := exec.Command("git", "--no-replace-objects", "-C", dir, "cat-file", "--batch")
	cmd.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, fmt.Errorf("start git: %w", err)
	}
	g.in, g.out = in, bufio.NewReaderSize(out, 1<<20)
	close = func() {
		in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
	}
	if err := g.walk(ref+"^{tree}", ref+":", 0, &files); err != nil {
		close()
		return nil, nil, fmt.Errorf("read %s: %w", ref, err)
	}
	return files, close, nil
}

// gitObjects speaks to git cat-file. It is used by one goroutine at a time.
type gitObjects struct {
	in  io.Writer
	out *bufio.Reader
}

// get returns an object's type and content; an object that is too large has none.
func (g *gitObjects) get(name string, limit int64) (kind string, data []byte, err error) {
	if _, err := fmt.Fprintln(g.in, name); err != nil {
		return "", nil, err
	}
	head, err := g.out.ReadString('\n')
	if err != nil {
		return "", nil, fmt.Errorf("git: %w", err)
	}
	f := strings.Fields(head)
	if len(f) != 3 {
		return "", nil, errors.New("git has no such object")
	}
	size, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil || size < 0 {
		return "", nil, errors.New("git: no size")
	}
	if size > limit {
		_, err := io.CopyN(io.Discard, g.out, size+1)
		return f[1], nil, errors.Join(fmt.Errorf("an object of %d bytes is too large", size), err)
	}
	data = make([]byte, size+1)
	if _, err := io.ReadFull(g.out, data); err != nil {
		return "", nil, fmt.Errorf("git: %w", err)
	}
	return f[1], data[:size], nil
}

// walk lists the logs in a tree.
func (g *gitObjects) walk(object, prefix string, level int, files *[]File) error {
	kind, tree, err := g.get(object, maxTree)
	if err != nil {
		return err
	}
	if kind != "tree" || level > maxLevel {
		return nil
	}
	width := 20
	for len(tree) > 0 {
		mode, rest, ok := bytes.Cut(tree, []byte{' '})
		name, rest, ok2 := bytes.Cut(rest, []byte{0})
		if !ok || !ok2 || len(rest) < width {
			return errors.New("git: a tree can't be read")
		}
		id := hex.EncodeToString(rest[:width])
		tree = rest[width:]
		at := prefix + string(name)
		switch string(mode) {
		case "40000":
			if err := g.walk(id, at+"/", level+1, files); err != nil {
				return err
			}
		case "100644", "100755":
			if ext := path.Ext(string(name)); ext != ".jsonl" && ext != ".json" || len(*files) >= maxFiles {
				continue
			}
			*files = append(*files, File{Path: at, open: func() (io.Reader, error) {
				_, data, err := g.get(id, maxBlob)
				return bytes.NewReader(data), err
			}})
		}
	}
	return nil
}
