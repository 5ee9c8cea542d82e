package call

import "fmt"

// Decision is what a guard has to say about a call. The strongest wins. There is no
// "allow": a guard that has nothing to say passes, and the harness asks its own rules.
type Decision uint8

// Decisions, weakest first. Count is the action of a rule that is only counted in
// replays: guards don't carry such rules.
const (
	Pass Decision = iota
	Count
	Warn
	Ask
	Block
)

// String returns the word that rules.toml uses ("pass" for none).
func (d Decision) String() string {
	switch d {
	case Pass:
		return "pass"
	case Count:
		return "count"
	case Warn:
		return "warn"
	case Ask:
		return "ask"
	case Block:
		return "block"
	}
	return fmt.Sprintf("Decision(%d)", uint8(d))
}

// MarshalText is String, for JSON and TOML.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Decision) UnmarshalText(b []byte) error {
	for _, x := range []Decision{Pass, Count, Warn, Ask, Block} {
		if x.String() == string(b) {
			*d = x
			return nil
		}
	}
	return fmt.Errorf("unknown decision %q", b)
}

// Verdict is a decision with the rule that made it and the reason that the model reads.
type Verdict struct {
	Decision Decision
	RuleID   string // empty for Pass
	Reason   string // starts with the rule's id; empty for Pass
	Instead  string // what to do instead; may be empty
	Note     string // said on standard error only, never to the model; may be empty
}
