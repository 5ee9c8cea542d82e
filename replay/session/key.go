package session

import (
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
)

// Seen remembers which calls were met, so that a conversation that exists in several files
// (growing checkpoints, forks, a database and its export) counts once. It takes some 20
// bytes a call.
type Seen struct {
	hash maphash.Hash
	met  map[uint64]Outcome
}

// NewSeen returns an empty memory.
func NewSeen() *Seen { return &Seen{met: map[uint64]Outcome{}} }

// Add remembers a call. again says that it was met before, and before what was then known
// of its outcome: a later copy of the log may know more.
func (s *Seen) Add(c *Call) (before Outcome, again bool) {
	if c.ID == "" {
		return Unknown, false // nothing tells it from another
	}
	k := s.key(c)
	before, again = s.met[k]
	if !again || before == Unknown {
		s.met[k] = c.Outcome
	}
	return before, again
}

// key tells a call from all others. Ids that models or harnesses make up at random do so
// alone; short ones (call_0) are told apart by session and arguments.
func (s *Seen) key(c *Call) uint64 {
	h := &s.hash
	h.Reset()
	h.WriteString(c.ID)
	if random(c.ID) {
		return h.Sum64()
	}
	h.WriteByte(0)
	h.WriteString(string(c.Harness))
	h.WriteByte(0)
	h.WriteString(c.Session)
	h.WriteByte(0)
	h.WriteString(c.Tool)
	in, _ := c.Input()
	hashValue(h, in)
	return h.Sum64()
}

// hashValue hashes a decoded value: two logs may write the same arguments in another order.
func hashValue(h *maphash.Hash, v any) {
	switch v := v.(type) {
	case map[string]any:
		h.WriteByte('{')
		for _, k := range slices.Sorted(maps.Keys(v)) {
			h.WriteString(k)
			h.WriteByte(0)
			hashValue(h, v[k])
		}
	case []any:
		h.WriteByte('[')
		for _, e := range v {
			hashValue(h, e)
		}
	default:
		fmt.Fprintf(h, "%v\x00", v)
	}
}

// random reports whether an id looks made up at random: a run of twenty letters and digits,
// hyphens not counted, with digits among them.
func random(id string) bool {
	n, digits := 0, 0
	for i := 0; i < len(id); i++ {
		switch c := id[i]; {
		case '0' <= c && c <= '9':
			n++
			digits++
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			n++
		case c == '-':
			continue
		default:
			n, digits = 0, 0
		}
		if n >= 20 && digits >= 3 {
			return true
		}
	}
	return false
}

// Same returns a number that two calls share which are the same but for their place in a
// log: tool, arguments, folder and branch.
func (c *Call) Same(seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, s := range []string{string(c.Harness), c.Tool, c.Dir, c.Start, c.Branch} {
		h.WriteString(s)
		h.WriteByte(0)
	}
	h.Write(c.args)
	for _, p := range c.parts {
		h.WriteByte(0)
		h.WriteString(p.key)
		h.WriteByte(0)
		h.WriteString(p.value)
	}
	return h.Sum64()
}
