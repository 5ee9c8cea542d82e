package emit

import (
	"fmt"
	"strings"

	j "github.com/dave/jennifer/jen"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/harness"
)

// Rules prints rules.go, the file that people review: one block per rule in the order
// given. A line says where the rules of rules.toml, of a pack, or of protect_self begin, and
// the last held of them, which rules.toml no longer has.
// It fails on a value that has no name, instead of printing a weaker rule.
func Rules(rules []guard.Rule, held int) ([]byte, error) {
	var p rulePrinter
	f := newFile()
	f.Comment("// rules are what this guard decides by, in the order of rules.toml.")
	f.Var().Id("rules").Op("=").Index().Qual(guardPath, "Rule").CustomFunc(braces(true), func(g *j.Group) {
		before := ""
		for i, r := range rules {
			part := part(r.ID)
			if i >= len(rules)-held {
				part = "held: not in rules.toml"
			}
			mark := ""
			if part != before {
				mark = part
			}
			g.Add(p.block(r, i > 0, mark))
			before = part
		}
	})
	if p.err != nil {
		return nil, p.err
	}
	return render(f)
}

// rulePrinter keeps the first value that could not be printed.
type rulePrinter struct{ err error }

func (p *rulePrinter) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// part says where a rule comes from: the rules of a pack have its name in front.
func part(id string) string {
	switch pack, _, ok := strings.Cut(id, "/"); {
	case harness.IsOwn(id):
		return "of protect_self"
	case ok:
		return "of the pack " + pack
	}
	return "of rules.toml"
}

// block prints a rule under the comment that says what it is for, and in front of both the
// mark of the part that it begins, if any.
func (p *rulePrinter) block(r guard.Rule, gap bool, mark string) *j.Statement {
	s := j.Null()
	if gap {
		s = j.Line()
	}
	for _, l := range comment(mark) {
		s.Comment(l).Line().Line()
	}
	lines := comment(r.Message)
	if r.Instead != "" {
		lines = append(lines, comment("instead: "+r.Instead)...)
	}
	for _, l := range lines {
		s.Comment(l).Line()
	}
	return s.Add(p.ruleLit(r))
}

// ruleLit prints every field of a rule that isn't zero, in the order of the struct.
func (p *rulePrinter) ruleLit(r guard.Rule) *j.Statement {
	return j.CustomFunc(braces(true), func(g *j.Group) {
		text(g, "ID", r.ID)
		field(g, "Kind", r.Kind != 0, p.name(r.ID, guardPath, r.Kind, kindName(r.Kind)))
		field(g, "Action", r.Action != 0, p.name(r.ID, callPath, r.Action, decisionName(r.Action)))
		text(g, "Message", r.Message)
		text(g, "Instead", r.Instead)
		text(g, "Folder", r.Folder)
		list(g, "Harnesses", r.Harnesses)
		field(g, "FireOnUnknown", r.FireOnUnknown, j.True())
		field(g, "Scripts", r.Scripts, j.True())
		list(g, "Commands", r.Commands)
		text(g, "Pattern", r.Pattern)
		text(g, "MustMatch", r.MustMatch)
		text(g, "ExceptPattern", r.ExceptPattern)
		field(g, "Targets", len(r.Targets) > 0, p.targetsLit(r))
		list(g, "Paths", r.Paths)
		field(g, "Access", r.Access != 0, p.accessLit(r))
		field(g, "Via", r.Via != 0, p.name(r.ID, guardPath, r.Via, viaName(r.Via)))
		list(g, "Keep", r.Keep)
		list(g, "Hosts", r.Hosts)
		list(g, "Tools", r.Tools)
		list(g, "Except", r.Except)
		field(g, "When", !r.When.Empty(), p.conditionLit(r.ID, r.When))
		field(g, "Unless", !r.Unless.Empty(), p.conditionLit(r.ID, r.Unless))
	})
}

func (p *rulePrinter) conditionLit(id string, c guard.Condition) *j.Statement {
	return j.Qual(guardPath, "Condition").CustomFunc(braces(true), func(g *j.Group) {
		list(g, "Branch", c.Branch)
		list(g, "In", c.In)
		list(g, "Exists", c.Exists)
		field(g, "Worktree", c.Worktree != 0, p.name(id, guardPath, c.Worktree, triName(c.Worktree)))
		field(g, "Input", len(c.Input) > 0, inputLit(c.Input))
	})
}

func inputLit(patterns []guard.FieldPattern) *j.Statement {
	return j.Index().Qual(guardPath, "FieldPattern").CustomFunc(braces(true), func(g *j.Group) {
		for _, p := range patterns {
			g.CustomFunc(braces(false), func(g *j.Group) {
				text(g, "Field", p.Field)
				text(g, "Pattern", p.Pattern)
			})
		}
	})
}

func (p *rulePrinter) targetsLit(r guard.Rule) *j.Statement {
	return j.Index().Qual(guardPath, "Target").CustomFunc(braces(len(r.Targets) > shortList), func(g *j.Group) {
		for _, t := range r.Targets {
			g.Add(p.name(r.ID, guardPath, t, targetName(t)))
		}
	})
}

func (p *rulePrinter) accessLit(r guard.Rule) *j.Statement {
	s := j.Null()
	rest := r.Access
	for _, a := range []call.Access{call.Read, call.Write, call.Create, call.Delete} {
		if r.Access&a == 0 {
			continue
		}
		if rest != r.Access {
			s.Op("|")
		}
		rest &^= a
		s.Qual(callPath, accessName(a))
	}
	if rest != 0 {
		p.fail("rule %q: access %d has no name", r.ID, rest)
	}
	return s
}

// name prints a constant. The zero value of an enum is left out by its caller, and so
// needs no name.
func (p *rulePrinter) name(id, path string, value any, name string) *j.Statement {
	if name == "" && fmt.Sprintf("%d", value) != "0" {
		p.fail("rule %q: %T(%d) has no name", id, value, value)
	}
	return j.Qual(path, name)
}

func field(g *j.Group, name string, stated bool, value *j.Statement) {
	if stated {
		g.Id(name).Op(":").Add(value)
	}
}

func text(g *j.Group, name, s string) { field(g, name, s != "", stringLit(s)) }

func list(g *j.Group, name string, l []string) { field(g, name, len(l) > 0, stringsLit(l)) }
