package compiler

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// checkCommands checks the command patterns of a command rule.
func (c *checker) checkCommands(r *rule, wrappers []string) {
	if r.Kind.Value != "command" {
		return
	}
	for i := range r.Commands.Items {
		t := &r.Commands.Items[i]
		before := len(c.list)
		c.checkPattern(t, wrappers)
		if len(c.list) == before { // what is only a guess comes last
			c.report(t, guessPath(t.Value))
		}
	}
	for i := range r.Except.Items {
		c.checkPattern(&r.Except.Items[i], wrappers)
	}
}

var (
	permissionRule = regexp.MustCompile(`^[A-Z][A-Za-z]*\((.*)\)$`)
	prefixRule     = regexp.MustCompile(`^([^'"\\|]*[A-Za-z0-9]):\*$`)
	homeWord       = regexp.MustCompile(`(^|\s)~(/|\s|$)`)
)

func (c *checker) checkPattern(t *text, wrappers []string) {
	s := t.Value
	if m := permissionRule.FindStringSubmatch(s); m != nil {
		want := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(m[1]), "*"), ":")
		if want = strings.TrimSpace(want); want == "" {
			want = "*"
		}
		c.errorf("permission-syntax", t.at(), "write the command alone: "+quote(want)+"; anything may stand behind it", "%s is a permission rule of Claude Code, not a command line", quote(s))
		return
	}
	if m := prefixRule.FindStringSubmatch(s); m != nil && strings.Contains(m[1], " ") && !strings.Contains(m[1], "{") {
		c.warnf("permission-syntax", t.at(), fmt.Sprintf("write %s for the command with anything behind it; if the colon is part of the word, write '%s:'*", quote(m[1]), lastWord(m[1])), ":* in %s asks for a word that holds a colon", quote(s))
	}
	if i := homeWord.FindStringIndex(s); i != nil {
		c.warnf("path-in-pattern", t.part(i[0], i[1]), `for files use kind = "path": there ~, cd and links are understood`, "~ in the pattern %s is compared as text", quote(s))
	}
	if probs := guessRegexp(s); len(probs) > 0 {
		c.report(t, probs)
		return
	}
	reader := patternReader{wrappers: wrappers}
	pats, probs := reader.parse(s)
	c.report(t, append(probs, checkOptions(s, reader.strange)...))
	if !failed(probs) {
		c.report(t, guessNames(s))
		c.parsed.put(s, pats)
	}
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// checkRegexps checks all regular expressions of a rule.
func (c *checker) checkRegexps(r *rule) {
	for _, t := range []*text{&r.Pattern, &r.MustMatch, &r.ExceptPattern} {
		if !t.given() || t.bad {
			continue
		}
		if t.Value == "" {
			c.errorf("empty-value", t.at(), "leave the key out when nothing is asked", "a regular expression is empty")
			continue
		}
		re, probs := parseRegexp(t.Value)
		c.report(t, probs)
		if re == nil {
			continue
		}
		if t == &r.Pattern && r.Kind.Value == "command" && !anchored(re) {
			c.errorf("unanchored-pattern", t.at(), "write "+quote("^"+t.Value)+", or commands with a command line: it is found wherever it stands", "the pattern of a command rule begins with ^")
			continue
		}
		if t == &r.Pattern && r.Kind.Value == "command" {
			c.checkCommandText(t)
			continue
		}
		if t != &r.ExceptPattern && matchesEmpty(re) {
			c.warnf("dead-rule", t.at(), "ask for at least one character", "%s matches every text", quote(t.Value))
		}
	}
	for _, cond := range []*conditionTable{&r.When, &r.Unless} {
		for i := range cond.Input.Items {
			t := &cond.Input.Items[i].Pattern
			if t.bad {
				continue
			}
			_, probs := parseRegexp(t.Value)
			c.report(t, probs)
		}
	}
}

// checkCommandText reports expressions that ask for text which no single command shows.
func (c *checker) checkCommandText(t *text) {
	body := strings.TrimPrefix(t.Value, "^")
	if strings.HasPrefix(body, "/") || strings.HasPrefix(body, `\./`) || strings.HasPrefix(body, "./") {
		c.warnf("dead-rule", t.at(), "write the base name, or commands with a path: commands = [\"./scripts/deploy.sh\"]", "%s asks for a path, but the expression sees the program's base name", quote(t.Value))
		return
	}
	lit, _ := requiredLiteral(t.Value)
	for _, x := range []string{" && ", " || ", " | ", "; ", " > ", " >> ", "\n"} {
		if strings.Contains(lit, x) {
			c.warnf("dead-rule", t.at(), "the expression sees one command at a time; for a pipe write commands = [\"a | b\"]", "%s asks for %s, which stands between commands", quote(t.Value), quote(strings.TrimSpace(x)))
			return
		}
	}
}

// checkPaths checks paths, and the except of rules whose items are files.
func (c *checker) checkPaths(r *rule) {
	lists := []*texts{&r.Paths, &r.When.In, &r.Unless.In}
	if k := r.Kind.Value; k == "path" || k == "content" {
		lists = append(lists, &r.Except)
	}
	for _, l := range lists {
		for i := range l.Items {
			_, probs := parsePath(l.Items[i].Value)
			c.report(&l.Items[i], probs)
		}
	}
}

// checkHosts checks host globs.
func (c *checker) checkHosts(r *rule) {
	if r.Kind.Value != "host" {
		return
	}
	for _, l := range []*texts{&r.Hosts, &r.Except} {
		for i := range l.Items {
			c.report(&l.Items[i], checkHost(l.Items[i].Value))
		}
	}
}

