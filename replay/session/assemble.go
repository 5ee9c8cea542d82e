package session

import (
	"path/filepath"
	"strings"

	"rules2guards.local/guard/call"
)

// maxPending bounds the calls of one file that wait for their result; the oldest goes on
// without one.
const maxPending = 4096

// waiting is a call whose outcome is not known yet.
type waiting struct {
	call   Call
	pair   string // nested: what tells it from its siblings
	parent string
	hook   bool // a hook refused it, if it failed
	done   bool
}

// assembler makes calls of one file's entries, which come in order.
type assembler struct {
	format  *format
	file    string
	harness call.Harness
	state   entry // what later entries leave open
	runs    bool  // the log tells what code-mode programs ran
	pending map[string]*waiting
	queue   []*waiting
	spare   []*waiting // that may be used again
	emit    func(*Call)
	calls   int
}

// newAssembler returns an assembler; onDisk says that the file may have companions beside
// it. The memory of the assembler of the file before is used again.
func newAssembler(f *format, file string, onDisk bool, emit func(*Call), before *assembler) *assembler {
	a := &assembler{format: f, file: file, harness: f.harness, pending: map[string]*waiting{}, emit: emit}
	if before != nil {
		a.spare = before.spare
	}
	a.state.session = file
	if f.beside != nil && onDisk {
		e := f.beside(file)
		a.meta(&e)
	}
	return a
}

func (a *assembler) add(e *entry) {
	switch e.kind {
	case isMeta:
		a.meta(e)
	case isCall:
		a.call(e)
	case isResult:
		a.result(e)
	case isHook:
		if w := a.pending[e.id]; w != nil {
			w.hook = true
		}
	case isRun:
		a.run(e)
	}
}

// meta keeps what an entry says for those that follow.
func (a *assembler) meta(e *entry) {
	s := &a.state
	set := func(to *string, v string) {
		if v != "" {
			*to = v
		}
	}
	set(&s.session, e.session)
	set(&s.dir, e.dir)
	set(&s.branch, e.branch)
	if s.start == "" || e.start != "" && e.session != "" {
		set(&s.start, e.start)
	}
	s.agent = s.agent || e.agent
	if e.harness != "" {
		a.harness = e.harness
	}
}

func (a *assembler) make(e *entry) Call {
	c := Call{
		ID: e.id, Session: e.session, Harness: a.harness, Time: e.time, Dir: e.dir, Branch: e.branch,
		Agent: e.agent || a.state.agent, Opaque: e.opaque, Tool: e.tool, File: a.file, Off: e.off, args: e.args, parts: e.parts,
	}
	if e.harness != "" {
		c.Harness = e.harness
	}
	if c.Session == "" {
		c.Session = a.state.session
	}
	switch {
	case c.Dir == "":
		c.Dir = a.state.dir
	case !isAbs(c.Dir) && a.state.dir != "":
		c.Dir = strings.TrimSuffix(filepath.ToSlash(filepath.Join(a.state.dir, c.Dir)), "/.")
	}
	if c.Branch == "" {
		c.Branch = a.state.branch
	}
	if a.state.start == "" {
		a.state.start = c.Dir
	}
	c.Start = a.state.start
	return c
}

