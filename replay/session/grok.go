package session

import "strings"

// grokUpdate reads a line of Grok Build's updates.jsonl.
func grokUpdate(d *decoder, s *sink) {
	var e entry
	var update []byte
	d.object(func(key []byte) {
		switch string(key) {
		case "timestamp":
			e.time = when(d)
		case "params":
			d.object(func(key []byte) {
				switch string(key) {
				case "sessionId":
					e.session = s.session(d)
				case "update":
					update = d.raw()
				}
			})
		}
	})
	in := decoder{b: update}
	what, status, exit := "", "", int64(0)
	var content []byte
	in.object(func(key []byte) {
		switch string(key) {
		case "sessionUpdate":
			what = in.str()
		case "toolCallId":
			e.id = in.str()
		case "title":
			if e.tool == "" {
				e.tool = in.str()
			}
		case "rawInput":
			if in.peek() == '{' {
				e.args = keep(in.raw())
			}
		case "status":
			status = in.str()
		case "content":
			content = in.raw()
		case "rawOutput":
			in.object(func(key []byte) {
				if string(key) == "exit_code" {
					exit, _ = in.number()
				}
			})
		case "_meta":
			in.object(func(key []byte) {
				if string(key) != "x.ai/tool" {
					return
				}
				in.object(func(key []byte) {
					if string(key) == "name" {
						e.tool = in.str()
					}
				})
			})
		}
	})
	switch {
	case what == "tool_call":
		s.add(e)
	case what == "tool_call_update" && (status == "completed" || status == "failed"):
		e.kind, e.outcome, e.tool, e.args = isResult, Ran, "", nil
		if status == "failed" {
			e.outcome, e.text = grokOutcome(grokText(content))
		} else if exit != 0 {
			e.outcome = Failed
		}
		s.add(e)
	}
}

// grokText is the first text of an update's content.
func grokText(raw []byte) string {
	d := decoder{b: raw}
	text := ""
	d.array(func() {
		d.object(func(key []byte) {
			if string(key) != "content" {
				return
			}
			d.object(func(key []byte) {
				if string(key) == "text" && text == "" {
					text = d.head(maxResult)
				}
			})
		})
	})
	return text
}

func grokOutcome(text string) (Outcome, string) {
	if rest, ok := strings.CutPrefix(text, "Hook denied: "); ok {
		return Blocked, rest
	}
	if hasAnyPrefix(text, "Permission denied", "User rejected", "Rejected by user") {
		return Denied, text
	}
	return Failed, text
}

// grokHistory reads a line of Grok Build's chat_history.jsonl, which has no times.
func grokHistory(d *decoder, s *sink) {
	e := entry{kind: isResult}
	typ := ""
	var content []byte
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "tool_calls":
			d.array(func() {
				var x entry
				d.object(func(key []byte) {
					switch string(key) {
					case "id":
						x.id = d.str()
					case "name":
						x.tool = d.str()
					case "arguments":
						x.args = inner(d)
					}
				})
				s.add(x)
			})
		case "tool_call_id":
			e.id = d.str()
		case "content":
			content = d.raw()
		}
	})
	if typ != "tool_result" {
		return
	}
	text := said(content)
	switch {
	case strings.HasPrefix(text, "exit: "):
		e.outcome = byExitCode(strings.TrimPrefix(text, "exit: "))
	case strings.HasPrefix(text, "Hook denied: "):
		e.outcome, e.text = grokOutcome(text)
	default:
		e.outcome = Ran
	}
	s.add(e)
}
