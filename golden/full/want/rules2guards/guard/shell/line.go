package shell

import "rules2guards.local/guard/call"

// Line is one reading of a command's arguments: its options, and its other words.
type Line struct {
	Options []Option
	Words   []Operand // without options and their values; subcommand words first
	Sub     int       // how many of Words are subcommand words: 0 for rm, 1 for git push, 2 for git stash drop
	Dash    bool      // "--" was written
}

// Option is an option as written, under the name that its program's table gives it.
type Option struct {
	Name     string // "--force" for -f, --force, --for; as written when no table knows it. It may hold Unknown: -r$X gives -r and "-"+Unknown
	Value    Value  // the value, when HasValue
	HasValue bool
	Arg      int // index in Command.Args of the word that holds the name
	ValueArg int // index of the word that is its value; -1: none, or it stands in the same word
	Known    bool
	Or       []string // other options that an abbreviation may stand for
	Global   bool     // stands before the subcommand
	access   byte     // what happens to the file that the value names, see optionRow
}

// Operand is a word that is no option and no option's value.
type Operand struct {
	Word
	Arg       int  // index in Command.Args
	AfterDash bool // stands behind --
	Rest      bool // an argument of the script that an interpreter runs, not of the interpreter
}

// Effect is what a command does to one file, by its arguments and redirects. What the
// program does inside, unseen in the text, is no effect.
type Effect struct {
	Path   Value
	Access call.Access // Write|Create together mean: creates it when nothing is there
	Place  Place
	Tree   bool  // everything in the folder as well: rm -r, mv of a folder, DIR/*
	Text   *File // what is written there, when the text tells; else nil
	Span   Span
}

// File is the content that an effect leaves behind.
type File = call.File
