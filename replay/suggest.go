package replay

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
	"rules2guards.local/replay/session"
)

// Suggestion is a rule that nobody wrote yet, and why it is proposed.
type Suggestion struct {
	ID    string `json:"id"`
	Why   string `json:"why"`
	Calls int    `json:"calls"`
	TOML  string `json:"toml"`
}

// idea is what a rule could be made of. Only shapes that people really write rules for
// become one, so that the list stays short.
type idea struct {
	id, kind string
	commands []string
	except   []string
	paths    []string
	access   []string
	message  string
	instead  string
	passes   []string
	why      func(n int) string
	least    int    // calls below which it isn't proposed
	of       string // pattern whose calls must mostly have been refused

	calls    int
	examples map[string]int
}

// suggester gathers ideas while the calls go by.
type suggester struct {
	ideas map[string]*idea
	calls map[string]int      // of each pattern that could be refused
	last  map[uint64]*failure // the last failed command of each session
	hash  func(string) uint64
}

// failure is a command that failed a few calls ago.
type failure struct {
	program string
	words   []string
	text    string
	age     int
}

func newSuggester(hash func(string) uint64) *suggester {
	return &suggester{ideas: map[string]*idea{}, calls: map[string]int{}, last: map[uint64]*failure{}, hash: hash}
}

// simple is one plain command of a call: what an example of a rule can be made of.
type simple struct {
	program string
	words   []string
}

// add looks at one call. It reads the text of a call as plain commands only: a proposal
// needs good examples, not all of them.
func (s *suggester) add(c *session.Call) {
	cc, err := c.Call()
	if err != nil {
		return
	}
	var commands []simple
	for _, sh := range cc.Shells {
		if sh.Dialect != call.Bash || len(sh.Text) > 2000 {
			continue
		}
		script := shell.Read(sh.Text, shell.Options{Dir: c.Dir})
		for i := range script.Commands {
			if x := &script.Commands[i]; x.Program != "" && len(commands) < 50 {
				words := []string{}
				for k := range x.Args {
					words = append(words, x.Args[k].Value.String())
				}
				commands = append(commands, simple{x.Program, words})
			}
		}
		s.twins(c, commands, sh.Text)
	}
	refused := c.Outcome == session.Blocked || c.Outcome == session.Denied
	for _, x := range commands {
		s.dangerous(x)
		s.refused(x, refused && len(commands) == 1)
		for _, w := range x.words {
			if reads(x.program) && secretFile(w) {
				s.secret(w, x.line())
			}
		}
	}
	for _, f := range cc.Files {
		if f.Access&call.Read != 0 && secretFile(f.Path) {
			s.secret(f.Path, "")
		}
	}
}

func (x simple) line() string {
	parts := []string{x.program}
	for _, w := range x.words {
		parts = append(parts, call.QuoteWord(w))
	}
	return strings.Join(parts, " ")
}

// maxIdeas bounds what is gathered.
const maxIdeas = 2000

func (s *suggester) idea(key string, build func() *idea) *idea {
	x := s.ideas[key]
	if x == nil {
		if len(s.ideas) >= maxIdeas {
			return &idea{examples: map[string]int{}}
		}
		x = build()
		x.examples = map[string]int{}
		s.ideas[key] = x
	}
	return x
}

func (x *idea) met(example string) {
	x.calls++
	if example = maskAll(example); example != "" && len(example) < 200 && !strings.Contains(example, mask) && !strings.ContainsAny(example, "\n\x00") &&
		guard.Clean(example, 400) == example && (len(x.examples) < 50 || x.examples[example] > 0) {
		x.examples[example]++
	}
}

// twins are programs that do the same: one that fails and is followed by the other shows
// what the project uses.
func twins() [][]string {
	return [][]string{{"npm", "pnpm", "yarn", "bun"}, {"pip", "pip3", "uv", "poetry"}, {"python", "python3", "uv"}, {"npx", "pnpx", "bunx", "pnpm"}, {"grep", "rg"}, {"docker-compose", "docker"}}
}

func (s *suggester) twins(c *session.Call, commands []simple, text string) {
	key := s.hash(c.Session)
	if f := s.last[key]; f != nil {
		for _, x := range commands {
			if x.program == f.program || c.Outcome == session.Failed {
				continue
			}
			for _, t := range twins() {
				if slices.Contains(t, f.program) && slices.Contains(t, x.program) && alike(f.words, x.words) {
					bad, good := f.program, x.program
					s.idea("twin "+bad+" "+good, func() *idea {
						return &idea{
							id: "use-" + good + "-not-" + bad, kind: "command", commands: []string{bad}, message: "This project uses " + good + ", not " + bad + ".", instead: good + " …", passes: []string{x.line()}, least: 2,
							why: func(n int) string {
								return fmt.Sprintf("%s failed and %s did the same right after it, %s", bad, good, times(n))
							},
						}
					}).met(f.text)
					delete(s.last, key)
					return
				}
			}
		}
		if f.age++; f.age > 3 {
			delete(s.last, key)
		}
	}
	if c.Outcome != session.Failed && c.Outcome != session.Blocked && c.Outcome != session.Denied {
		return
	}
	for _, x := range commands {
		for _, t := range twins() {
			if slices.Contains(t, x.program) && len(s.last) < maxIdeas {
				s.last[key] = &failure{program: x.program, words: x.words, text: x.line()}
				return
			}
		}
	}
}

// alike reports whether two commands do the same: they share a word that is no option, or
// both install something.
func alike(a, b []string) bool {
	install := []string{"install", "i", "add", "ci", "run", "test", "sync"}
	both := func(list []string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return slices.Contains(install, w) })
	}
	return both(a) && both(b) || slices.ContainsFunc(a, func(w string) bool {
		return !strings.HasPrefix(w, "-") && len(w) > 1 && slices.Contains(b, w)
	}) || len(a) == 0 && len(b) == 0
}

