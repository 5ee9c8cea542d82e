package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// kind names the JSON type of a decoded value, for messages.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case string:
		return "a text"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "no JSON"
}

// text returns the text at key, empty when there is none.
func text(m map[string]any, key string) (string, error) {
	switch v := m[key].(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	default:
		return "", fmt.Errorf("%s is %s, not a text", key, kind(v))
	}
}

// textOr is text for fields that only tell harnesses apart: another type counts as absent.
func textOr(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// has reports whether a key is there, whatever its value.
func has(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}

// variants lists the keys of m that are key but for their case, the exact one first. A
// reader that folds case may take any of them, so every one is judged.
func variants(m map[string]any, key string) []string {
	var exact, others []string
	for k := range m {
		switch {
		case k == key:
			exact = []string{k}
		case len(k) <= 3*len(key) && strings.EqualFold(k, key):
			others = append(others, k)
		}
	}
	slices.Sort(others)
	return append(exact, others...)
}

// texts returns the texts at key and its variants. An error says that one of them is no
// text; the others are returned all the same.
func texts(m map[string]any, key string) ([]string, error) {
	if key == "" {
		return nil, nil
	}
	var list []string
	var err error
	for _, k := range variants(m, key) {
		switch v := m[k].(type) {
		case nil: // null is absence
		case string:
			list = append(list, v)
		default:
			err = fmt.Errorf("%s is %s, not a text", k, kind(v))
		}
	}
	return list, err
}

// flag reports whether the value at key or one of its variants is true.
func flag(m map[string]any, key string) bool {
	if key == "" {
		return false
	}
	for _, k := range variants(m, key) {
		if b, ok := m[k].(bool); ok && b {
			return true
		}
	}
	return false
}
