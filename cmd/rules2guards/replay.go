package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"rules2guards.local/compiler"
	"rules2guards.local/emit"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
	"rules2guards.local/replay"
	"rules2guards.local/replay/session"
)

// replaying is what count and test share: which logs, which calls, how it is shown.
type replaying struct {
	source
	output
	logs    []string
	gitRef  []string
	rule    []string
	harness []string
	since   string
	limit   int
	html    string
	verbose bool
	lenient bool   // a machine without session logs is fine
	done    func() // takes the progress line away
}

func (r *replaying) flags(f *pflag.FlagSet) {
	r.source.flags(f)
	f.Lookup("project").Usage = "`DIR` only calls of sessions in this folder (default: those of every project)"
	r.output.flags(f, "text", "json")
	f.StringArrayVar(&r.logs, "logs", nil, "`PATH` file or folder with session logs, - is standard input (default: every harness's own)")
	f.StringArrayVar(&r.gitRef, "git-ref", nil, "`REF` git ref under which Entire keeps sessions")
	f.StringSliceVar(&r.rule, "rule", nil, "`LIST` only the rules with these ids")
	f.StringSliceVar(&r.harness, "harness", nil, "`LIST` only calls of these harnesses")
	f.StringVar(&r.since, "since", "", "`TIME` only calls since then: 2026-02-01, or 30d back")
	f.StringVar(&r.html, "html", "", "`FILE` write a page with timelines and search")
	f.BoolVar(&r.verbose, "verbose", false, "show whole texts")
}

// check checks the words of the flags.
func (r *replaying) check(a *app, f *pflag.FlagSet) (o replay.Options, code int, wrong bool) {
	if code, wrong := r.output.check(a); wrong {
		return o, code, true
	}
	for _, h := range r.harness {
		if !slices.Contains(call.Harnesses(), call.Harness(h)) && h != "all" {
			return o, a.unknown("harness", h, harnessNames()), true
		}
		if h != "all" {
			o.Harnesses = append(o.Harnesses, call.Harness(h))
		}
	}
	if r.since != "" {
		t, err := since(r.since, time.Now())
		if err != nil {
			return o, a.misused("--since %q is neither a day (2026-02-01) nor a time back (30d, 12h)", r.since), true
		}
		o.Since = t
	}
	if f.Changed("project") { // here it is a filter: a folder that may be gone, or of another machine
		o.Within, r.project = a.abs(r.project), ""
	}
	code, wrong = r.source.resolve(a)
	return o, code, wrong
}

// since reads a day, or a time back from now.
func since(s string, now time.Time) (time.Time, error) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	if n, ok := strings.CutSuffix(s, "d"); ok {
		if days, err := strconv.Atoi(n); err == nil && days >= 0 {
			return now.AddDate(0, 0, -days), nil
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return time.Time{}, errors.New("no time")
	}
	return now.Add(-d), nil
}

// prepare compiles the rules and fills in what a run needs.
func (r *replaying) prepare(a *app, o *replay.Options) (res compiler.Result, code int, done bool) {
	res, err := a.compile(r.source)
	if err != nil {
		return res, a.fail(err), true
	}
	if !a.usable(output{format: "text", color: r.color}, res) {
		return res, exitFindings, true
	}
	for _, id := range r.rule {
		if !slices.ContainsFunc(res.Program.Rules, func(x guard.Rule) bool { return x.ID == id }) && id != guard.UnreadableID {
			return res, a.noRule(id, res), true
		}
	}
	if !slices.ContainsFunc(r.rule, harness.IsOwn) {
		// The rules that protect the guard are nobody's question here, and they look at
		// every file that every command touches.
		res.Program.Rules = slices.DeleteFunc(res.Program.Rules, isGuardsOwn)
		res.Program.Settings.Elsewhere = nil
		res.Program.Index = compiler.IndexWith(res.Program.Rules, res.Program.Settings)
	}
	o.Program, o.Home, o.Project, o.Rules, o.Stdin = &res.Program, a.home(), r.project, r.rule, a.stdin
	o.Installed, o.InstalledSince = a.installed(r.source)
	o.Progress, r.done = a.progress()
	return res, 0, false
}

// installed are the rules of the guard that is installed, and since when.
func (a *app) installed(s source) ([]string, time.Time) {
	l, err := a.locate(s)
	if err != nil {
		return nil, time.Time{}
	}
	built, err := os.Stat(l.Guard)
	if err != nil {
		return nil, time.Time{}
	}
	for _, path := range []string{l.Lock, filepath.Join(l.Source, emit.LockName)} {
		src, err := readAll(path)
		if err != nil {
			continue
		}
		lock, err := emit.ReadLock(src)
		if err != nil {
			continue
		}
		var ids []string
		for _, r := range lock.Rules {
			ids = append(ids, r.ID)
		}
		return ids, built.ModTime()
	}
	return nil, time.Time{}
}

