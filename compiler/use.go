package compiler

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/compiler/nesting"
	"rules2guards.local/templates"
)

// Bounds of what is read.
const (
	maxFiles = 64
	maxFile  = 1 << 20
)

// rule is a rule with where it came from.
type rule struct {
	*ruleTable
	pack     string         // name of the pack; empty: a file
	used     bool           // came by `use`
	folder   string         // see guard.Rule.Folder
	base     string         // where relative paths start, when folder is empty; empty: the project's root
	override bool           // the keys are those of an [[override]]
	by       *overrideTable // what changed the rule; nil: nothing did
}

// id is the name under which a rule is known: in a pack, with the pack's name.
func (r *rule) id() string {
	if r.pack != "" && !strings.HasPrefix(r.ID.Value, r.pack+"/") {
		return r.pack + "/" + r.ID.Value
	}
	return r.ID.Value
}

// unit is a rule file with all that it uses.
type unit struct {
	c         *checker
	o         *Options
	sources   map[string][]byte
	guard     guardTable
	rules     []*rule
	overrides []*overrideTable
	open      []string // files being read, to find a file that uses itself
	done      []string
	named     map[string]*text // file -> the entry of use that brought it

	contradicted []string // pairs of files, see contradict
	top          string   // folder of the first file, relative to the project's root
	folder       string   // of the file being read, when that came by use from a deeper folder
}

// read reads a file and what it uses, in the order in which the rules shall stand.
func (u *unit) read(file, pack string, text []byte) {
	top := len(u.open) == 0
	u.open = append(u.open, file)
	u.done = append(u.done, file)
	defer func() { u.open = u.open[:len(u.open)-1] }()
	src := newSource(file, text)
	u.sources[file] = src.text
	doc, n, ok := u.parse(src)
	if !ok {
		return
	}
	var t fileTable
	decodeTable(u.c, "", doc, n, &t)
	if t.Version.given() && !t.Version.bad && t.Version.Value != 1 {
		u.c.errorf("unsupported-version", t.Version.n.at(), "this version of rules2guards reads version 1", "version %d of the rule language", t.Version.Value)
	}
	switch {
	case top:
		u.guard = t.Guard
		u.checkGuard()
	case t.Guard.given():
		u.c.errorf("misplaced-key", t.Guard.header(), "move it to "+u.open[0], "a file that came by use can't have [guard]")
	}
	for i := range t.Use.Items {
		u.use(&t.Use.Items[i], file, pack)
	}
	for i := range t.Rules.Items {
		u.rules = append(u.rules, &rule{ruleTable: &t.Rules.Items[i], pack: pack, used: !top, folder: u.folder, base: u.baseFolder()})
	}
	for i := range t.Overrides.Items {
		u.overrides = append(u.overrides, &t.Overrides.Items[i])
	}
}

// parse decodes TOML and finds where everything stands.
func (u *unit) parse(src *source) (map[string]any, *node, bool) {
	if len(src.text) > maxFile {
		u.c.add(diag.Error, "too-large", at{src: src}, "split it, and name the parts with use", fmt.Sprintf("the file has more than %d bytes", maxFile))
		return nil, nil, false
	}
	if !utf8.Valid(src.text) {
		i := 0
		for i < len(src.text) {
			r, size := utf8.DecodeRune(src.text[i:])
			if r == utf8.RuneError && size < 2 {
				break
			}
			i += size
		}
		u.c.add(diag.Error, "not-utf8", at{src, span{i, i + 1}}, "save the file as UTF-8", "the file is not UTF-8")
		return nil, nil, false
	}
	if i := nesting.TooDeep(src.text); i >= 0 {
		u.c.add(diag.Error, "too-large", at{src, span{i, i + 1}}, "rules need four levels", fmt.Sprintf("brackets or dots are nested more than %d deep", nesting.Max))
		return nil, nil, false
	}
	var doc map[string]any
	md, err := toml.Decode(string(src.text), &doc)
	if err != nil {
		u.syntaxError(src, err)
		return nil, nil, false
	}
	return doc, index(src, md, doc), true
}

