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
	whenMissing
}

// whenMissing says what happens to a call when the guard can't run, where the harness would
// do something else, and by which shell the line is run.
type whenMissing struct {
	closed     bool // block: `|| exit 2`
	saying     bool // block, and say why; on Windows, where cmd may run the line, only block
	open       bool // let it through: the guard is run only if it is there, and nothing but its block counts
	neutral    bool // answer that there is no opinion, which Antigravity wants said
	powershell bool // PowerShell runs it
}

const (
	closedEnd = " || exit 2"
	// Without a reason Codex 0.171.0 lets the call through, exit 2 or not. A guard that
	// blocked has said its own.
	sayingEnd  = ` || { [ $? = 2 ] || echo 'guard/error: the guard could not run, and such calls are blocked (on_error)' >&2; exit 2; }`
	neutralEnd = ` || echo '{"decision":""}'`
	openBegin  = "[ ! -x "
	openEnd    = " ] || "
	// Copilot CLI 1.0.102 refuses a call when a hook exits with 1 or dies of a signal, Gemini
	// CLI 0.61.0 when one exits with 3 or 126 and says something.
	openTail  = " || [ $? != 2 ] || exit 2"
	psOpen    = "if (Test-Path -LiteralPath "
	psOpenEnd = ") { "
	psRun     = "& "
	psEnd     = "; exit $LASTEXITCODE"
)

// lineFor is the command line of a site's entry.
func lineFor(h call.Harness, s Site, w whenMissing) string {
	c := command{guard: s.Guard, harness: h, whenMissing: w}
	if s.Scope != User {
		c.project = s.Project
	}
	return c.line(s.GOOS)
}

// isLineOf returns what recognises the command lines of a harness, for the scope of a site:
// entries of the other scope are another guard's.
func isLineOf(h call.Harness) func(string, Site) bool {
	return func(line string, s Site) bool {
		c, ok := readCommand(line, s.Guard)
		return ok && c.harness == h && (c.project != "") == (s.Scope != User)
	}
}

// line writes the command line for a POSIX shell, or for PowerShell. On Windows paths get
// forward slashes: Git Bash eats others.
func (c command) line(goos string) string {
	quote := call.Quote
	switch {
	case c.powershell:
		quote = quotePowerShell
	case goos == "windows":
		quote = quoteWindows
	}
	s := quote(c.guard) + " --harness " + string(c.harness)
	if c.project != "" {
		s += " --project " + quote(c.project)
	}
	switch {
	case c.powershell:
		s = psRun + s + psEnd
		if c.open {
			s = psOpen + quote(c.guard) + psOpenEnd + s + " }"
		}
	case c.saying && goos != "windows":
		s += sayingEnd
	case c.closed, c.saying:
		s += closedEnd
	case c.neutral:
		s += neutralEnd
	case c.open:
		s = openBegin + quote(c.guard) + openEnd + s + openTail
	}
	return s
}

func quotePowerShell(s string) string {
	return "'" + strings.ReplaceAll(slashes(s), "'", "''") + "'"
}

func quoteWindows(s string) string {
	return `"` + strings.NewReplacer(`\`, "/", "`", "\\`", "$", `\$`, `"`, `\"`).Replace(s) + `"`
}

// readCommand recognises a command line that line wrote, for any guard of ours (known, or
// where they stand) and any project. A command of somebody else, however alike, is none.
func readCommand(s, known string) (command, bool) {
	var c command
	s = strings.TrimSpace(s)
	test, split := "", splitWords
	s, tail := strings.CutSuffix(s, openTail)
	if rest, ok := strings.CutSuffix(s, sayingEnd); ok {
		s, c.saying = rest, true
	} else if rest, ok := strings.CutSuffix(s, closedEnd); ok {
		s, c.closed = rest, true
	} else if rest, ok := strings.CutSuffix(s, " }"); ok {
		if rest, ok = strings.CutPrefix(rest, psOpen); !ok {
			return c, false
		}
		if test, s, c.open = strings.Cut(rest, psOpenEnd); !c.open {
			return c, false
		}
	}
	if rest, ok := strings.CutPrefix(s, psRun); ok {
		if s, c.powershell = strings.CutSuffix(rest, psEnd); !c.powershell {
			return c, false
		}
		split = splitPowerShell
	}
	if rest, ok := strings.CutSuffix(s, neutralEnd); ok {
		s, c.neutral = rest, true
	}
	if rest, ok := strings.CutPrefix(s, openBegin); ok && !c.open {
		if test, s, c.open = strings.Cut(rest, openEnd); !c.open {
			return c, false
		}
	}
	words, ok := split(s)
	if !ok || tail && !c.open || len(words) != 3 && len(words) != 5 || words[1] != "--harness" {
		return c, false
	}
	if c.open {
		if tested, ok := split(test); !ok || len(tested) != 1 || tested[0] != words[0] {
			return c, false
		}
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

// splitPowerShell splits a line of plain and single-quoted words.
func splitPowerShell(s string) ([]string, bool) {
	var words []string
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		if s[0] != '\'' {
			word, rest, _ := strings.Cut(s, " ")
			if strings.ContainsAny(word, "'\"`$;&|(){}<>@#,") {
				return nil, false
			}
			words, s = append(words, word), rest
			continue
		}
		var b strings.Builder
		s = s[1:]
		for {
			part, rest, ok := strings.Cut(s, "'")
			if !ok {
				return nil, false
			}
			b.WriteString(part)
			s = rest
			if !strings.HasPrefix(s, "'") {
				break
			}
			b.WriteByte('\'')
			s = s[1:]
		}
		if s != "" && s[0] != ' ' {
			return nil, false
		}
		words = append(words, b.String())
	}
	return words, true
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