func checkHost(s string) []problem {
	bad := func(code, hint, format string, args ...any) []problem {
		return []problem{{to: len(s), code: code, hint: hint, message: fmt.Sprintf(format, args...)}}
	}
	if strings.TrimSpace(s) == "" {
		return bad("empty-value", `"*" is any host`, "a host is empty")
	}
	if p, err := netip.ParsePrefix(s); err == nil {
		return bad("bad-host", prefixHint(p), "%s is a range of addresses, but hosts are compared as text", quote(s))
	}
	if rest := strings.TrimPrefix(s, "!"); rest != s {
		return bad("bad-host", "write except = ["+quote(rest)+"]", "! has no meaning in %s", quote(s))
	}
	if rest := strings.TrimPrefix(s, "."); rest != s {
		return bad("bad-host", "write "+quote(rest)+": it covers its subdomains", "%s begins with a dot", quote(s))
	}
	if in := strings.Trim(s, "[]"); in != s {
		if _, err := netip.ParseAddr(in); err == nil {
			return bad("bad-host", "write "+quote(in), "%s has brackets, but addresses are compared without", quote(s))
		}
	}
	if _, err := netip.ParseAddr(s); err == nil {
		return nil
	}
	if scheme, rest, ok := strings.Cut(s, "://"); ok {
		host, _, _ := strings.Cut(rest, "/")
		return bad("bad-host", "write "+quote(host), "%s has a scheme (%s), but only the host is compared", quote(s), scheme)
	}
	if host, _, ok := strings.Cut(s, "/"); ok {
		return bad("bad-host", "write "+quote(host), "%s has a path, but only the host is compared", quote(s))
	}
	if host, port, ok := strings.Cut(s, ":"); ok {
		return bad("bad-host", "write "+quote(host), "%s has a port (%s), but hosts are compared without", quote(s), port)
	}
	if strings.ContainsAny(s, " \t@") {
		return bad("bad-host", "", "%s is no host", quote(s))
	}
	probs := checkGlob(s)
	if strings.HasPrefix(s, "*.") && len(probs) == 0 {
		probs = append(probs, problem{to: len(s), warning: true, code: "bad-host", hint: "write " + quote(s[2:]) + ": it covers its subdomains", message: fmt.Sprintf("%s leaves out the domain itself", quote(s))})
	}
	return probs
}

// prefixHint writes a range of IPv4 addresses as globs.
func prefixHint(p netip.Prefix) string {
	p = p.Masked()
	n := p.Bits() / 8
	if !p.Addr().Is4() || n == 0 {
		return "write a glob over the address as text"
	}
	parts := strings.SplitN(p.Addr().String(), ".", n+1)
	glob := strings.Join(parts[:min(n, len(parts))], ".")
	if n < 4 {
		glob += ".*"
	}
	if p.Bits()%8 != 0 {
		return "write a glob over the address as text, or several: " + quote(glob) + " holds the range and more"
	}
	return "write " + quote(glob)
}

// checkTools checks tool globs. A plain name that no table knows may still be right, so
// that is a warning.
func (c *checker) checkTools(r *rule) {
	if r.Kind.Value != "tool" {
		return
	}
	for _, l := range []*texts{&r.Tools, &r.Except} {
		for i := range l.Items {
			t := &l.Items[i]
			if strings.TrimSpace(t.Value) == "" {
				c.errorf("empty-value", t.at(), `"*" is any tool`, "a tool's name is empty")
				continue
			}
			if m := permissionRule.FindStringSubmatch(t.Value); m != nil {
				c.errorf("permission-syntax", t.at(), `for shell commands use kind = "command", for files kind = "path"`, "%s is a permission rule of Claude Code, not a tool's name", quote(t.Value))
				continue
			}
			probs := checkGlob(t.Value)
			c.report(t, probs)
			if len(probs) > 0 || strings.ContainsAny(t.Value, "*?[{") || strings.HasPrefix(strings.ToLower(t.Value), "mcp__") {
				continue
			}
			names := append(toolNames(), ownToolNames()...)
			if !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, t.Value) }) {
				hint := ""
				if n := nearest(t.Value, names); n != "" {
					hint = "did you mean " + quote(n) + "?"
				}
				c.warnf("unknown-tool", t.at(), hint, "unknown tool %s", quote(t.Value))
			}
		}
	}
}

// checkConditions checks when and unless.
func (c *checker) checkConditions(r *rule) {
	for _, cond := range []struct {
		name string
		t    *conditionTable
	}{{"when", &r.When}, {"unless", &r.Unless}} {
		t := cond.t
		if !t.given() {
			continue
		}
		c.checkEmpty(t)
		c.checkRepeats(t)
		for i := range t.Branch.Items {
			b := &t.Branch.Items[i]
			if b.Value == "" {
				c.errorf("empty-value", b.at(), "", "a branch is empty")
				continue
			}
			if rest, ok := strings.CutPrefix(b.Value, "refs/heads/"); ok {
				c.warnf("dead-rule", b.at(), "write "+quote(rest), "branches are compared by their short names")
			}
			c.report(b, checkGlob(b.Value))
		}
		for i := range t.Exists.Items {
			c.report(&t.Exists.Items[i], checkRelative(t.Exists.Items[i].Value))
		}
		if t.Input.given() && !t.Input.broken && len(t.Input.Items) == 0 {
			c.errorf("empty-list", t.Input.header(), "", "%s.input is empty", cond.name)
		}
		if !t.broken && !t.anyGiven() {
			c.errorf("empty-list", t.header(), "leave it out when nothing is asked", "%s asks nothing", cond.name)
		}
	}
}

// anyGiven reports whether a key stands in the table, whatever its value.
func (t *conditionTable) anyGiven() bool {
	any := false
	eachField(t, func(f field) { any = any || f.value.given() })
	return any
}
