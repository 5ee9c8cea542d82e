package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type entry struct {
	Matcher string `json:"matcher"`
	Hooks   []hook `json:"hooks"`
}

type hook struct {
	Type    string `json:"type"`
	Command string `json:"command"`
}

func sample() entry {
	return entry{Matcher: "*", Hooks: []hook{{Type: "command", Command: "'/a b/guard' && x > y"}}}
}

func hooksPath() []string { return []string{"hooks", "PreToolUse"} }

func TestAppendStandsAsItsNeighboursDo(t *testing.T) {
	const flat = `{"matcher":"*","hooks":[{"type":"command","command":"'/a b/guard' && x > y"}]}`
	// lines is the entry at an indentation, by a unit.
	lines := func(indent, unit string) string {
		s := strings.Join([]string{
			"{", "\t\"matcher\": \"*\",", "\t\"hooks\": [", "\t\t{", "\t\t\t\"type\": \"command\",",
			"\t\t\t\"command\": \"'/a b/guard' && x > y\"", "\t\t}", "\t]", "}",
		}, "\n"+indent)
		return strings.ReplaceAll(s, "\t", unit)
	}
	tests := []struct{ name, in, want string }{
		{"one line", `{"a":1}`, `{"a":1,"hooks":{"PreToolUse":[` + flat + `]}}`},
		{"one line with blanks", `{ "a": 1 }`, `{ "a": 1, "hooks": {"PreToolUse":[` + flat + `]} }`},
		{"one line with an array", `{"hooks":{"PreToolUse":[{}]}}`, `{"hooks":{"PreToolUse":[{},` + flat + `]}}`},
		{
			"empty object", "{}\n",
			"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      " + lines("      ", "  ") + "\n    ]\n  }\n}\n",
		},
		{
			"tabs, no final newline", "{\n\t\"a\": 1\n}",
			"{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t" + lines("\t\t\t", "\t") + "\n\t\t]\n\t}\n}",
		},
		{
			"behind a neighbour", "{\n    \"hooks\": {\n        \"PreToolUse\": [\n            {}\n        ]\n    }\n}\n",
			"{\n    \"hooks\": {\n        \"PreToolUse\": [\n            {},\n            " + lines("            ", "    ") + "\n        ]\n    }\n}\n",
		},
		{
			"odd indentation", "{\n   \"hooks\": {\n \"PreToolUse\": [\n       {} ]\n}}",
			"{\n   \"hooks\": {\n \"PreToolUse\": [\n       {},\n       " + lines("       ", "   ") + " ]\n}}",
		},
		{
			"behind a line comment", "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {} // mine\n    ]\n  }\n}\n",
			"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {}, // mine\n      " + lines("      ", "  ") + "\n    ]\n  }\n}\n",
		},
		{
			"behind a trailing comma and a comment", "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {}, // mine\n    ],\n  },\n}\n",
			"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {}, // mine\n      " + lines("      ", "  ") + ",\n    ],\n  },\n}\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := roundTrip(t, []byte(tt.in))
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			crlf := strings.ReplaceAll(tt.in, "\n", "\r\n")
			if crlf == tt.in {
				return
			}
			got = roundTrip(t, []byte(byteOrderMark+crlf))
			if diff := cmp.Diff(byteOrderMark+strings.ReplaceAll(tt.want, "\n", "\r\n"), string(got)); diff != "" {
				t.Errorf("CRLF and byte order mark: -want +got:\n%s", diff)
			}
		})
	}
}

// roundTrip inserts the sample, takes it out again, and checks what must always hold.
func roundTrip(t *testing.T, src []byte) []byte {
	t.Helper()
	kept := bytes.Clone(src)
	d, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	out, made, err := d.Append(hooksPath(), sample())
	if err != nil {
		t.Fatal(err)
	}
	d, err = Parse(out)
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	list := d.At(hooksPath()...).Elements()
	n := list[len(list)-1]
	var got entry
	if err := json.Unmarshal(n.Raw(), &got); err != nil || !cmp.Equal(got, sample()) {
		t.Fatalf("the entry reads %+v, %v, in\n%s", got, err, out)
	}
	if !subsequence(src, out) {
		t.Fatalf("bytes of the file are lost in\n%q", out)
	}
	back, err := Remove(out, [][]string{n.Path}, made)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(back, kept) {
		t.Fatalf("insert and remove gave\n%q\nfrom\n%q\nby\n%q", back, kept, out)
	}
	if !bytes.Equal(src, kept) {
		t.Fatal("the source was changed")
	}
	return out
}

func subsequence(a, b []byte) bool {
	for _, c := range b {
		if len(a) > 0 && a[0] == c {
			a = a[1:]
		}
	}
	return len(a) == 0
}

func TestInsertThenRemoveGivesTheFirstBytes(t *testing.T) {
	for _, s := range seeds() {
		t.Run(s, func(t *testing.T) { roundTrip(t, []byte(s)) })
	}
}

