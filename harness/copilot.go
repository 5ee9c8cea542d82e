package harness

import (
	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// ownFile is the name of a hook file that holds nothing but our entry, in folders of which
// the harness reads every file.
const ownFile = "rules2guards.json"

// copilot knows Copilot CLI's files, as seen on 1.0.102. It refuses every call when the guard
// can't run, so the entry looks for it first, unless on_error = "block" wants that.
func copilot() Harness {
	return &jsonHarness{
		id: call.Copilot, name: "Copilot CLI", programs: []string{"copilot"}, folder: ".github",
		permissions: copilotPermissions,
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".github/hooks"), ownFile, true), fileIn(homeFolder(s, "COPILOT_HOME", ".copilot"), "hooks/"+ownFile, false))
		},
		hooks: func(s Site, _ File) *jsonHook {
			key := "bash"
			if s.GOOS == "windows" {
				key = "powershell"
			}
			return &jsonHook{
				id: call.Copilot, title: "Copilot CLI", arrays: [][]string{{"hooks", "preToolUse"}}, flat: true, key: key,
				top: object{{"version", 1}},
				handler: func(s Site) object {
					return object{
						{"type", "command"},
						{key, lineFor(call.Copilot, s, whenMissing{open: !s.OnError, powershell: s.GOOS == "windows"})},
						{"timeoutSec", 10},
					}
				},
				drop: []string{"matcher", "cwd", "env"},
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f}
					hookList(&c, d, []string{"hooks", "preToolUse"}, func(n settings.Node) {
						if m := n.In("matcher"); m.IsText() && m.Text() == "" {
							c.bad(m, "an empty matcher: Copilot CLI drops the whole file because of it")
						}
					})
					if n := d.At("disableAllHooks"); n.IsTrue() {
						c.note(n, "disableAllHooks is true: Copilot CLI runs no hook of this file")
					}
					return c.list
				},
				ours: isLineOf(call.Copilot),
			}
		},
		protected: []Protected{
			{"./.github/hooks", nil},
			{"**/.github/hooks", nil},
			{"./.github/copilot/{settings,settings.local}.json", []string{"hooks", "disableAllHooks"}},
			{"~/.copilot/hooks", nil},
			{"~/.copilot/settings.json", []string{"hooks", "disableAllHooks"}},
		},
		starts: []Start{{Command: "COPILOT_HOME=* copilot"}},
	}
}

// vscodeChat knows the files of VS Code's agent chat, by its documentation. It reads
// Copilot's folder; its file has the PascalCase event, so that its own form arrives.
func vscodeChat() Harness {
	const name = "rules2guards-vscode.json"
	return &jsonHarness{
		id: call.VSCodeChat, name: "VS Code chat", programs: []string{"code"}, folder: ".vscode",
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".github/hooks"), name, true), fileIn(homeFolder(s, "", ".copilot"), "hooks/"+name, false))
		},
		hooks: func(Site, File) *jsonHook {
			return &jsonHook{
				id: call.VSCodeChat, title: "VS Code chat", arrays: [][]string{{"hooks", "PreToolUse"}}, flat: true, key: "command",
				handler: shellHandler(call.VSCodeChat, 10),
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f}
					hookList(&c, d, []string{"hooks", "PreToolUse"}, nil)
					return c.list
				},
				ours: isLineOf(call.VSCodeChat),
			}
		},
		// Copilot's folder is protected with Copilot's own files.
	}
}
