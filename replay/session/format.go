package session

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rules2guards.local/guard/call"
)

// format is one way in which a harness writes its sessions.
type format struct {
	name    string
	harness call.Harness
	marks   []mark // a record without any of these holds nothing for the reader
	record  func(d *decoder, s *sink)

	underscored bool // all marks have an underscore

	// Of a format that is one JSON document: what is done with the elements of its list of
	// messages (record), and with its other members.
	document bool
	member   func(key string, d *decoder, s *sink)

	rows   bool                    // a SQLite database
	beside func(path string) entry // what stands in files beside the log
}

// formats lists every format that is known.
func formats() []*format {
	anthropic := marks(`"tool_`)
	list := []*format{
		{name: "claude-code", harness: call.ClaudeCode, marks: anthropic, record: claudeRecord},
		{name: "claude-managed", harness: call.ClaudeCode, marks: anthropic, record: managedRecord},
		{name: "entire", harness: call.ClaudeCode, marks: anthropic, record: entireRecord},
		{name: "codex", harness: call.Codex, marks: marks(`_call`, `tool_search_output`, `item_completed`, `session_meta`, `turn_context`), record: codexRecord},
		{name: "codex-stream", harness: call.Codex, marks: marks(`item.completed`, `thread.started`), record: codexRecord},
		{name: "copilot", harness: call.Copilot, marks: marks(`tool.execution_`, `"toolRequests"`, `"context"`), record: copilotRecord},
		{name: "gemini-cli", harness: call.GeminiCLI, marks: marks(`"toolCalls"`, `"projectHash"`, `"sessionId"`, `"tool_`, `"init"`), record: geminiRecord, beside: geminiBeside},
		{name: "gemini-document", harness: call.GeminiCLI, record: geminiRecord, document: true, member: geminiMember, beside: geminiBeside},
		{name: "qwen-code", harness: call.QwenCode, marks: marks(`"functionCall"`, `"tool_result"`), record: qwenRecord},
		{name: "droid", harness: call.Droid, marks: marks(`"tool_`, `"session_start"`, `"hookResults"`), record: droidRecord},
		{name: "grok-updates", harness: call.Grok, marks: marks(`"tool_call`), record: grokUpdate, beside: grokBeside},
		{name: "grok-history", harness: call.Grok, marks: marks(`"tool_`), record: grokHistory, beside: grokBeside},
		{name: "kimi", harness: call.Kimi, marks: marks(`"tool.`), record: kimiRecord},
		{name: "pi", harness: call.Pi, marks: marks(`"toolCall`, `"session"`), record: piRecord},
		{name: "cursor", harness: call.Cursor, marks: anthropic, record: cursorRecord, beside: cursorBeside},
		{name: "cline", harness: call.Cline, record: clineMessage, document: true, member: clineMember, beside: clineBeside},
		{name: "opencode-stream", harness: call.OpenCode, marks: marks(`"tool"`), record: openRecord},
		{name: "opencode-export", harness: call.OpenCode, record: openMessage, document: true, member: openMember},
		{name: "opencode-part", harness: call.OpenCode, record: func(d *decoder, s *sink) { openPart(d, entry{}, s) }, document: true},
		{name: "sqlite", harness: call.OpenCode, rows: true},
	}
	for _, f := range list {
		f.underscored = len(f.marks) > 0 && !slices.ContainsFunc(f.marks, func(m mark) bool { return m.at < 0 })
	}
	return list
}

func byName(name string) *format {
	for _, f := range formats() {
		if f.name == name {
			return f
		}
	}
	return nil
}

// Bounds of detection.
const (
	headSize  = 256 << 10
	headLines = 60
)

// detect tells the format of a file by its first bytes; nil: none that is known. known
// says that the file belongs to a harness but holds no calls.
func detect(head []byte) (f *format, known bool) {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(head, []byte("SQLite format 3\x00")) {
		return byName("sqlite"), true
	}
	if b := bytes.TrimLeft(head, " \t\r\n"); len(b) > 0 && b[0] == '[' {
		d := decoder{b: bytes.TrimLeft(b[1:], " \t\r\n")}
		if k := keysOf(&d); k["role"] != "" && has(k, "content") {
			return byName("cline"), true
		}
		return nil, false
	}
	weak := ""
	for n := 0; n < headLines && len(head) > 0; n++ {
		line := head
		if i := bytes.IndexByte(head, '\n'); i >= 0 {
			line, head = head[:i], head[i+1:]
		} else {
			head = nil
		}
		if n == 0 {
			whole := bytes.TrimSpace(line)
			if len(whole) == 0 {
				continue
			}
			if whole[len(whole)-1] != '}' && head != nil { // a document over many lines
				line = append(append([]byte{}, line...), head...)
			}
		}
		d := decoder{b: trim(line)}
		name, sure := recognise(keysOf(&d))
		if sure {
			if name == "" {
				return nil, true
			}
			return byName(name), true
		}
		if weak == "" {
			weak = name
		}
	}
	if weak != "" {
		return byName(weak), true
	}
	return nil, false
}

// keysOf takes an object and returns its keys with their values, where these are short
// strings, and the keys of message, as "message.role". What comes before a fault counts.
func keysOf(d *decoder) map[string]string {
	k := map[string]string{}
	d.object(func(key []byte) {
		name := string(key)
		if len(name) > 64 {
			return
		}
		k[name] = ""
		switch {
		case d.peek() == '"':
			k[name] = d.head(80)
		case name == "message":
			d.object(func(key []byte) {
				sub := "message." + string(key)
				k[sub] = ""
				if d.peek() == '"' {
					k[sub] = d.head(80)
				}
			})
		}
	})
	return k
}

