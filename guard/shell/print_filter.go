package shell

import (
	"encoding/base32"
	"slices"
	"strconv"
	"strings"
)

// filtered is what a filter makes of text that is known: the simple forms of those that
// are used to spell a command differently.
func (w *walker) filtered(cmd *Command) ([]Value, bool) {
	if before, after, files, ok := surrounds(cmd); ok {
		in := []Value{Unknown}
		if !files && w.in != nil && len(w.in.texts) > 0 {
			in = w.in.texts
		}
		return w.surrounded(in, before, after), true
	}
	change := filterOf(cmd)
	if change == nil || w.in == nil || len(w.in.texts) == 0 {
		return nil, false
	}
	var all []Value
	for _, t := range w.in.texts {
		if !t.Known() || !w.step(1+len(t)>>2) {
			return nil, false
		}
		s, ok := change(t.bytes())
		if !ok {
			return nil, false
		}
		all = append(all, bounded(printedValue(s)))
	}
	return all, true
}

// surrounds is what sed puts in front of each line and behind it: sed 's/^/npm i /', 's/.*/npm
// i &/'. files: it reads them.
func surrounds(cmd *Command) (before, after Value, files, ok bool) {
	if cmd.Program != "sed" && cmd.Program != "gsed" {
		return "", "", false, false
	}
	line := &Lines(cmd)[0]
	script, words, quiet := Value(""), line.Words, false
	for _, o := range line.Options {
		switch o.Name {
		case "--expression":
			if script != "" {
				return "", "", false, false
			}
			script = o.Value
		case "--quiet":
			quiet = true
		case "--regexp-extended", "--unbuffered", "--separate":
		default:
			return "", "", false, false
		}
	}
	if script == "" && len(words) > 0 {
		script, words = words[0].Value, words[1:]
	}
	before, after, ok = substitution(strings.TrimRight(script.Text(), "; "), quiet)
	return before, after, len(words) > 0 && words[0].Value != "-", ok && script.Known()
}

