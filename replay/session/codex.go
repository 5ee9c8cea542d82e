package session

import (
	"path"
	"strings"

	"rules2guards.local/guard/call"
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
		words[i] = call.QuoteWord(w)
	}
	return strings.Join(words, " ")
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
