package main

import (
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/templates"
)

// packs lists the packs, or shows one.
func (a *app) packs(args []string) int {
	var o output
	f := flagSet("packs")
	o.flags(f)
	if code, done := a.parse(f, args); done {
		return code
	}
	if code, wrong := o.check(a); wrong {
		return code
	}
	switch {
	case f.NArg() == 0:
		return a.listPacks(o)
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
		if _, err := w.Write([]byte(p.Name + "\t" + plural(len(p.Rules), "rule") + "\t" + p.About + "\n")); err != nil {
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

// choice is a pack that init takes, and why.
type choice struct{ pack, why string }

// floor are the packs that everybody wants.
func floor() []choice {
	return []choice{
		{"git", "work that is not committed, and branches that others have"},
		{"filesystem", "roots, homes, disks, and what lies outside the project"},
		{"secrets", "keys and tokens stay out of what the model reads"},
		{"remote-code", "text from the network is not run unread"},
		{"no-verify", "the repository's own hooks stay on"},
		{"guard", "what the guard's own protection leaves open"},
		{"autorun", "files that are run by themselves later"},
	}
}

// choosePacks looks at what a repository has.
func choosePacks(project string) []choice {
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(project, name))
		return err == nil
	}
	out := floor()
	for _, c := range []struct {
		file string
		choice
	}{
		{"pnpm-lock.yaml", choice{"node-pnpm", "there is a pnpm-lock.yaml"}},
		{"yarn.lock", choice{"node-yarn", "there is a yarn.lock"}},
		{"bun.lock", choice{"node-bun", "there is a bun.lock"}},
		{"bun.lockb", choice{"node-bun", "there is a bun.lockb"}},
		{"package-lock.json", choice{"node-npm", "there is a package-lock.json"}},
		{"package.json", choice{"node-npm", "there is a package.json and no other lock file"}},
	} {
		if has(c.file) {
			out = append(out, c.choice)
			break // one package manager: two packs would contradict each other
		}
	}
	for _, c := range []struct {
		file string
		choice
	}{
		{"uv.lock", choice{"python-uv", "there is a uv.lock"}},
		{"poetry.lock", choice{"python-poetry", "there is a poetry.lock"}},
		{"requirements.txt", choice{"python-pip", "there is a requirements.txt"}},
	} {
		if has(c.file) {
			out = append(out, c.choice)
			break
		}
	}
	for _, c := range []struct {
		file string
		choice
	}{
		{"tsconfig.json", choice{"typescript", "there is a tsconfig.json"}},
		{"pyproject.toml", choice{"python", "there is a pyproject.toml"}},
		{"go.mod", choice{"go", "there is a go.mod"}},
		{"Dockerfile", choice{"docker", "there is a Dockerfile"}},
		{"compose.yaml", choice{"docker", "there is a compose.yaml"}},
		{"docker-compose.yml", choice{"docker", "there is a docker-compose.yml"}},
		{".terraform.lock.hcl", choice{"terraform", "there is a .terraform.lock.hcl"}},
		{"main.tf", choice{"terraform", "there is a main.tf"}},
	} {
		if has(c.file) && out[len(out)-1].pack != c.pack {
			out = append(out, c.choice)
		}
	}
	return out
}

// starter is the rules.toml that init writes: the packs that fit, each with its reason, and
// a rule of one's own to begin with.
func starter(chosen []choice) []byte {
	var b strings.Builder
	b.WriteString("use = [\n")
	for _, c := range chosen {
		b.WriteString("  \"" + c.pack + "\", # " + c.why + "\n")
	}
	b.WriteString("]\n")
	return []byte(strings.Replace(string(templates.Starter()), "use = []\n", b.String(), 1))
}