// substitution is what an s command of sed that takes the whole of each line puts around it.
func substitution(script string, quiet bool) (before, after Value, ok bool) {
	if len(script) < 4 || script[0] != 's' {
		return "", "", false
	}
	parts := strings.Split(script[1:], script[1:2])
	if len(parts) != 4 || strings.Trim(parts[3], "gp1") != "" || quiet != strings.Contains(parts[3], "p") {
		return "", "", false
	}
	line := "&" // what stands for it in the new text
	switch parts[1] {
	case "^", "^ *", "^[ ]*", `^\s*`:
		parts[2] += line
	case "$":
		parts[2] = line + parts[2]
	case ".*", "^.*", "^.*$", ".*$":
	case "(.*)", "^(.*)$", `\(.*\)`, `^\(.*\)$`, "(.+)", "^(.+)$":
		line = `\1`
	default:
		return "", "", false
	}
	first, last, found := strings.Cut(parts[2], line)
	return Lit(first), Lit(last), found && !strings.ContainsAny(first+last, `&\`)
}

// surrounded is texts with another in front of each line and behind it.
func (w *walker) surrounded(texts []Value, before, after Value) []Value {
	var all []Value
	for _, t := range texts {
		if t == "" {
			all = append(all, "")
			continue
		}
		list := lines(string(t))
		if size := len(t) + len(list)*(len(before)+len(after)+1); size > maxBytes || !w.step(1+size>>4) {
			list = []string{Unknown}
		}
		for i, line := range list {
			list[i] = string(before) + line + string(after)
		}
		all = append(all, Value(strings.Join(list, "\n")+"\n"))
	}
	return all
}

// filterOf is how a filter changes its input; nil: it isn't known, or reads a file.
func filterOf(cmd *Command) func(string) (string, bool) {
	var options, words []string
	for _, a := range cmd.Args {
		if !a.Value.Known() || a.Multi {
			return nil
		}
		if s := a.Value.Text(); len(s) > 1 && s[0] == '-' && len(words) == 0 {
			options = append(options, s)
		} else {
			words = append(words, s)
		}
	}
	one := strings.Join(options, " ")
	switch cmd.Program {
	case "tr", "gtr":
		return translate(one, words)
	case "sed", "gsed":
		if len(words) == 1 && (one == "" || one == "-E" || one == "-r" || one == "-e") {
			return substitute(words[0])
		}
		return nil
	case "head", "tail":
		return ends(cmd.Program == "head", options, words)
	case "cut", "gcut":
		return columns(options, words)
	}
	if len(words) > 0 {
		return nil
	}
	switch {
	case cmd.Program == "rev" && one == "":
		return eachLine(mirrored)
	case cmd.Program == "tac" && one == "":
		return lineOrder(slices.Reverse[[]string])
	case cmd.Program == "sort" && one == "":
		return lineOrder(slices.Sort[[]string])
	case cmd.Program == "base32" && (one == "-d" || one == "--decode" || one == "-D"):
		return func(s string) (string, bool) {
			b, err := base32.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
			return string(b), err == nil
		}
	}
	return nil
}

// lines takes a text apart; a last line without an end stays one.
func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }

func eachLine(change func(string) string) func(string) (string, bool) {
	return func(s string) (string, bool) {
		all := lines(s)
		for i := range all {
			all[i] = change(all[i])
		}
		return strings.Join(all, "\n") + "\n", true
	}
}

func lineOrder(change func([]string)) func(string) (string, bool) {
	return func(s string) (string, bool) {
		all := lines(s)
		change(all)
		return strings.Join(all, "\n") + "\n", true
	}
}

func mirrored(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

// translate is tr with two sets, and tr -d.
func translate(option string, sets []string) func(string) (string, bool) {
	drop := option == "-d" || option == "--delete"
	if option != "" && !drop || len(sets) == 0 || drop != (len(sets) == 1) || len(sets) > 2 {
		return nil
	}
	var all [2][]rune
	for i, set := range sets {
		members, ok := setMembers(set)
		if !ok || len(members) == 0 {
			return nil
		}
		all[i] = members
	}
	return func(s string) (string, bool) {
		return strings.Map(func(r rune) rune {
			i := -1
			for k, m := range all[0] {
				if m == r {
					i = k // the last one holds
				}
			}
			switch {
			case i < 0:
				return r
			case drop:
				return -1
			}
			return all[1][min(i, len(all[1])-1)]
		}, s), true
	}
}

// setMembers spells out a set of tr: characters, ranges, and classes of letters.
func setMembers(set string) ([]rune, bool) {
	switch set {
	case "[:upper:]":
		set = "A-Z"
	case "[:lower:]":
		set = "a-z"
	case "[:digit:]":
		set = "0-9"
	case `\n`:
		return []rune{'\n'}, true
	case `\0`, `\000`:
		return []rune{0}, true
	}
	if strings.ContainsAny(set, `\[`) || len(set) > 256 {
		return nil, false
	}
	r := []rune(set)
	var out []rune
	for i := 0; i < len(r); i++ {
		if i+2 < len(r) && r[i+1] == '-' {
			if r[i+2] < r[i] || r[i+2]-r[i] > 256 {
				return nil, false
			}
			for c := r[i]; c <= r[i+2]; c++ {
				out = append(out, c)
			}
			i += 2
			continue
		}
		out = append(out, r[i])
	}
	return out, true
}

// substitute is sed with one s command whose pattern is plain text.
func substitute(script string) func(string) (string, bool) {
	if len(script) < 4 || script[0] != 's' {
		return nil
	}
	parts := strings.Split(script[1:], script[1:2])
	if len(parts) != 4 || parts[0] != "" || parts[1] == "" || strings.ContainsAny(parts[1], `\.*[]^$+?(){}|`) || strings.ContainsAny(parts[2], `\&`) {
		return nil
	}
	n := 1
	switch parts[3] {
	case "":
	case "g":
		n = -1
	default:
		return nil
	}
	return func(s string) (string, bool) {
		if len(s)+strings.Count(s, parts[1])*len(parts[2]) > maxBytes {
			return "", false
		}
		return eachLine(func(line string) string { return strings.Replace(line, parts[1], parts[2], n) })(s)
	}
}

// ends is head and tail by lines.
func ends(head bool, options, words []string) func(string) (string, bool) {
	text := "10"
	switch {
	case len(options) == 0 && len(words) == 0:
	case len(options) == 1 && len(words) == 1 && (options[0] == "-n" || options[0] == "--lines"):
		text = words[0]
	case len(options) == 1 && len(words) == 0:
		text = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(options[0], "--lines="), "-n"), "-")
	default:
		return nil
	}
	from := !head && strings.HasPrefix(text, "+")
	n, err := strconv.Atoi(strings.TrimPrefix(text, "+"))
	if err != nil || n < 0 || strings.HasPrefix(text, "-") {
		return nil
	}
	return func(s string) (string, bool) {
		all := lines(s)
		switch {
		case from:
			all = all[min(max(n-1, 0), len(all)):]
		case head:
			all = all[:min(n, len(all))]
		default:
			all = all[max(0, len(all)-n):]
		}
		if len(all) == 0 {
			return "", true
		}
		return strings.Join(all, "\n") + "\n", true
	}
}

// columns is cut with one range of characters, or one of fields.
func columns(options, words []string) func(string) (string, bool) {
	delimiter, list, fields := "\t", "", false
	all := slices.Concat(options, words)
	for i := 0; i < len(all); i++ {
		s := all[i]
		if len(s) < 2 || s[0] != '-' {
			return nil
		}
		value := s[2:]
		if value == "" {
			if i++; i == len(all) {
				return nil
			}
			value = all[i]
		}
		switch s[1] {
		case 'd':
			delimiter = value
		case 'f', 'c', 'b':
			list, fields = value, s[1] == 'f'
		default:
			return nil
		}
	}
	first, last, isRange := strings.Cut(list, "-")
	from, errFrom := strconv.Atoi(first)
	to, errTo := strconv.Atoi(last)
	switch {
	case !isRange:
		to, errTo = from, errFrom
	case first == "" && last != "":
		from, errFrom = 1, nil
	case last == "":
		to, errTo = maxBytes, nil
	}
	if errFrom != nil || errTo != nil || from < 1 || to < from || len(delimiter) != 1 {
		return nil
	}
	return eachLine(func(line string) string {
		if !fields {
			return line[min(from-1, len(line)):min(to, len(line))]
		}
		parts := strings.Split(line, delimiter)
		if len(parts) == 1 {
			return line
		}
		return strings.Join(parts[min(from-1, len(parts)):min(to, len(parts))], delimiter)
	})
}
