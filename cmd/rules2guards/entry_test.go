package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
	"rules2guards.local/harness"
)

// lineIn returns the command line by which a harness runs the guard, as it would read
// it from the file; empty for plugins, which run no line.
func lineIn(t *testing.T, h harness.Harness, data []byte) string {
	t.Helper()
	var v any
	switch h.ID() {
	case call.OpenCode, call.Kilo, call.Pi:
		return ""
	case call.Cline:
		return string(data)
	case call.Kimi:
		if _, err := toml.Decode(string(data), &v); err != nil {
			t.Fatal(err)
		}
	case call.Hermes: // a JSON text is one of YAML's
		_, rest, _ := strings.Cut(string(data), "command: ")
		rest, _, _ = strings.Cut(rest, "\n")
		if err := json.Unmarshal([]byte(rest), &v); err != nil {
			t.Fatal(err)
		}
	default:
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
	}
	return lineOf(v)
}

// lineOf finds a command line of ours in a decoded file.
func lineOf(v any) string {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, "--harness") {
			return v
		}
	case []any:
		for _, e := range v {
			if s := lineOf(e); s != "" {
				return s
			}
		}
	case []map[string]any:
		for _, e := range v {
			if s := lineOf(e); s != "" {
				return s
			}
		}
	case map[string]any:
		for _, e := range v {
			if s := lineOf(e); s != "" {
				return s
			}
		}
	}
	return ""
}

// runLine runs a command line as most harnesses do.
func runLine(t *testing.T, line string) wire.Reply {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(sh, "-c", line)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("{}"), &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return wire.Reply{Stdout: out.Bytes(), Stderr: errs.Bytes(), Exit: cmd.ProcessState.ExitCode()}
}

// TestEntriesRunTheGuardFromAnyPath takes each entry from its file, through the quoting of
// the file and of the shell, to a program that tells its arguments.
func TestEntriesRunTheGuardFromAnyPath(t *testing.T) {
	for _, name := range []string{"plain", "two words", "it's", `my "tools"`, "a$HOME`x`\\b;&é"} {
		base := filepath.Join(t.TempDir(), name)
		program := filepath.Join(base, "rules2guards", "x-1", "guard")
		if err := os.MkdirAll(filepath.Dir(program), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(program, []byte("#!/bin/sh\ncat >&2\nprintf '%s\\n' \"$@\"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, closed := range []bool{false, true} {
			for _, h := range harness.All() {
				s := harness.Site{Scope: harness.Project, Home: base, Project: filepath.Join(base, "pro ject"), Guard: program, GOOS: "linux", OnError: closed}
				want := []string{"--harness", string(h.ID()), "--project", s.Project}
				if len(h.Paths(s)) == 0 {
					s.Scope, want = harness.User, want[:2]
				}
				e, err := h.Install(s, h.Paths(s)[0])
				if err != nil {
					t.Fatal(err)
				}
				line := lineIn(t, h, e.Data)
				if line == "" {
					continue
				}
				r := runLine(t, line)
				if got := strings.Split(strings.TrimSpace(string(r.Stdout)), "\n"); r.Exit != 0 || strings.Join(got, "\x00") != strings.Join(want, "\x00") || string(r.Stderr) != "{}" {
					t.Errorf("%s in %q: got %q, exit code %d, stderr %s\nby %s", h.Name(), name, got, r.Exit, r.Stderr, line)
				}
			}
		}
	}
}

// TestAMissingGuardLocksNobodyOut: with on_error = "allow" a guard that is gone, or can't be
// run, lets calls through in every harness; with "block" it refuses them where a shell form
// can say so.
func TestAMissingGuardLocksNobodyOut(t *testing.T) {
	// What refuses by another way than the line: Claude Code's onFailure, Cursor's failClosed,
	// Hermes's fail_closed.
	bySwitch := map[call.Harness]string{call.ClaudeCode: "onFailure", call.Cursor: "failClosed", call.Hermes: "fail_closed"}
	dir := t.TempDir()
	noProgram := filepath.Join(dir, "rules2guards", "x-1", "guard")
	notRunnable := filepath.Join(dir, "rules2guards", "x-2", "guard")
	if err := os.MkdirAll(filepath.Dir(notRunnable), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(notRunnable, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{noProgram, notRunnable} {
		for _, closed := range []bool{false, true} {
			for _, h := range harness.All() {
				s := harness.Site{Scope: harness.Project, Home: dir, Project: dir, Guard: program, GOOS: "linux", OnError: closed}
				if len(h.Paths(s)) == 0 {
					s.Scope = harness.User
				}
				e, err := h.Install(s, h.Paths(s)[0])
				if err != nil {
					t.Fatal(err)
				}
				line := lineIn(t, h, e.Data)
				if line == "" {
					continue
				}
				if closed && bySwitch[h.ID()] != "" {
					if !bytes.Contains(e.Data, []byte(bySwitch[h.ID()])) {
						t.Errorf("%s: no %s in %s", h.Name(), bySwitch[h.ID()], e.Data)
					}
					continue
				}
				r := runLine(t, line)
				v := hears(h.ID(), "preToolUse", r)
				switch {
				case !closed && (v.blocked || v.asks || r.Exit == 2):
					t.Errorf("%s locks everybody out: %+v by %s", h.Name(), r, line)
				// Antigravity refuses by itself what gives no decision.
				case closed && !v.blocked && !(h.ID() == call.Antigravity && v.faulty):
					t.Errorf("%s lets it through: exit code %d, stderr %s by %s", h.Name(), r.Exit, r.Stderr, line)
				}
			}
		}
	}
}
