package session

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func reader(b []byte) io.Reader { return bytes.NewReader(b) }

func claudeCall(id, command string) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s1","cwd":"/w","uuid":"u","parentUuid":"p","message":{"content":[{"type":"tool_use","id":%q,"name":"Bash","input":{"command":%q}}]}}`, id, command)
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBadInputIsSkippedAndReported(t *testing.T) {
	a, b := claudeCall("a", "ls"), claudeCall("b", "pwd")
	start := `{"type":"tool.execution_start","data":{"toolCallId":"t1","toolName":"bash","arguments":{"command":"ls"}},"id":"e","timestamp":"2026-01-01T00:00:00Z"}`
	done := "{\"type\":\"tool.execution_complete\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"data\":{\"toolCallId\":\"t1\",\"success\":false,\"error\":{\"message\":\"a\nb\nc\"}}}"
	for _, tt := range []struct {
		name    string
		text    string
		calls   int
		trouble int // problems
	}{
		{"truncated last line", a + "\n" + b[:len(b)-20], 1, 2}, // the line, and that something of it is gone
		{"truncated line in the middle", a[:60] + "\n" + b + "\n", 1, 1},
		{"cut prefix and a whole record on one line", a[:70] + b + "\n", 1, 1},
		{"two records on one line", a + b + "\n", 2, 0},
		{"a summary behind a record", a + `{"type":"summary","summary":"x","leafUuid":"y"}` + "\n", 1, 0},
		{"raw line breaks in a string", start + "\n" + done + "\n", 1, 0},
		{"U+2028 is no line break", claudeCall("a", "echo \u2028 x") + "\n", 1, 0},
		{"NULs behind a record and in a string", strings.Replace(a, "ls", "ls \x00", 1) + "\x00\x00\n" + b + "\n", 2, 0},
		{"invalid UTF-8", strings.Replace(a, "ls", "ls \xff\xfe", 1) + "\n", 1, 0},
		{"a byte order mark and CRLF", "\ufeff" + a + "\r\n" + b + "\r\n", 2, 0},
		{"blank lines", "\n\n" + a + "\n\n\n" + b, 2, 0},
		{"nested 100000 deep", a + "\n" + strings.Replace(b, `"uuid":"u"`, `"uuid":`+strings.Repeat("[", 100000)+strings.Repeat("]", 100000), 1) + "\n", 2, 0},
		{"arguments nested 100000 deep", a + "\n" + strings.Replace(b, `"pwd"`, strings.Repeat("[", 100000)+strings.Repeat("]", 100000), 1) + "\n", 2, 0},
		{"garbage", a + "\nnot json at all\n" + b + "\n", 2, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, "x.jsonl", tt.text)
			calls, errs := readAll(t, path)
			if len(calls) != tt.calls {
				t.Errorf("%d calls, want %d", len(calls), tt.calls)
			}
			if len(errs) > tt.trouble || tt.trouble > 0 && len(errs) == 0 {
				t.Errorf("problems %v, want %d", errs, tt.trouble)
			}
			for _, err := range errs {
				if p := err.(Problem); p.File != path || p.Off > int64(len(tt.text)) {
					t.Errorf("problem without its place: %+v", p)
				}
			}
			for _, c := range calls {
				_, _ = c.Call()
			}
		})
	}
}

