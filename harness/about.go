package harness

import "rules2guards.local/guard/call"

// About is what people have to know of a harness besides its files.
type About struct {
	Version string // that was tried, and when; or where the knowledge comes from
	Seen    bool   // a program was run, with a scripted model
	Trust   string // what a person does before the harness runs a project's hook; empty: nothing
	// TrustUser is the same for the user's own entry.
	TrustUser string
	// Start says how the harness can be started in the project without finding its entry;
	// empty: not that anybody knows.
	Start  string
	Unseen []string // what no hook of it ever sees
	Limits []string // what a guard can't do there although it sees the call
}

// AboutOf returns what is known of a harness. Steps of trust are the user's: they are said,
// and never written.
func AboutOf(id call.Harness) About {
	const docs = "documentation, November 2026"
	switch id {
	case call.ClaudeCode:
		return About{
			Version: "2.1.332 and 2.1.197, November 2026", Seen: true,
			Trust: "in the terminal, trust this folder when claude asks (claude -p does not ask)",
			Start: "before 2.1.332 started in a subfolder",
			Unseen: []string{
				"files that `@file` in a prompt pulls in", "what runs with `--bare`, `--safe-mode` or without the local setting source",
				"Read, Write and Edit that one of its own path rules stops (blocked either way)",
			},
			Limits: []string{"a guard that can't run, or is too slow: the call runs, unless `on_error = \"block\"` (onFailure, 2.1.295 or newer)"},
		}
	case call.Codex:
		return About{
			Version: "0.171.0, November 2026", Seen: true,
			Trust:     "start codex here, trust the project, then review and trust the hook of rules2guards (at the start, or by /hooks); until then codex exec skips it without a word. A changed entry needs it again",
			TrustUser: "start codex, then review and trust the hook of rules2guards (at the start, or by /hooks); until then codex exec skips it without a word",
			Unseen:    []string{"text typed into a running program (`write_stdin`)", "web searches at the provider", "commands within a code-mode script that are no tool calls"},
			Limits:    []string{"ask: the call would run, so it blocks", "a guard that can't run: the call runs (`on_error = \"block\"` has the shell answer, not for a timeout)"},
		}
	case call.GeminiCLI:
		return About{
			Version: "0.61.0, November 2026", Seen: true,
			Trust:  "trust this folder in gemini's dialog (with --skip-trust project hooks are not loaded)",
			Start:  "started in a subfolder",
			Unseen: []string{"files that `@file` in a prompt pulls in", "tools that it does not offer headless without `--yolo`"},
			Limits: []string{"ask ends a headless run, so it blocks", "warnings don't reach the model", "a killed or late guard: the call runs"},
		}
	case call.QwenCode:
		return About{
			Version: "0.24.4, November 2026", Seen: true,
			Trust:  "nothing, unless security.folderTrust is on in your settings: then trust this folder",
			Start:  "started in a subfolder",
			Unseen: []string{"the shell tool headless without `--yolo` (declined before hooks)"},
			Limits: []string{"a guard that can't run: the call runs (`on_error = \"block\"` has the shell answer, not for a timeout)"},
		}
	case call.Copilot:
		return About{
			Version: "1.0.102, November 2026", Seen: true,
			Trust:  "trust this folder when copilot asks, or start it with --trust-folder; untrusted, it skips project hooks without a word, also in -p --allow-all",
			Start:  "started in a subfolder",
			Unseen: []string{"what runs in a shell that an earlier call left open, but for the text typed into it"},
			Limits: []string{"warnings don't reach the model", "a late guard: the call runs"},
		}
	case call.VSCodeChat:
		return About{
			Version: docs, Trust: "trust this workspace in VS Code; an organisation may have switched hooks off",
			Unseen: []string{"inline completions and edits outside the agent's tools", "the other agents that VS Code can run, which have hooks of their own"},
			Limits: []string{"names of tools and fields are partly unverified"},
		}
	case call.Cursor:
		return About{
			Version: docs + "; third-party runs of 3.9.16", Trust: "nothing as it ships; with workspace trust switched on, trust this folder",
			Unseen: []string{"edits of Tab and inline edit", "in cursor-agent perhaps everything but shell commands (unverified)"},
			Limits: []string{"ask: before shell and MCP calls only, elsewhere it blocks", "warnings don't reach the model", "a guard that can't run: the call runs, unless `on_error = \"block\"` (failClosed)"},
		}
	case call.Windsurf:
		return About{
			Version: docs,
			Unseen:  []string{"searches, and all else but commands, files and MCP calls"},
			Limits:  []string{"ask: it blocks", "warnings don't reach the model", "a guard that can't run: the call runs"},
		}
	case call.Devin:
		return About{
			Version: docs,
			Unseen:  []string{"sessions in Devin's cloud"},
			Limits:  []string{"names of file tools are unverified", "ask: it blocks", "warnings don't reach the model"},
		}
	case call.Antigravity:
		return About{
			Version: docs, Trust: "trust this folder; then see that agy -p \"/hooks\" lists rules2guards (1.1.11 was reported to load hooks of plugins alone)",
			Unseen: []string{"its browser"},
			Limits: []string{"names of MCP tools are unverified", "warnings don't reach the model"},
		}
	case call.Hermes:
		return About{
			Version:   "source and documentation, November 2026",
			TrustUser: "start hermes in a terminal and approve the hook (without a terminal it is skipped, unless --accept-hooks); a changed command needs it again",
			Unseen:    []string{"input to a running process (`process`), unless its arguments say so", "with HERMES_SAFE_MODE: everything"},
			Limits:    []string{"user scope alone", "ask: it blocks", "warnings don't reach the model", "its config.yaml gets the entry only when it has no hooks yet"},
		}
	case call.Grok:
		return About{
			Version: "1.0.41, November 2026", Seen: true,
			Trust:  "start grok with --trust, or run /hooks-trust; untrusted, it skips project hooks without a word",
			Unseen: []string{"arguments that it sends cut off (they count as unreadable)"},
			Limits: []string{"ask: it blocks", "warnings don't reach the model", "a guard that can't run: the call runs (`on_error = \"block\"` has the shell answer, not for a timeout)"},
		}
	case call.Droid:
		return About{
			Version: "0.215.0, November 2026", Seen: true,
			Trust:  "in the terminal, review the changed hook when droid asks (droid exec does not ask)",
			Limits: []string{"ask: it blocks", "warnings don't reach the model", "a guard that can't run: the call runs (`on_error = \"block\"` has the shell answer, not for a timeout)"},
		}
	case call.Kimi:
		return About{
			Version: "2.1.0, November 2026", Seen: true,
			Limits: []string{"user scope alone", "ask: it blocks", "warnings don't reach the model", "a guard that can't run: the call runs (`on_error = \"block\"` has the shell answer, not for a timeout)"},
		}
	case call.Cline:
		return About{
			Version: "CLI 3.0.65, November 2026 (the editor's extension was not run)", Seen: true,
			Limits: []string{"a block ends the whole run, and the model never reads the reason", "ask: it blocks", "warnings don't reach the model", "Windows: no executable without an ending"},
		}
	case call.OpenCode:
		return About{
			Version: "1.18.33, November 2026", Seen: true,
			Unseen: []string{"what runs with `--pure`", "arguments that a later plugin changes"},
			Limits: []string{"ask: it blocks", "warnings don't reach the model", "a plugin that does not load is silently absent"},
		}
	case call.Kilo:
		return About{
			Version: "7.7.9, November 2026", Seen: true,
			Unseen: []string{"what runs with `--pure`", "arguments that a later plugin changes"},
			Limits: []string{"project scope alone", "ask: it blocks", "warnings don't reach the model", "a plugin that does not load is silently absent"},
		}
	case call.Pi:
		return About{
			Version: "0.74.2, November 2026", Seen: true,
			Unseen: []string{"what its other extensions do by themselves", "arguments that a later extension changes"},
			Limits: []string{"ask: it blocks", "warnings don't reach the model"},
		}
	}
	return About{}
}
