// Package harness knows each harness's files: where its settings stand, what entry makes
// it run the guard, what it would silently ignore, and which permission rules it
// understands natively. One file (or a few) per harness, all behind one interface.
package harness

import (
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
}

// Permission is one permission rule in the harness's own words.
type Permission struct {
	Rule   string // id of the rule that it comes from
	Text   string // "Bash(npm *)"
	Misses string // what this layer does not stop, one line
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
	// Paths lists the settings files for a site, the one that gets the entry first.
	Paths(Site) []File
	// Install returns the file with our entry in it, in place of one that is there already.
	// Equal bytes come back when there is nothing to do.
	Install(Site, File) (Edit, error)
	// Remove returns the file without our entries; created says that we made the file, and
	// containers which empty objects in it are ours (what Install reported).
	Remove(Site, File, Made) (Edit, error)
	// Permissions returns the permission rules that say what a rule says, as far as the
	// harness was seen to enforce them, and a diagnostic for each rule that has none.
	Permissions([]guard.Rule) ([]Permission, diag.List)
	// Protected lists the files from which the harness takes hooks or switches, as path
	// globs of a rule, with the top-level keys of each that may not change; no keys: any
	// change counts.
	Protected() []Protected
}

// Made records what Install created, so that Remove gives the first bytes back.
type Made struct {
	File       bool     `toml:"file"`       // the file did not exist
	Containers []string `toml:"containers"` // JSON pointers of objects and arrays that did not exist
}

// Protected is a file, or a glob of files, that decides whether the guard runs.
type Protected struct {
	Path string
	Keep []string
}
