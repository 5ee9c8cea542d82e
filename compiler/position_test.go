package compiler

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"rules2guards.local/compiler/diag"
)

func indexed(t *testing.T, text string) *node {
	t.Helper()
	var doc map[string]any
	md, err := toml.Decode(text, &doc)
	if err != nil {
		t.Fatal(err)
	}
	src := newSource("f", []byte(text))
	return index(src, md, doc)
}

// at returns the text at a path of keys and positions in lists.
func (n *node) find(path ...any) *node {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			n = n.field(p)
		case int:
			n = n.item(p)
		}
	}
	return n
}

func TestPositions(t *testing.T) {
	const text = "version = 1\r\n# c\r\n[guard]\r\nwrappers = [\"a\",\r\n  \"b\", # c\r\n]\r\n" +
		"[[rule]]\r\nid = \"a\"\r\n\"kind\" = 'command'\r\nwhen = { branch = [\"main\", \"r/*\"], in.x = 1 }\r\n" +
		"fires_on = [\"é npm\", { write = \".env\" }, { tool = \"X\", input = { a = 1, b.c = 2 } }]\r\n" +
		"message = \"\"\"\r\nhello\r\nworld\"\"\"\r\n[rule.unless]\r\nexists = [\"x\"]\r\n" +
		"[[rule]]\r\nid = \"b\"\r\nunless.exists = [\"y\"]\r\n[rule.a.b]\r\nc = 1979-05-27\r\n"
	root := indexed(t, text)
	tests := []struct {
		name string
		path []any
		want string
		line int
		col  int
	}{
		{"top", []any{"version"}, "1", 1, 11},
		{"second item on its own line", []any{"guard", "wrappers", 1}, `"b"`, 5, 3},
		{"list stands at its key", []any{"guard", "wrappers"}, "wrappers", 4, 1},
		{"quoted key", []any{"rule", 0, "kind"}, "'command'", 9, 10},
		{"list in an inline table", []any{"rule", 0, "when", "branch", 1}, `"r/*"`, 10, 28},
		{"dotted key in an inline table", []any{"rule", 0, "when", "in", "x"}, "1", 10, 43},
		{"table behind a wide rune", []any{"rule", 0, "fires_on", 1, "write"}, `".env"`, 11, 32},
		{"nested inline table", []any{"rule", 0, "fires_on", 2, "input", "b", "c"}, "2", 11, 79},
		{"table header of a rule", []any{"rule", 0, "unless", "exists", 0}, `"x"`, 16, 11},
		{"second rule", []any{"rule", 1, "id"}, `"b"`, 18, 6},
		{"dotted key", []any{"rule", 1, "unless", "exists", 0}, `"y"`, 19, 18},
		{"dotted header", []any{"rule", 1, "a", "b", "c"}, "1979-05-27", 21, 5},
		{"unknown key stands at its table", []any{"rule", 1, "none"}, "rule", 17, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := root.find(tt.path...).at()
			var d diag.Diagnostic
			a.src.locate(a.span, &d)
			if got := text[a.span.start:a.span.end]; got != tt.want || d.Line != tt.line || d.Col != tt.col {
				t.Errorf("got %q at %d:%d, want %q at %d:%d", got, d.Line, d.Col, tt.want, tt.line, tt.col)
			}
		})
	}
}

func TestPositionsFallBackToHeaders(t *testing.T) {
	// TOML 1.1, which the decoder takes and the position parser may not.
	const text = "[[rule]]\nid = \"\\e\"\nwhen = {\n  branch = [\"x\"],\n}\n  [[ rule ]] # second\nid = \"b\"\n"
	root := indexed(t, text)
	for i, line := range []int{1, 6} {
		a := root.find("rule", i, "id").at()
		var d diag.Diagnostic
		a.src.locate(a.span, &d)
		if d.Line != line && d.Line != line+1 {
			t.Errorf("rule %d stands at line %d, want %d or the next", i, d.Line, line)
		}
	}
}

func TestPositionsNeverGuess(t *testing.T) {
	// A header inside a long string: their number differs, so nothing is said.
	text := "x = \"\\e\"\n[[rule]]\nid = '''\n[[rule]]\n'''\n"
	var doc map[string]any
	md, err := toml.Decode(text, &doc)
	if err != nil {
		t.Fatal(err)
	}
	_ = md
	root := headers(newSource("f", []byte(text)), doc)
	if a := root.find("rule", 0, "id").at(); a.span != (span{}) {
		t.Errorf("a position was guessed: %v", a.span)
	}
}

func TestInsideFindsPartsOfPlainStrings(t *testing.T) {
	tests := []struct {
		name, toml, part, want string
	}{
		{"literal", `x = 'a\(b'`, `\(`, `\(`},
		{"basic", `x = "abc"`, "b", "b"},
		{"basic with an escape is shown whole", `x = "a\tb"`, "b", `"a\tb"`},
		{"multi-line literal", "x = '''\nab\ncd'''", "cd", "cd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var doc map[string]any
			md, err := toml.Decode(tt.toml, &doc)
			if err != nil {
				t.Fatal(err)
			}
			n := index(newSource("f", []byte(tt.toml)), md, doc).field("x")
			s := doc["x"].(string)
			i := strings.Index(s, tt.part)
			got := n.inside(s, i, i+len(tt.part))
			if tt.toml[got.start:got.end] != tt.want {
				t.Errorf("got %q", tt.toml[got.start:got.end])
			}
		})
	}
}
