package shell

// foreignCommands reads a text of PowerShell or cmd.exe.
func foreignCommands(lang language, text Value, span Span) []nested {
	if lang == powerShell {
		return powerShellCommands(text, span)
	}
	return cmdExeCommands(text, span)
}
