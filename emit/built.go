package emit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
)

// Built is built.json: what the last generate built, and what it did to settings files, so
// that remove gives back their first bytes. The zero value is that of a guard that was
// never built.
type Built struct {
	Version  int             `json:"version"`
	Project  string          `json:"project,omitempty"` // for people: which project the folder's hash stands for
	Runtime  Runtime         `json:"runtime,omitempty"`
	Plan     string          `json:"plan,omitempty"`    // digest of the source that it was built from
	Program  string          `json:"program,omitempty"` // digest of the guard
	Lock     string          `json:"lock,omitempty"`    // digest of the copied lock
	Follow   bool            `json:"follow,omitempty"`  // the source was written through a link that leads elsewhere
	Settings []BuiltSettings `json:"settings,omitempty"`
}

// BuiltSettings is what one settings file got.
type BuiltSettings struct {
	Harness call.Harness `json:"harness"`
	Path    string       `json:"path"`
	harness.Made
	Folders []string `json:"folders,omitempty"` // folders that did not exist
	Follow  bool     `json:"follow,omitempty"`  // written through a link that leads elsewhere
}

// ReadBuilt reads built.json. Unknown keys are those of a newer version and overlooked. A
// file that can't be read is an error together with the zero value: a caller may go on and
// build anew.
func ReadBuilt(l Locations, read Reader) (Built, error) {
	data, err := readOld(read, l.Built)
	if err != nil || data == nil {
		return Built{}, err
	}
	var b Built
	if err := json.Unmarshal(data, &b); err != nil {
		return Built{}, fmt.Errorf("%s: %w", l.Built, err)
	}
	return b, nil
}

// Put plans the file.
func (b Built) Put(p *Plan, l Locations, read Reader) error {
	b.Version = 1
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return fmt.Errorf("print built.json: %w", err)
	}
	return p.Put(read, l.Dir, l.Built, append(data, '\n'), 0o600)
}

// Record notes what installing an entry created. What an earlier run noted for the file
// stays: that run saw the file's first bytes.
func (b *Built) Record(h call.Harness, path string, made harness.Made, folders []string) {
	i := b.find(h, path)
	if i < 0 {
		i = len(b.Settings)
		b.Settings = append(b.Settings, BuiltSettings{Harness: h, Path: path})
	}
	s := &b.Settings[i]
	s.Made = s.Made.Join(made)
	s.Folders = union(s.Folders, folders)
}

// Followed notes that a settings file, recorded before, was written through a link.
func (b *Built) Followed(h call.Harness, path string) {
	if i := b.find(h, path); i >= 0 {
		b.Settings[i].Follow = true
	}
}

// Follows reports whether a settings file was written through a link, so that it has to be
// taken out through it too.
func (b Built) Follows(h call.Harness, path string) bool {
	i := b.find(h, path)
	return i >= 0 && b.Settings[i].Follow
}

// Made returns what was created for an entry, for Harness.Remove and ApplyOptions.Prune.
func (b Built) Made(h call.Harness, path string) (made harness.Made, folders []string, known bool) {
	i := b.find(h, path)
	if i < 0 {
		return harness.Made{}, nil, false
	}
	s := b.Settings[i]
	return s.Made, s.Folders, true
}

// Forget drops what is known of a settings file, after its entry was removed.
func (b *Built) Forget(h call.Harness, path string) {
	if i := b.find(h, path); i >= 0 {
		b.Settings = slices.Delete(b.Settings, i, i+1)
	}
}

// Stale says why the guard has to be built again, empty if it need not be. plan is the
// digest of the source, runtime what is asked for; both are those of the last build when
// the program that stands there is the one that was built.
func (b Built) Stale(l Locations, plan string, runtime Runtime, read Reader) (string, error) {
	switch {
	case b.Plan == "" || b.Program == "":
		return "it was not built yet", nil
	case b.Runtime != runtime:
		return fmt.Sprintf("it was made by %q, not by %q", b.Runtime, runtime), nil
	case b.Plan != plan:
		return "its rules or its runtime changed", nil
	}
	for _, f := range []struct{ what, path, digest string }{
		{"the program", l.Guard, b.Program},
		{"the lock beside the program", l.Lock, b.Lock},
	} {
		if f.digest == "" {
			continue
		}
		data, err := read(f.path)
		if errors.Is(err, fs.ErrNotExist) {
			return f.what + " is gone", nil
		}
		if err != nil {
			return "", fmt.Errorf("read %s: %w", f.path, err)
		}
		if Digest(data) != f.digest {
			return f.what + " is not the one that was put there", nil
		}
	}
	return "", nil
}

func (b Built) find(h call.Harness, path string) int {
	return slices.IndexFunc(b.Settings, func(s BuiltSettings) bool { return s.Harness == h && s.Path == path })
}

func union(a, b []string) []string {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}
