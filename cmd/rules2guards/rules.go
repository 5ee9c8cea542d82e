package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/harness"
	"rules2guards.local/templates"
)

// maxRuleFile is the size of a rule file in bytes above which it isn't read.
const maxRuleFile = 1 << 20

// source says which rules a command works on.
type source struct {
	scope   string
	project string
	files   []string
}

func (s *source) flags(f *pflag.FlagSet) {
	s.place(f)
	f.StringArrayVar(&s.files, "rules", nil, "`FILE` use this rule file; may be given several times (default: the rules.toml here)")
}

// place are the flags of a command that reads no rules.
func (s *source) place(f *pflag.FlagSet) {
	f.StringVar(&s.scope, "scope", "project", "`project|user` whose rules")
	f.StringVar(&s.project, "project", "", "`DIR` the project's folder (default: the repository around here)")
}

// flag is the flag that names the scope in a command; empty for the default.
func (s *source) flag() string {
	if s.scope == string(harness.User) {
		return " --scope user"
	}
	return ""
}

// resolve makes the source's folder absolute and checks its words.
func (s *source) resolve(a *app) (code int, wrong bool) {
	if s.scope != string(harness.Project) && s.scope != string(harness.User) {
		return a.misused("unknown --scope %q: it is project or user", s.scope), true
	}
	if s.project == "" {
		s.project = projectRoot(a.dir)
	}
	if !filepath.IsAbs(s.project) {
		s.project = filepath.Join(a.dir, s.project)
	}
	st, err := os.Stat(s.project)
	if err != nil || !st.IsDir() {
		return a.misused("--project %q is no folder", s.project), true
	}
	if real, err := filepath.EvalSymlinks(s.project); err == nil {
		s.project = real
	}
	return 0, false
}

// projectRoot is the root of the repository around dir, or dir itself outside one.
func projectRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if filepath.Dir(d) == d {
			return dir
		}
	}
}

// find returns the rule files: those given, else the first rules.toml from the current
// folder up to the project's root, else the user's own.
func (s *source) find(a *app) ([]string, error) {
	if len(s.files) > 0 {
		return s.files, nil
	}
	if s.scope == string(harness.User) {
		p, err := a.userRules()
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(p); err != nil {
			return nil, hinted{fmt.Errorf("no rules of your own: %s does not exist", p), "rules2guards init --scope user writes one; a project's rules.toml is never read for the user scope"}
		}
		return []string{p}, nil
	}
	start := a.dir
	if r, err := filepath.Rel(s.project, start); err != nil || strings.HasPrefix(r, "..") {
		start = s.project
	}
	for d := start; ; d = filepath.Dir(d) {
		p := filepath.Join(d, "rules.toml")
		if _, err := os.Stat(p); err == nil {
			// A diagnostic quotes lines: a link of a cloned repository must not choose the file.
			if real, err := filepath.EvalSymlinks(p); err != nil || !inside(real, s.project) {
				return nil, hinted{fmt.Errorf("%s is a link that leads out of the project", a.rel(p)), "--rules " + a.rel(p) + " reads it all the same"}
			}
			return []string{a.rel(p)}, nil
		}
		if d == s.project || filepath.Dir(d) == d {
			where := "in " + start
			if start != s.project {
				where += ", nor in a folder above up to " + s.project
			}
			return nil, hinted{fmt.Errorf("there is no rules.toml %s", where), "rules2guards init writes one to start with"}
		}
	}
}

// userRules is where a user's own rules stand.
func (a *app) userRules() (string, error) {
	if x := a.getenv("XDG_CONFIG_HOME"); filepath.IsAbs(x) {
		return filepath.Join(x, "rules2guards", "rules.toml"), nil
	}
	if a.home() == "" {
		return "", errors.New("the environment names no home folder")
	}
	return filepath.Join(a.home(), ".config", "rules2guards", "rules.toml"), nil
}

