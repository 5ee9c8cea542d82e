package mcpecho

import (
	"strings"
	"testing"
)

func TestServeAnswersAndLeavesATrace(t *testing.T) {
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":"b","method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}`,
	}, "\n")
	var out, trace strings.Builder
	if err := Serve(strings.NewReader(in), &out, &trace); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(got) != 3 {
		t.Fatalf("%d answers, want 3: %s", len(got), out.String())
	}
	for i, want := range []string{`"protocolVersion":"2025-06-18"`, `"name":"echo"`, `"text":"hi"`} {
		if !strings.Contains(got[i], want) {
			t.Errorf("answer %d is %s, want %s in it", i, got[i], want)
		}
	}
	if trace.String() != "echo hi\n" {
		t.Errorf("trace %q", trace.String())
	}
}

func TestServeStopsAtWhatIsNoMessage(t *testing.T) {
	var out, trace strings.Builder
	if err := Serve(strings.NewReader("hello"), &out, &trace); err == nil {
		t.Error("no error")
	}
}
