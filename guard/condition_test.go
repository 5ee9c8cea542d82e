package guard

import (
	"testing"

	"rules2guards.local/guard/call"
)

func TestARuleIsOffWhereTheToolHasNoSuchField(t *testing.T) {
	bash := []call.Alias{{Name: "command", Key: "command"}, {Name: "background", Key: "is_background"}}
	for _, tt := range []struct {
		name, field string
		unless      bool
		call        call.Call
		want        bool
	}{
		{"unless, a field that is there", "background", true, call.Call{Aliases: bash, Input: map[string]any{"is_background": true}}, false},
		{"unless, a field that was left out", "background", true, call.Call{Aliases: bash, Input: map[string]any{}}, true},
		{"unless, no such field", "timeout", true, call.Call{Aliases: bash, Input: map[string]any{}}, false},
		{"when, no such field", "timeout", false, call.Call{Aliases: bash, Input: map[string]any{}}, false},
		{"unless, a name of the tool's own", "description", true, call.Call{Aliases: bash, Input: map[string]any{}}, true},
		{"unless, a tool that no table knows", "timeout", true, call.Call{Input: map[string]any{}}, true},
		{"unless, canonical by the tool's own name", "timeout", true, call.Call{Aliases: bash, Input: map[string]any{"timeout": "x"}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Condition{Input: []FieldPattern{{tt.field, "."}}}
			r := Rule{ID: "r", Kind: ToolRule, Action: call.Block, Tools: []string{"*"}, When: c}
			if tt.unless {
				r.When, r.Unless = Condition{}, c
			}
			p := &Program{Rules: []Rule{r}, Index: Index{Tools: []Needle{{Rule: 0}}}}
			tt.call.Tool = "Bash"
			j := NewJudge(p, Disk{}, Folders{})
			var res Result
			j.decide(&tt.call, call.GeminiCLI, &res)
			if got := j.verdict(&res).Decision == call.Block; got != tt.want {
				t.Errorf("blocked: %v, want %v", got, tt.want)
			}
		})
	}
}
