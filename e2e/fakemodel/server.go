package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxBody bounds one request; harnesses send the whole conversation each time.
const maxBody = 64 << 20

// Request is one request as it came in.
type Request struct {
	At     time.Time
	Method string
	Path   string
	Body   []byte
}

// Outcome is what the harness told the model about a call.
type Outcome struct {
	Text   string
	Failed bool // marked as an error; OpenAI's protocols have no such mark
}

// Server plays scripts on a port of 127.0.0.1.
type Server struct {
	URL  string // "http://127.0.0.1:PORT"
	http *httptest.Server

	mu       sync.Mutex
	scripts  []Script
	requests []Request
	messages int                // answers given
	calls    map[string]string  // label to call id, of calls that were made
	outcomes map[string]Outcome // by call id
}

// Start returns a running server; Close ends it.
func Start(scripts ...Script) *Server {
	s := &Server{scripts: scripts, calls: map[string]string{}, outcomes: map[string]Outcome{}}
	mux := http.NewServeMux()
	s.handleAnthropic(mux)
	s.handleChat(mux)
	s.handleResponses(mux)
	s.handleGemini(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if _, ok := s.read(w, r); ok {
			writeJSON(w, http.StatusNotFound, map[string]any{})
		}
	})
	s.http = httptest.NewServer(mux) // it listens on loopback only
	s.URL = s.http.URL
	return s
}

// Play replaces the scripts, for a session more. What was told of other calls stays known.
func (s *Server) Play(scripts ...Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts = scripts
	for _, script := range scripts {
		for _, turn := range script.Turns {
			for _, part := range turn {
				delete(s.calls, part.Label)
			}
		}
	}
}

// Close cuts what is still connected and stops the server.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests returns every request so far, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Made says whether the model has made the call of that label.
func (s *Server) Made(label string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.calls[label]
	return ok
}

// Told returns what the model was first told about a call; false: nothing, or the call
// was never made.
func (s *Server) Told(label string) (Outcome, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, ok := s.calls[label]
	if !ok {
		return Outcome{}, false
	}
	o, ok := s.outcomes[id]
	return o, ok
}

// Heard says whether that text came in any request, wherever in it: as a result, a system
// message, or beside a prompt.
func (s *Server) Heard(text string) bool {
	for _, r := range s.Requests() {
		var body any
		if json.Unmarshal(r.Body, &body) == nil && holds(body, text) {
			return true
		}
	}
	return false
}

func holds(v any, text string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(v, text)
	case []any:
		return slices.ContainsFunc(v, func(x any) bool { return holds(x, text) })
	case map[string]any:
		for _, x := range v {
			if holds(x, text) {
				return true
			}
		}
	}
	return false
}

// block is a part of an answer with the id that the harness answers to.
type block struct {
	Part
	id string
}

// answer notes what a request tells and returns the model's next answer with its number.
func (s *Server) answer(c conversation) ([]block, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range c.results {
		if _, known := s.outcomes[r.id]; !known {
			s.outcomes[r.id] = Outcome{Text: r.text, Failed: r.failed}
		}
	}
	s.messages++
	var blocks []block
	for i, p := range turn(s.scripts, c) {
		b := block{Part: p}
		if p.Tool != "" {
			b.id = fmt.Sprintf("call_fake%04d_%d", s.messages, i)
			s.calls[p.Label] = b.id
		}
		blocks = append(blocks, b)
	}
	return blocks, s.messages
}

// read records a request and returns its body.
func (s *Server) read(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	s.mu.Lock()
	s.requests = append(s.requests, Request{At: time.Now(), Method: r.Method, Path: r.URL.Path, Body: body})
	s.mu.Unlock()
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return nil, false
	}
	return body, true
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(data) // the other side may have gone
}

// badRequest tells the harness, and whoever reads its log, what could not be read.
func badRequest(w http.ResponseWriter, err error) {
	writeJSON(w, http.StatusBadRequest, map[string]any{
		"type":  "error",
		"error": map[string]any{"type": "invalid_request_error", "message": err.Error()},
	})
}

// arguments is a call's input as JSON text.
func (b block) arguments() string {
	if b.Input == nil {
		return "{}"
	}
	data, err := json.Marshal(b.Input)
	if err != nil {
		return "{}" // a test's input is plain values
	}
	return string(data)
}

// writeEvents sends server-sent events that are all known beforehand.
func writeEvents(w http.ResponseWriter, events []event) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range events {
		data, err := json.Marshal(e.data)
		if err != nil {
			return
		}
		if text, ok := e.data.(string); ok { // a mark such as [DONE] is no JSON
			data = []byte(text)
		}
		if e.name != "" {
			_, _ = fmt.Fprintf(w, "event: %s\n", e.name)
		}
		_, _ = fmt.Fprintf(w, "data: %s\n\n", data)
	}
}

// event is one server-sent event; some protocols give it no name.
type event struct {
	name string
	data any
}
