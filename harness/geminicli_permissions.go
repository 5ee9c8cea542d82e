package harness

import (
	"bytes"
	"strings"

	"github.com/BurntSushi/toml"

	"rules2guards.local/guard"
)

// What Gemini CLI's policies were seen to let through, on 0.61.0. commandPrefix is the form
// without false alarms: a regular expression that finds sudo finds `echo npm` too.
const missesPolicy = "misses it behind sudo, env, assignments, wrappers (timeout, xargs, eval, bash -lc), by path (/usr/bin/…), and in quotes"

func geminiPermissions(r *guard.Rule) ([]Permission, []string) {
	return commandsOnly(func(words, message string) Permission {
		return Permission{
			// A rule without a priority, or with an unknown decision, is dropped.
			Text: "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = " + tomlText(words) +
				"\ndecision = \"deny\"\npriority = 900\ndenyMessage = " + tomlText(message),
			Short:  "commandPrefix " + words,
			Misses: missesPolicy,
		}
	})(r)
}

// tomlText writes a text as a TOML literal.
func tomlText(s string) string {
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(map[string]any{"x": s}); err != nil {
		return `""` // a text alone: can't happen
	}
	return strings.TrimSpace(strings.TrimPrefix(b.String(), "x = "))
}
