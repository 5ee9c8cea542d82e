package session

import (
	"errors"
	"fmt"
	"time"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

// Outcome is what became of a call, as far as its log tells.
type Outcome uint8

// Outcomes. Unknown: the log has no result, or the result doesn't say. A harness that
// writes a hook's refusal like any other error leaves it at Failed.
const (
	Unknown Outcome = iota
	Ran
	Failed
	Blocked // a hook refused it
	Denied  // the user, or the harness's own permission rules, refused it
)

// Outcomes lists every outcome in the order in which they are shown.
func Outcomes() []Outcome { return []Outcome{Ran, Failed, Blocked, Denied, Unknown} }

// String returns the word that the output uses.
func (o Outcome) String() string {
	switch o {
	case Unknown:
		return "unknown"
	case Ran:
		return "ran"
	case Failed:
		return "failed"
	case Blocked:
		return "blocked"
	case Denied:
		return "denied"
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// Call is one tool call of a log.
type Call struct {
	ID      string // the harness's id, empty where it gives none
	Session string
	Harness call.Harness
	Time    time.Time // zero where the log has none
	Dir     string    // folder in which the call started; empty where the log has none
	Start   string    // folder in which the session started
	Branch  string    // branch that the log names
	Agent   bool      // a subagent made it
	Outcome Outcome
	Result  string // the beginning of a failed call's result: it may be a guard's reason

	Opaque bool // its arguments are computed by a program and unknown

	Tool string // the harness's own name
	File string
	Off  int64 // offset in File of the record with the call; -1 for a row of a database

	args  []byte // JSON object
	parts []arg  // or arguments one by one
}

// arg is an argument that a reader worked out itself.
type arg struct{ key, value string }

// Problem is something in a file that could not be read.
type Problem struct {
	File  string
	Off   int64 // -1: the file as a whole
	Bytes int64 // how much was skipped
	Text  string
	Fatal bool // nothing of the file was understood
}

func (p Problem) Error() string {
	if p.Off < 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	}
	return fmt.Sprintf("%s: at byte %d: %s", p.File, p.Off, p.Text)
}

// maxResult is how much of a failed call's result is kept.
const maxResult = 300

// Input decodes the arguments of the call.
func (c *Call) Input() (map[string]any, error) {
	if c.args == nil {
		m := make(map[string]any, len(c.parts))
		for _, p := range c.parts {
			m[p.key] = p.value
		}
		return m, nil
	}
	d := decoder{b: c.args}
	m, ok := d.value(0).(map[string]any)
	if d.bad || !ok {
		return map[string]any{}, errors.New("the arguments can't be read")
	}
	return m, nil
}

// Call reads the arguments as the harness's hook event would have been read.
func (c *Call) Call() (*call.Call, error) {
	in, err := c.Input()
	r, readErr := wire.CallOf(c.Harness, c.Tool, in, c.Dir)
	return r, errors.Join(err, readErr)
}
