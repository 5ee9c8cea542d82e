package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	rules2guards "rules2guards.local"
	"rules2guards.local/guard"
	"rules2guards.local/templates"
)

// SourceFolder is the name of the folder that holds a guard's source.
const SourceFolder = ".rules2guards"

// Source is all that the source of a guard depends on.
type Source struct {
	Dir     string // absolute folder of the source
	Root    string // absolute folder that a link must not lead out of
	Program guard.Program
	Held    int    // how many of the last rules rules.toml no longer has
	Lock    Lock   // what stands in Dir; the zero value: no lock
	Read    Reader // reads files below Dir
	// List names the files below Dir, relative to it and with forward slashes.
	List func(dir string) ([]string, error)
}

// SourcePlan is what becomes of the folder of a guard's source.
type SourcePlan struct {
	Plan Plan
	// Refused are files that would be replaced or deleted but are not as rules2guards
	// wrote them. With any of these the plan must not be carried out.
	Refused []string
	// Strangers are files that the plan does not name: a build leaves them out, and people
	// should know of them.
	Strangers []string
	// Folders are those that are removed with the files in them, when nothing else is there.
	Folders []string

	dir string
}

// Files returns the files of the plan by path relative to the source's folder: what a build
// compiles.
func (p SourcePlan) Files() map[string][]byte {
	files := map[string][]byte{}
	for _, c := range p.Plan {
		if rel, err := filepath.Rel(p.dir, c.Path); err == nil && c.Kind != Delete {
			files[filepath.ToSlash(rel)] = c.Data
		}
	}
	return files
}

// Digest names all that the plan wants to stand in the source's folder.
func (p SourcePlan) Digest() string {
	files := p.Files()
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%q %s\n", name, Digest(files[name]))
	}
	return Digest(b.Bytes())
}

// Files returns every file of a guard's source but the lock, by path relative to its
// folder with forward slashes. What it returns depends on nothing but its arguments.
func Files(p guard.Program, held int) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(rules2guards.GuardSource, "guard", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files[name], err = rules2guards.GuardSource.ReadFile(name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("copy the runtime: %w", err)
	}
	for _, t := range []struct{ template, name string }{
		{"main.go.txt", "main.go"},
		{"go.mod.txt", "go.mod"},
		{"go.sum.txt", "go.sum"},
		{"gitignore.txt", ".gitignore"},
		{"gitattributes.txt", ".gitattributes"},
	} {
		if files[t.name], err = templates.Guard.ReadFile("guard/" + t.template); err != nil {
			return nil, fmt.Errorf("template of %s: %w", t.name, err)
		}
	}
	if files["rules.go"], err = Rules(p.Rules, held); err != nil {
		return nil, err
	}
	if files["index.go"], err = Index(p.Index, p.Settings); err != nil {
		return nil, err
	}
	return files, nil
}

// NewSource plans the folder of a guard's source.
func NewSource(s Source) (SourcePlan, error) {
	out := SourcePlan{dir: s.Dir}
	files, err := Files(s.Program, s.Held)
	if err != nil {
		return out, err
	}
	lock := Lock{Rules: s.Program.Rules, Settings: s.Program.Settings, Files: map[string]string{}}
	for name, data := range files {
		lock.Files[name] = Digest(data)
	}
	locked, err := lock.Bytes()
	if err != nil {
		return out, err
	}
	for _, name := range order(files) {
		if err := out.Plan.Put(s.Read, s.Root, s.path(name), files[name], 0o644); err != nil {
			return out, err
		}
		if c := out.Plan[len(out.Plan)-1]; c.Kind == Update && !s.ours(name, c.Old) {
			out.Refused = append(out.Refused, c.Path)
		}
	}
	if err := out.Plan.Put(s.Read, s.Root, s.path(LockName), locked, 0o644); err != nil {
		return out, err
	}
	if c := out.Plan[len(out.Plan)-1]; c.Kind == Update && !marked(c.Old, "# ") {
		out.Refused = append(out.Refused, c.Path)
	}
	return out, s.leftovers(&out, files)
}

// leftovers plans the deletion of files of an earlier runtime, and finds strangers.
func (s Source) leftovers(out *SourcePlan, files map[string][]byte) error {
	there, err := s.List(s.Dir)
	if err != nil {
		return fmt.Errorf("list %s: %w", s.Dir, err)
	}
	for _, name := range there {
		if _, ok := files[name]; ok || name == LockName || isBuilt(name) || isTemp(path.Base(name)) {
			continue
		}
		if _, ok := s.Lock.Files[name]; ok {
			old, err := s.Read(s.path(name))
			if err == nil && s.ours(name, old) {
				s.drop(out, name, old)
				continue
			}
		}
		out.Strangers = append(out.Strangers, s.path(name))
	}
	return nil
}

// RemoveSource plans that a guard's source goes: every file that is as it was generated,
// and what was built beside it. Refused are those that are not; they stay.
func RemoveSource(s Source) (SourcePlan, error) {
	out := SourcePlan{dir: s.Dir}
	there, err := s.List(s.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return out, fmt.Errorf("list %s: %w", s.Dir, err)
	}
	for _, name := range there {
		_, locked := s.Lock.Files[name]
		if isTemp(path.Base(name)) || !locked && name != LockName && !isBuilt(name) {
			if !isTemp(path.Base(name)) {
				out.Strangers = append(out.Strangers, s.path(name))
			}
			continue
		}
		old, err := readOld(s.Read, s.path(name))
		if err != nil {
			return out, err
		}
		if locked && !s.ours(name, old) || name == LockName && !marked(old, "# ") {
			out.Refused = append(out.Refused, s.path(name))
			continue
		}
		s.drop(&out, name, old)
	}
	return out, nil
}

// drop plans a deletion, and that of the folders that it may leave empty.
func (s Source) drop(out *SourcePlan, name string, old []byte) {
	c := Change{Path: s.path(name), Root: s.Root, Old: nonNil(old), Kind: Delete}
	out.Plan = append(out.Plan, c)
	for d := filepath.Dir(c.Path); within(s.Dir, d) && !slices.Contains(out.Folders, d); d = filepath.Dir(d) {
		out.Folders = append(out.Folders, d)
	}
}

func (s Source) path(name string) string { return filepath.Join(s.Dir, filepath.FromSlash(name)) }

// ours reports whether a file is as rules2guards wrote it: its digest stands in the lock,
// and it says so itself where it is Go source that isn't copied.
func (s Source) ours(name string, data []byte) bool {
	if s.Lock.Files[name] != Digest(data) {
		return false
	}
	return strings.Contains(name, "/") || !strings.HasSuffix(name, ".go") || marked(data, "// ")
}

func marked(data []byte, sign string) bool {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return string(bytes.TrimSuffix(line, []byte("\r"))) == sign+Marker
}

// order puts the files that people look at in front.
func order(files map[string][]byte) []string {
	first := []string{"rules.go", "index.go", "main.go", "go.mod", "go.sum"}
	names := slices.Sorted(maps.Keys(files))
	names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(first, n) })
	return append(first, names...)
}

// isBuilt recognizes the guards that --os builds: bin/guard-OS-ARCH.
func isBuilt(name string) bool {
	rest, ok := strings.CutPrefix(name, "bin/guard-")
	goos, arch, ok2 := strings.Cut(strings.TrimSuffix(rest, ".exe"), "-")
	return ok && ok2 && word3(goos) && word3(arch)
}

func word3(s string) bool {
	return len(s) >= 3 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
