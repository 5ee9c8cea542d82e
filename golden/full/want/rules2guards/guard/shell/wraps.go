package shell

import (
	"slices"
	"strings"
)

// Wraps reports whether a command's program runs another command that its words name, or
// hold as a text: sudo, find, docker exec. words is how many of its operands are
// subcommand words then. extra names more such programs.
func Wraps(c *Command, extra []string) (words int, ok bool) {
	switch c.Program {
	case "find", "gfind", "bfs", "fd", "fdfind", "xargs", "gxargs", "parallel", "sem", "env_parallel", "su", "runuser", "env", "genv",
		"setarch", "watch", "gwatch", "viddy", "hwatch", "wsl", "rtk", "nix-shell", "nodemon", "chokidar", "at", "batch":
		return 0, true
	}
	if slices.Contains(extra, c.Program) {
		return 0, true
	}
	key, args := c.Program, c.Args
	for {
		if f, ok := formOf(key); ok {
			return words, f.inner != innerNone || f.words != "" || f.flags&isRemote != 0
		}
		tool, ok := toolOf(key)
		if !ok {
			return 0, false
		}
		s := tool.read(args)
		if len(s.rest) == 0 || !s.rest[0].Value.Known() {
			return 0, false
		}
		key, args = key+" "+string(s.rest[0].Value), s.rest[1:]
		words++
	}
}

// HasOptions reports whether a table knows a program's options.
func HasOptions(program string) bool { return findRow(tableName(program), "") != nil }

// OptionNames lists the long options that the tables have for a program and its
// subcommand. A program may well have more.
func OptionNames(program, sub string) []string {
	var out []string
	for _, key := range [...]string{"", sub} {
		row := findRow(tableName(program), key)
		if row == nil {
			continue
		}
		for _, entry := range strings.Fields(row.options) {
			if i := strings.IndexAny(entry, "=?!>"); i >= 0 {
				entry = entry[:i]
			}
			for name := range strings.SplitSeq(entry, ",") {
				switch {
				case len(name) < 2:
				case name[0] == '-':
					out = append(out, name)
				case row.flags&optSingle != 0:
					out = append(out, "-"+name)
				default:
					out = append(out, "--"+name)
				}
			}
		}
	}
	return out
}

// RunsScripts reports whether a program takes a word that is none of its own subcommands
// for a script or a program of the project's packages: pnpm jest.
func RunsScripts(program string) bool {
	return program == "pnpm" || program == "yarn" || program == "bun"
}

// packageScript returns what such a program runs: the program of that name, unless there
// is a script.
func packageScript(c *Command) []nested {
	tool, _ := toolOf(c.Program)
	n := nested{how: c.Program}
	args := c.Args
	for {
		s := tool.read(args)
		for i := range s.options {
			if o := &s.options[i]; o.has && owns(tool.dir, o.name) > 0 {
				n.dir = &o.value
			}
		}
		if len(s.rest) == 0 {
			return nil
		}
		name := s.rest[0].Value
		switch {
		case name == "run" && c.Program == "yarn": // the others take scripts alone there
			args = s.rest[1:]
			continue
		case name == "workspace" && c.Program == "yarn" && len(s.rest) > 1:
			args = s.rest[2:]
			continue
		case !name.Known() || name.HasGlob() || strings.ContainsAny(string(name), "/.:") || ownCommand(c.Program, string(name)):
			return nil
		}
		n.words = s.rest
		return []nested{n}
	}
}

// ownCommand reports whether a word is a subcommand of a package manager.
func ownCommand(program, name string) bool {
	list := ""
	switch program {
	case "pnpm":
		list = pnpmCommands
	case "yarn":
		list = yarnCommands
	case "bun":
		list = bunCommands
	}
	return owns(list, name) > 0
}

const (
	pnpmCommands = "access add adduser approve-builds audit bin bugs c cache cat-file cat-index ci clean-install completion config create dedupe deploy deprecate dislink dist-tag dlx docs doctor edit env exec fetch find-hash get help i ignored-builds import info init install install-test it la licenses link list ll ln login logout ls m multi outdated owner pack patch patch-commit patch-remove ping pkg prefix profile prune publish rb rebuild recursive remove repo restart rm root run run-script s sbom se search self-update server set setup show star stars start stop store t team test token tst un uninstall unlink unpublish unstar up update upgrade v version view whoami why x"
	yarnCommands = "access add audit autoclean bin cache check config constraints create dedupe dlx exec explain generate-lock-entry generateLockEntry global help import info init install install-test licenses link list login logout npm outdated owner pack patch patch-commit plugin policies prune publish rebuild remove run search set stage start tag team test unlink unplug up upgrade upgrade-interactive upgradeInteractive version versions why workspace workspaces"
	bunCommands  = "a add audit build c ci completions create discord exec feedback getcompletes help i info init install link list outdated patch patch-commit pm publish remove repl rm run test uninstall unlink update upgrade why x"
)
