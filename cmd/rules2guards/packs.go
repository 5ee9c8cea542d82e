package main

import (
	"strings"
	"text/tabwriter"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/replay"
	"rules2guards.local/templates"
)

// packs lists the packs, or shows one.
func (a *app) packs(args []string) int {
	var o output
	f := flagSet("packs")
	o.flags(f, "text", "json")
	if code, done := a.parse(f, args); done {
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	switch {
	case f.NArg() == 0:
		return a.listPacks(o)
	case f.NArg() == 2 && f.Arg(0) == "show" && o.format != "text":
		return a.misused("packs show prints text only: it has no --format %q", o.format)
	case f.NArg() == 2 && f.Arg(0) == "show":
		return a.showPack(f.Arg(1))
	}
	return a.misused("packs takes nothing, or show NAME: rules2guards packs show git")
}

// pack is one pack, compiled.
type pack struct {
	Name  string     `json:"name"`
	About string     `json:"about"`
	Rules []packRule `json:"rules"`
}

type packRule struct {
	ID      string `json:"id"`
	Action  string `json:"action"`
	Message string `json:"message"`
}

func loadPack(name string) (p pack, text []byte, ok bool) {
	text, ok = templates.Pack(name)
	if !ok {
		return p, nil, false
	}
	p = pack{Name: name, About: about(text), Rules: []packRule{}}
	res := compiler.Compile("rules.toml", []byte(`use = ["`+name+`"]`), compiler.Options{Pack: templates.Pack})
	for _, r := range res.Program.Rules {
		p.Rules = append(p.Rules, packRule{r.ID, r.Action.String(), r.Message})
	}
	return p, text, true
}

// about is the comment that a pack begins with.
func about(text []byte) string {
	var lines []string
	for line := range strings.SplitSeq(string(text), "\n") {
		rest, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimSpace(rest))
	}
	return strings.Join(lines, " ")
}

func (a *app) listPacks(o output) int {
	var all []pack
	for _, name := range templates.Packs() {
		p, _, _ := loadPack(name)
		all = append(all, p)
	}
	if o.format == "json" {
		return a.json(all)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 4, 2, ' ', 0)
	for _, p := range all {
		if _, err := w.Write([]byte(p.Name + "\t" + replay.Plural(len(p.Rules), "rule") + "\t" + p.About + "\n")); err != nil {
			return a.fail(err)
		}
	}
	if err := w.Flush(); err != nil {
		return a.fail(err)
	}
	return exitOK
}

// showPack prints a pack's text below one line for each rule.
func (a *app) showPack(name string) int {
	p, text, ok := loadPack(name)
	if !ok {
		return a.unknown("pack", name, templates.Packs())
	}
	for _, r := range p.Rules {
		a.printf("# %s (%s): %s\n", r.ID, r.Action, guard.Clean(r.Message, 200))
	}
	a.printf("\n%s", text)
	return exitOK
}
