package guard

// Fact is what is known of a question about the world.
type Fact uint8

// Answers. NotKnown is taken the way that makes a block or ask rule fire; NotStated (an
// example says nothing about it) counts as a condition that is met.
const (
	NotKnown Fact = iota
	True
	False
	NotStated
)

// World answers what a decision has to know about the machine. Paths are absolute, cleaned
// and with forward slashes. It reads, and never writes, runs or waits.
type World interface {
	// Branch returns the branch of the repository that dir lies in. False: no repository,
	// or a detached head.
	Branch(dir string) (string, Fact)
	// Worktree reports whether dir lies in a linked worktree.
	Worktree(dir string) Fact
	// Mainline returns the place in the project that a path in one of the project's linked
	// worktrees stands for; empty for any other path.
	Mainline(path string) string
	// Exists reports whether a file or folder is there.
	Exists(path string) Fact
	// Real returns path with its links resolved, as far as they exist; path itself if none.
	Real(path string) string
	// ReadFile returns the content of a regular file of at most 1 MiB.
	ReadFile(path string) ([]byte, bool)
}

// Folders are the fixed points of path patterns: absolute, with forward slashes; empty
// when not known.
type Folders struct {
	Home    string
	Project string // where "." of the rules is
}