// files lists the logs to read.
func (r *replaying) files(a *app) ([]session.File, []session.Problem) {
	if len(r.logs) > 0 {
		var paths []string
		for _, p := range r.logs {
			if p != "-" {
				p = a.abs(p)
			}
			paths = append(paths, p)
		}
		return session.Find(paths)
	}
	if len(r.gitRef) > 0 {
		return nil, nil
	}
	paths := slices.DeleteFunc(r.places(a), func(p string) bool {
		_, err := os.Stat(p)
		return err != nil
	})
	return session.Find(paths)
}

// places are where the harnesses that are asked for keep their logs.
func (r *replaying) places(a *app) []string {
	var paths []string
	for _, p := range session.Places(a.home(), a.getenv) {
		if len(r.harness) == 0 || slices.Contains(r.harness, string(p.Harness)) || slices.Contains(r.harness, "all") {
			paths = append(paths, p.Path)
		}
	}
	return paths
}

// named reports whether the user said where the logs are.
func (r *replaying) named() bool { return len(r.logs) > 0 || len(r.gitRef) > 0 }

// run reads the logs. done says that the command is over, with code.
func (r *replaying) run(a *app, o replay.Options) (res *replay.Result, code int, done bool) {
	// Most of the memory is garbage at once: collect it later, but stay small.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(160 << 20)
	files, problems := r.files(a)
	for _, ref := range r.gitRef {
		more, end, err := session.GitRef(a.dir, ref)
		if err != nil {
			return nil, a.fail(err), true
		}
		defer end()
		files = append(files, more...)
	}
	none := len(files) == 0 && len(problems) == 0
	if none && (r.named() || !r.lenient) {
		text := "no session logs found"
		if !r.named() {
			text += " in " + strings.Join(r.places(a), ", ")
		}
		return nil, a.fail(hinted{errors.New(text), "--logs PATH names a file or folder with logs"}), true
	}
	if len(files) == 0 && !none {
		var errs []error
		for _, p := range problems {
			errs = append(errs, p)
		}
		return nil, a.fail(fmt.Errorf("read the logs: %w", errors.Join(errs...))), true
	}
	res = replay.Run(files, o)
	for _, p := range problems {
		res.Files.Problems = append(res.Files.Problems, replay.FileProblem{File: p.File, Offset: p.Off, Text: p.Text, Fatal: p.Fatal})
	}
	r.done()
	return res, 0, false
}

// verdict tells about trouble and gives the exit code for it: nothing understood at all is
// a failure.
func (r *replaying) verdict(a *app, res *replay.Result, code int) int {
	limit := 10
	if r.verbose {
		limit = len(res.Files.Problems)
	}
	res.Trouble(a.stderr, limit)
	if res.Totals.Calls == 0 && res.Totals.Doubles == 0 {
		fatal := slices.ContainsFunc(res.Files.Problems, func(p replay.FileProblem) bool { return p.Fatal })
		if r.lenient && !r.named() && !fatal && res.Files.Logs == 0 {
			a.notef("note: no session logs were found in %s; --logs PATH names others", strings.Join(r.places(a), ", "))
			return code
		}
		if fatal || res.Files.Logs == 0 || res.Files.NoCalls == res.Files.Logs && res.Files.Bytes > 0 && len(r.logs) > 0 {
			a.notef("error: no call was understood in %s", replay.Plural(res.Files.Logs+len(res.Files.Problems), "file"))
			return exitFailure
		}
		a.notef("note: the filters leave no call")
	}
	return code
}

// page writes the HTML page.
func (r *replaying) page(a *app, res *replay.Result) error {
	data, err := res.Page(replay.PageOptions{})
	if err != nil {
		return err
	}
	path := a.abs(r.html)
	d := emit.Disk{Root: filepath.Dir(path), FollowSymlinks: true}
	var p emit.Plan
	if err := p.Put(d.Read, filepath.Dir(path), path, data, 0o600); err != nil {
		return err
	}
	if _, err = emit.Apply(p, emit.ApplyOptions{FollowSymlinks: true}); err == nil {
		a.notef("wrote %s", a.rel(path))
	}
	return err
}

// progress shows on a terminal, in one line, how far reading is; done takes the line away.
func (a *app) progress() (show func(files int, bytes int64), done func()) {
	f, ok := a.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || a.getenv("TERM") == "dumb" {
		return nil, func() {}
	}
	var last time.Time
	show = func(files int, bytes int64) {
		if now := time.Now(); now.Sub(last) >= 100*time.Millisecond {
			last = now
			fmt.Fprintf(f, "\r%s, %d MB \x1b[K", replay.Plural(files, "log"), bytes/1e6)
		}
	}
	return show, func() {
		if !last.IsZero() {
			fmt.Fprint(f, "\r\x1b[K")
		}
	}
}

func replayText(r *replaying, a *app) replay.TextOptions {
	return replay.TextOptions{Color: r.colored(a, a.stdout), Verbose: r.verbose, Limit: r.limit}
}
