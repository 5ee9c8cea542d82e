package compiler

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard/call"
)

// check reports everything that is wrong with a rule, whatever else is wrong with it.
func (c *checker) check(r *rule, wrappers []string) {
	c.checkID(r)
	c.checkRequired(r)
	c.checkWords(r.ruleTable)
	c.checkKeysOfKind(r)
	c.checkNeeds(r)
	c.checkEmpty(r.ruleTable)
	c.checkTexts(r.ruleTable)
	c.checkHarnesses(r)
	c.checkCommands(r, wrappers)
	c.checkRegexps(r)
	c.checkPaths(r)
	c.checkHosts(r)
	c.checkTools(r)
	c.checkConditions(r)
	c.checkExamples(r)
	c.checkRepeats(r.ruleTable)
	c.checkEffect(r)
}

// report adds the problems found inside a string.
func (c *checker) report(t *text, probs []problem) {
	for _, p := range probs {
		s := diag.Error
		if p.warning {
			s = diag.Warning
		}
		c.add(s, p.code, t.part(p.from, p.to), p.hint, p.message+c.where)
	}
}

// checkID checks the form of a rule's name. A slash is kept for packs.
func (c *checker) checkID(r *rule) {
	id := r.ID
	if !id.given() || id.bad {
		return
	}
	s := id.Value
	if pack, rest, ok := strings.Cut(s, "/"); ok && r.pack != "" && pack == r.pack {
		s = rest
	}
	if kebab(s) {
		return
	}
	if strings.Contains(s, "/") && r.pack == "" {
		c.errorf("bad-id", id.at(), "names with / belong to rules of packs; to change one write [[override]]", "a / in the id %s", quote(s))
		return
	}
	hint := ""
	if k := toKebab(s); k != "" {
		hint = "write id = " + quote(k)
	}
	c.errorf("bad-id", id.at(), hint, "the id %s is not small letters, digits and single hyphens", quote(s))
}

func kebab(s string) bool {
	for part := range strings.SplitSeq(s, "-") {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
			return false
		}
	}
	return true
}

