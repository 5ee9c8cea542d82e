package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
)

// How long programs of others may take to answer.
const (
	versionTime = 5 * time.Second
	codexTime   = 8 * time.Second
	gitTime     = 5 * time.Second
)

// machine is where harnesses look things up.
func (a *app) machine() harness.Machine {
	return harness.Machine{
		Read: func(path string) []byte {
			st, err := os.Stat(path)
			if err != nil || !st.Mode().IsRegular() || st.Size() > 16<<20 {
				return nil
			}
			data, err := readAll(path)
			if err != nil {
				return nil
			}
			return data
		},
		Glob: func(pattern string) []string {
			list, _ := filepath.Glob(pattern) // a bad pattern matches nothing
			slices.Sort(list)
			return list
		},
	}
}

// programOf finds a program on PATH, in absolute folders outside the project alone: a
// project is hostile input, and doctor must not start what it brings.
func (a *app) programOf(names []string, project string) string {
	for _, dir := range filepath.SplitList(a.getenv("PATH")) {
		if !filepath.IsAbs(dir) || inside(dir, project) {
			continue
		}
		for _, name := range names {
			if runtime.GOOS == "windows" {
				name += ".exe"
			}
			path := filepath.Join(dir, name)
			st, err := os.Stat(path)
			if err == nil && st.Mode().IsRegular() && (runtime.GOOS == "windows" || st.Mode()&0o111 != 0) {
				return path
			}
		}
	}
	return ""
}

// lacks asks an installed harness for its version, where it matters.
func (a *app) lacks(h harness.Harness, s harness.Site) []harness.Doubt {
	if !harness.VersionMatters(h.ID()) {
		return nil
	}
	program := a.programOf(h.Programs(), s.Project)
	if program == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	out, err := a.program(ctx, a.home(), program, "--version").Output()
	if err != nil {
		return []harness.Doubt{{Path: program, Text: h.Name() + " did not tell its version: " + err.Error(), Fix: "run " + program + " --version"}}
	}
	return harness.Needs(h.ID(), harness.VersionIn(string(out)), s)
}

// program prepares a program of somebody else.
func (a *app) program(ctx context.Context, dir, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env = dir, a.env
	cmd.WaitDelay = time.Second
	return cmd
}

// trusted asks Codex itself, when it is there, and reads the files of all others.
func (p *patient) trusted(h harness.Harness, f harness.File) []harness.Doubt {
	if h.ID() == call.Codex {
		if program := p.app.programOf(h.Programs(), p.site.Project); program != "" {
			if list, ok := p.app.askCodex(program, p.site.Project); ok {
				return harness.CodexListed(list, p.site, f)
			}
			p.add(finding{
				Scope: p.site.Scope, Harness: string(h.ID()), Check: "trust", Path: program,
				Text: "codex app-server did not list its hooks; what its files say was looked at", Fix: "see that /hooks in codex lists the hook as trusted",
			})
		}
	}
	return harness.Trusted(h, p.site, f, p.machine)
}

// askCodex asks codex app-server for the hooks that it would run in a folder.
func (a *app) askCodex(program, dir string) ([]harness.CodexHook, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), codexTime)
	defer cancel()
	cmd := a.program(ctx, a.home(), program, "app-server")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, false
	}
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return nil, false
	}
	defer func() {
		cancel()
		_ = cmd.Wait() // it was killed: what it says of that does not matter
	}()
	// It ends with its input, so that stays open until the answer is there.
	defer in.Close()
	if _, err := in.Write(harness.AskCodex(dir)); err != nil {
		return nil, false
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if list, ok := harness.CodexHooks(lines.Bytes()); ok {
			return list, true
		}
	}
	return nil, false
}

// worktreesOf lists the other work trees of a project's repository that are there.
func (a *app) worktreesOf(project string) []string {
	git := a.programOf([]string{"git"}, project)
	if git == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	// A cloned repository's settings must not start anything.
	out, err := a.program(ctx, project, git, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "worktree", "list", "--porcelain").Output()
	if err != nil {
		return nil
	}
	var list []string
	for block := range bytes.SplitSeq(out, []byte("\n\n")) {
		dir, bare := "", false
		for line := range strings.SplitSeq(string(block), "\n") {
			if d, ok := strings.CutPrefix(line, "worktree "); ok {
				dir = d
			}
			bare = bare || line == "bare" || strings.HasPrefix(line, "prunable")
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil && !bare && real != project {
			list = append(list, real)
		}
	}
	return list
}
