package session

import (
	"path"
	"strings"
)

// codexRecord reads one record of a Codex rollout: the wrapper {timestamp, type, payload},
// the older form in which items stand at top level, or a line of `codex exec --json`.
// What `compacted` records repeat is passed over.
func codexRecord(d *decoder, s *sink) {
	var e entry
	typ := ""
	var payload, item []byte
	start := d.i
	done := false
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "timestamp":
			e.time = when(d)
		case "payload":
			switch typ {
			case "response_item": // most of a log: read where it stands
				done = true
				codexItem(d, e, s)
			case "compacted", "world_state":
				done = true
				d.enough()
			default:
				payload = d.raw()
			}
		case "item":
			item = d.raw()
		}
	})
	if d.bad || done {
		return
	}
	switch typ {
	case "session_meta":
		codexMeta(payload, e, s)
	case "turn_context":
		e.kind = isMeta
		p := decoder{b: payload}
		p.object(func(key []byte) {
			if string(key) == "cwd" {
				e.dir = s.dir(&p)
			}
		})
		s.add(e)
	case "response_item":
		codexItem(&decoder{b: payload}, e, s)
	case "event_msg":
		p := decoder{b: payload}
		p.object(func(key []byte) {
			switch string(key) {
			case "type":
				typ = p.str()
			case "item":
				item = p.raw()
			}
		})
		if typ == "item_completed" && !p.bad {
			codexDone(item, e, s)
		}
	case "item.completed":
		codexStream(item, e, s)
	case "thread.started":
		p := decoder{b: d.b[start:d.i]}
		p.object(func(key []byte) {
			if string(key) == "thread_id" {
				e.kind, e.session = isMeta, p.str()
				s.add(e)
			}
		})
	case "":
		codexMeta(d.b[start:d.i], e, s) // the first line of the oldest form
	case "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call",
		"function_call_output", "custom_tool_call_output", "tool_search_output":
		codexItem(&decoder{b: d.b[start:d.i]}, e, s)
	}
}

func codexMeta(payload []byte, e entry, s *sink) {
	e.kind = isMeta
	d := decoder{b: payload}
	d.object(func(key []byte) {
		switch string(key) {
		case "id":
			e.session = s.session(&d)
		case "cwd":
			e.dir = s.dir(&d)
		case "parent_thread_id":
			e.agent = d.str() != ""
		case "source":
			if d.peek() == '{' {
				e.agent = true
			}
		case "git":
			d.object(func(key []byte) {
				if string(key) == "branch" {
					e.branch = s.branch(&d)
				}
			})
		}
	})
	if e.session != "" {
		e.start = e.dir
		s.add(e)
	}
}

// codexItem reads a response item: a call or the output of one.
func codexItem(d *decoder, e entry, s *sink) {
	var typ, name, space, text, status string
	var args, action, output []byte
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "name":
			name = d.str()
		case "namespace":
			space = d.str()
		case "call_id":
			e.id = d.str()
		case "id":
			if e.id == "" {
				e.id = d.str()
			}
		case "arguments":
			args = inner(d)
		case "input":
			text = d.str()
		case "action":
			action = d.raw()
		case "output":
			output = d.raw()
		case "status":
			status = d.str()
		}
	})
	e.kind = isCall
	switch typ {
	case "function_call":
		codexFunction(name, space, args, e, s)
	case "custom_tool_call":
		if name == "exec" {
			codeMode(text, e, s)
			return
		}
		e.tool, e.parts = name, []arg{{"command", text}}
		if name != "apply_patch" {
			e.parts = []arg{{"input", text}}
		}
		s.add(e)
	case "local_shell_call":
		e.tool = "Bash"
		codexShell(action, &e)
		s.add(e)
	case "web_search_call":
		e.tool, e.args = "web_search", keep(action)
		s.add(e)
		if status == "completed" {
			s.add(entry{kind: isResult, id: e.id, outcome: Ran})
		}
	case "tool_search_call":
		e.tool, e.args = "tool_search", args
		s.add(e)
	case "function_call_output", "custom_tool_call_output":
		e.kind = isResult
		e.outcome, e.text = codexOutput(output)
		s.add(e)
	case "tool_search_output":
		e.kind, e.outcome = isResult, Ran
		s.add(e)
	}
}

