package wire

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rules2guards.local/guard/call"
)

// decoded is what a test looks at in a call.
type decoded struct {
	Tool   string
	Dir    string
	Shells []call.Shell
	Files  []call.File
	URLs   []string
}

func TestClaudeCodeEventsThatWereRecorded(t *testing.T) {
	const project = "/home/dev/project"
	bash := func(dir, text string) *decoded {
		return &decoded{Tool: "Bash", Dir: dir, Shells: []call.Shell{{Text: text}}}
	}
	read := func(path string) *decoded {
		return &decoded{Tool: "Read", Dir: project, Files: []call.File{{Path: path, Access: call.Read}}}
	}
	other := func(tool string) *decoded { return &decoded{Tool: tool, Dir: project} }
	const put = call.Write | call.Create
	tests := []struct {
		name string // of the file under testdata/claude-code, without .json
		want *decoded
	}{
		{"PreToolUse.Agent", &decoded{Tool: "Agent", Dir: project + "/src"}},
		{"PreToolUse.Bash.after-cd", bash(project+"/src", "ls")},
		{"PreToolUse.Bash.background", bash(project, "make watch")},
		{"PreToolUse.Bash.cd", bash(project, "cd src")},
		{"PreToolUse.Bash", bash(project, "git status --short")},
		{"PreToolUse.Bash.mode-default", bash(project, "pip install requests")},
		{"PreToolUse.Bash.subagent", bash(project+"/src", "ls src | wc -l")},
		{"PreToolUse.Bash.will-fail", bash(project, "false")},
		{"PreToolUse.CronCreate", other("CronCreate")},
		{"PreToolUse.CronList", other("CronList")},
		{"PreToolUse.Edit", &decoded{Tool: "Edit", Dir: project, Files: []call.File{{
			Path: project + "/README.md", Access: put, Edits: []call.Edit{{Old: "hello world", New: "hello there"}},
		}}}},
		{"PreToolUse.EnterWorktree", other("EnterWorktree")},
		{"PreToolUse.ExitWorktree", &decoded{Tool: "ExitWorktree", Dir: project + "/.claude/worktrees/wt"}},
		{"PreToolUse.Glob", other("Glob")},
		{"PreToolUse.Glob.relative-path-kept", other("Glob")},
		{"PreToolUse.Grep", &decoded{Tool: "Grep", Dir: project, Files: []call.File{{Path: "src", Access: call.Read}}}},
		{"PreToolUse.ListAgents", other("ListAgents")},
		{"PreToolUse.Monitor-seen-as-Bash", bash(project, "tail -f app.log")},
		{"PreToolUse.Monitor", &decoded{Tool: "Monitor", Dir: project, Shells: []call.Shell{{Text: "echo tick"}}}},
		{"PreToolUse.NotebookEdit", &decoded{Tool: "NotebookEdit", Dir: project, Files: []call.File{{
			Path: project + "/nb.ipynb", Access: put, Edits: []call.Edit{{New: "x = 2"}}, Unknown: true,
		}}}},
		{"PreToolUse.Read", read(project + "/README.md")},
		{"PreToolUse.Read.notebook", read(project + "/nb.ipynb")},
		{"PreToolUse.Read.relative-made-absolute", read(project + "/src/app.py")},
		{"PreToolUse.Read.subagent", &decoded{
			Tool: "Read", Dir: project + "/src", Files: []call.File{{Path: project + "/src/app.py", Access: call.Read}},
		}},
		{"PreToolUse.Read.tilde-expanded", read("/home/dev/notes.md")},
		{"PreToolUse.Read.with-range", read(project + "/README.md")},
		{"PreToolUse.ReportFindings", other("ReportFindings")},
		{"PreToolUse.ScheduleWakeup", other("ScheduleWakeup")},
		{"PreToolUse.SendMessage", other("SendMessage")},
		{"PreToolUse.Skill", other("Skill")},
		{"PreToolUse.WebFetch", &decoded{Tool: "WebFetch", Dir: project, URLs: []string{"https://example.com/page"}}},
		{"PreToolUse.WebSearch", other("WebSearch")},
		{"PreToolUse.Workflow", other("Workflow")},
		{"PreToolUse.Write", &decoded{Tool: "Write", Dir: project, Files: []call.File{{
			Path: project + "/notes.txt", Access: put, Whole: true, Text: "line one\nline two\n",
		}}}},
		{"PreToolUse.Write.relative-made-absolute", &decoded{Tool: "Write", Dir: project, Files: []call.File{{
			Path: project + "/notes2.txt", Access: put, Whole: true, Text: "x\n",
		}}}},
		{"PreToolUse.mcp__demo__echo", other("mcp__demo__echo")},
	}
	wants := make(map[string]*decoded)
	for _, tt := range tests {
		wants[tt.name] = tt.want
	}
	for _, name := range payloads(t, "claude-code") {
		t.Run(name, func(t *testing.T) {
			c, ev, err := Decode(payload(t, "claude-code", name), call.ClaudeCode)
			if err != nil {
				t.Fatal(err)
			}
			if c.Harness() != call.ClaudeCode || ev.Harness != call.ClaudeCode {
				t.Errorf("taken for %s", c.Harness())
			}
			if event, _, _ := strings.Cut(name, "."); ev.Name != event {
				t.Errorf("event %q, want %q", ev.Name, event)
			}
			want := wants[name]
			delete(wants, name)
			if (ev.Call == nil) != (want == nil) {
				t.Fatalf("call is %v, want %v", ev.Call, want)
			}
			if want == nil {
				return
			}
			got := decoded{ev.Call.Tool, ev.Call.Dir, ev.Call.Shells, ev.Call.Files, ev.Call.URLs}
			if diff := cmp.Diff(*want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	for name := range wants {
		t.Errorf("no such recording: %s", name)
	}
}

func payloads(t *testing.T, harness string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", harness, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".json")
	}
	return files
}

func payload(t *testing.T, harness, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", harness, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func preToolUse(tool, input string) string {
	return `{"hook_event_name":"PreToolUse","cwd":"/p","tool_name":"` + tool + `","tool_input":` + input + `}`
}

func TestClaudeCodeCallsByShape(t *testing.T) {
	const put = call.Write | call.Create
	sh := func(texts ...string) (list []call.Shell) {
		for _, s := range texts {
			list = append(list, call.Shell{Text: s})
		}
		return list
	}
	tests := []struct {
		name, tool, input string
		want              decoded
	}{
		{"Task is Agent", "Task", `{"prompt":"x"}`, decoded{Tool: "Agent"}},
		{
			"every spelling of a key is judged", "Bash", `{"command":"npm i","Command":"ls","COMMAND":"id"}`,
			decoded{Tool: "Bash", Shells: sh("npm i", "id", "ls")},
		},
		{"a key in another case alone", "Bash", `{"Command":"npm i"}`, decoded{Tool: "Bash", Shells: sh("npm i")}},
		{
			"every spelling of path and text", "Write", `{"file_path":"a","File_path":"b","content":"x","Content":"y"}`,
			decoded{Tool: "Write", Files: []call.File{
				{Path: "a", Access: put, Whole: true, Text: "x"},
				{Path: "a", Access: put, Whole: true, Text: "y"},
				{Path: "b", Access: put, Whole: true, Text: "x"},
				{Path: "b", Access: put, Whole: true, Text: "y"},
			}},
		},
		{
			"another harness's name of the path", "Read", `{"path":"/p/.env"}`,
			decoded{Tool: "Read", Files: []call.File{{Path: "/p/.env", Access: call.Read}}},
		},
		{
			"MultiEdit", "MultiEdit", `{"file_path":"a","edits":[{"old_string":"1","new_string":"2"},{"old_string":"3","new_string":"4","replace_all":true}]}`,
			decoded{Tool: "MultiEdit", Files: []call.File{{
				Path: "a", Access: put, Edits: []call.Edit{{Old: "1", New: "2"}, {Old: "3", New: "4", All: true}},
			}}},
		},
		{
			"Grep in files of one name", "Grep", `{"pattern":"KEY","path":"src","glob":".env"}`,
			decoded{Tool: "Grep", Files: []call.File{{Path: "src", Access: call.Read}, {Path: "src/.env", Access: call.Read}}},
		},
		{"Monitor of a socket", "Monitor", `{"ws":{"url":"wss://x.example/s"}}`, decoded{Tool: "Monitor", URLs: []string{"wss://x.example/s"}}},
		{
			"PowerShell", "PowerShell", `{"command":"ls"}`,
			decoded{Tool: "PowerShell", Shells: []call.Shell{{Text: "ls", Dialect: call.PowerShell}}},
		},
		{"a text that is an address is no fetch", "Write", `{"file_path":"a","content":"https://x.example"}`, decoded{
			Tool: "Write", Files: []call.File{{Path: "a", Access: put, Whole: true, Text: "https://x.example"}},
		}},
		{
			"MCP shell", "mcp__x__execute_command", `{"command":"npm i","cmd":["npm","it's"]}`,
			decoded{Tool: "mcp__x__execute_command", Shells: sh(`'npm' 'it'\''s'`, "npm i")},
		},
		{
			"MCP files", "mcp__fs__write_file", `{"path":"/p/.env","content":"A=1"}`,
			decoded{Tool: "mcp__fs__write_file", Files: []call.File{{Path: "/p/.env", Access: call.Read | put, Unknown: true}}},
		},
		{
			"MCP delete", "mcp__fs__delete_file", `{"filePath":"a"}`,
			decoded{Tool: "mcp__fs__delete_file", Files: []call.File{{Path: "a", Access: call.AnyAccess, Unknown: true}}},
		},
		{
			"MCP addresses at any depth", "mcp__web__get", `{"url":"x.example/a","opts":[{"proxy":"http://p.example"}],"note":"see http://n.example"}`,
			decoded{Tool: "mcp__web__get", URLs: []string{"http://p.example", "x.example/a"}},
		},
		{
			"MCP file URL", "ReadMcpResourceTool", `{"server":"s","uri":"file:///p/a%20b/.env"}`,
			decoded{Tool: "ReadMcpResourceTool", Files: []call.File{{Path: "/p/a b/.env", Access: call.Read}}},
		},
		{
			"fetch of a file", "WebFetch", `{"url":"file:///C:/x/.env"}`,
			decoded{Tool: "WebFetch", Files: []call.File{{Path: "C:/x/.env", Access: call.Read}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, ev, err := Decode([]byte(preToolUse(tt.tool, tt.input)), call.ClaudeCode)
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Dir = "/p"
			got := decoded{ev.Call.Tool, ev.Call.Dir, ev.Call.Shells, ev.Call.Files, ev.Call.URLs}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if ev.Call.OwnTool != tt.tool {
				t.Errorf("own name %q", ev.Call.OwnTool)
			}
		})
	}
}

func TestDecodeRefusesWhatHasTheWrongShape(t *testing.T) {
	tests := []struct {
		name, data, want string
		notJSON          bool
	}{
		{"nothing", ``, "EOF", true},
		{"a list", `[]`, "it is a list", true},
		{"null", `null`, "it is null", true},
		{"cut off", `{"hook_event_name":"PreToolUse"`, "unexpected EOF", true},
		{"more behind it", preToolUse("Bash", `{"command":"ls"}`) + `{}`, "something stands behind", true},
		{"deep", strings.Repeat("[", 200_000), "exceeded max depth", true},
		{"no event name", `{"tool_name":"Bash"}`, "hook_event_name is missing", false},
		{"event name is a number", `{"hook_event_name":1}`, "hook_event_name is a number", false},
		{"no tool name", `{"hook_event_name":"PreToolUse","tool_input":{}}`, "tool_name is missing", false},
		{"no input", `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`, "tool_input is null, not an object", false},
		{"input is a text", preToolUse("Bash", `"npm i"`), "tool_input is a text, not an object", false},
		{"command is a list", preToolUse("Bash", `{"command":["npm"]}`), "command is a list, not a text", false},
		{"no command", preToolUse("Bash", `{}`), "Bash has no command", false},
		{"no path", preToolUse("Read", `{}`), "Read has no file_path", false},
		{"path is a number", preToolUse("Write", `{"file_path":1,"content":""}`), "file_path is a number", false},
		{"edits is an object", preToolUse("MultiEdit", `{"file_path":"a","edits":{}}`), "edits is an object, not a list", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _, err := Decode([]byte(tt.data), call.ClaudeCode)
			if c == nil {
				t.Fatal("no codec to answer with")
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 500 {
				t.Fatalf("error %v, want %q", err, tt.want)
			}
			if errors.Is(err, ErrNotJSON) != tt.notJSON {
				t.Errorf("ErrNotJSON: %v", err)
			}
		})
	}
}

func TestDecodeReadsOnPastAWrongField(t *testing.T) {
	_, ev, err := Decode([]byte(preToolUse("Bash", `{"command":5,"Command":"npm i"}`)), call.ClaudeCode)
	if err == nil || ev.Call == nil || len(ev.Call.Shells) != 1 || ev.Call.Shells[0].Text != "npm i" {
		t.Errorf("got %+v, %v", ev.Call, err)
	}
}

func TestDecodeBoundsKeysThatDifferOnlyInCase(t *testing.T) {
	var keys []string
	for i := range 100 {
		name := []byte("file_path")
		for bit := range 7 {
			if i>>bit&1 == 1 {
				name[[]int{0, 1, 2, 3, 5, 6, 7}[bit]] -= 32
			}
		}
		keys = append(keys, `"`+string(name)+`":"f"`)
	}
	in := "{" + strings.Join(keys, ",") + `,"content":"a","Content":"b"}`
	_, ev, err := Decode([]byte(preToolUse("Write", in)), call.ClaudeCode)
	if err == nil || len(ev.Call.Files) != 100 {
		t.Errorf("%d files, %v", len(ev.Call.Files), err)
	}
}

func TestDecodeSkipsAByteOrderMark(t *testing.T) {
	_, ev, err := Decode([]byte("\xef\xbb\xbf"+preToolUse("Bash", `{"command":"ls"}`)), call.ClaudeCode)
	if err != nil || ev.Call == nil {
		t.Errorf("%v %v", ev, err)
	}
}

func TestDecodeWithoutAHintReadsTheCommonForm(t *testing.T) {
	c, ev, err := Decode([]byte(preToolUse("Bash", `{"command":"ls"}`)), "")
	if err != nil || ev.Call == nil || c != For("") {
		t.Errorf("%v %v %v", c, ev, err)
	}
}
