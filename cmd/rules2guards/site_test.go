package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestHarnessesAreFoundByFolderAndProgram(t *testing.T) {
	for _, tc := range []struct {
		name, folder, program string
		id, why               string
	}{
		{"nothing", "", "", "claude-code", "no harness was found here; taking Claude Code; --harness names others"},
		{"a folder of its own", ".codex", "", "codex", "taking what was found here: Codex (.codex); --harness names others"},
		{"a vague folder", ".github", "", "copilot", "taking what was found here: Copilot CLI (.github); --harness names others"},
		{"a program", "", "cursor-agent", "cursor", "taking what was found here: Cursor (cursor-agent on PATH); --harness names others"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			project, bin := t.TempDir(), t.TempDir()
			if err := os.MkdirAll(filepath.Join(project, tc.folder), 0o755); err != nil {
				t.Fatal(err)
			}
			if tc.program != "" {
				if err := os.WriteFile(filepath.Join(bin, tc.program), nil, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			a := &app{env: []string{"PATH=" + bin}}
			hs, why, _ := a.choose("", project)
			if len(hs) != 1 || string(hs[0].ID()) != tc.id || why != tc.why {
				t.Errorf("%v, %q", hs, why)
			}
		})
	}
}
