package compiler

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// decodable is the value of a key in one of the structs of schema.go. It keeps what was
// written and where, and reports a wrong type itself, so that one wrong key hides no other.
type decodable interface {
	decode(c *checker, name string, v any, n *node)
	given() bool // the key stands in the file, whatever its value
}

// tables returns the elements of a list of tables; a single table where a list belongs is
// reported and taken for its only element.
func tables(c *checker, name, want string, v any, n *node, each func(i int, v any, n *node)) {
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			each(i, x, n.item(i))
		}
	case []map[string]any:
		for i, x := range v {
			each(i, x, n.item(i))
		}
	case map[string]any:
		c.errorf("wrong-type", n.keyAt(), want, "%s is one table, but takes a list of tables", name)
		each(0, v, n)
	default:
		c.errorf("wrong-type", n.at(), want, "%s is %s, but takes a list of tables", name, typeName(v))
	}
}

type toolTables struct {
	table
	Items []toolTable
}

func (t *toolTables) decode(c *checker, name string, v any, n *node) {
	t.place(n)
	tables(c, name, `write tools = [{ tool = "NAME", command = "FIELD" }]`, v, n, func(_ int, v any, n *node) {
		var x toolTable
		if s, ok := v.(string); ok {
			c.errorf("wrong-type", n.at(), fmt.Sprintf("write tools = [{ tool = %s, command = \"FIELD\" }]; a rule about tools is kind = \"tool\"", quote(s)), "%s holds a string, but takes tables", name)
			return
		}
		if decodeTable(c, name, v, n, &x) {
			t.Items = append(t.Items, x)
		}
	})
}

type ruleTables struct {
	table
	Items []ruleTable
}

func (t *ruleTables) decode(c *checker, name string, v any, n *node) {
	t.place(n)
	tables(c, name, "begin each rule with [[rule]]", v, n, func(i int, v any, n *node) {
		var x ruleTable
		c.enter(v, i)
		if decodeTable(c, name, v, n, &x) {
			t.Items = append(t.Items, x)
		}
		c.leave()
	})
}

type overrideTables struct {
	table
	Items []overrideTable
}

func (t *overrideTables) decode(c *checker, name string, v any, n *node) {
	t.place(n)
	tables(c, name, "begin each change with [[override]]", v, n, func(i int, v any, n *node) {
		var x overrideTable
		c.enter(v, i)
		if decodeTable(c, name, v, n, &x) {
			t.Items = append(t.Items, x)
		}
		c.leave()
	})
}

// examples is a list of examples: shell commands, or tables.
type examples struct {
	table
	Items []exampleTable
}

func (t *examples) decode(c *checker, name string, v any, n *node) {
	t.place(n)
	one := func(_ int, v any, n *node) {
		var x exampleTable
		if s, ok := v.(string); ok {
			x.place(n)
			x.Command = text{present: true, Value: s, n: n}
			t.Items = append(t.Items, x)
			return
		}
		if _, ok := v.(map[string]any); !ok {
			hint := ""
			if list, ok := v.([]any); ok && len(list) > 0 {
				hint = "write the examples beside each other, in one list"
			}
			c.errorf("wrong-type", n.at(), hint, "%s holds %s, but takes strings and tables", name, typeName(v))
			return
		}
		if decodeTable(c, name, v, n, &x) {
			t.Items = append(t.Items, x)
		}
	}
	switch v := v.(type) {
	case string:
		c.errorf("wrong-type", n.at(), fmt.Sprintf("write %s = [%s]", name, quote(v)), "%s is a string, but takes a list of examples", name)
		one(0, v, n)
	default:
		tables(c, name, "", v, n, one)
	}
}

// decodeTable fills the struct that dst points to from a table, key by key, and reports
// keys that the struct doesn't know.
func decodeTable(c *checker, name string, v any, n *node, dst any) bool {
	p, isTable := dst.(interface {
		place(*node)
		breaks()
	})
	if isTable {
		p.place(n)
	}
	before := len(c.list)
	defer func() {
		if isTable && c.list[before:].HasErrors() {
			p.breaks()
		}
	}()
	m, ok := v.(map[string]any)
	if !ok {
		c.errorf("wrong-type", n.at(), "", "%s is %s, but takes a table", name, typeName(v))
		return false
	}
	fields := map[string]decodable{}
	eachField(dst, func(f field) { fields[f.key] = f.value })
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if f, ok := fields[k]; ok {
			f.decode(c, k, m[k], n.field(k))
			continue
		}
		c.unknownKey(name, k, n.field(k), slices.Sorted(maps.Keys(fields)))
	}
	return true
}

// field is one key of a table: its value and its tags.
type field struct {
	key   string
	value decodable
	tag   reflect.StructTag
}

// list returns the comma-separated words of a tag; nil when there is none.
func (f field) list(tag string) []string {
	if s := f.tag.Get(tag); s != "" {
		return strings.Split(s, ",")
	}
	return nil
}

// eachField calls yield for each key of the struct that dst points to, in the order of the
// struct, those of embedded structs among them.
func eachField(dst any, yield func(field)) {
	v := reflect.ValueOf(dst).Elem()
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Anonymous {
				walk(v.Field(i))
				continue
			}
			key := f.Tag.Get("toml")
			if key == "" {
				continue
			}
			if d, ok := v.Field(i).Addr().Interface().(decodable); ok {
				yield(field{key: key, value: d, tag: f.Tag})
			}
		}
	}
	walk(v)
}

// typeName says what a value is, with its article.
func typeName(v any) string {
	switch v := v.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	case time.Time:
		return "a date"
	default:
		return fmt.Sprintf("a %T", v)
	}
}
