package session

import (
	"slices"
	"strings"

	"rules2guards.local/guard/call"
)

// block is a tool_use or tool_result block of a message in Anthropic's form, which several
// harnesses write.
type block struct {
	use     bool
	id      string
	name    string
	args    []byte
	failed  bool
	content []byte // raw, of a result; shares memory with the record
}

// blocks takes message.content and adds its blocks that matter to a list.
func blocks(d *decoder, list []block) []block {
	if d.peek() != '[' {
		return list // a plain text
	}
	d.array(func() {
		var b block
		kind, result := "", false
		d.object(func(key []byte) {
			switch string(key) {
			case "type":
				kind = d.str()
				result = kind == "tool_result"
			case "id", "tool_use_id":
				b.id = d.str()
			case "name":
				b.name = d.str()
			case "input":
				b.args = d.raw()
			case "is_error":
				b.failed = d.is()
			case "content":
				b.content = d.raw()
			}
		})
		switch {
		case kind == "tool_use":
			b.use = true
			b.args = keep(b.args)
			list = append(list, b)
		case result:
			list = append(list, b)
		}
	})
	return list
}

// said is the beginning of a result: a text, or the first text of a list.
func said(raw []byte) string {
	d := decoder{b: raw}
	text := ""
	d.array(func() {
		switch {
		case text != "":
			d.skip()
		case d.peek() == '"':
			text = d.head(maxResult)
		default:
			d.object(func(key []byte) {
				if string(key) == "text" && text == "" {
					text = d.head(maxResult)
				}
			})
		}
	})
	return text
}

// claudeRecord reads one record of Claude Code's log. Subagents are in files of their own,
// or nested in progress records of their parent's file (2.1.12 to 2.1.79); each content
// block of a message is a record, so calls are told apart by their own ids.
func claudeRecord(d *decoder, s *sink) {
	var (
		typ, denial, source, decision string
		e                             entry
		list                          []block
		nested                        bool
	)
	message := func() {
		d.object(func(key []byte) {
			if string(key) == "content" {
				list = blocks(d, list)
			}
		})
	}
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "sessionId", "session_id":
			e.session = s.session(d)
		case "cwd":
			e.dir = s.dir(d)
		case "gitBranch":
			e.branch = s.branch(d)
		case "timestamp":
			e.time = when(d)
		case "isSidechain":
			e.agent = e.agent || d.is()
		case "message":
			if typ == "" || typ == "assistant" || typ == "user" {
				message()
				// Behind the result of a call stands all of it again, in another form.
				if typ == "user" && len(list) > 0 && !slices.ContainsFunc(list, func(b block) bool { return b.use || b.failed }) {
					d.enough()
				}
			}
		case "data": // of a progress record
			if typ != "" && typ != "progress" {
				return
			}
			d.object(func(key []byte) {
				if string(key) != "message" {
					return
				}
				d.object(func(key []byte) {
					if string(key) == "message" {
						nested = true
						message()
					}
				})
			})
		case "toolDenialKind":
			denial = d.str()
		case "permissionDecision":
			d.object(func(key []byte) {
				switch string(key) {
				case "source":
					source = d.str()
				case "decision":
					decision = d.str()
				}
			})
		}
	})
	if typ != "assistant" && typ != "user" && typ != "progress" || nested != (typ == "progress") {
		return
	}
	e.agent = e.agent || nested
	for _, b := range list {
		x := e
		x.id = b.id
		if b.use {
			x.kind, x.tool, x.args = isCall, b.name, b.args
		} else {
			x.kind, x.outcome = isResult, Ran
			if b.failed {
				x.text = said(b.content)
				x.outcome = claudeOutcome(x.text, denial, source, decision)
			}
		}
		s.add(x)
	}
}

