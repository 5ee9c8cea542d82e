package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/golden"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
	"rules2guards.local/harness"
)

const aboutHarnesses = `# Harnesses

What rules2guards writes for each harness, what a guard enforces there, and what it can't. The file is written by a test
(` + "`make golden`" + `) from the code that does it; "seen" means that the program was run against a scripted model.

- An entry names absolute paths of this machine: the guard, which stands outside the work tree, and the project. So it stays out of git:
  ` + "`generate`" + ` names the file. **The guard is not in other clones, in new worktrees and in containers** until ` + "`generate`" + ` ran there.
- Trust is given by people: rules2guards says the step and never takes it.
- ` + "`block`" + ` blocks everywhere. ` + "`ask`" + ` is a question where the harness has one for hooks; where it has none, or nobody is there, it blocks, and
  the reason says how a person can run the call. ` + "`warn`" + ` reaches the model or is dropped; ` + "`generate`" + ` names the rules.
- A guard that fails lets the call through, with ` + "`on_error = \"block\"`" + ` it refuses it, as far as the harness has a way.
- Some harnesses run the entries of others (Copilot, Grok, Cursor, VS Code and Devin read Claude Code's files). The guard recognises
  the program that runs it by the event's form and answers in that program's way, whatever ` + "`--harness`" + ` says.
- MCP tools are ` + "`mcp__SERVER__TOOL`" + ` in rules, as in Claude Code, also where the harness writes ` + "`SERVER-TOOL`, `SERVER___TOOL`, `SERVER__TOOL` or `mcp_SERVER_TOOL`" + `.
  OpenCode, Kilo (` + "`SERVER_TOOL`" + `) and Cursor (` + "`MCP:TOOL`" + `) don't tell the server apart: there rules name their own form.
- Amp is not supported: it was not tried.
`

// TestTheReferenceOfHarnessesIsUpToDate writes docs/harnesses.md.
func TestTheReferenceOfHarnessesIsUpToDate(t *testing.T) {
	var b strings.Builder
	b.WriteString(aboutHarnesses)
	b.WriteString("\n## Files and actions\n\n| harness | in the project | of the user | `ask` | `warn` | verified |\n|---|---|---|---|---|---|\n")
	for _, h := range harness.All() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s | %s |\n", h.Name(), h.ID(), entryPlace(h, harness.Project), entryPlace(h, harness.User),
			askWord(h.ID()), warnWord(h.ID()), verified(h.ID()))
	}
	// The last whole run of make e2e wrote this table.
	seen, err := os.ReadFile(filepath.Join("..", "..", "e2e", "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("\n## Seen on the real programs\n\nWhat the last whole run of `make e2e` tried on each program, against a scripted model; – says that the program has no such thing.\n\n")
	for line := range strings.SplitSeq(strings.TrimSpace(string(seen)), "\n") {
		if line != "" && !strings.HasPrefix(line, "|") {
			line = "- " + line
		}
		b.WriteString(line + "\n")
	}
	for _, h := range harness.All() {
		section(t, &b, h)
	}
	golden.Equal(t, filepath.Join("..", "..", "docs", "harnesses.md"), []byte(b.String()))
}

func docSite(scope harness.Scope) harness.Site {
	s := harness.Site{Scope: scope, Home: "/home/you", Project: "/home/you/app", Guard: "/home/you/.local/share/rules2guards/app-1d493db16373/guard", GOOS: "linux"}
	if scope == harness.User {
		s.Guard = "/home/you/.local/share/rules2guards/user/guard"
	}
	return s
}

// entryPlace is the file that gets the entry, as people write it.
func entryPlace(h harness.Harness, scope harness.Scope) string {
	files := h.Paths(docSite(scope))
	if len(files) == 0 {
		return "none"
	}
	p := strings.NewReplacer("/home/you/app/", "", "/home/you/", "~/").Replace(filepath.ToSlash(files[0].Path))
	return "`" + p + "`"
}

func askWord(id call.Harness) string {
	if wire.Outcome(id, call.Ask) == call.Ask {
		return "question"
	}
	return "blocks"
}

func warnWord(id call.Harness) string {
	if wire.Outcome(id, call.Warn) == call.Warn {
		return "reaches the model"
	}
	return "dropped"
}

func verified(id call.Harness) string {
	a := harness.AboutOf(id)
	if a.Seen {
		return "seen on " + a.Version
	}
	return a.Version
}

func section(t *testing.T, b *strings.Builder, h harness.Harness) {
	t.Helper()
	a := harness.AboutOf(h.ID())
	fmt.Fprintf(b, "\n<a id=%q></a>\n## %s (`%s`)\n\n| | |\n|---|---|\n", h.ID(), h.Name(), h.ID())
	row := func(name string, parts ...string) {
		if text := strings.Join(parts, "; "); text != "" {
			fmt.Fprintf(b, "| %s | %s |\n", name, strings.ReplaceAll(text, "|", `\|`))
		}
	}
	row("verified", verified(h.ID()))
	scope := harness.Project
	if len(h.Paths(docSite(scope))) == 0 {
		scope = harness.User
	}
	written := entryPlace(h, scope)
	if f := h.Paths(docSite(scope))[0]; f.Shared {
		written += ", a file that may be in git: keep it out, it names paths of this machine"
	}
	row("written", written)
	row("trust", orNothing(a.Trust, "no step that is known"))
	row("trust, user scope", a.TrustUser)
	row("enforced", "every call that it announces: tool rules on all of them", enforced(h.ID()))
	row("`ask`, `warn`", "`ask`: "+askWord(h.ID()), "`warn`: "+warnWord(h.ID()))
	row("not found when", a.Start)
	row("what can't be", a.Limits...)
	row("never seen by any hook", append(slices.Clone(a.Unseen), "what a person types, and what programs do once they run")...)
	if at := harness.PlaceOfPermissions(h.ID()); at.Where != "" {
		row("permission rules", at.Where)
	}
	row("protected", protectedWord(h))
	e, err := h.Install(docSite(scope), h.Paths(docSite(scope))[0])
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "\n```%s\n%s```\n", language(e.Path), strings.TrimRight(string(bytes.ReplaceAll(e.Data, []byte("\t"), []byte("  "))), "\n")+"\n")
	tools(b, h.ID())
}

