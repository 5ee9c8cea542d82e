package session

import "strings"

// droidRecord reads a line of Factory Droid's log: messages in Anthropic's form, and a line
// for each hook that ran.
func droidRecord(d *decoder, s *sink) {
	var e entry
	typ, id, hook, hookCall := "", "", "", ""
	blocked := false
	var list []block
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "id":
			id = d.str()
		case "cwd":
			e.dir = s.dir(d)
		case "timestamp":
			e.time = when(d)
		case "message":
			d.object(func(key []byte) {
				switch string(key) {
				case "content":
					list = blocks(d, list)
				case "hookEventName":
					hook = d.str()
				case "hookToolCallId":
					hookCall = d.str()
				case "hookResults":
					d.array(func() { blocked = droidHook(d) || blocked })
				}
			})
		case "hookEventName":
			hook = d.str()
		case "hookToolCallId":
			hookCall = d.str()
		case "hookResults":
			d.array(func() { blocked = droidHook(d) || blocked })
		}
	})
	switch {
	case typ == "session_start":
		e.kind, e.session, e.start = isMeta, id, e.dir
		s.add(e)
		return
	case hook == "PreToolUse" && blocked:
		e.kind, e.id = isHook, hookCall
		s.add(e)
	}
	for _, b := range list {
		x := e
		x.id = b.id
		switch {
		case b.use:
			x.kind, x.tool, x.args = isCall, b.name, b.args
		default:
			x.kind, x.outcome = isResult, Ran
			if b.failed {
				x.outcome, x.text = Failed, strings.TrimPrefix(said(b.content), "Error: ")
			} else if droidExit(b.content) {
				x.outcome = Failed
			}
		}
		s.add(x)
	}
}

// droidHook takes a hook's result and reports whether it refuses.
func droidHook(d *decoder) bool {
	refuses := false
	d.object(func(key []byte) {
		switch string(key) {
		case "exitCode":
			n, _ := d.number()
			refuses = refuses || n == 2
		case "stdout":
			out := d.str()
			refuses = refuses || strings.Contains(out, "hookSpecificOutput") && strings.Contains(out, `"deny"`)
		}
	})
	return refuses
}

// droidExit reports whether a result ends in an exit code that is not zero.
func droidExit(raw []byte) bool {
	d := decoder{b: raw}
	if d.peek() != '"' {
		return false
	}
	const mark = "[Process exited with code "
	t := d.tail()
	i := strings.LastIndex(t, mark)
	return i >= 0 && !strings.HasPrefix(t[i+len(mark):], "0")
}

// piRecord reads a line of Pi's log, which is a tree of messages: calls on branches that
// were left happened too.
func piRecord(d *decoder, s *sink) {
	var e entry
	typ, id, role, result := "", "", "", ""
	failed := false
	var calls []entry
	var content []byte
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "id":
			id = d.str()
		case "cwd":
			e.dir = s.dir(d)
		case "timestamp":
			e.time = when(d)
		case "message":
			d.object(func(key []byte) {
				switch string(key) {
				case "role":
					role = d.str()
				case "toolCallId":
					result = d.str()
				case "isError":
					failed = d.is()
				case "content":
					content = d.raw()
				}
			})
		}
	})
	if typ == "session" {
		e.kind, e.session, e.start = isMeta, id, e.dir
		s.add(e)
		return
	}
	switch role {
	case "assistant":
		in := decoder{b: content}
		if in.peek() != '[' {
			return
		}
		in.array(func() {
			x := e
			kind := ""
			in.object(func(key []byte) {
				switch string(key) {
				case "type":
					kind = in.str()
				case "id":
					x.id = in.str()
				case "name":
					x.tool = in.str()
				case "arguments":
					x.args = inner(&in)
				}
			})
			if kind == "toolCall" {
				calls = append(calls, x)
			}
		})
		for _, c := range calls {
			s.add(c)
		}
	case "toolResult":
		e.kind, e.id, e.outcome = isResult, result, Ran
		if failed {
			e.outcome, e.text = Failed, said(content)
		}
		s.add(e)
	}
}

// cursorRecord reads a line of a Cursor agent transcript: no ids, times, folders or results.
func cursorRecord(d *decoder, s *sink) {
	var list []block
	d.object(func(key []byte) {
		if string(key) != "message" {
			return
		}
		d.object(func(key []byte) {
			if string(key) == "content" {
				list = blocks(d, list)
			}
		})
	})
	for _, b := range list {
		if b.use {
			tool, args := cursorCall(b.name, b.args)
			s.add(entry{kind: isCall, id: b.id, tool: tool, args: args})
		}
	}
}

// cursorCall gives a logged call the names that Cursor's hooks use.
func cursorCall(name string, args []byte) (string, []byte) {
	switch name {
	case "run_terminal_cmd", "run_terminal_command", "run_terminal_command_v2":
		return "Shell", args
	case "read_file", "read_file_v2":
		return "Read", renamed(args, "target_file", "file_path")
	case "delete_file":
		return "Delete", renamed(args, "target_file", "file_path")
	case "edit_file", "edit_file_v2", "write":
		return "Write", renamed(renamed(args, "target_file", "file_path"), "contents", "content")
	case "search_replace":
		return "Edit", args
	case "grep", "grep_search", "ripgrep":
		return "Grep", args
	case "Read", "Write", "Delete", "Edit", "StrReplace":
		if name == "StrReplace" {
			name = "Edit"
		}
		return name, renamed(renamed(args, "path", "file_path"), "contents", "content")
	}
	return name, args
}

// renamed gives the first member of an object with the key from another one.
func renamed(args []byte, from, to string) []byte {
	quoted := `"` + from + `"`
	s := string(args)
	i := strings.Index(s, quoted)
	if i <= 0 || s[i-1] == '\\' || !strings.HasPrefix(strings.TrimLeft(s[i+len(quoted):], " \t\n\r"), ":") {
		return args
	}
	return []byte(s[:i] + `"` + to + `"` + s[i+len(quoted):])
}

// kimiRecord reads a line of Kimi Code's wire log; agent.message.appended says it again.
func kimiRecord(d *decoder, s *sink) {
	var e entry
	typ, event := "", ""
	failed := false
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "agentId":
			id := d.str()
			e.agent = id != "" && id != "main"
		case "time":
			e.time = when(d)
		case "event":
			d.object(func(key []byte) {
				switch string(key) {
				case "type":
					event = d.str()
				case "toolCallId":
					e.id = d.str()
				case "name":
					e.tool = d.str()
				case "args":
					e.args = inner(d)
				case "display":
					d.object(func(key []byte) {
						if string(key) == "cwd" {
							e.dir = s.dir(d)
						}
					})
				case "result":
					d.object(func(key []byte) {
						switch string(key) {
						case "isError":
							failed = d.is()
						case "output":
							e.text = said(d.raw())
						}
					})
				}
			})
		}
	})
	if typ != "context.append_loop_event" {
		return
	}
	switch event {
	case "tool.call":
		s.add(e)
	case "tool.result":
		e.kind, e.outcome, e.tool = isResult, Ran, ""
		if failed {
			e.outcome = Failed
		} else {
			e.text = ""
		}
		s.add(e)
	}
}
