//go:build e2e && unix

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rules2guards.local/e2e/fakemodel"
)

// The program behaves as our guards rely on it. Here a shell script stands in for the
// guard, so that a failure points at the program or at this harness, not at rules2guards.
func TestClaudeCodeBehavesAsRecorded(t *testing.T) {
	const (
		deny    = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no-deploy: \"ask\" <ops> & wait – ü"}}`
		reason  = `no-deploy: "ask" <ops> & wait – ü`
		blocked = true
	)
	tests := []struct {
		name    string
		guard   string // shell text; empty: no such file
		failure string // onFailure of the entry
		blocked bool
		reason  string // "": not looked at
		shown   bool   // the model sees the hook's command line
	}{
		{"exit 2 with a reason on standard error and a deny on standard output blocks", `echo lost >&2; printf %s '` + deny + `'; exit 2`, "", blocked, reason, false},
		{"unknown keys at the top of a deny do no harm", `echo lost >&2; printf %s '` + extra(deny, "}", `,"ruleId":"no-deploy","severity":"error","remediation":"ask"}`) + `'; exit 2`, "", blocked, reason, false},
		{"unknown keys within a deny do no harm", `echo lost >&2; printf %s '` + extra(deny, "}}", `,"ruleId":"no-deploy","severity":"error","remediation":"ask"}}`) + `'; exit 2`, "", blocked, reason, false},
		{"exit 2 with a reason on standard error alone blocks and shows the command line", `echo 'no-deploy: no' >&2; exit 2`, "", blocked, "no-deploy: no", true},
		{"an empty object passes", `echo '{}'`, "", !blocked, "", false},
		{"a missing guard passes", "", "", !blocked, "", false},
		{"a missing guard blocks with onFailure block", "", "block", blocked, `onFailure is "block"`, true},
		{"exit 1 passes", `exit 1`, "", !blocked, "", false},
		{"exit 1 blocks with onFailure block", `exit 1`, "block", blocked, `onFailure is "block"`, true},
		{"a guard that dies of a signal passes", `kill -SEGV $$`, "", !blocked, "", false},
		{"a guard that dies of a signal blocks with onFailure block", `kill -SEGV $$`, "block", blocked, `onFailure is "block"`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cases.track(t, claudeCode, "as recorded: "+tt.name)
			s := newScene(t, "project")
			guard := filepath.Join(s.root, "standin")
			if tt.guard != "" {
				if err := os.WriteFile(guard, []byte("#!/bin/sh\ncat > /dev/null\n"+tt.guard+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			entry := `{"type":"command","command":` + strconv.Quote(guard) + `,"timeout":10`
			if tt.failure != "" {
				entry += `,"onFailure":"` + tt.failure + `"`
			}
			s.write(".claude/settings.local.json", `{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[`+entry+`}]}]}}`)
			m := s.claude(s.project, fakemodel.Script{Turns: fakemodel.Turns(bash("deploy", "deployctl up"))})
			if ran := s.ran("deployctl up"); ran == tt.blocked {
				t.Errorf("the command ran: %v", ran)
			}
			got, _ := m.Told("deploy")
			if got.Failed != tt.blocked || !strings.Contains(got.Text, tt.reason) {
				t.Errorf("the model was told %+v", got)
			}
			if shown := strings.Contains(got.Text, guard); shown != tt.shown {
				t.Errorf("the model sees the command line: %v, in %q", shown, got.Text)
			}
		})
	}
}

// extra puts keys into a reply: it replaces the end of one.
func extra(reply, end, with string) string { return strings.TrimSuffix(reply, end) + with }
