package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rules2guards.local/guard/call"
)

// tool says what the arguments of one tool mean: each field is the key that holds
// something, empty when the tool has no such argument.
type tool struct {
	name    string // canonical name
	command string // shell text
	dialect call.Dialect
	dir     string // folder in which the shell text starts
	path    string // file that it touches in the way of access
	access  call.Access
	content string // the whole new content
	old     string // text that is replaced …
	new     string // … by this one …
	all     string // … everywhere
	edits   string // list of objects with old, new and all
	url     string // address that it opens
	query   string
	timeout string
	back    string // runs in the background
	within  string // name pattern of the files below path that it reads
	loose   bool   // command and path may be missing

	commands string // list of shell texts
	files    string // list of paths, or of objects with one
	patches  string // list of objects with path, old and new
	patch    string // text of a patch
	code     string // Python text
	free     string // text in which addresses stand
}

// aliases lists the canonical names that conditions may use for the tool's fields.
func (t *tool) aliases() []call.Alias {
	list := make([]call.Alias, 0, 4)
	add := func(name, key string) {
		if key != "" {
			list = append(list, call.Alias{Name: name, Key: key})
		}
	}
	add("command", t.command)
	add("timeout", t.timeout)
	add("background", t.back)
	add("path", t.path)
	add("text", t.content)
	if t.content == "" {
		add("text", t.new)
	}
	add("url", t.url)
	add("query", t.query)
	return list
}

// fill reads the arguments of a known tool into c. What could be read is there even with
// an error.
func (t *tool) fill(c *call.Call) error {
	c.Aliases = t.aliases()
	var errs []error
	if t.command != "" {
		errs = append(errs, t.fillShells(c))
	}
	if t.path != "" {
		errs = append(errs, t.fillFiles(c))
	}
	if t.url != "" {
		list, err := texts(c.Input, t.url)
		for _, s := range list {
			addAddress(c, s)
		}
		errs = append(errs, err)
	}
	errs = append(errs, t.fillMore(c))
	t.fillURLs(c)
	return errors.Join(errs...)
}

func (t *tool) fillShells(c *call.Call) error {
	list, err := texts(c.Input, t.command)
	if len(list) == 0 && err == nil && !t.loose {
		err = fmt.Errorf("%s has no %s", c.OwnTool, t.command)
	}
	dirs, dirErr := texts(c.Input, t.dir)
	if len(dirs) == 0 {
		dirs = []string{""}
	}
	if len(list)*len(dirs) > maxVariants {
		dirs = dirs[:1]
		dirErr = errors.Join(dirErr, fmt.Errorf("%s has too many keys that differ only in case", c.OwnTool))
	}
	for _, s := range list {
		for _, dir := range dirs {
			c.Shells = append(c.Shells, call.Shell{Text: s, Dir: dir, Dialect: t.dialect})
		}
	}
	return errors.Join(err, dirErr)
}

// pathKeys lists names under which tools that look like a known one carry their path:
// harnesses that run Claude Code's entries use their own.
func pathKeys() []string {
	return []string{"file_path", "path", "filePath", "target_file", "filename", "notebook_path"}
}

func (t *tool) fillFiles(c *call.Call) error {
	paths, err := places(c.Input, t.path)
	if len(paths) == 0 && err == nil && !t.loose {
		for _, key := range pathKeys() {
			if paths, err = places(c.Input, key); len(paths) > 0 {
				break
			}
		}
		if len(paths) == 0 && err == nil {
			err = fmt.Errorf("%s has no %s", c.OwnTool, t.path)
		}
	}
	proto, protoErr := t.contents(c.Input)
	if len(paths)*len(proto) > maxVariants {
		// Path rules need each path once; the texts can't be told apart any more.
		proto = []call.File{{Unknown: true}}
		protoErr = errors.Join(protoErr, fmt.Errorf("%s has too many keys that differ only in case", c.OwnTool))
	}
	for _, p := range paths {
		for _, f := range proto {
			f.Path, f.Access = p, t.access
			c.Files = append(c.Files, f)
		}
	}
	t.fillWithin(c, paths)
	return errors.Join(err, protoErr)
}

// places is texts without the empty ones, which name no file.
func places(m map[string]any, key string) ([]string, error) {
	list, err := texts(m, key)
	return slices.DeleteFunc(list, func(s string) bool { return s == "" }), err
}

// maxVariants bounds the readings of one call whose keys differ only in case.
const maxVariants = 64

// contents returns what the call would put into its file, one for each reading, without
// path and access.
func (t *tool) contents(in map[string]any) ([]call.File, error) {
	var list []call.File
	switch {
	case t.content != "":
		whole, err := texts(in, t.content)
		for _, s := range whole {
			list = append(list, call.File{Whole: true, Text: s})
		}
		if len(list) == 0 {
			list = []call.File{{Unknown: true}}
		}
		return list, err
	case t.edits != "":
		var edits []call.Edit
		var err error
		for _, k := range variants(in, t.edits) {
			items, ok := in[k].([]any)
			if !ok {
				err = fmt.Errorf("%s is %s, not a list", k, kind(in[k]))
			}
			for _, item := range items {
				m, ok := item.(map[string]any)
				if !ok {
					err = fmt.Errorf("an entry of %s is %s, not an object", k, kind(item))
					continue
				}
				more, moreErr := t.replacements(m)
				edits = append(edits, more...)
				err = errors.Join(err, moreErr)
			}
		}
		return []call.File{{Edits: edits, Unknown: len(edits) == 0}}, err
	case t.new != "":
		edits, err := t.replacements(in)
		if len(edits) == 0 {
			return []call.File{{Unknown: true}}, err
		}
		for i := range edits {
			// Without a key for it, what is replaced can't be told: a notebook's cell.
			list = append(list, call.File{Edits: edits[i : i+1], Unknown: t.old == ""})
		}
		return list, err
	}
	return []call.File{{Unknown: t.access&(call.Write|call.Create) != 0}}, nil
}

// replacements reads the replacements that m describes: more than one only when keys
// differ in nothing but case.
func (t *tool) replacements(m map[string]any) ([]call.Edit, error) {
	olds, oldErr := texts(m, t.old)
	news, newErr := texts(m, t.new)
	if len(olds) == 0 {
		olds = []string{""}
	}
	if len(olds)*len(news) > maxVariants {
		return nil, fmt.Errorf("too many keys that differ only in case from %s and %s", t.old, t.new)
	}
	all := flag(m, t.all)
	var list []call.Edit
	for _, o := range olds {
		for _, n := range news {
			list = append(list, call.Edit{Old: o, New: n, All: all})
		}
	}
	return list, errors.Join(oldErr, newErr)
}

// fillURLs adds every argument that is an address, but for those that are program text or
// file content.
func (t *tool) fillURLs(c *call.Call) {
	skip := []string{t.command, t.content, t.old, t.new, t.edits, t.path, t.url, t.commands, t.patches, t.patch, t.code, t.free}
	for _, k := range sortedKeys(c.Input) {
		if slices.ContainsFunc(skip, func(s string) bool { return s != "" && strings.EqualFold(s, k) }) {
			continue
		}
		addURLs(c, c.Input[k])
	}
}
