package guard

import (
	"regexp"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// maxContent is how much new text of a call content rules look at, in bytes.
const maxContent = 1 << 20

// written is a text that a call writes, and what it replaces.
type written struct {
	now, before string
	whole       bool // now is the whole text, not a part of it
}

// judgeContents judges what an item writes by the content rules.
func (j *Judge) judgeContents(it *fileItem) {
	if len(j.p.Index.Contents) == 0 || it.content == nil || it.content.Unknown || it.access&call.Write == 0 {
		return
	}
	var w written
	read := false
	for _, n := range j.p.Index.Contents {
		r := &j.p.Rules[n.Rule]
		if !j.applies(r) || !hasTarget(r, FileText) || !j.contentPath(n.Rule, it) {
			continue
		}
		if !read { // the file on disk is read only when a rule is about it
			w, read = j.newText(it), true
		}
		if j.contentFires(n, w) && j.conditions(n.Rule, j.itemPlace(it), it.path.String()) {
			j.fire(n.Rule, Finding{Item: it.path.String(), What: "writes into", Text: it.text, Span: it.span, How: it.how})
		}
	}
}

// newText works an edit out in memory, on the file on disk when it can be read.
func (j *Judge) newText(it *fileItem) written {
	disk, ok := "", false
	if it.abs != "" {
		var b []byte
		if b, ok = j.world.ReadFile(it.abs); ok {
			disk = string(b)
		}
	}
	f := it.content
	if f.Whole {
		return written{now: bounded(f.Text), before: disk, whole: true}
	}
	if ok {
		now, done := disk, true
		for _, e := range f.Edits {
			if e.Old == "" || !strings.Contains(now, e.Old) {
				done = false
				break
			}
			n := 1
			if e.All {
				n = -1
			}
			now = strings.Replace(now, e.Old, e.New, n)
		}
		if done {
			return written{now: now, before: disk}
		}
	}
	var now, before strings.Builder
	for _, e := range f.Edits {
		now.WriteString(e.New + "\n")
		before.WriteString(e.Old + "\n")
	}
	return written{now: bounded(now.String()), before: before.String()}
}

func bounded(s string) string { return s[:min(len(s), maxContent)] }

func hasTarget(r *Rule, t Target) bool {
	for _, x := range r.Targets {
		if x == t {
			return true
		}
	}
	return len(r.Targets) == 0 && t == FileText
}

// contentPath reports whether a content rule is about this file.
func (j *Judge) contentPath(rule int, it *fileItem) bool {
	r := &j.p.Rules[rule]
	in := len(r.Paths) == 0
	globs := ofRule(j.p.Index.ContentIn, rule, globRule)
	for i := range globs {
		in = in || it.mayHold(globs[i].Literal) && j.pathMeets(&globs[i], it, r)
	}
	return in && !j.pathOut(rule, it)
}

// contentFires reports whether a content rule fires on a text.
func (j *Judge) contentFires(n Needle, w written) bool {
	r := &j.p.Rules[n.Rule]
	if r.MustMatch != "" {
		re := j.regexp(n.Rule, multiline(r.MustMatch))
		return w.whole && re != nil && !re.MatchString(w.now)
	}
	if !holdsLiteral(w.now, n) {
		return false
	}
	re := j.regexp(n.Rule, multiline(r.Pattern))
	if re == nil {
		return false
	}
	var except *regexp.Regexp
	if r.ExceptPattern != "" {
		if except = j.regexp(n.Rule, multiline(r.ExceptPattern)); except == nil {
			return false
		}
	}
	now := occurrences(re, except, w.now)
	if len(now) == 0 {
		return false
	}
	before := occurrences(re, except, w.before)
	for m, k := range now {
		if k > before[m] {
			return true
		}
	}
	return false
}

// multiline makes ^ and $ stand at lines.
func multiline(expr string) string { return "(?m)" + expr }

// occurrences counts the matches of re by their text, without those that touch a line
// which except matches.
func occurrences(re, except *regexp.Regexp, s string) map[string]int {
	var out map[string]int
	for _, m := range re.FindAllStringIndex(s, -1) {
		if except != nil {
			start := strings.LastIndexByte(s[:m[0]], '\n') + 1
			end := len(s)
			if k := strings.IndexByte(s[m[1]:], '\n'); k >= 0 {
				end = m[1] + k
			}
			if except.MatchString(s[start:end]) {
				continue
			}
		}
		if out == nil {
			out = map[string]int{}
		}
		out[s[m[0]:m[1]]]++
	}
	return out
}

// judgeMessages judges the texts that a command hands on: commit messages, titles and
// bodies of pull requests, SQL.
func (j *Judge) judgeMessages(c *shell.Command, text int) {
	if len(j.p.Index.Contents) == 0 {
		return
	}
	var msgs []shell.Message
	for i, n := range j.p.Index.Contents {
		if i == 0 {
			if msgs = shell.Messages(c); len(msgs) == 0 {
				return
			}
		}
		r := &j.p.Rules[n.Rule]
		if !j.applies(r) {
			continue
		}
		for _, m := range msgs {
			if !hasTarget(r, messageTarget(m.Target)) || !m.Text.Known() && r.MustMatch != "" {
				continue
			}
			w := written{now: bounded(m.Text.Text()), whole: m.Whole}
			if !j.contentFires(n, w) {
				continue
			}
			pl := place{branch: c.Place.Branch}
			if c.Place.Known {
				pl.dir = c.Place.Dir
			}
			if j.conditions(n.Rule, pl, m.Target) {
				j.fire(n.Rule, Finding{Item: firstLine(m.Text.String()), What: "says", Text: text, Span: m.Span, How: m.Target})
			}
		}
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

func messageTarget(s string) Target {
	for t := FileText; t <= SQL; t++ {
		if t.String() == s {
			return t
		}
	}
	return 0
}
