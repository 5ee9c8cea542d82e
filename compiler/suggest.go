package compiler

import (
	"cmp"
	"slices"
	"strings"
)

// nearest returns the known word that s was most likely meant to be, or "".
func nearest(s string, known []string) string {
	best, least := "", 1+len(s)/3
	if least > 3 {
		least = 3
	}
	fold := func(s string) string {
		return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
	}
	for _, k := range known {
		if d := distance(fold(s), fold(k), least); d < least || d == least && best == "" {
			best, least = k, d
		}
		if least == 0 {
			break
		}
	}
	return best
}

// distance is the number of letters to add, drop, change or swap between a and b, or
// bound+1 when it is more than bound.
func distance(a, b string, bound int) int {
	if len(a)-len(b) > bound || len(b)-len(a) > bound {
		return bound + 1
	}
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return min(prev[len(b)], bound+1)
}

// minPart is how many letters of a known word lead to it.
const minPart = 3

// DidYouMean is the hint for a word that isn't known: the first that begins with it, or the
// nearest one, or is it behind a pack's name; without these it lists them all when they are
// few.
func DidYouMean(s string, known []string) string {
	like := func(is func(k string) bool) string {
		if i := slices.IndexFunc(known, is); i >= 0 && len(s) >= minPart {
			return known[i]
		}
		return ""
	}
	k := like(func(k string) bool { return strings.HasPrefix(strings.ToLower(k), strings.ToLower(s)) })
	k = cmp.Or(k, nearest(s, known), like(func(k string) bool { return strings.HasSuffix(k, "/"+s) }))
	if k != "" {
		return "did you mean " + quote(k) + "?"
	}
	if len(known) > 0 && len(known) <= 8 {
		return "known are " + listWords(known)
	}
	return ""
}

// listWords joins words for a sentence: "a", "b" and "c".
func listWords(words []string) string {
	q := make([]string, 0, len(words))
	for _, w := range words {
		q = append(q, quote(w))
	}
	if len(q) < 2 {
		return strings.Join(q, "")
	}
	return strings.Join(q[:len(q)-1], ", ") + " and " + q[len(q)-1]
}

// guess is a word that people write where the language has another.
type guess struct{ word, hint string }

// find looks a word up in a sorted table.
func find(table []guess, word string) (string, bool) {
	i, ok := slices.BinarySearchFunc(table, word, func(g guess, w string) int { return strings.Compare(g.word, w) })
	if !ok {
		return "", false
	}
	return table[i].hint, true
}

