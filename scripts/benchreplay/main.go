//go:build unix

// Command benchreplay measures how fast past sessions are counted: it makes synthetic logs
// in the proportions of real ones, and compares `rules2guards count` with a plain
// `grep -c '"tool_use"'` over the same files on the same cores.
//
//	go run ./scripts/benchreplay -size 1024 -bin bin/rules2guards
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	size := flag.Int("size", 1024, "MiB of logs")
	bin := flag.String("bin", "bin/rules2guards", "the program to measure")
	dir := flag.String("dir", ".cache/bench-replay", "where the logs are made")
	rules := flag.String("rules", "rules.toml.example", "rules to count by")
	runs := flag.Int("runs", 3, "the best of so many runs counts")
	flag.Parse()
	if err := run(*size, *bin, *dir, *rules, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(size int, bin, dir, rules string, runs int) error {
	dir = filepath.Join(dir, strconv.Itoa(size))
	if _, err := os.Stat(dir); err != nil {
		fmt.Fprintf(os.Stderr, "making %d MiB of logs in %s\n", size, dir)
		if err := makeLogs(dir, int64(size)<<20); err != nil {
			return err
		}
	}
	var bytes int64
	files := 0
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		st, err := d.Info()
		bytes += st.Size()
		files++
		return err
	})
	if err != nil {
		return err
	}
	cores := runtime.NumCPU()
	// A process for each core, not for each file: 300 starts would cost more than the search. Into a pipe: GNU grep stops
	// at a file's first match when it writes to /dev/null.
	each := (files + cores - 1) / cores
	grep := fmt.Sprintf(`find %s -name '*.jsonl' -print0 | LC_ALL=C xargs -0 -n%d -P%d grep -c '"tool_use"' | cat >/dev/null`, dir, each, cores)
	g, gCPU, _, err := best(runs, "sh", "-c", grep)
	if err != nil {
		return fmt.Errorf("grep: %w", err)
	}
	c, cCPU, peak, err := best(runs, bin, "count", "--logs", dir, "--rules", rules, "--format", "json")
	if err != nil {
		return fmt.Errorf("count: %w", err)
	}
	mb := float64(bytes) / 1e6
	fmt.Printf("%d files, %.0f MB, %d cores\n", files, mb, cores)
	fmt.Printf("grep   %7.2f s  %6.0f MB/s  %5.2f s of processor time\n", g.Seconds(), mb/g.Seconds(), gCPU.Seconds())
	fmt.Printf("count  %7.2f s  %6.0f MB/s  %5.2f s of processor time  peak %d MiB\n", c.Seconds(), mb/c.Seconds(), cCPU.Seconds(), peak>>10)
	fmt.Printf("ratio  1/%.1f of grep, 1/%.1f by processor time (budget 1/5), memory budget 200 MiB\n", c.Seconds()/g.Seconds(), cCPU.Seconds()/gCPU.Seconds())
	if cCPU > 5*gCPU || peak>>10 > 200 {
		return fmt.Errorf("over budget")
	}
	return nil
}

// best is the shortest time of some runs, by the clock and of the processor, and the
// largest memory in KiB.
func best(runs int, name string, args ...string) (clock, cpu time.Duration, peak int64, err error) {
	clock, cpu = math.MaxInt64, math.MaxInt64
	for range runs {
		cmd := exec.Command(name, args...)
		var errs strings.Builder
		cmd.Stderr = &errs
		start := time.Now()
		if err := cmd.Run(); err != nil {
			return 0, 0, 0, fmt.Errorf("%w: %s", err, errs.String())
		}
		clock = min(clock, time.Since(start))
		cpu = min(cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, int64(u.Maxrss))
		}
	}
	return clock, cpu, peak, nil
}

// makeLogs writes sessions until there are so many bytes: three of four bytes by Claude
// Code, the rest by Codex, as in the logs that were looked at.
func makeLogs(dir string, size int64) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; size > 0; n++ {
		want := min(size, int64(200<<10+r.ExpFloat64()*3e6)) // most sessions are small, some are huge
		if n == 3 {
			want = min(size, 120<<20)
		}
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%05d.jsonl", n)))
		if err != nil {
			return err
		}
		g := &maker{r: r, w: bufio.NewWriterSize(f, 1<<20), session: fmt.Sprintf("s%d", n), at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Hour)}
		if n%4 == 2 {
			g.codex(want)
		} else {
			g.claude(want)
		}
		if err := g.w.Flush(); err != nil {
			return err
		}
		size -= g.n
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

