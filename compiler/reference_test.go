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
	"rules2guards.local/guard/shell"
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

// TestTheListsOfTheReferenceAreRight reads the tables of wrappers and groups.
func TestTheListsOfTheReferenceAreRight(t *testing.T) {
	text := string(compiler.Reference())
	words := func(s string) []string {
		var out []string
		for i, w := range strings.Split(s, "`") {
			if i%2 == 1 {
				out = append(out, w)
			}
		}
		return out
	}
	rows := func(header string) [][]string {
		_, rest, ok := strings.Cut(text, header)
		if !ok {
			t.Fatalf("no table %s", header)
		}
		rest, _, _ = strings.Cut(rest, "\n\n")
		var out [][]string
		for line := range strings.Lines(rest) {
			if cells := strings.Split(line, "|"); len(cells) > 3 {
				out = append(out, cells[1:3])
			}
		}
		return out
	}
	n := 0
	for _, row := range rows("| programs that run others |") {
		if strings.Contains(row[0], "wrappers") {
			continue
		}
		for _, w := range words(row[1]) {
			n++
			src := "[[rule]]\nid = \"r\"\nkind = \"command\"\ncommands = [\"" + w + " rm\"]\nmessage = \"m\"\n"
			r := compiler.Compile("rules.toml", []byte(src), compiler.Options{})
			inside := false
			for _, p := range r.Program.Index.Patterns {
				inside = inside || p.Program == "rm" && len(p.Around) == 1
			}
			if !inside {
				t.Errorf("%s rm is not read as rm inside %s", w, w)
			}
		}
	}
	for _, row := range rows("| program | groups") {
		for _, program := range words(row[0]) {
			groups := words(row[1])
			if strings.Contains(row[1], "every") {
				groups = []string{"x"}
			}
			for _, g := range groups {
				n++
				line := shell.Lines(&shell.Command{Program: program, Args: []shell.Word{{Value: shell.Lit(g)}, {Value: "y"}, {Value: "z"}}})[0]
				if line.Sub != 2 {
					t.Errorf("%s %s is no group", program, g)
				}
			}
		}
	}
	if n < 120 {
		t.Errorf("only %d entries", n)
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
