package emit

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/guard"
)

// TestAGuardHasNothingToInitialise: what a package of ours does at start, every tool call
// pays for.
func TestAGuardHasNothingToInitialise(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a guard")
	}
	files, err := Files(guard.Program{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	programs, err := findGo(t).Build(context.Background(), files, []Target{Host()})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "guard.exe")
	if err := os.WriteFile(path, programs[0], 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	cmd.Stdin = strings.NewReader("{}")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(trace.String(), "init runtime") {
		t.Fatalf("no trace: %q", trace.String())
	}
	for line := range strings.SplitSeq(trace.String(), "\n") {
		if strings.HasPrefix(line, "init rules2guards.local/") || strings.HasPrefix(line, "init main ") {
			t.Error(line)
		}
	}
}
