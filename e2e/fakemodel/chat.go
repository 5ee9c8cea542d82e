package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// OpenAI's chat completions, whole or streamed, under any prefix; and its list of models,
// which some harnesses ask for first.

type chatRequest struct {
	Model    string            `json:"model"`
	Stream   bool              `json:"stream"`
	Tools    []json.RawMessage `json:"tools"`
	Messages []struct {
		Role       string   `json:"role"`
		Content    chatText `json:"content"`
		ToolCallID string   `json:"tool_call_id"`
	} `json:"messages"`
}

// chatText is a string, null, or a list of parts of which the texts count.
type chatText string

// UnmarshalJSON reads all forms.
func (c *chatText) UnmarshalJSON(data []byte) error {
	var parts []struct {
		Text string `json:"text"`
	}
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(c))
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Text
	}
	*c = chatText(strings.Join(texts, "\n"))
	return nil
}

// handleChat takes POST …/chat/completions and GET …/models; the version in front
// differs, and the prefix is whatever the harness was configured with.
func (s *Server) handleChat(mux *http.ServeMux) {
	for _, prefix := range []string{"", "/v1"} {
		mux.HandleFunc("POST "+prefix+"/chat/completions", s.chat)
		mux.HandleFunc("GET "+prefix+"/models", func(w http.ResponseWriter, r *http.Request) {
			if _, ok := s.read(w, r); ok {
				writeJSON(w, http.StatusOK, map[string]any{
					"object": "list",
					"data":   []any{map[string]any{"id": "fake-model", "object": "model"}},
					"models": []any{}, // Codex reads this one
				})
			}
		})
	}
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	body, ok := s.read(w, r)
	if !ok {
		return
	}
	var req chatRequest
	if err := json.Unmarshal(body, &req); err != nil {
		badRequest(w, err)
		return
	}
	blocks, number := s.answer(req.conversation())
	message, finish := chatMessage(blocks)
	usage := map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
	part := func(object string, choices []any) map[string]any {
		return map[string]any{
			"id": fmt.Sprintf("chatcmpl-fake%06d", number), "object": object,
			"created": 0, "model": req.Model, "choices": choices,
		}
	}
	if !req.Stream {
		whole := part("chat.completion", []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}})
		whole["usage"] = usage
		writeJSON(w, http.StatusOK, whole)
		return
	}
	const chunk = "chat.completion.chunk"
	last := part(chunk, []any{})
	last["usage"] = usage
	writeEvents(w, []event{
		{"", part(chunk, []any{map[string]any{"index": 0, "delta": message, "finish_reason": nil}})},
		{"", part(chunk, []any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish}})},
		{"", last},
		{"", "[DONE]"},
	})
}

func (q chatRequest) conversation() conversation {
	c := conversation{tools: len(q.Tools) > 0}
	for _, m := range q.Messages {
		switch m.Role {
		case "assistant":
			c.answers++
		case "user":
			if c.answers == 0 {
				c.opening += string(m.Content) + "\n"
			}
		case "tool":
			c.results = append(c.results, result{id: m.ToolCallID, text: string(m.Content)})
		}
	}
	return c
}

// chatMessage is one message for a whole answer, and why it ends. The index of a call is
// for streams; elsewhere it does no harm.
func chatMessage(blocks []block) (message map[string]any, finish string) {
	var texts []string
	var calls []any
	for _, b := range blocks {
		if b.Tool == "" {
			texts = append(texts, b.Text)
			continue
		}
		calls = append(calls, map[string]any{
			"index": len(calls), "id": b.id, "type": "function",
			"function": map[string]any{"name": b.Tool, "arguments": b.arguments()},
		})
	}
	message = map[string]any{"role": "assistant", "content": strings.Join(texts, "\n")}
	if len(calls) == 0 {
		return message, "stop"
	}
	message["tool_calls"] = calls
	return message, "tool_calls"
}
