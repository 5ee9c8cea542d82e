package replay

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/replay/session"
)

func program(t testing.TB, toml string) *guard.Program {
	t.Helper()
	res := compiler.Compile("rules.toml", []byte(toml), compiler.Options{Load: func(string) ([]byte, error) { return nil, os.ErrNotExist }})
	if res.Diagnostics.HasErrors() {
		t.Fatal(res.Diagnostics)
	}
	return &res.Program
}

const plantedRules = `
[guard]
protect_self = false
[[rule]]
id = "no-force-push"
kind = "command"
commands = ["git push --force"]
message = "Never."
fires_on = ["git push -f"]
[[rule]]
id = "secrets"
kind = "path"
paths = [".env"]
access = ["read", "write"]
message = "No."
fires_on = ["cat .env"]
`

// plant is a command and whether no-force-push fires on it.
type plant struct {
	command string
	fires   bool
}

// plants are commands, every third of which violates the rule in another spelling.
func plants() []plant {
	bad := []string{"git push -f", "cd x && git push --force origin main", "sudo sh -c 'git push -f'", "for b in a; do git push --for origin $b; done", "git -C \"d e\" push -f # \"quoted\"\necho done"}
	good := []string{"git push", "echo 'git push -f'", "git commit -m \"git push --force\"", "cat <<'EOF'\ngit push -f\nEOF", "ls -la | wc -l"}
	var list []plant
	for i := range 15 {
		if i%3 == 1 {
			list = append(list, plant{fmt.Sprintf("%s # %d", strings.TrimSuffix(bad[i%len(bad)], "\necho done"), i), true})
		} else {
			list = append(list, plant{fmt.Sprintf("echo %d; %s", i, good[i%len(good)]), false})
		}
	}
	return list
}

type obj = map[string]any

func row(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b) + "\n"
}

func text(v any) string { return strings.TrimSuffix(row(v), "\n") }

func id(prefix string, i int) string { return fmt.Sprintf("%s%024x", prefix, 0xabcdef123456789+i) }

// variant writes a log with the plants in it: one call each.
type variant struct {
	name    string
	harness call.Harness
	file    string
	log     func([]plant) string
}

