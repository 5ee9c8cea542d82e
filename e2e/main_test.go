//go:build e2e && unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"rules2guards.local/e2e/mcpecho"
)

// mcpMode, as the first argument, makes the test binary an MCP server; the file for its
// trace follows.
const mcpMode = "mcp-echo"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == mcpMode {
		os.Exit(serveMCP(os.Args[2]))
	}
	code := m.Run()
	if err := cases.print(); err != nil {
		fmt.Fprintln(os.Stderr, "result table:", err)
		code = 1
	}
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

func serveMCP(file string) int {
	trace, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		err = mcpecho.Serve(os.Stdin, os.Stdout, trace)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// result is what became of one case.
type result struct {
	subject, name string
	ok            bool
}

// table gathers the results.
type table struct {
	mu      sync.Mutex
	results []result
}

var cases table

// check runs one case as a subtest and keeps its result.
func (tb *table) check(t *testing.T, p fmt.Stringer, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		tb.track(t, p, name)
		f(t)
	})
}

// track keeps the result of a test that is a case by itself.
func (tb *table) track(t *testing.T, p fmt.Stringer, name string) {
	t.Cleanup(func() {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		tb.results = append(tb.results, result{p.String(), name, !t.Failed()})
	})
}

// print writes the table to standard output, which go test shows with -v or on a failure,
// and to results.txt in the cache folder: first what is tried on every program, one line a
// program, then what is tried on one alone, one line a case.
func (tb *table) print() error {
	if len(tb.results) == 0 {
		return nil
	}
	text := tb.grid()
	var single []string
	for _, r := range tb.results {
		if !slices.Contains(columns(), r.name) {
			single = append(single, fmt.Sprintf("%s | %s | %s", r.subject, r.name, passed(r.ok)))
		}
	}
	slices.Sort(single) // tests run side by side
	text += strings.Join(single, "\n") + "\n"
	fmt.Print("\n", text)
	dir, err := cacheDir()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "results.txt"), []byte(text), 0o644); err != nil {
		return err
	}
	return tb.record()
}

// record keeps the grid of a run of every program in results.md, of which a part of
// docs/harnesses.md is made.
func (tb *table) record() error {
	ran := map[string]bool{}
	for _, r := range tb.results {
		ran[r.subject] = true
	}
	for _, p := range subjects() {
		if !ran[p.String()] {
			return nil // a part of the programs, in development
		}
	}
	return os.WriteFile("results.md", []byte(strings.TrimSpace(tb.grid())+"\n"), 0o644)
}

// columnNotes says what the columns mean whose names don't.
const columnNotes = "doctor: `rules2guards doctor` found nothing where the program was then seen to keep the rules, and it found each planted fault; " +
	"where a fault switches the guard off, the program was seen to run the call\n" +
	"permission rules: with no guard there, what `rules2guards permissions` prints held what it says; Codex also loads what is printed for every pack (`codex execpolicy check`)\n"

// grid is the table of all programs, with a note for each cell that says nothing.
func (tb *table) grid() string {
	var b, notes strings.Builder
	fmt.Fprintf(&b, "| program | %s |\n|%s\n", strings.Join(columns(), " | "), strings.Repeat(" --- |", len(columns())+1))
	for _, p := range subjects() {
		cells, any := make([]string, len(columns())), false
		for i, column := range columns() {
			cells[i] = "–"
			for _, r := range tb.results {
				if r.subject == p.String() && r.name == column && cells[i] != "FAILED" {
					cells[i], any = passed(r.ok), true
				}
			}
		}
		if !any {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s |\n", p, strings.Join(cells, " | "))
		for _, column := range columns() {
			if why := p.lacks[column]; why != "" {
				fmt.Fprintf(&notes, "%s: %s: %s\n", p, column, why)
			}
		}
	}
	return b.String() + "\n" + columnNotes + notes.String() + "\n"
}

func passed(ok bool) string {
	if ok {
		return "passed"
	}
	return "FAILED"
}

// built is the rules2guards under test, built once for the whole run.
var built struct {
	once sync.Once
	dir  string
	path string
	err  error
}

// rules2guards returns the program, built as anyone would build it: no flags.
func rules2guards(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "r2g-e2e-bin-"); built.err != nil {
			return
		}
		built.path = filepath.Join(built.dir, "rules2guards")
		if out, err := exec.Command("go", "build", "-o", built.path, "rules2guards.local/cmd/rules2guards").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build ./cmd/rules2guards: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

// installed returns the path of a harness's program. One that can't be installed is a
// failure: a test that is skipped proves nothing.
func installed(t *testing.T, p program) string {
	t.Helper()
	dir, err := cacheDir()
	if err != nil {
		t.Fatal(err)
	}
	installing.Lock()
	defer installing.Unlock()
	path, err := p.install(dir)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// installing keeps tests that run side by side from installing the same program twice.
var installing sync.Mutex
