package session

import "strings"

// geminiRecord reads a line of Gemini CLI's log, or a message of the older one-document
// form. A message is written again under its id when it changes, and a resumed session
// repeats all of them: the last state of a call counts, once.
func geminiRecord(d *decoder, s *sink) {
	meta := entry{kind: isMeta}
	header := false
	d.object(func(key []byte) {
		switch string(key) {
		case "sessionId":
			meta.session = s.session(d)
		case "projectHash", "startTime":
			header = true
			d.skip()
		case "kind":
			meta.agent = d.str() == "subagent"
		case "toolCalls":
			d.array(func() { geminiCall(d, s) })
		case "$set":
			d.object(func(key []byte) {
				switch string(key) {
				case "sessionId":
					s.add(entry{kind: isMeta, session: s.session(d)})
				case "messages":
					d.array(func() { geminiRecord(d, s) })
				}
			})
		case "type":
			if w := d.str(); w == "tool_use" || w == "tool_result" || w == "init" {
				meta.tool = w // the stream form, read below
			}
		case "session_id":
			meta.session = s.session(d)
		case "tool_name":
			meta.text = d.str()
		case "tool_id":
			meta.id = d.str()
		case "parameters":
			meta.args = keep(d.raw())
		case "status":
			if d.str() == "error" {
				meta.outcome = Failed
			}
		case "timestamp":
			meta.time = when(d)
		}
	})
	switch {
	case meta.tool == "tool_use":
		s.add(entry{kind: isCall, id: meta.id, tool: meta.text, args: meta.args, time: meta.time})
	case meta.tool == "tool_result":
		o := Ran
		if meta.outcome == Failed {
			o = Failed
		}
		s.add(entry{kind: isResult, id: meta.id, outcome: o})
	case header && meta.session != "" || meta.tool == "init" && meta.session != "":
		s.add(entry{kind: isMeta, session: meta.session, agent: meta.agent})
	}
}

func geminiCall(d *decoder, s *sink) {
	e := entry{kind: isCall}
	status, errText, output := "", "", ""
	d.object(func(key []byte) {
		switch string(key) {
		case "id":
			e.id = d.str()
		case "name":
			e.tool = d.str()
		case "args":
			e.args = keep(d.raw())
		case "status":
			status = d.str()
		case "timestamp":
			e.time = when(d)
		case "result":
			d.array(func() { errText, output = functionResponse(d) })
		}
	})
	s.add(e)
	e.kind, e.args = isResult, nil
	switch status {
	case "success":
		e.outcome = Ran
		if failedExit(output) {
			e.outcome = Failed
		}
	case "error":
		e.text = errText
		switch {
		case strings.HasPrefix(errText, "Agent execution stopped by hook:"):
			e.outcome = Blocked
		case strings.HasPrefix(errText, "Tool execution blocked:"):
			e.outcome = Blocked
			e.text = strings.TrimSpace(strings.TrimPrefix(errText, "Tool execution blocked:"))
		case strings.HasPrefix(errText, "Tool execution denied by policy"):
			e.outcome = Denied
		default:
			e.outcome = Failed
		}
	case "cancelled":
		e.outcome = Denied
	default:
		return // not over yet
	}
	s.add(e)
}

// functionResponse takes a part with the response of a function: its error and its output.
func functionResponse(d *decoder) (errText, output string) {
	d.object(func(key []byte) {
		if string(key) != "functionResponse" {
			return
		}
		d.object(func(key []byte) {
			if string(key) != "response" {
				return
			}
			d.object(func(key []byte) {
				switch string(key) {
				case "error":
					errText = d.head(maxResult)
				case "output":
					output = d.tail()
				}
			})
		})
	})
	return errText, output
}

// tail takes the next value and returns the end of it, if it is a string.
func (d *decoder) tail() string {
	if d.peek() != '"' {
		d.skip()
		return ""
	}
	s, _ := d.text()
	if len(s) > maxResult {
		s = s[len(s)-maxResult:]
	}
	return unescape(s)
}

// failedExit reports whether a shell tool's output ends by telling an exit code that is not
// zero.
func failedExit(output string) bool {
	i := strings.LastIndex(output, "\nExit Code: ")
	if i < 0 {
		return false
	}
	code := output[i+len("\nExit Code: "):]
	return code != "" && code[0] != '0' && code[0] != '('
}

// qwenRecord reads a line of Qwen Code's log.
func qwenRecord(d *decoder, s *sink) {
	var e entry
	var calls []entry
	typ, status, errType, errText, output := "", "", "", "", ""
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "sessionId":
			e.session = s.session(d)
		case "cwd":
			e.dir = s.dir(d)
		case "gitBranch":
			e.branch = s.branch(d)
		case "timestamp":
			e.time = when(d)
		case "isSidechain":
			e.agent = e.agent || d.is()
		case "agentId":
			e.agent = e.agent || d.str() != ""
		case "toolCallResult":
			d.object(func(key []byte) {
				switch string(key) {
				case "callId":
					e.id = d.str()
				case "status":
					status = d.str()
				case "errorType":
					errType = d.str()
				}
			})
		case "message":
			d.object(func(key []byte) {
				if string(key) != "parts" {
					return
				}
				d.array(func() {
					if d.peek() != '{' {
						d.skip()
						return
					}
					at := *d
					d.object(func(key []byte) {
						switch string(key) {
						case "functionCall":
							calls = append(calls, qwenCall(d))
						case "functionResponse":
							again := at
							errText, output = functionResponse(&again)
						}
					})
				})
			})
		}
	})
	switch typ {
	case "assistant":
		for _, c := range calls {
			x := e
			x.kind, x.id, x.tool, x.args = isCall, c.id, c.tool, c.args
			s.add(x)
		}
	case "tool_result":
		e.kind, e.outcome = isResult, Ran
		switch {
		case status == "cancelled":
			e.outcome = Denied
		case status == "error" && errType == "execution_denied":
			e.outcome, e.text = Blocked, errText
		case status == "error":
			e.outcome, e.text = Failed, errText
		case failedExit(output):
			e.outcome = Failed
		}
		s.add(e)
	}
}

// qwenCall reads a functionCall. tool_call is a bridge: hooks are shown the tool behind it.
func qwenCall(d *decoder) entry {
	var e entry
	d.object(func(key []byte) {
		switch string(key) {
		case "id":
			e.id = d.str()
		case "name":
			e.tool = d.str()
		case "args":
			e.args = keep(d.raw())
		}
	})
	if e.tool != "tool_call" {
		return e
	}
	in := decoder{b: e.args}
	name := ""
	var args []byte
	in.object(func(key []byte) {
		switch string(key) {
		case "name":
			name = in.str()
		case "arguments":
			args = inner(&in)
		}
	})
	if name != "" {
		e.tool, e.args = name, args
	}
	return e
}
