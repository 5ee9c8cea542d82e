package shell_test

import (
	"slices"
	"strings"

	"rules2guards.local/guard/shell"
)

// saved says how a command that ran is covered.
type saved uint8

const (
	missed     saved = iota
	unreadable       // the text was called unreadable
	dynamic          // a command with unknown parts may be it, or a shell was given unknown text
	found            // with every word known
)

// covered tells how a script accounts for a program that ran. argv is compared word by word; unknown
// parts match anything, a word with Multi any number of words.
func covered(s *shell.Script, r ran) saved {
	best := missed
	for i := range s.Commands {
		c := &s.Commands[i]
		known, ok := couldBe(c, r)
		switch {
		case ok && known:
			return found
		case ok, best == missed && runsUnknownText(s, c):
			best = dynamic
		}
	}
	if best == missed && s.Unreadable != nil {
		return unreadable
	}
	return best
}

// coveredIn is covered for a script of which dash may read a part, or that is loose for another reason. We read
// the text of sh as bash, as sh is bash elsewhere; dash has no $'…' and no braces and passes such words on as they
// are. There the program and the leaf's tag must do, and what dash makes of a mention, as of (( … )), is not asked.
// So they must where a line ends in CR, which bash keeps.
func coveredIn(loose bool, s *shell.Script, r ran) saved {
	best := covered(s, r)
	loose = loose || slices.ContainsFunc(r.Args, func(a string) bool { return strings.HasSuffix(a, "\r") })
	if !loose || best != missed {
		return best
	}
	tag := tagged.FindString(strings.Join(r.Args, " "))
	for i := range s.Commands {
		c := &s.Commands[i]
		if c.Program != r.Program && (c.Program != "" || c.Name.Value == "" || !matchValue(base(c.Name.Value), r.Program)) {
			continue
		}
		if tag != "" && !slices.Contains(tagged.FindAllString(line(c), -1), tag) {
			continue
		}
		if c.Program != "" || c.Name.Value.Known() {
			return found
		}
		best = dynamic
	}
	return best
}

func couldBe(c *shell.Command, r ran) (known, ok bool) {
	known = true
	switch {
	case c.Program == r.Program:
	case c.Name.Value == "", c.Program != "" && c.Name.Value.Known() && !c.Name.Value.HasGlob():
		return false, false
	case !matchValue(base(c.Name.Value), r.Program):
		return false, false
	default:
		known = c.Name.Value.Known()
	}
	for _, a := range c.Args {
		known = known && a.Value.Known() && !a.Multi
	}
	return known, matchWords(c.Args, r.Args, strings.HasPrefix(c.How, "find "))
}

// base cuts the folder off a value.
func base(v shell.Value) shell.Value {
	if i := strings.LastIndexByte(string(v), '/'); i >= 0 {
		return v[i+1:]
	}
	return v
}

// matchWords compares words with an argument list. Of the files that find may hand on, only some need be there.
func matchWords(words []shell.Word, args []string, someFiles bool) bool {
	// reach[i]: the words so far can be the first i arguments.
	reach := make([]bool, len(args)+1)
	reach[0] = true
	for _, w := range words {
		next := make([]bool, len(args)+1)
		for i := range reach {
			if !reach[i] {
				continue
			}
			if w.Multi {
				for j := i; j <= len(args); j++ {
					next[j] = true
				}
				continue
			}
			if someFiles && w.Value.HasGlob() {
				next[i] = true
			}
			for j := i; j < len(args); j++ {
				if !matchValue(w.Value, args[j]) {
					break
				}
				next[j+1] = true
				if !w.Value.HasGlob() {
					break
				}
			}
		}
		reach = next
	}
	return reach[len(args)]
}

