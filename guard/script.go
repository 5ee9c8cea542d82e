package guard

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"

	"rules2guards.local/guard/shell"
)

// Bounds of the script files that one decision reads. Beyond them a script passes, and
// explain says that it was not read.
const (
	maxScriptFile  = 64 << 10
	maxScriptBytes = 128 << 10
	maxScripts     = 8
	maxScriptDepth = 3
)

// scripts is the reading of script files for rules that ask for it.
type scripts struct {
	files, bytes int
	seen         map[string]bool
}

// judgeScripts reads the shell scripts that the commands of a text run, and judges them by
// the rules that say scripts = true. It is asked only when nothing fired on the text itself.
func (j *Judge) judgeScripts(cmds *commands, depth int, s *scripts) {
	for i := range cmds.all {
		c := &cmds.all[i]
		if c.Place.Remote || !c.Place.Known || c.Place.Dir == "" {
			continue
		}
		for _, f := range j.scriptFiles(cmds, i) {
			j.judgeScript(f, depth, s)
			if len(j.res.Findings) > 0 {
				return
			}
		}
	}
}

// scriptFile is a text that a command runs from a file.
type scriptFile struct {
	name string // as people know it: "cleanup.sh", "package.json: build"
	path string // file that it stands in
	text string // the text itself, for a script of package.json
	dir  string // folder that it runs in
	own  bool   // run as a program: a shell script only with a shell's first line
}

func (j *Judge) judgeScript(f scriptFile, depth int, s *scripts) {
	id := f.path + "\x00" + f.name
	if s.seen[id] {
		return
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	s.seen[id] = true
	if depth > maxScriptDepth || s.files >= maxScripts {
		j.unread(f.name, "too many scripts, or scripts in scripts")
		return
	}
	text := f.text
	if text == "" {
		b, ok := j.world.ReadFile(f.path)
		switch {
		case !ok && j.world.Exists(f.path) == True:
			j.unread(f.name, "it is no regular file that can be read")
			return
		case !ok:
			return
		case len(b) > maxScriptFile || s.bytes+len(b) > maxScriptBytes:
			j.unread(f.name, "it is too large")
			return
		case bytes.IndexByte(b[:min(len(b), 512)], 0) >= 0 || f.own && !shellScript(b):
			return // a program, or a script in another language
		}
		text = string(b)
	}
	s.files++
	s.bytes += len(text)
	script := shell.Read(text, shell.Options{Dir: f.dir, Home: j.folders.Home, Project: j.folders.Project, Wrappers: j.p.Settings.Wrappers})
	if script.Unreadable != nil {
		j.unread(f.name, script.Unreadable.Why)
	}
	t := len(j.res.Texts)
	j.res.Texts = append(j.res.Texts, ShellText{Text: text, Script: script, File: f.name})
	cmds := &commands{all: script.Commands}
	old := j.scripts
	j.scripts = true
	j.judgeCommands(cmds, t)
	j.scripts = old
	if len(j.res.Findings) == 0 {
		j.judgeScripts(cmds, depth+1, s)
	}
}

func (j *Judge) unread(name, why string) { j.res.Unread = append(j.res.Unread, name+": "+why) }

// scriptFiles returns the scripts that a command runs, as far as its words name them.
func (j *Judge) scriptFiles(cmds *commands, i int) []scriptFile {
	c := &cmds.all[i]
	line := &cmds.readings(i)[0]
	file := func(v shell.Value, own bool) []scriptFile {
		if v == "" || !v.Known() || v.HasGlob() {
			return nil
		}
		p := slashed(v.Text())
		if !isAbs(p) {
			p = path.Join(c.Place.Dir, p)
		}
		return []scriptFile{{name: v.Text(), path: p, dir: c.Place.Dir, own: own}}
	}
	switch {
	case shell.IsShell(c.Program), c.Program == "source", c.Program == ".":
		for _, o := range line.Options {
			if o.Name == "-c" {
				return nil
			}
		}
		if len(line.Words) > 0 {
			return file(line.Words[0].Value, false)
		}
		for _, r := range c.Redirects {
			if r.Op == shell.RedirectRead {
				return file(r.File.Value, false)
			}
		}
		return nil
	case c.Program == "npm", c.Program == "pnpm", c.Program == "yarn", c.Program == "bun":
		return j.packageScripts(c, line)
	}
	if strings.Contains(string(c.Name.Value), "/") {
		return file(c.Name.Value, true)
	}
	return nil
}

// shellScript reports whether a file begins with the line of a shell.
func shellScript(b []byte) bool {
	first, _, _ := bytes.Cut(b, []byte("\n"))
	rest, ok := bytes.CutPrefix(first, []byte("#!"))
	if !ok {
		return false
	}
	for _, word := range strings.Fields(string(rest)) {
		if word != "-S" && path.Base(word) != "env" {
			return shell.IsShell(path.Base(word))
		}
	}
	return false
}

// packageScripts returns what `npm run NAME` and its kin run: the script, and those that
// run before and after it.
func (j *Judge) packageScripts(c *shell.Command, line *shell.Line) []scriptFile {
	var words []string
	for _, w := range line.Words {
		if !w.Value.Known() || w.AfterDash {
			break
		}
		words = append(words, w.Value.Text())
	}
	if len(words) == 0 {
		return nil
	}
	name := words[0]
	switch name {
	case "run", "run-script", "rum":
		if len(words) < 2 {
			return nil
		}
		name = words[1]
	case "t", "tst":
		name = "test"
	case "test", "start", "stop", "restart":
	default:
		if c.Program != "pnpm" && c.Program != "yarn" {
			return nil
		}
	}
	file, dir := j.packageFile(c.Place.Dir)
	if file == "" {
		return nil
	}
	b, ok := j.world.ReadFile(file)
	if !ok || len(b) > maxScriptFile {
		if ok {
			j.unread("package.json", "it is too large")
		}
		return nil
	}
	var p map[string]any // a struct would fold the case of keys, and npm doesn't
	if json.Unmarshal(b, &p) != nil {
		return nil
	}
	scripts, _ := p["scripts"].(map[string]any)
	var out []scriptFile
	for _, n := range []string{"pre" + name, name, "post" + name} {
		if text, _ := scripts[n].(string); text != "" {
			out = append(out, scriptFile{name: "package.json: " + n, path: file, text: text, dir: dir})
		}
	}
	return out
}

// packageFile finds the package.json of a folder, up to the project's root.
func (j *Judge) packageFile(dir string) (file, folder string) {
	root := slashed(j.folders.Project)
	for d := dir; ; d = path.Dir(d) {
		if f := path.Join(d, "package.json"); j.world.Exists(f) == True {
			return f, d
		}
		if !within(d, root) || strings.EqualFold(d, root) || path.Dir(d) == d {
			return "", ""
		}
	}
}

// lineOf is the line of a text that holds a position, 1-based.
func lineOf(text string, at int) int {
	return 1 + strings.Count(text[:min(max(at, 0), len(text))], "\n")
}