func variants() []variant {
	claude := func(i int, p plant) obj {
		return obj{"type": "tool_use", "id": id("toolu_01", i), "name": "Bash", "input": obj{"command": p.command}}
	}
	claudeRecord := func(typ string, blocks ...any) obj {
		return obj{"type": typ, "uuid": "u", "parentUuid": "p", "sessionId": "s1", "cwd": "/w/app", "gitBranch": "main", "timestamp": "2026-01-01T00:00:00Z", "message": obj{"role": typ, "content": blocks}}
	}
	codex := func(typ string, p obj) string {
		return row(obj{"timestamp": "2026-01-01T00:00:00Z", "type": typ, "payload": p})
	}
	codexMeta := codex("session_meta", obj{"id": "s2", "cwd": "/w/app", "git": obj{"branch": "main"}})
	each := func(head string, f func(i int, p plant) string) func([]plant) string {
		return func(ps []plant) string {
			var b strings.Builder
			b.WriteString(head)
			for i, p := range ps {
				b.WriteString(f(i, p))
			}
			return b.String()
		}
	}
	js := func(s string) string { return text(s) }
	return []variant{
		{"claude, a record for each block", call.ClaudeCode, "a.jsonl", each("", func(i int, p plant) string {
			return row(claudeRecord("assistant", claude(i, p))) + row(claudeRecord("user", obj{"type": "tool_result", "tool_use_id": id("toolu_01", i), "content": "git push -f", "is_error": false}))
		})},
		{"claude, nested subagent records", call.ClaudeCode, "a.jsonl", each(row(claudeRecord("user", "hi")), func(i int, p plant) string {
			return row(obj{"type": "progress", "sessionId": "s1", "cwd": "/w/app", "data": obj{"type": "agent_progress", "agentId": "a", "message": obj{"type": "assistant", "message": obj{"role": "assistant", "content": []any{claude(i, p)}}}}}) +
				row(obj{"type": "progress", "sessionId": "s1", "data": obj{"type": "bash_progress", "output": `"tool_use" git push -f`}})
		})},
		{"claude, two records on a line", call.ClaudeCode, "a.jsonl", each("", func(i int, p plant) string {
			return text(claudeRecord("assistant", claude(i, p))) + row(obj{"type": "file-history-snapshot", "messageId": "m"})
		})},
		{"claude, stream-json", call.ClaudeCode, "a.jsonl", each("", func(i int, p plant) string {
			return row(obj{"type": "assistant", "session_id": "s", "message": obj{"role": "assistant", "content": []any{claude(i, p)}}})
		})},
		{"claude, a prompt blob that repeats calls", call.ClaudeCode, "a.jsonl", each("", func(i int, p plant) string {
			r := claudeRecord("assistant", claude(i, p))
			return row(r) + row(obj{"type": "api-request-blob", "sessionId": "s1", "message": r["message"], "messages": []any{r["message"]}})
		})},
		{"claude managed agents", call.ClaudeCode, "a.jsonl", each("", func(i int, p plant) string {
			return row(obj{"role": "agent", "kind": "tool_use", "tool": "bash", "content": text(obj{"command": p.command}), "raw": obj{"id": id("sevt_", i)}})
		})},
		{"entire", call.ClaudeCode, "transcript.jsonl", each("", func(i int, p plant) string {
			return row(obj{"v": 1, "agent": "claude-code", "type": "assistant", "content": []any{obj{"type": "tool_use", "id": id("toolu_01", i), "name": "Bash", "input": obj{"command": p.command}, "result": obj{"output": "x"}}}})
		})},
		{"codex, exec_command", call.Codex, "rollout.jsonl", each(codexMeta, func(i int, p plant) string {
			c := obj{"type": "function_call", "name": "exec_command", "arguments": text(obj{"cmd": p.command, "workdir": "."}), "call_id": id("call_", i)}
			return codex("response_item", c) + codex("event_msg", obj{"type": "item_completed", "item": obj{"type": "CommandExecution", "id": id("call_", i), "command": []string{"bash", "-lc", p.command}, "exit_code": 0}}) + codex("compacted", obj{"replacement_history": []any{c}})
		})},
		{"codex, code mode", call.Codex, "rollout.jsonl", each(codexMeta, func(i int, p plant) string {
			src := "const r = await tools.exec_command({cmd:" + js(p.command) + ",workdir:\"/w\"}); text(r.output);"
			switch i % 5 {
			case 1:
				src = "// git push -f\nconst c = " + js(p.command) + ";\nawait tools.exec_command({workdir: '.', cmd: c, yield_time_ms: 1000})"
			case 2:
				src = "text('tools.exec_command({cmd:\"git push -f\"})'); await tools[\"exec_command\"]({\"cmd\": " + js(p.command) + "})"
			case 3:
				src = "await Promise.all([tools.exec_command({cmd: `" + strings.ReplaceAll(strings.ReplaceAll(p.command, `\`, `\\`), "$", `\$`) + "`}), tools.update_plan({plan: []})])"
			case 4:
				src = "const cmds = [" + js(p.command) + "]; for (const c of cmds) { await tools.exec_command({cmd: c}) }"
			}
			out := codex("response_item", obj{"type": "custom_tool_call", "name": "exec", "input": src, "call_id": id("call_", i)})
			if i%5 == 4 { // computed: only the event tells
				out += codex("event_msg", obj{"type": "item_completed", "item": obj{"type": "CommandExecution", "id": "exec-" + id("", i), "command": []string{"/bin/bash", "-lc", p.command}, "cwd": "file:///w", "status": "completed", "exit_code": 0}})
			}
			return out + codex("response_item", obj{"type": "custom_tool_call_output", "call_id": id("call_", i), "output": []any{obj{"type": "input_text", "text": "Script completed"}}})
		})},
		{"codex, shell lists", call.Codex, "rollout.jsonl", each(codexMeta, func(i int, p plant) string {
			if i%2 == 0 {
				return codex("response_item", obj{"type": "local_shell_call", "call_id": id("call_", i), "action": obj{"type": "exec", "command": []string{"bash", "-lc", p.command}}})
			}
			return codex("response_item", obj{"type": "function_call", "name": "shell", "call_id": id("call_", i), "arguments": text(obj{"command": []string{"bash", "-lc", p.command}, "workdir": "/w"})})
		})},
		{"codex, items at top level", call.Codex, "rollout.jsonl", each(row(obj{"id": "s9", "timestamp": "2025-05-01T00:00:00Z", "instructions": nil, "git": obj{"branch": "main"}}), func(i int, p plant) string {
			return row(obj{"record_type": "state"}) + row(obj{"type": "function_call", "name": "shell", "arguments": text(obj{"command": []string{"bash", "-lc", p.command}}), "call_id": id("call_", i)})
		})},
		{"codex exec --json", call.Codex, "stream.jsonl", each(row(obj{"type": "thread.started", "thread_id": "t1"}), func(i int, p plant) string {
			item := obj{"id": fmt.Sprintf("item_%d", i), "type": "command_execution", "command": p.command, "status": "completed", "exit_code": 0}
			return row(obj{"type": "item.started", "item": item}) + row(obj{"type": "item.completed", "item": item})
		})},
		{"copilot", call.Copilot, "events.jsonl", each(row(obj{"type": "session.start", "timestamp": "2026-01-01T00:00:00Z", "data": obj{"sessionId": "s3", "context": obj{"cwd": "/w/app", "branch": "main"}}}), func(i int, p plant) string {
			out := row(obj{"type": "assistant.message", "timestamp": "2026-01-01T00:00:00Z", "data": obj{"toolRequests": []any{obj{"toolCallId": id("t", i), "name": "bash", "arguments": obj{"command": p.command}}}}})
			out += row(obj{"type": "hook.start", "timestamp": "2026-01-01T00:00:00Z", "data": obj{"hookType": "preToolUse", "input": obj{"toolCalls": []any{obj{"id": id("t", i), "name": "bash", "args": text(obj{"command": p.command})}}}}})
			if i%4 != 3 { // the others were refused before they started
				out += row(obj{"type": "tool.execution_start", "timestamp": "2026-01-01T00:00:00Z", "data": obj{"toolCallId": id("t", i), "toolName": "bash", "arguments": obj{"command": p.command}}})
			}
			return out
		})},
		{"gemini, one document", call.GeminiCLI, "session-x.json", func(ps []plant) string {
			msgs := []any{obj{"type": "user", "content": "git push -f"}}
			for i, p := range ps {
				msgs = append(msgs, obj{"id": fmt.Sprint(i), "type": "gemini", "toolCalls": []any{obj{"id": fmt.Sprintf("run_shell_command-%d", i), "name": "run_shell_command", "args": obj{"command": p.command}, "status": "success"}}})
			}
			b, _ := json.MarshalIndent(msgs, "  ", "  ")
			return "{\n  \"sessionId\": \"s4\",\n  \"projectHash\": \"h\",\n  \"messages\": " + string(b) + "\n}\n"
		}},
		{"gemini, lines that are written again", call.GeminiCLI, "session-x.jsonl", func(ps []plant) string {
			var b strings.Builder
			b.WriteString(row(obj{"sessionId": "s4", "projectHash": "h", "kind": "main"}))
			var all []any
			for i, p := range ps {
				for _, status := range []string{"executing", "success", "success"} {
					m := obj{"id": fmt.Sprint(i), "type": "gemini", "toolCalls": []any{obj{"id": fmt.Sprintf("run_shell_command__call_%d", i), "name": "run_shell_command", "args": obj{"command": p.command}, "status": status}}}
					b.WriteString(row(m))
					if status == "success" {
						all = append(all, m)
					}
				}
			}
			b.WriteString(row(obj{"$set": obj{"messages": all}}))
			b.WriteString(row(obj{"$rewindTo": "3"}))
			return b.String()
		}},
		{"gemini, stream-json", call.GeminiCLI, "run.jsonl", each(row(obj{"type": "init", "session_id": "s5"}), func(i int, p plant) string {
			return row(obj{"type": "tool_use", "tool_name": "run_shell_command", "tool_id": id("r", i), "parameters": obj{"command": p.command}}) + row(obj{"type": "tool_result", "tool_id": id("r", i), "status": "success"})
		})},
		{"qwen", call.QwenCode, "q.jsonl", each("", func(i int, p plant) string {
			name, args := "run_shell_command", obj{"command": p.command}
			if i%2 == 0 {
				name, args = "tool_call", obj{"name": "run_shell_command", "arguments": args}
			}
			return row(obj{"type": "assistant", "sessionId": "s6", "cwd": "/w", "provenance": "x", "message": obj{"role": "model", "parts": []any{obj{"functionCall": obj{"id": fmt.Sprintf("call_%d_0", i), "name": name, "args": args}}}}}) +
				row(obj{"type": "system", "sessionId": "s6", "subtype": "ui_telemetry", "systemPayload": obj{"uiEvent": obj{"function_args": obj{"command": p.command}}}})
		})},
		{"droid", call.Droid, "d.jsonl", each(row(obj{"type": "session_start", "id": "s7", "version": 2, "cwd": "/w"}), func(i int, p plant) string {
			return row(obj{"type": "message", "message": obj{"role": "assistant", "content": []any{obj{"type": "tool_use", "id": fmt.Sprintf("call_%d", i), "name": "Execute", "input": obj{"command": p.command}}}}})
		})},
		{"grok updates", call.Grok, "updates.jsonl", each("", func(i int, p plant) string {
			u := obj{"sessionUpdate": "tool_call", "toolCallId": fmt.Sprintf("call_%d", i), "title": "run_terminal_command", "rawInput": obj{"command": p.command}}
			v := obj{"sessionUpdate": "tool_call_update", "toolCallId": fmt.Sprintf("call_%d", i), "status": "completed", "rawInput": obj{"command": p.command}}
			return row(obj{"timestamp": 1795992953, "method": "session/update", "params": obj{"sessionId": "s8", "update": u}}) + row(obj{"timestamp": 1795992953, "method": "session/update", "params": obj{"sessionId": "s8", "update": v}})
		})},
		{"grok history", call.Grok, "chat_history.jsonl", each("", func(i int, p plant) string {
			return row(obj{"type": "assistant", "content": "", "tool_calls": []any{obj{"id": fmt.Sprintf("call_%d", i), "name": "run_terminal_command", "arguments": text(obj{"command": p.command})}}})
		})},
		{"kimi", call.Kimi, "wire.jsonl", each(row(obj{"type": "metadata", "protocol_version": "1.5"}), func(i int, p plant) string {
			return row(obj{"type": "context.append_loop_event", "agentId": "main", "event": obj{"type": "tool.call", "toolCallId": fmt.Sprintf("call_%d", i), "name": "Bash", "args": obj{"command": p.command}}}) +
				row(obj{"type": "agent.message.appended", "message": obj{"message": obj{"toolCalls": []any{obj{"id": fmt.Sprintf("call_%d", i), "arguments": text(obj{"command": p.command})}}}}})
		})},
		{"pi", call.Pi, "p.jsonl", each(row(obj{"type": "session", "version": 3, "id": "s10", "cwd": "/w"}), func(i int, p plant) string {
			return row(obj{"type": "message", "id": "a", "message": obj{"role": "assistant", "content": []any{obj{"type": "toolCall", "id": fmt.Sprintf("call_%d", i), "name": "bash", "arguments": obj{"command": p.command}}}}})
		})},
		{"cline", call.Cline, "x.messages.json", func(ps []plant) string {
			var msgs []any
			for i, p := range ps {
				msgs = append(msgs, obj{"role": "assistant", "content": []any{obj{"type": "tool_use", "id": fmt.Sprintf("call_%d", i), "name": "run_commands", "input": obj{"commands": []string{p.command}}}}, "ts": 1795992366140})
			}
			return `{"version":1,"agent":"x","sessionId":"s11","messages":` + text(msgs) + "}"
		}},
		{"cursor", call.Cursor, "c.jsonl", each("", func(i int, p plant) string {
			return row(obj{"role": "assistant", "message": obj{"content": []any{obj{"type": "text", "text": "git push -f"}, obj{"type": "tool_use", "name": "run_terminal_cmd", "input": obj{"command": p.command}}}}})
		})},
		{"opencode export", call.OpenCode, "export.json", func(ps []plant) string {
			var msgs []any
			for i, p := range ps {
				msgs = append(msgs, obj{"info": obj{"role": "assistant"}, "parts": []any{obj{"type": "step-start"}, openPart(i, p)}})
			}
			b, _ := json.MarshalIndent(obj{"info": obj{"id": "ses_1", "directory": "/w"}, "messages": msgs}, "", " ")
			return string(b)
		}},
		{"opencode run --format json", call.OpenCode, "run.jsonl", each("", func(i int, p plant) string {
			return row(obj{"type": "tool_use", "sessionID": "ses_1", "part": openPart(i, p)})
		})},
	}
}