// matchValue tells if a value can be the word s.
func matchValue(v shell.Value, s string) bool {
	t := string(v)
	if t == s {
		return true
	}
	if strings.IndexByte(t, 0) < 0 {
		return false
	}
	if v.HasGlob() && v.Text() == s {
		return true
	}
	reach := map[int]bool{0: true}
	for i := 0; i < len(t); i++ {
		next := map[int]bool{}
		switch {
		case t[i] != 0:
			for p := range reach {
				if p < len(s) && s[p] == t[i] {
					next[p+1] = true
				}
			}
		default:
			i++
			switch t[i-1 : i+1] {
			case shell.AnyRune:
				for p := range reach {
					next[min(p+1, len(s))] = true
				}
			case shell.OpenBracket:
				end := strings.IndexByte(t[i:], ']')
				if end < 0 {
					return true
				}
				i += end
				for p := range reach {
					next[min(p+1, len(s))] = true
				}
			default:
				for p := range reach {
					for q := p; q <= len(s); q++ {
						next[q] = true
					}
				}
			}
		}
		reach = next
	}
	return reach[len(s)]
}

// runsUnknownText says that a command is a shell or another interpreter whose program is not known.
func runsUnknownText(s *shell.Script, c *shell.Command) bool {
	switch c.Program {
	case "":
		return c.Name.Value != "" && !c.Name.Value.Known()
	case "sh", "bash", "dash", "zsh", "source", ".", "eval", "python3", "perl", "node", "make", "sqlite3", "ed", "trap", "mapfile", "readarray", "xargs", "awk", "mawk", "vim":
	default:
		return false
	}
	for _, a := range c.Args {
		if !a.Value.Known() || a.Multi {
			return true
		}
	}
	if c.Stdin != nil {
		return !c.Stdin.Value.Known()
	}
	// What another command pipes into it is not known.
	self := slices.IndexFunc(s.Commands, func(d shell.Command) bool { return d.Span == c.Span && d.Program == c.Program })
	for _, d := range s.Commands {
		if slices.Contains(d.Pipes, self) {
			return true
		}
	}
	return false
}

// mayAlarm says that what a text runs depends on more than the text. Whether bash loses a here-document in (( … ) )
// depends on what is around it; $((…)) with a case may be a subshell, whose program is what others print; in a prompt
// \$ is # to root, whom the oracle's bash takes itself for, and a dollar sign to others.
func mayAlarm(text string) bool {
	return strings.Contains(text, "((") && (strings.Contains(text, "<<") || strings.Contains(text, "case ")) ||
		strings.Contains(text, `\$`) && (strings.Contains(text, "@P}") || strings.Contains(text, "PS4="))
}

// falseAlarms are the commands found that name a stub, that bash did not run, and that stand for a mention.
// A function counts as called where a program's name is not known.
func falseAlarms(loose bool, s *shell.Script, ranAll []ran) []string {
	var out []string
	anyName := slices.ContainsFunc(s.Commands, func(c shell.Command) bool { return c.Program == "" && !c.Name.Value.Known() })
	for i := range s.Commands {
		c := &s.Commands[i]
		if !slices.Contains(stubNames(), c.Program) || anyName && strings.HasPrefix(c.How, "function") {
			continue
		}
		text := line(c)
		if strings.Contains(text, "…") || slices.ContainsFunc(ranAll, func(r ran) bool { _, ok := couldBe(c, r); return ok }) {
			continue
		}
		for _, t := range tagged.FindAllString(text, -1) {
			if t[0] == 'm' {
				out = append(out, text)
				break
			}
		}
		if !loose && !tagged.MatchString(text) {
			out = append(out, text)
		}
	}
	return out
}

// line is a command as text, for people.
func line(c *shell.Command) string {
	words := []string{c.Program}
	if c.Program == "" {
		words[0] = c.Name.Value.String()
	}
	for _, a := range c.Args {
		t := a.Value.String()
		if a.Multi {
			t += "…"
		}
		words = append(words, t)
	}
	return strings.Join(words, " ")
}

// readAt reads a script as the oracle runs it.
func readAt(text string) *shell.Script {
	return shell.Read(text, shell.Options{Dir: "/scratch", Home: "/scratch"})
}

// runsNpm says whether a script finds npm, or names a command that may be npm.
func runsNpm(s *shell.Script) (sure, maybe bool) {
	for i := range s.Commands {
		c := &s.Commands[i]
		sure = sure || c.Program == "npm"
		maybe = maybe || runsUnknownText(s, c) || c.Program == "" && matchValue(base(c.Name.Value), "npm")
	}
	return sure, sure || maybe
}