// claudeOutcome tells what a failed result means. Program output can hold any words, so
// only the harness's own beginnings count.
func claudeOutcome(text, denial, source, decision string) Outcome {
	switch {
	case source == "hook" && decision == "reject",
		strings.HasPrefix(text, "PreToolUse:") && strings.Contains(text, " hook error:"):
		return Blocked
	case decision == "reject", denial != "":
		return Denied
	case strings.HasPrefix(text, "Permission to use ") && strings.Contains(text, "has been denied"),
		hasAnyPrefix(text,
			"The user doesn't want to proceed with this tool use",
			"The user doesn't want to take this action",
			"This command requires approval",
			"<tool_use_error>File is in a directory that is denied",
			"File is in a directory that is denied"),
		strings.HasPrefix(text, "Claude requested permissions to ") && strings.Contains(text, "haven't granted it yet"):
		return Denied
	}
	return Failed
}

// managedRecord reads a record of Claude's managed agents, whose input is JSON text.
func managedRecord(d *decoder, s *sink) {
	e := entry{kind: isCall}
	what := ""
	var content []byte
	d.object(func(key []byte) {
		switch string(key) {
		case "kind":
			what = d.str()
		case "tool", "name":
			e.tool = managedTool(d.str())
		case "content":
			content = d.raw()
		case "session_id":
			e.session = s.session(d)
		case "timestamp", "ts":
			e.time = when(d)
		case "raw":
			d.object(func(key []byte) {
				switch string(key) {
				case "id":
					e.id = d.str()
				case "evaluated_permission":
					if p := d.str(); p == "deny" || p == "denied" {
						e.outcome = Denied
					}
				}
			})
		}
	})
	if what != "tool_use" {
		return
	}
	in := decoder{b: content}
	e.args = inner(&in)
	s.add(e)
}

// managedTool is the name that Claude Code has for a tool of its managed agents.
func managedTool(name string) string {
	switch name {
	case "bash":
		return "Bash"
	case "read":
		return "Read"
	case "write":
		return "Write"
	case "edit":
		return "Edit"
	case "grep":
		return "Grep"
	case "glob":
		return "Glob"
	case "web_fetch":
		return "WebFetch"
	case "web_search":
		return "WebSearch"
	}
	return name
}

// entireRecord reads a record of Entire's compact transcript, in which a call carries its
// result. It has no folder and no branch.
func entireRecord(d *decoder, s *sink) {
	e := entry{kind: isCall}
	var calls []entry
	d.object(func(key []byte) {
		switch string(key) {
		case "agent":
			e.harness = entireAgent(d.str())
		case "ts", "timestamp":
			e.time = when(d)
		case "content":
			if d.peek() != '[' {
				return
			}
			d.array(func() {
				x := entry{kind: isCall}
				typ := ""
				d.object(func(key []byte) {
					switch string(key) {
					case "type":
						typ = d.str()
					case "id":
						x.id = d.str()
					case "name":
						x.tool = d.str()
					case "input":
						x.args = keep(d.raw())
					case "result":
						x.outcome, x.text = entireResult(d)
					}
				})
				if typ == "tool_use" {
					calls = append(calls, x)
				}
			})
		}
	})
	for _, x := range calls {
		x.harness, x.time = e.harness, e.time
		s.add(x)
	}
}

func entireResult(d *decoder) (Outcome, string) {
	o, text := Unknown, ""
	if d.peek() != '{' {
		d.skip()
		return o, text
	}
	o = Ran
	d.object(func(key []byte) {
		switch string(key) {
		case "is_error", "isError":
			if d.is() {
				o = Failed
			}
		case "status":
			if w := d.str(); w == "error" || w == "failed" {
				o = Failed
			}
		case "output", "content", "error":
			text = said(d.raw())
		}
	})
	if o == Ran {
		return o, ""
	}
	return claudeOutcome(text, "", "", ""), text
}

// entireAgent maps Entire's names of agents to harnesses.
func entireAgent(name string) call.Harness {
	name = strings.ToLower(strings.ReplaceAll(name, " ", "-"))
	for _, h := range call.Harnesses() {
		if string(h) == name || strings.HasPrefix(string(h), name+"-") {
			return h
		}
	}
	return call.ClaudeCode
}