func has(k map[string]string, names ...string) bool {
	for _, n := range names {
		if _, ok := k[n]; !ok {
			return false
		}
	}
	return true
}

// recognise tells a format by the keys of one record. sure says that no other format has
// such a record; a sure record without a name belongs to a log that holds no calls.
func recognise(k map[string]string) (name string, sure bool) {
	typ := k["type"]
	switch {
	case has(k, "messages"):
		switch {
		case has(k, "info"):
			return "opencode-export", true
		case has(k, "projectHash"), has(k, "startTime"):
			return "gemini-document", true
		case has(k, "sessionId"), has(k, "agent"), has(k, "system_prompt"):
			return "cline", true
		}
		return "", false
	case has(k, "callID", "state", "tool"):
		return "opencode-part", true
	case has(k, "payload", "type"), has(k, "record_type"), has(k, "instructions", "timestamp", "id"),
		has(k, "call_id") && strings.HasSuffix(strings.TrimSuffix(typ, "_output"), "_call"):
		return "codex", true
	case typ == "thread.started", typ == "item.completed", typ == "item.started", typ == "turn.started":
		return "codex-stream", true
	case has(k, "data") && strings.Contains(typ, ".") && has(k, "timestamp"):
		return "copilot", true
	case has(k, "$set"), has(k, "$rewindTo"), has(k, "projectHash"), typ == "gemini",
		has(k, "tool_name", "parameters"), typ == "init" && has(k, "session_id"):
		return "gemini-cli", true
	case has(k, "message.parts"), has(k, "provenance", "sessionId"):
		return "qwen-code", true
	case strings.HasPrefix(typ, "context.append_"), typ == "metadata" && has(k, "protocol_version"):
		return "kimi", true
	case strings.HasSuffix(k["method"], "session/update"):
		return "grok-updates", true
	case has(k, "tool_calls") && typ == "assistant", typ == "tool_result" && has(k, "tool_call_id"):
		return "grok-history", true
	case has(k, "ts", "type") && (strings.HasPrefix(typ, "turn_") || strings.HasPrefix(typ, "loop_") || strings.HasPrefix(typ, "phase_")):
		return "", true // Grok's events.jsonl, which has no arguments
	case typ == "session_start" && (has(k, "version") || has(k, "cwd")):
		return "droid", true
	case typ == "session" && (has(k, "version") || has(k, "cwd")), k["message.role"] == "toolResult":
		return "pi", true
	case has(k, "v", "agent", "type"):
		return "entire", true
	case has(k, "role", "kind"):
		return "claude-managed", true
	case has(k, "sessionID", "part"), has(k, "session_id", "data", "time_created"):
		return "opencode-stream", true
	case has(k, "role", "message") && !has(k, "type"):
		return "cursor", true
	case has(k, "message") && (has(k, "sessionId") || has(k, "session_id")) && (typ == "assistant" || typ == "user"),
		has(k, "uuid", "parentUuid", "type"), typ == "progress" && has(k, "data"):
		return "claude-code", true
	case typ == "message" && has(k, "message.role"):
		return "droid", false
	case typ != "" && (has(k, "sessionId") || has(k, "leafUuid") || has(k, "messageId")):
		return "claude-code", false
	}
	return "", false
}

func geminiMember(key string, d *decoder, s *sink) {
	switch key {
	case "sessionId":
		s.add(entry{kind: isMeta, session: d.str()})
	case "kind":
		s.add(entry{kind: isMeta, agent: d.str() == "subagent"})
	}
}

func clineMember(key string, d *decoder, s *sink) {
	if key == "sessionId" {
		s.add(entry{kind: isMeta, session: d.str()})
	}
}

func openMember(key string, d *decoder, s *sink) {
	if key == "info" {
		openInfo(d, s)
	}
}

// geminiBeside finds the project's folder, which the log itself doesn't hold.
func geminiBeside(file string) entry {
	e := entry{kind: isMeta}
	for dir := filepath.Dir(file); len(dir) > 1; dir = filepath.Dir(dir) {
		if filepath.Base(filepath.Dir(dir)) == "tmp" {
			e.dir = strings.TrimSpace(string(small(filepath.Join(dir, ".project_root"))))
			break
		}
	}
	return absoluteOnly(e)
}

// grokBeside reads summary.json.
func grokBeside(file string) entry {
	e := entry{kind: isMeta}
	stem := strings.TrimSuffix(strings.TrimSuffix(file, "updates.jsonl"), "chat_history.jsonl")
	d := decoder{b: small(stem + "summary.json")}
	d.object(func(key []byte) {
		switch string(key) {
		case "info":
			d.object(func(key []byte) {
				switch string(key) {
				case "cwd":
					e.dir = d.str()
				case "id":
					e.session = d.str()
				}
			})
		case "head_branch", "git_branch":
			e.branch = d.str()
		}
	})
	return absoluteOnly(e)
}

// clineBeside reads the session's own file beside its messages.
func clineBeside(file string) entry {
	e := entry{kind: isMeta}
	d := decoder{b: small(strings.TrimSuffix(file, ".messages.json") + ".json")}
	d.object(func(key []byte) {
		switch string(key) {
		case "cwd":
			e.dir = d.str()
		case "session_id":
			e.session = d.str()
		}
	})
	return absoluteOnly(e)
}

// cursorBeside takes the session from the file's name.
func cursorBeside(file string) entry {
	name := filepath.Base(file)
	return entry{kind: isMeta, session: strings.TrimSuffix(name, filepath.Ext(name))}
}

func absoluteOnly(e entry) entry {
	if !filepath.IsAbs(e.dir) {
		e.dir = ""
	}
	e.start = e.dir
	return e
}

// small reads a small regular file; nil if it can't.
func small(path string) []byte {
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() || st.Size() > 1<<20 {
		return nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return b
}
