package diag_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rules2guards.local/compiler/diag"
)

func TestTextShowsSourceAndCarets(t *testing.T) {
	tests := []struct {
		name string
		src  string
		d    diag.Diagnostic
		want string
	}{
		{
			"value",
			"id = \"a\"\nkind = \"comand\"\n",
			diag.Diagnostic{File: "rules.toml", Line: 2, Col: 8, EndCol: 16, Code: "unknown-kind", Message: `unknown kind "comand"`, Hint: `did you mean "command"?`},
			"rules.toml:2:8: error: unknown kind \"comand\" [unknown-kind]\n  kind = \"comand\"\n         ^^^^^^^^\nhint: did you mean \"command\"?\n",
		},
		{
			"tabs are kept and wide runes take two cells",
			"\tx = [\"日本\", \"y\"]\n",
			diag.Diagnostic{File: "f", Line: 1, Col: 13, EndCol: 16, Code: "c", Message: "m", Severity: diag.Warning},
			"f:1:13: warning: m [c]\n  \tx = [\"日本\", \"y\"]\n  \t             ^^^\n",
		},
		{
			"carets under wide runes",
			"\"日本\"\n",
			diag.Diagnostic{File: "f", Line: 1, Col: 1, EndCol: 5, Code: "c", Message: "m"},
			"f:1:1: error: m [c]\n  \"日本\"\n  ^^^^^^\n",
		},
		{
			"hidden characters are escaped and counted as shown",
			"a\x1b[31m\u202eb = 1\n",
			diag.Diagnostic{File: "f", Line: 1, Col: 8, EndCol: 9, Code: "c", Message: "m\u202e"},
			"f:1:8: error: m\\u202e [c]\n  a\\x1b[31m\\u202eb = 1\n                 ^\n",
		},
		{
			"no position",
			"",
			diag.Diagnostic{File: "f", Code: "c", Message: "m"},
			"f: error: m [c]\n",
		},
		{
			"no file",
			"",
			diag.Diagnostic{Code: "c", Message: "m", Severity: diag.Note},
			"note: m [c]\n",
		},
		{
			"a line without a column",
			"x\n",
			diag.Diagnostic{File: "f", Line: 1, Code: "c", Message: "m"},
			"f:1: error: m [c]\n  x\n",
		},
		{
			"carriage return",
			"x = 1\r\ny\r\n",
			diag.Diagnostic{File: "f", Line: 1, Col: 5, EndCol: 6, Code: "c", Message: "m"},
			"f:1:5: error: m [c]\n  x = 1\n      ^\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			if err := diag.Text(&b, diag.List{tt.d}, diag.Options{Sources: map[string][]byte{"f": []byte(tt.src), "rules.toml": []byte(tt.src)}}); err != nil {
				t.Fatal(err)
			}
			if b.String() != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", b.String(), tt.want)
			}
		})
	}
}

func TestLongLinesAreCutAroundTheValue(t *testing.T) {
	src := strings.Repeat("x", 5000) + "HERE" + strings.Repeat("y", 5000)
	var b strings.Builder
	d := diag.Diagnostic{File: "f", Line: 1, Col: 5001, EndCol: 5005, Code: "c", Message: "m"}
	if err := diag.Text(&b, diag.List{d}, diag.Options{Sources: map[string][]byte{"f": []byte(src)}}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines[1]) > 250 {
		t.Errorf("the line shown has %d bytes", len(lines[1]))
	}
	text, carets := []rune(lines[1]), lines[2]
	if got := string(text[strings.Index(carets, "^") : strings.LastIndex(carets, "^")+1]); got != "HERE" {
		t.Errorf("carets stand under %q", got)
	}
}

func TestColourOnlyWhenAsked(t *testing.T) {
	for _, color := range []bool{false, true} {
		var b strings.Builder
		l := diag.List{{File: "f", Line: 1, Col: 1, Code: "c", Message: "m", Hint: "h"}}
		if err := diag.Text(&b, l, diag.Options{Color: color}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "\x1b["); got != color {
			t.Errorf("colour %v: escape sequences %v", color, got)
		}
	}
}

func TestSortOrdersByPlaceThenCode(t *testing.T) {
	l := diag.List{
		{File: "b", Line: 1, Col: 1, Code: "a"},
		{File: "a", Line: 2, Col: 1, Code: "a"},
		{File: "a", Line: 1, Col: 9, Code: "b", Message: "first"},
		{File: "a", Line: 1, Col: 9, Code: "b", Message: "second"},
		{File: "a", Line: 1, Col: 9, Code: "a"},
		{File: "a", Line: 1, Col: 2, Code: "z"},
	}
	l.Sort()
	var got []string
	for _, d := range l {
		got = append(got, d.File+d.Code+d.Message)
	}
	want := []string{"az", "aa", "abfirst", "absecond", "aa", "ba"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGitHubEscapes(t *testing.T) {
	var b strings.Builder
	l := diag.List{{File: "a,b:c.toml", Line: 3, Col: 4, EndCol: 9, Code: "c", Message: "50% of\nit", Hint: "do x"}}
	if err := diag.GitHub(&b, l); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac.toml,line=3,col=4,endColumn=9,title=c::50%25 of\\nit%0Ahint: do x\n"
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
}

func TestJSONIsOneObject(t *testing.T) {
	for _, l := range []diag.List{nil, {{File: "f", Line: 1, Severity: diag.Warning, Code: "c", Message: "<m>"}}} {
		var b bytes.Buffer
		if err := diag.JSON(&b, l); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Diagnostics []struct {
				File, Severity, Message string
			}
		}
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if got.Diagnostics == nil || len(got.Diagnostics) != len(l) {
			t.Errorf("got %s", b.Bytes())
		}
		if len(l) > 0 && (got.Diagnostics[0].Severity != "warning" || !strings.Contains(b.String(), "<m>")) {
			t.Errorf("got %s", b.Bytes())
		}
	}
}

func TestEveryCodeIsExplained(t *testing.T) {
	codes := diag.Codes()
	if !slices.IsSorted(codes) || len(slices.Compact(slices.Clone(codes))) != len(codes) {
		t.Errorf("codes are not sorted and unique: %q", codes)
	}
	for _, c := range codes {
		if text, ok := diag.Explain(c); !ok || len(text) < 20 {
			t.Errorf("%s has no explanation", c)
		}
	}
	if _, ok := diag.Explain("no-such-code"); ok {
		t.Error("an unknown code is explained")
	}
}

func TestSummaryCountsInWords(t *testing.T) {
	l := diag.List{{}, {}, {Severity: diag.Warning}}
	if got, want := l.Summary(), "2 errors, 1 warning"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
