package session

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rules2guards.local/guard/call"
)

// File is a file that may be a session log.
type File struct {
	Path  string
	Given bool // the user named it, so it must be one

	open func() (io.Reader, error) // where it is no file on disk
}

// Place is where a harness keeps its logs.
type Place struct {
	Harness call.Harness
	Path    string // a folder, or a file
}

// Places lists where harnesses keep their logs: under the home folder, or where the
// harness's own environment variable says.
func Places(home string, getenv func(string) string) []Place {
	at := func(env, folder string, rest ...string) string {
		root := getenv(env)
		if env == "" || !filepath.IsAbs(root) {
			root = filepath.Join(home, folder)
		}
		return filepath.Join(append([]string{root}, rest...)...)
	}
	data := getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) {
		data = filepath.Join(home, ".local", "share")
	}
	config := getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(config) {
		config = filepath.Join(home, ".config")
	}
	cursor := filepath.Join("Cursor", "User", "globalStorage", "state.vscdb")
	return []Place{
		{call.ClaudeCode, at("CLAUDE_CONFIG_DIR", ".claude", "projects")},
		{call.Codex, at("CODEX_HOME", ".codex", "sessions")},
		{call.Codex, at("CODEX_HOME", ".codex", "archived_sessions")},
		{call.GeminiCLI, at("", ".gemini", "tmp")},
		{call.QwenCode, at("", ".qwen", "projects")},
		{call.Copilot, at("COPILOT_HOME", ".copilot", "session-state")},
		{call.Cursor, at("", ".cursor", "projects")},
		{call.Cursor, filepath.Join(config, cursor)},
		{call.Cursor, filepath.Join(home, "Library", "Application Support", cursor)},
		{call.Cursor, filepath.Join(home, "AppData", "Roaming", cursor)},
		{call.Grok, at("GROK_HOME", ".grok", "sessions")},
		{call.Droid, at("", ".factory", "sessions")},
		{call.Kimi, at("KIMI_CODE_HOME", ".kimi-code", "sessions")},
		{call.Cline, at("", ".cline", "data", "sessions")},
		{call.OpenCode, filepath.Join(data, "opencode")},
		{call.Kilo, filepath.Join(data, "kilo")},
		{call.Pi, at("", ".pi", "agent", "sessions")},
	}
}

// Find lists the files at some paths, in a fixed order: a path may be a file, a folder, or
// "-". Links below a folder are not followed, so that no folder is met twice. What can't
// be read is a Problem.
func Find(paths []string) ([]File, []Problem) {
	var files []File
	var problems []Problem
	for _, p := range paths {
		if p == "-" {
			files = append(files, File{Path: p, Given: true})
			continue
		}
		root := p
		if real, err := filepath.EvalSymlinks(p); err == nil {
			root = real
		}
		st, err := os.Stat(root)
		if err != nil {
			problems = append(problems, Problem{File: p, Off: -1, Text: cause(err), Fatal: true})
			continue
		}
		if !st.IsDir() {
			files = append(files, File{Path: p, Given: true})
			continue
		}
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				problems = append(problems, Problem{File: path, Off: -1, Text: cause(err), Fatal: true})
			case d.Type().IsRegular() && mayBeLog(path):
				files = append(files, File{Path: path})
			}
			return nil
		})
	}
	return files, problems
}

func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// mayBeLog decides by a file's name whether its content is looked at.
func mayBeLog(path string) bool {
	name := filepath.Base(path)
	switch filepath.Ext(name) {
	case ".jsonl", ".db", ".vscdb":
	case ".json":
		// Big trees of small files that never hold calls.
		if strings.HasSuffix(name, ".meta.json") || strings.HasSuffix(name, "settings.json") {
			return false
		}
	default:
		return false
	}
	// Grok writes a session twice: updates.jsonl is the one with times.
	if stem, ok := strings.CutSuffix(path, "chat_history.jsonl"); ok {
		if _, err := os.Stat(stem + "updates.jsonl"); err == nil {
			return false
		}
	}
	return true
}
