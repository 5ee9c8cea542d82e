package wire

import (
	"slices"
	"testing"

	"rules2guards.local/guard/call"
)

func TestToolsListsEveryToolThatWasRecordedAndKnown(t *testing.T) {
	for _, h := range call.Harnesses() {
		known, names := tables(h)
		list := Tools(h)
		if len(list) != len(names) {
			t.Errorf("%s: %d names, %d known tools", h, len(names), len(list))
		}
		for _, name := range payloads(t, string(h)) {
			_, ev, err := Decode(payload(t, string(h), name), h)
			if err != nil || ev.Call == nil {
				continue
			}
			own := ev.Call.OwnTool
			if _, ok := known(own); ok && h != call.Copilot && own != "invalid" && !slices.ContainsFunc(list, func(k KnownTool) bool { return k.Own == own }) {
				t.Errorf("%s: %s is not listed", h, own)
			}
		}
	}
}

func TestOutcomeOfActions(t *testing.T) {
	tests := []struct {
		harness   call.Harness
		ask, warn call.Decision
	}{
		{call.ClaudeCode, call.Ask, call.Warn},
		{call.Codex, call.Block, call.Warn},
		{call.GeminiCLI, call.Block, call.Pass},
		{call.Copilot, call.Ask, call.Pass},
		{call.Cursor, call.Block, call.Pass},
		{call.Cline, call.Block, call.Pass},
		{call.OpenCode, call.Block, call.Pass},
	}
	for _, tt := range tests {
		if a, w := Outcome(tt.harness, call.Ask), Outcome(tt.harness, call.Warn); a != tt.ask || w != tt.warn {
			t.Errorf("%s: ask is %s, warn is %s", tt.harness, a, w)
		}
		if Outcome(tt.harness, call.Block) != call.Block {
			t.Errorf("%s does not block", tt.harness)
		}
	}
}
