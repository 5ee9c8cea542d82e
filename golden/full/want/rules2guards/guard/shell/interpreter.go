package shell

import "strings"

// Interpreter reports whether a program runs the file that its first operand names.
func Interpreter(program string) bool {
	switch program {
	case "sh", "bash", "zsh", "dash", "ksh", "ash", "mksh", "fish", "source", ".",
		"node", "nodejs", "deno", "bun", "ruby", "perl", "php", "pwsh", "powershell", "tsx", "ts-node":
		return true
	}
	return strings.HasPrefix(program, "python") || strings.HasPrefix(program, "pypy")
}
