package guard

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"rules2guards.local/guard/call"
)

// toolProgram blocks the tool WebFetch.
func toolProgram(s Settings) *Program {
	return &Program{
		Rules:    []Rule{{ID: "no-fetch", Kind: ToolRule, Action: call.Block, Message: "No fetching.", Tools: []string{"WebFetch"}}},
		Index:    Index{Tools: []Needle{{Rule: 0}}},
		Settings: s,
	}
}

const (
	fetchEvent = `{"hook_event_name":"PreToolUse","cwd":"/p","tool_name":"WebFetch","tool_input":{"url":"https://a.example","prompt":"x"}}`
	readEvent1 = `{"hook_event_name":"PreToolUse","cwd":"/p","tool_name":"Read","tool_input":{"file_path":"/p/a"}}`
)

func runMain(p *Program, args []string, in io.Reader) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = Main(p, args, []string{"HOME=/home/u"}, in, &o, &e)
	return code, o.String(), e.String()
}

func TestMainAnswers(t *testing.T) {
	claude := []string{"--harness", "claude-code"}
	broken := Program{
		Rules: []Rule{
			{ID: "bad", Kind: ToolRule, Action: call.Block, Tools: []string{"Read"}, When: Condition{Input: []FieldPattern{{"path", "("}}}},
			{ID: "good", Kind: ToolRule, Action: call.Block, Tools: []string{"WebFetch"}},
		},
		Index: Index{Tools: []Needle{{Rule: 0}, {Rule: 1}}},
	}
	for _, tt := range []struct {
		name   string
		p      *Program
		args   []string
		in     io.Reader
		code   int
		stderr string // must be part of it
		stdout string
	}{
		{"blocked call", toolProgram(Settings{}), claude, strings.NewReader(fetchEvent), 2, "no-fetch: No fetching", `"deny"`},
		{"other call passes", toolProgram(Settings{}), claude, strings.NewReader(readEvent1), 0, "", "{}"},
		{"other event passes", toolProgram(Settings{}), claude, strings.NewReader(`{"hook_event_name":"Stop"}`), 0, "", "{}"},
		{"byte order mark", toolProgram(Settings{}), claude, strings.NewReader("\xef\xbb\xbf" + fetchEvent), 2, "no-fetch", ""},
		{"not JSON", toolProgram(Settings{}), claude, strings.NewReader("hello"), 0, "not a JSON object", "{}"},
		{"not JSON, on_error block", toolProgram(Settings{BlockOnError: true}), claude, strings.NewReader("hello"), 2, ErrorID, ""},
		{"empty input", toolProgram(Settings{}), claude, strings.NewReader(""), 0, "not a JSON object", "{}"},
		{"a list", toolProgram(Settings{}), claude, strings.NewReader("[1]"), 0, "not a JSON object", "{}"},
		{"wrong type of the input", toolProgram(Settings{}), claude, strings.NewReader(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":7}`), 0, "tool_input", "{}"},
		{"wrong type of the command", toolProgram(Settings{BlockOnError: true}), claude, strings.NewReader(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":7}}`), 2, "command", ""},
		{"missing fields", toolProgram(Settings{}), claude, strings.NewReader(`{"hook_event_name":"PreToolUse"}`), 0, "tool_name is missing", "{}"},
		{"nothing at all", toolProgram(Settings{}), claude, strings.NewReader(`{}`), 0, "hook_event_name is missing", "{}"},
		{"unknown flag", toolProgram(Settings{}), []string{"--bogus"}, strings.NewReader(readEvent1), 0, `unknown flag "--bogus"`, "{}"},
		{"unknown flag, on_error block", toolProgram(Settings{BlockOnError: true}), []string{"--bogus"}, strings.NewReader(readEvent1), 2, ErrorID, ""},
		{"unknown flag, but a rule fires", toolProgram(Settings{}), []string{"--harness=claude-code", "-x"}, strings.NewReader(fetchEvent), 2, "no-fetch", ""},
		{"flag without its value", toolProgram(Settings{}), []string{"--harness"}, strings.NewReader(readEvent1), 0, "has no value", "{}"},
		{"broken expression turns its rule off", &broken, claude, strings.NewReader(readEvent1), 0, "a rule is off: bad", "{}"},
		{"broken expression leaves other rules on", &broken, claude, strings.NewReader(fetchEvent), 2, "good", ""},
		{"too large", toolProgram(Settings{}), claude, io.MultiReader(strings.NewReader(`{"a":"`), letters{}), 0, "larger than 16 MiB", "{}"},
		{"no stdin", toolProgram(Settings{}), claude, nil, 0, "no standard input", "{}"},
		{"stdin fails", toolProgram(Settings{}), claude, failing{}, 0, "read the event", "{}"},
		{"broken index panics", &Program{Index: Index{Tools: []Needle{{Rule: 5}}}}, claude, strings.NewReader(readEvent1), 0, "internal error", "{}"},
		{"broken index panics, on_error block", &Program{Index: Index{Tools: []Needle{{Rule: 5}}}, Settings: Settings{BlockOnError: true}}, claude, strings.NewReader(readEvent1), 2, "internal error", ""},
		{"a rule that fired before a panic counts", &Program{Rules: toolProgram(Settings{}).Rules, Index: Index{Tools: []Needle{{Rule: 0}, {Rule: 5}}}}, claude, strings.NewReader(fetchEvent), 2, "no-fetch", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := runMain(tt.p, tt.args, tt.in)
			if code != tt.code || !strings.Contains(errs, tt.stderr) || !strings.Contains(out, tt.stdout) {
				t.Errorf("exit code %d, want %d\nstdout %q, want %q in it\nstderr %q, want %q in it", code, tt.code, out, tt.stdout, errs, tt.stderr)
			}
			if tt.stderr == "" && errs != "" {
				t.Errorf("stderr %q, want none", errs)
			}
		})
	}
}

func TestMainSaysNothingBesideTheReasonOfABlock(t *testing.T) {
	p := &Program{
		Rules: []Rule{
			{ID: "bad", Kind: ToolRule, Action: call.Block, Tools: []string{"WebFetch"}, When: Condition{Input: []FieldPattern{{"url", "("}}}},
			{ID: "good", Kind: ToolRule, Action: call.Block, Message: "No", Tools: []string{"WebFetch"}},
		},
		Index: Index{Tools: []Needle{{Rule: 0}, {Rule: 1}}},
	}
	for _, h := range call.Harnesses() {
		code, _, errs := runMain(p, []string{"--bogus", "--harness", string(h)}, strings.NewReader(fetchEvent))
		if code == 2 && !strings.HasPrefix(errs, "good: No") || strings.Count(errs, "\n") != 1 && code == 2 {
			t.Errorf("%s: stderr %q", h, errs)
		}
	}
}

func TestMainBlocksAQuestionThatNobodyCanAnswer(t *testing.T) {
	p := toolProgram(Settings{})
	p.Rules[0].Action = call.Ask
	for _, tt := range []struct {
		name, env string
		code      int
	}{
		{"somebody is there", "CLAUDE_CODE_ENTRYPOINT=cli", 0},
		{"nobody is there", "CLAUDE_CODE_ENTRYPOINT=sdk-cli", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var o, e bytes.Buffer
			code := Main(p, []string{"--harness", "claude-code"}, []string{tt.env}, strings.NewReader(fetchEvent), &o, &e)
			if code != tt.code || code == 2 && !strings.Contains(e.String(), "a person can run it, or change rule no-fetch") {
				t.Errorf("exit code %d, stdout %s, stderr %s", code, o.String(), e.String())
			}
		})
	}
}

func TestMainJudgesAnEventAsSoonAsItIsThere(t *testing.T) {
	long := strings.Replace(fetchEvent, `"x"`, `"`+strings.Repeat("x", 200<<10)+`"`, 1)
	for _, tt := range []struct {
		name, event string
		code        int
		stderr      string
	}{
		{"the pipe stays open", fetchEvent, 2, "no-fetch"},
		{"with a line end", fetchEvent + "\n", 2, "no-fetch"},
		{"with a byte order mark", "\xef\xbb\xbf" + fetchEvent, 2, "no-fetch"},
		{"a long one", long, 2, "no-fetch"},
		{"something behind it", fetchEvent + " x", 0, "something stands behind the object"},
		{"something behind a long one", long + "x", 0, "something stands behind the object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			defer w.Close()
			go func() { _, _ = w.WriteString(tt.event) }()
			start := time.Now()
			code, _, errs := runMain(toolProgram(Settings{}), []string{"--harness", "claude-code"}, r)
			if code != tt.code || !strings.Contains(errs, tt.stderr) {
				t.Errorf("exit code %d, stderr %q", code, errs)
			}
			if d := time.Since(start); d >= readTimeout {
				t.Errorf("it waited %v", d)
			}
		})
	}
}

func TestMainWaitsForAnEventOnlySoLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes three seconds")
	}
	r, w := io.Pipe()
	defer w.Close()
	start := time.Now()
	code, out, errs := runMain(toolProgram(Settings{}), nil, r)
	if code != 0 || strings.TrimSpace(out) != "{}" || !strings.Contains(errs, "no event within") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out, errs)
	}
	if d := time.Since(start); d > 3*readTimeout {
		t.Errorf("it waited %v", d)
	}
}

func TestMainBlocksWithStdoutClosed(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	var e bytes.Buffer
	if code := Main(toolProgram(Settings{}), []string{"--harness", "claude-code"}, nil, strings.NewReader(fetchEvent), w, &e); code != 2 {
		t.Errorf("exit code %d, want 2", code)
	}
	if !strings.Contains(e.String(), "no-fetch") {
		t.Errorf("stderr %q lacks the reason", e.String())
	}
}

func TestReasonIsFitToShow(t *testing.T) {
	p := toolProgram(Settings{})
	p.Rules[0].Message = "Bidi \u202e and\x1b[31m colour\nline " + strings.Repeat("é", 3000)
	_, _, errs := runMain(p, []string{"--harness", "claude-code"}, strings.NewReader(fetchEvent))
	if strings.ContainsAny(strings.TrimSuffix(errs, "\n"), "\u202e\x1b\n") || len(errs) > maxReason+1 {
		t.Errorf("reason of %d bytes: %q", len(errs), errs[:200])
	}
}

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	p[0] = 'a'
	for n := 1; n < len(p); n *= 2 {
		copy(p[n:], p[:n]) // a loop over bytes takes seconds under the race detector
	}
	return len(p), nil
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("gone") }
