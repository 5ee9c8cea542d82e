package compiler

import (
	"strings"
	"unicode"
)

// guessSyntax says what a text that is no TOML looks like.
func guessSyntax(text []byte, at int) string {
	yaml := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		yaml = line == "---" || strings.HasPrefix(line, "- ") || yamlKey(line)
		break
	}
	begin := strings.LastIndexByte(string(text[:at]), '\n') + 1
	line, _, _ := strings.Cut(string(text[begin:]), "\n")
	key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
	value = strings.TrimSpace(value)
	switch {
	case yaml || yamlKey(strings.TrimSpace(line)):
		return "this looks like YAML; rules are TOML: [[rule]], then lines of key = value"
	case len(text) > 0 && text[0] == '{':
		return "this looks like JSON; rules are TOML: [[rule]], then lines of key = value"
	case ok && value != "" && unicode.IsLetter(rune(value[0])) && value != "true" && value != "false":
		return "write texts in quotes: " + strings.TrimSpace(key) + " = " + quote(value)
	}
	return ""
}

// yamlKey reports whether a line begins with a bare word and a colon.
func yamlKey(line string) bool {
	key, rest, ok := strings.Cut(line, ":")
	return ok && key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_-") == "" && (rest == "" || rest[0] == ' ')
}
