package shell

import (
	"path"
	"strings"
)

// otherNames returns the command that a command is under the name that rules know: git's
// own programs in its folder, names with globs, a path whose folder isn't known, and a
// script that is a program's own.
func otherNames(c *Command) []nested {
	name := string(c.Name.Value)
	base := name[strings.LastIndexByte(name, '/')+1:]
	inFolder := base != name
	plain := base != "" && strings.IndexByte(base, 0) < 0
	switch {
	case inFolder && plain && strings.HasPrefix(base, "git-") && len(base) > len("git-"):
		return renamed(c, c.Args, "git", base[len("git-"):])
	case c.Program == "yarnpkg":
		return renamed(c, c.Args, "yarn")
	case (c.Program == "node" || c.Program == "nodejs") && len(c.Args) > 0:
		switch script := c.Args[0].Value.Text(); path.Base(script) {
		case "npm", "npx", "yarn", "pnpm", "pnpx":
			if strings.Contains(script, "/") {
				return renamed(c, c.Args[1:], path.Base(script))
			}
		case "npm-cli.js", "npx-cli.js":
			return renamed(c, c.Args[1:], strings.TrimSuffix(path.Base(script), "-cli.js"))
		case "yarn.js", "yarn.cjs", "pnpm.js", "pnpm.cjs":
			return renamed(c, c.Args[1:], strings.TrimSuffix(strings.TrimSuffix(path.Base(script), ".cjs"), ".js"))
		}
	case c.Program != "" || !inFolder:
	case plain:
		return renamed(c, c.Args, base)
	case Value(base).Known():
		var out []nested
		for _, program := range namesLike(Value(base)) {
			out = append(out, renamed(c, c.Args, program)...)
		}
		return out
	}
	return nil
}

// renamed is a command with other words in place of its name.
func renamed(c *Command, args []Word, names ...string) []nested {
	words := make([]Word, 0, len(names)+len(args))
	for _, n := range names {
		words = append(words, literal(n, c.Name))
	}
	return []nested{{how: c.Name.Value.String(), words: append(words, args...)}}
}

// namesLike are the programs of the tables that a name with globs can mean; none when it
// can mean many.
func namesLike(v Value) []string {
	pattern := strings.ReplaceAll(v.Text(), "[!", "[^")
	var out []string
	add := func(program string) bool {
		ok, err := path.Match(pattern, program)
		if err == nil && ok && (len(out) == 0 || out[len(out)-1] != program) {
			out = append(out, program)
		}
		return len(out) <= maxAlternatives
	}
	for _, rows := range [...][]optionRow{unixRows[:], gitRows[:], devRows[:], cloudRows[:], windowsRows[:]} {
		for i := range rows {
			if (i == 0 || rows[i].program != rows[i-1].program) && !add(rows[i].program) {
				return nil
			}
		}
	}
	for _, program := range [...]string{"sh", "bash", "zsh", "dash"} {
		add(program)
	}
	return out
}
