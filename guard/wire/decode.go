package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"rules2guards.local/guard/call"
)

// Decode reads one event and says which harness sent it. hint is the --harness of the
// settings entry that ran the guard: it decides only between harnesses whose events look
// alike, since some of them run the entries of others.
//
// The codec is never nil, so that a failure can be answered too. With an error the event
// may hold a call all the same: what could be read of it.
func Decode(data []byte, hint call.Harness) (Codec, call.Event, error) {
	top, err := object(data)
	if err != nil {
		return For(hint), call.Event{Harness: hint}, err
	}
	c := recognise(top, hint)
	ev, err := c.Event(top)
	if err != nil {
		return c, ev, fmt.Errorf("%s event: %w", c.Harness(), err)
	}
	return c, ev, nil
}

// object decodes a JSON object with exact keys. Decoding into a struct would fold case, and
// so read another field than the harness does.
func object(data []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotJSON, err)
	}
	top, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%w: it is %s", ErrNotJSON, kind(v))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something stands behind the object", ErrNotJSON)
	}
	return top, nil
}

// Codecs lists a codec for every harness that can be spoken to, in the order of
// [call.Harnesses].
func Codecs() []Codec {
	return []Codec{claudeCode{}}
}

// For returns the codec of a harness, or the one for an unknown program.
func For(h call.Harness) Codec {
	for _, c := range Codecs() {
		if c.Harness() == h {
			return c
		}
	}
	return unknown{}
}

// shapes lists the tests that recognise a harness by its events, the first hit counts. The
// order matters: some harnesses send the fields of others beside their own.
func shapes() []shape {
	return []shape{}
}

// shape is a test that only events of one harness pass.
type shape struct {
	codec Codec
	fits  func(top map[string]any) bool
}

// recognise chooses the codec for an event. An event in Claude Code's form that has
// nothing of its own may come from any harness that copied the form: hint decides.
func recognise(top map[string]any, hint call.Harness) Codec {
	for _, s := range shapes() {
		if s.fits(top) {
			return s.codec
		}
	}
	return For(hint)
}
