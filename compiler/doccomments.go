package compiler

import (
	_ "embed" // the source of the reference
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
)

//go:embed schema.go
var schemaSource string

// keyDoc is one key of a table, as the reference shows it.
type keyDoc struct {
	key  string
	doc  string // paragraph, without line breaks
	typ  reflect.Type
	tags reflect.StructTag
}

func (k keyDoc) list(tag string) []string { return field{tag: k.tags}.list(tag) }

// tableDoc is a struct of schema.go with the doc comments of its keys.
type tableDoc struct {
	doc  string
	keys []keyDoc
}

// docs reads the doc comments of schema.go: the one place where keys are described.
func docs() map[string]tableDoc {
	file, err := parser.ParseFile(token.NewFileSet(), "schema.go", schemaSource, parser.ParseComments)
	if err != nil {
		return nil // the file was compiled, so it parses
	}
	types := map[string]reflect.Type{}
	for _, v := range []any{fileTable{}, guardTable{}, toolTable{}, ruleTable{}, overrideTable{}, conditionTable{}, exampleTable{}} {
		types[reflect.TypeOf(v).Name()] = reflect.TypeOf(v)
	}
	out := map[string]tableDoc{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			ts, ok := s.(*ast.TypeSpec)
			if !ok {
				continue
			}
			st, ok := ts.Type.(*ast.StructType)
			if !ok {
				continue
			}
			t := tableDoc{doc: paragraph(g.Doc.Text())}
			for _, f := range st.Fields.List {
				if len(f.Names) == 0 {
					continue
				}
				rf, _ := types[ts.Name.Name].FieldByName(f.Names[0].Name)
				t.keys = append(t.keys, keyDoc{key: rf.Tag.Get("toml"), doc: paragraph(f.Doc.Text()), typ: rf.Type, tags: rf.Tag})
			}
			out[ts.Name.Name] = t
		}
	}
	return out
}

func paragraph(s string) string { return strings.Join(strings.Fields(s), " ") }
