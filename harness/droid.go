package harness

import (
	"path/filepath"
	"slices"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// oneList is the check of harnesses that were not seen to mind anything but the shape of
// the list itself.
func oneList(array ...string) func(File, *settings.Doc) []Problem {
	return func(f File, d *settings.Doc) []Problem {
		c := checker{file: f}
		hookList(&c, d, array, nil)
		return c.list
	}
}

// droid knows Factory Droid's files, as seen on 0.215.0. A hooks.json, which has no "hooks"
// around its events, replaces the hooks of the settings.json beside it: where one is
// there, the entry goes into it.
func droid() Harness {
	file := func(s Site, folder string, shared bool) File {
		if f := fileIn(folder, "hooks.json", shared); folder != "" && s.exists(f.Path) {
			return f
		}
		return fileIn(folder, "settings.json", shared)
	}
	return &jsonHarness{
		id: call.Droid, name: "Droid", programs: []string{"droid"}, folder: ".factory",
		files: func(s Site) []File {
			return twoScopes(s, file(s, inProject(s, ".factory"), true), file(s, homeFolder(s, "", ".factory"), false))
		},
		hooks: func(_ Site, f File) *jsonHook {
			array := []string{"hooks", "PreToolUse"}
			flatMap := filepath.Base(f.Path) == "hooks.json"
			if flatMap {
				array = array[1:]
			}
			return &jsonHook{
				id: call.Droid, title: "Droid", arrays: [][]string{array}, key: "command",
				handler: shellHandler(call.Droid, 10), matcher: always("*"),
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f, list: oneList(array...)(f, d)}
					if n := d.At("hooks"); flatMap && !n.IsZero() {
						c.bad(n, `"hooks" around the events: Droid ignores the whole file because of it`)
					}
					if n := d.At(slices.Concat(array[:len(array)-1], []string{"hooksDisabled"})...); n.IsTrue() {
						c.off(n, "hooksDisabled is true: Droid runs no guard while it stands here")
					}
					return c.list
				},
				ours: isLineOf(call.Droid),
			}
		},
		protected: []Protected{
			{"./.factory/settings.json", []string{"hooks"}},
			{"~/.factory/settings.json", []string{"hooks"}},
			{"**/.factory/settings.json", []string{"hooks"}},
			{"{.,~,**}/.factory/hooks.json", nil},
		},
	}
}

// grok knows Grok Build's files, as seen on 1.0.41. It reads every file of its hooks folder,
// so ours stands alone. A command that mentions an unknown variable is not run at all.
func grok() Harness {
	return &jsonHarness{
		id: call.Grok, name: "Grok Build", programs: []string{"grok"}, folder: ".grok",
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".grok"), "hooks/"+ownFile, true), fileIn(homeFolder(s, "GROK_HOME", ".grok"), "hooks/"+ownFile, false))
		},
		hooks: func(s Site, _ File) *jsonHook {
			return &jsonHook{
				id: call.Grok, title: "Grok Build", arrays: [][]string{{"hooks", "PreToolUse"}}, key: "command",
				handler: shellHandler(call.Grok, 10), matcher: always(".*"),
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f, list: oneList("hooks", "PreToolUse")(f, d)}
					if line := lineFor(call.Grok, s, whenMissing{}); strings.Contains(line, "$") {
						c.note(d.Root(), "a $ in the path of the guard or the project: Grok Build does not run such a command")
					}
					return c.list
				},
				ours: isLineOf(call.Grok),
			}
		},
		protected: []Protected{
			{"{.,~,**}/.grok/hooks", nil},
			{"~/.grok/trusted_folders.toml", nil},
			{"/etc/grok", nil},
		},
		starts: []Start{{Command: "GROK_HOME=* grok"}},
	}
}

// devin knows the files of Devin's own hooks, by its documentation: in hooks.v1.json the
// events stand at the top.
func devin() Harness {
	return &jsonHarness{
		id: call.Devin, name: "Devin", programs: []string{"devin"}, folder: ".devin",
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".devin"), "hooks.v1.json", true), fileIn(homeFolder(s, "", ".config/devin"), "config.json", false))
		},
		hooks: func(_ Site, f File) *jsonHook {
			array := []string{"hooks", "PreToolUse"}
			if filepath.Base(f.Path) == "hooks.v1.json" {
				array = array[1:]
			}
			return &jsonHook{
				id: call.Devin, title: "Devin", arrays: [][]string{array}, key: "command",
				handler: shellHandler(call.Devin, 10), matcher: always(".*"), loads: oneList(array...), ours: isLineOf(call.Devin),
			}
		},
		protected: []Protected{
			{"{.,**}/.devin/hooks.v1.json", nil},
			{"{.,**}/.devin/config.json", []string{"hooks"}},
			{"~/.config/devin/config.json", []string{"hooks"}},
		},
	}
}

// antigravity knows Antigravity's files, by its documentation: bundles with a name, in
// which the events stand. Silence is no neutral answer there, so the shell gives one for a
// guard that can't run.
func antigravity() Harness {
	array := []string{hookName, "PreToolUse"}
	return &jsonHarness{
		id: call.Antigravity, name: "Antigravity", programs: []string{"agy", "antigravity"}, folder: ".agents",
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".agents"), "hooks.json", true), fileIn(homeFolder(s, "", ".gemini"), "config/hooks.json", false))
		},
		hooks: func(Site, File) *jsonHook {
			return &jsonHook{
				id: call.Antigravity, title: "Antigravity", arrays: [][]string{array}, key: "command",
				handler: func(s Site) object {
					return object{
						{"type", "command"},
						{"command", lineFor(call.Antigravity, s, whenMissing{neutral: !s.OnError})},
						{"timeout", 10},
					}
				},
				matcher: always("*"),
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f, list: oneList(array...)(f, d)}
					if n := d.At(hookName, "enabled"); n.IsBool() && !n.IsTrue() {
						c.note(n, "enabled is false: Antigravity does not run the guard")
					}
					return c.list
				},
				ours: isLineOf(call.Antigravity),
			}
		},
		protected: []Protected{
			{"{.,**}/.agents/hooks.json", nil},
			{"~/.gemini/config/hooks.json", nil},
		},
	}
}