func TestNothingIsSilentlyZero(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"no known format", "hello\n"},
		{"all lines broken", strings.Repeat(claudeCall("a", "ls")[:50]+"\n", 3)},
		{"a document that ends early", `{"sessionId":"s","projectHash":"h","messages":[{"type":"gemini","toolCalls":[{"id":"x"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			calls, errs := readAll(t, write(t, "x.jsonl", tt.text))
			if len(calls) > 0 || len(errs) == 0 {
				t.Errorf("%d calls, problems %v", len(calls), errs)
			}
		})
	}
	if _, errs := readAll(t, filepath.Join(t.TempDir(), "nowhere")); len(errs) == 0 {
		t.Error("a missing file is no problem")
	}
	if _, errs := readAll(t, t.TempDir()); len(errs) == 0 {
		t.Error("a folder as a file is no problem")
	}
}

func TestUnreadableFilesAndLoops(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte(claudeCall("a", "ls")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, problems := Find([]string{dir})
	if len(files) != 1 || len(problems) != 0 {
		t.Errorf("files %v problems %v", files, problems)
	}
	if os.Getuid() == 0 {
		return // root may read everything
	}
	if err := os.Chmod(filepath.Join(dir, "a.jsonl"), 0); err != nil {
		t.Fatal(err)
	}
	if _, errs := readAll(t, filepath.Join(dir, "a.jsonl")); len(errs) != 1 || !strings.Contains(errs[0].Error(), "permission") {
		t.Errorf("problems %v", errs)
	}
}

// TestLinesAcrossChunks: every record is read once, wherever the file is cut.
func TestLinesAcrossChunks(t *testing.T) {
	var b strings.Builder
	n := 0
	for b.Len() < 3*chunkSize {
		n++
		size := (n * 7919) % 90000
		b.WriteString(claudeCall(fmt.Sprintf("c%d", n), strings.Repeat("x", size)) + "\n")
		if n%5 == 0 {
			b.WriteString(`{"type":"progress","data":{"type":"x"},"pad":"` + strings.Repeat("y", size/2) + "\"}\n")
		}
	}
	path := write(t, "big.jsonl", b.String())
	got := map[string]int{}
	rep := Scan([]File{{Path: path, Given: true}}, Options{Workers: 4}, func() func(*Call) int { return func(*Call) int { return 0 } },
		func(c *Call, _ int) { got[c.ID]++ })
	if len(got) != n || len(rep.Problems) > 0 || rep.Bytes != int64(b.Len()) {
		t.Errorf("%d calls of %d, %d bytes of %d, problems %v", len(got), n, rep.Bytes, b.Len(), rep.Problems)
	}
	for id, k := range got {
		if k != 1 {
			t.Errorf("%s met %d times", id, k)
		}
	}
	calls := 0
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	Scan([]File{{Path: "-", Given: true}}, Options{Stdin: f}, func() func(*Call) int { return func(*Call) int { return 0 } }, func(*Call, int) { calls++ })
	if calls != n {
		t.Errorf("%d calls of %d from standard input", calls, n)
	}
}

// TestBlocksCutNoRecord: reading in blocks finds what reading all at once finds.
func TestBlocksCutNoRecord(t *testing.T) {
	var b strings.Builder
	n := 0
	for b.Len() < 20*blockSize {
		pad := strings.Repeat("x", n*n%3000) // record ends at every place of a block
		switch n % 70 {
		default: // raw line breaks inside a string
			pad = strings.Repeat("\nraw { text, "+pad[:len(pad)/10], 30)
		case 0, 10, 20, 30:
		case 5:
			pad = strings.Repeat("y", 2*blockSize)
		}
		b.WriteString(strings.ReplaceAll(claudeCall(fmt.Sprintf("toolu_01%022d", n), "echo "+pad), `\n`, "\n"))
		b.WriteByte('\n')
		n++
	}
	// On standard input all is one part.
	path := write(t, "a.jsonl", b.String())
	ids := func(f File) (out []string) {
		rep := Scan([]File{f}, Options{Workers: 1, Stdin: strings.NewReader(b.String())}, func() func(*Call) struct{} { return func(*Call) struct{} { return struct{}{} } },
			func(c *Call, _ struct{}) { out = append(out, fmt.Sprintf("%s %d %d", c.ID, c.Off, len(c.args))) })
		if len(rep.Problems) > 0 {
			t.Error(rep.Problems)
		}
		return out
	}
	got, want := ids(File{Path: path, Given: true}), ids(File{Path: "-", Given: true})
	if len(want) != n {
		t.Fatalf("%d calls on standard input, want %d", len(want), n)
	}
	if !slices.Equal(got, want) {
		t.Errorf("blocks give %d calls, one part %d, or other ones", len(got), len(want))
	}
}

// TestAHugeLineIsPassedOver: a line of 2 GB, sparse on disk, costs neither its size in
// memory nor the calls behind it.
func TestAHugeLineIsPassedOver(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 2 GB of zeros")
	}
	path := write(t, "huge.jsonl", claudeCall("a", "ls")+"\n{\"x\":\"")
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	const size = 2 << 30
	if _, err := f.WriteAt([]byte("\"}\n"+claudeCall("b", "pwd")+"\n"), size); err != nil {
		t.Skip(err)
	}
	f.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	calls, errs := readAll(t, path)
	runtime.ReadMemStats(&after)
	if len(calls) != 2 || len(errs) != 1 {
		t.Errorf("%d calls, problems %v", len(calls), errs)
	}
	if after.Sys > before.Sys+200<<20 {
		t.Errorf("it took %d MiB", (after.Sys-before.Sys)>>20)
	}
	t.Logf("%v, %d MiB", time.Since(start), after.Sys>>20)
}

// TestAFileThatGrows: what is there when reading begins is read.
func TestAFileThatGrows(t *testing.T) {
	path := write(t, "x.jsonl", strings.Repeat(claudeCall("a", "ls")+"\n", 1)+claudeCall("b", "pwd")[:40])
	n := 0
	for c, err := range Read(path) {
		if n++; n == 1 && err == nil && c.ID == "a" {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, claudeCall("b", "pwd")[40:]+"\n")
			f.Close()
		}
	}
	if n < 2 {
		t.Error("the line that was not complete is no problem")
	}
}
