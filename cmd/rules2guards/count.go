package main

import (
	"fmt"
	"io"
	"os"

	"rules2guards.local/replay"
)

// count shows what the rules would have stopped in past sessions, in numbers.
func (a *app) count(args []string) int {
	var r replaying
	var partial, merging, suggest bool
	f := flagSet("count")
	r.flags(f)
	f.BoolVar(&partial, "partial", false, "print a result that --merge adds up")
	f.BoolVar(&merging, "merge", false, "add up the files named, which --partial printed")
	f.BoolVar(&suggest, "suggest", false, "propose rules for what past sessions did")
	if code, done := a.parse(f, args); done {
		return code
	}
	if merging {
		if f.NArg() == 0 {
			return a.misused("count --merge needs the files that count --partial wrote")
		}
		return a.merge(&r, f.Args())
	}
	if f.NArg() > 0 {
		return a.misused("count takes no argument: --logs names the logs")
	}
	o, code, wrong := r.check(a, f)
	if wrong {
		return code
	}
	o.Details, o.Suggest = r.html != "", suggest
	if _, code, done := r.prepare(a, &o); done {
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
		res.Findings = nil
	}
	switch {
	case partial:
		res.Partial = true
		res.Files.Problems = nil // they name files
		res.Suggestions = nil
		return r.verdict(a, res, a.json(res))
	case r.format == "json":
		return r.verdict(a, res, a.json(res))
	case suggest:
		res.Propose(a.stdout)
	default:
		if err := res.Table(a.stdout); err != nil {
			return a.fail(err)
		}
	}
	return r.verdict(a, res, exitOK)
}

// merge adds up partial results.
func (a *app) merge(r *replaying, files []string) int {
	if code, wrong := r.output.check(a); wrong {
		return code
	}
	var parts []*replay.Result
	for _, name := range files {
		p, err := a.partial(name)
		if err != nil {
			return a.fail(fmt.Errorf("read %s: %w", name, err))
		}
		parts = append(parts, p)
	}
	res, err := replay.Merge(parts)
	if err != nil {
		return a.fail(err)
	}
	if r.format == "json" {
		return a.json(res)
	}
	if err := res.Table(a.stdout); err != nil {
		return a.fail(err)
	}
	return exitOK
}

func (a *app) partial(name string) (*replay.Result, error) {
	var in io.Reader = a.stdin
	if name != "-" {
		f, err := os.Open(a.abs(name))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return replay.ReadPartial(in)
}
