package shell

// Read finds every command that text would run. It never fails: what can't be read is
// reported in Script.Unreadable.
func Read(text string, o Options) *Script { return &Script{} }

// Effects returns what a command does to files.
func Effects(c *Command) []Effect { return nil }
