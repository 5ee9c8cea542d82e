package emit

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// fieldError says what is wrong with a key of the lock. Its path is made of table names,
// positions in arrays, and key names.
type fieldError struct {
	path []string
	text string
}

func (e fieldError) Error() string { return strings.Join(e.path, ".") + ": " + e.text }

func notAWord(w string) error { return fieldError{text: fmt.Sprintf("unknown value %q", w)} }

// at puts a path in front of that of an error.
func at(err error, path ...string) error {
	f, ok := errors.AsType[fieldError](err)
	if !ok {
		f = fieldError{text: err.Error()}
	}
	f.path = slices.Concat(path, f.path)
	return f
}

// decodeStrict fills a struct from decoded TOML by its tags. BurntSushi/toml would say
// neither where a value of the wrong type stands nor which array item it is in.
func decodeStrict(from map[string]any, into any) error {
	return decodeStruct(from, reflect.ValueOf(into).Elem())
}

func decodeStruct(from map[string]any, into reflect.Value) error {
	fields := map[string]int{}
	for i := range into.NumField() {
		name, _, _ := strings.Cut(into.Type().Field(i).Tag.Get("toml"), ",")
		fields[name] = i
	}
	for _, key := range slices.Sorted(maps.Keys(from)) {
		i, ok := fields[key]
		if !ok {
			return fieldError{path: []string{key}, text: "unknown key"}
		}
		if err := decodeValue(from[key], into.Field(i)); err != nil {
			return at(err, key)
		}
	}
	return nil
}

func decodeValue(from any, into reflect.Value) error {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	v := reflect.ValueOf(from)
	switch into.Kind() {
	case reflect.Struct:
		if m, ok := from.(map[string]any); ok {
			return decodeStruct(m, into)
		}
	case reflect.Map:
		m, ok := from.(map[string]any)
		if !ok {
			break
		}
		into.Set(reflect.MakeMap(into.Type()))
		for _, key := range slices.Sorted(maps.Keys(m)) {
			item := reflect.New(into.Type().Elem()).Elem()
			if err := decodeValue(m[key], item); err != nil {
				return at(err, key)
			}
			into.SetMapIndex(reflect.ValueOf(key), item)
		}
		return nil
	case reflect.Slice:
		if v.Kind() != reflect.Slice {
			break
		}
		for i := range v.Len() {
			item := reflect.New(into.Type().Elem()).Elem()
			if err := decodeValue(v.Index(i).Interface(), item); err != nil {
				return at(err, strconv.Itoa(i))
			}
			into.Set(reflect.Append(into, item))
		}
		return nil
	case reflect.Int:
		if n, ok := from.(int64); ok {
			into.SetInt(n)
			return nil
		}
	case reflect.Bool:
		if b, ok := from.(bool); ok {
			into.SetBool(b)
			return nil
		}
	case reflect.String:
		if s, ok := from.(string); ok {
			into.SetString(s)
			return nil
		}
	}
	return fieldError{text: fmt.Sprintf("a %T where a %s belongs", from, into.Kind())}
}

// lineOf finds the line of the key that an error is about, in a file of the form that
// Bytes writes: every table has a header, every key a line. It settles for the header, or
// the first line.
func lineOf(data []byte, err error) int {
	f, _ := errors.AsType[fieldError](err)
	line, table, counts := 1, "", map[string]int{}
	for n, text := range bytes.Split(data, []byte("\n")) {
		s := strings.TrimSpace(string(text))
		if strings.HasPrefix(s, "[") {
			name := strings.Trim(s, "[] ")
			if table = name; strings.HasPrefix(s, "[[") {
				counts[name]++
				table = name + "." + strconv.Itoa(counts[name]-1)
			} else if head, rest, ok := strings.Cut(name, "."); ok && counts[head] > 0 {
				table = head + "." + strconv.Itoa(counts[head]-1) + "." + rest
			}
			if table == strings.Join(f.path[:min(len(f.path), strings.Count(table, ".")+1)], ".") {
				line = n + 1
			}
			continue
		}
		key, _, ok := strings.Cut(s, "=")
		key = strings.Trim(key, ` "'`)
		full := strings.TrimPrefix(table+"."+key, ".")
		if ok && (full == strings.Join(f.path, ".") || strings.HasPrefix(strings.Join(f.path, ".")+".", full+".")) {
			return n + 1
		}
	}
	return line
}
