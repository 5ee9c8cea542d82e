package emit

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"rules2guards.local/guard"
)

// longLine is the number of bytes above which a list of RuleText gets a line for each item.
const longLine = 100

// RuleText prints all that a rule holds as rules.toml says it, for people to read.
func RuleText(r guard.Rule) (string, error) {
	x, err := fromRule(r)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	e := toml.NewEncoder(&b)
	e.Indent = ""
	if err := e.Encode(lockFile{Rule: []lockRule{x}}); err != nil {
		return "", fmt.Errorf("print rule %q: %w", r.ID, err)
	}
	_, text, _ := strings.Cut(b.String(), "[[rule]]\n")
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		switch l {
		case `worktree = "yes"`:
			lines[i] = "worktree = true"
		case `worktree = "no"`:
			lines[i] = "worktree = false"
		}
		// A quote inside a string is written \", so this separates items.
		if key, items, ok := strings.Cut(l, ` = ["`); ok && len(l) > longLine {
			lines[i] = key + " = [\n  \"" + strings.ReplaceAll(strings.TrimSuffix(items, "]"), `", "`, "\",\n  \"") + ",\n]"
		}
	}
	text = strings.Join(lines, "\n")
	for _, cond := range []string{"when", "unless"} {
		text = inputTable(text, "rule."+cond+".input")
	}
	return "[[rule]]\n" + text, nil
}

// inputTable writes the fields that the lock has as a list of tables as one table.
func inputTable(text, name string) string {
	head, rest, ok := strings.Cut(text, "[["+name+"]]\n")
	if !ok {
		return text
	}
	rest = strings.ReplaceAll(rest, "\n[["+name+"]]\n", "")
	lines := strings.Split(rest, "\n")
	var out []string
	for i := 0; i < len(lines); i++ {
		field, ok := strings.CutPrefix(lines[i], "field = ")
		if ok && i+1 < len(lines) {
			i++
			out = append(out, field+" = "+strings.TrimPrefix(lines[i], "pattern = "))
			continue
		}
		out = append(out, lines[i])
	}
	return head + "[" + name + "]\n" + strings.Join(out, "\n")
}
