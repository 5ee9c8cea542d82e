package fakemodel

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const anthropicTools = `"tools":[{"name":"Bash"}]`

func TestAnthropicPlaysTheScriptOfTheOpening(t *testing.T) {
	s := start(t,
		Script{Match: "SUBTASK", Turns: Turns(Call("sub", "Bash", map[string]any{"command": "ls"}))},
		Script{Turns: []Turn{
			{Say("first"), Call("one", "Bash", map[string]any{"command": "a <b>"}), Call("two", "Read", nil)},
			{Say("second")},
		}})
	tests := []struct {
		name, body string
		texts      string
		calls      []string
	}{
		{"no tools offered", `{"messages":[{"role":"user","content":"hi"}]}`, "ok", nil},
		{"first turn", `{` + anthropicTools + `,"messages":[{"role":"user","content":"hi"}]}`, "first", []string{"Bash", "Read"}},
		{"blocks and notices before the prompt", `{` + anthropicTools + `,"messages":[{"role":"user","content":[{"type":"text","text":"note"}]},{"role":"user","content":"SUBTASK x"}]}`, "", []string{"Bash"}},
		{"second turn", `{` + anthropicTools + `,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"first"},{"role":"user","content":"go on"}]}`, "second", nil},
		{"past the end", `{` + anthropicTools + `,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"x"},{"role":"assistant","content":"y"}]}`, "done", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got struct {
				Content []struct {
					Type, Text, Name string
				}
			}
			unmarshal(t, post(t, s.URL+"/v1/messages?beta=true", tt.body), &got)
			var texts string
			var calls []string
			for _, b := range got.Content {
				texts += b.Text
				if b.Type == "tool_use" {
					calls = append(calls, b.Name)
				}
			}
			if texts != tt.texts {
				t.Errorf("text %q, want %q", texts, tt.texts)
			}
			if diff := cmp.Diff(tt.calls, calls); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnthropicStreamSpellsOutTheSameAnswer(t *testing.T) {
	s := start(t, Script{Turns: []Turn{{Say("look"), Call("one", "Bash", map[string]any{"command": "echo 'ü'"})}}})
	stream := post(t, s.URL+"/v1/messages", `{"stream":true,"model":"m",`+anthropicTools+`,"messages":[{"role":"user","content":"hi"}]}`)
	var names []string
	var text, input string
	for chunk := range strings.SplitSeq(strings.TrimSpace(string(stream)), "\n\n") {
		name, data, _ := strings.Cut(chunk, "\n")
		names = append(names, strings.TrimPrefix(name, "event: "))
		var e struct {
			Delta struct {
				Text        string
				PartialJSON string `json:"partial_json"`
				StopReason  string `json:"stop_reason"`
			}
		}
		unmarshal(t, []byte(strings.TrimPrefix(data, "data: ")), &e)
		text += e.Delta.Text
		input += e.Delta.PartialJSON
		if e.Delta.StopReason != "" && e.Delta.StopReason != "tool_use" {
			t.Errorf("stop reason %q", e.Delta.StopReason)
		}
	}
	want := []string{
		"message_start",
		"content_block_start", "content_block_delta", "content_block_stop",
		"content_block_start", "content_block_delta", "content_block_stop",
		"message_delta", "message_stop",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	if text != "look" || input != `{"command":"echo 'ü'"}` {
		t.Errorf("text %q, input %q", text, input)
	}
}

func TestToldReturnsWhatTheNextRequestSays(t *testing.T) {
	s := start(t, Script{Turns: Turns(Call("one", "Bash", nil))})
	if s.Made("one") {
		t.Error("made before any request")
	}
	var got struct{ Content []struct{ ID string } }
	unmarshal(t, post(t, s.URL+"/v1/messages", `{`+anthropicTools+`,"messages":[{"role":"user","content":"hi"}]}`), &got)
	if !s.Made("one") {
		t.Error("not made")
	}
	if _, ok := s.Told("one"); ok {
		t.Error("told before the result came")
	}
	next := `{` + anthropicTools + `,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + got.Content[0].ID + `","is_error":true,"content":[{"type":"text","text":"a <b>"},{"type":"text","text":"c"}]}]}]}`
	post(t, s.URL+"/v1/messages", next)
	o, ok := s.Told("one")
	if want := (Outcome{Text: "a <b>\nc", Failed: true}); !ok || o != want {
		t.Errorf("told %+v, %v; want %+v", o, ok, want)
	}
	if !s.Heard("a <b>") || s.Heard("a <c>") {
		t.Error("what was heard is not what was sent")
	}
	if n := len(s.Requests()); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}

func TestOtherRequests(t *testing.T) {
	s := start(t)
	var count struct {
		InputTokens int `json:"input_tokens"`
	}
	unmarshal(t, post(t, s.URL+"/v1/messages/count_tokens", `{"messages":[]}`), &count)
	if count.InputTokens < 1 {
		t.Errorf("%d tokens", count.InputTokens)
	}
	for _, body := range []string{"no json", `{"messages":5}`} {
		resp, err := http.Post(s.URL+"/v1/messages", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", body, resp.StatusCode)
		}
	}
	resp, err := http.Get(s.URL + "/elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", resp.StatusCode)
	}
}

func start(t *testing.T, scripts ...Script) *Server {
	t.Helper()
	s := Start(scripts...)
	t.Cleanup(s.Close)
	return s
}

func post(t *testing.T, url, body string) []byte {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", resp.StatusCode, data)
	}
	return data
}

func unmarshal(t *testing.T, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
}
