package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"rules2guards.local/guard/call"
)

// chunk is how much of an event is asked for at once: what a pipe holds.
const chunk = 64 << 10

// Read reads one event and says which harness sent it. It stops where the event's object
// ends, without waiting for the end of in: who leaves the pipe open is answered too. hint
// is the --harness of the settings entry that ran the guard: it decides only between
// harnesses whose events look alike, since some of them run the entries of others.
//
// The codec is never nil, so that a failure can be answered too. With an error the event
// may hold a call all the same: what could be read of it.
func Read(in io.Reader, hint call.Harness) (Codec, call.Event, error) {
	top, err := readObject(bufio.NewReaderSize(in, chunk))
	return decode(top, err, hint)
}

// Decode is Read of an event that is at hand.
func Decode(data []byte, hint call.Harness) (Codec, call.Event, error) {
	top, err := object(data)
	return decode(top, err, hint)
}

func decode(top map[string]any, err error, hint call.Harness) (Codec, call.Event, error) {
	if err != nil {
		return For(hint), call.Event{Harness: hint}, err
	}
	c := recognise(top, hint)
	ev, err := c.Event(top)
	if err != nil {
		return c, ev, fmt.Errorf("%s event: %w", c.Harness(), err)
	}
	return c, ev, nil
}

// object decodes a text that is a JSON object and nothing else.
func object(data []byte) (map[string]any, error) {
	return readObject(bufio.NewReaderSize(bytes.NewReader(data), len(data)))
}

// readObject decodes a JSON object with exact keys. Decoding into a struct would fold case, and
// so read another field than the harness does.
func readObject(in *bufio.Reader) (map[string]any, error) {
	// Only what begins like a byte order mark is waited for in full.
	if b, _ := in.Peek(1); len(b) == 1 && b[0] == bom[0] {
		if b, _ = in.Peek(len(bom)); string(b) == bom {
			_, _ = in.Discard(len(bom))
		}
	}
	d := json.NewDecoder(in)
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotJSON, err)
	}
	top, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%w: it is %s", ErrNotJSON, kind(v))
	}
	// What has come already must be blank; what may come later is nobody's event.
	rest, _ := io.ReadAll(d.Buffered())
	more, _ := in.Peek(in.Buffered())
	if len(bytes.TrimSpace(rest))+len(bytes.TrimSpace(more)) > 0 {
		return nil, fmt.Errorf("%w: something stands behind the object", ErrNotJSON)
	}
	return top, nil
}

const bom = "\xef\xbb\xbf"

// Codecs lists a codec for every harness that can be spoken to, in the order of
// [call.Harnesses].
func Codecs() []Codec {
	return []Codec{
		claudeCode{},
		codex{},
		geminiCLI{},
		qwenCode{},
		copilot{},
		vscodeChat{},
		cursor{},
		windsurf{},
		devin{},
		antigravity{},
		hermes{},
		grok{},
		droid{},
		kimi{},
		cline{},
		opencode{call.OpenCode},
		opencode{call.Kilo},
		pi{},
	}
}

// For returns the codec of a harness, or the one for an unknown program.
func For(h call.Harness) Codec {
	for _, c := range Codecs() {
		if c.Harness() == h {
			return c
		}
	}
	return unknown{}
}

// Closed returns the codec for an entry that has the harness's own fail-closed switch,
// where the harness then takes silence for a refusal.
func Closed(c Codec) Codec {
	if _, ok := c.(cursor); ok {
		return cursor{closed: true}
	}
	return c
}

// recognise chooses the codec for an event: the first test that it passes counts. The order
// matters, since some harnesses send the fields of others beside their own, or run entries
// that were written for others.
func recognise(top map[string]any, hint call.Harness) Codec {
	name := textOr(top, "hook_event_name")
	switch {
	case has(top, "agent_action_name"):
		return windsurf{}
	case has(top, "cursor_version"), has(top, "conversation_id") && has(top, "generation_id"):
		return cursor{}
	case has(top, "toolCall") && (has(top, "conversationId") || has(top, "stepIdx")):
		return antigravity{}
	case isGrok(top): // it also has the fields of VS Code and Claude Code
		return grok{}
	case isCline(top):
		return cline{}
	case name == "pre_tool_call":
		return hermes{}
	case isKimi(top):
		return kimi{}
	case isCopilotCamel(top):
		return copilot{}
	case isVSCode(top):
		return vscodeChat{}
	case name == "BeforeTool":
		return geminiCLI{}
	case isCopilotPascal(top):
		return copilot{}
	case name != "" && isQwen(top):
		return qwenCode{}
	case name != "" && isDroid(top):
		return droid{}
	case name != "" && textOr(top, "tool_name") == "exec":
		return devin{}
	case name != "" && has(top, "turn_id"):
		return codex{}
	case isOpenCode(top):
		if hint == call.Kilo {
			return opencode{call.Kilo}
		}
		return opencode{call.OpenCode}
	case isPi(top):
		return pi{}
	}
	return byHint(hint, name)
}

// byHint chooses the codec for an event that has nothing of its own. One in Claude Code's
// form may come from any harness that copied the form, or from a program that runs the
// entries of others, which the answer for unknown programs suits best.
func byHint(hint call.Harness, name string) Codec {
	if name == "PreToolUse" {
		switch hint {
		case call.GeminiCLI, call.Windsurf, call.Antigravity, call.Hermes, call.Cline, call.OpenCode, call.Kilo, call.Pi:
			return unknown{}
		}
	}
	return For(hint)
}
