package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
)

// maxPartial bounds a partial result that is read.
const maxPartial = 64 << 20

// ReadPartial reads a result that `count --partial` wrote.
func ReadPartial(r io.Reader) (*Result, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxPartial+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxPartial {
		return nil, errors.New("it is larger than 64 MiB")
	}
	var res Result
	if err := json.Unmarshal(b, &res); err != nil {
		return nil, err
	}
	switch {
	case res.Version != Version:
		return nil, fmt.Errorf("it has version %d, this program writes version %d", res.Version, Version)
	case !res.Partial:
		return nil, errors.New("it is no partial result: count --partial writes one")
	}
	return &res, nil
}

// Merge adds up partial results. They hold counts and nothing by which a session that lies
// in two of them could be known, so each log must be counted once.
func Merge(parts []*Result) (*Result, error) {
	out := &Result{Version: Version, Rules: []*Rule{}, Totals: Totals{ByHarness: map[string]int{}, ByOutcome: map[string]int{}}, Files: Files{Problems: []FileProblem{}}}
	at := map[string]*Rule{}
	for _, p := range parts {
		mergeTotals(&out.Totals, &p.Totals)
		out.Files.Logs += p.Files.Logs
		out.Files.NoCalls += p.Files.NoCalls
		out.Files.Others += p.Files.Others
		out.Files.Bytes += p.Files.Bytes
		out.Files.Skipped += p.Files.Skipped
		out.Files.Problems = append(out.Files.Problems, p.Files.Problems...)
		for _, r := range p.Rules {
			if r == nil || r.ID == "" {
				return nil, errors.New("a partial result has a rule without an id")
			}
			m := at[r.ID]
			if m == nil {
				m = &Rule{ID: r.ID, Action: r.Action, ByHarness: map[string]int{}, ByOutcome: map[string]int{}, Weeks: map[string]int{}}
				at[r.ID] = m
				out.Rules = append(out.Rules, m)
			}
			if m.Action != r.Action {
				return nil, fmt.Errorf("rule %q has the action %s in one partial result and %s in another: they were made from different rules", r.ID, m.Action, r.Action)
			}
			mergeRule(m, r)
		}
	}
	for _, r := range out.Rules {
		if out.Totals.Calls > 0 {
			r.Share = float64(r.Calls) / float64(out.Totals.Calls)
		}
	}
	return out, nil
}

func mergeTotals(t, p *Totals) {
	t.Calls += p.Calls
	t.Sessions += p.Sessions
	t.Subagents += p.Subagents
	t.Shell += p.Shell
	t.RunsFile += p.RunsFile
	t.Computed += p.Computed
	t.Unread += p.Unread
	t.Fired += p.Fired
	t.Stopped += p.Stopped
	t.Doubles += p.Doubles
	addMap(t.ByHarness, p.ByHarness)
	addMap(t.ByOutcome, p.ByOutcome)
	mergeSpan(&t.First, &t.Last, p.First, p.Last)
}

func mergeRule(m, r *Rule) {
	m.Calls += r.Calls
	m.Sessions += r.Sessions
	m.Blocked += r.Blocked
	m.Unguarded += r.Unguarded
	m.Assumed += r.Assumed
	addMap(m.ByHarness, r.ByHarness)
	addMap(m.ByOutcome, r.ByOutcome)
	addMap(m.Weeks, r.Weeks)
	mergeSpan(&m.First, &m.Last, r.First, r.Last)
}

func addMap(to, from map[string]int) {
	for k := range maps.Keys(from) {
		to[k] += from[k]
	}
}

func mergeSpan(first, last *string, f, l string) {
	if f != "" && (*first == "" || f < *first) {
		*first = f
	}
	if l > *last {
		*last = l
	}
}
