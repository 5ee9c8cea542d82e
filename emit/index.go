package emit

import (
	"fmt"
	"reflect"

	j "github.com/dave/jennifer/jen"

	"rules2guards.local/guard"
)

// Index prints index.go: what the generator worked out about the rules, and how the guard
// behaves. Nobody reviews it; it follows from rules.go and rules.toml.
func Index(index guard.Index, settings guard.Settings) ([]byte, error) {
	var p valuePrinter
	f := newFile()
	f.Comment("// index says which rules can matter to a call.")
	f.Var().Id("index").Op("=").Add(p.value(reflect.ValueOf(index), true))
	f.Line()
	f.Comment("// settings are the [guard] table of rules.toml.")
	f.Var().Id("settings").Op("=").Add(p.value(reflect.ValueOf(settings), true))
	if p.err != nil {
		return nil, p.err
	}
	return render(f)
}

// valuePrinter prints any value made of structs, slices, strings, booleans, integers and
// the enums of package guard, zero fields left out. It fails on all else.
type valuePrinter struct{ err error }

// value prints v; typed says that its type can't be left out where it stands.
func (p *valuePrinter) value(v reflect.Value, typed bool) *j.Statement {
	switch v.Kind() {
	case reflect.String:
		return stringLit(v.String())
	case reflect.Bool:
		return j.Lit(v.Bool())
	case reflect.Int:
		return j.Lit(int(v.Int()))
	case reflect.Uint8:
		if a, ok := v.Interface().(guard.Anchor); ok && anchorName(a) != "" {
			return j.Qual(guardPath, anchorName(a))
		}
	case reflect.Struct:
		return p.structLit(v, typed)
	case reflect.Slice:
		return p.sliceLit(v)
	}
	if p.err == nil {
		p.err = fmt.Errorf("index.go: no form for %s(%v)", v.Type(), v)
	}
	return j.Null()
}

func (p *valuePrinter) structLit(v reflect.Value, long bool) *j.Statement {
	s := j.Null()
	if long {
		s = p.typeName(v.Type())
	}
	return s.CustomFunc(braces(long), func(g *j.Group) {
		for i := range v.NumField() {
			if x := v.Field(i); !isZero(x) {
				g.Id(v.Type().Field(i).Name).Op(":").Add(p.value(x, x.Kind() == reflect.Struct))
			}
		}
	})
}

// sliceLit puts structs of the top level on a line each, so that a diff shows one rule.
func (p *valuePrinter) sliceLit(v reflect.Value) *j.Statement {
	elem := v.Type().Elem()
	long := elem.Kind() == reflect.Struct && v.Len() > 1
	return j.Index().Add(p.typeName(elem)).CustomFunc(braces(long), func(g *j.Group) {
		for i := range v.Len() {
			g.Add(p.value(v.Index(i), false))
		}
	})
}

func (p *valuePrinter) typeName(t reflect.Type) *j.Statement {
	if t.PkgPath() == "" {
		return j.Id(t.String())
	}
	return j.Qual(t.PkgPath(), t.Name())
}

// isZero counts an empty slice as zero: nothing in a guard tells it from none.
func isZero(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}
