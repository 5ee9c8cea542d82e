package compiler

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"rules2guards.local/compiler/diag"
)

// decodable is the value of a key in one of the structs of schema.go. It keeps what was
// written and where, and reports a wrong type itself, so that one wrong key hides no other.
type decodable interface {
	decode(c *checker, name string, v any, n *node)
	given() bool // the key stands in the file, whatever its value
}

// table is the part that all tables share.
type table struct {
	present bool
	broken  bool // a key in it has a value of the wrong type, or is not known
	n       *node
}

func (t *table) given() bool    { return t.present }
func (t *table) place(n *node)  { t.present, t.n = true, n }
func (t *table) breaks()        { t.broken = true }
func (t *table) where() (a at)  { return t.n.at() }
func (t *table) header() (a at) { return t.n.keyAt() }

// text is a string.
type text struct {
	present bool
	bad     bool // the key has a value of another type
	Value   string
	n       *node
}

func (t *text) given() bool { return t.present }

func (t *text) decode(c *checker, name string, v any, n *node) {
	t.present, t.n = true, n
	switch v := v.(type) {
	case string:
		t.Value = v
	case []any:
		t.bad = true
		hint := ""
		if len(v) == 1 {
			if s, ok := v[0].(string); ok {
				hint = fmt.Sprintf("write %s = %s", name, quote(s))
			}
		}
		c.errorf("wrong-type", n.at(), hint, "%s is a list, but takes one string", name)
	default:
		t.bad = true
		c.errorf("wrong-type", n.at(), "", "%s is %s, but takes a string", name, typeName(v))
	}
}

// number is a whole number.
type number struct {
	present, bad bool
	Value        int64
	n            *node
}

func (t *number) given() bool { return t.present }

func (t *number) decode(c *checker, name string, v any, n *node) {
	t.present, t.n = true, n
	i, ok := v.(int64)
	if !ok {
		t.bad = true
		c.errorf("wrong-type", n.at(), "", "%s is %s, but takes a whole number", name, typeName(v))
	}
	t.Value = i
}

// flag is true or false.
type flag struct {
	present, bad bool
	Value        bool
	n            *node
}

func (t *flag) given() bool { return t.present }

func (t *flag) decode(c *checker, name string, v any, n *node) {
	t.present, t.n = true, n
	b, ok := v.(bool)
	if !ok {
		t.bad = true
		hint := ""
		if s, ok := v.(string); ok && (s == "true" || s == "false") {
			hint = fmt.Sprintf("write %s = %s, without quotes", name, s)
		}
		c.errorf("wrong-type", n.at(), hint, "%s is %s, but takes true or false", name, typeName(v))
	}
	t.Value = b
}

// texts is a list of strings.
type texts struct {
	present, bad bool
	Items        []text
	n            *node
}

func (t *texts) given() bool { return t.present }

func (t *texts) decode(c *checker, name string, v any, n *node) {
	t.present, t.n = true, n
	switch v := v.(type) {
	case string:
		t.bad = true
		c.errorf("wrong-type", n.at(), fmt.Sprintf("write %s = [%s]", name, quote(v)), "%s is a string, but takes a list of strings", name)
		t.Items = []text{{present: true, Value: v, n: n}} // so that what is wrong with it is found too
	case []any:
		for i, x := range v {
			s, ok := x.(string)
			if !ok {
				t.bad = true
				c.errorf("wrong-type", n.item(i).at(), "", "%s holds %s, but takes strings", name, typeName(x))
				continue
			}
			t.Items = append(t.Items, text{present: true, Value: s, n: n.item(i)})
		}
	default:
		t.bad = true
		c.errorf("wrong-type", n.at(), "", "%s is %s, but takes a list of strings", name, typeName(v))
	}
}

// values returns the strings as the user wrote them.
func (t *texts) values() []string {
	var out []string
	for _, x := range t.Items {
		out = append(out, x.Value)
	}
	return out
}

// inputTable is the `input` of a condition: fields and regular expressions.
type inputTable struct {
	table
	Items []inputField
}

type inputField struct {
	Name    string
	Pattern text
}

func (t *inputTable) decode(c *checker, name string, v any, n *node) {
	t.place(n)
	m, ok := v.(map[string]any)
	if !ok {
		t.breaks()
		c.errorf("wrong-type", n.at(), fmt.Sprintf("write %s = { timeout = '.' }", name), "%s is %s, but takes a table of fields and regular expressions", name, typeName(v))
		return
	}
	t.add(c, name, "", m, n)
}

