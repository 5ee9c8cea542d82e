package guard

import (
	"testing"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// oneFile is a world with one file, or none.
type oneFile struct {
	World
	text string
	none bool
}

func (w oneFile) ReadFile(string) ([]byte, bool) { return []byte(w.text), !w.none }

func (w oneFile) Exists(string) Fact {
	if w.none {
		return False
	}
	return True
}

func TestKeepTellsInnocentWritesFromOthers(t *testing.T) {
	claude := []string{"hooks", "disableAllHooks", "model:text", "permissions:object", "cleanupPeriodDays:number"}
	gemini := []string{KeepComments, "hooks", "hooksConfig"}
	const hooked = `{"hooks":{"PreToolUse":[1]},"model":"a"}`
	const commented = "// mine\n{ /* a \"b */ \"hooks\": {}, \"u\": \"http://x\" } // z"
	whole := func(s string) call.File { return call.File{Whole: true, Text: s} }
	edit := func(old, now string) call.File { return call.File{Edits: []call.Edit{{Old: old, New: now}}} }
	for _, tt := range []struct {
		name string
		keep []string
		disk string // "-": no such file
		file call.File
		want bool
	}{
		{"another model", claude, hooked, edit(`"a"`, `"b"`), true},
		{"another model, a wrong type", claude, hooked, edit(`"a"`, `5`), false},
		{"permissions as a text", claude, hooked, edit(`"model":"a"`, `"permissions":"x"`), false},
		{"permissions as a list", claude, hooked, edit(`"model":"a"`, `"permissions":[]`), false},
		{"permissions as an object", claude, hooked, edit(`"model":"a"`, `"permissions":{}`), true},
		{"days in quotes", claude, hooked, edit(`"model":"a"`, `"cleanupPeriodDays":"9"`), false},
		{"days", claude, hooked, edit(`"model":"a"`, `"cleanupPeriodDays":9`), true},
		{"null has a type of its own", claude, hooked, edit(`"a"`, `null`), false},
		{"a switch", claude, hooked, edit(`"model":"a"`, `"disableAllHooks":true`), false},
		{"hooks gone", claude, hooked, whole(`{"model":"a"}`), false},
		{"hooks written in another way", claude, hooked, whole("{\"hooks\": {\"PreToolUse\": [ 1 ]}}"), true},
		{"a comment where none may be", claude, hooked, edit(`"model":"a"`, `"model":"a" // x`), false},
		{"broken", claude, hooked, edit(`"a"}`, `"a"`), false},
		{"emptied", claude, hooked, whole(""), false},
		{"a byte order mark is fine", claude, "\xef\xbb\xbf" + hooked, edit(`"a"`, `"b"`), true},
		{"an edit that does not fit", claude, hooked, edit("nowhere", "x"), false},
		{"a new file without hooks", claude, "-", whole(`{"model":"a"}`), true},
		{"a new file with a switch", claude, "-", whole(`{"disableAllHooks":true}`), false},
		{"a new file with a wrong type", claude, "-", whole(`{"model":[]}`), false},
		{"among comments", gemini, commented, edit("http://x", "https://y"), true},
		{"a comment more", gemini, commented, edit("// mine", "// mine and yours"), true},
		{"hooks within comments", gemini, commented, edit(`"hooks": {}`, `"hooks": {"BeforeTool": []}`), false},
		{"hooks taken into a comment", gemini, commented, edit(`"hooks": {},`, `/* "hooks": {}, */`), false},
		{"a comment without an end", gemini, commented, edit("// z", "/* z"), false},
		{"a comma with nothing behind it", gemini, commented, edit(`x" }`, `x", }`), false},
		{"what can't be known", claude, hooked, call.File{Unknown: true}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := &Judge{p: &Program{}, world: oneFile{text: tt.disk, none: tt.disk == "-"}}
			it := &fileItem{path: shell.Lit("/p/s.json"), abs: "/p/s.json", content: &tt.file}
			if got := j.keeps(&Rule{Keep: tt.keep}, it); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestWithoutCommentsKeepsTexts(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"none", `{"a": "b"}`, `{"a": "b"}`},
		{"in a text", `{"a": "//b", "c": "/* d */"}`, `{"a": "//b", "c": "/* d */"}`},
		{"behind an escaped quote", `{"a": "\"//b"}//c`, `{"a": "\"//b"} `},
		{"a text without an end", `{"a //b`, `{"a //b`},
		{"to the end of the line", "a//b\nc", "a \nc"},
		{"no end", "a/*b", "a/*b"},
		{"a lone slash", "a/b", "a/b"},
		{"overlapping ends", "/*/ a", "/*/ a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := withoutComments(tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
