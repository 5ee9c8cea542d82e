package shell

func cmdExeCommands(text Value, span Span) []nested { return nil }
