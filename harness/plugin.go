package harness

import "rules2guards.local/guard/call"

// opencode knows OpenCode's plugin folders, as seen on 1.18.33. Its settings can add plugins
// but not take one away, so they are not protected.
func opencode() Harness {
	return &opencodeHarness{fileHarness{
		id: call.OpenCode, name: "OpenCode", programs: []string{"opencode"}, folder: ".opencode", mode: 0o644,
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".opencode"), "plugin/rules2guards.js", true),
				fileIn(homeFolder(s, "", ".config/opencode"), "plugin/rules2guards.js", false))
		},
		content: func(s Site) string { return pluginJS(call.OpenCode, s, opencodeBody) },
		protected: []Protected{
			{"{.,**}/.opencode/{plugin,plugins}", nil},
			{"~/.config/opencode/{plugin,plugins}", nil},
		},
		starts: []Start{
			{Command: "{opencode,opencode-ai} * --pure"},
			{Command: "{opencode,opencode-ai} --pure"},
			{Command: "{OPENCODE_PURE,OPENCODE_DISABLE_PROJECT_CONFIG}=* {opencode,opencode-ai}"},
		},
	}}
}

// kilo knows Kilo's plugin folders, as seen on 7.7.9: its own, in the project.
func kilo() Harness {
	return &fileHarness{
		id: call.Kilo, name: "Kilo", programs: []string{"kilo"}, folder: ".kilo", mode: 0o644,
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".kilo"), "plugin/rules2guards.js", true), File{})
		},
		content: func(s Site) string { return pluginJS(call.Kilo, s, opencodeBody) },
		protected: []Protected{
			{"{.,**}/{.kilo,.kilocode}/{plugin,plugins}", nil},
		},
		starts: []Start{{Command: "kilo * --pure"}, {Command: "kilo --pure"}, {Command: "{KILO_PURE,KILO_DISABLE_PROJECT_CONFIG}=* kilo"}},
	}
}

// pi knows Pi's extension folders, as seen on 0.74.2.
func pi() Harness {
	return &fileHarness{
		id: call.Pi, name: "Pi", programs: []string{"pi"}, folder: ".pi", mode: 0o644,
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".pi"), "extensions/rules2guards.ts", true),
				fileIn(homeFolder(s, "", ".pi/agent"), "extensions/rules2guards.ts", false))
		},
		content:   func(s Site) string { return pluginJS(call.Pi, s, piBody) },
		protected: []Protected{{"{.,**}/.pi/extensions", nil}, {"~/.pi/agent/extensions", nil}},
	}
}

// cline knows Cline's hook folders, as seen on its CLI 3.0.65: a program with the event's
// name, and no settings at all. A guard that can't run lets the call through there.
func cline() Harness {
	return &fileHarness{
		id: call.Cline, name: "Cline", programs: []string{"cline"}, folder: ".clinerules", mode: 0o755,
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".cline"), "hooks/PreToolUse", true), fileIn(homeFolder(s, "", ".cline"), "hooks/PreToolUse", false))
		},
		content: func(s Site) string {
			line := lineFor(call.Cline, s, whenMissing{})
			if s.OnError {
				return "#!/bin/sh\n# " + ownMark + "\n" + line + ` || echo '{"cancel":true,"errorMessage":"guard/error: the guard could not run; it blocks such calls"}'` + "\n"
			}
			return "#!/bin/sh\n# " + ownMark + "\n" + line + "\n"
		},
		protected: []Protected{{"{.,**}/{.cline,.clinerules}/hooks", nil}, {"~/.cline/hooks", nil}},
	}
}
