package shell

import "strings"

// Message is a text that a command hands on.
type Message struct {
	Target string // commit-message, pr-title, pr-body, sql
	Text   Value  // sql: one statement per line, without comments
	Whole  bool   // it is the whole text, not a part of one
	File   Value  // the text is in this file; Text is Unknown then
	Span   Span
}

// Messages returns the texts that a command hands on: commit messages, titles and bodies
// of pull requests, SQL.
func Messages(c *Command) []Message {
	m := messenger{c: c}
	switch c.Program {
	case "git":
		m.git()
	case "gh", "glab", "hub", "az":
		m.pullRequest()
	case "jj", "hg", "sl", "svn":
		m.read()
		m.message("--file", "--logfile")
	default:
		return sqlMessages(c)
	}
	return m.out
}

// messenger gathers the messages of one command.
type messenger struct {
	c    *Command
	line Line
	out  []Message
}

func (m *messenger) read() {
	for _, l := range Lines(m.c) {
		m.line = l
		return
	}
}

// sub reports whether the subcommand is one of these.
func (m *messenger) sub(names ...string) bool {
	if m.line.Sub == 0 {
		return false
	}
	s := string(m.line.Words[0].Value)
	if m.line.Sub > 1 {
		s += " " + string(m.line.Words[1].Value)
	}
	for _, n := range names {
		if s == n {
			return true
		}
	}
	return false
}

func (m *messenger) git() {
	m.read()
	remark := m.sub("tag", "notes add", "notes append")
	if !remark && !m.sub("commit", "merge", "commit-tree") {
		return
	}
	m.message("--file", "-F")
	for i := range m.out {
		// What a commit's message must look like, a remark on a commit needn't.
		m.out[i].Whole = m.out[i].Whole && !remark
	}
}

// message joins the values of -m, each a paragraph, and adds trailers; or takes the text
// that a file or standard input holds.
func (m *messenger) message(fileOptions ...string) {
	var paragraphs, trailers []string
	span := Span{}
	for _, o := range m.line.Options {
		if !o.HasValue {
			continue
		}
		switch o.Name {
		case "--message", "-m":
			paragraphs = append(paragraphs, strings.TrimRight(string(o.Value), "\n"))
			span = m.span(&o, span)
		case "--trailer":
			trailers = append(trailers, string(o.Value))
			span = m.span(&o, span)
		}
	}
	if len(paragraphs) == 0 {
		for _, name := range fileOptions {
			m.file("commit-message", name)
		}
		if len(m.out) > 0 || len(trailers) == 0 {
			return
		}
	}
	text := strings.Join(paragraphs, "\n\n")
	if len(trailers) > 0 {
		if text != "" {
			text += "\n\n"
		}
		text += strings.Join(trailers, "\n")
	}
	m.out = append(m.out, Message{Target: "commit-message", Text: Value(text), Whole: len(paragraphs) > 0, Span: span})
}

// span is the span of an option's value, or joins it to one.
func (m *messenger) span(o *Option, with Span) Span {
	s := m.c.Args[max(o.Arg, o.ValueArg)].Span
	if with == (Span{}) {
		return s
	}
	return Span{min(with.Start, s.Start), max(with.End, s.End)}
}

// value adds the text that an option gives.
func (m *messenger) value(target, name string) {
	for _, o := range m.line.Options {
		if o.Name == name && o.HasValue {
			m.out = append(m.out, Message{Target: target, Text: o.Value, Whole: true, Span: m.span(&o, Span{})})
			return
		}
	}
}

// file adds the text of a file that an option names, or of standard input.
func (m *messenger) file(target, name string) {
	for _, o := range m.line.Options {
		if o.Name != name || !o.HasValue {
			continue
		}
		if o.Value == "-" || o.Value == "/dev/stdin" || o.Value == "/dev/fd/0" {
			if m.c.Stdin != nil {
				m.out = append(m.out, Message{Target: target, Text: m.c.Stdin.Value, Whole: true, Span: m.c.Stdin.Span})
			}
			return
		}
		m.out = append(m.out, Message{Target: target, Text: Unknown, Whole: true, File: o.Value, Span: m.span(&o, Span{})})
		return
	}
}

// pullRequest reads what hosters' programs say of pull requests.
func (m *messenger) pullRequest() {
	m.read()
	switch {
	case m.sub("pr create", "pr new", "pr edit"), m.sub("mr create", "mr new", "mr update"):
		m.value("pr-title", "--title")
		m.value("pr-body", "--body")
		m.value("pr-body", "--description")
		m.file("pr-body", "--body-file")
	case m.sub("pr merge"):
		text, span := "", Span{}
		whole := false
		for _, o := range m.line.Options {
			if (o.Name == "--subject" || o.Name == "--body") && o.HasValue {
				if o.Name == "--subject" {
					text = strings.TrimRight(string(o.Value)+"\n\n"+text, "\n")
					whole = true
				} else {
					text = strings.TrimLeft(text+"\n\n"+string(o.Value), "\n")
				}
				span = m.span(&o, span)
			}
		}
		if text != "" {
			m.out = append(m.out, Message{Target: "commit-message", Text: Value(text), Whole: whole, Span: span})
		}
	case m.sub("repos pr"): // az repos pr create
		m.value("pr-title", "--title")
		m.value("pr-body", "--description")
	case m.c.Program == "gh" && m.sub("api"):
		m.api()
	case m.c.Program == "hub" && len(m.line.Words) > 0 && m.line.Words[0].Value == "pull-request":
		for _, o := range m.line.Options {
			if (o.Name == "-m" || o.Name == "--message") && o.HasValue {
				title, body, _ := strings.Cut(string(o.Value), "\n")
				m.out = append(m.out,
					Message{Target: "pr-title", Text: Value(title), Whole: true, Span: m.span(&o, Span{})},
					Message{Target: "pr-body", Text: Value(strings.TrimLeft(body, "\n")), Whole: true, Span: m.span(&o, Span{})})
			}
		}
	}
}

// api reads the fields of gh api repos/x/y/pulls.
func (m *messenger) api() {
	words := m.line.Words[m.line.Sub:]
	if len(words) == 0 || !strings.Contains(string(words[0].Value), "/pulls") {
		return
	}
	for _, o := range m.line.Options {
		if o.Name != "--raw-field" && o.Name != "--field" {
			continue
		}
		if v, ok := strings.CutPrefix(string(o.Value), "title="); ok {
			m.out = append(m.out, Message{Target: "pr-title", Text: Value(v), Whole: true, Span: m.span(&o, Span{})})
		} else if v, ok := strings.CutPrefix(string(o.Value), "body="); ok && !strings.HasPrefix(v, "@") {
			m.out = append(m.out, Message{Target: "pr-body", Text: Value(v), Whole: true, Span: m.span(&o, Span{})})
		}
	}
}