func orNothing(s, word string) string {
	if s == "" {
		return word
	}
	return s
}

// enforced says on which tools command, path and host rules look inside.
func enforced(id call.Harness) string {
	if id == call.Windsurf {
		return "command rules on `pre_run_command`; path and content rules on `pre_read_code` and `pre_write_code`; host rules on addresses in arguments"
	}
	var commands, paths, urls []string
	for _, t := range wire.Tools(id) {
		for _, f := range t.Fields {
			switch f.Name {
			case "command":
				commands = append(commands, "`"+t.Own+"`")
			case "path":
				paths = append(paths, "`"+t.Own+"`")
			case "url":
				urls = append(urls, "`"+t.Own+"`")
			}
		}
		switch t.Own {
		case "run_commands", "execute_code":
			commands = append(commands, "`"+t.Own+"`")
		case "apply_patch", "ApplyPatch", "patch", "read_files", "read_many_files", "editFiles", "multi_replace_string_in_file":
			paths = append(paths, "`"+t.Own+"`")
		}
	}
	list := []string{"command rules on " + strings.Join(commands, ", ")}
	if len(paths) > 0 {
		list = append(list, "path and content rules on these and "+strings.Join(paths, ", "))
	}
	if len(urls) > 0 {
		list = append(list, "host rules on these and "+strings.Join(urls, ", "))
	}
	return strings.Join(append(list, "tools that no table knows by the names of their arguments"), "; ")
}

// protectedWord lists what protect_self keeps an agent from.
func protectedWord(h harness.Harness) string {
	var list []string
	for _, p := range h.Protected() {
		text := "`" + p.Path + "`"
		var keys []string
		for _, k := range p.Keep {
			if !strings.Contains(k, ":") && k != "//" {
				keys = append(keys, "`"+k+"`")
			}
		}
		if len(keys) > 0 {
			text += " (" + strings.Join(keys, ", ") + ", and that it loads)"
		}
		list = append(list, text)
	}
	for _, s := range h.Starts() {
		list = append(list, "`"+s.Command+"`")
	}
	return strings.Join(list, ", ")
}

func language(path string) string {
	switch filepath.Ext(path) {
	case ".json":
		return "json"
	case ".toml":
		return "toml"
	case ".yaml":
		return "yaml"
	case ".js", ".ts":
		return "js"
	}
	return "sh"
}

// tools lists the tools of a harness under the names that rules use.
func tools(b *strings.Builder, id call.Harness) {
	list := wire.Tools(id)
	if len(list) == 0 {
		return
	}
	b.WriteString("\n| its tool | in rules | arguments, and what they are called here |\n|---|---|---|\n")
	for _, t := range list {
		var fields []string
		for _, f := range t.Fields {
			if f.Name == f.Key {
				fields = append(fields, "`"+f.Name+"`")
			} else {
				fields = append(fields, "`"+f.Name+"` (`"+f.Key+"`)")
			}
		}
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", t.Own, t.Name, strings.Join(fields, ", "))
	}
}

// TestEveryHarnessIsDescribed: nothing may be left out of what people have to know.
func TestEveryHarnessIsDescribed(t *testing.T) {
	for _, h := range harness.All() {
		a := harness.AboutOf(h.ID())
		if a.Version == "" || len(a.Limits) == 0 {
			t.Errorf("%s: %+v", h.Name(), a)
		}
		asks := wire.Outcome(h.ID(), call.Ask) == call.Ask
		if said := slices.ContainsFunc(a.Limits, func(s string) bool { return strings.HasPrefix(s, "ask") }); said == asks && h.ID() != call.Cursor {
			t.Errorf("%s: asks %v, but its limits are %q", h.Name(), asks, a.Limits)
		}
		dropped := wire.Outcome(h.ID(), call.Warn) == call.Pass
		if said := slices.Contains(a.Limits, "warnings don't reach the model"); said != dropped {
			t.Errorf("%s: a warning is dropped: %v, but its limits are %q", h.Name(), dropped, a.Limits)
		}
	}
}
