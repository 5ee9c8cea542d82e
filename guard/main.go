package guard

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
	"rules2guards.local/guard/wire"
)

// readTimeout is how long a guard waits for its event: the only clock in it, so that a
// verdict never depends on load.
const readTimeout = 3 * time.Second

// ErrorID stands where a rule's id would when the guard itself failed and on_error is
// "block".
const ErrorID = "guard/error"

// Main is a whole guard: it reads one event from in, judges it by p, writes the reply that
// the harness honours to out and errw, and returns the exit code. args are without the
// program's name:
//
//	--harness NAME   the harness whose settings entry runs this guard
//	--project DIR    the folder that "." in the rules means
//
// A failure of its own lets the call through, or blocks it with on_error = "block"; it is
// told on errw either way. Exit code 2, which every harness reads as "block", is never
// returned by accident.
func Main(p *Program, args, env []string, in io.Reader, out, errw io.Writer) int {
	// A reader that has gone away must not turn a block into a death by signal, which most
	// harnesses take for "allow".
	signal.Ignore(syscall.SIGPIPE)
	m := &run{p: p, codec: wire.For("")}
	reply := m.reply(args, env, in)
	// Some harnesses hand all of standard error to the model when a call is blocked: nothing
	// but the reason may stand there. The notes come again with the next call that passes.
	if reply.Exit == 0 {
		m.write(errw, m.notes.Bytes())
	}
	// What the model reads goes out first: a closed stdout then costs no more than itself.
	m.write(errw, reply.Stderr)
	m.write(out, reply.Stdout)
	return reply.Exit
}

// run is one invocation.
type run struct {
	p     *Program
	notes bytes.Buffer // for standard error
	codec wire.Codec
	ev    call.Event
	res   Result
	judge *Judge
}

func (m *run) write(w io.Writer, b []byte) {
	if len(b) > 0 && w != nil {
		_, _ = w.Write(b) // there is nobody left to tell
	}
}

func (m *run) say(format string, args ...any) {
	m.notes.WriteString("rules2guards: " + Clean(fmt.Sprintf(format, args...), maxReason) + "\n")
}

// reply does the work. A panic anywhere in it is a failure like any other; rules that had
// fired before it still count.
func (m *run) reply(args, env []string, in io.Reader) (r wire.Reply) {
	defer func() {
		if x := recover(); x != nil {
			r = m.failed(fmt.Errorf("internal error: %v", x))
		}
	}()
	o, flagErr := readFlags(args)
	m.codec = wire.For(o.harness)
	if in == nil {
		return m.failed(errors.New("there is no standard input"))
	}
	input := eventReader{in: in}
	codec, ev, err := wire.Read(&input, o.harness)
	if input.err != nil {
		return m.failed(input.err)
	}
	ev.Headless = wire.Headless(ev.Harness, env)
	m.codec, m.ev = codec, ev
	if m.p.Settings.BlockOnError {
		m.codec = wire.Closed(codec)
	}
	if ev.Call != nil {
		m.decide(o, env)
	}
	if err = errors.Join(flagErr, err); err != nil {
		return m.failed(err)
	}
	return m.answer(m.verdict())
}

func (m *run) decide(o flags, env []string) {
	f := Folders{Home: home(env), Project: slashed(o.project)}
	if f.Project == "" {
		f.Project = m.ev.Call.Dir
		if _, root, fact := gitDir(slashed(m.ev.Call.Dir)); fact == True {
			f.Project = root
		}
	}
	ApplyHints(m.p.Settings.Tools, m.ev.Call)
	m.judge = NewJudge(m.p, &memory{world: Disk{Project: f.Project}}, f)
	m.judge.decide(m.ev.Call, m.ev.Harness, &m.res)
}

func (m *run) verdict() call.Verdict {
	for _, b := range m.res.Broken {
		m.say("a rule is off: %s", b)
	}
	if m.judge == nil {
		return call.Verdict{}
	}
	return m.judge.verdict(&m.res)
}

