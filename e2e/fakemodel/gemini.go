package fakemodel

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Gemini's generateContent, whole or streamed, as far as Gemini CLI 0.61.0 uses it.

type geminiRequest struct {
	Tools    []json.RawMessage `json:"tools"`
	Contents []struct {
		Role  string `json:"role"`
		Parts []struct {
			Text     string `json:"text"`
			Response *struct {
				ID       string         `json:"id"`
				Response map[string]any `json:"response"`
			} `json:"functionResponse"`
		} `json:"parts"`
	} `json:"contents"`
}

func (s *Server) handleGemini(mux *http.ServeMux) {
	mux.HandleFunc("POST /{version}/models/{request}", func(w http.ResponseWriter, r *http.Request) {
		body, ok := s.read(w, r)
		if !ok {
			return
		}
		model, method, _ := strings.Cut(r.PathValue("request"), ":")
		if method == "countTokens" {
			writeJSON(w, http.StatusOK, map[string]any{"totalTokens": 1 + len(body)/4})
			return
		}
		var req geminiRequest
		if err := json.Unmarshal(body, &req); err != nil {
			badRequest(w, err)
			return
		}
		blocks, _ := s.answer(req.conversation())
		answer := geminiAnswer(model, blocks)
		if method == "streamGenerateContent" {
			writeEvents(w, []event{{"", answer}})
			return
		}
		writeJSON(w, http.StatusOK, answer)
	})
}

func (q geminiRequest) conversation() conversation {
	c := conversation{tools: len(q.Tools) > 0}
	for _, m := range q.Contents {
		if m.Role == "model" {
			c.answers++
			continue
		}
		for _, p := range m.Parts {
			if c.answers == 0 {
				c.opening += p.Text + "\n"
			}
			if p.Response != nil {
				text, failed := geminiText(p.Response.Response)
				c.results = append(c.results, result{id: p.Response.ID, text: text, failed: failed})
			}
		}
	}
	return c
}

// geminiText is what a function's response says: its error, its output, or all of it.
func geminiText(response map[string]any) (text string, failed bool) {
	for _, key := range []string{"error", "output"} {
		if text, ok := response[key].(string); ok {
			return text, key == "error"
		}
	}
	data, err := json.Marshal(response)
	if err != nil {
		return "", false
	}
	_, failed = response["error"]
	return string(data), failed
}

func geminiAnswer(model string, blocks []block) map[string]any {
	parts := []any{}
	for _, b := range blocks {
		if b.Tool == "" {
			parts = append(parts, map[string]any{"text": b.Text})
			continue
		}
		parts = append(parts, map[string]any{"functionCall": map[string]any{
			"id": b.id, "name": b.Tool, "args": json.RawMessage(b.arguments()),
		}})
	}
	return map[string]any{
		"candidates": []any{map[string]any{
			"index": 0, "finishReason": "STOP",
			"content": map[string]any{"role": "model", "parts": parts},
		}},
		"usageMetadata": map[string]any{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
		"modelVersion":  model,
	}
}
