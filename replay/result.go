package replay

import (
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/replay/session"
)

// Version is the version of the JSON form of a Result.
const Version = 1

// Result is what a run found. Its JSON form is documented in docs/replay.md and only grows.
type Result struct {
	Version int     `json:"version"`
	Partial bool    `json:"partial,omitempty"`
	Totals  Totals  `json:"totals"`
	Rules   []*Rule `json:"rules"`
	Files   Files   `json:"files"`

	// Findings are there only with Details, most frequent first.
	Findings []*Finding `json:"findings,omitempty"`
	// Suggestions are there only with Suggest.
	Suggestions []Suggestion `json:"suggestions,omitempty"`
}

// Totals add up all calls that the filters let in.
type Totals struct {
	Calls     int            `json:"calls"`
	Sessions  int            `json:"sessions"`
	First     string         `json:"first,omitempty"`
	Last      string         `json:"last,omitempty"`
	ByHarness map[string]int `json:"by_harness"`
	ByOutcome map[string]int `json:"by_outcome"`
	Subagents int            `json:"subagent_calls"`
	Shell     int            `json:"shell_calls"`
	RunsFile  int            `json:"calls_that_run_a_file"`
	Computed  int            `json:"computed_calls"`   // a code-mode program works out what it runs
	Unread    int            `json:"unreadable_calls"` // their arguments are not what the tool takes
	Fired     int            `json:"calls_with_a_rule"`
	Stopped   int            `json:"calls_to_block_or_ask"`
	Doubles   int            `json:"repeated_calls"` // met before in another file, and not counted
}

// Rule is what one rule would have done.
type Rule struct {
	ID        string         `json:"id"`
	Action    string         `json:"action"`
	Calls     int            `json:"calls"`
	Sessions  int            `json:"sessions"`
	Share     float64        `json:"share"` // of all calls
	First     string         `json:"first,omitempty"`
	Last      string         `json:"last,omitempty"`
	ByHarness map[string]int `json:"by_harness"`
	ByOutcome map[string]int `json:"by_outcome"`
	Weeks     map[string]int `json:"weeks"` // Monday -> calls
	Blocked   int            `json:"already_blocked"`
	Unguarded int            `json:"ran_although_installed"`
	Assumed   int            `json:"on_assumed_facts"` // the log doesn't hold what a condition asks

	message, instead string
	sessions         map[uint64]struct{}
}

// Files is what was read.
type Files struct {
	Logs     int           `json:"logs"`
	NoCalls  int           `json:"without_calls"`
	Others   int           `json:"others"`
	Bytes    int64         `json:"bytes"`
	Skipped  int64         `json:"skipped_bytes"`
	Problems []FileProblem `json:"problems"`
}

// FileProblem is something that could not be read.
type FileProblem struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"` // -1: the file as a whole, or a database
	Text   string `json:"text"`
	Fatal  bool   `json:"fatal,omitempty"`
}

// gathering is a Result on its way.
type gathering struct {
	o        *Options
	res      *Result
	seen     *session.Seen
	seed     maphash.Seed
	sessions map[uint64]struct{}
	rules    []*Rule // by position; the last is for texts that can't be read
	groups   map[string]*Finding
	suggest  *suggester
}

// Run reads files and judges every call in them.
func Run(files []session.File, o Options) *Result {
	g := newGathering(&o)
	rep := session.Scan(files, session.Options{Workers: o.Workers, Stdin: o.Stdin, Progress: o.Progress},
		func() func(*session.Call) judged { return newJudge(&o).judge }, g.add)
	return g.finish(rep)
}

func newGathering(o *Options) *gathering {
	g := &gathering{
		o: o, seen: session.NewSeen(), seed: maphash.MakeSeed(), sessions: map[uint64]struct{}{}, groups: map[string]*Finding{},
		res: &Result{Version: Version, Rules: []*Rule{}, Totals: Totals{ByHarness: map[string]int{}, ByOutcome: map[string]int{}}, Files: Files{Problems: []FileProblem{}}},
	}
	for i := range o.Program.Rules {
		r := &o.Program.Rules[i]
		g.rules = append(g.rules, newRule(r.ID, r.Action, r.Message, r.Instead))
	}
	g.rules = append(g.rules, newRule(guard.UnreadableID, call.Block, "The shell text can't be read.", "plain, separate commands"))
	if o.Suggest {
		g.suggest = newSuggester(func(s string) uint64 { return maphash.String(g.seed, s) })
	}
	return g
}

func newRule(id string, d call.Decision, message, instead string) *Rule {
	return &Rule{
		ID: id, Action: d.String(), ByHarness: map[string]int{}, ByOutcome: map[string]int{}, Weeks: map[string]int{},
		message: message, instead: instead, sessions: map[uint64]struct{}{},
	}
}

