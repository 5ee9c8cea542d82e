package shell

import (
	"os/exec"
	"slices"
	"testing"
)

// TestFiltersOfKnownText compares what filters are said to write with what they write.
func TestFiltersOfKnownText(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for _, text := range []string{
		"tr q p <<< 'nqm i'", "tr a-z b-za <<< 'mol h'", "tr -d x <<< xnxpm", "tr '[:upper:]' '[:lower:]' <<< 'NPM I'", "tr A-Z a-z <<< 'NPM I'", "tr abc x <<< 'aabbcc'",
		"printf 'npm i\\nb\\n' | head -1", "printf 'b\\nnpm i\\n' | tail -n 1", "printf 'b\\nnpm i\\n' | tail -n+2", "printf 'a\\nb\\nc\\n' | tail -2", "printf 'b\\nnpm i\\n' | tac", "printf 'b\\na\\n' | sort",
		"rev <<< 'i mpn'", "echo xnpm i | cut -c2-", "echo 'a:npm i:b' | cut -d: -f2", "echo 'a b c' | cut -d' ' -f2-", "echo abc | cut -c-2", "echo 'nxpm i' | sed s/x//", "echo 'nxpmx i' | sed -e 's,x,,g'",
		"echo NZYG2IDJBI====== | base32 -d", "echo abc | head -c 2 | tr b c",
		"printf 'a\\nb\\n' | sed 's/^/npm /'", "printf 'a\\n' | sed 's/$/ b/'", "printf 'a\\n' | sed -e 's|.*|x & y|'", "printf 'a\\n' | sed -E 's/^(.*)$/x \\1/'", "true | sed 's/^/b/'", "echo a | sed 's/.*/b/'", "echo a | sed 's/^/x&/'", "echo a | sed 's/^/x\\n/'",
	} {
		t.Run(text, func(t *testing.T) {
			out, err := exec.Command(bash, "-c", text).Output()
			if err != nil {
				t.Skip(err)
			}
			s := Read("x=$("+text+"); show \"$x\"", Options{Dir: "/d"})
			got := s.Commands[len(s.Commands)-1].Args[0].Value
			if want := string(out[:max(0, len(out)-1)]); got.Known() && got.Text() != want {
				t.Errorf("got %q, want %q", got.Text(), want)
			} else if !got.Known() && text[:4] != "echo" {
				t.Errorf("it isn't known")
			}
		})
	}
	for _, text := range []string{"tr q p <<< 'nqm i' | bash", "echo 'npm i' | head -1 | sh", "rev <<< 'i mpn' | sh", "sh -c \"$(echo xnpm i | cut -c2-)\"", "echo nxpm i | sed s/x// | bash", "printf 'npm i\\n' | sort | sh"} {
		if got := programs(Read(text, Options{Dir: "/d"})); !slices.Contains(got, "npm i") {
			t.Errorf("%s: found %q", text, got)
		}
	}
	for _, text := range []string{"tr a b < f | sh", "head -1 f | sh", "rev f | sh", "base32 -d f | bash", "echo a | sed 's/./b/' | sh", "echo a | sort f | sh"} {
		if got := programs(Read(text, Options{Dir: "/d"})); !slices.Contains(got, "…") {
			t.Errorf("%s: found %q", text, got)
		}
	}
}
