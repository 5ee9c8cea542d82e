package replay

import (
	"io"
	"slices"
	"strings"
	"time"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/replay/session"
)

// Options of a run.
type Options struct {
	Program *guard.Program // the rules, those with action = "count" among them
	Home    string         // of this machine
	Project string         // where "." of the rules is

	// Filters. Empty: everything.
	Rules     []string
	Since     time.Time
	Harnesses []call.Harness
	Within    string // only calls that started in this folder

	// Installed are the rules that a guard of this project holds since then: a call that ran
	// although one of them fires was not guarded.
	Installed      []string
	InstalledSince time.Time

	Details  bool // keep findings, not only counts
	Suggest  bool // gather what rules could be made of
	Workers  int
	Stdin    io.Reader
	Progress func(files int, bytes int64)
}

// leavesOut reports whether a filter leaves a call out. A call without a time is in.
func (o *Options) leavesOut(c *session.Call) bool {
	switch {
	case len(o.Harnesses) > 0 && !slices.Contains(o.Harnesses, c.Harness):
		return true
	case !o.Since.IsZero() && !c.Time.IsZero() && c.Time.Before(o.Since):
		return true
	case o.Within != "":
		w := slashed(o.Within)
		return !within(slashed(c.Dir), w) && !within(slashed(c.Start), w)
	}
	return false
}

func (o *Options) wants(rule string) bool {
	return len(o.Rules) == 0 || slices.Contains(o.Rules, rule)
}

// unguarded reports whether a call shows that an installed guard did not do its work.
func (o *Options) unguarded(c *session.Call, rule string) bool {
	return (c.Outcome == session.Ran || c.Outcome == session.Failed && !strings.HasPrefix(c.Result, rule+":")) &&
		!o.InstalledSince.IsZero() && c.Time.After(o.InstalledSince) && slices.Contains(o.Installed, rule) &&
		(within(slashed(c.Dir), slashed(o.Project)) || within(slashed(c.Start), slashed(o.Project)))
}
