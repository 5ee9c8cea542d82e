package emit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// buildTime is how long all builds of a run may take. A cold one takes 20 seconds of work,
// and a slow network comes on top.
const buildTime = 10 * time.Minute

// Target is a system that a guard is built for.
type Target struct{ OS, Arch string }

// Host is the system that this program runs on.
func Host() Target { return Target{runtime.GOOS, runtime.GOARCH} }

// String returns the form that users write: linux/amd64.
func (t Target) String() string { return t.OS + "/" + t.Arch }

// File returns the name of the guard for a target in the folder bin of its source.
func (t Target) File() string {
	name := "guard-" + t.OS + "-" + t.Arch
	if t.OS == "windows" {
		name += ".exe"
	}
	return name
}

// ParseTargets reads a list as users write it: linux/amd64,windows/arm64. Whether Go knows
// a target is Go's to say.
func ParseTargets(list string) ([]Target, error) {
	var targets []Target
	for s := range strings.SplitSeq(list, ",") {
		goos, arch, ok := strings.Cut(strings.TrimSpace(s), "/")
		t := Target{goos, arch}
		if !ok || !isBuilt("bin/"+t.File()) {
			return nil, fmt.Errorf("%q is no target: write OS/ARCH, as in linux/amd64,darwin/arm64", s)
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// Build compiles a guard for each target and returns the programs in their order. files is
// the whole module: the folder that is built holds nothing else, so that nothing that lies
// in the project takes part. Nothing is installed: that is Apply's.
func (g Go) Build(ctx context.Context, files map[string][]byte, targets []Target) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	dir, err := os.MkdirTemp(g.Temp, "rules2guards-build-")
	if err != nil {
		return nil, fmt.Errorf("make a folder to build in: %w", err)
	}
	defer os.RemoveAll(dir)
	module := filepath.Join(dir, "module")
	if err := writeModule(module, files); err != nil {
		return nil, err
	}
	env := g.buildEnv(dir)
	// What the module cache holds was checked when it came; this says that it is still that.
	if _, err := g.run(ctx, module, env, "mod", "verify"); err != nil {
		return nil, err
	}
	var programs [][]byte
	for i, t := range targets {
		out := filepath.Join(dir, fmt.Sprintf("guard%d", i))
		env := append(env, "GOOS="+t.OS, "GOARCH="+t.Arch)
		_, err := g.run(ctx, module, env, "build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-pgo=off", "-ldflags=-s -w", "-o", out, ".")
		if err != nil {
			return nil, fmt.Errorf("build the guard for %s: %w", t, err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			return nil, fmt.Errorf("read the guard for %s: %w", t, err)
		}
		programs = append(programs, data)
	}
	return programs, nil
}

func writeModule(dir string, files map[string][]byte) error {
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			return fmt.Errorf("lay out the module: %w", err)
		}
	}
	return nil
}

// run runs the Go tool and returns what it printed. An error holds the end of what it had
// to say.
func (g Go) run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, g.Path, args...)
	cmd.Dir = dir
	cmd.Env = append(env, "PWD="+dir)
	cmd.WaitDelay = 5 * time.Second // a compiler that outlives its parent keeps the pipes open
	var out, errw bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errw
	err := cmd.Run()
	if err == nil {
		return out.Bytes(), nil
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("%w after %v", ctx.Err(), buildTime)
	}
	said := strings.TrimSpace(errw.String())
	if said == "" {
		said = strings.TrimSpace(out.String())
	}
	if len(said) > 4000 {
		said = "…" + said[len(said)-4000:]
	}
	return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, said)
}

// ErrNoGo says that no Go can build a guard here; the error that wraps it says why.
var ErrNoGo = errors.New("no usable Go")
