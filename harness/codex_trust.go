package harness

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"rules2guards.local/harness/settings"
)

// CodexHook is a hook as Codex itself lists it.
type CodexHook struct {
	Command     string `json:"command"`
	SourcePath  string `json:"sourcePath"`
	EventName   string `json:"eventName"`
	Enabled     *bool  `json:"enabled"`
	TrustStatus string `json:"trustStatus"`
}

// AskCodex is what `codex app-server` is sent for it to list the hooks of a folder, one
// request a line. The answer is the line whose id is AskCodexID.
func AskCodex(dir string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, m := range []map[string]any{
		{"id": 1, "method": "initialize", "params": map[string]any{"clientInfo": map[string]any{"name": "rules2guards", "title": "rules2guards", "version": "0"}}},
		{"method": "initialized"},
		{"id": AskCodexID, "method": "hooks/list", "params": map[string]any{"cwds": []string{dir}}},
	} {
		if err := e.Encode(m); err != nil {
			return nil // texts alone: can't happen
		}
	}
	return b.Bytes()
}

// AskCodexID is the id of the request for the hooks.
const AskCodexID = 2

// CodexHooks reads the answer to AskCodex; false: the line is another one, or an error.
func CodexHooks(line []byte) ([]CodexHook, bool) {
	var m struct {
		ID     any `json:"id"`
		Result *struct {
			Data []struct {
				Hooks []CodexHook `json:"hooks"`
			} `json:"data"`
		} `json:"result"`
	}
	if err := json.Unmarshal(line, &m); err != nil || m.ID != float64(AskCodexID) || m.Result == nil {
		return nil, false
	}
	var list []CodexHook
	for _, d := range m.Result.Data {
		list = append(list, d.Hooks...)
	}
	return list, true
}

// CodexListed judges an entry by Codex's own list.
func CodexListed(list []CodexHook, s Site, f File) []Doubt {
	l, ok := LaunchOf(codex(), s, f)
	if !ok {
		return nil
	}
	line := l.Argv[len(l.Argv)-1]
	fix := AboutOf(codex().ID()).Trust
	if s.Scope == User {
		fix = AboutOf(codex().ID()).TrustUser
	}
	doubt := func(format string, args ...any) []Doubt {
		return []Doubt{{Path: f.Path, Text: fmt.Sprintf(format, args...), Fix: fix, Certain: true}}
	}
	for _, h := range list {
		if h.Command != line {
			continue
		}
		switch {
		case h.Enabled != nil && !*h.Enabled:
			return doubt("the hook is disabled in Codex")
		case h.TrustStatus != "trusted" && h.TrustStatus != "managed":
			return doubt("Codex calls the hook %q: codex exec skips it without a word", h.TrustStatus)
		}
		return nil
	}
	return doubt("Codex does not list the hook: the project is not trusted, or the file was not loaded")
}

// codexTrusted judges an entry by Codex's own files, as far as that was reproduced: the
// project's trust, and the digest of the hook that was trusted.
func codexTrusted(s Site, f File, m Machine, fix string) []Doubt {
	config := filepath.Join(homeFolder(s, "CODEX_HOME", ".codex"), "config.toml")
	data := m.Read(config)
	missing := func(text string) []Doubt { return []Doubt{{Path: config, Text: text, Fix: fix, Certain: true}} }
	if s.Scope != User {
		if p, _ := tomlOf(data, "projects")[s.Project].(map[string]any); p["trust_level"] != "trusted" {
			return missing("Codex does not trust this project: it does not load its hooks")
		}
	}
	d, err := settings.Parse(f.Data)
	if err != nil {
		return nil // told already
	}
	states, _ := tomlOf(data, "hooks")["state"].(map[string]any)
	for g, group := range d.At("hooks", "PreToolUse").Elements() {
		for i, h := range group.In("hooks").Elements() {
			if !isLineOf(codex().ID())(h.In("command").Text(), s) {
				continue
			}
			state, _ := states[fmt.Sprintf("%s:pre_tool_use:%d:%d", f.Path, g, i)].(map[string]any)
			switch {
			case state["enabled"] == false:
				return missing("the hook is disabled in Codex")
			case state["trusted_hash"] == nil:
				return missing("the hook is not trusted: codex exec skips it without a word")
			case state["trusted_hash"] != codexHash(group.In("matcher"), h):
				return missing("the hook changed since it was trusted: codex exec skips it without a word")
			}
		}
	}
	return nil
}

// codexHash is the digest by which Codex trusts a hook.
func codexHash(matcher, h settings.Node) string {
	timeout := 600
	if n, ok := h.In("timeout").Number(); ok {
		timeout = max(int(n), 1)
	}
	handler := map[string]any{"async": h.In("async").IsTrue(), "command": h.In("command").Text(), "timeout": timeout, "type": "command"}
	if n := h.In("statusMessage"); n.IsText() {
		handler["statusMessage"] = n.Text()
	}
	v := map[string]any{"event_name": "pre_tool_use", "hooks": []any{handler}}
	if matcher.IsText() {
		v["matcher"] = matcher.Text()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b) // sorts keys
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "" // texts and numbers alone: can't happen
	}
	sum := sha256.Sum256(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return "sha256:" + hex.EncodeToString(sum[:])
}
