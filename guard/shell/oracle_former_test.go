//go:build linux

package shell_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// testdata/oracle/former.jsonl holds what bash and Read once disagreed on, shrunk: each line stays as a test
// that needs no bash.

var (
	saveFormer = flag.Bool("oracle.save", false, "append what disagrees to testdata/oracle/former.jsonl")
	openFormer = flag.String("oracle.open", "", "write the lines of former.jsonl that still disagree to this file")
)

// former is one shrunk script with what bash ran.
type former struct {
	Kind  string     `json:"kind"`
	Text  string     `json:"text"`
	Ran   [][]string `json:"ran"`
	Loose bool       `json:"loose,omitempty"`
}

func formerFile() string { return filepath.Join("testdata", "oracle", "former.jsonl") }

func readFormer(t *testing.T) []former {
	t.Helper()
	b, err := os.ReadFile(formerFile())
	if err != nil {
		t.Fatal(err)
	}
	var all []former
	sc := bufio.NewScanner(bytes.NewReader(b))
	for sc.Buffer(nil, 1<<20); sc.Scan(); {
		var f former
		if err := json.Unmarshal(sc.Bytes(), &f); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

func (c *campaign) save(t *testing.T) {
	t.Helper()
	if !*saveFormer {
		return
	}
	known := map[string]bool{}
	for _, f := range readFormer(t) {
		known[f.Text] = true
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	perForms := map[string]int{}
	for _, tr := range c.troubles {
		key := tr.kind + fmt.Sprint(tr.shim.forms)
		if perForms[key]++; known[tr.shim.text] || len(tr.shim.text) > 700 || perForms[key] > 4 {
			continue
		}
		known[tr.shim.text] = true
		f := former{Kind: tr.kind, Text: tr.shim.text, Ran: [][]string{}, Loose: tr.shim.dash || tr.shim.loose}
		for _, r := range tr.ran {
			f.Ran = append(f.Ran, append([]string{r.Program}, r.Args...))
		}
		if err := e.Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	out, err := os.OpenFile(formerFile(), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := out.Write(b.Bytes()); err != nil {
		t.Fatal(err)
	}
}

// TestFormerMismatches reads every script that was once misread.
func TestFormerMismatches(t *testing.T) {
	needRead(t)
	var open bytes.Buffer
	for _, f := range readFormer(t) {
		sc, kind := readSafely(f.Text)
		var all []ran
		var wrong []string
		if kind != "" {
			wrong = append(wrong, kind)
		} else {
			for _, r := range f.Ran {
				all = append(all, ran{r[0], r[1:]})
				if coveredIn(f.Loose, sc, ran{r[0], r[1:]}) == missed {
					wrong = append(wrong, fmt.Sprintf("missed %q, found %q", r, lines(sc)))
				}
			}
			for _, a := range falseAlarms(f.Loose, sc, all) {
				wrong = append(wrong, "false alarm "+a)
			}
			if f.Kind == unreadableMention && sc.Unreadable != nil {
				wrong = append(wrong, "unreadable: "+sc.Unreadable.Why)
			}
		}
		if len(wrong) > 0 {
			t.Errorf("%s\n\tin %q", wrong, f.Text)
			fmt.Fprintf(&open, "%s | text %q\n", wrong[0], f.Text)
		}
	}
	if *openFormer != "" {
		if err := os.WriteFile(*openFormer, open.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
