package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"testing"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// constants are the names that printed files may use, written down a second time so that
// a wrong name in the printer shows.
func constants() map[string]any {
	return map[string]any{
		"guard.CommandRule": guard.CommandRule, "guard.PathRule": guard.PathRule, "guard.ContentRule": guard.ContentRule,
		"guard.HostRule": guard.HostRule, "guard.ToolRule": guard.ToolRule,
		"guard.ViaShell": guard.ViaShell, "guard.ViaTool": guard.ViaTool,
		"guard.FileText": guard.FileText, "guard.CommitMessage": guard.CommitMessage, "guard.PRTitle": guard.PRTitle,
		"guard.PRBody": guard.PRBody, "guard.SQL": guard.SQL,
		"guard.Yes": guard.Yes, "guard.No": guard.No,
		"guard.Anywhere": guard.Anywhere, "guard.Base": guard.Base, "guard.Home": guard.Home, "guard.Root": guard.Root, "guard.Temp": guard.Temp,
		"call.Count": call.Count, "call.Warn": call.Warn, "call.Ask": call.Ask, "call.Block": call.Block,
		"call.Read": call.Read, "call.Write": call.Write, "call.Create": call.Create, "call.Delete": call.Delete,
	}
}

// readVars parses a printed file and evaluates the literals of its package variables into
// the pointers given, failing on anything that a printed file may not hold.
func readVars(t testing.TB, src []byte, vars map[string]any) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("does not parse: %v\n%s", err, src)
	}
	seen := 0
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok {
			t.Fatalf("a declaration that is no variable: %T", d)
		}
		if gen.Tok == token.IMPORT {
			continue
		}
		if gen.Tok != token.VAR || len(gen.Specs) != 1 {
			t.Fatalf("unexpected declaration %s", gen.Tok)
		}
		spec := gen.Specs[0].(*ast.ValueSpec)
		into, ok := vars[spec.Names[0].Name]
		if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
			t.Fatalf("unexpected variable %s", spec.Names[0].Name)
		}
		seen++
		if err := evaluate(spec.Values[0], reflect.ValueOf(into).Elem()); err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
	}
	if seen != len(vars) {
		t.Fatalf("%d variables, want %d", seen, len(vars))
	}
}

// evaluate reads what a composite literal says. It knows literals, lists, named constants
// and the | between them, and nothing that could run.
func evaluate(e ast.Expr, into reflect.Value) error {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return evaluateComposite(e, into)
	case *ast.BasicLit:
		if e.Kind == token.STRING && into.Kind() == reflect.String {
			s, err := strconv.Unquote(e.Value)
			into.SetString(s)
			return err
		}
		if e.Kind == token.INT && into.Kind() == reflect.Int {
			n, err := strconv.Atoi(e.Value)
			into.SetInt(int64(n))
			return err
		}
		return fmt.Errorf("literal %s for a %s", e.Value, into.Type())
	case *ast.Ident:
		if (e.Name == "true" || e.Name == "false") && into.Kind() == reflect.Bool {
			into.SetBool(e.Name == "true")
			return nil
		}
		return fmt.Errorf("name %s", e.Name)
	case *ast.SelectorExpr:
		name := fmt.Sprint(e.X, ".", e.Sel.Name)
		v, ok := constants()[name]
		if !ok || reflect.TypeOf(v) != into.Type() {
			return fmt.Errorf("constant %s for a %s", name, into.Type())
		}
		into.Set(reflect.ValueOf(v))
		return nil
	case *ast.BinaryExpr:
		a, b := reflect.New(into.Type()).Elem(), reflect.New(into.Type()).Elem()
		if err := evaluate(e.X, a); err != nil {
			return err
		}
		if err := evaluate(e.Y, b); err != nil || e.Op != token.OR {
			return fmt.Errorf("operator %s: %w", e.Op, err)
		}
		into.SetUint(a.Uint() | b.Uint())
		return nil
	}
	return fmt.Errorf("expression %T", e)
}

func evaluateComposite(e *ast.CompositeLit, into reflect.Value) error {
	if into.Kind() == reflect.Slice {
		for _, x := range e.Elts {
			v := reflect.New(into.Type().Elem()).Elem()
			if err := evaluate(x, v); err != nil {
				return err
			}
			into.Set(reflect.Append(into, v))
		}
		return nil
	}
	last := -1
	for _, x := range e.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			return fmt.Errorf("%s without keys", into.Type())
		}
		name := kv.Key.(*ast.Ident).Name
		f, ok := into.Type().FieldByName(name)
		if !ok || f.Index[0] <= last {
			return fmt.Errorf("field %s of %s is unknown or out of order", name, into.Type())
		}
		last = f.Index[0]
		if err := evaluate(kv.Value, into.Field(last)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// fill puts a value that isn't zero into every field, however deep; seed makes values
// differ. Recursive types end at depth 3.
func fill(v reflect.Value, seed *int, depth int) {
	*seed++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("value %d `\\", *seed))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(*seed))
	case reflect.Uint8:
		v.SetUint(uint64(*seed%2) + 1)
	case reflect.Slice:
		if depth > 3 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), seed, depth+1)
		fill(v.Index(1), seed, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), seed, depth+1)
		}
	default:
		panic("a field of kind " + v.Kind().String() + ": teach fill and the printers")
	}
}

func filled[T any](seed int) T {
	var x T
	fill(reflect.ValueOf(&x).Elem(), &seed, 0)
	return x
}
