package harness

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rules2guards.local/harness/settings"
)

// claudeTimeout is in seconds: a guard answers within three.
const claudeTimeout = 10

// claudeGroup is an entry under hooks.PreToolUse.
type claudeGroup struct {
	Matcher string          `json:"matcher"`
	Hooks   []claudeHandler `json:"hooks"`
}

type claudeHandler struct {
	Type      string `json:"type"`
	Command   string `json:"command"`
	Timeout   int    `json:"timeout"`
	OnFailure string `json:"onFailure,omitempty"`
}

// claudeEntry is the entry for a site.
//
// With on_error = "block" it fails closed twice: by onFailure, which 2.1.295 brought and
// older versions accept and ignore, and by `|| exit 2`, which makes a guard that is missing
// or was killed block on those too. The guard's own answers, 0 and 2, stay what they are.
func claudeEntry(s Site) claudeGroup {
	c := command{guard: s.Guard, harness: claudeCode{}.ID(), closed: s.OnError}
	if s.Scope != User {
		c.project = s.Project
	}
	h := claudeHandler{Type: "command", Command: c.line(s.GOOS), Timeout: claudeTimeout}
	if s.OnError {
		h.OnFailure = "block"
	}
	return claudeGroup{Matcher: claudeMatcher(s), Hooks: []claudeHandler{h}}
}

// claudeMatcher is every tool, since exact lists die with renames, but for guards that have
// tool rules alone.
func claudeMatcher(s Site) string {
	if s.ToolsOnly == nil {
		return "*"
	}
	return strings.Join(s.ToolsOnly, "|")
}

// matcherCovers reports whether a matcher that somebody changed still covers what ours does.
func matcherCovers(n settings.Node, s Site) bool {
	m := n.Text()
	if n.IsZero() || n.IsText() && (m == "" || m == "*" || m == ".*") {
		return true
	}
	if s.ToolsOnly == nil {
		return false
	}
	names := strings.FieldsFunc(m, func(r rune) bool { return r == '|' || r == ',' || r == ' ' })
	for _, tool := range s.ToolsOnly {
		if !slices.Contains(names, tool) {
			return false
		}
	}
	return true
}

func claudePath() []string { return []string{"hooks", "PreToolUse"} }

// ours is one of our handlers in a file.
type ours struct {
	group, handler settings.Node
	alone          bool // nothing else stands in its group
}

// claudeOurs lists our handlers of the site's scope. Entries of the other scope are
// another guard's.
func claudeOurs(s Site, d *settings.Doc) []ours {
	var list []ours
	for _, g := range d.At(claudePath()...).Elements() {
		hooks := g.In("hooks").Elements()
		for _, h := range hooks {
			if h.In("type").Text() != "command" {
				continue
			}
			c, ok := readCommand(h.In("command").Text(), s.Guard)
			if ok && c.harness == (claudeCode{}).ID() && (c.project != "") == (s.Scope != User) {
				list = append(list, ours{g, h, len(hooks) == 1})
			}
		}
	}
	return list
}

func (h claudeCode) Install(s Site, f File) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data, Mode: 0o600}
	entry := claudeEntry(s)
	if f.Data == nil || settings.Blank(f.Data) {
		data, err := settings.Fresh(claudePath(), true, entry)
		if err != nil {
			return e, err
		}
		e.Made = Made{File: f.Data == nil, Blank: f.Data != nil, Was: string(f.Data), Containers: []string{"/hooks", "/hooks/PreToolUse"}}
		e.Data = data
		return e, h.verify(s, f, e.Data)
	}
	d, problems := claudeRead(f)
	if d != nil {
		problems = append(problems, claudeLoads(f, d)...)
	}
	e.Problems = problems
	if slices.ContainsFunc(problems, func(p Problem) bool { return p.Fatal }) {
		return e, nil
	}
	data, made, err := claudeSplice(s, d, entry)
	if err != nil {
		return e, fmt.Errorf("%s: %w", f.Path, err)
	}
	if err := h.verify(s, f, data); err != nil {
		return e, err
	}
	e.Data, e.Made = data, made
	return e, nil
}

