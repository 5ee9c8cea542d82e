package compiler

import (
	_ "embed" // the text between the tables
	"fmt"
	"reflect"
	"slices"
	"strings"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard/call"
	"rules2guards.local/templates"
)

//go:embed reference.md
var referenceText string

// Reference returns the reference of rules.toml as Markdown: the text of reference.md with
// tables made from the doc comments of schema.go and the list of codes.
func Reference() []byte {
	tables := docs()
	var b strings.Builder
	text := strings.NewReplacer("<!-- packs -->", wordList(templates.Packs()), "<!-- harnesses -->", wordList(call.Harnesses())).Replace(referenceText)
	for line := range strings.Lines(text) {
		mark, ok := strings.CutPrefix(line, "<!-- ")
		if !ok {
			b.WriteString(line)
			continue
		}
		words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(mark), "-->"))
		if words[0] == "codes" {
			codeTable(&b)
			continue
		}
		kind := ""
		if len(words) > 2 {
			kind = words[2]
		}
		keyTable(&b, tables[words[1]], kind)
	}
	return []byte(b.String())
}

// wordList writes words as code, with commas.
func wordList[T ~string](words []T) string {
	q := make([]string, 0, len(words))
	for _, w := range words {
		q = append(q, "`"+string(w)+"`")
	}
	return strings.Join(q, ", ")
}

// keyTable writes the keys of a table: those of one kind of rules, or those that every
// kind has.
func keyTable(b *strings.Builder, t tableDoc, kind string) {
	b.WriteString("| key | type | meaning |\n|---|---|---|\n")
	for _, k := range t.keys {
		kinds := k.list("kinds")
		if kind == "" && kinds != nil || kind != "" && !slices.Contains(kinds, kind) {
			continue
		}
		name := "`" + k.key + "`"
		if k.tags.Get("required") != "" {
			name += "*"
		}
		typ := typeWord(k)
		if d := k.tags.Get("default"); d != "" {
			typ += ", default " + d
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", name, cell(typ), cell(k.doc))
	}
	if kind == "" && slices.ContainsFunc(t.keys, func(k keyDoc) bool { return k.tags.Get("required") != "" }) {
		b.WriteString("\n\\* needed\n")
	}
}

// cell escapes what would end a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// typeWord says what a key takes, in a user's words.
func typeWord(k keyDoc) string {
	form := k.tags.Get("form")
	if words := k.list("enum"); words != nil {
		q := make([]string, 0, len(words))
		for _, w := range words {
			q = append(q, "`"+w+"`")
		}
		if k.typ == reflect.TypeFor[texts]() {
			return "list of " + strings.Join(q, ", ")
		}
		return strings.Join(q, ", ")
	}
	switch k.typ {
	case reflect.TypeFor[text]():
		if form != "" {
			return form
		}
		return "string"
	case reflect.TypeFor[number]():
		return "number"
	case reflect.TypeFor[flag]():
		return "true or false"
	case reflect.TypeFor[texts]():
		switch {
		case form == "":
			return "list of strings"
		case form == "RE2":
			return "list of " + form
		}
		return "list of " + form + "s"
	case reflect.TypeFor[examples]():
		return "list of examples"
	case reflect.TypeFor[inputTable]():
		return "table of field = RE2"
	case reflect.TypeFor[valueTable]():
		return "table of field = value"
	case reflect.TypeFor[ruleTables](), reflect.TypeFor[overrideTables](), reflect.TypeFor[toolTables]():
		return "list of tables"
	}
	return "table"
}

func codeTable(b *strings.Builder) {
	b.WriteString("| code | meaning |\n|---|---|\n")
	for _, c := range diag.Codes() {
		text, _ := diag.Explain(c)
		fmt.Fprintf(b, "| `%s` | %s |\n", c, cell(text))
	}
}
