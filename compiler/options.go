package compiler

import (
	_ "embed" // the list of options
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rules2guards.local/guard"
	"rules2guards.local/guard/shell"
)

//go:embed options.txt
var optionList string

// optionsOf returns the options that a program is known to have in a subcommand; nil when
// there is no list.
func optionsOf(program, sub string) []string {
	prefix := program + "|" + sub + "|"
	for line := range strings.Lines(optionList) {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			return strings.Fields(rest)
		}
	}
	return nil
}

// strangeOption is an option of a pattern that the tables of guard/shell don't know.
type strangeOption struct{ program, sub, name string }

// checkOptions reports options that a program doesn't have: such a pattern would never be
// met. Programs grow new ones, so this is a warning.
func checkOptions(s string, strange []strangeOption) []problem {
	var out []problem
	for _, o := range strange {
		known := optionsOf(o.program, o.sub)
		name := strings.TrimSpace(o.program + " " + o.sub)
		if known == nil { // only part of its options is known: a slip can be told from them
			near := ""
			if len(o.name) > 4 {
				near = misspelt(o.name, shell.OptionNames(o.program, o.sub))
			}
			if near == "" || strings.HasPrefix(near, o.name) {
				continue
			}
			known = []string{near}
		}
		if hasOption(known, o.name) {
			continue
		}
		p := problem{to: len(s), warning: true, code: "unknown-option", message: fmt.Sprintf("%s has no option %s that is known", name, quote(o.name))}
		if n := nearest(o.name, known); n != "" && len(o.name) > 2 {
			p.hint = "did you mean " + quote(n) + "?"
		}
		if i := strings.Index(s, o.name); i >= 0 && strings.Count(s, o.name) == 1 {
			p.from, p.to = i, i+len(o.name)
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// hasOption also takes a beginning of a long name, which many programs accept, and the
// --no- form of one.
func hasOption(known []string, name string) bool {
	if !strings.HasPrefix(name, "--") {
		return slices.Contains(known, name) || len(name) != 2 && name[1] < utf8.RuneSelf // –force, with a dash that is no hyphen
	}
	for _, k := range known {
		if strings.HasPrefix(k, name) || strings.HasPrefix("--no-"+strings.TrimPrefix(k, "--"), name) || k == "--no-"+strings.TrimPrefix(name, "--") {
			return true
		}
	}
	return false
}

// isPlain reports whether a glob is a literal text.
func isPlain(glob string) bool { return !strings.ContainsAny(glob, `*?[{\`) }

// subcommand is the subcommand of a pattern, when it is written out.
func subcommand(p *guard.Pattern) (string, bool) {
	sub := strings.Join(p.Words[:p.Sub], " ")
	return sub, isPlain(sub)
}
