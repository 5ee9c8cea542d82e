// Package call holds the words that a harness and a guard exchange: an [Event], the
// [Call] that it announces, and the [Verdict] that answers it. It imports nothing of
// this module, so that every other package may speak it.
package call

// Event is one hook invocation, decoded.
type Event struct {
	Harness  Harness // the running program, which need not be the one that the settings entry was written for
	Name     string  // the harness's own name of the event: "PreToolUse"
	Mode     string  // the permission mode as the harness spells it; empty when it says none
	Headless bool    // nobody can answer a question
	Call     *Call   // nil when the event is not one before a tool call
}

// Call is one tool call, before it runs.
//
// A codec fills Shells, Files and URLs from Input; a rule never has to know a harness's
// field names.
type Call struct {
	Tool    string         // canonical name: Claude Code's where it has one ("Bash"), else the harness's own
	OwnTool string         // the name that the harness used
	Input   map[string]any // the arguments as decoded from JSON: exact keys, json.Number for numbers
	Aliases []Alias        // canonical field name -> key in Input
	Dir     string         // absolute folder in which the call starts; empty when the event named none
	Shells  []Shell        // shell texts that the call runs
	Files   []File         // files that the tool itself touches
	URLs    []string       // addresses that the tool itself opens
}

// Alias names a field of Input by its canonical name: one of command, timeout,
// background, path, text, url, query.
type Alias struct{ Name, Key string }

// Dialect is the language of a shell text.
type Dialect uint8

// Dialects. Bash stands for every POSIX-like shell: the reader tries zsh by itself.
const (
	Bash Dialect = iota
	PowerShell
	Cmd
)

// Shell is a text that the call hands to a shell.
type Shell struct {
	Text    string
	Dir     string // folder it starts in; empty: the call's
	Dialect Dialect
}

// Access is a set of ways to touch a file.
type Access uint8

// Ways to touch a file. Create comes with Write: a tool that may do either says
// Write|Create, and the judge drops Create when the file is there already.
const (
	Read Access = 1 << iota
	Write
	Create
	Delete

	NoAccess  Access = 0
	AnyAccess        = Read | Write | Create | Delete
)

// File is one file (or folder) that a tool touches, and what it would put there.
type File struct {
	Path    string // as the harness gave it: may be relative to the call's folder
	Access  Access
	Whole   bool   // Text is the whole new content
	Text    string // new content, when Whole
	Edits   []Edit // otherwise: replacements, in order
	Unknown bool   // what is written can't be told from the call
}

// Edit replaces Old by New in a file.
type Edit struct {
	Old, New string
	All      bool // every occurrence, not only the first
}
