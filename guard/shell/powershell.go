package shell

func powerShellCommands(text Value, span Span) []nested { return nil }
