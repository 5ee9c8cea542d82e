package shell

import "strings"

// envWords reads the arguments of env: options, variables, and the command behind them.
// depth counts how often -S has put a new command line in place of its text.
func envWords(args []Word, depth int) []nested {
	f := form{values: "-u --unset -a --argv0 -P --block-signal --default-signal --ignore-signal", dir: "-C --chdir", split: "-S --split-string", stops: "--help --version", flags: gnuNames}
	base := nested{how: "env"}
	for i := 0; i < len(args); i++ {
		text := string(args[i].Value)
		if text == "--" {
			args = args[i+1:]
			break
		}
		if text == "-" {
			base.clearEnv = true
			continue
		}
		if len(text) < 2 || text[0] != '-' {
			args = args[i:]
			break
		}
		options, used := f.option(args[i:])
		for _, o := range options {
			switch {
			case owns(f.stops, o.name) > 0:
				return nil
			case o.name == "-i" || o.name == "--ignore-environment":
				base.clearEnv = true
			case owns(f.dir, o.name) > 0 && o.has:
				base.dir = &o.value
			case owns(f.split, o.name) > 0 && o.has && depth < 8:
				line := append(splitWord(o.value), args[i+used:]...)
				out := envWords(line, depth+1)
				for k := range out {
					out[k].clearEnv = out[k].clearEnv || base.clearEnv
				}
				return out
			}
		}
		i += used - 1
		if i == len(args)-1 {
			return nil
		}
	}
	for len(args) > 0 {
		name, value, ok := assignment(args[0])
		if !ok {
			break
		}
		base.env = append(base.env, Assign{name, value})
		args = args[1:]
	}
	if len(args) == 0 {
		return nil
	}
	base.words = args
	return []nested{base}
}

// xargsWords reads xargs: its command, with the words that it adds when they are known.
func xargsWords(c *Command) []nested {
	f := form{values: "-a --arg-file -d --delimiter -E -I -L --max-lines -n --max-args -P --max-procs -s --max-chars -R -S -J --process-slot-var", glued: "-i -e -l", stops: "--help --version", flags: gnuNames}
	s := f.read(c.Args)
	base := nested{how: "xargs", more: true}
	place, delimiter, known := "", "", c.Stdin != nil && c.Stdin.Value.Known()
	for _, o := range s.options {
		switch o.name {
		case "--help", "--version":
			return nil
		case "-I", "-i", "--replace", "-J":
			place = "{}"
			if o.has && o.value.Value != "" {
				place = string(o.value.Value)
			}
		case "-0", "--null":
			delimiter = Zero
		case "-d", "--delimiter":
			delimiter = unescape(string(o.value.Value))
		case "-a", "--arg-file":
			known = false
		}
	}
	if len(s.rest) == 0 {
		return nil
	}
	if !known {
		base.words = s.rest
		if place != "" {
			base.words, base.more = replaceAll(s.rest, place), false
		}
		return []nested{base}
	}
	return xargsKnown(base, s.rest, c.Stdin, place, delimiter)
}

// xargsKnown is what xargs runs when the text that it reads is known.
func xargsKnown(base nested, words []Word, in *Text, place, delimiter string) []nested {
	text := string(in.Value)
	var items []string
	if delimiter == Zero {
		delimiter = in.Value.zeroEnd()
	} else {
		text = string(in.Value.word())
	}
	switch {
	case delimiter != "":
		items = strings.Split(strings.TrimSuffix(text, delimiter), delimiter)
	case place != "":
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimLeft(line, " \t"); line != "" {
				items = append(items, strings.Join(splitText(line), " "))
			}
		}
	default:
		items = splitText(text)
	}
	base.more = false
	if place == "" {
		base.words = words[:len(words):len(words)]
		for _, item := range items {
			base.words = append(base.words, Word{Value: Value(item), Span: in.Span})
		}
		return []nested{base}
	}
	if len(items) > maxAlternatives || len(text)*placesIn(words, place) > 1<<20 {
		base.words = replaceAll(words, place)
		return []nested{base}
	}
	var out []nested
	for _, item := range items {
		n := base
		n.words = make([]Word, len(words))
		for i, w := range words {
			w.Value = Value(strings.ReplaceAll(string(w.Value), place, item))
			n.words[i] = w
		}
		out = append(out, n)
	}
	return out
}