// failed answers when the guard itself could not do its work.
func (m *run) failed(err error) wire.Reply {
	v := m.verdict()
	switch {
	case v.Decision == call.Block:
	case m.p.Settings.BlockOnError:
		v = call.Verdict{
			Decision: call.Block,
			RuleID:   ErrorID,
			Reason: Clean(fmt.Sprintf("%s: the guard could not judge this call: %v. It blocks such calls (on_error); "+
				"a person has to look: rules2guards check", ErrorID, err), maxReason),
		}
	default:
		m.say("the call was not judged: %v", err)
	}
	return m.answer(v)
}

func (m *run) answer(v call.Verdict) wire.Reply {
	if v.Note != "" {
		m.say("%s", v.Note)
	}
	return m.codec.Reply(m.ev, v)
}

type flags struct {
	harness call.Harness
	project string
}

// readFlags reads the flags by hand: package flag would exit with code 2 on a bad one.
func readFlags(args []string) (o flags, err error) {
	for len(args) > 0 {
		name, value, has := strings.Cut(args[0], "=")
		args = args[1:]
		if name != "--harness" && name != "--project" {
			err = errors.Join(err, fmt.Errorf("unknown flag %q", name))
			continue
		}
		if !has {
			if len(args) == 0 {
				err = errors.Join(err, fmt.Errorf("flag %s has no value", name))
				break
			}
			value, args = args[0], args[1:]
		}
		if name == "--harness" {
			o.harness = call.Harness(value)
		} else {
			o.project = value
		}
	}
	return o, err
}

// eventReader reads an event within readTimeout and up to [wire.MaxEvent] bytes.
type eventReader struct {
	in   io.Reader
	late <-chan time.Time // nil until the first Read
	size int
	err  error // what was in the way, but for the end of in
}

// Read reads what is there. The reading itself has a goroutine, since a pipe has no clock;
// after the time is up nobody looks at b any more.
func (r *eventReader) Read(b []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	if r.err != nil {
		return 0, r.err // for good: the clock rings only once
	}
	if r.late == nil {
		r.late = time.After(readTimeout)
	}
	done := make(chan result, 1)
	go func() {
		n, err := r.in.Read(b)
		done <- result{n, err}
	}()
	select {
	case got := <-done:
		r.size += got.n
		switch {
		case r.size > wire.MaxEvent:
			r.err = fmt.Errorf("the event is larger than %d MiB", wire.MaxEvent>>20)
			return 0, r.err
		case got.err != nil && !errors.Is(got.err, io.EOF):
			r.err = fmt.Errorf("read the event: %w", got.err)
			return got.n, r.err
		}
		return got.n, got.err
	case <-r.late:
		r.err = fmt.Errorf("no event within %v", readTimeout)
		return 0, r.err
	}
}

// home is the user's home folder, by the only variable that may matter to a verdict.
func home(env []string) string {
	profile := ""
	for _, e := range env {
		if h, ok := strings.CutPrefix(e, "HOME="); ok && h != "" {
			return slashed(h)
		}
		if h, ok := strings.CutPrefix(e, "USERPROFILE="); ok {
			profile = slashed(h)
		}
	}
	return profile
}

// ApplyHints reads the fields that [guard] tools names for tools that no table knows.
func ApplyHints(hints []ToolHint, c *call.Call) {
	for _, h := range hints {
		if !matchGlob(strings.ToLower(h.Tool), shell.Lit(strings.ToLower(c.Tool)), 0) {
			continue
		}
		if s, ok := c.Input[h.Command].(string); ok && h.Command != "" {
			c.Shells = append(c.Shells, call.Shell{Text: s})
		}
		if s, ok := c.Input[h.Path].(string); ok && h.Path != "" {
			c.Files = append(c.Files, call.File{Path: s, Access: call.Read | call.Write | call.Create, Unknown: true})
		}
	}
}
