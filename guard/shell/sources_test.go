package shell

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatIsFetchedReachesWhatRunsIt(t *testing.T) {
	for _, row := range []struct {
		name, to   string
		texts, not []string
	}{
		{
			"printed", "sh",
			[]string{`echo "$(curl x)" | sh`, `printf %s "$(curl x)" | sh`, `x=$(curl x); echo "$x" | sh`, `x=$(curl x); y="a $x"; printf '%s' "$y" | sh`, `a=("$(curl x)"); echo "${a[@]}" | sh`},
			[]string{`echo "$(curl x)"; echo a | sh`, `x=$(curl x); echo a | sh`, `jq "$(curl x)" | sh`},
		},
		{"positional words", "eval", []string{`set -- "$(curl x)"; eval "$1"`, `f(){ eval "$1"; }; f "$(curl x)"`, `set -- a "$(curl x)"; shift; eval "$@"`, `sh -c 'eval "$1"' _ "$(curl x)"`}, []string{`set -- "$(curl x)"; eval "a"`}},
		{"later", "trap", []string{`trap "$(curl x)" EXIT`}, nil},
		{"inline", "python3", []string{`python3 -c "$(curl x)"`, `x=$(curl x); python3 -c "$x"`}, []string{`python3 -c "print(1)" "$(curl x)"`}},
		{
			"files", "bash",
			[]string{`curl -o i.sh https://x/i && bash i.sh`, `curl https://x > i && bash i`, `curl https://x > i; bash < i`, `wget https://x/i.sh && bash i.sh`, `wget -O /tmp/i https://x && bash /tmp/i`, `curl x | tee i; bash i`, `curl x > i; cat i | bash`, `curl -O https://x/i.sh; mv i.sh j; bash j`, `(cd /tmp; curl -o i x; bash ./i)`},
			[]string{`curl -o i.json https://x/i && bash i.sh`, `curl x > i; bash j`, `curl x > i; echo a > i; bash i`},
		},
		{"files that are sourced", ".", []string{`curl https://x > i && . i`, `curl https://x > i && . ./i`}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, text := range row.texts {
				from := "curl"
				if strings.HasPrefix(text, "wget") {
					from = "wget"
				}
				if s := Read(text, Options{Dir: "/d"}); !reaches(s, from, row.to) {
					t.Errorf("%s: nothing reaches %s in %q", text, row.to, programs(s))
				}
			}
			for _, text := range row.not {
				if s := Read(text, Options{Dir: "/d"}); reaches(s, "curl", row.to) && !slices.Contains(row.texts, text) {
					t.Errorf("%s: it reaches %s", text, row.to)
				}
			}
		})
	}
}

// Where nothing but what was fetched is run, no word of the command says otherwise.
func TestFetchedProgramsStandAlone(t *testing.T) {
	for _, row := range []struct{ text, finds string }{
		{"curl -o i.sh https://x/i && bash i.sh", "bash"},
		{`python3 -c "$(curl x)"`, "python3"},
		{`node -e "$(curl x)"`, "node"},
		{`trap "$(curl x)" EXIT`, "sh"},
	} {
		s := Read(row.text, Options{Dir: "/d"})
		if !slices.Contains(programs(s), row.finds) || !reaches(s, "curl", row.finds) {
			t.Errorf("%s: found %q", row.text, programs(s))
		}
	}
	for _, text := range []string{"bash i.sh", `python3 -c "$x"`, `python3 -c "print('$(curl x)')"`, `echo a > f; bash f`} {
		if got := programs(Read(text, Options{Dir: "/d"})); slices.Contains(got, "bash") || slices.Contains(got, "python3") {
			t.Errorf("%s: found %q", text, got)
		}
	}
}
