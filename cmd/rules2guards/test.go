package main

import (
	"fmt"

	"rules2guards.local/replay"
)

// test runs the examples of all rules, then shows what the rules would have stopped in past
// sessions.
func (a *app) test(args []string) int {
	r := replaying{lenient: true}
	var failOnMatch bool
	f := flagSet("test")
	r.flags(f)
	f.IntVar(&r.limit, "limit", 50, "`N` show at most so many findings; 0 is all")
	f.BoolVar(&failOnMatch, "fail-on-match", false, "exit 1 if a rule fired")
	if code, done := a.parse(f, args); done {
		return code
	}
	if f.NArg() > 0 {
		return a.misused("test takes no argument: --logs names the logs")
	}
	if r.limit < 0 {
		return a.misused("--limit %d is negative", r.limit)
	}
	o, code, wrong := r.check(a, f)
	if wrong {
		return code
	}
	o.Details = true
	compiled, code, done := r.prepare(a, &o) // runs the examples: one that goes the wrong way is an error
	if done {
		return code
	}
	res, code, done := r.run(a, o)
	if done {
		return code
	}
	if r.html != "" {
		if err := r.page(a, res); err != nil {
			return a.fail(fmt.Errorf("write the page: %w", err))
		}
	}
	code = exitOK
	if failOnMatch && res.Totals.Fired > 0 {
		code = exitFindings
	}
	if r.format == "json" {
		if r.limit > 0 && len(res.Findings) > r.limit {
			res.Findings = res.Findings[:r.limit]
		}
		if c := a.json(res); c != exitOK {
			return c
		}
		return r.verdict(a, res, code)
	}
	a.printf("%s, %s run: all as they should\n", replay.Plural(compiled.Rules, "rule"), replay.Plural(compiled.Examples, "example"))
	list := ":\n"
	if len(res.Findings) == 0 {
		list = ""
	}
	a.printf("%s in %s, a rule fires on %d%s\n", replay.Plural(res.Totals.Calls, "call"), replay.Plural(res.Totals.Sessions, "session"), res.Totals.Fired, list)
	res.List(a.stdout, replayText(&r, a))
	return r.verdict(a, res, code)
}
