package shell

import "strings"

// letters reports whether a word is made of letters alone.
func letters(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return s != ""
}

// letterDigits reports whether a name is a number, as in head -20.
func letterDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// verbNoun reports whether a name has the form of a PowerShell command.
func verbNoun(s string) bool {
	verb, noun, ok := strings.Cut(s, "-")
	if !ok || !letters(noun) {
		return false
	}
	switch verb {
	case "get", "set", "new", "remove", "add", "clear", "copy", "move", "rename", "out", "invoke", "start", "stop",
		"test", "select", "where", "export", "import", "convertto", "convertfrom", "write", "read", "compress", "expand":
		return true
	}
	return false
}

// isAssign reports whether a word is NAME=value.
func isAssign(v Value) bool {
	name, _, ok := strings.Cut(string(v), "=")
	if !ok || name == "" {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != '_' && !letters(name[i:i+1]) && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}
