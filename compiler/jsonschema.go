package compiler

import (
	"bytes"
	"encoding/json"
	"reflect"

	"rules2guards.local/guard/call"
)

// Schema returns a JSON Schema of rules.toml, for editors. It is made from the structs of
// schema.go; it can't know what only the compiler checks.
func Schema() []byte {
	s := schemaMaker{docs: docs()}
	top := s.table("fileTable")
	top = append([]member{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"title", "rules.toml of rules2guards"},
	}, top...)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(top); err != nil {
		return nil // nothing in it that JSON can't say
	}
	return b.Bytes()
}

// object is a JSON object that keeps the order of its members.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		var part bytes.Buffer
		e := json.NewEncoder(&part)
		e.SetEscapeHTML(false)
		if err := e.Encode(m.name); err != nil {
			return nil, err
		}
		part.Truncate(part.Len() - 1)
		part.WriteByte(':')
		if err := e.Encode(m.value); err != nil {
			return nil, err
		}
		b.Write(bytes.TrimRight(part.Bytes(), "\n"))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

type schemaMaker struct{ docs map[string]tableDoc }

// table is the schema of one table.
func (s *schemaMaker) table(name string) object {
	var props object
	var required []string
	for _, k := range s.keys(name) {
		props = append(props, member{k.key, s.key(k)})
		if k.tags.Get("required") != "" && (name != "overrideTable" || k.key == "id" || k.key == "reason") {
			required = append(required, k.key)
		}
	}
	o := object{{"type", "object"}, {"properties", props}, {"additionalProperties", false}}
	if required != nil {
		o = append(o, member{"required", required})
	}
	return o
}

func (s *schemaMaker) keys(name string) []keyDoc {
	keys := s.docs[name].keys
	if name == "overrideTable" {
		keys = append(keys[:len(keys):len(keys)], s.docs["ruleTable"].keys...)
	}
	return keys
}

// key is the schema of one key.
func (s *schemaMaker) key(k keyDoc) object {
	o := object{{"description", k.doc}}
	words := any(nil)
	if w := k.list("enum"); w != nil {
		words = w
	}
	if k.key == "harnesses" {
		words = call.Harnesses()
	}
	str := object{{"type", "string"}}
	if words != nil {
		str = append(str, member{"enum", words})
	}
	list := func(items any) {
		o = append(o, member{"type", "array"}, member{"items", items})
	}
	switch k.typ {
	case reflect.TypeFor[text]():
		o = append(o, str...)
	case reflect.TypeFor[number]():
		o = append(o, member{"type", "integer"})
	case reflect.TypeFor[flag]():
		o = append(o, member{"type", "boolean"})
	case reflect.TypeFor[texts]():
		list(str)
	case reflect.TypeFor[examples]():
		list(object{{"anyOf", []any{object{{"type", "string"}}, s.table("exampleTable")}}})
	case reflect.TypeFor[inputTable](), reflect.TypeFor[valueTable]():
		o = append(o, member{"type", "object"})
	case reflect.TypeFor[ruleTables]():
		list(s.table("ruleTable"))
	case reflect.TypeFor[overrideTables]():
		list(s.table("overrideTable"))
	case reflect.TypeFor[toolTables]():
		list(s.table("toolTable"))
	case reflect.TypeFor[conditionTable](), reflect.TypeFor[guardTable]():
		o = append(o, s.table(k.typ.Name())...)
	}
	if d := k.tags.Get("default"); d != "" {
		var v any
		if json.Unmarshal([]byte(d), &v) == nil {
			o = append(o, member{"default", v})
		}
	}
	if k.typ == reflect.TypeFor[texts]() && k.tags.Get("default") != "[]" {
		o = append(o, member{"minItems", 1})
	}
	return o
}
