package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"rules2guards.local/guard/call"
	"rules2guards.local/harness/settings"
)

// member is one key of a JSON object with its value.
type member struct {
	key   string
	value any
}

// object is a JSON object whose keys keep their order.
type object []member

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{m.key, m.value} {
			if j > 0 {
				b.WriteByte(':')
			}
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			if err := e.Encode(v); err != nil {
				return nil, err
			}
			b.Truncate(b.Len() - 1) // the line end
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// jsonHook writes entries into a JSON settings file by splicing: what most harnesses want,
// in their own shapes.
type jsonHook struct {
	id      call.Harness
	title   string     // name for people
	arrays  [][]string // the arrays that get an entry each
	flat    bool       // the handler stands in the array itself; else in {matcher, hooks: [handler]}
	key     string     // the handler's key that holds the command line
	handler func(Site) object
	matcher func(Site) string // of nested entries, and of flat ones unless it is ""
	drop    []string          // keys of a handler that would keep the guard from deciding
	top     object            // members that a new file begins with
	lenient bool              // comments are fine, and loads judges trailing commas
	strict  bool              // a comment was seen to void the whole file; neither: nobody knows
	loads   func(File, *settings.Doc) []Problem
	ours    func(line string, s Site) bool // recognises our command line
}

// own is one of our handlers in a file.
type own struct {
	group, handler settings.Node // the same one in flat files
}

func (j *jsonHook) entry(s Site) object {
	h := j.handler(s)
	if j.flat {
		return h
	}
	return object{{"matcher", j.matcher(s)}, {"hooks", []object{h}}}
}

// find lists our handlers under an array, for the site's scope.
func (j *jsonHook) find(s Site, d *settings.Doc, array []string) []own {
	var list []own
	for _, g := range d.At(array...).Elements() {
		handlers := []settings.Node{g}
		if !j.flat {
			handlers = g.In("hooks").Elements()
		}
		for _, h := range handlers {
			if j.ours(h.In(j.key).Text(), s) {
				list = append(list, own{g, h})
			}
		}
	}
	return list
}

// paths lists what to delete for entries to be gone, in the file's order: a group, when
// nothing but ours is in it.
func (j *jsonHook) paths(list []own) [][]string {
	var paths [][]string
	for i := 0; i < len(list); {
		group := list[i].group
		n := i
		for n < len(list) && slices.Equal(list[n].group.Path, group.Path) {
			n++
		}
		if j.flat || len(group.In("hooks").Elements()) == n-i {
			paths = append(paths, group.Path)
		} else {
			for _, o := range list[i:n] {
				paths = append(paths, o.handler.Path)
			}
		}
		i = n
	}
	return paths
}

func (j *jsonHook) check(f File) (*settings.Doc, []Problem) {
	d, err := settings.Parse(f.Data)
	if err != nil {
		return nil, []Problem{j.problem(f, err)}
	}
	var list []Problem
	if !j.lenient {
		effect := " was not seen to load a file with one"
		if j.strict {
			effect = " ignores the whole file because of it"
		}
		for _, e := range d.Lenient() {
			list = append(list, Problem{
				Path: f.Path, Line: e.Line, Col: e.Col, Fatal: true,
				Text: e.Text + ": " + j.title + effect,
				Hint: "take it out, then run generate again",
			})
		}
	}
	return d, append(list, j.loads(f, d)...)
}

func (j *jsonHook) problem(f File, err error) Problem {
	p := Problem{Path: f.Path, Text: err.Error(), Fatal: true}
	if at, ok := err.(*settings.Error); ok {
		p.Line, p.Col, p.Text = at.Line, at.Col, at.Text
		p.Hint = j.title + " can't load such a file: correct it, then run generate again"
	}
	return p
}

func fatal(list []Problem) bool {
	return slices.ContainsFunc(list, func(p Problem) bool { return p.Fatal })
}

// Check is Harness.Check for files of this shape.
func (j *jsonHook) Check(f File) []Problem {
	if f.Data == nil || settings.Blank(f.Data) {
		return nil
	}
	_, problems := j.check(f)
	return problems
}

// Install is Harness.Install for files of this shape.
func (j *jsonHook) Install(s Site, f File) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data, Mode: 0o600}
	data := f.Data
	if blank := data == nil || settings.Blank(data); blank {
		var err error
		if data, err = j.fresh(s); err != nil {
			return e, err
		}
		e.Made = Made{File: f.Data == nil, Blank: f.Data != nil, Was: string(f.Data)}
	} else {
		if _, e.Problems = j.check(f); fatal(e.Problems) {
			return e, nil
		}
		for _, array := range j.arrays {
			var made Made
			var err error
			if data, made, err = j.splice(s, data, array); err != nil {
				return e, fmt.Errorf("%s: %w", f.Path, err)
			}
			e.Made = e.Made.Join(made)
		}
	}
	if err := j.verify(s, f, data); err != nil {
		e.Made = Made{}
		return e, err
	}
	e.Data = data
	return e, nil
}