func openPart(i int, p plant) obj {
	return obj{"type": "tool", "tool": "bash", "callID": fmt.Sprintf("call_%d", i), "state": obj{"status": "completed", "input": obj{"command": p.command}, "output": "git push -f"}}
}

// wanted is how many plants violate the rule.
func wanted(ps []plant) int {
	n := 0
	for _, p := range ps {
		if p.fires {
			n++
		}
	}
	return n
}

func TestPlantedViolationsAreFoundInEveryVariant(t *testing.T) {
	p := program(t, plantedRules)
	for _, v := range variants() {
		t.Run(v.name, func(t *testing.T) {
			ps := plants()
			path := filepath.Join(t.TempDir(), v.file)
			if err := os.WriteFile(path, []byte(v.log(ps)), 0o600); err != nil {
				t.Fatal(err)
			}
			checkPlants(t, p, path, v.harness, ps)
			// A growing checkpoint of the same conversation adds nothing.
			if v.harness == call.Cursor || v.harness == call.Kimi || v.name == "grok history" {
				return // nothing in the log tells the conversation
			}
			again := filepath.Join(t.TempDir(), v.file)
			if err := os.WriteFile(again, []byte(v.log(ps)), 0o600); err != nil {
				t.Fatal(err)
			}
			res := Run([]session.File{{Path: path, Given: true}, {Path: again, Given: true}}, Options{Program: p})
			if res.Totals.Calls > len(ps)+len(ps)/5+3 {
				t.Errorf("with a copy: %d calls", res.Totals.Calls)
			}
		})
	}
}

