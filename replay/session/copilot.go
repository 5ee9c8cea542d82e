package session

import "strings"

// copilotRecord reads an event of GitHub Copilot CLI. A call is announced in the message
// that asks for it, in hook and permission events, and told when it starts: the start
// counts, and an announcement without one (the user refused) does too.
func copilotRecord(d *decoder, s *sink) {
	var e entry
	typ := ""
	var data []byte
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "timestamp":
			e.time = when(d)
		case "data":
			data = d.raw()
		}
	})
	in := decoder{b: data}
	switch typ {
	case "assistant.message":
		in.object(func(key []byte) {
			if string(key) == "toolRequests" {
				in.array(func() {
					x := e
					x.kind = isCall
					copilotCall(&in, &x)
					s.add(x)
				})
			}
		})
	case "tool.execution_start":
		e.kind = isCall
		copilotCall(&in, &e)
		s.add(e)
	case "tool.execution_complete":
		copilotDone(&in, e, s)
	default:
		copilotContext(&in, e, s)
	}
}

// copilotCall takes an object that describes a call.
func copilotCall(d *decoder, e *entry) {
	server, tool := "", ""
	d.object(func(key []byte) {
		switch string(key) {
		case "toolCallId":
			e.id = d.str()
		case "toolName", "name":
			e.tool = d.str()
		case "arguments":
			e.args = inner(d)
		case "mcpServerName":
			server = d.str()
		case "mcpToolName":
			tool = d.str()
		case "agentId", "parentToolCallId":
			e.agent = d.str() != ""
		}
	})
	if server != "" && tool != "" {
		e.tool = server + "-" + tool
	}
}

func copilotDone(d *decoder, e entry, s *sink) {
	success, code, exit := true, "", int64(0)
	d.object(func(key []byte) {
		switch string(key) {
		case "toolCallId":
			e.id = d.str()
		case "success":
			success = d.is()
		case "error":
			d.object(func(key []byte) {
				switch string(key) {
				case "message":
					e.text = d.head(maxResult)
				case "code":
					code = d.str()
				}
			})
		case "shellExecution":
			d.object(func(key []byte) {
				if string(key) == "exitCode" {
					exit, _ = d.number()
				}
			})
		}
	})
	e.kind = isResult
	switch {
	case success && exit == 0:
		e.outcome = Ran
	case success:
		e.outcome = Failed
	case strings.HasPrefix(e.text, "Denied by preToolUse hook"):
		e.outcome = Blocked
	case code == "denied" || code == "rejected":
		e.outcome = Denied
	default:
		e.outcome = Failed
	}
	s.add(e)
}

// copilotContext takes the folder and branch of a session event.
func copilotContext(d *decoder, e entry, s *sink) {
	e.kind = isMeta
	d.object(func(key []byte) {
		switch string(key) {
		case "sessionId":
			e.session = s.session(d)
		case "context":
			d.object(func(key []byte) {
				switch string(key) {
				case "cwd":
					e.dir = s.dir(d)
				case "gitRoot":
					e.start = d.str()
				case "branch":
					e.branch = s.branch(d)
				}
			})
		}
	})
	if e.dir != "" {
		s.add(e)
	}
}
