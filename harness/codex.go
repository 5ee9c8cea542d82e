package harness

import (
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// codex knows Codex's files, as seen on 0.171.0. Its hooks file is strict: anything that it
// does not know at the top drops the whole file. Trust is by position and by the entry's
// own text, so an entry is appended and stays as it is: Codex asks the user once.
func codex() Harness {
	return &jsonHarness{
		id: call.Codex, name: "Codex", programs: []string{"codex"}, folder: ".codex",
		permissions: codexPermissions,
		files: func(s Site) []File {
			return twoScopes(s, fileIn(inProject(s, ".codex"), "hooks.json", true), fileIn(homeFolder(s, "CODEX_HOME", ".codex"), "hooks.json", false))
		},
		hooks: func(Site, File) *jsonHook {
			return &jsonHook{
				id: call.Codex, title: "Codex", arrays: [][]string{{"hooks", "PreToolUse"}}, key: "command",
				handler: shellHandler(call.Codex, 10), matcher: always("*"), drop: []string{"async"},
				strict: true, loads: codexLoads, ours: isLineOf(call.Codex),
			}
		},
		protected: []Protected{
			{"./.codex/{hooks.json,config.toml}", nil},
			{"~/.codex/{hooks.json,config.toml}", nil},
			{"**/.codex/{hooks.json,config.toml}", nil},
		},
		starts: []Start{
			{Command: "codex {-c,--config} {features.hooks,hooks}*"},
			{Command: "codex --disable hooks"},
			{Command: "CODEX_HOME=* codex"},
		},
	}
}

// shellHandler is a handler in Claude Code's form. Where the harness lets a call through when
// the guard can't run, on_error = "block" makes the shell answer in its place.
func shellHandler(h call.Harness, timeout int) func(Site) object {
	return func(s Site) object {
		return object{
			{"type", "command"},
			{"command", lineFor(h, s, whenMissing{saying: s.OnError})},
			{"timeout", timeout},
		}
	}
}

// always is a matcher that does not depend on the site: lists of exact names would have to
// be in each harness's own words.
func always(m string) func(Site) string { return func(Site) string { return m } }

func codexLoads(f File, d *settings.Doc) []Problem {
	c := checker{file: f}
	const whole = ": Codex drops the whole file because of it"
	if strings.HasPrefix(string(f.Data), "\xef\xbb\xbf") {
		c.bad(d.Root(), "a byte order mark%s", whole)
	}
	for _, key := range d.Root().Keys() {
		if key != "hooks" && key != "description" {
			c.bad(d.At(key), "the key %q%s", key, whole)
		}
	}
	hookList(&c, d, []string{"hooks", "PreToolUse"}, nil)
	for _, event := range d.At("hooks").Keys() {
		for _, g := range d.At("hooks", event).Elements() {
			for _, h := range g.In("hooks").Elements() {
				switch kind := h.In("type").Text(); {
				case kind != "command" && kind != "prompt":
					c.bad(h, "a hook's type is none that Codex knows%s", whole)
				case kind == "command" && !h.In("command").IsText():
					c.bad(h, "a hook has no command%s", whole)
				}
				if t := h.In("timeout"); !t.IsZero() {
					if n, ok := t.Number(); !ok || n != float64(int(n)) {
						c.bad(t, "a timeout is no whole number%s", whole)
					}
				}
			}
		}
	}
	return c.list
}
