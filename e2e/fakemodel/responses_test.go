package fakemodel

import (
	"strings"
	"testing"
)

// A model that writes scripts has its tools in an item of the conversation, in namespaces,
// and they take free text.
func TestResponsesKnowToolsThatItemsAdd(t *testing.T) {
	s := start(t, Script{Turns: Turns(Call("deploy", "exec", map[string]any{"input": "await tools.x()"}))})
	answer := string(post(t, s.URL+"/v1/responses", `{"model":"m","input":[
		{"type":"additional_tools","role":"developer","tools":[{"type":"namespace","name":"functions","tools":[{"type":"custom","name":"exec"}]}]},
		{"type":"message","role":"user","content":"go"}]}`))
	for _, want := range []string{`"custom_tool_call"`, `"input":"await tools.x()"`} {
		if !strings.Contains(answer, want) {
			t.Errorf("the answer is %s, want %s in it", answer, want)
		}
	}
}

func TestPlayBeginsAnotherSession(t *testing.T) {
	s := start(t, Script{Turns: Turns(Call("first", "bash", nil))})
	const request = `{"model":"m","tools":[{"type":"function","function":{"name":"bash"}}],"messages":[{"role":"user","content":"go"}]}`
	post(t, s.URL+"/v1/chat/completions", request)
	s.Play(Script{Turns: Turns(Call("second", "bash", nil))})
	if !s.Made("first") || s.Made("second") {
		t.Error("what was made before is forgotten, or what was not is known")
	}
	post(t, s.URL+"/v1/chat/completions", request)
	if !s.Made("second") {
		t.Error("the new script was not played")
	}
}
