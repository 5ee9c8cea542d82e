package session

import "strings"

// codexOutput tells what became of a call by its output: a text, a list of parts, or the
// JSON text of an object with an exit code.
func codexOutput(raw []byte) (Outcome, string) {
	d := decoder{b: raw}
	text := ""
	d.array(func() {
		switch {
		case len(text) > 4*maxResult:
		case d.peek() == '"':
			text += d.head(4 * maxResult)
		case d.peek() == '{':
			d.object(func(key []byte) {
				switch string(key) {
				case "text", "content", "output":
					text += d.head(4 * maxResult)
				}
			})
		}
	})
	if strings.HasPrefix(text, "{") { // the older form: {"output":"…","metadata":{"exit_code":1}}
		if i := strings.Index(text, `"exit_code":`); i >= 0 {
			return byExitCode(text[i+len(`"exit_code":`):]), text
		}
		in := decoder{b: raw}
		full := in.str()
		if i := strings.LastIndex(full, `"exit_code":`); i >= 0 {
			return byExitCode(full[i+len(`"exit_code":`):]), text
		}
		return Ran, text
	}
	switch {
	case hasAnyPrefix(text, "Command blocked by PreToolUse hook:", "Tool call blocked by PreToolUse hook:"):
		return Blocked, text
	case strings.HasPrefix(text, "exec_command failed:") && strings.Contains(text, "Rejected("),
		hasAnyPrefix(text, "exec command rejected by user", "patch rejected by user", "rejected by user"):
		return Denied, text
	case hasAnyPrefix(text, "exec_command failed", "apply_patch verification failed", "failed ", "failed:", "error:", "Script failed", "unsupported call", "aborted"):
		return Failed, text
	}
	for _, mark := range []string{"Process exited with code ", "Exit code: "} {
		if i := strings.Index(text[:min(len(text), maxResult)], mark); i >= 0 {
			return byExitCode(text[i+len(mark):]), text
		}
	}
	return Ran, text
}

// byExitCode is the outcome of a command whose exit code s begins with.
func byExitCode(s string) Outcome {
	s = strings.TrimLeft(s, " ")
	if strings.HasPrefix(s, "0") || s == "" {
		return Ran
	}
	return Failed
}

// codexDone reads an event that tells how an item ended. It repeats a direct call, and is
// all that there is of what a code-mode program ran.
func codexDone(raw []byte, e entry, s *sink) {
	d := decoder{b: raw}
	typ, status, exit := "", "", ""
	var changes []byte
	server, tool := "", ""
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "id":
			e.id = d.str()
		case "status":
			status = d.str()
		case "exit_code":
			exit = string(d.scalar())
		case "command":
			e.text = commandText(&d)
		case "cwd":
			e.dir = strings.TrimPrefix(d.str(), "file://")
		case "changes":
			changes = d.raw()
		case "server":
			server = d.str()
		case "tool":
			tool = d.str()
		case "arguments":
			e.args = inner(&d)
		}
	})
	e.kind, e.outcome = isRun, Ran
	switch status {
	case "failed":
		e.outcome = Failed
	case "declined", "rejected":
		e.outcome = Denied
	case "in_progress":
		return
	}
	switch typ {
	case "CommandExecution":
		if exit != "" && exit != "0" && exit != "null" {
			e.outcome = Failed
		}
		e.tool, e.parts = "Bash", []arg{{"command", e.text}}
	case "FileChange":
		e.tool, e.text = "apply_patch", "apply_patch"
		e.parts = []arg{{"command", patchOf(changes)}}
	case "McpToolCall":
		e.tool = "mcp__" + strings.ReplaceAll(server, "-", "_") + "__" + tool
		e.text = e.tool
	default:
		return
	}
	s.add(e)
}

// patchOf writes a patch for a list of file changes.
func patchOf(changes []byte) string {
	var b strings.Builder
	b.WriteString("*** Begin Patch\n")
	d := decoder{b: changes}
	d.object(func(key []byte) {
		name := unescape(key)
		typ, content, diff, to := "", "", "", ""
		d.object(func(key []byte) {
			switch string(key) {
			case "type":
				typ = d.str()
			case "content":
				content = d.str()
			case "unified_diff":
				diff = d.str()
			case "move_path":
				to = d.str()
			}
		})
		switch typ {
		case "add":
			b.WriteString("*** Add File: " + name + "\n")
			for line := range strings.Lines(content) {
				b.WriteString("+" + strings.TrimSuffix(line, "\n") + "\n")
			}
		case "delete":
			b.WriteString("*** Delete File: " + name + "\n")
		default:
			b.WriteString("*** Update File: " + name + "\n")
			if to != "" {
				b.WriteString("*** Move to: " + to + "\n")
			}
			b.WriteString(strings.TrimSuffix(diff, "\n") + "\n")
		}
	})
	b.WriteString("*** End Patch\n")
	return b.String()
}
