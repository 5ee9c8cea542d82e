package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// read sets variables from the next line of its input.
func (w *walker) read(args []Word) {
	in := w.in
	var names []string
	list, raw := "", false
	delim := "\n"
	for k := 0; k < len(args); k++ {
		s := args[k].Value.Text()
		if len(s) < 2 || s[0] != '-' {
			w.subscripts(args[k].Value, args[k].Span)
			names = append(names, s)
			continue
		}
		for j := 1; j < len(s); j++ {
			value := s[j+1:]
			takes := strings.IndexByte("adinNptu", s[j]) >= 0
			if takes && value == "" && k+1 < len(args) {
				k++
				value = args[k].Value.Text()
			}
			switch s[j] {
			case 'r':
				raw = true
			case 'a', 'A':
				list = value
			case 'd':
				delim = value
			case 'u':
				if n, ok := w.integer(Value(value)); ok {
					in, _ = w.descriptor(int(n))
				}
			}
			if takes {
				break
			}
		}
	}
	_ = raw
	lines, from := w.nextLine(in, delim)
	if len(names) == 0 && list == "" {
		names = []string{"REPLY"}
	}
	if list != "" {
		x := content{kind: array, from: from}
		if len(lines) == 1 {
			for _, f := range w.splitLine(lines[0], maxFields) {
				x.push(f)
			}
		} else {
			x.push(Unknown)
		}
		w.assignContent(list, x)
	}
	for n, name := range names {
		var values []Value
		for _, line := range lines {
			fields := w.splitLine(line, len(names))
			v := Value("")
			switch {
			case line == Unknown:
				v = Unknown
			case n < len(fields):
				v = fields[n]
			}
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		w.assignTo(name, values, from)
	}
}

// assignTo sets a variable, or a member of an array, that a builtin names.
func (w *walker) assignTo(name string, values []Value, from []int) {
	base, sub, ok := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	switch {
	case !syntax.ValidName(base):
	case !ok:
		w.assign(name, values, from)
	default:
		v := Value(Unknown)
		if len(values) == 1 {
			v = values[0]
		}
		ix := subscript{text: Value(sub)}
		ix.number, ix.isNum = w.integer(ix.text)
		w.putMember(base, ix, v)
	}
}

// nextLine is what read gets: in a loop, any of the lines.
func (w *walker) nextLine(in *input, delim string) ([]Value, []int) {
	if in == nil || in.texts == nil {
		var from []int
		if in != nil {
			from = in.from
		}
		return []Value{Unknown}, from
	}
	if delim == "" {
		delim = Zero
	}
	var all []Value
	for _, t := range in.texts {
		w.step(len(t) >> 3)
		delim := delim
		if delim == Zero {
			delim = t.zeroEnd()
		}
		lines := strings.Split(strings.TrimSuffix(string(t), delim), delim)
		if w.loops == 0 {
			lines = lines[min(in.lines, len(lines)-1):][:1]
		}
		if len(lines) > maxValues {
			return []Value{Unknown}, in.from
		}
		for _, l := range lines {
			all = append(all, Value(l).word())
		}
	}
	in.lines++
	return all, in.from
}

// splitLine splits a line at IFS into at most n fields.
func (w *walker) splitLine(line Value, n int) []Value {
	e := expander{walker: w}
	ifs := e.ifs()
	s := strings.Trim(string(line), " \t\n")
	var all []Value
	for s != "" && len(all) < n-1 {
		at := strings.IndexAny(s, ifs)
		if at < 0 || ifs == "" {
			break
		}
		all = append(all, Value(s[:at]))
		s = s[at+1:]
		if strings.ContainsAny(ifs, " ") {
			s = strings.TrimLeft(s, " \t\n")
		}
	}
	if s != "" {
		all = append(all, Value(s))
	}
	return all
}

// mapfile reads lines into an array, and runs its callback.
func (w *walker) mapfile(i int, cmd *Command, c *invocation) {
	name := "MAPFILE"
	trim, end := false, "\n"
	for k := 0; k < len(cmd.Args); k++ {
		s := cmd.Args[k].Value.Text()
		if len(s) < 2 || s[0] != '-' {
			w.subscripts(cmd.Args[k].Value, cmd.Args[k].Span)
			name = s
			continue
		}
		if s == "-t" {
			trim = true
			continue
		}
		value := Word{Value: Lit(s[2:]), Span: cmd.Args[k].Span}
		if len(s) == 2 && k+1 < len(cmd.Args) {
			k++
			value = cmd.Args[k]
		}
		if s[1] == 'd' {
			if end = value.Value.Text(); end == "" {
				end = "\x00"
			}
			end = end[:1]
		}
		if s[1] == 'C' {
			w.nested(i, cmd, c, &nested{
				kind: nestedText, how: "mapfile -C", same: true,
				text: Word{Value: value.Value + " " + Unknown, Span: value.Span},
			})
		}
	}
	x := content{kind: array}
	if w.in != nil {
		x.from = w.in.from
	}
	switch {
	case w.in == nil || len(w.in.texts) != 1 || !w.in.texts[0].Known():
		x.elems = []element{{"0", Unknown}}
	default:
		text := w.in.texts[0].bytes()
		for text != "" && len(x.elems) < maxFields {
			line, rest, more := strings.Cut(text, end)
			if more && !trim {
				line += end // Lit drops a NUL
			}
			x.push(Lit(line))
			text = rest
		}
	}
	if syntax.ValidName(name) {
		w.assignContent(name, x)
	}
}

// printfVar runs printf -v.
func (w *walker) printfVar(args []Word) {
	if len(args) < 3 || !strings.HasPrefix(string(args[0].Value), "-v") {
		return
	}
	name := strings.TrimPrefix(args[0].Value.Text(), "-v")
	args = args[1:]
	if name == "" {
		name, args = args[0].Value.Text(), args[1:]
	}
	w.subscripts(Lit(name), Span{})
	if len(args) > 0 {
		v, _, _ := strings.Cut(string(w.format(args)), Zero) // a variable ends at a NUL
		w.assignTo(name, []Value{Value(v)}, nil)
	}
}
