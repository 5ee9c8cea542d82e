package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rules2guards.local/templates"
)

// choice is a pack that init takes, and why. Without a pack it says why none was taken.
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

// sign is a file by which a repository shows that a pack fits.
type sign struct {
	pack, file string
	holds      string // RE2: what the file must hold; empty: being there is enough
}

// group are signs of packs of which one is taken at most; in a folder the signs of an earlier
// list outdo those of the later ones, and those of the last one say little.
type group struct {
	name  string
	signs [][]sign
}

// managers are the groups of packs that contradict each other.
func managers() []group {
	return []group{
		{"node", [][]sign{
			{
				{"node-pnpm", "package.json", `"packageManager"\s*:\s*"pnpm@`},
				{"node-yarn", "package.json", `"packageManager"\s*:\s*"yarn@`},
				{"node-bun", "package.json", `"packageManager"\s*:\s*"bun@`},
				{"node-npm", "package.json", `"packageManager"\s*:\s*"npm@`},
			},
			{
				{"node-pnpm", "pnpm-lock.yaml", ""},
				{"node-yarn", "yarn.lock", ""},
				{"node-bun", "bun.lock", ""},
				{"node-bun", "bun.lockb", ""},
				{"node-npm", "package-lock.json", ""},
				{"node-npm", "npm-shrinkwrap.json", ""},
			},
			{{"node-npm", "package.json", ""}},
		}},
		{"python", [][]sign{
			{{"python-uv", "uv.lock", ""}, {"python-poetry", "poetry.lock", ""}},
			{{"python-uv", "pyproject.toml", `(?m)^\[tool\.uv\b`}, {"python-poetry", "pyproject.toml", `(?m)^\[tool\.poetry\b`}},
			{{"python-pip", "requirements.txt", ""}},
		}},
	}
}

// areas are the signs of all other packs.
func areas() []sign {
	return []sign{
		{"typescript", "tsconfig.json", ""},
		{"python", "pyproject.toml", ""},
		{"python", "setup.py", ""},
		{"python", "requirements.txt", ""},
		{"go", "go.mod", ""},
		{"docker", "Dockerfile", ""},
		{"docker", "compose.yaml", ""},
		{"docker", "compose.yml", ""},
		{"docker", "docker-compose.yml", ""},
		{"docker", "docker-compose.yaml", ""},
		{"kubernetes", "kustomization.yaml", ""},
		{"kubernetes", "Chart.yaml", ""},
		{"terraform", ".terraform.lock.hcl", ""},
		{"terraform", "main.tf", ""},
	}
}

// choosePacks looks at what a repository has.
func choosePacks(project string) []choice {
	r := scan(project)
	out := floor()
	for _, g := range managers() {
		out = append(out, r.manager(g)...)
	}
	for _, s := range areas() {
		if !slices.ContainsFunc(out, func(c choice) bool { return c.pack == s.pack }) {
			if at := r.has(s); len(at) > 0 {
				out = append(out, choice{s.pack, at[0].why(s)})
			}
		}
	}
	return out
}

// Bounds of the search for signs: of the root in the deeper folders, and names in all.
const (
	signDepth = 3
	signNames = 20000
)

// repository is what was found of a project: the folders in which each file stands, the
// root first, then by depth.
type repository struct {
	project string
	folders map[string][]place
}

// place is a folder of the project; "." is its root.
type place string

func (p place) why(s sign) string {
	what := "there is a " + s.file
	if p != "." {
		what = string(p) + " has a " + s.file
	}
	if s.holds != "" {
		_, name, _ := strings.Cut(s.pack, "-")
		what += " that names " + name
	}
	return what
}

// scan looks for the signs' files, in what a person would call the project's own folders.
func scan(project string) repository {
	r := repository{project, map[string][]place{}}
	names := 0
	for level, depth := []string{"."}, 0; depth <= signDepth; depth++ {
		var deeper []string
		for _, dir := range level {
			entries, err := os.ReadDir(filepath.Join(project, filepath.FromSlash(dir)))
			if names += len(entries); err != nil || names > signNames {
				continue
			}
			for _, e := range entries {
				switch {
				case !e.IsDir():
					r.folders[e.Name()] = append(r.folders[e.Name()], place(dir))
				case !others(e):
					deeper = append(deeper, path.Join(dir, e.Name()))
				}
			}
		}
		level = deeper
	}
	return r
}

// others reports whether a folder holds what others made, or what no one works on.
func others(e fs.DirEntry) bool {
	switch e.Name() {
	case "node_modules", "vendor", "testdata", "fixtures", "examples", "dist", "build", "target", "venv":
		return true
	}
	return strings.HasPrefix(e.Name(), ".")
}

// has returns the folders in which a sign stands.
func (r *repository) has(s sign) []place {
	var out []place
	for _, p := range r.folders[s.file] {
		if s.holds != "" {
			text, err := os.ReadFile(filepath.Join(r.project, filepath.FromSlash(string(p)), s.file))
			if ok, bad := regexp.Match(s.holds, text); err != nil || bad != nil || !ok {
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// manager takes the pack of a group to which the signs lead. Each folder has the manager that
// its best signs name; those of the last list, which say little, count where nothing better
// stands anywhere. Where the folders lead to several packs none is taken, since each would
// stop the others.
func (r *repository) manager(g group) []choice {
	last := len(g.signs) - 1
	for _, lists := range [][][]sign{g.signs[:last], g.signs[last:]} {
		found := r.named(lists, false)
		for _, c := range r.named(lists, true) {
			if !slices.ContainsFunc(found, func(f choice) bool { return f.pack == c.pack }) {
				found = append(found, c)
			}
		}
		if len(found) > 1 {
			return []choice{{"", several(g, found)}}
		}
		if len(found) == 1 {
			return found
		}
	}
	return nil
}

// named are the packs that signs name at the root, or in the deeper folders: in each folder
// those of the first list that has any there.
func (r *repository) named(lists [][]sign, deep bool) []choice {
	var found []choice
	var settled []place
	for _, list := range lists {
		var here []place
		for _, s := range list {
			for _, p := range r.has(s) {
				if (p != ".") != deep || slices.Contains(settled, p) {
					continue
				}
				here = append(here, p)
				if !slices.ContainsFunc(found, func(c choice) bool { return c.pack == s.pack }) {
					found = append(found, choice{s.pack, p.why(s)})
				}
			}
		}
		settled = append(settled, here...)
	}
	return found
}

// several says why no pack of a group was taken.
func several(g group, found []choice) string {
	var why, packs []string
	for _, c := range found {
		why = append(why, c.why)
		packs = append(packs, c.pack)
	}
	return "no " + g.name + " pack, of which one stops the others: " + strings.Join(why, ", ") + "; take one of " + strings.Join(packs, ", ") +
		", or a rules.toml for each folder"
}

// starter is the rules.toml that init writes: the packs that fit, each with its reason, and
// a rule of one's own to begin with.
func starter(chosen []choice) []byte {
	var b strings.Builder
	b.WriteString("use = [\n")
	for _, c := range chosen {
		if c.pack == "" {
			b.WriteString("  # " + c.why + "\n")
			continue
		}
		b.WriteString("  \"" + c.pack + "\", # " + c.why + "\n")
	}
	b.WriteString("]\n")
	return []byte(strings.Replace(string(templates.Starter()), "use = []\n", b.String(), 1))
}
