package wire

import (
	"testing"

	"rules2guards.local/guard/call"
)

// As seen with a server `demo` whose tool is `echo`.
func TestToolsOfServersHaveOneName(t *testing.T) {
	tests := []struct {
		name    string
		harness call.Harness
		event   string
		want    string
	}{
		{"OpenCode", call.OpenCode, `{"input":{"tool":"demo_echo"},"output":{"args":{"text":"x"}}}`, "mcp__demo__echo"},
		{"OpenCode's own tool", call.OpenCode, `{"input":{"tool":"apply_patch"},"output":{"args":{"patchText":""}}}`, "Edit"},
		{"Kilo", call.Kilo, `{"input":{"tool":"demo_echo"},"output":{"args":{"text":"x"}}}`, "mcp__demo__echo"},
		{"Cline", call.Cline, `{"hookName":"tool_call","tool_call":{"name":"demo__echo","input":{"text":"x"}}}`, "mcp__demo__echo"},
		{"Cline's own tool", call.Cline, `{"hookName":"tool_call","tool_call":{"name":"spawn_agent","input":{"task":"x"}}}`, "spawn_agent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, ev, err := Decode([]byte(tt.event), tt.harness)
			if ev.Call == nil || ev.Call.Tool != tt.want {
				t.Errorf("decoded %+v, %v; want the tool %s", ev.Call, err, tt.want)
			}
		})
	}
}
