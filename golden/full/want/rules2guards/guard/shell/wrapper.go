package shell

import "strings"

// inner says what the operands of a program are that runs others.
type inner uint8

const (
	innerWords  inner = iota // a command: sudo npm i
	innerJoined              // shell text, joined by blanks: watch npm i
	innerEach                // each operand is a shell text: hyperfine 'npm i' 'npm ci'
	innerDash                // a command behind --: kubectl exec POD -- npm i
	innerNone                // nothing that runs
)

// form says how a program runs others. Lists of options are separated by blanks; an
// option that owns more than one word says how many: "--bind:2".
type form struct {
	values string // options that own the next word
	text   string // options whose value is shell text
	split  string // options whose value is a command line that no shell reads
	words  string // options after whose name the command begins: nix develop -c npm i
	files  string // options whose value is a file of shell text
	dir    string // options that name the folder it runs in
	stops  string // options with which nothing runs
	shells string // options with which, no command given, a shell reads standard input; "*": always
	glued  string // short options whose value, if any, is the rest of the word: xargs -i{}
	entry  string // option that replaces the program of the inner command: docker run --entrypoint
	env    string // options that set a variable of the inner command
	lead   int    // operands before the command: timeout 5s, ssh HOST
	inner  inner
	flags  formFlag
}

type formFlag uint16

const (
	takesAssigns formFlag = 1 << iota // NAME=value words may stand before the command
	isRemote                          // another machine or a container
	isSame                            // in the calling shell
	isMore                            // further words follow
	lateOptions                       // options may stand behind the leading operands too
	gnuNames                          // long options may be abbreviated
	skipsVersion                      // a leading number or version is no command: nvm exec 20 npm i
	hasVersion                        // the program may carry a version: npx npm@10 i
	hasPlace                          // /_ in the words is replaced by something unknown: entr
)

// option is one option as a form reads it.
type option struct {
	name  string
	value Word
	has   bool
}

// scan is the reading of a program's arguments by a form.
type scan struct {
	options []option
	lead    []Word // leading operands
	rest    []Word // from the first word of the inner command on
	dash    bool   // -- stood somewhere before rest
	words   bool   // rest is a command whatever the form says: behind an option of form.words
}

// owns returns how many words an option owns by a list of options.
func owns(list, name string) int {
	for list != "" {
		item, tail, _ := strings.Cut(list, " ")
		list = tail
		if !strings.HasPrefix(item, name) {
			continue
		}
		if len(item) == len(name) {
			return 1
		}
		if item[len(name)] == ':' && len(item) == len(name)+2 {
			return int(item[len(name)+1] - '0')
		}
	}
	return 0
}

// expand returns the one long option of the list that begins with name, or name.
func expand(list, name string) string {
	found := name
	for list != "" {
		item, tail, _ := strings.Cut(list, " ")
		list = tail
		if strings.HasPrefix(item, name) && item != name {
			if found != name {
				return name
			}
			found = item
		}
	}
	return found
}

// width returns how many words an option of the form owns.
func (f *form) width(name string) int {
	for _, list := range [...]string{f.values, f.text, f.split, f.files, f.dir, f.entry, f.env} {
		if n := owns(list, name); n > 0 {
			return n
		}
	}
	return 0
}

// read splits arguments into options, leading operands and the rest.
func (f *form) read(args []Word) scan {
	var s scan
	for i := 0; i < len(args); i++ {
		w := args[i]
		text := string(w.Value)
		switch {
		case s.dash || len(text) < 2 || text[0] != '-':
			if f.inner == innerNone || f.inner == innerDash && !s.dash {
				s.lead = append(s.lead, w)
				continue
			}
			if len(s.lead) < f.lead {
				s.lead = append(s.lead, w)
				if f.flags&lateOptions == 0 && len(s.lead) == f.lead {
					s.rest = args[i+1:]
					if len(s.rest) > 0 && s.rest[0].Value == "--" {
						s.rest = s.rest[1:]
					}
					return s
				}
				continue
			}
			if f.flags&skipsVersion != 0 && isVersion(text) {
				s.lead = append(s.lead, w)
				continue
			}
			s.rest = args[i:]
			return s
		case text == "--":
			s.dash = true
			if f.inner == innerDash {
				s.rest = args[i+1:]
				return s
			}
		default:
			o, used := f.option(args[i:])
			s.options = append(s.options, o...)
			i += used - 1
			if f.words != "" && len(o) > 0 && owns(f.words, o[len(o)-1].name) > 0 {
				s.rest, s.dash, s.words = withoutDash(args[i+1:]), true, true
				return s
			}
		}
	}
	return s
}

// option reads the options of the first word and says how many words they took.
func (f *form) option(args []Word) ([]option, int) {
	w := args[0]
	text := string(w.Value)
	value := func(name string, at, n int) ([]option, int) {
		if at < len(text) {
			return []option{{name, cut(w, at), true}}, 1 + n - 1
		}
		if len(args) < 2 {
			return []option{{name: name}}, 1
		}
		if n >= len(args) {
			n = len(args) - 1
		}
		return []option{{name, args[n], true}}, 1 + n
	}
	name, _, glued := strings.Cut(text, "=")
	if f.flags&gnuNames != 0 && strings.HasPrefix(name, "--") && f.width(name) == 0 {
		name = f.unabbreviate(name)
	}
	if n := f.width(name); n > 0 || strings.HasPrefix(text, "--") {
		if glued {
			return []option{{name, cut(w, strings.IndexByte(text, '=')+1), true}}, 1
		}
		if n == 0 {
			return []option{{name: name}}, 1
		}
		return value(name, len(text), n)
	}
	if owns(f.words, text) > 0 || owns(f.stops, text) > 0 {
		return []option{{name: text}}, 1
	}
	var out []option
	for j := 1; j < len(text) && text[j] != 0; j++ {
		letter := "-" + text[j:j+1]
		if n := f.width(letter); n > 0 {
			o, used := value(letter, j+1, n)
			return append(out, o...), used
		}
		if owns(f.glued, letter) > 0 {
			return append(out, option{letter, cut(w, j+1), j+1 < len(text)}), 1
		}
		out = append(out, option{name: letter})
	}
	return out, 1
}

