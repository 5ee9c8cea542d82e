package shell

// language is what a nested text is written in.
type language uint8

const (
	shellText  language = iota // any POSIX-like shell
	powerShell                 // PowerShell
	cmdExe                     // cmd.exe
	python
	javaScript
	ruby
	perl
	php
	appleScript
	awk
)

// nestedKind says in which form a command carries another.
type nestedKind uint8

const (
	nestedArgs  nestedKind = iota // its own words: sudo, env, xargs, find -exec
	nestedText                    // a word that is program text: sh -c, python -c, git -c alias.x=!…
	nestedStdin                   // program text on standard input: sh, bash -s, python3 -
	nestedFile                    // a file of program text: bash x.sh, source x, . x
)

// nested is one thing that a command runs besides itself.
type nested struct {
	kind       nestedKind
	how        string // for people: "sudo", "sh -c", "find -exec"
	lang       language
	words      []Word   // nestedArgs: the inner command, its name first
	text       Word     // nestedText: the text; nestedFile: the file's name
	positional []Word   // what "$0", "$1" … are inside a shell text
	dir        *Word    // folder that it runs in, when the command says another
	env        []Assign // variables that it adds
	clearEnv   bool     // it starts with an empty environment
	remote     bool     // another machine or a container
	more       bool     // further words, unknown before it runs, follow (xargs, find -exec {} +)
	same       bool     // runs in the calling shell, so its variables and cd stay: eval, source, command
}

// nest returns what a command runs besides itself, by its words alone. extra names more
// programs that run their arguments.
func nest(c *Command, extra []string) []nested { return nil }

// inline returns what a program text in another language runs and touches, by its literals
// and the calls that it knows: nested words and texts, and file effects. text may hold
// unknown parts.
func inline(lang language, text Value, span Span) ([]nested, []Effect) { return nil, nil }
