package harness

import (
	"testing"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

// An event that a guard would take for another harness's, or for none, would test nothing.
func TestEventsAreReadAsThoseOfTheirHarness(t *testing.T) {
	for _, h := range All() {
		data, ok := Event(h.ID(), "Bash", map[string]any{"command": "npm i"}, "/p")
		if !ok {
			t.Errorf("%s: no shell call", h.Name())
			continue
		}
		for _, hint := range []call.Harness{h.ID(), call.ClaudeCode} {
			codec, ev, err := wire.Decode(data, hint)
			generic := h.ID() == call.Kilo && hint != h.ID() // OpenCode's form
			if err != nil || codec.Harness() != h.ID() && !generic && hint == h.ID() || ev.Call == nil || len(ev.Call.Shells) != 1 || ev.Call.Shells[0].Text != "npm i" {
				t.Errorf("%s read as %s: %v, %+v\n%s", h.Name(), codec.Harness(), err, ev.Call, data)
			}
		}
		data, ok = Event(h.ID(), "Write", map[string]any{"file_path": "a.ts", "content": "let x: any"}, "/p")
		if ok {
			if _, ev, err := wire.Decode(data, h.ID()); err != nil || ev.Call == nil || len(ev.Call.Files) != 1 || ev.Call.Files[0].Path != "/p/a.ts" {
				t.Errorf("%s: %v, %+v\n%s", h.Name(), err, ev.Call, data)
			}
		}
	}
}