// ruleGuesses are keys of a rule that people will write, sorted.
func ruleGuesses() []guess {
	const inCommand = "write it into the command: "
	return []guess{
		{"allow", `what is not meant goes into "except"; a guard never allows what the harness would refuse`},
		{"allowed", `what is not meant goes into "except"`},
		{"alternative", `the key is "instead"`},
		{"args", inCommand + `commands = ["npm install --global"]`},
		{"arguments", inCommand + `commands = ["npm install --global"]`},
		{"ask", `write action = "ask"`},
		{"block", `a rule blocks unless "action" says otherwise; what it blocks goes into "commands", "paths", "hosts" or "tools"`},
		{"branch", `write when = { branch = ["main"] }`},
		{"branches", `write when = { branch = ["main"] }`},
		{"command", `the key is "commands", a list`},
		{"condition", `the key is "when"`},
		{"deny", `a rule blocks unless "action" says otherwise; what it blocks goes into "commands", "paths", "hosts" or "tools"`},
		{"description", `the key is "message"`},
		{"dir", `write when = { in = ["folder"] }`},
		{"directory", `write when = { in = ["folder"] }`},
		{"disabled", `write enabled = false`},
		{"domain", `the key is "hosts", a list`},
		{"domains", `the key is "hosts"`},
		{"env", `write it into the command: commands = ["HUSKY=0 git commit"]`},
		{"examples", `examples go into "fires_on" and "passes_on"`},
		{"except_paths", `in path and content rules "except" holds paths`},
		{"exceptions", `the key is "except"`},
		{"exclude", `the key is "except"`},
		{"exclude_paths", `in path and content rules "except" holds paths`},
		{"excludes", `the key is "except"`},
		{"exists", `write when = { exists = ["pnpm-lock.yaml"] }`},
		{"extensions", `write paths = ["*.go"]`},
		{"file", `the key is "paths", a list`},
		{"files", `the key is "paths"`},
		{"flag", inCommand + `commands = ["git push --force"]`},
		{"flags", inCommand + `commands = ["git push --force"]`},
		{"glob", `the key is "paths", a list`},
		{"globs", `the key is "paths"`},
		{"harness", `the key is "harnesses", a list`},
		{"host", `the key is "hosts", a list`},
		{"ignore", `the key is "except"`},
		{"in", `write when = { in = ["folder"] }`},
		{"include", `the key is "commands", "paths", "hosts" or "tools"`},
		{"input", `write when = { input = { key = 'regular expression' } }`},
		{"language", `write paths = ["*.go"]`},
		{"languages", `write paths = ["*.go"]`},
		{"match", `the key is "commands" (a command line with globs) or "pattern" (a regular expression)`},
		{"matcher", `the key is "tools", a list`},
		{"missing", `write unless = { exists = ["file"] }`},
		{"msg", `the key is "message"`},
		{"name", `the key is "id"`},
		{"not", `the key is "except" for what is not meant, "unless" for conditions`},
		{"options", inCommand + `commands = ["git push --force"]`},
		{"outside", `write paths = ["/"], except = ["."]`},
		{"path", `the key is "paths", a list`},
		{"patterns", `the key is "commands" (command lines with globs) or "pattern" (one regular expression)`},
		{"piped_into", inCommand + `commands = ["curl | sh"]`},
		{"pipes_to", inCommand + `commands = ["curl | sh"]`},
		{"program", inCommand + `commands = ["npm"]`},
		{"programs", inCommand + `commands = ["npm", "yarn"]`},
		{"reason", `the key is "message"`},
		{"regex", `the key is "pattern"`},
		{"regexp", `the key is "pattern"`},
		{"severity", `the key is "action": "block", "ask", "warn" or "count"`},
		{"subcommand", inCommand + `commands = ["git push"]`},
		{"suggestion", `the key is "instead"`},
		{"target", `the key is "targets", a list`},
		{"tests", `examples go into "fires_on" and "passes_on"`},
		{"title", `the key is "message"`},
		{"tool", `the key is "tools", a list`},
		{"type", `the key is "kind"`},
		{"url", `the key is "hosts", a list`},
		{"urls", `the key is "hosts"`},
		{"use_instead", `the key is "instead"`},
		{"without", `what is not meant goes into "except": except = ["docker run --rm"]`},
		{"without_flags", `what is not meant goes into "except": except = ["docker run --rm"]`},
		{"worktree", `write when = { worktree = true }`},
	}
}

// conditionGuesses are keys of a condition that people will write, sorted.
func conditionGuesses() []guess {
	return []guess{
		{"absent", `write unless = { exists = ["file"] }`},
		{"branches", `the key is "branch"`},
		{"cwd", `the key is "in"`},
		{"dir", `the key is "in"`},
		{"directory", `the key is "in"`},
		{"env", `write it into the command: commands = ["CI=true npm publish"]`},
		{"file", `the key is "exists"`},
		{"files", `the key is "exists"`},
		{"folder", `the key is "in"`},
		{"inside", `the key is "in"`},
		{"missing", `write unless = { exists = ["file"] }`},
		{"not", `put it into the other table: "unless" for what must not hold`},
		{"outside", `write unless = { in = ["folder"] }`},
		{"path", `the key is "in"`},
		{"paths", `the key is "in"`},
	}
}

