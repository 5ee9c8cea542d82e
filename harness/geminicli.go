package harness

import (
	"path/filepath"
	"slices"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// inProject is a folder of a project.
func inProject(s Site, name string) string { return filepath.Join(s.Project, filepath.FromSlash(name)) }

// hookName is the name under which Gemini CLI lists our hook.
const hookName = "rules2guards"

// geminiCLI knows Gemini CLI's files, as seen on 0.61.0. It reads the settings of the folder
// that it is started in alone. A guard that is missing would block every call there, so the
// entry looks for it first, unless on_error = "block" wants that. Timeouts are in ms.
func geminiCLI() Harness {
	keep := []string{guard.KeepComments, "hooks", "hooksConfig"}
	return &jsonHarness{
		id: call.GeminiCLI, name: "Gemini CLI", programs: []string{"gemini"}, folder: ".gemini",
		permissions: geminiPermissions,
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".gemini"), "settings.json", true), fileIn(homeFolder(s, "", ".gemini"), "settings.json", false))
		},
		hooks: func(Site, File) *jsonHook {
			return &jsonHook{
				id: call.GeminiCLI, title: "Gemini CLI", arrays: [][]string{{"hooks", "BeforeTool"}}, key: "command", lenient: true,
				handler: func(s Site) object {
					return object{
						{"type", "command"},
						{"command", lineFor(call.GeminiCLI, s, whenMissing{open: !s.OnError, saying: s.OnError, powershell: s.GOOS == "windows"})},
						{"name", hookName},
						{"timeout", 10000},
					}
				},
				matcher: always("*"), loads: geminiLoads, ours: isLineOf(call.GeminiCLI),
			}
		},
		protected: []Protected{
			{"./.gemini/settings.json", keep},
			{"~/.gemini/settings.json", slices.Concat(keep, []string{"security"})},
			{"**/.gemini/settings.json", keep},
			{"~/.gemini/{trustedFolders,trusted_hooks}.json", nil},
			{"/etc/gemini-cli", nil},
		},
		starts: []Start{{Command: "{gemini,gemini-cli} --skip-trust"}, {Command: "GEMINI_CLI_SYSTEM_SETTINGS_PATH=* {gemini,gemini-cli}"}},
	}
}

func geminiLoads(f File, d *settings.Doc) []Problem {
	c := checker{file: f}
	c.comma(d, "Gemini CLI does not start with it")
	hookList(&c, d, []string{"hooks", "BeforeTool"}, nil)
	if n := d.At("hooksConfig", "enabled"); n.IsBool() && !n.IsTrue() {
		c.off(n, "hooksConfig.enabled is false: Gemini CLI runs no guard while it stands here")
	}
	for _, n := range d.At("hooksConfig", "disabled").Elements() {
		if n.Text() == hookName {
			c.off(n, "hooksConfig.disabled names %q: Gemini CLI does not run the guard", hookName)
		}
	}
	return c.list
}

// qwenCode knows Qwen Code's files, as seen on 0.24.4: settings as Gemini CLI has them, hooks
// as Claude Code has them.
func qwenCode() Harness {
	keep := []string{guard.KeepComments, "hooks", "disableAllHooks"}
	return &jsonHarness{
		id: call.QwenCode, name: "Qwen Code", programs: []string{"qwen"}, folder: ".qwen",
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".qwen"), "settings.json", true), fileIn(homeFolder(s, "", ".qwen"), "settings.json", false))
		},
		hooks: func(Site, File) *jsonHook {
			return &jsonHook{
				id: call.QwenCode, title: "Qwen Code", arrays: [][]string{{"hooks", "PreToolUse"}}, key: "command", lenient: true,
				handler: shellHandler(call.QwenCode, 10), matcher: always("*"), drop: []string{"async"},
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f}
					c.comma(d, "Qwen Code was not seen to read it")
					hookList(&c, d, []string{"hooks", "PreToolUse"}, nil)
					if n := d.At("disableAllHooks"); n.IsTrue() {
						c.off(n, "disableAllHooks is true: Qwen Code runs no guard while it stands here")
					}
					return c.list
				},
				ours: isLineOf(call.QwenCode),
			}
		},
		protected: []Protected{
			{"./.qwen/settings.json", keep},
			{"~/.qwen/settings.json", keep},
			{"**/.qwen/settings.json", keep},
		},
		starts: []Start{{Command: "{qwen,qwen-code} {--bare,--safe-mode}"}, {Command: "QWEN_CODE_SYSTEM_SETTINGS_PATH=* {qwen,qwen-code}"}},
	}
}