// codexFunction reads a function call. A hook is shown every way to run a command as Bash
// with a command, and a patch as apply_patch with one: so is the replay.
func codexFunction(name, space string, args []byte, e entry, s *sink) {
	switch name {
	case "exec_command", "shell", "shell_command", "container.exec", "local_shell":
		e.tool = "Bash"
		codexShell(args, &e)
	case "apply_patch":
		e.tool = name
		d := decoder{b: args}
		d.object(func(key []byte) {
			if k := string(key); k == "input" || k == "patch" || k == "command" {
				e.parts = []arg{{"command", d.str()}}
			}
		})
	default:
		e.tool, e.args = name, args
		if strings.HasPrefix(space, "mcp__") {
			e.tool = space + "__" + name
		}
	}
	s.add(e)
}

// codexShell reads the arguments of a call that runs a command.
func codexShell(args []byte, e *entry) {
	d := decoder{b: args}
	text, dir := "", ""
	d.object(func(key []byte) {
		switch string(key) {
		case "cmd", "command":
			text = commandText(&d)
		case "workdir", "working_directory":
			dir = d.str()
		}
	})
	e.parts = []arg{{"command", text}}
	e.dir = dir // may be relative: the assembler knows to what
}

// commandText takes a command that is a text or a list of words; a list that hands a text
// to a shell is that text.
func commandText(d *decoder) string {
	if d.peek() == '"' {
		return d.str()
	}
	var words []string
	d.array(func() { words = append(words, d.str()) })
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") {
		switch path.Base(words[0]) {
		case "bash", "sh", "zsh", "dash", "ksh":
			return words[2]
		}
	}
	for i, w := range words {
		words[i] = quoteWord(w)
	}
	return strings.Join(words, " ")
}

// quoteWord writes a word so that a shell reads it as that word.
func quoteWord(w string) string {
	plain := w != ""
	for _, c := range w {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@+%", c) {
			plain = false
		}
	}
	if plain {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// codexOutput tells what became of a call by its output: a text, a list of parts, or the
// JSON text of an object with an exit code.
func codexOutput(raw []byte) (Outcome, string) {
	d := decoder{b: raw}
	var b strings.Builder
	d.array(func() {
		switch {
		case b.Len() > 4*maxResult:
		case d.peek() == '"':
			b.WriteString(d.head(4 * maxResult))
		case d.peek() == '{':
			d.object(func(key []byte) {
				switch string(key) {
				case "text", "content", "output":
					b.WriteString(d.head(4 * maxResult))
				}
			})
		}
	})
	text := b.String()
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

// codexStream reads an item of `codex exec --json`.
func codexStream(raw []byte, e entry, s *sink) {
	d := decoder{b: raw}
	typ, status, server, tool := "", "", "", ""
	d.object(func(key []byte) {
		switch string(key) {
		case "id":
			e.id = d.str()
		case "type", "item_type":
			typ = d.str()
		case "command":
			e.parts = []arg{{"command", unwrapped(commandText(&d))}}
		case "status":
			status = d.str()
		case "server":
			server = d.str()
		case "tool":
			tool = d.str()
		case "arguments":
			e.args = inner(&d)
		}
	})
	e.kind = isCall
	switch typ {
	case "command_execution":
		e.tool = "Bash"
	case "mcp_tool_call":
		e.tool, e.parts = "mcp__"+server+"__"+tool, nil
	default:
		return
	}
	s.add(e)
	o := Ran
	switch status {
	case "failed":
		o = Failed
	case "declined":
		o = Denied
	}
	s.add(entry{kind: isResult, id: e.id, outcome: o})
}

// unwrapped takes off the shell that the stream's command texts begin with.
func unwrapped(s string) string {
	for _, p := range []string{"/bin/bash -lc ", "bash -lc ", "/bin/zsh -lc ", "/bin/sh -c "} {
		if rest, ok := strings.CutPrefix(s, p); ok {
			if len(rest) > 1 && (rest[0] == '\'' || rest[0] == '"') && rest[len(rest)-1] == rest[0] && !strings.ContainsRune(rest[1:len(rest)-1], rune(rest[0])) {
				return rest[1 : len(rest)-1]
			}
		}
	}
	return s
}