func placesIn(words []Word, place string) int {
	n := 0
	for _, w := range words {
		n += strings.Count(string(w.Value), place)
	}
	return n
}

// maxAlternatives bounds how many readings of one command are returned.
const maxAlternatives = 16

// parallelText reads GNU parallel: a template, which a shell runs once for each argument.
func parallelText(c *Command) []nested {
	f := form{values: "-j --jobs -P --max-procs -a --arg-file -C --colsep -d --delimiter -D -E -I -L --max-lines -l -n --max-args -N --max-replace-args -s --max-chars -S --sshlogin --sshloginfile --slf -W --workdir --wd --results --joblog --tmpdir --tempdir --retries --delay --timeout --halt --memfree --load --nice --id --semaphorename --shuf-seed --tagstring --block --recstart --recend --basefile --return --env --profile -J --header --trc --transferfile --progress-file --limit --termseq --rpl --plus-x", stops: "--help --version --citation --record-env", glued: "-i"}
	s := f.read(c.Args)
	for _, o := range s.options {
		if owns(f.stops, o.name) > 0 {
			return nil
		}
	}
	template := s.rest
	var args []Word
	known := false
	for i, w := range s.rest {
		if strings.HasPrefix(string(w.Value), ":::") {
			template, args = s.rest[:i], s.rest[i+1:]
			known = w.Value == ":::" || w.Value == ":::+"
			break
		}
	}
	base := nested{kind: nestedText, how: "parallel"}
	var sources [][]Word
	sources = append(sources, nil)
	for _, w := range args {
		if strings.HasPrefix(string(w.Value), ":::") {
			known = known && !strings.HasPrefix(string(w.Value), "::::")
			sources = append(sources, nil)
			continue
		}
		sources[len(sources)-1] = append(sources[len(sources)-1], w)
	}
	switch {
	case known && len(sources) == 1 && len(args) <= maxAlternatives:
		var out []nested
		for _, arg := range args {
			n := base
			n.text = fillTemplate(template, arg.Value, arg)
			out = append(out, n)
		}
		return out
	case len(args) == 0 && c.Stdin != nil && c.Stdin.Value.Known() && strings.Count(string(c.Stdin.Value), "\n") <= maxAlternatives:
		var out []nested
		for line := range strings.SplitSeq(string(c.Stdin.Value), "\n") {
			if line == "" {
				continue
			}
			n := base
			n.text = fillTemplate(template, Value(line), Word{Value: Value(line), Span: c.Stdin.Span})
			out = append(out, n)
		}
		return out
	}
	base.text = fillTemplate(template, Unknown, Word{Value: Unknown, Span: c.Span})
	return []nested{base}
}

// fillTemplate puts an argument into a template of parallel; without a template the
// argument is the text itself.
func fillTemplate(template []Word, arg Value, w Word) Word {
	if len(template) == 0 {
		return asText(w)
	}
	out := joinWords(template)
	text := string(out.Value)
	quoted := string(arg)
	if arg != Unknown {
		quoted = string(quoteShell(arg))
	}
	filled := false
	for _, place := range [...]string{"{}", "{1}", "{.}", "{/}", "{//}", "{/.}", "{2}", "{#}", "{%}"} {
		if !strings.Contains(text, place) {
			continue
		}
		filled = true
		value := quoted
		if place != "{}" && place != "{1}" || strings.Count(text, place)*len(quoted) > 1<<20 {
			value = Unknown
		}
		text = strings.ReplaceAll(text, place, value)
	}
	if !filled {
		text += " " + quoted
	}
	out.Value = Value(text)
	return out
}

// unescape reads the backslash escapes of an option value: \n, \t, \0.
func unescape(s string) string {
	switch s {
	case `\n`:
		return "\n"
	case `\t`:
		return "\t"
	case `\0`:
		return Zero
	}
	return s
}
