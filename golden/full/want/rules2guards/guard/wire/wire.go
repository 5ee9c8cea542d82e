// Package wire speaks each harness's hook protocol: it decodes an event into a
// [call.Event] and writes the reply that the running program honours for a verdict. One
// file per harness; each says what that harness was seen to do, and on which version.
package wire

import (
	"errors"

	"rules2guards.local/guard/call"
)

// MaxEvent is the size of an event in bytes above which a guard doesn't read on.
const MaxEvent = 16 << 20

// Reply is what one harness expects for a verdict.
type Reply struct {
	Stdout, Stderr []byte
	Exit           int
}

// ErrNotJSON says that an event was no JSON object.
var ErrNotJSON = errors.New("the event is not a JSON object")

// Codec speaks the protocol of one harness.
type Codec interface {
	// Harness is the id of the program that the codec speaks to.
	Harness() call.Harness
	// Event reads a decoded event; Event.Call is nil when it announces no tool call. An
	// error means that the event announces a call but has the wrong shape.
	Event(top map[string]any) (call.Event, error)
	// Reply writes the answer to an event that Event read.
	Reply(ev call.Event, v call.Verdict) Reply
}