// add takes what TOML made of a dotted key, a table in the table, for the path it is.
func (t *inputTable) add(c *checker, name, prefix string, m map[string]any, n *node) {
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if sub, ok := m[k].(map[string]any); ok {
			t.add(c, name, prefix+k+".", sub, n.field(k))
			continue
		}
		f := inputField{Name: prefix + k}
		f.Pattern.decode(c, name+"."+f.Name, m[k], n.field(k))
		t.Items = append(t.Items, f)
	}
}

// valueTable is a table of any values: the fields of an example's call.
type valueTable struct {
	table
	Value map[string]any // as JSON would decode it
}

func (t *valueTable) decode(c *checker, name string, v any, n *node) {
	t.place(n)
	m, ok := v.(map[string]any)
	if !ok {
		c.errorf("wrong-type", n.at(), "", "%s is %s, but takes a table of fields", name, typeName(v))
		return
	}
	t.Value, _ = jsonValue(m).(map[string]any)
}

// jsonValue turns a value of TOML into what a guard would get by JSON.
func jsonValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			out[k] = jsonValue(x)
		}
		return out
	case []any:
		out := []any{}
		for _, x := range v {
			out = append(out, jsonValue(x))
		}
		return out
	case []map[string]any:
		out := []any{}
		for _, x := range v {
			out = append(out, jsonValue(x))
		}
		return out
	case int64:
		return json.Number(fmt.Sprint(v))
	case float64:
		return json.Number(fmt.Sprint(v))
	case time.Time:
		return v.Format(time.RFC3339)
	}
	return v
}

func (t *conditionTable) decode(c *checker, name string, v any, n *node) {
	decodeTable(c, name, v, n, t)
}

func (t *guardTable) decode(c *checker, name string, v any, n *node) {
	decodeTable(c, name, v, n, t)
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
			c.errorf("wrong-type", n.at(), "", "%s holds %s, but takes strings and tables", name, typeName(v))
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

// at is a place in a source.
type at struct {
	src  *source
	span span
}

func (n *node) at() at                         { return at{n.src, n.value()} }
func (n *node) keyAt() at                      { return at{n.src, n.key} }
func (n *node) part(s string, from, to int) at { return at{n.src, n.inside(s, from, to)} }
func (t *text) at() at                         { return t.n.at() }
func (t *text) part(from, to int) at           { return t.n.part(t.Value, from, to) }

// checker gathers what is found, and knows which rule is being looked at.
type checker struct {
	list  diag.List
	rule  string // its id; may be empty
	where string // ` in rule "x"`, or ` in rule 3` when it has no id

	parsed patternCache
}

// enter begins the table of a rule or override.
func (c *checker) enter(v any, i int) {
	c.rule, c.where = "", fmt.Sprintf(" in rule %d", i+1)
	if m, ok := v.(map[string]any); ok {
		if id, ok := m["id"].(string); ok && id != "" {
			c.rule, c.where = id, " in rule "+quote(id)
		}
	}
}

// enterRule begins the checks of a rule that was decoded.
func (c *checker) enterRule(r *rule) {
	c.rule, c.where = r.id(), ""
	if c.rule != "" {
		c.where = " in rule " + quote(c.rule)
	}
}

func (c *checker) leave() { c.rule, c.where = "", "" }

func (c *checker) errorf(code string, a at, hint, format string, args ...any) {
	c.add(diag.Error, code, a, hint, fmt.Sprintf(format, args...)+c.where)
}

func (c *checker) warnf(code string, a at, hint, format string, args ...any) {
	c.add(diag.Warning, code, a, hint, fmt.Sprintf(format, args...)+c.where)
}

func (c *checker) add(s diag.Severity, code string, a at, hint, message string) {
	d := diag.Diagnostic{Severity: s, Code: code, Message: message, Hint: hint, Rule: c.rule}
	if a.src != nil {
		a.src.locate(a.span, &d)
	}
	c.list = append(c.list, d)
}

// longest piece of a user's text that a message quotes.
const maxQuote = 200

// quote quotes a user's text, cut when it is long.
func quote(s string) string {
	if len(s) > maxQuote {
		s = strings.ToValidUTF8(s[:maxQuote], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