// fresh is the content of a new file.
func (j *jsonHook) fresh(s Site) ([]byte, error) {
	data, err := settings.Fresh(nil, false, append(slices.Clone(j.top), member{"rules2guards", nil}))
	if err != nil {
		return nil, err
	}
	d, err := settings.Parse(data)
	if err != nil {
		return nil, err
	}
	// The place holder gives an empty object in lines, however many members stand in it.
	if data, err = d.Delete([]string{"rules2guards"}); err != nil {
		return nil, err
	}
	for _, array := range j.arrays {
		if data, _, err = j.splice(s, data, array); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// verify reads the new content as the harness would: loadable, our entry in it once under
// each array, and as it should be.
func (j *jsonHook) verify(s Site, f File, data []byte) error {
	broken := func(format string, args ...any) error {
		return fmt.Errorf("%s: internal error: %s; the file was left as it is", f.Path, fmt.Sprintf(format, args...))
	}
	if !j.lenient && !json.Valid(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		return broken("the new content would not be valid JSON")
	}
	f.Data = data
	d, problems := j.check(f)
	if d == nil || fatal(problems) {
		return broken("%s would not load the new content", j.title)
	}
	for _, array := range j.arrays {
		found := j.find(s, d, array)
		if len(found) != 1 {
			return broken("the new content holds our entry %d times", len(found))
		}
		for _, m := range j.handler(s) {
			if m.key != "matcher" && !same(found[0].handler.In(m.key), m.value) {
				return broken("%s in the new content is not the wanted one", m.key)
			}
		}
		if !j.covered(found[0], s) {
			return broken("the matcher in the new content is not the wanted one")
		}
	}
	return nil
}

// Remove is Harness.Remove for files of this shape.
func (j *jsonHook) Remove(s Site, f File, made Made) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data}
	if f.Data == nil || settings.Blank(f.Data) {
		return e, nil
	}
	d, err := settings.Parse(f.Data)
	if err != nil {
		e.Problems = []Problem{j.problem(f, err)}
		return e, nil
	}
	var paths [][]string
	for _, array := range j.arrays {
		paths = append(paths, j.paths(j.find(s, d, array))...)
	}
	if len(paths) == 0 {
		return e, nil
	}
	created := settings.Created{Containers: made.Containers, Was: made.Was}
	ours := made.File || made.Blank
	if ours {
		created = settings.Created{Containers: j.containers()}
	}
	data, err := settings.Remove(f.Data, paths, created)
	if err != nil {
		return e, fmt.Errorf("%s: %w", f.Path, err)
	}
	if ours {
		if d, err = settings.Parse(data); err != nil {
			return e, fmt.Errorf("%s: internal error: %w", f.Path, err)
		}
		if j.nothingLeft(d) {
			data = nil
			if made.Blank {
				data = []byte(made.Was)
			}
		}
	}
	e.Data = data
	return e, nil
}

// containers lists what a new file holds for our entries, outermost first.
func (j *jsonHook) containers() []string {
	var list []string
	for _, array := range j.arrays {
		for i := range array {
			if p := settings.Pointer(array[:i+1]); !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// nothingLeft reports whether a file that we made holds nothing but what it began with.
func (j *jsonHook) nothingLeft(d *settings.Doc) bool {
	if !d.Root().IsObject() || len(d.Lenient()) > 0 {
		return false
	}
	for _, key := range d.Root().Keys() {
		if !slices.ContainsFunc(j.top, func(m member) bool { return m.key == key }) {
			return false
		}
	}
	return true
}
