package compiler

import (
	"fmt"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// checkEffect reports what a rule says without effect.
func (c *checker) checkEffect(r *rule) {
	if r.Kind.Value == "content" && r.Targets.given() && !slices.Contains(r.Targets.values(), "file") {
		for _, l := range []struct {
			name string
			t    *texts
		}{{"paths", &r.Paths}, {"except", &r.Except}} {
			if l.t.given() && len(l.t.Items) > 0 {
				c.warnf("dead-rule", l.t.n.keyAt(), `add "file" to targets, or leave it out`, "%s concerns files, but targets has no %q", l.name, "file")
			}
		}
	}
	for i := range r.Except.Items {
		t := &r.Except.Items[i]
		for _, l := range []*texts{&r.Commands, &r.Paths, &r.Hosts, &r.Tools} {
			if l.given() && slices.Contains(l.values(), t.Value) {
				c.warnf("dead-rule", t.at(), "", "except takes back all that %s names", quote(t.Value))
			}
		}
	}
	if r.Kind.Value == "command" {
		c.checkFreed(r)
	}
	if r.Kind.Value == "path" && r.Via.Value == "tool" && slices.Equal(r.Access.values(), []string{"delete"}) {
		c.warnf("dead-rule", r.Via.at(), `leave "via" out`, "few harnesses have a tool that deletes, files are deleted by shell")
	}
	for _, l := range []*texts{&r.Paths} {
		for i := range l.Items {
			gs, probs := parsePath(l.Items[i].Value)
			if r.Kind.Value == "path" && !failed(probs) && r.Except.given() && swallowed(gs, &r.Except) && !slices.Contains(r.Except.values(), l.Items[i].Value) {
				c.warnf("dead-rule", l.Items[i].at(), "", "except takes back all that %s names", quote(l.Items[i].Value))
			}
		}
	}
}

// swallowed reports whether every glob stands below a folder that except names as a whole.
func swallowed(gs []guard.PathGlob, except *texts) bool {
	for _, g := range gs {
		found := false
		for i := range except.Items {
			outs, probs := parsePath(except.Items[i].Value)
			if failed(probs) {
				continue
			}
			for _, out := range outs {
				if out.Only || strings.ContainsAny(out.Glob, `*?[\`) {
					continue
				}
				under := out.Glob == "" || strings.HasPrefix(g.Glob+"/", out.Glob+"/")
				if out.Anchor == g.Anchor && under || out.Anchor == guard.Anywhere && strings.Contains("/"+g.Glob+"/", "/"+out.Glob+"/") {
					found = true
				}
			}
		}
		if !found {
			return false
		}
	}
	return len(gs) > 0
}

// checkFreed reports patterns of a command rule of which except takes back everything.
func (c *checker) checkFreed(r *rule) {
	for i := range r.Except.Items {
		if t := &r.Except.Items[i]; strings.TrimSpace(t.Value) == "*" {
			c.warnf("dead-rule", t.at(), "", "except takes back every command")
			return
		}
	}
	for i := range r.Commands.Items {
		t := &r.Commands.Items[i]
		pats := c.parsed.get(t.Value)
		if len(pats) == 0 || slices.Contains(r.Except.values(), t.Value) {
			continue
		}
		freed := !slices.ContainsFunc(pats, func(p guard.Pattern) bool {
			return !slices.ContainsFunc(r.Except.values(), func(s string) bool {
				outs := c.parsed.get(s)
				return len(outs) > 0 && slices.ContainsFunc(outs, func(out guard.Pattern) bool { return frees(&out, &p) })
			})
		})
		if freed {
			c.warnf("dead-rule", t.at(), "", "except takes back all that %s names", quote(t.Value))
		}
	}
}

// frees reports whether an except pattern is met by every command that a pattern is met by.
func frees(out, p *guard.Pattern) bool {
	if len(out.Env)+len(out.Around)+len(out.Pipe) > 0 || out.Dash || out.Operands || len(p.Pipe) > 0 {
		return false
	}
	if out.Program != "*" && (out.Program != p.Program || !isPlain(out.Program)) {
		return false
	}
	for i := range out.Sub {
		if i >= p.Sub || out.Words[i] != p.Words[i] && out.Words[i] != "*" {
			return false
		}
	}
	for _, o := range out.Options {
		if !slices.ContainsFunc(p.Options, func(q guard.OptionGlob) bool {
			return q.Name == o.Name && (!o.HasValue || q.HasValue && q.Value == o.Value)
		}) {
			return false
		}
	}
	return true
}

// findTwins reports rules that fire on exactly what another fires on.
func (u *unit) findTwins() {
	first := map[string]*rule{}
	for _, r := range u.rules {
		if r.broken || r.ID.Value == "" {
			continue
		}
		low := r.lower()
		low.ID, low.Message, low.Instead, low.Action = "", "", "", call.Block
		key := fmt.Sprintf("%#v", low)
		before, ok := first[key]
		if !ok {
			first[key] = r
			continue
		}
		if before.id() == r.id() || before.used && r.used {
			continue // that is told already, or nobody here can change it
		}
		if r.used {
			r, before = before, r
		}
		u.c.enterRule(r)
		u.c.warnf("dead-rule", r.header(), "keep the one whose action is meant", "what fires it also fires %s", quote(before.id()))
		u.c.leave()
	}
}
