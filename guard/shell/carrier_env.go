package shell

// environment returns what the variables run that the text sets for a command.
func environment(c *Command) []nested { return nil }
