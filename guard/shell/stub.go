package shell

// Read finds every command that text would run. It never fails: what can't be read is
// reported in Script.Unreadable.
func Read(text string, o Options) *Script { return &Script{} }

// Lines returns the readings of a command's arguments: one when its options are all known
// to a table, more (at most 16) when an unknown option may or may not own the next word.
func Lines(c *Command) []Line { return []Line{{}} }

// Effects returns what a command does to files.
func Effects(c *Command) []Effect { return nil }

// Canonical returns the name that the table of program (and its subcommand words, joined
// by one space) gives to an option, or the option itself.
func Canonical(program, sub, option string) string { return option }
