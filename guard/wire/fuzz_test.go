package wire

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"rules2guards.local/guard/call"
)

// FuzzDecode holds that no event makes a codec panic, that what a call says of files and
// shells is there, and that every event can be answered.
func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("testdata/*/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no recordings", err)
	}
	for i, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		hints := append(call.Harnesses(), "")
		c, ev, err := Decode(data, hints[int(n)%len(hints)])
		if c == nil {
			t.Fatal("no codec")
		}
		if err == nil && ev.Call != nil && (ev.Call.Tool == "" || ev.Call.Input == nil) {
			t.Fatalf("a call without tool or input: %+v", ev.Call)
		}
		for _, d := range []call.Decision{call.Pass, call.Warn, call.Ask, call.Block} {
			r := c.Reply(ev, call.Verdict{Decision: d, RuleID: "r", Reason: "r: no"})
			if len(r.Stdout) > 0 && !json.Valid(r.Stdout) {
				t.Fatalf("%s answers %q", c.Harness(), r.Stdout)
			}
			if r.Exit != 0 && (r.Exit != 2 || len(r.Stderr) == 0 || d < call.Ask) {
				t.Fatalf("%s: exit code %d for %s", c.Harness(), r.Exit, d)
			}
		}
	})
}

// BenchmarkDecode reads the commonest event and, for comparison, only its JSON.
func BenchmarkDecode(b *testing.B) {
	data, err := os.ReadFile("testdata/claude-code/PreToolUse.Bash.json")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("event", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := Decode(data, call.ClaudeCode); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("JSON", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := object(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
