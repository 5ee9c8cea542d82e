package wire

import (
	"errors"
	"fmt"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/patch"
)

// fillMore reads the arguments that hold several of a thing, or a thing within a text.
func (t *tool) fillMore(c *call.Call) error {
	var errs []error
	each := func(key string, f func(v any) error) {
		if key == "" {
			return
		}
		keys := variants(c.Input, key)
		if len(keys) == 0 && !t.loose {
			errs = append(errs, fmt.Errorf("%s has no %s", c.OwnTool, key))
		}
		for _, k := range keys {
			if err := f(c.Input[k]); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", k, err))
			}
		}
	}
	each(t.commands, func(v any) error {
		return items(v, "command", func(s string) {
			c.Shells = append(c.Shells, call.Shell{Text: s, Dialect: t.dialect})
		})
	})
	each(t.files, func(v any) error {
		return items(v, "path", func(s string) {
			c.Files = append(c.Files, call.File{Path: s, Access: t.access, Unknown: t.access&call.Write != 0})
		})
	})
	each(t.patches, func(v any) error { return t.fillPatches(c, v) })
	each(t.patch, func(v any) error {
		s, ok := v.(string)
		if !ok {
			return fmt.Errorf("it is %s, not a text", kind(v))
		}
		return addPatch(c, s)
	})
	each(t.code, func(v any) error {
		s, ok := v.(string)
		if !ok {
			return fmt.Errorf("it is %s, not a text", kind(v))
		}
		// The shell reader knows what to look for in Python text behind python3 -c.
		c.Shells = append(c.Shells, call.Shell{Text: "python3 -c '" + strings.ReplaceAll(s, "'", `'\''`) + "'"})
		return nil
	})
	each(t.free, func(v any) error {
		s, _ := v.(string)
		for _, word := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n<>\"'`()[]{},", r) }) {
			if word = strings.TrimRight(word, ".;:!?"); isURL(word) {
				addAddress(c, word)
			}
		}
		return nil
	})
	return errors.Join(errs...)
}

// items hands every text of v to f: v is a text, a list of texts, a list of objects with
// the text under a key, or the JSON text of such a list.
func items(v any, key string, f func(string)) error {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		if strings.HasPrefix(strings.TrimSpace(v), "[") {
			if m, err := object([]byte(`{"list":` + v + `}`)); err == nil {
				return items(m["list"], key, f)
			}
		}
		f(v)
		return nil
	case map[string]any:
		keys := []string{key}
		if key == "path" {
			keys = append(keys, pathKeys()...)
		}
		for _, k := range keys {
			list, err := texts(v, k)
			for _, s := range list {
				f(s)
			}
			if len(list) > 0 || err != nil {
				return err
			}
		}
		return fmt.Errorf("an entry has no %s", key)
	case []any:
		var errs []error
		for _, e := range v {
			if _, nested := e.([]any); nested {
				errs = append(errs, errors.New("a list in a list"))
				continue
			}
			errs = append(errs, items(e, key, f))
		}
		return errors.Join(errs...)
	}
	return fmt.Errorf("it is %s, not a list", kind(v))
}

// fillPatches reads a list of replacements that each name their file.
func (t *tool) fillPatches(c *call.Call, v any) error {
	list, ok := v.([]any)
	if !ok {
		return fmt.Errorf("it is %s, not a list", kind(v))
	}
	var errs []error
	for _, e := range list {
		m, ok := e.(map[string]any)
		if !ok {
			errs = append(errs, fmt.Errorf("an entry is %s, not an object", kind(e)))
			continue
		}
		edits, err := t.replacements(m)
		errs = append(errs, err, items(m, "path", func(s string) {
			c.Files = append(c.Files, call.File{Path: s, Access: call.Write | call.Create, Edits: edits, Unknown: len(edits) == 0})
		}))
	}
	return errors.Join(errs...)
}

// addPatch adds the files that a patch text touches.
func addPatch(c *call.Call, text string) error {
	changes, err := patch.Parse(text)
	for _, ch := range changes {
		edits := make([]call.Edit, len(ch.Edits))
		for i, e := range ch.Edits {
			edits[i] = call.Edit{Old: e.Old, New: e.New}
		}
		switch ch.Op {
		case patch.Add:
			c.Files = append(c.Files, call.File{Path: ch.Path, Access: call.Write | call.Create, Whole: true, Text: ch.Text})
		case patch.Update:
			c.Files = append(c.Files, call.File{Path: ch.Path, Access: call.Write, Edits: edits})
		case patch.Delete:
			c.Files = append(c.Files, call.File{Path: ch.Path, Access: call.Delete})
		case patch.Move:
			c.Files = append(c.Files,
				call.File{Path: ch.Path, Access: call.Read | call.Delete},
				call.File{Path: ch.To, Access: call.Write | call.Create, Edits: edits, Unknown: true})
		case patch.Copy:
			c.Files = append(c.Files,
				call.File{Path: ch.Path, Access: call.Read},
				call.File{Path: ch.To, Access: call.Write | call.Create, Edits: edits, Unknown: true})
		}
	}
	return err
}
