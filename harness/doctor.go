package harness

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// Doubt is something beside an entry because of which a harness may not run it.
type Doubt struct {
	Path, Text, Fix string
	Certain         bool // it does not run it; else it may not
}

// Machine is what the doubts are looked up in.
type Machine struct {
	Read func(path string) []byte      // nil: not there, or not readable
	Glob func(pattern string) []string // sorted
}

// Switches lists what turns a harness's hooks off besides the files that Check looks at:
// switches in other files, variables, settings of an administrator.
func Switches(h Harness, s Site, m Machine) []Doubt {
	var list []Doubt
	off := func(path, text, fix string) {
		list = append(list, Doubt{Path: path, Text: text, Fix: fix, Certain: true})
	}
	switch h.ID() {
	case call.ClaudeCode:
		managed := claudeManaged(s.GOOS)
		for _, p := range m.Glob(filepath.Join(managed, "managed-settings.d", "*.json")) {
			for _, key := range []string{"disableAllHooks", "allowManagedHooksOnly"} {
				if doc(m.Read(p)).At(key).IsTrue() {
					off(p, key+" is true: Claude Code runs no guard while it stands here", "ask who administers this machine")
				}
			}
		}
		if v := s.env("CLAUDE_CODE_SIMPLE"); v != "" && v != "0" {
			off("", "CLAUDE_CODE_SIMPLE is set: Claude Code runs no hooks", "unset CLAUDE_CODE_SIMPLE")
		}
	case call.GeminiCLI:
		system := "/etc/gemini-cli/settings.json"
		if p := s.env("GEMINI_CLI_SYSTEM_SETTINGS_PATH"); p != "" {
			system = p
		}
		if n := doc(m.Read(system)).At("hooksConfig", "enabled"); n.IsBool() && !n.IsTrue() {
			off(system, "hooksConfig.enabled is false: Gemini CLI runs no guard while it stands here", "ask who administers this machine")
		}
	case call.Codex:
		for _, p := range []string{filepath.Join(homeFolder(s, "CODEX_HOME", ".codex"), "config.toml"), filepath.Join(s.Project, ".codex", "config.toml")} {
			for _, key := range []string{"hooks", "codex_hooks"} { // the second is its former name
				if v, ok := tomlOf(m.Read(p), "features")[key].(bool); ok && !v {
					off(p, "[features] "+key+" = false: Codex runs no guard while it stands here", "take the line out")
				}
			}
		}
		if s.Scope != User && m.Read(filepath.Join(s.Project, ".git")) != nil {
			off("", "this is a linked worktree: Codex takes the hooks of the main working tree in place of these", "rules2guards generate in the main working tree")
		}
	case call.Copilot:
		// In the user's own settings.json it does not hold for a project's hooks (1.0.102).
		for _, name := range []string{"settings.json", "settings.local.json"} {
			if p := filepath.Join(s.Project, ".github", "copilot", name); s.Scope != User && doc(m.Read(p)).At("disableAllHooks").IsTrue() {
				off(p, "disableAllHooks is true: Copilot CLI runs no guard while it stands here", "take it out")
			}
		}
	case call.QwenCode:
		system := "/etc/qwen-code/settings.json"
		if p := s.env("QWEN_CODE_SYSTEM_SETTINGS_PATH"); p != "" {
			system = p
		}
		if doc(m.Read(system)).At("disableAllHooks").IsTrue() {
			off(system, "disableAllHooks is true: Qwen Code runs no guard while it stands here", "ask who administers this machine")
		}
	case call.OpenCode, call.Kilo:
		prefix := strings.ToUpper(string(h.ID()))
		for _, name := range []string{prefix + "_PURE", prefix + "_DISABLE_PROJECT_CONFIG"} {
			v := strings.ToLower(s.env(name))
			if (v == "1" || v == "true") && (s.Scope != User || strings.HasSuffix(name, "_PURE")) {
				off("", name+" is set: "+h.Name()+" does not load the guard", "unset "+name)
			}
		}
	case call.Hermes:
		if v := s.env("HERMES_SAFE_MODE"); v != "" && v != "0" {
			off("", "HERMES_SAFE_MODE is set: Hermes runs no hooks", "unset HERMES_SAFE_MODE")
		}
	}
	return list
}

