package main

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"rules2guards.local/compiler"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/wire"
)

// rulesFor writes a rule of each kind that fits a call, and one of the same kind that does
// not: the first must fire, the second must not.
func rulesFor(c *call.Call) (fires, passes []string) {
	rule := func(list *[]string, kind, keys string) {
		*list = append(*list, fmt.Sprintf("[[rule]]\nid = %q\nkind = %q\nmessage = \"No.\"\n%s\n", kind+"-rule", kind, keys))
	}
	rule(&fires, "tool", fmt.Sprintf("tools = [%q]", c.Tool))
	rule(&passes, "tool", fmt.Sprintf("tools = [%q]", c.Tool+"x"))
	for _, s := range c.Shells {
		program, _, _ := strings.Cut(strings.TrimSpace(s.Text), " ")
		rule(&fires, "command", fmt.Sprintf("commands = [%q]", program))
		rule(&passes, "command", `commands = ["nosuch", "git push --force-with-lease"]`)
	}
	for _, f := range c.Files {
		var access []string
		for i, word := range []string{"read", "write", "create", "delete"} {
			if f.Access&(1<<i) != 0 {
				access = append(access, fmt.Sprintf("%q", word))
			}
		}
		name := path.Base(f.Path)
		if name == ".." || name == "." {
			name = "**"
		}
		rule(&fires, "path", fmt.Sprintf("paths = [%q]\naccess = [%s]", name, strings.Join(access, ", ")))
		rule(&passes, "path", fmt.Sprintf("paths = [%q]\naccess = [%s]", name+"x", strings.Join(access, ", ")))
	}
	for _, u := range c.URLs {
		x, err := url.Parse(u)
		if err != nil {
			continue
		}
		rule(&fires, "host", fmt.Sprintf("hosts = [%q]", x.Hostname()))
		rule(&passes, "host", `hosts = ["nosuch.example"]`)
	}
	return fires, passes
}

// TestEveryHarnessHonoursTheAnswerToItsEvents feeds every event of every harness to whole
// guards: what it does fires a rule of each kind, and the harness then refuses the call with
// the reason; near misses, and events that announce no call, get nothing to say. Names
// that end in from-documentation were not seen in a run.
func TestEveryHarnessHonoursTheAnswerToItsEvents(t *testing.T) {
	for _, h := range call.Harnesses() {
		files, err := filepath.Glob(filepath.Join("..", "..", "guard", "wire", "testdata", string(h), "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no events of %s: %v", h, err)
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(string(h)+"/"+strings.TrimSuffix(filepath.Base(f), ".json"), func(t *testing.T) {
				_, ev, err := wire.Decode(data, h)
				if err != nil {
					t.Fatal(err)
				}
				quiet := func(rules string) {
					t.Helper()
					r, v := ask(t, h, h, ev, data, rules)
					if v.blocked || v.asks || v.faulty || r.Exit != 0 || len(r.Stderr) > 0 || bytes.Contains(r.Stdout, []byte(`"allow"`)) {
						t.Errorf("%+v: exit code %d, stdout %s, stderr %s\nby %s", v, r.Exit, r.Stdout, r.Stderr, rules)
					}
				}
				if ev.Call == nil {
					quiet("[[rule]]\nid = \"all\"\nkind = \"tool\"\nmessage = \"No.\"\ntools = [\"*\"]\n")
					return
				}
				fires, passes := rulesFor(ev.Call)
				for i, rule := range fires {
					// Some harnesses run the entries of others, so the entry's own word must not matter.
					for _, entry := range []call.Harness{h, call.ClaudeCode, call.GeminiCLI, ""} {
						if r, v := ask(t, h, entry, ev, data, rule); !v.blocked || v.faulty || !strings.Contains(v.reason, "-rule: No. (Fired on") {
							t.Errorf("entry of %q, %+v: exit code %d, stdout %s, stderr %s\nby %s", entry, v, r.Exit, r.Stdout, r.Stderr, rule)
						}
					}
					asking := strings.Replace(rule, "kind =", "action = \"ask\"\nkind =", 1)
					if r, v := ask(t, h, h, ev, data, asking); !v.blocked && !v.asks || v.faulty || v.reason == "" {
						t.Errorf("asking, %+v: exit code %d, stdout %s, stderr %s", v, r.Exit, r.Stdout, r.Stderr)
					}
					warning := strings.Replace(rule, "kind =", "action = \"warn\"\nkind =", 1)
					if r, v := ask(t, h, h, ev, data, warning); v.blocked || v.asks || v.faulty || r.Exit != 0 {
						t.Errorf("warning, %+v: exit code %d, stdout %s, stderr %s", v, r.Exit, r.Stdout, r.Stderr)
					}
					quiet(passes[i])
				}
			})
		}
	}
}

// ask runs a guard on an event, from the entry of some harness, and hears its answer as the
// running one does.
func ask(t *testing.T, h, entry call.Harness, ev call.Event, data []byte, rules string) (wire.Reply, heard) {
	t.Helper()
	res := compiler.Compile("rules.toml", []byte("[guard]\nprotect_self = false\n"+rules), compiler.Options{})
	if res.Diagnostics.HasErrors() {
		t.Fatalf("%v\n%s", res.Diagnostics, rules)
	}
	var out, errs bytes.Buffer
	code := guard.Main(program(res), []string{"--harness", string(entry)}, []string{"HOME=/home/dev"}, bytes.NewReader(data), &out, &errs)
	r := wire.Reply{Stdout: out.Bytes(), Stderr: errs.Bytes(), Exit: code}
	return r, hears(h, ev.Name, r)
}