type maker struct {
	r       *rand.Rand
	w       *bufio.Writer
	n       int64
	calls   int
	session string
	at      time.Time
}

func (g *maker) put(v any) {
	b, _ := json.Marshal(v)
	_, _ = g.w.Write(append(b, '\n'))
	g.n += int64(len(b)) + 1
	g.at = g.at.Add(700 * time.Millisecond)
}

type obj = map[string]any

// output is program output or file text: log-normal in size, with a long tail.
func (g *maker) output(median float64) string {
	n := int(median * math.Exp(g.r.NormFloat64()*1.3))
	if g.r.IntN(4000) == 0 {
		n = 1 << 20
	}
	var b strings.Builder
	for b.Len() < n {
		switch g.r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "\tif err := run(%q, %d); err != nil {\n", g.word(), g.r.IntN(1000))
		case 1:
			fmt.Fprintf(&b, "%6d\t%s %s %s\n", g.r.IntN(2000), g.word(), g.word(), g.word())
		case 2:
			fmt.Fprintf(&b, "ok  \texample.com/%s/%s\t0.%03ds\n", g.word(), g.word(), g.r.IntN(1000))
		default:
			fmt.Fprintf(&b, "src/%s/%s.ts:%d: const %s = require(\"%s\")\n", g.word(), g.word(), g.r.IntN(900), g.word(), g.word())
		}
	}
	return b.String()
}

func (g *maker) word() string {
	const words = "alpha beta gamma delta parser walker rules guard session config report handler server client module package index value string number"
	list := strings.Fields(words)
	return list[g.r.IntN(len(list))]
}

// command is a shell command in the proportions of real ones: two of three are compound,
// and three of four occur once.
func (g *maker) command() string {
	w := g.word
	if g.r.IntN(4) > 0 {
		w = func() string { return g.word() + "-" + strconv.Itoa(g.r.IntN(1e9)) }
	}
	switch n := g.r.IntN(100); {
	case n < 14:
		return "cd /w/" + w() + " && git status --short && git diff --stat"
	case n < 30:
		return "grep -rn \"" + w() + "\" src/ --include='*.go' | head -20"
	case n < 44:
		return "sed -n '" + strconv.Itoa(g.r.IntN(400)) + ",400p' internal/" + w() + "/" + w() + ".go"
	case n < 52:
		return "go test ./... -run " + w() + " 2>&1 | tail -30"
	case n < 60:
		return "git add " + w() + ".go && git commit -m \"$(cat <<'EOF'\nfix: " + w() + " " + w() + "\n\n" + strings.Repeat(w()+" ", 30) + "\nEOF\n)\""
	case n < 68:
		return "gh pr view " + strconv.Itoa(g.r.IntN(900)) + " --json title,body | jq -r .title"
	case n < 76:
		return "for f in a b c; do echo \"$f\"; wc -l \"$f." + w() + "\"; done; ls -la"
	case n < 84:
		return "python3 - <<'EOF'\nimport json\nprint(json.load(open('" + w() + ".json')))\n" + strings.Repeat("x = 1\n", 12) + "EOF"
	case n < 85:
		return "git push --force origin " + w()
	case n < 87:
		return "rm -rf build/" + w()
	}
	return "cat " + w() + ".md; ls " + w() + " && rg -n " + w() + " | sort | uniq -c"
}

