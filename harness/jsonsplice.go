package harness

import (
	"encoding/json"
	"slices"
	"strings"

	"rules2guards.local/harness/settings"
)

// splice puts the entry under an array: in place of the one that is there, where it can stay.
func (j *jsonHook) splice(s Site, data []byte, array []string) ([]byte, Made, error) {
	d, err := settings.Parse(data)
	if err != nil {
		return nil, Made{}, err
	}
	found := j.find(s, d, array)
	if len(found) == 0 {
		data, made, err := d.Append(array, j.entry(s))
		return data, Made{Containers: made.Containers, Was: made.Was}, err
	}
	first := found[0]
	covered := j.covered(first, s)
	if !covered && !j.flat && len(first.group.In("hooks").Elements()) > 1 {
		// Its matcher is somebody else's too: ours gets a group of its own.
		if data, err = settings.Remove(data, j.paths(found), settings.Created{}); err != nil {
			return nil, Made{}, err
		}
		if d, err = settings.Parse(data); err != nil {
			return nil, Made{}, err
		}
		data, made, err := d.Append(array, j.entry(s))
		return data, Made{Containers: made.Containers}, err
	}
	if len(found) > 1 {
		// The first one stays; what is behind it does not move it.
		if data, err = settings.Remove(data, j.paths(found[1:]), settings.Created{}); err != nil {
			return nil, Made{}, err
		}
	}
	data, err = j.update(s, data, first, covered)
	return data, Made{}, err
}

// update sets what differs in the entry that is there.
func (j *jsonHook) update(s Site, data []byte, o own, covered bool) ([]byte, error) {
	edit := func(f func(*settings.Doc) ([]byte, error)) error {
		d, err := settings.Parse(data)
		if err != nil {
			return err
		}
		data, err = f(d)
		return err
	}
	at := func(n settings.Node, key string) []string { return append(slices.Clone(n.Path), key) }
	if !covered {
		err := edit(func(d *settings.Doc) ([]byte, error) { return d.Set(at(o.group, "matcher"), j.matcher(s)) })
		if err != nil {
			return nil, err
		}
	}
	want := j.handler(s)
	for _, m := range want {
		if m.key == "matcher" || same(o.handler.In(m.key), m.value) {
			continue
		}
		if err := edit(func(d *settings.Doc) ([]byte, error) { return d.Set(at(o.handler, m.key), m.value) }); err != nil {
			return nil, err
		}
	}
	for _, key := range j.drop {
		if o.handler.In(key).IsZero() || slices.ContainsFunc(want, func(m member) bool { return m.key == key }) {
			continue
		}
		if err := edit(func(d *settings.Doc) ([]byte, error) { return d.Delete(at(o.handler, key)) }); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// same reports whether a value of a file is the wanted one.
func same(n settings.Node, want any) bool {
	if n.IsZero() {
		return false
	}
	var got any
	b, err := json.Marshal(want)
	if err != nil || json.Unmarshal(n.Raw(), &got) != nil {
		return false
	}
	var w any
	if json.Unmarshal(b, &w) != nil {
		return false
	}
	return got == w
}

// covered reports whether the matcher of an entry, which somebody may have changed, still
// covers what ours does.
func (j *jsonHook) covered(o own, s Site) bool {
	if j.matcher == nil {
		return true
	}
	n := o.group.In("matcher")
	m := n.Text()
	want := j.matcher(s)
	if n.IsText() && m == want || n.IsZero() || n.IsText() && (m == "" || m == "*" || m == ".*") {
		return true
	}
	if s.ToolsOnly == nil {
		return false
	}
	names := strings.FieldsFunc(m, func(r rune) bool { return r == '|' || r == ',' || r == ' ' })
	for _, tool := range strings.Split(want, "|") {
		if !slices.Contains(names, tool) {
			return false
		}
	}
	return true
}
