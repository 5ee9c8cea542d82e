package shell

import (
	"slices"
	"strings"
)

// maxLines bounds the readings of one command: four choices that may be either way.
const maxLines = 16

// Lines returns the readings of a command's arguments: one when its options are all known
// to a table, more (at most 16) when an unknown option may or may not own the next word, or
// when unknown words in front of a subcommand may be options or none. In the first reading
// no unknown option owns a word, and each unknown word is an operand.
func Lines(c *Command) []Line {
	r := optionReader{all: c.Args, table: tableName(c.Program)}
	if findRow(r.table, "") == nil {
		r.all = c.Args[:innerStart(c)]
	}
	most := 4
	if len(c.Args) > 2000 {
		most = 1 // time and memory stay bounded
	}
	var lines []Line
	for mask, unsure := 0, 0; mask < 1<<unsure; mask++ {
		r.mask, r.unsure = mask, 0
		line := r.read()
		if r.table == "git" {
			line.Options = lastWins(line.Options)
		}
		if r.unsure > unsure {
			unsure = min(r.unsure, most)
		}
		if mask>>min(r.unsure, most) == 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// lastWins takes out options that a later one undoes: --dry-run --no-dry-run is none, to
// git, and --no-verify --verify checks.
func lastWins(options []Option) []Option {
	if !slices.ContainsFunc(options, func(o Option) bool { return strings.HasPrefix(o.Name, "--no-") }) {
		return options
	}
	last := make(map[string]int, len(options))
	for i, o := range options {
		if strings.HasPrefix(o.Name, "--") && !o.HasValue {
			last[strings.TrimPrefix(o.Name[2:], "no-")] = i
		}
	}
	out := options[:0]
	for i, o := range options {
		if n, ok := last[strings.TrimPrefix(strings.TrimPrefix(o.Name, "--"), "no-")]; ok && n > i && options[n].Name != o.Name {
			continue
		}
		out = append(out, o)
	}
	return out
}

// innerStart is where the command begins that a wrapper without a table of its own runs, or
// the number of arguments.
func innerStart(c *Command) int {
	for _, n := range nest(c, nil) {
		if n.kind != nestedArgs || len(n.words) == 0 {
			continue
		}
		if i := slices.Index(c.Args, n.words[0]); i >= 0 {
			return i
		}
	}
	return len(c.Args)
}

// Canonical returns the name that the table of program (and its subcommand words, joined
// by one space) gives to an option, or the option itself.
func Canonical(program, sub, option string) string {
	r := optionReader{table: tableName(program)}
	r.top = findRow(r.table, "")
	r.row = r.top
	if sub != "" {
		r.enter(sub)
	}
	name := strings.TrimLeft(option, "-")
	if name == "" || option == name {
		return option
	}
	if strings.HasPrefix(option, "--") || r.flags()&optSingle != 0 || len(name) == 1 {
		if o, ok := r.find(name, strings.HasPrefix(option, "--") && len(name) > 1); ok && !strings.Contains(o.name, "+") {
			return o.name
		}
	}
	return option
}

// optionReader reads the arguments of one command once.
type optionReader struct {
	all    []Word // without the inner command of a wrapper that has no table
	args   []Word // what is left of all when an option begins an inner command
	table  string
	top    *optionRow // of the program
	row    *optionRow // of the subcommand, when it has one of its own
	mask   int        // bit i: the i-th unsure option owns the next word, or the unknown word is an option
	unsure int

	line  Line
	depth int // how many subcommand words to expect
	i     int // next argument
	stop  bool
	rest  bool // what follows belongs to a script
}

func (r *optionReader) read() Line {
	r.line, r.i, r.stop, r.rest = Line{}, 0, false, false
	r.args = r.all
	r.top = findRow(r.table, "")
	r.row, r.depth = r.top, 0
	if r.top == nil || r.top.flags&optSub != 0 {
		r.depth = 1
	}
	if r.flags()&optFind != 0 {
		r.readFind()
		return r.line
	}
	for r.i < len(r.args) {
		v := string(r.args[r.i].Value)
		switch {
		case r.stop || !r.isOption(v):
			if !r.operand() {
				return r.line
			}
		case v == "--" && r.flags()&optFold == 0:
			r.line.Dash, r.stop = true, true
			r.i++
		default:
			r.option(v)
		}
	}
	return r.line
}

// isOption reports whether a word is an option by its form.
func (r *optionReader) isOption(v string) bool {
	if len(v) < 2 {
		return r.i == 0 && r.flags()&optOldStyle != 0 && letters(v)
	}
	if v[0] == '-' {
		return v[1] != 0 || strings.HasPrefix(v[1:], Unknown)
	}
	f := r.flags()
	if f&optSlash != 0 && v[0] == '/' {
		return len(v) == 2 || v[2] == ':' || f&optFold != 0
	}
	if f&optOldStyle != 0 && r.i == 0 {
		return letters(v)
	}
	return false
}

// operand takes a word that is no option. False: the inner command of a wrapper begins.
func (r *optionReader) operand() bool {
	w := r.args[r.i]
	f := r.flags()
	sub := len(r.line.Words) < r.depth && !r.line.Dash
	if f&optAssigns != 0 && isAssign(w.Value) || sub && strings.HasPrefix(string(w.Value), "+") && (r.table == "cargo" || r.table == "rustc") {
		r.i++
		return true
	}
	if sub {
		if n := vanishing(r.args[r.i:]); n > 0 && r.i+n < len(r.args) && r.either() { // git $OPTIONS push
			r.i += n
			return true
		}
	}
	if !sub && f&optInner != 0 {
		before := 0
		if f&optSkipOne != 0 {
			before = 1
		}
		if len(r.line.Words)-r.line.Sub >= before {
			return false
		}
	}
	r.line.Words = append(r.line.Words, Operand{Word: w, Arg: r.i, AfterDash: r.line.Dash, Rest: r.rest})
	r.i++
	if sub {
		r.subcommand(w.Value)
		return true
	}
	if f&optStops != 0 {
		r.stop = true
	}
	if f&(optInner|optSkipOne|optLate) == optInner|optSkipOne {
		return false // whatever follows belongs to the inner command
	}
	if f&optScript != 0 {
		r.stop, r.rest = true, true
	}
	return true
}

// subcommand takes note of a subcommand word.
func (r *optionReader) subcommand(v Value) {
	r.line.Sub++
	if r.line.Sub == 1 {
		if isGroup(r.table, string(v)) {
			r.depth = 2
		}
		r.enter(string(v))
		return
	}
	r.enter(string(r.line.Words[0].Value) + " " + string(v))
}

// enter makes the table of a subcommand the current one.
func (r *optionReader) enter(sub string) {
	if row := findRow(r.table, sub); row != nil {
		r.row = row
		return
	}
	if first, _, ok := strings.Cut(sub, " "); ok {
		if row := findRow(r.table, first); row != nil {
			r.row = row
			return
		}
	}
	r.row = nil
}

// flags are those of the current table; a subcommand without a table of its own keeps
// what is said of its program as a whole.
func (r *optionReader) flags() optionFlags {
	switch {
	case r.row != nil && r.row != r.top:
		return r.row.flags | r.top.flags&(optGlobal|optAbbrev|optSingle|optFold|optSlash|optEquals)
	case r.row == nil && r.top != nil:
		return r.top.flags & (optGlobal | optAbbrev | optSingle | optFold | optSlash | optEquals)
	case r.row != nil:
		return r.row.flags
	case verbNoun(r.table):
		return optSingle
	}
	return optEquals
}

// option reads one option word and, where it owns it, the word behind it.
func (r *optionReader) option(v string) {
	f := r.flags()
	switch {
	case f&optSlash != 0 && v[0] == '/':
		name, value, has := strings.Cut(v[1:], ":")
		r.i++
		r.add(r.i-1, Option{Name: "/" + strings.ToLower(name), Value: Value(value), HasValue: has, Known: true})
	case v[0] != '-':
		r.oldTar(v)
	case f&optSingle != 0:
		r.longOption(v, strings.TrimLeft(v, "-"), false)
	case v[1] == '-':
		r.longOption(v, v[2:], true)
	default:
		r.cluster(v[1:])
	}
}

// longOption reads --name, --name=value, or -name where options have one dash.
func (r *optionReader) longOption(v, body string, long bool) {
	at := r.i
	name, value, has := strings.Cut(body, "=")
	if r.flags()&optFold != 0 {
		name, value, has = strings.Cut(body, ":")
	}
	written := v[:len(v)-len(body)] + name
	r.i++
	if strings.Contains(name, Unknown) || !long && letterDigits(name) {
		r.add(at, Option{Name: written, Value: Value(value), HasValue: has})
		return
	}
	o, ok := r.find(name, long)
	if !ok {
		opt := Option{Name: written, Value: Value(value), HasValue: has}
		if r.flags()&optComplete == 0 && !has {
			r.mayOwn(&opt)
		}
		r.add(at, opt)
		return
	}
	opt := Option{Name: o.name, Value: Value(value), HasValue: has, Known: true, Or: o.or}
	r.takeValue(&opt, o)
	r.add(at, opt)
}

// takeValue gives an option that a table knows its value.
func (r *optionReader) takeValue(opt *Option, o found) {
	opt.access = o.access
	if o.kind == '!' && o.access == 'I' { // the inner command begins
		r.args = r.args[:r.i]
		return
	}
	if o.kind == 0 || o.kind == '?' || opt.HasValue && o.access != '2' && o.access != 'R' {
		return
	}
	if r.i < len(r.args) && !opt.HasValue {
		opt.Value, opt.HasValue, opt.ValueArg = r.args[r.i].Value, true, r.i
		r.i++
	}
	if (o.access == '2' || o.access == 'R') && r.i < len(r.args) { // a pair: --arg NAME VALUE
		opt.Value, opt.ValueArg = r.args[r.i].Value, r.i
		r.i++
	}
	if o.kind == '!' {
		r.stop, r.rest = true, true
	}
}

// mayOwn lets an option that no table knows own the next word, in half of the readings.
func (r *optionReader) mayOwn(opt *Option) {
	if r.i >= len(r.args) {
		return
	}
	next := string(r.args[r.i].Value)
	if len(next) > 1 && next[0] == '-' {
		return
	}
	if r.either() {
		opt.Value, opt.HasValue, opt.ValueArg = r.args[r.i].Value, true, r.i
		r.i++
	}
}

// either decides what may be either way: true in half of the readings.
func (r *optionReader) either() bool {
	r.unsure++
	return r.unsure <= 62 && r.mask>>(r.unsure-1)&1 == 1
}

// add appends an option. A name such as "--delete+--force" stands for several.
func (r *optionReader) add(at int, o Option) {
	o.Arg = at
	if o.ValueArg == 0 {
		o.ValueArg = -1
	}
	o.Global = r.line.Sub == 0 && r.depth > 0
	for {
		name, rest, more := strings.Cut(o.Name, "+")
		if !more || !o.Known || name == "" {
			r.line.Options = append(r.line.Options, o)
			return
		}
		one := o
		one.Name = name
		r.line.Options = append(r.line.Options, one)
		o.Name = rest
	}
}
