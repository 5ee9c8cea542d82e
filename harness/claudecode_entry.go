package harness

import (
	"strings"

	"rules2guards.local/guard/call"
)

// claudeTimeout is in seconds: a guard answers within three.
const claudeTimeout = 10

// hooks is how an entry of Claude Code looks.
//
// With on_error = "block" it fails closed twice: by onFailure, which 2.1.295 brought and
// older versions accept and ignore, and by `|| exit 2`, which makes a guard that is missing
// or was killed block on those too. The guard's own answers, 0 and 2, stay what they are.
func (claudeCode) hooks() *jsonHook {
	return &jsonHook{
		id: call.ClaudeCode, title: "Claude Code",
		arrays: [][]string{{"hooks", "PreToolUse"}},
		key:    "command",
		handler: func(s Site) object {
			h := object{
				{"type", "command"},
				{"command", lineFor(call.ClaudeCode, s, whenMissing{closed: s.OnError})},
				{"timeout", claudeTimeout},
			}
			if s.OnError {
				h = append(h, member{"onFailure", "block"})
			}
			return h
		},
		matcher: everyTool,
		drop:    []string{"if", "async", "asyncRewake", "args", "onFailure"},
		strict:  true,
		loads:   claudeLoads,
		ours:    isLineOf(call.ClaudeCode),
	}
}

// everyTool is the matcher for every tool, since exact lists die with renames, but for
// guards that have tool rules alone.
func everyTool(s Site) string {
	if s.ToolsOnly == nil {
		return "*"
	}
	return strings.Join(s.ToolsOnly, "|")
}

func (h claudeCode) Install(s Site, f File) (Edit, error) { return h.hooks().Install(s, f) }

func (h claudeCode) Remove(s Site, f File, made Made) (Edit, error) {
	return h.hooks().Remove(s, f, made)
}

func (h claudeCode) Check(_ Site, f File) []Problem { return h.hooks().Check(f) }
