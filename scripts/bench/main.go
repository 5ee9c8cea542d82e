// Command bench measures what a guard costs: the processor time of a whole process, beside
// that of a program that only decodes the same event, in one run. The budgets are ratios.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rules2guards.local/compiler"
	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/templates"
)

// rounds is how often each program is run; the programs take turns, so that a busy machine
// slows all of them.
const rounds = 400

type row struct {
	name, rules, command string
	against              string // the row that the ratio is taken against
	budget               float64
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(3)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "r2g-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	null := filepath.Join(dir, "null")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", null, "./scripts/null").CombinedOutput(); err != nil {
		return fmt.Errorf("build the null program: %w\n%s", err, out)
	}
	example, err := os.ReadFile("rules.toml.example")
	if err != nil {
		return err
	}
	guards := map[string]string{"null": null}
	for _, g := range []struct{ name, text string }{
		{"example", string(example)},
		{"10", synthetic(10)},
		{"100", synthetic(100)},
		{"1000", synthetic(1000)},
		{"packs", "use = [\"" + strings.Join(templates.PacksTogether(), "\", \"") + "\"]\n"},
	} {
		if guards[g.name], err = buildGuard(dir, g.name, g.text); err != nil {
			return err
		}
	}
	const eight = "cd app && npm_config_x=1 make -s build 2>&1 | tail -20; git status --porcelain | head -5; for f in a b; do echo \"$(cat $f)\"; done && ls -la"
	rows := []row{
		{"null program", "null", "git status", "", 0},
		{"example rules, git status", "example", "git status", "null program", 1.25},
		{"example rules, compound of eight", "example", eight, "null program", 1.4},
		{"100 rules, git status", "100", "git status", "null program", 1.25},
		{"100 rules, compound of eight", "100", eight, "null program", 1.4},
		{"10 rules, git status", "10", "git status", "", 0},
		{"1000 rules, git status", "1000", "git status", "10 rules, git status", 1.15},
		{"10 rules, compound of eight", "10", eight, "", 0},
		{"1000 rules, compound of eight", "1000", eight, "10 rules, compound of eight", 1.15},
		{"all packs, git status", "packs", "git status", "10 rules, git status", 1.15},
		{"all packs, compound of eight", "packs", eight, "10 rules, compound of eight", 1.15},
	}
	times := make([][]time.Duration, len(rows))
	for i := range rounds {
		for k, r := range rows {
			d, err := once(guards[r.rules], r.command)
			if err != nil {
				return err
			}
			if i >= rounds/10 { // the first ones warm the caches
				times[k] = append(times[k], d)
			}
		}
	}
	mean := map[string]float64{}
	fmt.Printf("%-36s %12s %7s %7s\n", "whole process, processor time", "µs", "ratio", "budget")
	for k, r := range rows {
		mean[r.name] = trimmed(times[k])
		line := fmt.Sprintf("%-36s %12.0f", r.name, mean[r.name])
		if r.against != "" {
			line += fmt.Sprintf(" %6.2fx %6.2fx", mean[r.name]/mean[r.against], r.budget)
		}
		fmt.Println(line)
	}
	return nil
}

// trimmed is the mean of the middle half, in microseconds.
func trimmed(d []time.Duration) float64 {
	slices.Sort(d)
	d = d[len(d)/4 : len(d)*3/4]
	var sum time.Duration
	for _, x := range d {
		sum += x
	}
	return float64(sum.Nanoseconds()) / float64(len(d)) / 1e3
}

// once runs a program on one event and returns its processor time.
func once(program, command string) (time.Duration, error) {
	event, err := json.Marshal(map[string]any{
		"session_id": "1a9adb97-1a13-404e-a8ec-5fcd2a466b52", "transcript_path": "/home/dev/.claude/projects/-home-dev-project/1a9adb97.jsonl",
		"cwd": os.TempDir(), "permission_mode": "default", "hook_event_name": "PreToolUse", "tool_name": "Bash",
		"tool_input": map[string]any{"command": command, "description": "Do it"}, "tool_use_id": "toolu_fake000001",
	})
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(program, "--harness", "claude-code", "--project", os.TempDir())
	cmd.Stdin = bytes.NewReader(event)
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", program, err)
	}
	if strings.TrimSpace(string(out)) != "{}" {
		return 0, fmt.Errorf("%s said %q", program, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// buildGuard builds the guard of a rule file as generate would.
func buildGuard(dir, name, text string) (string, error) {
	res := compiler.Compile("rules.toml", []byte(text), compiler.Options{Pack: templates.Pack})
	if res.Diagnostics.HasErrors() {
		return "", fmt.Errorf("rules %s: %v", name, res.Diagnostics[0].Message)
	}
	files, err := emit.Files(guard.Program{Rules: res.Program.Rules, Index: res.Program.Index, Settings: res.Program.Settings}, 0)
	if err != nil {
		return "", err
	}
	g, err := emit.FindGo(context.Background(), os.Environ())
	if err != nil {
		return "", err
	}
	programs, err := g.Build(context.Background(), files, []emit.Target{emit.Host()})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "guard-"+name)
	return path, os.WriteFile(path, programs[0], 0o755)
}

// synthetic makes n rules of all kinds mixed, as a large team might have them.
func synthetic(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[[rule]]\nid = \"rule-%d\"\nmessage = \"No.\"\n", i)
		switch i % 6 {
		case 0:
			fmt.Fprintf(&b, "kind = \"command\"\ncommands = [\"prog%d {install,add} --global\", \"npx%d\"]\nfires_on = [\"npx%d\"]\n", i, i, i)
		case 1:
			fmt.Fprintf(&b, "kind = \"command\"\ncommands = [\"git push --force origin b%d\"]\nexcept = [\"git push --dry-run\"]\nfires_on = [\"git push -f origin b%d\"]\n", i, i)
		case 2:
			fmt.Fprintf(&b, "kind = \"path\"\npaths = [\".env%d\", \"secrets%d/**/*.key\"]\naccess = [\"read\", \"write\"]\nfires_on = [\"cat .env%d\"]\n", i, i, i)
		case 3:
			fmt.Fprintf(&b, "kind = \"content\"\npaths = [\"src%d/**/*.ts\"]\npattern = 'word%d\\s+any'\nfires_on = [{ write = \"src%d/a.ts\", text = \"word%d any\" }]\n", i, i, i, i)
		case 4:
			fmt.Fprintf(&b, "kind = \"command\"\npattern = '^tool%d (run|exec)'\nfires_on = [\"tool%d run\"]\n", i, i)
		case 5:
			fmt.Fprintf(&b, "kind = \"tool\"\ntools = [\"mcp__server%d__*\"]\nfires_on = [{ tool = \"mcp__server%d__x\", input = {} }]\n", i, i)
		}
		b.WriteString("\n")
	}
	return b.String()
}
