package harness

import (
	"path/filepath"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// jsonHarness is a harness whose entry goes into a JSON file and that needs nothing else.
type jsonHarness struct {
	id        call.Harness
	name      string
	programs  []string
	folder    string
	files     func(Site) []File
	hooks     func(Site, File) *jsonHook
	protected []Protected
	starts    []Start
	// permissions translates one rule without conditions; nil: no form of the harness was
	// seen to hold.
	permissions func(*guard.Rule) ([]Permission, []string)
}

func (h *jsonHarness) ID() call.Harness       { return h.id }
func (h *jsonHarness) Name() string           { return h.name }
func (h *jsonHarness) Programs() []string     { return h.programs }
func (h *jsonHarness) Folder() string         { return h.folder }
func (h *jsonHarness) Paths(s Site) []File    { return h.files(s) }
func (h *jsonHarness) Protected() []Protected { return h.protected }
func (h *jsonHarness) Starts() []Start        { return h.starts }

func (h *jsonHarness) Check(s Site, f File) []Problem { return h.hooks(s, f).Check(f) }

func (h *jsonHarness) Install(s Site, f File) (Edit, error) { return h.hooks(s, f).Install(s, f) }

func (h *jsonHarness) Remove(s Site, f File, made Made) (Edit, error) {
	return h.hooks(s, f).Remove(s, f, made)
}

// Permissions translates rules where a form of the harness was seen to hold; elsewhere it
// says once that there are none.
func (h *jsonHarness) Permissions(rules []guard.Rule) ([]Permission, diag.List) {
	if h.permissions == nil {
		return nil, noPermissions(h.id, h.name)
	}
	return translate(h.id, h.name, rules, h.permissions)
}

func noPermissions(id call.Harness, name string) diag.List {
	text := "rules are not translated into permission rules of " + name
	if why := uselessPermissions(id); why != "" {
		text += " (" + why + ")"
	}
	return diag.List{{Severity: diag.Note, Code: "no-permission-rule", Message: text + ": there the guard is the only layer"}}
}

// uselessPermissions says why the permission rules that a harness has are not used.
func uselessPermissions(id call.Harness) string {
	switch id {
	case call.QwenCode:
		return "permissions.deny was seen to refuse text as well: a here-document for cat with a line `npm i`"
	case call.Droid:
		return "commandDenylist was seen to end the whole run, and to stop nothing with --skip-permissions-unsafe"
	case call.Cursor:
		return "permissions.deny of cli-config.json was not tried"
	case call.Kilo:
		return "its permission key was not tried"
	}
	return ""
}

// fileIn is a settings file in a folder of the harness's own.
func fileIn(folder, name string, shared bool) File {
	return File{Path: filepath.Join(folder, filepath.FromSlash(name)), Folder: folder, Shared: shared}
}

// homeFolder is a harness's folder under home, or where a variable says.
func homeFolder(s Site, variable, under string) string {
	if dir := s.env(variable); variable != "" && dir != "" {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(s.Project, dir)
		}
		return dir
	}
	if s.Home == "" {
		return ""
	}
	return filepath.Join(s.Home, filepath.FromSlash(under))
}

// twoScopes lists the file of a site's scope first; the user's is read in a project too.
func twoScopes(s Site, project, user File) []File {
	var list []File
	if s.Scope != User {
		list = append(list, project)
	}
	if user.Folder != "" {
		list = append(list, user)
	}
	return list
}

// hookList checks that a list of entries is one, when it is there, and hands each entry on.
func hookList(c *checker, d *settings.Doc, array []string, each func(settings.Node)) {
	for i := range array {
		n := d.At(array[:i]...)
		if !n.IsZero() && !n.IsObject() {
			c.bad(n, "%s is not an object", place(array[:i]))
			return
		}
	}
	n := d.At(array...)
	if n.IsZero() {
		return
	}
	if !n.IsArray() {
		c.bad(n, "%s is not a list", place(array))
		return
	}
	if each != nil {
		for _, e := range n.Elements() {
			each(e)
		}
	}
}

func place(path []string) string {
	if len(path) == 0 {
		return "the file"
	}
	s := path[0]
	for _, p := range path[1:] {
		s += "." + p
	}
	return s
}
