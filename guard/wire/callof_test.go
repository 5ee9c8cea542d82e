package wire

import (
	"testing"

	"rules2guards.local/guard/call"
)

// TestCallOfReadsEveryHarness: a logged call is read by the harness's own table.
func TestCallOfReadsEveryHarness(t *testing.T) {
	for _, tt := range []struct {
		h          call.Harness
		tool       string
		key, value string
		shells     int
		files      int
	}{
		{call.ClaudeCode, "Bash", "command", "npm i", 1, 0},
		{call.Codex, "apply_patch", "command", "*** Begin Patch\n*** Delete File: a\n*** End Patch", 0, 1},
		{call.GeminiCLI, "run_shell_command", "command", "npm i", 1, 0},
		{call.QwenCode, "run_shell_command", "command", "npm i", 1, 0},
		{call.Copilot, "bash", "command", "npm i", 1, 0},
		{call.Cursor, "Shell", "command", "npm i", 1, 0},
		{call.Grok, "run_terminal_command", "command", "npm i", 1, 0},
		{call.Droid, "Execute", "command", "npm i", 1, 0},
		{call.Kimi, "Bash", "command", "npm i", 1, 0},
		{call.Cline, "execute_command", "command", "npm i", 1, 0},
		{call.OpenCode, "read", "filePath", "/p/.env", 0, 1},
		{call.Kilo, "bash", "command", "npm i", 1, 0},
		{call.Pi, "bash", "command", "npm i", 1, 0},
		{"somebody-else", "run", "command", "npm i", 1, 0},
	} {
		c, err := CallOf(tt.h, tt.tool, map[string]any{tt.key: tt.value}, "/p")
		if err != nil {
			t.Errorf("%s: %v", tt.h, err)
		}
		if len(c.Shells) != tt.shells || len(c.Files) != tt.files || c.Dir != "/p" {
			t.Errorf("%s: %+v", tt.h, c)
		}
	}
}
