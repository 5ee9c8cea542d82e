package shell

import (
	"slices"
	"testing"
)

// A text that is partly unknown is dynamic, and not unreadable: what is unknown may make it
// a text that any shell runs.
func TestUnknownTextIsDynamic(t *testing.T) {
	for _, row := range []struct{ text, finds string }{
		{`eval "export ${k}='${v}'"`, "…"},
		{`eval x=\${A_$B:-$B}`, "…"},
		{`a=\'$(date); eval "set -- $a "'${1+"$@"}'`, "…"},
		{`bash -c "x='$v"; git push -f`, "git push -f"},
		{`echo "if $x" | sh; git push -f`, "git push -f"},
		{`eval "npm i '$x"`, "…"},
		{`eval "if true; then npm i; $x"`, "npm i"},
		{`eval "(npm i; $x"`, "npm i"},
		{`eval "{ npm i; $x"`, "npm i"},
		{`eval "case a in a) npm i;; $x"`, "npm i"},
		{`eval "for i in 1; do npm i; $x"`, "npm i"},
		{`eval "while npm i; $x"`, "npm i"},
		{`eval "x=\$(npm i; $x"`, "npm i"},
		{`eval "if true; then npm i; $x"`, "…"},
		{`sh -c "if true; then npm i; $x"`, "npm i"},
	} {
		t.Run(row.text, func(t *testing.T) {
			s := Read(row.text, Options{Dir: "/d"})
			if s.Unreadable != nil {
				t.Errorf("unreadable: %s", s.Unreadable.Why)
			}
			if got := programs(s); !slices.Contains(got, row.finds) {
				t.Errorf("found %q, not %q", got, row.finds)
			}
		})
	}
	for _, text := range []string{`eval "if true"`, `bash -c "x='"`, `if $x`} {
		if Read(text, Options{}).Unreadable == nil {
			t.Errorf("%q is called readable", text)
		}
	}
}
