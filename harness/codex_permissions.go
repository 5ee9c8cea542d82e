package harness

import (
	"slices"
	"strings"

	"rules2guards.local/guard"
)

// What Codex's exec policy was seen to let through, on 0.171.0: it takes a line apart only
// when that is plain words joined by && || ; |.
const missesExecPolicy = "misses it behind sudo, env and assignments, in sh -c, and in any line with redirects, variables, globs, substitutions, ( ), & or comments"

func codexPermissions(r *guard.Rule) ([]Permission, []string) {
	return commandsOnly(func(words, message string) Permission {
		return Permission{
			Text:   prefixRule(words, message, nil, nil),
			Short:  "prefix_rule " + words,
			Misses: missesExecPolicy,
		}
	})(r)
}

// codexWithExamples adds match and not_match, from the rule's own examples: Codex checks
// them when it loads the file, and does not start when one is wrong. So only examples go
// in that are plain words, and of which a prefix leaves no doubt.
func codexWithExamples(p Permission, x Examples) string {
	words := strings.Split(strings.TrimPrefix(p.Short, "prefix_rule "), " ")
	message := p.Text
	if _, rest, ok := strings.Cut(message, "justification = "); ok {
		message, _, _ = strings.Cut(rest, ",\n")
	}
	begins := func(example []string) bool {
		return len(example) >= len(words) && slices.Equal(example[:len(words)], words)
	}
	var match, not [][]string
	for _, e := range x.Fires {
		if w, ok := plainExample(e); ok && begins(w) && len(match) < 3 {
			match = append(match, w)
		}
	}
	for _, e := range x.Passes {
		if w, ok := plainExample(e); ok && !begins(w) && len(not) < 3 {
			not = append(not, w)
		}
	}
	return prefixRuleQuoted(words, message, match, not)
}

func prefixRule(words, message string, match, not [][]string) string {
	return prefixRuleQuoted(strings.Split(words, " "), starlarkText(message), match, not)
}

func prefixRuleQuoted(words []string, justification string, match, not [][]string) string {
	if len(match) == 0 {
		match = [][]string{words}
	}
	var b strings.Builder
	b.WriteString("prefix_rule(\n    pattern = " + starlarkList(words) + ",\n    decision = \"forbidden\",\n    justification = " + justification + ",\n")
	lists := func(key string, examples [][]string) {
		if len(examples) == 0 {
			return
		}
		var parts []string
		for _, e := range examples {
			parts = append(parts, starlarkList(e))
		}
		b.WriteString("    " + key + " = [" + strings.Join(parts, ", ") + "],\n")
	}
	lists("match", match)
	lists("not_match", not)
	b.WriteString(")")
	return b.String()
}

func starlarkList(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, starlarkText(w))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// starlarkText writes a text of one line, without control characters, as a literal.
func starlarkText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(guard.Clean(s, 500)) + `"`
}

// plainExample splits a command of plain words; false: a shell would do more than split it.
func plainExample(s string) ([]string, bool) {
	words := strings.Fields(s)
	for _, w := range words {
		for _, r := range w {
			if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_./:@+,", r) {
				return nil, false
			}
		}
	}
	return words, len(words) > 0
}