// claudeSplice puts the entry into a document: in place of the one that is there, where it
// can stay.
func claudeSplice(s Site, d *settings.Doc, entry claudeGroup) ([]byte, Made, error) {
	found := claudeOurs(s, d)
	if len(found) == 0 {
		data, made, err := d.Append(claudePath(), entry)
		return data, Made{Containers: made.Containers, Was: made.Was}, err
	}
	first := found[0]
	if !matcherCovers(first.group.In("matcher"), s) && !first.alone {
		// Its matcher is somebody else's too: ours gets a group of its own.
		return claudeReplace(d, found, entry)
	}
	var data []byte
	var err error
	if data, err = deletePaths(d, found[1:]); err != nil {
		return nil, Made{}, err
	}
	set := func(path []string, value any) {
		if err == nil {
			var d *settings.Doc
			if d, err = settings.Parse(data); err == nil {
				data, err = d.Set(path, value)
			}
		}
	}
	want := entry.Hooks[0]
	if !matcherCovers(first.group.In("matcher"), s) {
		set(append(slices.Clone(first.group.Path), "matcher"), entry.Matcher)
	}
	at := func(key string) []string { return append(slices.Clone(first.handler.Path), key) }
	if first.handler.In("command").Text() != want.Command {
		set(at("command"), want.Command)
	}
	if n, ok := first.handler.In("timeout").Number(); !ok || n != float64(want.Timeout) {
		set(at("timeout"), want.Timeout)
	}
	if want.OnFailure != "" && first.handler.In("onFailure").Text() != want.OnFailure {
		set(at("onFailure"), want.OnFailure)
	}
	// What would keep the guard from deciding: a condition, a run in the background,
	// another way to start it, and a switch that is not wanted any more.
	drop := []string{"if", "async", "asyncRewake", "args"}
	if want.OnFailure == "" {
		drop = append(drop, "onFailure")
	}
	for _, key := range drop {
		if err != nil || first.handler.In(key).IsZero() {
			continue
		}
		var d *settings.Doc
		if d, err = settings.Parse(data); err == nil {
			data, err = d.Delete(at(key))
		}
	}
	return data, Made{}, err
}

// claudeReplace takes our entries out and appends a new one.
func claudeReplace(d *settings.Doc, found []ours, entry claudeGroup) ([]byte, Made, error) {
	data, err := deletePaths(d, found)
	if err != nil {
		return nil, Made{}, err
	}
	if d, err = settings.Parse(data); err != nil {
		return nil, Made{}, err
	}
	data, made, err := d.Append(claudePath(), entry)
	return data, Made{Containers: made.Containers}, err
}

// deletePaths takes entries out of a document.
func deletePaths(d *settings.Doc, list []ours) ([]byte, error) {
	if len(list) == 0 {
		return d.Source(), nil
	}
	return settings.Remove(d.Source(), pathsOf(list), settings.Created{})
}

// pathsOf lists what to delete for entries to be gone, in the file's order: a group, when
// nothing but ours is in it.
func pathsOf(list []ours) [][]string {
	var paths [][]string
	for i := 0; i < len(list); {
		group := list[i].group
		j := i
		for j < len(list) && slices.Equal(list[j].group.Path, group.Path) {
			j++
		}
		if len(group.In("hooks").Elements()) == j-i {
			paths = append(paths, group.Path)
		} else {
			for _, o := range list[i:j] {
				paths = append(paths, o.handler.Path)
			}
		}
		i = j
	}
	return paths
}

// verify reads the new content as Claude Code would: strict JSON, loadable, our entry in it
// once and as it should be.
func (h claudeCode) verify(s Site, f File, data []byte) error {
	strict := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !json.Valid(strict) {
		return fmt.Errorf("%s: internal error: the new content would not be valid JSON; the file was left as it is", f.Path)
	}
	f.Data = data
	d, problems := claudeRead(f)
	if d == nil || slices.ContainsFunc(append(problems, claudeLoads(f, d)...), func(p Problem) bool { return p.Fatal }) {
		return fmt.Errorf("%s: internal error: Claude Code would not load the new content; the file was left as it is", f.Path)
	}
	found := claudeOurs(s, d)
	want := claudeEntry(s).Hooks[0]
	if len(found) != 1 {
		return fmt.Errorf("%s: internal error: the new content holds our entry %d times; the file was left as it is", f.Path, len(found))
	}
	var got claudeHandler
	if err := json.Unmarshal(found[0].handler.Raw(), &got); err != nil {
		return fmt.Errorf("%s: internal error: %w", f.Path, err)
	}
	if got != want || !matcherCovers(found[0].group.In("matcher"), s) {
		return fmt.Errorf("%s: internal error: the entry in the new content is not the wanted one; the file was left as it is", f.Path)
	}
	return nil
}

func (claudeCode) Remove(s Site, f File, made Made) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data}
	if f.Data == nil || settings.Blank(f.Data) {
		return e, nil
	}
	d, err := settings.Parse(f.Data)
	if err != nil {
		e.Problems = []Problem{problemOf(f, err)}
		return e, nil
	}
	found := claudeOurs(s, d)
	if len(found) == 0 {
		return e, nil
	}
	created := settings.Created{Containers: made.Containers, Was: made.Was}
	if made.File || made.Blank {
		created.Was = ""
	}
	data, err := settings.Remove(f.Data, pathsOf(found), created)
	if err != nil {
		return e, fmt.Errorf("%s: %w", f.Path, err)
	}
	if made.File || made.Blank {
		if d, err = settings.Parse(data); err != nil {
			return e, errors.Join(fmt.Errorf("%s: internal error", f.Path), err)
		}
		if root := d.Root(); root.IsObject() && len(root.Keys()) == 0 && len(d.Lenient()) == 0 {
			data = nil
			if made.Blank {
				data = []byte(made.Was)
			}
		}
	}
	e.Data = data
	return e, nil
}