// Trusted lists why a harness would not run an entry for want of trust, as its files say.
// f is the file with the entry. Trust is given by people: the fix is for them to do.
func Trusted(h Harness, s Site, f File, m Machine) []Doubt {
	about := AboutOf(h.ID())
	fix := about.Trust
	if s.Scope == User {
		fix = about.TrustUser
	}
	missing := func(path, text string) []Doubt { return []Doubt{{Path: path, Text: text, Fix: fix, Certain: true}} }
	project := s.Scope != User
	switch h.ID() {
	case call.Codex:
		return codexTrusted(s, f, m, fix)
	case call.GeminiCLI:
		user := filepath.Join(homeFolder(s, "", ".gemini"), "settings.json")
		n := doc(m.Read(user)).At("security", "folderTrust", "enabled")
		if !project || s.env("GEMINI_CLI_TRUST_WORKSPACE") == "true" || n.IsBool() && !n.IsTrue() {
			return nil
		}
		trusts := filepath.Join(homeFolder(s, "", ".gemini"), "trustedFolders.json")
		if !folderTrusted(m.Read(trusts), s.Project) {
			return missing(trusts, "this folder is not trusted: Gemini CLI does not load its hooks")
		}
	case call.QwenCode:
		user := filepath.Join(homeFolder(s, "", ".qwen"), "settings.json")
		if !project || !doc(m.Read(user)).At("security", "folderTrust", "enabled").IsTrue() {
			return nil
		}
		trusts := filepath.Join(homeFolder(s, "", ".qwen"), "trustedFolders.json")
		if !folderTrusted(m.Read(trusts), s.Project) {
			return missing(trusts, "security.folderTrust is on and this folder is not trusted: Qwen Code does not load its hooks")
		}
	case call.Copilot:
		if !project || s.env("COPILOT_ALLOW_ALL") == "true" {
			return nil
		}
		folder := homeFolder(s, "COPILOT_HOME", ".copilot")
		for _, name := range []string{"config.json", "settings.json"} {
			d := doc(m.Read(filepath.Join(folder, name)))
			for _, key := range []string{"trustedFolders", "trusted_folders"} {
				for _, n := range d.At(key).Elements() {
					if within(s.Project, n.Text()) {
						return nil
					}
				}
			}
		}
		return missing(filepath.Join(folder, "config.json"), "this folder is not trusted: Copilot CLI skips its hooks without a word")
	case call.Grok:
		if !project {
			return nil
		}
		p := filepath.Join(homeFolder(s, "GROK_HOME", ".grok"), "trusted_folders.toml")
		if folder, _ := tomlOf(m.Read(p), "folders")[s.Project].(map[string]any); folder["trusted"] != true {
			return missing(p, "this folder is not trusted: Grok Build skips its hooks without a word")
		}
	case call.Hermes:
		p := filepath.Join(homeFolder(s, "HERMES_HOME", ".hermes"), "shell-hooks-allowlist.json")
		if s.env("HERMES_ACCEPT_HOOKS") == "1" || bytes.Contains(f.Data, []byte("hooks_auto_accept: true")) {
			return nil
		}
		var v any
		if err := json.Unmarshal(m.Read(p), &v); err != nil || !approves(v, lineOf(h, f)) {
			return missing(p, "the hook is not approved: without a terminal Hermes skips it")
		}
	}
	return nil
}

// lineOf is the command line in the block of a harness that has blocks.
func lineOf(h Harness, f File) string {
	if b, ok := h.(*blockHarness); ok {
		return b.lineIn(f)
	}
	return ""
}

// approves looks for the approval of a command before tool calls.
func approves(v any, command string) bool {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if approves(e, command) {
				return true
			}
		}
	case map[string]any:
		if v["event"] == "pre_tool_call" && v["command"] == command {
			return true
		}
		for _, e := range v {
			if approves(e, command) {
				return true
			}
		}
	}
	return false
}

// folderTrusted reads a file of trusted folders as Gemini CLI and Qwen Code have it: the
// rule of the folder itself, else that of one around it.
func folderTrusted(data []byte, project string) bool {
	root := doc(data).Root()
	if root.In(project).Text() == "DO_NOT_TRUST" {
		return false
	}
	for _, folder := range root.Keys() {
		switch root.In(folder).Text() {
		case "TRUST_FOLDER":
			if within(project, folder) {
				return true
			}
		case "TRUST_PARENT":
			if within(project, filepath.Dir(folder)) {
				return true
			}
		}
	}
	return false
}

func within(path, folder string) bool {
	if !filepath.IsAbs(folder) {
		return false
	}
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// doc parses a JSON file with comments; an empty one when it is none.
func doc(data []byte) *settings.Doc {
	if d, err := settings.Parse(data); err == nil && len(data) > 0 {
		return d
	}
	d, _ := settings.Parse([]byte("{}"))
	return d
}

// tomlOf returns a table of a TOML file; nil when it has none.
func tomlOf(data []byte, name string) map[string]any {
	var v map[string]any
	if _, err := toml.Decode(string(data), &v); err != nil {
		return nil
	}
	t, _ := v[name].(map[string]any)
	return t
}

// Needs returns what an installed version of a harness is known to lack of what an entry
// relies on.
func Needs(h call.Harness, version string, s Site) []Doubt {
	var list []Doubt
	if h != call.ClaudeCode {
		return nil
	}
	const update = "update Claude Code (claude update)"
	if s.OnError && older(version, "2.1.295") {
		list = append(list, Doubt{Text: "Claude Code " + version + ` ignores onFailure: with on_error = "block", a guard that is too slow still lets the call through`, Fix: update})
	}
	if s.Scope != User && older(version, "2.1.198") {
		list = append(list, Doubt{Text: "Claude Code " + version + " does not find this entry when it is started in a subfolder", Fix: update + ", or start it in " + s.Project})
	}
	return list
}

// VersionMatters reports whether Needs has anything to say of a harness.
func VersionMatters(h call.Harness) bool { return h == call.ClaudeCode }

// VersionIn finds the first version in what a program printed; empty: there is none.
func VersionIn(printed string) string {
	for _, w := range strings.FieldsFunc(printed, func(r rune) bool { return (r < '0' || r > '9') && r != '.' }) {
		if strings.Count(w, ".") >= 2 && w[0] != '.' {
			return strings.TrimRight(w, ".")
		}
	}
	return ""
}

// older compares versions by their numbers.
func older(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		var m, n int
		if i < len(x) {
			m, _ = strconv.Atoi(x[i])
		}
		if i < len(y) {
			n, _ = strconv.Atoi(y[i])
		}
		if m != n {
			return m < n
		}
	}
	return false
}
