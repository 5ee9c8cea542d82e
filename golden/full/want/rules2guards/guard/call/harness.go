package call

// Harness is the id of an AI coding tool that runs hooks: kebab-case, as users write it.
type Harness string

// The harnesses that rules2guards knows.
const (
	ClaudeCode  Harness = "claude-code"
	Codex       Harness = "codex"
	GeminiCLI   Harness = "gemini-cli"
	QwenCode    Harness = "qwen-code"
	Copilot     Harness = "copilot"
	VSCodeChat  Harness = "vscode-chat"
	Cursor      Harness = "cursor"
	Windsurf    Harness = "windsurf"
	Devin       Harness = "devin"
	Antigravity Harness = "antigravity"
	Hermes      Harness = "hermes"
	Grok        Harness = "grok"
	Droid       Harness = "droid"
	Kimi        Harness = "kimi"
	Cline       Harness = "cline"
	OpenCode    Harness = "opencode"
	Kilo        Harness = "kilo"
	Pi          Harness = "pi"
)

// Harnesses lists every id, in the order in which the tool names them.
func Harnesses() []Harness {
	return []Harness{
		ClaudeCode, Codex, GeminiCLI, QwenCode, Copilot, VSCodeChat, Cursor, Windsurf, Devin,
		Antigravity, Hermes, Grok, Droid, Kimi, Cline, OpenCode, Kilo, Pi,
	}
}