func seeds() []string {
	return []string{
		`{}`, `{ }`, "{\n}", "{\n\n}\n", "{}\r\n", `{"hooks":{}}`, `{"hooks":{ }}`, `{"hooks":{"PreToolUse":[]}}`,
		"{\n  \"hooks\": {\n    \"PreToolUse\": [\n    ]\n  }\n}", "{\"hooks\": {\"PreToolUse\": [ ]}}\n",
		"{// c\n}", "{/* c */}", "{\n  // c\n}\n", `{"a":1,}`, "{\"a\":1 // c\n}", "{\"a\":1, // c\n}", "{\"a\":1 /* c */ , /* d */ }",
		"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {} /* a\n b */ // c\n\n      // d\n    ] // e\n  } // f\n} // g\n",
		"{\"a\": [1,2], \"hooks\": {\"PostToolUse\": []}}", "{\"a\": 1} // c", "\t{ \"a\" : 1\r\n, \"b\":2 }\n\n", "{\"hooks\":{\"PreToolUse\":[1 , 2\t]}}",
	}
}

func FuzzSettings(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
		f.Add([]byte(byteOrderMark + strings.ReplaceAll(s, "\n", "\r\n")))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := Parse(src)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 || e.Line > 1+bytes.Count(src, []byte("\n")) {
				t.Fatalf("%#v", err)
			}
			return
		}
		n := d.Root()
		for _, key := range hooksPath() {
			if !n.IsObject() {
				return
			}
			if n = n.In(key); n.IsZero() {
				break
			}
		}
		if !n.IsZero() && !n.IsArray() {
			return
		}
		roundTrip(t, src)
		if len(d.Lenient()) == 0 && !json.Valid(bytes.TrimPrefix(src, []byte(byteOrderMark))) {
			// Our parser is as strict as the library but for what Lenient lists.
			t.Fatalf("%q is no JSON, and nothing was found lenient", src)
		}
	})
}

func TestDeleteKeepsWhatIsNotItsOwn(t *testing.T) {
	tests := []struct{ name, in, path, want string }{
		{"first of two", "[\n  1,\n  2\n]", "0", "[\n  2\n]"},
		{"last of two", "[\n  1,\n  2\n]", "1", "[\n  1\n]"},
		{"middle", `[1, 2, 3]`, "1", `[1, 3]`},
		{"only", `[1]`, "0", `[]`},
		{"comment in front", "[\n  1,\n  // why\n  2\n]", "1", "[\n  1\n  // why\n]"},
		{"comment behind", "[\n  1, // one\n  2 // two\n]", "1", "[\n  1 // one // two\n]"},
		{"comma in a comment", "[\n  1 /* , */,\n  2\n]", "1", "[\n  1 /* , */\n]"},
		{"member", `{"a": {"b": 1}, "c": 2}`, "a", `{ "c": 2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.Delete([]string{tt.path})
			if err != nil || string(got) != tt.want {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
			if _, err := Parse(got); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSet(t *testing.T) {
	tests := []struct {
		name, in string
		path     []string
		value    any
		want     string
	}{
		{"a leaf", `{"a": {"b": 1 } }`, []string{"a", "b"}, "x<y", `{"a": {"b": "x<y" } }`},
		{"a new member", "{\n\t\"a\": 1\n}", []string{"b"}, true, "{\n\t\"a\": 1,\n\t\"b\": true\n}"},
		{"in a list", `[{"t": 1}]`, []string{"0", "t"}, 10, `[{"t": 10}]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.Set(tt.path, tt.value)
			if err != nil || string(got) != tt.want {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestRemoveLeavesContainersThatOthersUse(t *testing.T) {
	d, _ := Parse([]byte("{}"))
	out, made, err := d.Append(hooksPath(), sample())
	if err != nil {
		t.Fatal(err)
	}
	d, _ = Parse(out)
	out, _ = d.Set([]string{"hooks", "Stop"}, []int{})
	got, err := Remove(out, [][]string{{"hooks", "PreToolUse", "0"}}, made)
	if want := "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}"; err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", "", "line 1, column 1: unexpected EOF"},
		{"two values", `{}{}`, `line 1, column 3: invalid character '{' after top-level value`},
		{"broken behind runes", "{\n \"é\": x}", `line 2, column 7: invalid literal: x`},
		{"cut off", "{\n \"a\": ", "line 2, column 7: unexpected EOF"},
		{"a key twice", "{\"é\": {\"a\":1,\n \"\\u0061\":2}}", `line 2, column 2: the key "a" stands twice in one object`},
		{"column in runes", `{"éé": 1, "éé": 2}`, `line 1, column 11: the key "éé" stands twice in one object`},
		{"deep", strings.Repeat("[", 200_000), "line 1, column 501: nested too deep"},
		{"deep behind a comment", "// [[[\n" + strings.Repeat("{\"a\":", 501), "line 2, column 2501: nested too deep"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "line 1, column 1: the file is UTF-16; save it as UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Parse([]byte(tt.in)); err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestLenientNamesCommentsAndTrailingCommas(t *testing.T) {
	d, err := Parse([]byte("{\n  \"a\": \"// no, \", // c\n  \"b\": [1,],\n /* d */\n}"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range d.Lenient() {
		got = append(got, e.Error())
	}
	want := []string{
		"line 2, column 19: a comment", "line 3, column 10: a comma with nothing behind it",
		"line 3, column 12: a comma with nothing behind it", "line 4, column 2: a comment",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"permissions":{"allow":["x"`)
	for i := range 20_000 {
		b.WriteString(`,"Bash(` + strconv.Itoa(i) + `)"`)
	}
	b.WriteString("]}}")
	start := time.Now()
	roundTrip(t, []byte(b.String()))
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
