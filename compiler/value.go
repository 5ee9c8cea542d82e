package compiler

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

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
		hint := ""
		switch v.(type) {
		case bool, int64, float64:
			hint = fmt.Sprintf("write %s = \"%v\"", name, v)
		}
		c.errorf("wrong-type", n.at(), hint, "%s is %s, but takes a string", name, typeName(v))
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
		if s, ok := v.(string); ok {
			switch strings.ToLower(s) {
			case "true", "yes", "on":
				hint = fmt.Sprintf("write %s = true, without quotes", name)
			case "false", "no", "off":
				hint = fmt.Sprintf("write %s = false, without quotes", name)
			}
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
		if hint, ok := find(wordGuesses(name), strings.ToLower(v)); ok { // the word is wrong too
			c.errorf("wrong-type", n.at(), hint, "%s is a string, but takes a list of strings", name)
			return
		}
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
	switch v.(type) {
	case []map[string]any, []any:
		t.place(n)
		t.breaks()
		c.errorf("wrong-type", n.at(), fmt.Sprintf("write %s = { branch = [\"main\"] }, or [rule.%s] with single brackets", name, name), "%s is a list, but takes one table", name)
		return
	}
	decodeTable(c, name, v, n, t)
}

func (t *guardTable) decode(c *checker, name string, v any, n *node) {
	decodeTable(c, name, v, n, t)
}
