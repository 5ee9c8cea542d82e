package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
	"rules2guards.local/harness"
)

// tripTime is the timeout of our entries.
const tripTime = 10 * time.Second

// trial is an event with what the engine here says to it.
type trial struct {
	what  string // for people
	event []byte
}

// roundTrip starts the guard as the harness does, with an event that a rule blocks and one
// that none minds, and compares its answers with those of the same rules here.
func (p *patient) roundTrip(h harness.Harness, f harness.File) {
	fail := func(text, fix string) {
		p.add(finding{p.site.Scope, string(h.ID()), "round-trip", true, f.Path, 0, text, fix})
	}
	warn := func(text, fix string) {
		p.add(finding{p.site.Scope, string(h.ID()), "round-trip", false, f.Path, 0, text, fix})
	}
	l, ok := harness.LaunchOf(h, p.site, f)
	switch {
	case !ok:
		fail("our entry can't be read as "+h.Name()+" would", p.again())
		return
	case runtime.GOOS == "windows":
		return // which shell runs an entry there is not known for certain
	}
	canary, ok := p.canary(h.ID())
	if !ok {
		warn("no example of a rule that blocks is a call of "+h.Name()+" that these rules block here, so blocking was not tried", "give a rule that blocks an example under fires_on, a shell command")
	} else {
		start := time.Now()
		got, err := p.launch(l, canary.event)
		if why := p.differs(h.ID(), l, canary, got, err); why != "" {
			fail(fmt.Sprintf("the guard did not block %q as a rule says: %s", canary.what, why), p.again()+", then doctor again")
			return
		}
		e := &p.entries[len(p.entries)-1]
		e.Trip, e.Canary = took(time.Since(start)), guard.Clean(canary.what, 80)
	}
	innocent, ok := p.innocent(h.ID())
	if !ok {
		return // rules that block everything that was thought of
	}
	got, err := p.launch(l, innocent.event)
	if why := p.differs(h.ID(), l, innocent, got, err); why != "" {
		fail(fmt.Sprintf("the guard did not let %q pass: %s", innocent.what, why), p.again()+", then doctor again")
	}
}

// canary is the first example of a rule that the engine here blocks as a call of a harness,
// in this project as it is.
func (p *patient) canary(h call.Harness) (trial, bool) {
	for _, c := range p.cases {
		if !c.Fires || c.Tool == "" || !slices.ContainsFunc(p.program.Rules, func(r guard.Rule) bool { return r.ID == c.Rule && r.Action == call.Block }) {
			continue
		}
		data, ok := harness.Event(h, c.Tool, c.Input, p.site.Project)
		if ok && p.decides(h, data) == call.Block {
			return trial{describe(c.Tool, c.Input), data}, true
		}
	}
	return trial{}, false
}

func describe(tool string, input map[string]any) string {
	for _, key := range []string{"command", "file_path", "url"} {
		if s, ok := input[key].(string); ok {
			if key == "command" {
				return s
			}
			return tool + " " + s
		}
	}
	return tool
}

// innocent is a call that no rule minds.
func (p *patient) innocent(h call.Harness) (trial, bool) {
	for _, command := range []string{"echo rules2guards doctor", "true", "pwd", "ls", "date", "sleep 0"} {
		data, ok := harness.Event(h, "Bash", map[string]any{"command": command}, p.site.Project)
		if ok && p.decides(h, data) == call.Pass {
			return trial{command, data}, true
		}
	}
	return trial{}, false
}

// decides judges an event by the engine here.
func (p *patient) decides(h call.Harness, data []byte) call.Decision {
	_, ev, err := wire.Decode(data, h)
	if err != nil || ev.Call == nil {
		return call.Warn // neither a block nor a pass
	}
	guard.ApplyHints(p.program.Settings.Tools, ev.Call)
	project := filepath.ToSlash(p.site.Project)
	j := guard.NewJudge(&p.program, guard.Disk{Project: project}, guard.Folders{Home: filepath.ToSlash(p.app.home()), Project: project})
	return j.Decide(ev.Call, h).Verdict.Decision
}

// launch starts the guard as an entry says and feeds it an event.
func (p *patient) launch(l harness.Launch, event []byte) (wire.Reply, error) {
	ctx, cancel := context.WithTimeout(context.Background(), tripTime)
	defer cancel()
	program := l.Argv[0]
	if !strings.ContainsRune(program, filepath.Separator) {
		if program = p.app.programOf([]string{program}, p.site.Project); program == "" {
			program = p.app.programOf([]string{"sh"}, p.site.Project)
		}
		if program == "" {
			return wire.Reply{}, fmt.Errorf("there is no %s on PATH", l.Argv[0])
		}
	}
	cmd := p.app.program(ctx, l.Dir, program, l.Argv[1:]...)
	cmd.Env = slices.Concat(p.app.env, l.Env)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(event), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return wire.Reply{}, fmt.Errorf("it took longer than %v", tripTime)
	case errors.As(err, &exit) && !exit.Exited():
		return wire.Reply{}, err
	case err != nil && exit == nil:
		return wire.Reply{}, err
	}
	return wire.Reply{Stdout: out.Bytes(), Stderr: errs.Bytes(), Exit: cmd.ProcessState.ExitCode()}, nil
}

// differs says how an answer differs from that of the engine here; empty: it doesn't.
func (p *patient) differs(h call.Harness, l harness.Launch, t trial, got wire.Reply, err error) string {
	if err != nil {
		return err.Error()
	}
	args := []string{"--harness", string(h)}
	if p.site.Scope == harness.Project {
		args = append(args, "--project", p.site.Project)
	}
	var out, errs bytes.Buffer
	want := guard.Main(&p.program, args, slices.Concat(p.app.env, l.Env), bytes.NewReader(t.event), &out, &errs)
	switch {
	case got.Exit != want:
		return fmt.Sprintf("exit code %d, not %d; it said: %s", got.Exit, want, said(got))
	case !bytes.Equal(got.Stdout, out.Bytes()), !bytes.Equal(got.Stderr, errs.Bytes()):
		return "its answer is another one: " + said(got)
	}
	return ""
}

func said(r wire.Reply) string {
	s := strings.TrimSpace(string(r.Stderr) + " " + string(r.Stdout))
	if s == "" {
		return "nothing"
	}
	return guard.Clean(s, 300)
}
