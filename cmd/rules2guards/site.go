package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
)

// locate works out where a guard and its source stand.
func (a *app) locate(s source) (emit.Locations, error) {
	return emit.Locate(emit.LocateOptions{
		Scope: harness.Scope(s.scope), Project: s.project, Home: a.home(), GOOS: runtime.GOOS, Getenv: a.getenv,
	})
}

// site is where harnesses get their entries for a guard.
func (a *app) site(s source, l emit.Locations, p *guard.Program) harness.Site {
	return harness.Site{
		Scope: harness.Scope(s.scope), Home: a.home(), Project: s.project, Guard: l.Guard,
		OnError: p.Settings.BlockOnError, GOOS: runtime.GOOS, ToolsOnly: toolsOnly(p.Rules), Getenv: a.getenv,
		Exists: func(path string) bool { _, err := os.Lstat(path); return err == nil },
	}
}

// toolsOnly returns the exact names of the tools that the rules need when there are tool
// rules only; nil: every tool. An exact list dies with a renamed tool, so any other rule
// asks for every tool.
func toolsOnly(rules []guard.Rule) []string {
	var names []string
	for _, r := range rules {
		if r.Kind != guard.ToolRule {
			return nil
		}
		for _, t := range r.Tools {
			if strings.ContainsAny(t, `*?[{\`) {
				return nil
			}
			if !slices.Contains(names, t) {
				names = append(names, t)
			}
		}
	}
	return names
}

// choose returns the harnesses that a list names, or those that are found here; why says
// which were found by what.
//
// A name that is none is reported: nil, and the exit code.
func (a *app) choose(list, project string) (hs []harness.Harness, why string, code int) {
	switch list {
	case "all":
		return harness.All(), "", exitOK
	case "":
		hs, why = a.findHarnesses(project)
		return hs, why, exitOK
	}
	var found []harness.Harness
	for name := range strings.SplitSeq(list, ",") {
		h := harness.ByName(strings.TrimSpace(name))
		if h == nil {
			return nil, "", a.unknown("harness", strings.TrimSpace(name), harnessNames())
		}
		found = append(found, h)
	}
	return found, "", exitOK
}

// findHarnesses returns the harnesses whose folder the project has or whose program is on
// PATH; without any of these, Claude Code. Some signs are vague, as .github is, so why names
// each.
func (a *app) findHarnesses(project string) (found []harness.Harness, why string) {
	var signs []string
	for _, h := range harness.All() {
		sign := h.Folder()
		if !hasFolder(project, sign) {
			if sign = a.onPath(h.Programs()); sign == "" {
				continue
			}
			sign += " on PATH"
		}
		found = append(found, h)
		signs = append(signs, h.Name()+" ("+sign+")")
	}
	if len(found) == 0 {
		return []harness.Harness{harness.ByName(string(call.ClaudeCode))}, "no harness was found here; taking Claude Code; --harness names others"
	}
	return found, "taking what was found here: " + strings.Join(signs, ", ") + "; --harness names others"
}

// hasFolder reports whether a project has a harness's folder; a harness may have none.
func hasFolder(project, folder string) bool {
	if folder == "" {
		return false
	}
	st, err := os.Stat(filepath.Join(project, folder))
	return err == nil && st.IsDir()
}

func harnessNames() []string {
	var names []string
	for _, h := range harness.All() {
		names = append(names, string(h.ID()))
	}
	return names
}

// onPath returns the first program that is on PATH; empty when none is.
func (a *app) onPath(programs []string) string {
	for _, dir := range filepath.SplitList(a.getenv("PATH")) {
		for _, p := range programs {
			if st, err := os.Stat(filepath.Join(dir, p)); err == nil && !st.IsDir() {
				return p
			}
		}
	}
	return ""
}

// settingsFile reads a harness's file through the same door that writes it.
func settingsFile(f harness.File, site harness.Site, follow bool) (harness.File, error) {
	d := emit.Disk{Root: settingsRoot(f.Folder, f.Path, site), FollowSymlinks: follow}
	data, err := d.Read(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		f.Data = nil
		return f, nil
	}
	if err != nil {
		return f, fmt.Errorf("read %s: %w", f.Path, err)
	}
	if data == nil {
		data = []byte{}
	}
	f.Data = data
	return f, nil
}

// settingsRoot is the folder that a link must not lead out of.
func settingsRoot(folder, path string, site harness.Site) string {
	switch {
	case site.Scope == harness.Project && inside(path, site.Project):
		return site.Project
	case folder == "":
		return filepath.Dir(path)
	}
	return folder
}

// inside reports whether a path lies in a folder, by its text.
func inside(path, folder string) bool {
	r, err := filepath.Rel(folder, path)
	return err == nil && r != ".." && !strings.HasPrefix(r, ".."+string(filepath.Separator))
}

// problems tells what would keep a harness from running the guard. fatal: the file was
// left as it is.
func (a *app) problems(h harness.Harness, list []harness.Problem) (fatal bool) {
	for _, p := range list {
		word := "note"
		if p.Fatal {
			word, fatal = "error", true
		}
		at := a.rel(p.Path)
		if p.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", at, p.Line, max(p.Col, 1))
		}
		a.notef("%s: %s: %s (%s)", at, word, guard.Clean(p.Text, 500), h.Name())
		if p.Hint != "" {
			a.notef("hint: %s", guard.Clean(p.Hint, 500))
		}
	}
	return fatal
}

// elsewhere are the places of this machine that the guard's own rules protect and that are
// not where everybody's are: the folder of the guards, and the user's settings of each
// harness.
func (a *app) elsewhere(site harness.Site, l emit.Locations) []guard.Place {
	usual := site
	usual.Getenv = func(string) string { return "" }
	usual.Scope, site.Scope = harness.User, harness.User
	var out []guard.Place
	if folder := filepath.Dir(l.Dir); folder != filepath.Join(a.home(), ".local", "share", "rules2guards") {
		out = append(out, guard.Place{Rule: "guard/files", Path: filepath.ToSlash(folder)})
	}
	for _, h := range harness.All() {
		there := map[string]bool{}
		for _, f := range h.Paths(usual) {
			there[f.Path] = true
		}
		for _, f := range h.Paths(site) {
			if there[f.Path] {
				continue
			}
			if rule := harness.RuleFor(harness.All(), h, filepath.Base(f.Path)); rule != "" {
				out = append(out, guard.Place{Rule: rule, Path: filepath.ToSlash(f.Path)})
			}
		}
	}
	return out
}