// add takes one judged call; calls come in the order of the files.
func (g *gathering) add(c *session.Call, j judged) {
	if j.out {
		return
	}
	c.Outcome = g.outcome(c, j)
	before, again := g.seen.Add(c)
	t := &g.res.Totals
	if again {
		t.Doubles++
		if before == session.Unknown && c.Outcome != session.Unknown {
			g.learn(c, j) // this copy of the log knows how the call ended
		}
		return
	}
	t.Calls++
	t.ByHarness[string(c.Harness)]++
	t.ByOutcome[c.Outcome.String()]++
	count(&t.Subagents, c.Agent)
	count(&t.Shell, j.shell)
	count(&t.RunsFile, j.runsFile)
	count(&t.Computed, c.Opaque)
	count(&t.Unread, j.unread)
	span(&t.First, &t.Last, c.Time)
	key := maphash.String(g.seed, c.Session)
	g.sessions[key] = struct{}{}
	if g.suggest != nil {
		g.suggest.add(c)
	}
	var done []int
	stopped := false
	for i := range j.fired {
		f := &j.fired[i]
		n := g.position(f.rule)
		if slices.Contains(done, n) {
			continue // a rule counts a call once
		}
		done = append(done, n)
		g.countRule(g.rules[n], c, f, key)
		stopped = stopped || g.rules[n].Action == "block" || g.rules[n].Action == "ask"
		if g.o.Details {
			g.group(n, f, c, key)
		}
	}
	count(&t.Fired, len(done) > 0)
	count(&t.Stopped, stopped)
}

func (g *gathering) position(rule int) int {
	if rule < 0 {
		return len(g.rules) - 1
	}
	return rule
}

func (g *gathering) countRule(r *Rule, c *session.Call, f *fired, key uint64) {
	r.Calls++
	r.ByHarness[string(c.Harness)]++
	r.ByOutcome[c.Outcome.String()]++
	count(&r.Blocked, c.Outcome == session.Blocked)
	count(&r.Assumed, f.assumed)
	count(&r.Unguarded, g.o.unguarded(c, r.ID))
	span(&r.First, &r.Last, c.Time)
	r.sessions[key] = struct{}{}
	if !c.Time.IsZero() {
		r.Weeks[week(c.Time)]++
	}
}

// outcome corrects an outcome by the reason of a guard: where a log has nothing but an
// error, one that begins like a rule that fires was this rule's block.
func (g *gathering) outcome(c *session.Call, j judged) session.Outcome {
	if c.Outcome != session.Failed || c.Result == "" {
		return c.Outcome
	}
	for i := range j.fired {
		if strings.HasPrefix(c.Result, g.rules[g.position(j.fired[i].rule)].ID+": ") {
			return session.Blocked
		}
	}
	return c.Outcome
}

// learn moves a call from unknown to the outcome that a later copy tells.
func (g *gathering) learn(c *session.Call, j judged) {
	move := func(m map[string]int) {
		if m[session.Unknown.String()]--; m[session.Unknown.String()] == 0 {
			delete(m, session.Unknown.String())
		}
		m[c.Outcome.String()]++
	}
	move(g.res.Totals.ByOutcome)
	var done []int
	for i := range j.fired {
		n := g.position(j.fired[i].rule)
		if slices.Contains(done, n) {
			continue
		}
		done = append(done, n)
		move(g.rules[n].ByOutcome)
		count(&g.rules[n].Blocked, c.Outcome == session.Blocked)
		count(&g.rules[n].Unguarded, g.o.unguarded(c, g.rules[n].ID))
	}
}

func (g *gathering) finish(rep session.Report) *Result {
	res := g.res
	res.Totals.Sessions = len(g.sessions)
	for _, r := range g.rules {
		// That a text can't be read is told only where it happened.
		if r.Calls == 0 && (r.ID == guard.UnreadableID || !g.o.wants(r.ID)) {
			continue
		}
		r.Sessions = len(r.sessions)
		if res.Totals.Calls > 0 {
			r.Share = float64(r.Calls) / float64(res.Totals.Calls)
		}
		res.Rules = append(res.Rules, r)
	}
	res.Files = Files{Logs: rep.Files, NoCalls: len(rep.Empty), Others: rep.Others, Bytes: rep.Bytes, Skipped: rep.Skipped, Problems: []FileProblem{}}
	for _, p := range rep.Problems {
		res.Files.Problems = append(res.Files.Problems, FileProblem{File: p.File, Offset: p.Off, Text: p.Text, Fatal: p.Fatal})
	}
	if g.o.Details {
		res.Findings = g.findings()
	}
	if g.suggest != nil {
		res.Suggestions = g.suggest.suggestions(g.o.Program)
	}
	return res
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// span widens a span of days by a time.
func span(first, last *string, t time.Time) {
	if t.IsZero() {
		return
	}
	s := t.UTC().Format(time.RFC3339)
	if *first == "" || s < *first {
		*first = s
	}
	if s > *last {
		*last = s
	}
}

// week is the Monday of a time's week.
func week(t time.Time) string {
	t = t.UTC()
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7).Format(time.DateOnly)
}
