package replay

import (
	"io"

	"rules2guards.local/guard"
	"rules2guards.local/replay/session"
)

// Suggestion is a rule that nobody wrote yet, and why it is proposed.
type Suggestion struct {
	Why   string `json:"why"`
	Calls int    `json:"calls"`
	TOML  string `json:"toml"`
}

type suggester struct{}

func newSuggester() *suggester { return &suggester{} }

func (s *suggester) add(*session.Call) {}

func (s *suggester) suggestions(*guard.Program) []Suggestion { return nil }

// Propose prints the suggestions as TOML.
func (r *Result) Propose(w io.Writer) {}