// dangerous gathers commands that rewrite or throw away what others have.
func (s *suggester) dangerous(x simple) {
	has := func(words ...string) bool {
		return slices.ContainsFunc(x.words, func(w string) bool { return slices.Contains(words, w) })
	}
	if x.program != "git" {
		return
	}
	seen := func(n int) string { return "it was run " + times(n) }
	switch {
	case has("push") && has("-f", "--force", "--mirror"):
		s.idea("force-push", func() *idea {
			return &idea{
				id: "no-force-push", kind: "command", commands: []string{"git push {--force,--mirror}", "git push +*"}, except: []string{"git push --dry-run"}, message: "Never rewrite a shared branch.",
				instead: "git push --force-with-lease, after asking", passes: []string{"git push --force-with-lease"}, why: seen, least: 1,
			}
		}).met(x.line())
	case has("reset") && has("--hard"):
		s.idea("reset-hard", func() *idea {
			return &idea{
				id: "no-reset-hard", kind: "command", commands: []string{"git reset --hard"}, message: "Work that isn't committed would be lost.",
				instead: "git stash, or git restore for one file", passes: []string{"git reset --soft HEAD~1"}, why: seen, least: 2,
			}
		}).met(x.line())
	case has("commit", "push", "merge") && has("--no-verify"):
		s.idea("no-verify", func() *idea {
			return &idea{
				id: "no-verify", kind: "command", commands: []string{"git {commit,push,merge} --no-verify"}, message: "The hooks are there for a reason.",
				instead: "fix what the hook says", passes: []string{"git commit -m x"}, why: seen, least: 1,
			}
		}).met(x.line())
	}
}

// refused gathers commands that the user or a hook refused again and again: more often than
// they were let through.
func (s *suggester) refused(x simple, yes bool) {
	pattern := x.program
	sub := ""
	if len(x.words) > 0 && word(x.words[0]) && subcommands(x.program) {
		sub = x.words[0]
		pattern += " " + sub
	}
	if !word(x.program) || harmlessPrograms(x.program) || len(s.calls) > maxIdeas {
		return
	}
	s.calls[pattern]++
	if !yes {
		return
	}
	id := "ask-before-" + strings.Trim(strings.ReplaceAll(strings.ToLower(pattern), " ", "-"), "-")
	s.idea("refused "+pattern, func() *idea {
		return &idea{
			of: pattern, id: id, kind: "command", commands: []string{pattern}, message: "This was refused before: ask first.", least: 3,
			why: func(n int) string { return "it was refused " + times(n) },
		}
	}).met(x.line())
}

// harmlessPrograms are refused for what is around them.
func harmlessPrograms(p string) bool {
	return slices.Contains([]string{"echo", "printf", "cat", "ls", "cd", "pwd", "head", "tail", "grep", "rg", "wc", "sort", "test", "true", "sleep", "which", "find", "sed", "awk", "jq"}, p)
}

// subcommands reports whether a program's first word says what it does.
func subcommands(program string) bool {
	return slices.Contains([]string{"git", "gh", "npm", "pnpm", "yarn", "bun", "docker", "kubectl", "terraform", "cargo", "go", "make", "pip", "pip3", "uv", "aws", "gcloud", "helm", "brew", "apt", "apt-get"}, program)
}

// word reports whether a text can stand in a pattern and an id as it is.
func word(w string) bool {
	for i, c := range w {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && (c != '-' || i == 0) {
			return false
		}
	}
	return w != "" && len(w) < 30
}

func (s *suggester) secret(file, example string) {
	name := strings.ToLower(path.Base(slashed(file)))
	pattern := name
	switch {
	case strings.HasPrefix(name, ".env"):
		pattern = ".env"
	case strings.HasPrefix(name, "id_"):
		pattern = "~/.ssh"
	case path.Ext(name) == ".pem" || path.Ext(name) == ".key":
		pattern = "*" + path.Ext(name)
	case strings.Contains(slashed(file), "/.aws/"):
		pattern = "~/.aws/credentials"
	}
	id := "no-read-" + strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, pattern), "-")
	x := s.idea("secret "+pattern, func() *idea {
		x := &idea{
			id: id, kind: "path", paths: []string{pattern}, access: []string{"read"}, message: "Secrets stay out of the agent's context.", instead: "ask the user for what is needed of it", least: 1,
			why: func(n int) string { return "it was read " + times(n) },
		}
		if pattern == ".env" {
			x.paths, x.except, x.passes = []string{".env", ".env.*"}, []string{".env.example", ".env.sample", ".env.template"}, []string{"cat .env.example"}
		}
		return x
	})
	x.met(example)
}

func reads(program string) bool {
	return slices.Contains([]string{"cat", "less", "more", "head", "tail", "sed", "awk", "grep", "rg", "cp", "source", ".", "bat", "nl", "base64", "strings", "xxd"}, program)
}

func secretFile(p string) bool {
	p = slashed(p)
	name := strings.ToLower(path.Base(p))
	switch {
	case name == ".env", strings.HasPrefix(name, ".env.") && !strings.Contains(name, "example") && !strings.Contains(name, "sample") && !strings.Contains(name, "template"):
		return true
	case strings.HasPrefix(name, "id_") && !strings.HasSuffix(name, ".pub") && strings.Contains(p, ".ssh/"):
		return true
	case name == "credentials" && strings.Contains(p, "/.aws/"), name == ".netrc", name == ".pgpass", path.Ext(name) == ".pem":
		return true
	}
	return false
}
