package harness

import (
	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// cursor knows Cursor's files, by its documentation and public records. A call fires a
// generic event and a specific one, and not every program of Cursor's fires both: each
// gets an entry.
func cursor() Harness {
	var arrays [][]string
	for _, event := range []string{"preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"} {
		arrays = append(arrays, []string{"hooks", event})
	}
	return &jsonHarness{
		id: call.Cursor, name: "Cursor", programs: []string{"cursor", "cursor-agent"}, folder: ".cursor",
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".cursor"), "hooks.json", true), fileIn(homeFolder(s, "", ".cursor"), "hooks.json", false))
		},
		hooks: func(Site, File) *jsonHook {
			return &jsonHook{
				id: call.Cursor, title: "Cursor", arrays: arrays, flat: true, key: "command", top: object{{"version", 1}},
				handler: func(s Site) object {
					h := object{
						{"command", lineFor(call.Cursor, s, whenMissing{powershell: s.GOOS == "windows"})},
						{"type", "command"},
						{"timeout", 10},
					}
					if s.OnError {
						h = append(h, member{"failClosed", true})
					}
					return h
				},
				drop: []string{"matcher", "failClosed"},
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f}
					if _, ok := d.At("version").Number(); !ok && d.Root().IsObject() {
						c.bad(d.Root(), `"version": 1 is missing: Cursor does not read the file without it`)
					}
					for _, a := range arrays {
						hookList(&c, d, a, nil)
					}
					return c.list
				},
				ours: isLineOf(call.Cursor),
			}
		},
		protected: []Protected{
			{"./.cursor/hooks.json", nil},
			{"~/.cursor/hooks.json", nil},
			{"**/.cursor/hooks.json", nil},
			{"/etc/cursor", nil},
			{"/Library/Application Support/Cursor/hooks.json", nil},
			{"/ProgramData/Cursor/hooks.json", nil},
		},
	}
}

// windsurf knows the files of Windsurf's Cascade, by its documentation. It has neither
// matcher nor timeout.
func windsurf() Harness {
	var arrays [][]string
	for _, event := range []string{"pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"} {
		arrays = append(arrays, []string{"hooks", event})
	}
	return &jsonHarness{
		id: call.Windsurf, name: "Windsurf", programs: []string{"windsurf"}, folder: ".windsurf",
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".windsurf"), "hooks.json", true), fileIn(homeFolder(s, "", ".codeium/windsurf"), "hooks.json", false))
		},
		hooks: func(Site, File) *jsonHook {
			return &jsonHook{
				id: call.Windsurf, title: "Windsurf", arrays: arrays, flat: true, key: "command",
				handler: func(s Site) object {
					return object{
						{"command", lineFor(call.Windsurf, s, whenMissing{closed: s.OnError})},
						{"show_output", true},
					}
				},
				loads: func(f File, d *settings.Doc) []Problem {
					c := checker{file: f}
					for _, a := range arrays {
						hookList(&c, d, a, nil)
					}
					return c.list
				},
				ours: isLineOf(call.Windsurf),
			}
		},
		protected: []Protected{
			{"./.windsurf/hooks.json", nil},
			{"**/.windsurf/hooks.json", nil},
			{"~/.codeium/{windsurf/,}hooks.json", nil},
			{"/etc/windsurf", nil},
			{"/Library/Application Support/Windsurf/hooks.json", nil},
			{"/ProgramData/Windsurf/hooks.json", nil},
		},
	}
}