func (u *unit) syntaxError(src *source, err error) {
	a := at{src: src}
	message, hint := err.Error(), ""
	if pe, ok := err.(toml.ParseError); ok {
		message = strings.TrimSuffix(pe.Message, ".")
		start := min(max(pe.Position.Start, 0), len(src.text))
		// The decoder counts its position in the text without a byte order mark.
		if pe.Position.Line > 0 && pe.Position.Line <= len(src.lines) {
			line := src.lines[pe.Position.Line-1]
			if start < line {
				start = line
			}
		}
		end := min(start+max(pe.Position.Len, 1), len(src.text))
		for start > 0 && (start == len(src.text) || src.text[start] == '\n') {
			start-- // behind the last character of the line
		}
		for start > 0 && !utf8.RuneStart(src.text[start]) {
			start--
		}
		a.span = span{start, max(end, start+1)}
		if len(src.text) == 0 {
			a.span = span{}
		}
		if strings.Contains(message, "escape") {
			hint = `in "…" a \ begins an escape; write '…' for a text as it stands, regular expressions above all`
		} else if h := guessSyntax(src.text, start); h != "" {
			hint = h
		}
	}
	u.c.add(diag.Error, "toml-syntax", a, hint, "the file is not TOML: "+message)
}

// use reads one entry of `use`.
func (u *unit) use(t *text, file, pack string) {
	s := t.Value
	bad := func(hint, format string, args ...any) { u.c.errorf("bad-use", t.at(), hint, format, args...) }
	switch {
	case strings.TrimSpace(s) == "":
		u.c.errorf("empty-value", t.at(), "", "an entry of use is empty")
		return
	case strings.Contains(s, "://"):
		bad("save the file beside this one and name it: use = [\"./team.toml\"]", "%s is an address, but only files and packs can be used", quote(s))
		return
	case !strings.HasPrefix(s, ".") && !strings.HasSuffix(s, ".toml") && !strings.ContainsAny(s, `/\`):
		u.usePack(t)
		return
	case pack != "":
		bad("", "a pack can't use files")
		return
	case !strings.HasSuffix(s, ".toml"):
		bad("name a file such as \"./team.toml\", or a pack such as \"git\"", "%s doesn't end in .toml", quote(s))
		return
	case path.IsAbs(s) || strings.HasPrefix(s, "~") || strings.Contains(s, `\`) || len(s) > 1 && s[1] == ':':
		bad("write a path with forward slashes, relative to this file", "%s is no relative path", quote(s))
		return
	}
	name := path.Clean(s)
	if name == ".." || strings.HasPrefix(name, "../") {
		bad("move it into the folder of this file, or below", "%s lies outside the folder of the file that names it", quote(s))
		return
	}
	target := path.Join(path.Dir(file), name)
	switch {
	case slices.Contains(u.open, target):
		u.c.errorf("use-loop", t.at(), "", "%s uses itself", quote(target))
		return
	case slices.Contains(u.done, target):
		u.c.warnf("repeated-entry", t.at(), "", "%s is used twice", quote(target))
		return
	case len(u.done) >= maxFiles:
		u.c.errorf("too-large", t.at(), "", "more than %d files", maxFiles)
		return
	case u.o.Load == nil:
		bad("", "%s can't be read here", quote(s))
		return
	}
	data, err := u.o.Load(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		hint := ""
		if dir := path.Dir(target); dir != "." {
			hint = "it is looked for in " + quote(dir) + ", the folder of the file that names it"
		} else if pack := strings.TrimSuffix(name, ".toml"); slices.Contains(templates.Packs(), pack) {
			hint = "for the pack write " + quote(pack)
		}
		bad(hint, "there is no file %s", quote(s))
		return
	case err != nil:
		bad("", "%s can't be read: %v", quote(s), err)
		return
	}
	before := u.folder
	if dir := path.Dir(name); path.Base(name) == "rules.toml" && dir != "." {
		u.folder = path.Join(u.top, dir)
		if before != "" {
			u.folder = path.Join(before, dir)
		}
	}
	u.named[target] = t
	u.read(target, "", data)
	u.folder = before
}

// baseFolder is where relative paths start though the rules hold everywhere.
func (u *unit) baseFolder() string {
	if u.folder != "" {
		return ""
	}
	return u.top
}

// usePack reads a pack by its name.
func (u *unit) usePack(t *text) {
	name := t.Value
	file := "pack:" + name
	if slices.Contains(u.done, file) {
		u.c.warnf("repeated-entry", t.at(), "", "the pack %s is used twice", quote(name))
		return
	}
	var data []byte
	ok := false
	if u.o.Pack != nil {
		data, ok = u.o.Pack(name)
	}
	if !ok {
		hint := "for a file write " + quote("./"+name+".toml")
		if n := nearest(name, templates.Packs()); n != "" && n != name {
			hint = "did you mean " + quote(n) + "?"
		}
		u.c.errorf("unknown-pack", t.at(), hint, "unknown pack %s", quote(name))
		return
	}
	u.named[file] = t
	u.read(file, name, data)
}

// checkGuard checks the [guard] table.
func (u *unit) checkGuard() {
	u.c.checkWords(&u.guard)
	u.c.checkRepeats(&u.guard)
	for i := range u.guard.Wrappers.Items {
		w := &u.guard.Wrappers.Items[i]
		if w.Value == "" || strings.ContainsAny(w.Value, " \t/\\*?[{") {
			u.c.errorf("bad-value", w.at(), `write a program's base name: "sandbox-exec"`, "%s is no program's name", quote(w.Value))
		}
	}
	for i := range u.guard.Tools.Items {
		t := &u.guard.Tools.Items[i]
		if !t.Tool.given() {
			u.c.errorf("missing-key", t.header(), "", `"tool" is missing in guard.tools`)
		}
		if !t.Command.given() && !t.Path.given() {
			u.c.errorf("missing-key", t.header(), `write command = "FIELD" or path = "FIELD"`, "an entry of guard.tools says neither where shell text is nor where a path is")
		}
		if t.Tool.given() && !t.Tool.bad {
			u.c.report(&t.Tool, checkGlob(t.Tool.Value))
		}
		for _, f := range []*text{&t.Tool, &t.Command, &t.Path} {
			if f.given() && !f.bad && f.Value == "" {
				u.c.errorf("empty-value", f.at(), "", "a name in guard.tools is empty")
			}
		}
	}
}

