package shell

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"rules2guards.local/guard/call"
)

// FuzzShell: no panic, spans inside the text, steps bounded.
func FuzzShell(f *testing.F) {
	for _, c := range adversarial() {
		f.Add(repeated(c.head, c.body, c.tail, 300), uint8(0))
	}
	for _, text := range shellCases(f) {
		f.Add(text, uint8(0))
	}
	f.Add("npm i; if ($x) { git push }", uint8(1))
	f.Add("cd a && npm i & echo x", uint8(2))
	f.Fuzz(func(t *testing.T, text string, dialect uint8) {
		s, steps := read(text, Options{Dir: "/d", Home: "/h", Dialect: call.Dialect(dialect % 3)})
		if steps > maxSteps+maxSteps/2 {
			t.Errorf("%d steps", steps)
		}
		checkSpans(t, text, s)
		for i := range s.Commands {
			c := &s.Commands[i]
			if c.Program != "" && (!c.Name.Value.Known() || c.Name.Value.HasGlob()) {
				t.Errorf("program %q of name %q", c.Program, c.Name.Value)
			}
		}
	})
}

func shellCases(t testing.TB) (texts []string) {
	f, err := os.Open("testdata/shell-cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var c struct{ Text string }
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, c.Text)
	}
	return texts
}
