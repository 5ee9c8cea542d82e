package rules2guards_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "rules2guards.local"

// arrows say which folder may import which of this module's packages; "x/..." is x and all
// below it. A folder that is not listed may import anything.
var arrows = map[string][]string{
	"emit":             {"compiler/nesting", "harness/...", "templates", "guard", "guard/call", "."},
	"compiler":         {"compiler/diag", "compiler/nesting", "templates", "harness/...", "guard/..."},
	"compiler/diag":    {},
	"compiler/nesting": {},
	"harness":          {"harness/settings", "compiler/diag", "guard", "guard/call", "guard/wire", "templates"},
	"harness/settings": {},
	"replay":           {"replay/session", "templates", "guard", "guard/call", "guard/shell"},
	"replay/session":   {"guard/call", "guard/wire", "guard/patch"},
	"guard":            {"guard/call", "guard/shell", "guard/wire"},
	"guard/wire":       {"guard/call", "guard/patch"},
	"guard/shell":      {"guard/call", "guard/patch"},
	"guard/patch":      {"guard/call"},
	"guard/call":       {},
	"templates":        {},
	"golden":           {},
	".":                {},
}

// foreign lists what guard/ may import from outside the standard library: every user's
// guard downloads it.
var foreign = []string{"mvdan.cc/sh/v3/syntax"}

// banned calls and the files that are their home. In guard/ nothing has a home.
var banned = map[string][]string{
	"os.WriteFile": {"emit/apply*.go", "emit/build*.go", "emit/write*.go"},
	"os.Create":    {"emit/apply*.go", "emit/build*.go", "emit/write*.go"},
	"os.Rename":    {"emit/apply*.go", "emit/build*.go", "emit/write*.go"},
	"os.Remove":    {"emit/apply*.go", "emit/build*.go", "emit/write*.go"},
	"os.RemoveAll": {"emit/apply*.go", "emit/build*.go", "emit/write*.go"},
	"os.Exit":      {"cmd/rules2guards/main.go", "cmd/rules2guards/app.go"},
	"os.Getenv":    {"cmd/rules2guards/main.go", "cmd/rules2guards/app.go"},
	"fmt.Print":    nil, "fmt.Printf": nil, "fmt.Println": nil,
	"log.Fatal": nil, "log.Printf": nil, "log.Println": nil,
	"syntax.Walk": nil, "syntax.Simplify": nil,
}

type source struct {
	name string // slash path from the module's root
	file *ast.File
	fset *token.FileSet
}

// sources parses every Go file of the module that is not a test and not test data.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(p, "go.mod")); err == nil && p != "." {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		out = append(out, source{filepath.ToSlash(p), f, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestImportsFollowTheArrows(t *testing.T) {
	for _, s := range sources(t) {
		dir := path.Dir(s.name)
		allowed, limited := arrows[dir]
		if !limited && !slices.ContainsFunc([]string{"cmd", "scripts", "e2e", "golden"}, func(top string) bool { return strings.HasPrefix(dir, top) }) {
			t.Errorf("%s: the folder %s has no arrow yet: add one, and a line to docs/architecture.md", s.name, dir)
		}
		for _, imp := range s.file.Imports {
			p := strings.Trim(imp.Path.Value, `"`)
			own, ours := strings.CutPrefix(p, module)
			own = strings.TrimPrefix(own, "/")
			if own == "" {
				own = "."
			}
			switch {
			case !ours:
				if (dir == "guard" || strings.HasPrefix(dir, "guard/")) && strings.Contains(strings.Split(p, "/")[0], ".") && !slices.Contains(foreign, p) {
					t.Errorf("%s imports %s: guard/ carries only %v", s.name, p, foreign)
				}
			case own == "golden":
				t.Errorf("%s imports golden, which is for tests", s.name)
			case limited && !mayImport(allowed, own):
				t.Errorf("%s imports %s: %s may import %v", s.name, own, dir, allowed)
			}
		}
	}
}

func mayImport(allowed []string, own string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		root, all := strings.CutSuffix(a, "/...")
		return own == root || all && strings.HasPrefix(own, root+"/")
	})
}

func TestBannedCalls(t *testing.T) {
	for _, s := range sources(t) {
		if strings.HasPrefix(s.name, "scripts/") || strings.HasPrefix(s.name, "e2e/") || strings.HasPrefix(s.name, "golden/") {
			continue // tools and test helpers
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				x, ok := n.X.(*ast.Ident)
				if !ok {
					return true
				}
				homes, isBanned := banned[x.Name+"."+n.Sel.Name]
				if isBanned && !slices.ContainsFunc(homes, func(h string) bool { ok, _ := path.Match(h, s.name); return ok }) {
					t.Errorf("%s: %s.%s is banned here", s.fset.Position(n.Pos()), x.Name, n.Sel.Name)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "panic" {
					t.Errorf("%s: panic is banned", s.fset.Position(n.Pos()))
				}
			case *ast.FuncDecl:
				if n.Name.Name == "init" && n.Recv == nil {
					t.Errorf("%s: init functions are banned", s.fset.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// TestGuardPaysNothingAtStart: package-level maps and expressions in guard/ would be paid
// for on every tool call.
func TestGuardPaysNothingAtStart(t *testing.T) {
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.name, "guard/") {
			continue
		}
		for _, d := range s.file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if v.Type != nil {
					if _, isMap := v.Type.(*ast.MapType); isMap {
						t.Errorf("%s: a map at package level", s.fset.Position(v.Pos()))
					}
				}
				for _, value := range v.Values {
					switch x := value.(type) {
					case *ast.CompositeLit:
						if _, isMap := x.Type.(*ast.MapType); isMap {
							t.Errorf("%s: a map at package level", s.fset.Position(v.Pos()))
						}
					case *ast.CallExpr:
						if !isErrorsNew(x) {
							t.Errorf("%s: a call at package level", s.fset.Position(v.Pos()))
						}
					}
				}
			}
		}
	}
}

func isErrorsNew(c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && x.Name == "errors" && sel.Sel.Name == "New"
}

func TestGoModHasNoReplace(t *testing.T) {
	b, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "replace") {
		t.Error("go.mod has a replace line, which breaks go install")
	}
	if !strings.Contains(string(b), "\ngo 1.26.0\n") {
		t.Error("go.mod must say go 1.26.0: the guard's own does")
	}
}
