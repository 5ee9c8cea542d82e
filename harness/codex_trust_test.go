package harness

import (
	"testing"

	"rules2guards.local/harness/settings"
)

// The digest is what codex app-server 0.171.0 called currentHash of this very hook.
func TestCodexTrustsAHookByThisDigest(t *testing.T) {
	d, err := settings.Parse([]byte(`{"matcher": "*", "hook": {"type": "command", "timeout": 10,
		"command": "'/tmp/dtr/h/.local/share/rules2guards/p-a5d08de7ef48/guard' --harness codex --project '/tmp/dtr/p'"}}`))
	if err != nil {
		t.Fatal(err)
	}
	const want = "sha256:cbf126dfbee65bd102f7bee65d8f74bfe8b9e401146b947f2e168a7aac7f1951"
	if got := codexHash(d.At("matcher"), d.At("hook")); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestVersionsAreFoundAndCompared(t *testing.T) {
	for _, tt := range []struct{ printed, want string }{
		{"2.1.332 (Claude Code)", "2.1.332"},
		{"codex-cli 0.171.0\n", "0.171.0"},
		{"v1.2.3-beta", "1.2.3"},
		{"no number", ""},
		{"1.2", ""},
	} {
		if got := VersionIn(tt.printed); got != tt.want {
			t.Errorf("%q: %q, not %q", tt.printed, got, tt.want)
		}
	}
	if !older("2.1.197", "2.1.295") || older("2.1.295", "2.1.295") || older("2.2", "2.1.295") || !older("2.1", "2.1.1") {
		t.Error("older")
	}
}