// toKebab is the nearest id of the right form.
func toKebab(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

// checkRequired reports keys that every rule needs and this one lacks.
func (c *checker) checkRequired(r *rule) {
	eachField(r.ruleTable, func(f field) {
		if f.tag.Get("required") != "" && !f.value.given() {
			c.missing(r, f.key, requiredHint(f.key))
		}
	})
	if m := &r.Message; m.given() && !m.bad && strings.TrimSpace(m.Value) == "" {
		c.errorf("empty-value", m.at(), "say why: the agent reads it when the rule fires", "message is empty")
	}
}

func requiredHint(key string) string {
	switch key {
	case "kind":
		return `kind is "command", "path", "content", "host" or "tool"`
	case "message":
		return "say why: the agent reads it when the rule fires"
	case "reason":
		return "say why this project differs"
	}
	return ""
}

// missing reports a key that a rule lacks, unless it stands there misspelt.
func (c *checker) missing(r *rule, key, hint string) {
	if slices.ContainsFunc(c.list, func(d diag.Diagnostic) bool {
		return d.Code == "unknown-key" && d.Rule == c.rule && d.Hint == "did you mean "+quote(key)+"?"
	}) {
		return
	}
	where := ""
	if c.where == "" {
		where = " in a rule"
	}
	c.errorf("missing-key", r.header(), hint, "%s is missing%s", quote(key), where)
}

// checkWords checks keys that take one of a few words.
func (c *checker) checkWords(dst any) {
	eachField(dst, func(f field) {
		words := f.list("enum")
		if words == nil {
			return
		}
		switch v := f.value.(type) {
		case *text:
			if v.given() && !v.bad {
				c.checkWord(f.key, v, words)
			}
		case *texts:
			for i := range v.Items {
				c.checkWord(f.key, &v.Items[i], words)
			}
		}
	})
}

func (c *checker) checkWord(key string, v *text, words []string) {
	if slices.Contains(words, v.Value) {
		return
	}
	if key == "kind" && slices.Contains(plannedKinds(), v.Value) {
		c.errorf("planned", v.at(), "", "kind %s is planned, this version doesn't have it", quote(v.Value))
		return
	}
	hint, ok := find(wordGuesses(key), strings.ToLower(v.Value))
	if !ok {
		hint = DidYouMean(v.Value, words)
	}
	code := "unknown-value"
	switch key {
	case "kind":
		code = "unknown-kind"
	case "action":
		code = "unknown-action"
	}
	c.errorf(code, v.at(), hint, "unknown %s %s", key, quote(v.Value))
}

// checkKeysOfKind reports keys that the rule's kind doesn't know.
func (c *checker) checkKeysOfKind(r *rule) {
	kind := r.Kind.Value
	if !slices.Contains(kinds(), kind) {
		return
	}
	eachField(r.ruleTable, func(f field) {
		known := f.list("kinds")
		if known == nil || !f.value.given() || slices.Contains(known, kind) {
			return
		}
		hint := fmt.Sprintf("make it a rule of its own with kind = %s", quote(known[0]))
		c.errorf("misplaced-key", keyOf(f.value), hint, "%s belongs to %s rules, this is a %s rule,", quote(f.key), strings.Join(known, " and "), kind)
	})
}

func kinds() []string { return []string{"command", "path", "content", "host", "tool"} }

// keyOf is where the key of a value stands.
func keyOf(v decodable) at {
	switch v := v.(type) {
	case *text:
		return v.n.keyAt()
	case *texts:
		return v.n.keyAt()
	case *flag:
		return v.n.keyAt()
	case *number:
		return v.n.keyAt()
	case interface{ header() at }:
		return v.header()
	}
	return at{}
}

// checkNeeds reports keys that the rule's kind can't do without, and keys that exclude
// each other.
func (c *checker) checkNeeds(r *rule) {
	need := func(t *texts, key, hint string) {
		if !t.given() {
			c.missing(r, key, hint)
		}
	}
	switch r.Kind.Value {
	case "command":
		if !r.Commands.given() && !r.Pattern.given() {
			c.missing(r, "commands", `write commands = ["git push --force"], or pattern with a regular expression`)
		}
	case "path":
		need(&r.Paths, "paths", `write paths = [".env"]`)
		need(&r.Access, "access", `write access = ["read", "write", "create", "delete"], as far as it is meant`)
	case "content":
		if !r.Pattern.given() && !r.MustMatch.given() {
			c.missing(r, "pattern", "write pattern for what must not stand in a text, or must_match for what must")
		}
		if r.Pattern.given() && r.MustMatch.given() {
			c.errorf("conflicting-keys", r.MustMatch.n.keyAt(), "make two rules of it", "pattern and must_match exclude each other")
		}
		if r.ExceptPattern.given() && !r.Pattern.given() {
			c.errorf("conflicting-keys", r.ExceptPattern.n.keyAt(), "", "except_pattern says which matches of pattern don't count, but there is no pattern")
		}
	case "host":
		need(&r.Hosts, "hosts", `write hosts = ["example.com"]`)
	case "tool":
		need(&r.Tools, "tools", `write tools = ["WebSearch"]`)
	}
}

// checkEmpty reports lists without an entry where one is wanted.
func (c *checker) checkEmpty(dst any) {
	eachField(dst, func(f field) {
		switch f.key {
		case "except", "wrappers", "use":
			return // empty is the default
		}
		if v, ok := f.value.(*texts); ok && v.given() && !v.bad && len(v.Items) == 0 {
			c.errorf("empty-list", v.n.keyAt(), "one entry is enough for the rule to hold; leave the key out when nothing is asked", "%s is empty", f.key)
		}
	})
}

// checkTexts reports control characters: they would be shown to the agent and in terminals.
func (c *checker) checkTexts(r *ruleTable) {
	for _, t := range []*text{&r.ID, &r.Message, &r.Instead} {
		for i, x := range t.Value {
			if x == '\n' || x == '\t' || x == '\r' {
				continue
			}
			if unicode.IsControl(x) || unicode.In(x, unicode.Cf) && x != '\u200d' {
				c.errorf("control-character", t.part(i, i+len(string(x))), "", "a character that doesn't show itself (%U)", x)
				break
			}
		}
	}
	eachField(r, func(f field) {
		l, ok := f.value.(*texts)
		if !ok {
			return
		}
		for i := range l.Items {
			t := &l.Items[i]
			if j := strings.IndexFunc(t.Value, unicode.IsControl); j >= 0 && t.Value[j] != '\n' && t.Value[j] != '\t' {
				c.errorf("control-character", t.part(j, j+1), "", "a control character in %s", quote(t.Value))
			}
		}
	})
}

// checkHarnesses checks harness ids.
func (c *checker) checkHarnesses(r *rule) {
	var known []string
	for _, h := range call.Harnesses() {
		known = append(known, string(h))
	}
	for i := range r.Harnesses.Items {
		t := &r.Harnesses.Items[i]
		if slices.Contains(known, t.Value) {
			continue
		}
		hint, ok := find(harnessGuesses(), strings.ToLower(t.Value))
		if !ok {
			if hint = DidYouMean(t.Value, known); hint == "" {
				hint = "known are " + strings.Join(known, ", ")
			}
		}
		c.errorf("unknown-harness", t.at(), hint, "unknown harness %s", quote(t.Value))
	}
}

// checkRepeats reports entries that stand twice in one list.
func (c *checker) checkRepeats(dst any) {
	eachField(dst, func(f field) {
		l, ok := f.value.(*texts)
		if !ok {
			return
		}
		seen := map[string]bool{}
		for i := range l.Items {
			t := &l.Items[i]
			if seen[t.Value] {
				c.warnf("repeated-entry", t.at(), "", "%s stands twice in %s", quote(t.Value), f.key)
			}
			seen[t.Value] = true
		}
	})
}
