//go:build linux

package shell_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// testdata/refused.jsonl holds texts that a real shell was given, and whether npm ran. Most of them are such
// that a parser for bash refuses them, reads them as something else, or has to follow what they do.

var updateRefused = flag.Bool("oracle.update", false, "run the texts of refused.jsonl in their shells and note again which of them run npm")

type refusedCase struct {
	Shell string `json:"shell"`
	Text  string `json:"text"`
	Runs  bool   `json:"runs"`
}

func readRefused(t *testing.T) (cases []refusedCase, file string) {
	t.Helper()
	file = filepath.Join("testdata", "refused.jsonl")
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for sc := bufio.NewScanner(bytes.NewReader(b)); sc.Scan(); {
		var c refusedCase
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases, file
}

// TestWhatBashRunsIsSeen is the differential with the parser: bash or zsh ran npm, and we saw nothing and said nothing.
func TestWhatBashRunsIsSeen(t *testing.T) {
	needRead(t)
	cases, _ := readRefused(t)
	var ran, sures, maybes, unread, extra int
	for _, c := range cases {
		s := readAt(c.Text)
		sure, maybe := runsNpm(s)
		if !c.Runs {
			if sure {
				extra++
			}
			continue
		}
		ran++
		switch {
		case sure:
			sures++
		case maybe:
			maybes++
			t.Logf("dynamic: %s: %q", c.Shell, c.Text)
		case s.Unreadable != nil:
			unread++
			t.Logf("unreadable (%s): %s: %q", s.Unreadable.Why, c.Shell, c.Text)
		default:
			t.Errorf("%s runs npm, we saw nothing: %q", c.Shell, c.Text)
		}
	}
	t.Logf("%d texts, %d run npm: %d found, %d dynamic, %d unreadable; %d are found although nothing ran", len(cases), ran, sures, maybes, unread, extra)
	if maybes*20 > ran {
		t.Errorf("%d of %d are called dynamic", maybes, ran)
	}
	if unread*10 > ran {
		t.Errorf("%d of %d are called unreadable", unread, ran)
	}
}

// TestRefusedCorpusIsTrue runs the corpus again, so that it stays what shells really do.
func TestRefusedCorpusIsTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of scripts")
	}
	cases, file := readRefused(t)
	ws := newWorkers(t, 2)
	shells := map[string]bool{}
	for _, sh := range []string{"bash", "zsh"} {
		_, err := exec.LookPath(sh)
		shells[sh] = err == nil
	}
	ws.each(len(cases), func(i int) {
		c := &cases[i]
		if !shells[c.Shell] {
			return
		}
		rep, err := ws.run(c.Shell, c.Text)
		if err != nil {
			t.Error(err)
			return
		}
		runs := slices.ContainsFunc(rep.Ran, func(r ran) bool { return r.Program == "npm" })
		if runs != c.Runs && !*updateRefused {
			t.Errorf("%s: npm ran: %v, corpus says %v: %q", c.Shell, runs, c.Runs, c.Text)
		}
		c.Runs = runs
	})
	if *updateRefused {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		for _, c := range cases {
			if err := e.Encode(c); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
