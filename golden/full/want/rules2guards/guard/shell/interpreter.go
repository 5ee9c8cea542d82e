package shell

import "strings"

// IsShell reports whether a program is a shell whose text we read as that of sh.
func IsShell(program string) bool {
	switch program {
	case "sh", "bash", "zsh", "dash", "ksh", "ksh93", "mksh", "pdksh", "ash", "rbash", "rzsh", "yash", "posh", "csh", "tcsh":
		return true
	}
	return false
}

// Interpreter reports whether a program runs the file that its first operand names.
func Interpreter(program string) bool {
	if IsShell(program) {
		return true
	}
	switch program {
	case "fish", "source", ".",
		"node", "nodejs", "deno", "bun", "ruby", "perl", "php", "pwsh", "powershell", "tsx", "ts-node":
		return true
	}
	return strings.HasPrefix(program, "python") || strings.HasPrefix(program, "pypy")
}
