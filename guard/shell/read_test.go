package shell

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// programs lists what was found, one command a line, for tests.
func programs(s *Script) []string {
	var all []string
	for i := range s.Commands {
		c := &s.Commands[i]
		parts := []string{c.Name.Value.String()}
		for _, a := range c.Args {
			parts = append(parts, a.Value.String())
		}
		all = append(all, strings.Join(parts, " "))
	}
	return all
}

// runsNpm reports whether npm or npx is among the commands.
func runsNpm(s *Script) bool {
	for i := range s.Commands {
		if p := s.Commands[i].Program; p == "npm" || p == "npx" {
			return true
		}
	}
	return false
}

// TestReadAgreesWithShells runs the texts that bash and zsh were seen to run or not to run.
func TestReadAgreesWithShells(t *testing.T) {
	f, err := os.Open("testdata/shell-cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	more := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		var c struct {
			Text  string
			Shell string
			Runs  bool `json:"runs_npm"`
		}
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		s := Read(c.Text, Options{Dir: "/home/u/project", Home: "/home/u"})
		switch found := runsNpm(s); {
		case c.Runs && !found && s.Unreadable == nil:
			t.Errorf("%s runs npm in %q, found %q", c.Shell, c.Text, programs(s))
		case !c.Runs && found && s.Unreadable == nil && c.Shell == "bash":
			t.Logf("%s runs no npm in %q, found %q", c.Shell, c.Text, programs(s))
			more++
		}
	}
	// What bash refuses at run time, by its own options, or without expand_aliases is found all
	// the same: that errs on the safe side, but should not grow.
	if more > 20 {
		t.Errorf("%d texts that run nothing are found to run npm", more)
	}
}
