// Package harness knows each harness's files: where its settings stand, what entry makes
// it run the guard, what it would silently ignore, and which permission rules it
// understands natively. One file (or a few) per harness, all behind one interface.
package harness

import (
	"slices"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// Scope says whose rules a guard holds.
type Scope string

// Scopes.
const (
	Project Scope = "project"
	User    Scope = "user"
)

// Site is where entries go and what they run.
type Site struct {
	Scope     Scope
	Home      string   // the user's home folder, absolute
	Project   string   // the project's root, absolute; in user scope the folder the tool was started in
	Guard     string   // absolute path of the guard binary
	OnError   bool     // on_error = "block": the harness's own fail-closed switch is wanted
	GOOS      string   // system whose shell will run the entry
	ToolsOnly []string // not nil: only tool rules, and these are the exact names that they need
	Getenv    func(string) string
	Exists    func(path string) bool // whether a file is there; nil: nothing is
}

// File is one settings file as it is on disk.
type File struct {
	Path   string // absolute
	Folder string // the harness's own folder: a link that leads out of it is not followed unless told
	Shared bool   // people commit this file
	Data   []byte // nil: does not exist
}

// Edit is what a harness wants of one of its files.
type Edit struct {
	Path     string
	Folder   string
	Data     []byte    // the whole new content; nil: delete the file
	Mode     uint32    // for a new file
	Made     Made      // what Install created; the caller keeps it, joined to what older runs made, for Remove
	Problems []Problem // what the harness would not load, or would load otherwise than one may think
}

// Problem is something that would keep a harness from running the guard. Fatal problems
// leave the file as it is.
type Problem struct {
	Path      string
	Line, Col int
	Text      string
	Hint      string
	Fatal     bool
	Off       bool // it turns off every hook of the harness, whichever file that stands in
}

// Harness is what the tool knows of one harness's files.
type Harness interface {
	// ID is the id that users write.
	ID() call.Harness
	// Name is the name for people.
	Name() string
	// Programs are the names under which its program is found on PATH.
	Programs() []string
	// Folder is the folder that shows that the project uses this harness, relative to it.
	Folder() string
	// Paths lists the settings files for a site without their content, the one that gets
	// the entry first. The others are for Check alone: the harness reads them too. None:
	// the harness has no such file in this scope.
	Paths(Site) []File
	// Check says what in a file would keep the harness from running the guard, whether the
	// file holds our entry or not. A file that does not exist is fine.
	Check(Site, File) []Problem
	// Install returns the file with our entry in it, in place of one that is there already.
	// Equal bytes come back when there is nothing to do, and when a fatal problem leaves the
	// file as it is.
	Install(Site, File) (Edit, error)
	// Remove returns the file without our entries; Made is what Install reported. Where
	// nothing else was changed since, the file gets its first bytes back.
	Remove(Site, File, Made) (Edit, error)
	// Permissions returns the permission rules that say what a rule says, as far as the
	// harness was seen to enforce them, and a diagnostic for each rule that has none.
	Permissions([]guard.Rule) ([]Permission, diag.List)
	// Protected lists the files from which the harness takes hooks or switches, as path
	// globs of a rule, with the top-level keys of each that may not change; no keys: any
	// change counts.
	Protected() []Protected
	// Starts lists command patterns that start the harness without its hooks, or with
	// others.
	Starts() []Start
}

// Made records what Install created, so that Remove gives the first bytes back.
type Made struct {
	File       bool     `toml:"file,omitempty" json:"file,omitempty"`             // the file did not exist
	Blank      bool     `toml:"blank,omitempty" json:"blank,omitempty"`           // it held nothing but blanks: Was
	Containers []string `toml:"containers,omitempty" json:"containers,omitempty"` // JSON pointers of objects and arrays that did not exist
	Was        string   `toml:"was,omitempty" json:"was,omitempty"`               // text of the empty container that the first entry went into
}

// Join returns what two runs of Install made together, the older one first.
func (m Made) Join(later Made) Made {
	if m.IsZero() {
		return later
	}
	for _, c := range later.Containers {
		if !slices.Contains(m.Containers, c) {
			m.Containers = append(slices.Clone(m.Containers), c)
		}
	}
	return m
}

// IsZero reports that nothing was made.
func (m Made) IsZero() bool {
	return !m.File && !m.Blank && len(m.Containers) == 0 && m.Was == ""
}

// Protected is a file, or a glob of files, that decides whether the guard runs.
type Protected struct {
	Path string
	Keep []string
}

// env is the value of an environment variable.
func (s Site) env(name string) string {
	if s.Getenv == nil {
		return ""
	}
	return s.Getenv(name)
}

// exists reports whether a file is there.
func (s Site) exists(path string) bool { return s.Exists != nil && s.Exists(path) }

// Start is a way to start a harness so that the guard does not run.
type Start struct {
	Command string // pattern of a command rule
	Ask     bool   // it may be meant honestly: ask instead of blocking
}

// All lists every harness, in the order in which the tool names them.
func All() []Harness {
	return []Harness{
		claudeCode{},
		codex(), geminiCLI(), qwenCode(), copilot(), vscodeChat(), cursor(), windsurf(), devin(), antigravity(),
		hermes(), grok(), droid(), kimi(), cline(), opencode(), kilo(), pi(),
	}
}

// ByName returns the harness with an id; nil if there is none.
func ByName(id string) Harness {
	for _, h := range All() {
		if string(h.ID()) == id {
			return h
		}
	}
	return nil
}