func (g *maker) claude(size int64) {
	base := func(typ string) obj {
		return obj{
			"parentUuid": g.id(), "isSidechain": false, "userType": "external", "cwd": "/w/app", "sessionId": g.session, "version": "2.1.47",
			"gitBranch": "main", "type": typ, "uuid": g.id(), "timestamp": g.at.Format(time.RFC3339Nano),
		}
	}
	for g.n < size {
		g.calls++
		id := "toolu_01" + g.id()[:22]
		if g.r.IntN(2) == 0 {
			m := base("assistant")
			m["message"] = obj{"id": "msg_" + g.id(), "role": "assistant", "content": []any{obj{"type": "text", "text": g.output(300)}}, "usage": obj{"input_tokens": 3, "output_tokens": 9}}
			g.put(m)
		}
		name, in, out := "Read", obj{"file_path": "/w/app/" + g.word() + "/" + g.word() + "/" + g.word() + ".ts"}, g.output(2500)
		switch n := g.r.IntN(100); {
		case n < 36:
			name, in, out = "Bash", obj{"command": g.command(), "description": g.word() + " " + g.word()}, g.output(900)
		case n < 53:
			old := g.output(300)
			name, in, out = "Edit", obj{"file_path": "/w/app/" + g.word() + ".ts", "old_string": old, "new_string": old + g.word()}, g.output(800)
		case n < 63:
			name, in, out = "Grep", obj{"pattern": g.word(), "path": "src"}, g.output(600)
		case n < 65:
			name, in, out = "Write", obj{"file_path": "/w/app/" + g.word() + ".ts", "content": g.output(3000)}, "ok"
		}
		m := base("assistant")
		m["message"] = obj{"id": "msg_" + g.id(), "role": "assistant", "content": []any{obj{"type": "tool_use", "id": id, "name": name, "input": in}}, "stop_reason": nil, "usage": obj{"input_tokens": 3, "output_tokens": 9}}
		g.put(m)
		for range g.r.IntN(3) { // progress, hooks, snapshots
			p := base("progress")
			p["data"] = obj{"type": "bash_progress", "output": g.output(500), "elapsedTimeSeconds": 3}
			p["parentToolUseID"] = id
			g.put(p)
		}
		u := base("user")
		failed := g.r.IntN(14) == 0
		if failed {
			out = "Exit code 1\n" + out
		}
		u["message"] = obj{"role": "user", "content": []any{obj{"tool_use_id": id, "type": "tool_result", "content": out, "is_error": failed}}}
		u["toolUseResult"] = obj{"stdout": out, "stderr": "", "interrupted": false}
		g.put(u)
		if g.r.IntN(12) == 0 {
			g.put(obj{"type": "file-history-snapshot", "messageId": g.id(), "snapshot": obj{"trackedFileBackups": obj{g.word(): g.output(600)}}})
		}
	}
}

func (g *maker) codex(size int64) {
	line := func(typ string, p obj) {
		g.put(obj{"timestamp": g.at.Format(time.RFC3339Nano), "type": typ, "payload": p})
	}
	line("session_meta", obj{"id": g.session, "cwd": "/w/app", "cli_version": "0.146.0", "git": obj{"branch": "main"}, "base_instructions": g.output(8000)})
	for g.n < size {
		g.calls++
		id := "call_" + g.id()[:24]
		if g.calls%20 == 1 {
			line("turn_context", obj{"cwd": "/w/app", "approval_policy": "never", "model": "m"})
		}
		cmd := g.command()
		switch n := g.r.IntN(100); {
		case n < 45:
			args, _ := json.Marshal(obj{"cmd": cmd, "workdir": "/w/app", "yield_time_ms": 1000})
			line("response_item", obj{"type": "function_call", "name": "exec_command", "arguments": string(args), "call_id": id})
			line("response_item", obj{"type": "function_call_output", "call_id": id, "output": "Process exited with code 0\n" + g.output(1500)})
		case n < 85:
			lit, _ := json.Marshal(cmd)
			line("response_item", obj{"type": "custom_tool_call", "name": "exec", "input": "const r = await tools.exec_command({cmd:" + string(lit) + ",workdir:\"/w/app\"}); text(r.output);", "call_id": id})
			line("response_item", obj{"type": "custom_tool_call_output", "call_id": id, "output": []any{obj{"type": "input_text", "text": "Script completed\n"}, obj{"type": "input_text", "text": g.output(1500)}}})
		default:
			line("response_item", obj{"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin Patch\n*** Update File: " + g.word() + ".go\n@@\n-a\n+b\n*** End Patch", "call_id": id})
			line("response_item", obj{"type": "custom_tool_call_output", "call_id": id, "output": "Exit code: 0\nSuccess."})
		}
		line("event_msg", obj{"type": "token_count", "info": obj{"total": 1}})
		line("event_msg", obj{"type": "agent_message", "message": g.output(400)})
		if g.r.IntN(300) == 0 {
			line("compacted", obj{"message": "", "replacement_history": []any{obj{"type": "message", "role": "user", "content": g.output(20000)}}})
		}
	}
}

func (g *maker) id() string { return fmt.Sprintf("%016x%016x", g.r.Uint64(), g.r.Uint64()) }