// compile compiles the rules of a source. An error is about the world; what is wrong with
// the rules is in the diagnostics.
func (a *app) compile(s source) (compiler.Result, error) {
	files, err := s.find(a)
	if err != nil {
		return compiler.Result{}, err
	}
	var all compiler.Result
	for i, file := range files {
		src, err := a.readRules(file)
		if err != nil {
			return all, err
		}
		o := compiler.Options{
			Load: a.loader(file),
			Pack: templates.Pack,
			User: s.scope == string(harness.User),
			Root: s.project,
			Base: a.dir,
		}
		if i == len(files)-1 {
			o.Protect = harness.Protect(harness.All())
		}
		res := compiler.Compile(file, src, o)
		if i == 0 {
			all = res
			continue
		}
		merge(&all, res)
	}
	a.placeElsewhere(s, &all.Program)
	return all, nil
}

// placeElsewhere adds where this machine keeps what the guard's own rules protect.
func (a *app) placeElsewhere(s source, p *guard.Program) {
	l, err := a.locate(s)
	if err != nil || !slices.ContainsFunc(p.Rules, isGuardsOwn) {
		return // nothing is installed where there is no place for it
	}
	if p.Settings.Elsewhere = a.elsewhere(a.site(s, l, p), l); len(p.Settings.Elsewhere) > 0 {
		p.Index = compiler.IndexWith(p.Rules, p.Settings)
	}
}

// merge adds the rules of a further --rules file. Its [guard] settings are not taken: the
// first file's hold.
func merge(all *compiler.Result, more compiler.Result) {
	held := map[string]bool{}
	for _, r := range all.Program.Rules {
		held[r.ID] = true
	}
	for _, r := range more.Program.Rules {
		if held[r.ID] {
			all.Diagnostics = append(all.Diagnostics, diag.Diagnostic{
				Code: "duplicate-id", Rule: r.ID,
				Message: fmt.Sprintf("rule %q stands in more than one of the --rules files", r.ID),
			})
			continue
		}
		all.Program.Rules = append(all.Program.Rules, r)
	}
	all.Program.Index = compiler.IndexWith(all.Program.Rules, all.Program.Settings)
	all.Diagnostics = append(all.Diagnostics, more.Diagnostics...)
	all.Examples += more.Examples
	all.Cases = append(all.Cases, more.Cases...)
	all.Rules += more.Rules
	all.Off = append(all.Off, more.Off...)
	for f, src := range more.Sources {
		all.Sources[f] = src
	}
}

// loader reads the files that a rule file uses. A project is hostile input: what leads out
// of the rule file's folder, by a link too, is refused.
func (a *app) loader(file string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		real, err := filepath.EvalSymlinks(a.abs(path))
		if err != nil {
			return nil, err
		}
		root, err := filepath.EvalSymlinks(filepath.Dir(a.abs(file)))
		if err != nil {
			return nil, err
		}
		if !inside(real, root) {
			return nil, fmt.Errorf("it leads out of %s", filepath.Dir(file))
		}
		return a.readRules(real)
	}
}

func (a *app) abs(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.dir, path)
}

// readRules reads a rule file: a regular file of bounded size.
func (a *app) readRules(path string) ([]byte, error) {
	path = a.abs(path)
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read rules: %w", plainly(err))
	}
	if st.IsDir() {
		return nil, fmt.Errorf("read rules: %s is a folder", path)
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("read rules: %s is no regular file", path)
	}
	if st.Size() > maxRuleFile {
		return nil, fmt.Errorf("read rules: %s is larger than 1 MiB", path)
	}
	return readAll(path)
}

// missing is the error that a file is not there, without the system's words.
type missing struct{ *fs.PathError }

func (m missing) Error() string { return "there is no file " + m.Path }

// plainly puts it plainly that a file is not there.
func plainly(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && errors.Is(err, fs.ErrNotExist) {
		return missing{p}
	}
	return err
}

func readAll(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// live are the rules that a guard carries: action = "count" is for count and test only.
func live(rules []guard.Rule) []guard.Rule {
	var out []guard.Rule
	for _, r := range rules {
		if !counted(r) {
			out = append(out, r)
		}
	}
	return out
}

// readLimited reads at most max bytes.
func readLimited(r io.Reader, max int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, max+1))
	if err == nil && int64(len(b)) > max {
		err = fmt.Errorf("more than %d bytes", max)
	}
	return b, err
}
