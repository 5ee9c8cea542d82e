package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// OpenAI's responses, whole or streamed, as far as Codex 0.171.0 uses them. A tool written
// "space/name" is a tool in a namespace, as Codex has for MCP servers. A tool that the
// request offers as a custom one takes free text: the call's input under the key "input".

type responsesRequest struct {
	Model  string          `json:"model"`
	Stream bool            `json:"stream"`
	Tools  []responsesTool `json:"tools"`
	Input  responsesInput  `json:"input"`
}

type responsesTool struct {
	Type  string          `json:"type"`
	Name  string          `json:"name"`
	Tools []responsesTool `json:"tools"` // of a namespace
}

// responsesInput is the list of items; a plain string is what the user said.
type responsesInput []responsesItem

type responsesItem struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content chatText        `json:"content"`
	CallID  string          `json:"call_id"`
	Output  chatText        `json:"output"`
	Tools   []responsesTool `json:"tools"` // of an item that adds some
	raw     string
}

// UnmarshalJSON reads both forms.
func (in *responsesInput) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		*in = responsesInput{{Type: "message", Role: "user", Content: chatText(text)}}
		return nil
	}
	var raws []json.RawMessage
	if err := json.Unmarshal(data, &raws); err != nil {
		return err
	}
	for _, raw := range raws {
		// Items of other kinds have other fields under these names: what can't be read
		// is kept as text.
		var item responsesItem
		if err := json.Unmarshal(raw, &item); err != nil {
			item = responsesItem{Type: "unreadable"}
		}
		item.raw = string(raw)
		*in = append(*in, item)
	}
	return nil
}

func (s *Server) handleResponses(mux *http.ServeMux) {
	for _, prefix := range []string{"", "/v1"} {
		mux.HandleFunc("POST "+prefix+"/responses", s.responses)
	}
}

func (s *Server) responses(w http.ResponseWriter, r *http.Request) {
	body, ok := s.read(w, r)
	if !ok {
		return
	}
	var req responsesRequest
	if err := json.Unmarshal(body, &req); err != nil {
		badRequest(w, err)
		return
	}
	blocks, number := s.answer(req.conversation())
	items := req.items(blocks, number)
	whole := func(status string, output []map[string]any) map[string]any {
		return map[string]any{
			"id": fmt.Sprintf("resp_fake%06d", number), "object": "response", "created_at": 0,
			"model": req.Model, "status": status, "output": output,
			"parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{},
			"usage": map[string]any{
				"input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
				"input_tokens_details":  map[string]any{"cached_tokens": 0},
				"output_tokens_details": map[string]any{"reasoning_tokens": 0},
			},
		}
	}
	if !req.Stream {
		writeJSON(w, http.StatusOK, whole("completed", items))
		return
	}
	var events []event
	add := func(name string, fields map[string]any) {
		fields["type"] = name
		fields["sequence_number"] = len(events)
		events = append(events, event{name, fields})
	}
	add("response.created", map[string]any{"response": whole("in_progress", []map[string]any{})})
	for i, item := range items {
		add("response.output_item.added", map[string]any{"output_index": i, "item": item})
		switch item["type"] {
		case "message":
			add("response.output_text.delta", map[string]any{"item_id": item["id"], "output_index": i, "content_index": 0, "delta": blocks[i].Text})
		case "function_call":
			add("response.function_call_arguments.delta", map[string]any{"item_id": item["id"], "output_index": i, "delta": item["arguments"]})
			add("response.function_call_arguments.done", map[string]any{"item_id": item["id"], "output_index": i, "arguments": item["arguments"]})
		}
		add("response.output_item.done", map[string]any{"output_index": i, "item": item})
	}
	add("response.completed", map[string]any{"response": whole("completed", items)})
	writeEvents(w, events)
}

// conversation reads a request. One answer is several items here, and a harness may put
// results between them, so answers are told apart by the ids of their calls. An answer of
// text alone isn't counted: it ends a conversation that nobody goes on with.
func (q responsesRequest) conversation() conversation {
	c := conversation{tools: len(q.offered()) > 0}
	answers := map[string]bool{}
	spoke := false
	for _, item := range q.Input {
		switch {
		case strings.HasSuffix(item.Type, "_call_output"):
			c.results = append(c.results, result{id: item.CallID, text: string(item.Output)})
		case strings.HasSuffix(item.Type, "_call"):
			answer, _, _ := strings.Cut(strings.TrimPrefix(item.CallID, "call_"), "_")
			answers[answer] = true
			spoke = true
		case item.Role == "assistant" || item.Type == "reasoning":
			spoke = true
		case spoke || item.Role == "developer" || item.Role == "system":
		case item.Role == "user":
			c.opening += string(item.Content) + "\n"
		default: // what one agent tells another has a form of its own
			c.opening += item.raw + "\n"
		}
	}
	c.answers = len(answers)
	return c
}

func (q responsesRequest) items(blocks []block, number int) []map[string]any {
	items := []map[string]any{}
	for i, b := range blocks {
		id := fmt.Sprintf("item_fake%06d_%d", number, i)
		if b.Tool == "" {
			items = append(items, map[string]any{
				"type": "message", "id": id, "role": "assistant", "status": "completed",
				"content": []any{map[string]any{"type": "output_text", "text": b.Text, "annotations": []any{}}},
			})
			continue
		}
		item := map[string]any{"id": id, "call_id": b.id, "status": "completed", "name": b.Tool}
		if q.custom(b.Tool) {
			item["type"] = "custom_tool_call"
			item["input"] = b.Input["input"]
		} else {
			item["type"] = "function_call"
			item["arguments"] = b.arguments()
		}
		if space, name, ok := strings.Cut(b.Tool, "/"); ok {
			item["namespace"], item["name"] = space, name
		}
		items = append(items, item)
	}
	return items
}

// offered lists the tools of the request and of its items, with those of namespaces.
func (q responsesRequest) offered() []responsesTool {
	var all []responsesTool
	add := func(tools []responsesTool) {
		for _, t := range tools {
			all = append(append(all, t), t.Tools...)
		}
	}
	add(q.Tools)
	for _, item := range q.Input {
		add(item.Tools)
	}
	return all
}

func (q responsesRequest) custom(tool string) bool {
	for _, t := range q.offered() {
		if t.Type == "custom" && t.Name == tool {
			return true
		}
	}
	return false
}
