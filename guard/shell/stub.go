package shell

// Effects returns what a command does to files.
func Effects(c *Command) []Effect { return nil }
