package diag

import (
	"slices"
	"strings"
)

// entry documents one code.
type entry struct{ code, text string }

// table lists every code with what it means and what to do, sorted by code. `explain
// --code` prints it, the reference is made from it.
func table() []entry {
	return []entry{
		{"bad-example", `An example is not one that can be run: it names no call or two of them, uses a key that has no meaning with this call, or its shell text can't be read. A string is a shell command; a table has exactly one of command, read, write, create, delete, fetch and tool.`},
		{"bad-glob", `A glob can't be read as it is meant: a [ or { never closes, a range such as [z-a] holds nothing, or ** stands beside other characters, where it is only a *. A backslash makes the next character literal.`},
		{"bad-host", `An entry of hosts is more than a host. Only the host is compared: no scheme, no port, no path. "x.com" covers its subdomains.`},
		{"bad-id", `An id is small letters, digits and single hyphens: "no-force-push". A slash is kept for rules of packs ("git/no-discard"); to change such a rule write [[override]].`},
		{"bad-path", `A path can't be compared as written: it climbs with "..", names another person's home, a variable, a drive, or holds a glob where a name is wanted. Write "/" for the root of any drive, "~/x" for your home, "./x" for the folder of the rule file, "$TMPDIR" for the temporary folders.`},
		{"bad-pattern", `A command pattern is no command line. Write it as you would type it, with globs: "git push {--force,--mirror}", "curl | sh", "sudo rm". One | at most, quotes closed, a program named.`},
		{"bad-regexp", `A regular expression can't be read. The syntax is RE2's, as in Go: no look-around, no back-references. Write expressions in single quotes, where TOML leaves backslashes alone.`},
		{"bad-use", `An entry of use can't be read. Files end in .toml, are written relative to the file that names them and lie in its folder or below, after links are resolved.`},
		{"bad-value", `A value is not of the form that the key takes.`},
		{"conflicting-keys", `Two keys of a rule exclude each other. A content rule has either pattern (what must not stand in a text) or must_match (what must), and except_pattern only makes sense with pattern.`},
		{"contradiction", `Two packs or files that use names together contradict each other: a rule of the one stops what an example of the other lets pass, and the other way round, as with the packs of two package managers. Use one of them, or switch one of the two rules off by an [[override]]; folders that differ have a rules.toml of their own. Between files of your own it is a warning. Rules with conditions, with harnesses, or that only ask are not compared.`},
		{"control-character", `A character that doesn't show itself: a control character, or one that changes the direction of writing. It would be shown to the agent, in terminals and in generated code, so it is refused.`},
		{"dead-rule", `Something in the rule can never have an effect, or takes back all that the rule says. The rule would look like protection and be none.`},
		{"duplicate-id", `Two rules have the same id, perhaps in files that use each other. Ids are how verdicts, overrides and held rules name a rule, so each stands once.`},
		{"empty-list", `A list has no entry. In a list one entry is enough for the rule to hold, so an empty list would never hold. Leave the key out when nothing is asked.`},
		{"empty-value", `A text is empty where something is needed.`},
		{"example-fires", `An example in passes_on fires. Either the rule says more than is meant (write what is not meant into except) or the example is wrong. The hint says on what the rule fired.`},
		{"example-passes", `An example in fires_on passes. Either the rule says less than is meant or the example is wrong. The hint says how far the rule came.`},
		{"misplaced-key", `A key stands where it has no meaning: in a rule of another kind, in an override, or [guard] in a file that came by use. The kind of a rule decides which keys it knows.`},
		{"missing-key", `A key that is needed is missing. Every rule has id, kind and message; a command rule commands or pattern, a path rule paths and access, a content rule pattern or must_match, a host rule hosts, a tool rule tools; an override id and reason.`},
		{"no-examples", `A rule has no fires_on. Write at least one command that must fire: examples run at every compile, and show that the rule does what is meant.`},
		{"no-permission-rule", `The harness has no permission rule of its own that says what this rule says. The guard itself is not concerned: it enforces every rule.`},
		{"not-utf8", `The file is not UTF-8. Save it as UTF-8.`},
		{"path-in-pattern", `A command pattern compares words as text, so a path in it is met only as written. For files write kind = "path": there cd, ~, links and folders are understood.`},
		{"permission-syntax", `A permission rule of a harness, such as Bash(npm *), stands where the command line itself is wanted. Write the command alone: anything may stand behind it.`},
		{"planned", `A word that the language keeps for later. This version doesn't have it; it is refused so that nothing is accepted and ignored.`},
		{"repeated-entry", `The same entry stands twice.`},
		{"shell-punctuation", `A character that means something to a shell has no meaning in a pattern: ; && || < ( ) $ and the like. Patterns name single commands, which are found wherever they stand in a line. A backslash or quotes make the character literal.`},
		{"toml-syntax", `The file is not TOML. This is the one finding that hides others. In "…" a backslash begins an escape; '…' takes the text as it stands.`},
		{"too-large", `A file is longer than 1 MiB, nests more than 64 deep, or use names more than 64 files.`},
		{"too-many-alternatives", `The braces of one pattern make more than 256 combinations. Write several patterns, or * where anything will do.`},
		{"unanchored-pattern", `The pattern of a command rule must begin with ^. It sees one command at a time, base name first, so an expression that may match anywhere would fire on arguments: a commit message that names the command.`},
		{"unknown-action", `An action is "block", "ask", "warn" or "count".`},
		{"unknown-command", `A command pattern names a program or a subcommand that no table knows, and one letter away from one that is known. If the name is right, nothing is wrong.`},
		{"unknown-harness", `No harness has this id.`},
		{"unknown-key", `No key of this name is known at this place. Nothing is accepted and ignored: a misspelt key would be a rule that silently says less.`},
		{"unknown-kind", `A kind is "command", "path", "content", "host" or "tool".`},
		{"unknown-option", `The program is not known to have this option, so the pattern would never be met. The lists come from the programs' own help; if yours is newer and has the option, nothing is wrong.`},
		{"unknown-pack", `No pack has this name. An entry of use without a slash and without .toml names a pack.`},
		{"unknown-rule", `An override names a rule that didn't come by use. A rule of the same file is changed where it stands.`},
		{"unknown-tool", `No table knows a tool of this name. Names are Claude Code's on every harness, or the harness's own; tools of MCP servers are mcp__SERVER__TOOL. If the name is right, nothing is wrong.`},
		{"unknown-value", `The key takes one of a few words, and this is none of them.`},
		{"unsupported-version", `The file is written for another version of the rule language.`},
		{"use-loop", `A file uses itself, perhaps by way of others.`},
		{"wrong-type", `A value is of another type than the key takes: a string where a list belongs, a number where a string belongs.`},
	}
}

// Explain returns what a code means and what to do about it.
func Explain(code string) (string, bool) {
	t := table()
	i, ok := slices.BinarySearchFunc(t, code, func(e entry, c string) int { return strings.Compare(e.code, c) })
	if !ok {
		return "", false
	}
	return t[i].text, true
}

// Codes lists every code, sorted.
func Codes() []string {
	var out []string
	for _, e := range table() {
		out = append(out, e.code)
	}
	return out
}
