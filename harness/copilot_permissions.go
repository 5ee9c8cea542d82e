package harness

import (
	"fmt"
	"strings"

	"rules2guards.local/guard"
)

// What --deny-tool of Copilot CLI was seen to let through, on 1.0.102. It looks through
// lists, pipes, assignments and $(…), and had no false alarm: not `echo npm`, npmx,
// `git stash push`, nor text in a here-document or a message.
const missesDenyTool = "misses it behind sudo and env, in sh -c and a here-document for a shell, and by path (/usr/bin/…)"

// copilotPermissions writes flags: a file has no such rules. Forms of several words were
// seen to hold for git (one word behind it) and gh (two).
func copilotPermissions(r *guard.Rule) (list []Permission, why []string) {
	if r.Kind != guard.CommandRule {
		return nil, noKind(r)
	}
	words, why := prefixes(r)
	for _, w := range words {
		program, _, _ := strings.Cut(w, " ")
		n := strings.Count(w, " ")
		if n > 0 && (program != "git" || n > 1) && (program != "gh" || n > 2) {
			why = append(why, fmt.Sprintf("%q: behind a program other than git and gh no words were tried", w))
			continue
		}
		p := Permission{Text: "--deny-tool 'shell(" + w + ":*)'", Misses: missesDenyTool}
		if program == "gh" {
			p.Misses += missesGlobal(w)
		}
		list = append(list, p)
	}
	return list, why
}