// exampleGuesses are keys of an example that people will write, sorted.
func exampleGuesses() []guess {
	return []guess{
		{"cmd", `the key is "command"`},
		{"content", `the key is "text"`},
		{"cwd", `the key is "in"`},
		{"dir", `the key is "in"`},
		{"edit", `the key is "write", with "old" and "text"`},
		{"file", `say what happens to it: "read", "write", "create" or "delete"`},
		{"host", `write { fetch = "https://host" }`},
		{"new", `the key is "text"`},
		{"path", `say what happens to it: "read", "write", "create" or "delete"`},
		{"url", `the key is "fetch"`},
	}
}

// plannedKeys are keys that the language keeps for later, sorted.
func plannedKeys(table string) []string {
	switch table {
	case "rule", "override":
		return []string{"mark"}
	case "when", "unless":
		return []string{"marked", "ran", "read"}
	}
	return nil
}

// plannedKinds are kinds that the language keeps for later.
func plannedKinds() []string { return []string{"prompt", "result", "stop"} }

// ruleKeys are the keys of a rule.
func ruleKeys() []string {
	var keys []string
	eachField(&ruleTable{}, func(f field) { keys = append(keys, f.key) })
	return keys
}

// unknownKey reports a key that no table of the language has at this place.
func (c *checker) unknownKey(table, key string, n *node, known []string) {
	if slices.Contains(plannedKeys(table), key) {
		c.errorf("planned", n.keyAt(), "leave it out for now", "%s is planned, this version doesn't have it", quote(key))
		return
	}
	var guesses []guess
	switch table {
	case "rule", "override":
		guesses = ruleGuesses()
	case "when", "unless":
		guesses = conditionGuesses()
	case "fires_on", "passes_on":
		guesses = exampleGuesses()
	}
	hint, ok := find(guesses, key)
	if key == "matcher" && c.kind != "tool" {
		hint = "leave it out: the kind decides which tools are looked at"
	}
	if !ok {
		hint = DidYouMean(key, known)
	}
	switch table {
	case "rule", "override":
		c.errorf("unknown-key", n.keyAt(), hint, "unknown key %s", quote(key))
		return
	case "":
		if key == "rules" || key == "hooks" {
			hint = "begin each rule with [[rule]]"
		} else if _, ok := find(ruleGuesses(), key); ok || slices.Contains(ruleKeys(), key) {
			hint = "keys of a rule stand under [[rule]]"
		}
		c.errorf("unknown-key", n.keyAt(), hint, "unknown key %s", quote(key))
		return
	}
	c.errorf("unknown-key", n.keyAt(), hint, "unknown key %s in %s", quote(key), table)
}

const allAccess = `write access = ["read", "write", "create", "delete"]`