func (f *form) unabbreviate(name string) string {
	for _, list := range [...]string{f.values, f.text, f.split, f.dir} {
		if full := expand(list, name); full != name {
			return full
		}
	}
	return name
}

// nested returns what a program runs by its form. how names it for people.
func (f form) nested(how string, args []Word) []nested {
	s := f.read(args)
	base := nested{how: how, remote: f.flags&isRemote != 0, same: f.flags&isSame != 0, more: f.flags&isMore != 0}
	var out []nested
	var entry *Word
	shell := f.shells == "*"
	for i := range s.options {
		o := &s.options[i]
		switch {
		case owns(f.stops, o.name) > 0:
			return nil
		case o.has && owns(f.dir, o.name) > 0:
			base.dir = &o.value
		case o.has && owns(f.entry, o.name) > 0:
			entry = &o.value
		case o.has && owns(f.env, o.name) > 0:
			if name, value, ok := assignment(o.value); ok {
				base.env = append(base.env, Assign{name, value})
			}
		}
		shell = shell || owns(f.shells, o.name) > 0
	}
	for _, o := range s.options {
		n := base
		n.how = how + " " + o.name
		switch {
		case !o.has:
		case owns(f.text, o.name) > 0:
			n.kind, n.text = nestedText, asText(o.value)
			n.positional = nil
			out = append(out, n)
		case owns(f.split, o.name) > 0:
			if n.words = splitWord(o.value); len(n.words) > 0 {
				out = append(out, n)
			}
		case owns(f.files, o.name) > 0:
			n.kind, n.text = nestedFile, o.value
			out = append(out, n)
		}
	}
	rest := s.rest
	if f.flags&takesAssigns != 0 {
		for len(rest) > 0 {
			name, value, ok := assignment(rest[0])
			if !ok {
				break
			}
			base.env = append(base.env[:len(base.env):len(base.env)], Assign{name, value})
			rest = rest[1:]
		}
	}
	if entry != nil {
		rest = append([]Word{*entry}, rest...)
	}
	if s.words {
		f.inner = innerWords
	}
	return append(out, f.command(base, rest, len(out) > 0, shell)...)
}

// command is the inner command that the operands make.
func (f *form) command(base nested, rest []Word, texts, shell bool) []nested {
	if len(rest) == 0 {
		if shell && !texts {
			base.kind = nestedStdin
			return []nested{base}
		}
		return nil
	}
	if f.flags&hasPlace != 0 {
		rest = replaceAll(rest, "/_")
	}
	switch f.inner {
	case innerWords, innerDash:
		if f.flags&hasVersion != 0 {
			rest = withoutVersion(rest)
		}
		base.words = rest
		return []nested{base}
	case innerJoined:
		base.kind, base.text = nestedText, joinWords(rest)
		return []nested{base}
	case innerEach:
		var out []nested
		for _, w := range rest {
			base.kind, base.text = nestedText, asText(w)
			out = append(out, base)
		}
		return out
	}
	return nil
}

// subcommand returns what a program runs whose subcommand decides: docker exec, npm exec.
func subcommand(c *Command) ([]nested, bool) {
	key, args := c.Program, c.Args
	var folder *Word
	var out []nested
	for {
		tool, ok := toolOf(key)
		if !ok {
			return out, len(out) > 0
		}
		s := tool.read(args)
		for i := range s.options {
			o := &s.options[i]
			if o.has && owns(tool.dir, o.name) > 0 {
				folder = &o.value
			}
			if o.has && owns(tool.split, o.name) > 0 {
				out = append(out, nested{how: key + " " + o.name, words: splitWord(o.value), more: true})
			}
		}
		if len(s.rest) == 0 || !s.rest[0].Value.Known() {
			return out, len(out) > 0
		}
		key, args = key+" "+string(s.rest[0].Value), s.rest[1:]
		if key == "nix run" {
			return append(out, nixRun(args)...), true
		}
		f, ok := formOf(key)
		if !ok {
			continue
		}
		out = append(out, f.nested(key, args)...)
		for i := range out {
			if out[i].dir == nil {
				out[i].dir = folder
			}
		}
		return out, true
	}
}

// unknownWrapper reads the words of a program that only the user's settings know. Its
// last option may own the word behind it: both readings are returned.
func unknownWrapper(c *Command) []nested {
	at, option := 0, false
	for ; at < len(c.Args); at++ {
		text := string(c.Args[at].Value)
		if text == "--" {
			at, option = at+1, false
			break
		}
		if !strings.HasPrefix(text, "-") {
			break
		}
		option = !strings.Contains(text, "=")
	}
	var out []nested
	for ; at < len(c.Args); at++ {
		out = append(out, nested{how: c.Program, words: c.Args[at:]})
		if !option {
			break
		}
		option = false
	}
	return out
}
