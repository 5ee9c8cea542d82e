package harness

import (
	"path"
	"strings"

	"rules2guards.local/guard/call"
)

// guardFolder is the folder under the user's data folder that holds the guards, one folder
// for each project.
const guardFolder = "rules2guards"

// command is a settings entry's command line: what is written and what is recognised are
// the same type, so that our own entry can't be mistaken.
type command struct {
	guard   string // absolute path
	harness call.Harness
	project string // empty in user scope
	closed  bool   // a guard that can't run blocks: `|| exit 2`
}

// line writes the command line for a POSIX shell. On Windows (Git Bash runs it there)
// paths get forward slashes and double quotes, which other shells read as well.
func (c command) line(goos string) string {
	quote := quotePOSIX
	if goos == "windows" {
		quote = quoteWindows
	}
	s := quote(c.guard) + " --harness " + string(c.harness)
	if c.project != "" {
		s += " --project " + quote(c.project)
	}
	if c.closed {
		s += " || exit 2"
	}
	return s
}

func quotePOSIX(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func quoteWindows(s string) string {
	return `"` + strings.NewReplacer(`\`, "/", "`", "\\`", "$", `\$`, `"`, `\"`).Replace(s) + `"`
}

// readCommand recognises a command line that line wrote, for any guard of ours (known, or
// where they stand) and any project. A command of somebody else, however alike, is none.
func readCommand(s, known string) (command, bool) {
	var c command
	s = strings.TrimSpace(s)
	s, c.closed = strings.CutSuffix(s, "|| exit 2")
	words, ok := splitWords(s)
	if !ok || len(words) != 3 && len(words) != 5 || words[1] != "--harness" {
		return c, false
	}
	c.guard, c.harness = words[0], call.Harness(words[2])
	if len(words) == 5 {
		if words[3] != "--project" || words[4] == "" {
			return c, false
		}
		c.project = words[4]
	}
	return c, isGuard(c.guard) || slashes(c.guard) == slashes(known)
}

// isGuard reports whether a path is where a guard of ours stands: rules2guards/NAME/guard.
func isGuard(p string) bool {
	p = slashes(p)
	base := path.Base(p)
	return (base == "guard" || base == "guard.exe") && path.Base(path.Dir(path.Dir(p))) == guardFolder
}

func slashes(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// splitWords splits a command line as a shell does, if it is one plain command: anything
// that a shell would expand or act on makes it no line of ours.
func splitWords(s string) ([]string, bool) {
	var words []string
	var b strings.Builder
	in := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t':
			if in {
				words = append(words, b.String())
				b.Reset()
				in = false
			}
			continue
		case '\'':
			j := strings.IndexByte(s[i+1:], '\'')
			if j < 0 {
				return nil, false
			}
			b.WriteString(s[i+1 : i+1+j])
			i += j + 1
		case '"':
			for i++; ; i++ {
				if i >= len(s) || s[i] == '$' || s[i] == '`' {
					return nil, false
				}
				if s[i] == '"' {
					break
				}
				if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\", s[i+1]) >= 0 {
					i++
				}
				b.WriteByte(s[i])
			}
		case '\\':
			if i++; i >= len(s) {
				return nil, false
			}
			b.WriteByte(s[i])
		default:
			if strings.IndexByte("$`;&|<>(){}*?[]~#!\n\r", c) >= 0 {
				return nil, false
			}
			b.WriteByte(c)
		}
		in = true
	}
	if in {
		words = append(words, b.String())
	}
	return words, true
}
