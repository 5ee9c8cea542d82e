package harness

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// Launch is how a harness starts the guard from an entry.
type Launch struct {
	Argv []string // what is started; a program without a slash is looked up
	Env  []string // what the harness adds to its own environment
	Dir  string
}

// LaunchOf returns how a harness would start the guard by our entry in a file: its shell,
// its environment. false: no entry of ours is in it.
func LaunchOf(h Harness, s Site, f File) (Launch, bool) {
	l := Launch{Dir: s.Project, Env: marks(h.ID(), s)}
	line := ""
	switch h := h.(type) {
	case claudeCode:
		line = h.hooks().lineIn(s, f)
	case *jsonHarness:
		line = h.hooks(s, f).lineIn(s, f)
	case *blockHarness:
		line = h.lineIn(f)
	case *fileHarness, *opencodeHarness:
		if !isOwn(f.Data) {
			return l, false
		}
		l.Argv = guardArgs(h.ID(), s) // the plugin starts it without a shell
		if h.ID() == call.Cline {
			l.Argv = []string{f.Path}
		}
		return l, true
	}
	if line == "" {
		return l, false
	}
	if h.ID() == call.Hermes {
		words, ok := splitWords(line)
		l.Argv = words
		return l, ok && len(words) > 0
	}
	l.Argv = []string{shellOf(h.ID()), "-c", line}
	return l, true
}

// shellOf is the shell that a harness was seen to run hooks with, sh where nobody knows.
func shellOf(h call.Harness) string {
	switch h {
	case call.Codex, call.GeminiCLI, call.QwenCode, call.Copilot:
		return "bash"
	}
	return "sh"
}

// marks are the variables that a harness adds for hooks.
func marks(h call.Harness, s Site) []string {
	switch h {
	case call.ClaudeCode:
		return []string{"CLAUDE_PROJECT_DIR=" + s.Project, "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli"}
	case call.GeminiCLI:
		return []string{"GEMINI_PROJECT_DIR=" + s.Project, "GEMINI_CWD=" + s.Project, "CLAUDE_PROJECT_DIR=" + s.Project}
	case call.QwenCode:
		return []string{"QWEN_PROJECT_DIR=" + s.Project, "CLAUDE_PROJECT_DIR=" + s.Project, "GEMINI_PROJECT_DIR=" + s.Project}
	case call.Copilot:
		return []string{"COPILOT_CLI=1", "COPILOT_PROJECT_DIR=" + s.Project, "CLAUDE_PROJECT_DIR=" + s.Project}
	case call.Cursor:
		return []string{"CURSOR_PROJECT_DIR=" + s.Project, "CLAUDE_PROJECT_DIR=" + s.Project}
	case call.Grok:
		return []string{
			"GROK_HOOK_EVENT=pre_tool_use", "GROK_WORKSPACE_ROOT=" + s.Project + string(os.PathSeparator),
			"CLAUDE_PROJECT_DIR=" + s.Project + string(os.PathSeparator),
		}
	case call.Droid:
		return []string{"FACTORY_PROJECT_DIR=" + s.Project, "DROID_PROJECT_DIR=" + s.Project, "CLAUDE_PROJECT_DIR=" + s.Project}
	}
	return nil
}

// lineIn is the command line of our first entry in a file; empty: there is none.
func (j *jsonHook) lineIn(s Site, f File) string {
	d, err := settings.Parse(f.Data)
	if err != nil {
		return ""
	}
	for _, array := range j.arrays {
		if list := j.find(s, d, array); len(list) > 0 {
			return list[0].handler.In(j.key).Text()
		}
	}
	return ""
}

// lineIn is the command line in our block; empty: there is none.
func (h *blockHarness) lineIn(f File) string {
	_, block, ok := strings.Cut(string(f.Data), blockBegin)
	if !ok {
		return ""
	}
	block, _, _ = strings.Cut(block, blockEnd)
	if filepath.Ext(f.Path) == ".toml" {
		_, block, _ = strings.Cut(block, "\n")
		var v struct {
			Hooks []struct{ Command string } `toml:"hooks"`
		}
		if _, err := toml.Decode(block, &v); err != nil || len(v.Hooks) == 0 {
			return ""
		}
		return v.Hooks[0].Command
	}
	// A text in JSON is one of YAML's.
	_, rest, _ := strings.Cut(block, "command: ")
	rest, _, _ = strings.Cut(rest, "\n")
	var line string
	if err := json.Unmarshal([]byte(strings.TrimSpace(rest)), &line); err != nil {
		return ""
	}
	return line
}