// findRepeats reports ids that stand twice.
func (u *unit) findRepeats() {
	first := map[string]*rule{}
	for _, r := range u.rules {
		id := r.id()
		if id == "" {
			continue
		}
		if before, ok := first[id]; ok {
			u.c.rule = id
			u.c.errorf("duplicate-id", r.ID.at(), "", "a second rule %s; the first stands at %s", quote(id), before.ID.at().place())
			u.c.leave()
			continue
		}
		first[id] = r
	}
}

// apply gives each override its rule: a copy with the keys changed. What it returns stands
// at the same position as the rule that it changes; nil: nothing changes it.
func (u *unit) apply() []*rule {
	changed := make([]*rule, len(u.rules))
	for _, o := range u.overrides {
		u.c.rule, u.c.where = o.ID.Value, " in an override"
		if o.ID.Value != "" {
			u.c.where = " in the override of " + quote(o.ID.Value)
		}
		over := &rule{ruleTable: &o.ruleTable, override: true}
		if !o.Reason.given() {
			u.c.missing(over, "reason", requiredHint("reason"))
		}
		if o.Kind.given() {
			u.c.errorf("misplaced-key", o.Kind.n.keyAt(), "write a rule of its own", "an override can't change the kind")
		}
		switch i := slices.IndexFunc(u.rules, func(r *rule) bool { return r.id() == o.ID.Value }); {
		case !o.ID.given():
			u.c.missing(over, "id", `name the rule that changes: id = "git/no-discard"`)
		case i < 0:
			var ids []string
			for _, r := range u.rules {
				if r.used {
					ids = append(ids, r.id())
				}
			}
			u.c.errorf("unknown-rule", o.ID.at(), DidYouMean(o.ID.Value, ids), "no rule %s came by use", quote(o.ID.Value))
		case !u.rules[i].used:
			u.c.errorf("unknown-rule", o.ID.at(), "change the rule itself", "the rule %s stands in this file", quote(o.ID.Value))
		case changed[i] != nil:
			u.c.errorf("duplicate-id", o.ID.at(), "put all changes into one", "a second override of %s", quote(o.ID.Value))
		default:
			changed[i] = merge(u.rules[i], o)
		}
		u.c.leave()
	}
	return changed
}

// merge is a rule with an override's changes. Its examples are only the override's.
func merge(r *rule, o *overrideTable) *rule {
	out := *r
	t := *r.ruleTable
	out.ruleTable = &t
	out.override, out.by = true, o
	t.broken = t.broken || o.broken
	t.FiresOn, t.PassesOn = o.FiresOn, o.PassesOn
	dst, src := reflect.ValueOf(&t).Elem(), reflect.ValueOf(&o.ruleTable).Elem()
	for i := range src.NumField() {
		f := src.Type().Field(i)
		switch key := f.Tag.Get("toml"); key {
		case "", "id", "kind", "fires_on", "passes_on":
		case "except":
			t.Except.Items = append(slices.Clip(t.Except.Items), o.Except.Items...)
			t.Except.present = t.Except.present || o.Except.present
			if t.Except.n == nil {
				t.Except.n = o.Except.n
			}
		default:
			if d, ok := src.Field(i).Addr().Interface().(decodable); ok && d.given() {
				dst.Field(i).Set(src.Field(i))
			}
		}
	}
	return &out
}