func checkPlants(t *testing.T, p *guard.Program, path string, h call.Harness, ps []plant) {
	t.Helper()
	res := Run([]session.File{{Path: path, Given: true}}, Options{Program: p, Details: true})
	for _, pr := range res.Files.Problems {
		t.Errorf("problem: %+v", pr)
	}
	r := ruleOf(res, "no-force-push")
	if r == nil || r.Calls != wanted(ps) {
		t.Errorf("fired %+v, want %d", r, wanted(ps))
		for _, f := range res.Findings {
			t.Logf("%d %s %v", f.Calls, f.Rule, f.Text)
		}
	}
	if n := res.Totals.ByHarness[string(h)]; n != res.Totals.Calls {
		t.Errorf("harness %v, want %s", res.Totals.ByHarness, h)
	}
	if u := ruleOf(res, guard.UnreadableID); u != nil {
		t.Errorf("unreadable %d", u.Calls)
	}
}

func ruleOf(res *Result, id string) *Rule {
	for _, r := range res.Rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// makeDatabase makes OpenCode's or Kilo's database with the plants in it; with wal they are
// in the write-ahead log alone, and the database stays open as the harness would leave it.
func makeDatabase(t *testing.T, path string, ps []plant, wal bool) {
	t.Helper()
	c, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	exec := func(sql string) {
		t.Helper()
		if err := c.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	if wal {
		exec("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0")
	}
	exec("CREATE TABLE session (id text, parent_id text, directory text); CREATE TABLE part (id text, message_id text, session_id text, time_created integer, data text); INSERT INTO session VALUES ('s1', NULL, '/w')")
	if wal {
		exec("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	for i, p := range ps {
		data := strings.ReplaceAll(text(openPart(i, p)), "'", "''")
		exec(fmt.Sprintf("INSERT INTO part VALUES ('p%d','m','s1',%d,'%s')", i, i, data))
	}
	if wal {
		t.Cleanup(func() { c.Close() })
		return
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestPlantedViolationsAreFoundInDatabases(t *testing.T) {
	p := program(t, plantedRules)
	ps := plants()
	for _, tt := range []struct {
		name string
		h    call.Harness
		wal  bool
	}{{"opencode.db", call.OpenCode, false}, {"kilo.db", call.Kilo, false}, {"opencode.db", call.OpenCode, true}} {
		dir := t.TempDir()
		path := filepath.Join(dir, tt.name)
		makeDatabase(t, path, ps, tt.wal)
		before := listing(t, dir)
		checkPlants(t, p, path, tt.h, ps)
		if after := listing(t, dir); after != before {
			t.Errorf("reading changed the folder:\n%s\nfrom\n%s", after, before)
		}
	}
}

// listing is what a folder holds, with sizes and times.
func listing(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range list {
		st, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, e.Name(), st.Size(), st.ModTime())
	}
	return b.String()
}

func TestALockedDatabaseIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "opencode.db")
	ps := plants()
	makeDatabase(t, path, ps, false)
	c, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	checkPlants(t, program(t, plantedRules), path, call.OpenCode, ps)
}

func TestHostileDatabases(t *testing.T) {
	for _, tt := range []struct{ name, sql string }{
		{"a view that never ends", "CREATE TABLE session (id, parent_id, directory); CREATE VIEW part AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT n AS data, n AS session_id, n AS id, n AS time_created FROM r"},
		{"no table that is known", "CREATE TABLE x (y)"},
		{"other columns", "CREATE TABLE session (id); CREATE TABLE part (id)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			c, err := sqlite3.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Exec(tt.sql); err != nil {
				t.Fatal(err)
			}
			c.Close()
			res := Run([]session.File{{Path: path, Given: true}}, Options{Program: program(t, plantedRules)})
			if res.Totals.Calls != 0 || len(res.Files.Problems) == 0 {
				t.Errorf("%+v", res.Files)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.WriteFile(path, append([]byte("SQLite format 3\x00"), make([]byte, 5000)...), 0o600); err != nil {
		t.Fatal(err)
	}
	if res := Run([]session.File{{Path: path, Given: true}}, Options{Program: program(t, plantedRules)}); len(res.Files.Problems) == 0 {
		t.Error("a broken database is no problem")
	}
}

func TestCursorsDatabaseIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.vscdb")
	c, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	ps := plants()
	if err := c.Exec("CREATE TABLE ItemTable (key TEXT, value BLOB); CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"); err != nil {
		t.Fatal(err)
	}
	for i, p := range ps {
		v := text(obj{"type": 2, "toolFormerData": obj{"name": "run_terminal_cmd", "status": "completed", "rawArgs": text(obj{"command": p.command}), "params": text(obj{"command": p.command})}})
		if err := c.Exec(fmt.Sprintf("INSERT INTO cursorDiskKV VALUES ('bubbleId:c1:b%d', '%s')", i, strings.ReplaceAll(v, "'", "''"))); err != nil {
			t.Fatal(err)
		}
	}
	c.Close()
	checkPlants(t, program(t, plantedRules), path, call.Cursor, ps)
}
