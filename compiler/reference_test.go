package compiler_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/compiler/diag"
	"rules2guards.local/golden"
)

func TestReferenceIsUpToDate(t *testing.T) {
	golden.Equal(t, filepath.Join("..", "docs", "rules.md"), compiler.Reference())
}

func TestSchemaIsUpToDate(t *testing.T) {
	s := compiler.Schema()
	if !json.Valid(s) {
		t.Fatal("the schema is not JSON")
	}
	golden.Equal(t, filepath.Join("testdata", "schema.json"), s)
}

func TestExamplesOfTheReferenceCompile(t *testing.T) {
	o := files(map[string]string{"team.toml": "[[rule]]\nid = \"team-tests\"\nkind = \"path\"\npaths = [\"*_test.go\"]\naccess = [\"write\"]\nmessage = \"m\"\nfires_on = [{ write = \"a_test.go\" }]\n"})
	n := 0
	for i, block := range strings.Split(string(compiler.Reference()), "```toml\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		r := compiler.Compile("rules.toml", []byte(text), o)
		if len(r.Diagnostics) > 0 {
			t.Errorf("example %d:\n%s\n%s", i+1, text, render(t, r))
		}
		n++
	}
	if n < 8 {
		t.Errorf("only %d examples", n)
	}
}

// TestEveryKeyIsDescribed looks at the reference for keys without a meaning.
func TestEveryKeyIsDescribed(t *testing.T) {
	for line := range strings.Lines(string(compiler.Reference())) {
		if strings.HasPrefix(line, "| `") && strings.HasSuffix(strings.TrimSpace(line), "|  |") {
			t.Errorf("no meaning: %s", line)
		}
	}
}

// TestEveryCodeThatIsUsedIsExplained reads the compiler's sources for codes.
func TestEveryCodeThatIsUsedIsExplained(t *testing.T) {
	var used []string
	for _, file := range fixtures(t, "*.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			var e ast.Expr
			switch n := n.(type) {
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && (s.Sel.Name == "errorf" || s.Sel.Name == "warnf") {
					e = n.Args[0]
				} else if ok && s.Sel.Name == "add" && len(n.Args) == 5 {
					e = n.Args[1]
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && k.Name == "code" {
					e = n.Value
				}
			}
			if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				code, _ := strconv.Unquote(lit.Value)
				used = append(used, code)
			}
			return true
		})
	}
	if len(used) < 50 {
		t.Errorf("only %d uses found", len(used))
	}
	for _, code := range used {
		if _, ok := diag.Explain(code); !ok {
			t.Errorf("code %q is not explained", code)
		}
	}
}
