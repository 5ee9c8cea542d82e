package harness

import (
	"path/filepath"

	"rules2guards.local/guard/call"
)

// claudeCode knows Claude Code's files, as seen on 2.1.332 and 2.1.197.
type claudeCode struct{}

func (claudeCode) ID() call.Harness   { return call.ClaudeCode }
func (claudeCode) Name() string       { return "Claude Code" }
func (claudeCode) Programs() []string { return []string{"claude"} }
func (claudeCode) Folder() string     { return ".claude" }

// Paths puts a project's entry into settings.local.json, which is not shared: the entry
// names a path on this machine.
func (claudeCode) Paths(s Site) []File {
	user := s.Home
	if user != "" {
		user = filepath.Join(user, ".claude")
	}
	// Claude Code reads this folder in place of ~/.claude.
	if s.Getenv != nil && s.Getenv("CLAUDE_CONFIG_DIR") != "" {
		user = s.Getenv("CLAUDE_CONFIG_DIR")
		if !filepath.IsAbs(user) {
			user = filepath.Join(s.Project, user)
		}
	}
	var list []File
	if s.Scope != User {
		folder := filepath.Join(s.Project, ".claude")
		list = []File{
			{Path: filepath.Join(folder, "settings.local.json"), Folder: folder},
			{Path: filepath.Join(folder, "settings.json"), Folder: folder, Shared: true},
		}
	}
	if user != "" {
		list = append(list, File{Path: filepath.Join(user, "settings.json"), Folder: user})
	}
	managed := claudeManaged(s.GOOS)
	return append(list, File{Path: filepath.Join(managed, "managed-settings.json"), Folder: managed})
}

// claudeManaged is the folder of the settings that an administrator sets.
func claudeManaged(goos string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// Protected lists the files that hooks and switches come from. Claude Code reads them again
// during a session: one write of disableAllHooks disarms every hook from the next call on.
// Names below this project and the home folder are written out beside the glob, so that
// deleting the folder that they stand in counts too.
func (claudeCode) Protected() []Protected {
	keep := []string{"hooks", "disableAllHooks", "allowManagedHooksOnly"}
	for _, t := range claudeTypes() {
		keep = append(keep, t.key+":"+t.kind)
	}
	return []Protected{
		{"./.claude/{settings,settings.local}.json", keep},
		{"~/.claude/settings.json", keep},
		{"**/.claude/{settings,settings.local}.json", keep},
		{"/etc/claude-code", nil},
		{"/Library/Application Support/ClaudeCode", nil},
		{"/Program Files/ClaudeCode", nil},
	}
}

// Starts lists what starts it without the hooks of one settings file or all. --settings
// takes any settings, disableAllHooks among them, but is used for much else.
func (claudeCode) Starts() []Start {
	const program = "{claude,claude-code}" // npx runs it by the name of its package
	return []Start{
		{Command: program + " {--bare,--safe-mode,--setting-sources}"},
		{Command: "{CLAUDE_CONFIG_DIR,CLAUDE_CODE_SIMPLE}=* " + program},
		{Command: program + " --settings", Ask: true},
	}
}
