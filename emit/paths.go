package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"rules2guards.local/harness"
)

// CopyLock is the file beside a copy of rules2guards that holds its rules.
const CopyLock = "guard.lock.toml"

// Locations are where a guard and what belongs to it stand. The program itself lies outside
// the work tree: cleaning the tree must not disarm anyone, and a cloned program must never
// be trusted.
type Locations struct {
	Dir    string // folder of the program; the root of the plan for what is in it
	Guard  string // the program
	Lock   string // rules of a guard that is a copy of rules2guards
	Built  string // built.json
	Source string // folder of the generated source
	Root   string // folder that the source's links must not lead out of
}

// LocateOptions are what Locate depends on. Home and Project are absolute.
type LocateOptions struct {
	Scope   harness.Scope
	Project string
	Home    string
	GOOS    string
	Getenv  func(string) string
}

// Locate works out where a guard stands. It needs the project only in project scope.
func Locate(o LocateOptions) (Locations, error) {
	data := o.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) { // the specification says to ignore a relative one
		switch local := o.Getenv("LocalAppData"); {
		case o.GOOS == "windows" && filepath.IsAbs(local):
			data = local
		case filepath.IsAbs(o.Home):
			data = filepath.Join(o.Home, ".local", "share")
		default:
			return Locations{}, fmt.Errorf("no place for the guard: neither HOME nor XDG_DATA_HOME is an absolute path")
		}
	}
	exe := ""
	if o.GOOS == "windows" {
		exe = ".exe"
	}
	name := "user"
	if o.Scope != harness.User {
		real, err := realPath(o.Project)
		if err != nil {
			return Locations{}, fmt.Errorf("find the project: %w", err)
		}
		name = projectName(real)
	}
	l := Locations{Dir: filepath.Join(data, "rules2guards", name)}
	l.Guard = filepath.Join(l.Dir, "guard"+exe)
	l.Lock = filepath.Join(l.Dir, CopyLock)
	l.Built = filepath.Join(l.Dir, "built.json")
	l.Root = o.Project
	if o.Scope == harness.User {
		l.Root = l.Dir
	}
	l.Source = filepath.Join(l.Root, SourceFolder)
	return l, nil
}

// projectName is a name for people with a hash that keeps two projects of one name apart.
func projectName(real string) string {
	sum := sha256.Sum256([]byte(real))
	base := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_', r == '-':
			return r
		}
		return '-'
	}, filepath.Base(real))
	if len(base) > 64 {
		base = base[:64]
	}
	return strings.TrimLeft(base, ".-") + "-" + hex.EncodeToString(sum[:6])
}

// Runtime says what a guard is made of.
type Runtime string

// Runtimes.
const (
	BuiltByGo Runtime = "go"   // compiled from the generated source
	Copied    Runtime = "copy" // rules2guards itself, which reads its rules from a lock
)

// Install plans a guard: the program, and for a copy of rules2guards the lock with its
// rules. old bytes are read through read.
func Install(l Locations, runtime Runtime, program, lock []byte, read Reader) (Plan, error) {
	var p Plan
	var err error
	// The lock goes first: a copy without rules would be no guard.
	if runtime == Copied {
		err = p.Put(read, l.Dir, l.Lock, lock, 0o600)
	}
	if err == nil {
		err = p.Put(read, l.Dir, l.Guard, program, 0o755)
	}
	if err == nil {
		p[len(p)-1].SetMode = true
	}
	if err == nil && runtime != Copied {
		err = p.Drop(read, l.Dir, l.Lock)
	}
	return p, err
}

// Uninstall plans that a guard goes, with all that stands beside it. The folder is
// Locations.Dir, for ApplyOptions.Prune.
func Uninstall(l Locations, read Reader) (Plan, error) {
	var p Plan
	for _, path := range []string{l.Guard, l.Lock, l.Built} {
		if err := p.Drop(read, l.Dir, path); err != nil {
			return nil, err
		}
	}
	return p, nil
}