// isAbs reports whether a folder is absolute on any system: logs come from others.
func isAbs(p string) bool {
	return strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\`) || len(p) > 2 && p[1] == ':'
}

func (a *assembler) call(e *entry) {
	c := a.make(e)
	if e.id == "" {
		a.finish(&waiting{call: c}, e.outcome, "")
		return
	}
	if w := a.pending[e.id]; w != nil && w.call.Session == c.Session {
		if w.call.Time.IsZero() {
			w.call.Time = c.Time
		}
		w.call.Tool, w.call.args, w.call.parts = c.Tool, c.args, c.parts // announced before, or written again
		return
	}
	w := a.wait()
	w.call, w.pair, w.parent = c, e.text, e.parent
	if e.parent != "" && e.opaque {
		w.pair = ""
	}
	if e.outcome != Unknown { // the record itself holds the result
		a.finish(w, e.outcome, e.text)
		return
	}
	a.pending[e.id] = w
	a.queue = append(a.queue, w)
	if len(a.queue) > maxPending {
		a.shrink()
	}
}

// wait returns an empty waiting, in the memory of one that is done if there is any.
func (a *assembler) wait() *waiting {
	n := len(a.spare) - 1
	if n < 0 {
		return &waiting{}
	}
	w := a.spare[n]
	a.spare = a.spare[:n]
	*w = waiting{}
	return w
}

// shrink forgets what is done, and lets the oldest calls go on if too many are left.
func (a *assembler) shrink() {
	kept := a.queue[:0]
	for _, w := range a.queue {
		if w.done {
			a.spare = append(a.spare, w)
		} else {
			kept = append(kept, w)
		}
	}
	for len(kept) > maxPending/2 {
		a.finish(kept[0], Unknown, "")
		kept = kept[1:]
	}
	a.queue = append([]*waiting{}, kept...)
}

func (a *assembler) result(e *entry) {
	if w := a.pending[e.id]; w != nil {
		a.finish(w, e.outcome, e.text)
		return
	}
	// A code-mode program has ended: what it was not seen to run was refused, or not reached.
	for i := len(a.queue) - 1; i >= 0 && i >= len(a.queue)-maxToolCalls; i-- {
		w := a.queue[i]
		if w.done || w.parent != e.id || w.parent == "" {
			continue
		}
		switch {
		case strings.Contains(e.text, "blocked by PreToolUse hook") && (w.pair == "" || strings.Contains(e.text, firstLine(w.pair)) || w.pair == "apply_patch" || strings.HasPrefix(w.pair, "mcp__")):
			a.finish(w, Blocked, e.text)
		case a.runs || e.outcome != Ran:
			a.finish(w, Unknown, "")
		default:
			a.finish(w, Ran, "")
		}
	}
}

// firstLine is what an error message would show of a command.
func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if len(s) > 40 {
		s = s[:40]
	}
	return s
}

// run takes the news that something was run: it ends a call that waits for it, by its id or
// as a part of a code-mode program, or is the only trace of a computed call.
func (a *assembler) run(e *entry) {
	if w := a.pending[e.id]; w != nil {
		a.finish(w, e.outcome, "")
		return
	}
	if !strings.HasPrefix(e.id, "exec-") {
		return // of a call that has had its result
	}
	a.runs = true
	var opaque *waiting
	for i := max(0, len(a.queue)-maxToolCalls); i < len(a.queue); i++ {
		w := a.queue[i]
		switch {
		case w.done || w.parent == "":
		case w.pair == e.text:
			a.finish(w, e.outcome, "")
			return
		case strings.Contains(w.pair, jsUnknown) || w.call.Opaque && w.call.Tool == e.tool:
			if opaque == nil {
				opaque = w
			}
		}
	}
	if opaque != nil {
		opaque.call.args, opaque.call.parts, opaque.call.Opaque = e.args, e.parts, false
		if e.dir != "" {
			opaque.call.Dir = e.dir
		}
		a.finish(opaque, e.outcome, "")
		return
	}
	a.finish(&waiting{call: a.make(e)}, e.outcome, "")
}

func (a *assembler) finish(w *waiting, o Outcome, text string) {
	if w.done {
		return
	}
	w.done = true
	if o == Failed && w.hook {
		o = Blocked
	}
	w.call.Outcome = o
	if o != Ran && o != Unknown {
		w.call.Result = text
		if len(text) > maxResult {
			w.call.Result = text[:maxResult]
		}
	}
	if a.pending[w.call.ID] == w {
		delete(a.pending, w.call.ID)
	}
	a.calls++
	a.emit(&w.call)
	w.call = Call{} // it may be long until w is used again
}

// flush ends the file: calls without a result go on.
func (a *assembler) flush() {
	for _, w := range a.queue {
		a.finish(w, Unknown, "")
	}
	a.spare = append(a.spare, a.queue...)
	a.queue = nil
}
