package guard

import (
	"path"
	"regexp"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// Bounds of content rules, in bytes.
const (
	maxContent = 1 << 20  // of new text that is looked at
	maxWork    = 16 << 20 // of texts that are gone through to work edits out; behind that only their own text is looked at
)

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

// newText works an edit out in memory, on the file as it is by then, when it can be read.
func (j *Judge) newText(it *fileItem) written {
	disk, ok := j.textOf(it.abs)
	f := it.content
	if f.Whole {
		return written{now: bounded(f.Text), before: disk, whole: true}
	}
	if ok && len(f.Edits) > 0 && f.Edits[0].Old != "" {
		if now, done := j.edited(disk, f.Edits); done {
			j.work += len(now)
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

// edited applies edits to a text. False: they don't fit it, or there is too much to do.
func (j *Judge) edited(s string, edits []call.Edit) (string, bool) {
	for _, e := range edits {
		if j.work += len(s); j.work > maxWork {
			return "", false
		}
		n := 1
		if e.All {
			n = -1
		}
		switch {
		case e.Old == "":
			s += e.New
		case strings.Contains(s, e.Old):
			if e.All && len(e.New) > len(e.Old) && strings.Count(s, e.Old)*(len(e.New)-len(e.Old)) > maxContent {
				return "", false
			}
			s = strings.Replace(s, e.Old, e.New, n)
		case !e.All: // one that replaces all of none changes nothing
			return "", false
		}
		if len(s) > 2*maxContent {
			return "", false
		}
	}
	return s, true
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
	for i := 0; !in && i < len(globs); i++ {
		in, _ = j.pathMeets(&globs[i], it, r)
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
	unsure := r.FireOnUnknown && strings.ContainsRune(w.now, unknownRune)
	if !unsure && !holdsLiteral(w.now, n) {
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
	if unsure && couldSay(multiline(r.Pattern), except, w.now) {
		return true
	}
	o := occurrences{re: re, except: except}
	if w.before == "" {
		return o.any(w.now)
	}
	now := o.count(w.now)
	if len(now) == 0 {
		return false
	}
	before := o.count(w.before)
	for m, k := range now {
		if k > before[m] {
			return true
		}
	}
	return false
}

// multiline makes ^ and $ stand at lines.
func multiline(expr string) string { return "(?m)" + expr }

// judgeMessages judges the texts that a command hands on: commit messages, titles and
// bodies of pull requests, SQL.
func (j *Judge) judgeMessages(cs *commands, i, text int) {
	if len(j.p.Index.Contents) == 0 {
		return
	}
	msgs := shell.Messages(&cs.all[i])
	if len(msgs) == 0 {
		return
	}
	pl := j.commandPlace(cs, i, &cs.readings(i)[0])
	j.readMessages(msgs, pl)
	for _, n := range j.p.Index.Contents {
		r := &j.p.Rules[n.Rule]
		if !j.applies(r) {
			continue
		}
		for _, m := range msgs {
			if !hasTarget(r, messageTarget(m.Target)) || !m.Text.Known() && r.MustMatch != "" {
				continue
			}
			w := written{now: bounded(m.Text.Text()), whole: m.Whole}
			if r.FireOnUnknown {
				w.now = bounded(known(m.Text, string(unknownRune)))
			}
			if j.contentFires(n, w) && j.conditions(n.Rule, pl, m.Target) {
				j.fire(n.Rule, Finding{Item: firstLine(m.Text.String()), What: "says", Text: text, Span: m.Span, How: m.Target})
			}
		}
	}
}

// readMessages fills in the messages that stand in files.
func (j *Judge) readMessages(msgs []shell.Message, pl place) {
	for i := range msgs {
		m := &msgs[i]
		p := string(m.File)
		if p == "" || !m.File.Known() || m.File.HasGlob() {
			continue
		}
		if !isAbs(p) {
			if pl.dir == "" {
				continue
			}
			p = pl.dir + "/" + p
		}
		if text, ok := j.textOf(path.Clean(p)); ok {
			m.Text = shell.Lit(text)
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
