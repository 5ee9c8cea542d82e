package fakemodel

import (
	"encoding/json"
	"strings"
	"testing"
)

// Each protocol plays a call, is told its result, and then says the closing text; a
// subagent's opening gets the other script.
func TestProtocolsPlayACallAndHearOfIt(t *testing.T) {
	tests := []struct {
		name    string
		path    string
		stream  string // path or field that asks for a stream
		head    string // fields in front of the conversation
		opening string // conversation with %s as the prompt
		next    string // conversation after the call, %s its id
		failed  bool
		noTools string
		closing string
	}{
		{
			name: "chat completions", path: "/v1/chat/completions", stream: `"stream":true,`,
			head:    `"model":"m","tools":[{"type":"function","function":{"name":"bash"}}],`,
			opening: `"messages":[{"role":"system","content":"SUBTASK"},{"role":"user","content":[{"type":"text","text":"%s"}]}]`,
			next: `"messages":[{"role":"user","content":"go"},{"role":"assistant","content":null,"tool_calls":[{"id":"%[1]s"}]},
				{"role":"tool","tool_call_id":"%[1]s","content":"no-deploy: <no>"}]`,
			noTools: `"messages":[{"role":"user","content":"title?"}]`,
			closing: `"finish_reason":"stop"`,
		},
		{
			name: "responses", path: "/v1/responses", stream: `"stream":true,`,
			head:    `"model":"m","tools":[{"type":"function","name":"bash"}],`,
			opening: `"input":[{"type":"message","role":"developer","content":[{"type":"input_text","text":"SUBTASK"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"%s"}]}]`,
			next: `"input":[{"role":"user","content":"go"},{"type":"reasoning","id":"r","content":null,"summary":[]},
				{"type":"function_call","call_id":"%[1]s","name":"bash","arguments":"{}"},
				{"type":"function_call_output","call_id":"%[1]s","output":"no-deploy: <no>"}]`,
			noTools: `"input":"title?"`,
			closing: `"status":"completed"`,
		},
		{
			name: "generateContent", path: "/v1beta/models/m:generateContent", stream: "/v1beta/models/m:streamGenerateContent?alt=sse",
			head:    `"tools":[{"functionDeclarations":[{"name":"bash"}]}],`,
			opening: `"contents":[{"role":"user","parts":[{"text":"note"}]},{"role":"user","parts":[{"text":"%s"}]}]`,
			next: `"contents":[{"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[{"functionCall":{"name":"bash"}}]},
				{"role":"user","parts":[{"functionResponse":{"id":"%[1]s","name":"bash","response":{"error":"no-deploy: <no>"}}}]}]`,
			failed:  true,
			noTools: `"contents":[{"role":"user","parts":[{"text":"title?"}]}]`,
			closing: `"finishReason":"STOP"`,
		},
	}
	for _, tt := range tests {
		for _, stream := range []bool{false, true} {
			name := tt.name
			if stream {
				name += ", streamed"
			}
			t.Run(name, func(t *testing.T) {
				s := start(t,
					Script{Match: "SUBTASK", Turns: Turns(Say("for the subagent"))},
					Script{Turns: Turns(Call("deploy", "bash", map[string]any{"command": "deployctl 'ü'"}))})
				ask := func(head, conversation string) string {
					path := tt.path
					if stream && strings.HasPrefix(tt.stream, "/") {
						path = tt.stream
					} else if stream {
						head = tt.stream + head
					}
					return string(post(t, s.URL+path, "{"+head+conversation+"}"))
				}
				if got := ask("", tt.noTools); !strings.Contains(got, `"ok"`) {
					t.Errorf("side request: %s", got)
				}
				if got := ask(tt.head, strings.ReplaceAll(tt.opening, "%s", "do the SUBTASK")); !strings.Contains(got, "for the subagent") {
					t.Errorf("subagent: %s", got)
				}
				got := ask(tt.head, strings.ReplaceAll(tt.opening, "%s", "go"))
				if !strings.Contains(got, "deployctl 'ü'") || !strings.Contains(got, `"bash"`) {
					t.Errorf("no call in %s", got)
				}
				id := s.calls["deploy"]
				if !strings.Contains(got, `"`+id+`"`) {
					t.Errorf("id %q is not in %s", id, got)
				}
				got = ask(tt.head, strings.ReplaceAll(tt.next, "%[1]s", id))
				if !strings.Contains(got, `"done"`) || !strings.Contains(got, tt.closing) {
					t.Errorf("no closing text in %s", got)
				}
				o, ok := s.Told("deploy")
				if want := (Outcome{Text: "no-deploy: <no>", Failed: tt.failed}); !ok || o != want {
					t.Errorf("told %+v, %v; want %+v", o, ok, want)
				}
				if stream {
					checkEvents(t, got)
				}
			})
		}
	}
}

// checkEvents wants each event's data to be JSON, or the mark of the end.
func checkEvents(t *testing.T, stream string) {
	t.Helper()
	for line := range strings.Lines(stream) {
		data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
		if ok && data != "[DONE]" && !json.Valid([]byte(data)) {
			t.Errorf("no JSON: %s", data)
		}
	}
}

func TestResponsesWritesCustomAndNamespacedCalls(t *testing.T) {
	s := start(t, Script{Turns: []Turn{
		{Call("patch", "apply_patch", map[string]any{"input": "*** Begin Patch"}), Call("mcp", "mcp__demo/echo", map[string]any{"text": "x"})},
		{Say("second")},
	}})
	const tools = `"tools":[{"type":"custom","name":"apply_patch"}],`
	var got struct {
		Output []struct{ Type, Name, Namespace, Input, Arguments string }
	}
	unmarshal(t, post(t, s.URL+"/responses", `{`+tools+`"input":"go"}`), &got)
	if len(got.Output) != 2 {
		t.Fatalf("%d items: %+v", len(got.Output), got)
	}
	if p := got.Output[0]; p.Type != "custom_tool_call" || p.Input != "*** Begin Patch" {
		t.Errorf("%+v", p)
	}
	if m := got.Output[1]; m.Type != "function_call" || m.Namespace != "mcp__demo" || m.Name != "echo" || m.Arguments != `{"text":"x"}` {
		t.Errorf("%+v", m)
	}
	// Two calls of one answer, with their results between them, are one answer.
	next := `{` + tools + `"input":[{"role":"user","content":"go"},
		{"type":"custom_tool_call","call_id":"` + s.calls["patch"] + `"},
		{"type":"custom_tool_call_output","call_id":"` + s.calls["patch"] + `","output":[{"type":"input_text","text":"patched"}]},
		{"type":"function_call","call_id":"` + s.calls["mcp"] + `"},
		{"type":"function_call_output","call_id":"` + s.calls["mcp"] + `","output":"x"}]}`
	if answer := string(post(t, s.URL+"/responses", next)); !strings.Contains(answer, `"second"`) {
		t.Errorf("not the second turn: %s", answer)
	}
	if o, _ := s.Told("patch"); o.Text != "patched" {
		t.Errorf("told %+v", o)
	}
}