// wordGuesses are words that people will write as the value of a key, sorted.
func wordGuesses(key string) []guess {
	switch key {
	case "action":
		return []guess{
			{"allow", "a guard never allows what the harness would refuse; leave the rule out, or say what is not meant with except"},
			{"confirm", `write "ask"`},
			{"deny", `write "block"`},
			{"error", `write "block"`},
			{"info", `write "warn"`},
			{"log", `write "count": the rule is tried out on past sessions`},
			{"off", "write enabled = false"},
			{"prompt", `write "ask"`},
			{"reject", `write "block"`},
			{"stop", `write "block"`},
			{"warning", `write "warn"`},
		}
	case "kind":
		return []guess{
			{"bash", `write "command"`},
			{"commands", `write "command"`},
			{"domain", `write "host"`},
			{"file", `write "path" for which files are touched, "content" for what is written`},
			{"files", `write "path" for which files are touched, "content" for what is written`},
			{"mcp", `write "tool"`},
			{"network", `write "host"`},
			{"shell", `write "command"`},
			{"text", `write "content"`},
			{"url", `write "host"`},
		}
	case "access":
		return []guess{
			{"*", allAccess},
			{"all", allAccess},
			{"any", allAccess},
			{"append", `write "write"`},
			{"change", `write "write"`},
			{"edit", `write "write"`},
			{"execute", `running a file is no access: use kind = "command" with the file as program`},
			{"modify", `write "write"`},
			{"move", `write "delete": moving a file away is one`},
			{"readwrite", `write "read", "write"`},
			{"remove", `write "delete"`},
			{"rename", `write "delete": moving a file away is one`},
			{"rw", `write "read", "write"`},
		}
	case "targets":
		return []guess{
			{"commit", `write "commit-message"`},
			{"commit_message", `write "commit-message"`},
			{"files", `write "file"`},
			{"pr", `write "pr-title" and "pr-body"`},
			{"pr-description", `write "pr-body"`},
		}
	case "via":
		return []guess{
			{"any", "leave it out: both is the default"},
			{"bash", `write "shell"`},
			{"both", "leave it out: both is the default"},
			{"command", `write "shell"`},
		}
	case "on_unknown":
		return []guess{
			{"allow", `write "pass"`},
			{"block", `write "fire"`},
			{"deny", `write "fire"`},
		}
	}
	return nil
}

// harnessGuesses are other names of harnesses, sorted.
func harnessGuesses() []guess {
	return []guess{
		{"claude", `write "claude-code"`},
		{"codex-cli", `write "codex"`},
		{"factory", `write "droid"`},
		{"gemini", `write "gemini-cli"`},
		{"github-copilot", `write "copilot", or "vscode-chat" for the chat of VS Code`},
		{"kilocode", `write "kilo"`},
		{"qwen", `write "qwen-code"`},
		{"vscode", `write "vscode-chat"`},
	}
}

// toolNames are the canonical tool names that rules are most often about, Claude Code's.
func toolNames() []string {
	return []string{
		"Agent", "AskUserQuestion", "Bash", "BashOutput", "Edit", "EnterPlanMode", "EnterWorktree", "ExitPlanMode",
		"Glob", "Grep", "KillShell", "ListMcpResourcesTool", "LS", "LSP", "Monitor", "MultiEdit", "NotebookEdit", "NotebookRead",
		"PowerShell", "Read", "ReadMcpResourceTool", "SendMessage", "Skill", "SlashCommand", "Task", "TaskCreate", "TaskGet",
		"TaskList", "TaskOutput", "TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Workflow", "Write",
	}
}

// ownToolNames are names that other harnesses have for their tools.
func ownToolNames() []string {
	return []string{
		"activate_skill", "AgentSwarm", "apply_patch", "ApplyPatch", "Create", "create", "create_file", "Delete", "edit_file", "editFiles", "execute_code",
		"execute_command", "Execute", "fetch_web_content", "fetch_webpage", "FetchURL", "file_search", "find", "google_web_search", "grep_search",
		"insert_edit_into_file", "invoke_agent", "list", "list_dir", "list_directory", "local_shell", "manage_todo_list", "multi_replace_file_content",
		"multi_replace_string_in_file", "notebook_edit", "patch", "read_file", "read_files", "read_many_files", "read_url_content", "readFile", "replace",
		"replace_file_content", "replace_in_file", "replace_string_in_file", "request_user_input", "run_command", "run_commands", "run_in_terminal",
		"run_shell_command", "run_terminal_cmd", "run_terminal_command", "runInTerminal", "runSubagent", "runTerminalCommand", "search_codebase",
		"search_file_content", "search_files", "search_replace", "search_web", "Shell", "shell_command", "spawn_agent", "spawn_subagent", "str_replace_based_edit_tool",
		"terminal", "todo_write", "tool_search", "update_plan", "update_todo", "view", "view_file", "view_image", "web_extract", "web_fetch", "web_search", "write_bash",
		"write_file", "write_powershell", "write_to_file", "write_todos",
	}
}
