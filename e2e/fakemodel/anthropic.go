package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The Anthropic Messages API, as far as Claude Code 2.1.332 uses it: /v1/messages, whole
// or streamed, and the token count.

type anthropicRequest struct {
	Model    string             `json:"model"`
	Stream   bool               `json:"stream"`
	Tools    []json.RawMessage  `json:"tools"`
	Messages []anthropicMessage `json:"messages"`
}

type anthropicMessage struct {
	Role    string           `json:"role"`
	Content anthropicContent `json:"content"`
}

// anthropicContent is a string or a list of blocks; a string reads as one text block.
type anthropicContent []anthropicBlock

type anthropicBlock struct {
	Type      string           `json:"type"`
	Text      string           `json:"text"`
	ToolUseID string           `json:"tool_use_id"`
	Content   anthropicContent `json:"content"`
	IsError   bool             `json:"is_error"`
}

// UnmarshalJSON reads both forms.
func (c *anthropicContent) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		*c = anthropicContent{{Type: "text", Text: text}}
		return nil
	}
	var blocks []anthropicBlock
	if err := json.Unmarshal(data, &blocks); err != nil {
		return err
	}
	*c = blocks
	return nil
}

func (c anthropicContent) text() string {
	var texts []string
	for _, b := range c {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}

func (s *Server) handleAnthropic(mux *http.ServeMux) {
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, r *http.Request) {
		if body, ok := s.read(w, r); ok {
			writeJSON(w, http.StatusOK, map[string]any{"input_tokens": 1 + len(body)/4})
		}
	})
	mux.HandleFunc("POST /v1/messages", func(w http.ResponseWriter, r *http.Request) {
		body, ok := s.read(w, r)
		if !ok {
			return
		}
		var req anthropicRequest
		if err := json.Unmarshal(body, &req); err != nil {
			badRequest(w, err)
			return
		}
		blocks, number := s.answer(req.conversation())
		content, stop := anthropicBlocks(blocks)
		if req.Stream {
			writeEvents(w, anthropicEvents(req.Model, number, content, stop))
			return
		}
		writeJSON(w, http.StatusOK, anthropicAnswer(req.Model, number, content, stop))
	})
}

func (q anthropicRequest) conversation() conversation {
	c := conversation{tools: len(q.Tools) > 0}
	for _, m := range q.Messages {
		switch m.Role {
		case "assistant":
			c.answers++
		case "user":
			if c.answers == 0 {
				c.opening += m.Content.text() + "\n"
			}
			for _, b := range m.Content {
				if b.Type == "tool_result" {
					c.results = append(c.results, result{id: b.ToolUseID, text: b.Content.text(), failed: b.IsError})
				}
			}
		}
	}
	return c
}

// anthropicBlocks writes the parts of an answer and says why it ends.
func anthropicBlocks(blocks []block) (content []map[string]any, stop string) {
	stop = "end_turn"
	for _, b := range blocks {
		if b.Tool == "" {
			content = append(content, map[string]any{"type": "text", "text": b.Text})
			continue
		}
		stop = "tool_use"
		content = append(content, map[string]any{"type": "tool_use", "id": b.id, "name": b.Tool, "input": json.RawMessage(b.arguments())})
	}
	return content, stop
}

// anthropicAnswer is a whole message. Its id must be its own: the program merges
// neighbours that share one.
func anthropicAnswer(model string, number int, content []map[string]any, stop any) map[string]any {
	return map[string]any{
		"id": fmt.Sprintf("msg_fake%06d", number), "type": "message", "role": "assistant",
		"model": model, "content": content, "stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{
			"input_tokens": 10, "output_tokens": 5,
			"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
		},
	}
}

// anthropicEvents is the same message as the stream that spells it out.
func anthropicEvents(model string, number int, content []map[string]any, stop string) []event {
	events := []event{{"message_start", map[string]any{
		"type": "message_start", "message": anthropicAnswer(model, number, []map[string]any{}, nil),
	}}}
	for i, b := range content {
		var start, delta map[string]any
		if b["type"] == "text" {
			start = map[string]any{"type": "text", "text": ""}
			delta = map[string]any{"type": "text_delta", "text": b["text"]}
		} else {
			input := b["input"].(json.RawMessage)
			start = map[string]any{"type": "tool_use", "id": b["id"], "name": b["name"], "input": map[string]any{}}
			delta = map[string]any{"type": "input_json_delta", "partial_json": string(input)}
		}
		events = append(events,
			event{"content_block_start", map[string]any{"type": "content_block_start", "index": i, "content_block": start}},
			event{"content_block_delta", map[string]any{"type": "content_block_delta", "index": i, "delta": delta}},
			event{"content_block_stop", map[string]any{"type": "content_block_stop", "index": i}})
	}
	return append(events,
		event{"message_delta", map[string]any{
			"type":  "message_delta",
			"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil},
			"usage": map[string]any{"output_tokens": 5},
		}},
		event{"message_stop", map[string]any{"type": "message_stop"}})
}
