//go:build linux

package shell_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rules2guards.local/guard/shell"
)

// losesQuotes says that bash may read quotes wrongly: a lone quote in a here-document inside <(…) makes it
// take the assignments behind for something else.
func losesQuotes(text string) bool {
	return strings.Contains(text, "<<") && (strings.Contains(text, "<(") || strings.Contains(text, ">("))
}

// misprinted says that bash ran r because it prints the text of a substitution wrongly before it reads it again:
// bash 5.2 loses the first ; behind the lines of a here-document whose command goes on ("cat <<E | sort; npm i" in $(…)
// runs "sort npm i"). The guard reads what is written; here, what bash prints must account for r.
func misprinted(text string, r ran) bool {
	if !strings.Contains(text, "<<") || !strings.Contains(text, "$(") {
		return false
	}
	cmd := exec.Command("bash", "--norc", "-c", "f() {\n"+text+"\n}\ndeclare -f f")
	cmd.Env = []string{"PATH=/nowhere"}
	printed, err := cmd.Output()
	return err == nil && covered(readAt(string(printed)+"f\n"), r) != missed
}

// trouble is what is wrong between bash and Read on one script.
type trouble struct {
	kind string // missed, false alarm, mention ran, unreadable mention, panic, slow
	text string // the command
	tree *node
	shim *script
	ran  []ran // by the shrunk script
}

// unreadableMention is the one trouble that may happen now and then.
const unreadableMention = "unreadable mention"

// outcome is one script, judged.
type outcome struct {
	s        *script
	troubles []trouble
	saves    map[string]saved // by tag of a leaf that ran
	silent   []leafRun        // leaves that did not run
	timeout  bool
	misprint bool
	unknown  []string // forms of a script without runs in which a command of unknown name was found
}

// judge runs a tree in bash, reads it, and compares.
func judge(ws *workers, n *node) (*outcome, error) {
	s := render(n)
	o := &outcome{s: s, saves: map[string]saved{}}
	rep, err := ws.run("bash", s.text)
	if err != nil {
		return nil, fmt.Errorf("%w, running %q", err, s.text)
	}
	o.timeout = rep.Timeout
	sc, kind := readSafely(s.text)
	if kind != "" {
		o.troubles = append(o.troubles, trouble{kind: kind})
		return o, nil
	}
	loose := s.dash || s.loose
	ranTags := map[string]bool{}
	for _, r := range rep.Ran {
		tag := ""
		for _, a := range r.Args {
			for _, t := range tagged.FindAllString(a, -1) {
				if tag == "" || t[0] == 'k' {
					tag = t
				}
			}
		}
		ranTags[tag] = true
		// Around others a mention may run after all: in dash, or where bash loses a here-document.
		if strings.HasPrefix(tag, "m") && len(s.forms) == 1 {
			o.troubles = append(o.troubles, trouble{kind: "mention ran", text: r.Program + " " + strings.Join(r.Args, " ")})
		}
		save := coveredIn(loose, sc, r)
		if save == missed && slices.ContainsFunc(s.parts, func(part string) bool { return misprinted(part, r) }) {
			o.misprint, save = true, found
		}
		if old, ok := o.saves[tag]; !ok || save < old {
			o.saves[tag] = save
		}
		if save == dynamic && *oracleDynamic && !slices.ContainsFunc(s.runs, func(l leafRun) bool { return l.tag == tag && l.dyn }) {
			o.troubles = append(o.troubles, trouble{kind: "dynamic", text: r.Program + " " + strings.Join(r.Args, " ")})
		}
		if save == missed && !(loose && !strings.HasPrefix(tag, "k")) {
			o.troubles = append(o.troubles, trouble{kind: "missed", text: r.Program + " " + strings.Join(r.Args, " ")})
		}
	}
	for _, l := range s.runs {
		if !ranTags[l.tag] {
			o.silent = append(o.silent, l)
		}
	}
	if !slices.ContainsFunc(s.parts, mayAlarm) {
		for _, a := range falseAlarms(loose, sc, rep.Ran) {
			o.troubles = append(o.troubles, trouble{kind: "false alarm", text: a})
		}
	}
	if len(s.runs) == 0 {
		if sc.Unreadable != nil {
			o.troubles = append(o.troubles, trouble{kind: unreadableMention, text: sc.Unreadable.Why})
		}
		for i := range sc.Commands {
			if !s.dynamic && sc.Commands[i].Program == "" && !sc.Commands[i].Name.Value.Known() {
				o.unknown = s.forms
			}
		}
	}
	return o, nil
}

func readSafely(text string) (sc *shell.Script, kind string) {
	defer func() {
		if e := recover(); e != nil {
			kind = fmt.Sprint("panic: ", e)
		}
	}()
	start := time.Now()
	sc = readAt(text)
	if time.Since(start) > time.Second {
		kind = "slow"
	}
	return sc, kind
}

// tally is what came out for one form.
type tally struct{ ran, found, dynamic, unreadable, missed, silent, alarms int }

// campaign is one run of the oracle.
type campaign struct {
	mu       sync.Mutex
	forms    map[string]*tally
	troubles []trouble
	timeouts int
	misprint int
	scripts  int
	unknown  map[string]int
	shrunk   int
	told     int // troubles that progress has told of
}

func (c *campaign) form(name string) *tally {
	if c.forms[name] == nil {
		c.forms[name] = &tally{}
	}
	return c.forms[name]
}

func (c *campaign) add(ws *workers, n *node, o *outcome) {
	c.mu.Lock()
	c.scripts++
	if o.timeout {
		c.timeouts++
	}
	if o.misprint {
		c.misprint++
	}
	for _, f := range o.unknown {
		c.unknown[f]++
	}
	for _, l := range o.s.runs {
		save, ok := o.saves[l.tag]
		for _, name := range slices.Compact(slices.Sorted(slices.Values(l.chain))) {
			t := c.form(name)
			switch {
			case !ok:
				t.silent++
				continue
			case save == found:
				t.found++
			case save == unreadable:
				t.unreadable++
			case save == missed:
				t.missed++
			case save == dynamic && !l.dyn:
				t.dynamic++
			default:
				t.found++
			}
			t.ran++
		}
	}
	if len(o.s.runs) == 0 {
		for _, f := range o.s.forms {
			t := c.form(f)
			t.silent++
			if len(o.troubles) > 0 {
				t.alarms++
			}
		}
	}
	// Only so many are shrunk: each costs some hundred runs.
	due := len(o.troubles) > 0 && c.shrunk < 200
	if due {
		c.shrunk++
	}
	c.mu.Unlock()
	if len(o.troubles) == 0 {
		return
	}
	tr := o.troubles[0]
	tr.tree = n
	if due {
		tr.tree = shrink(ws, n, tr.kind)
	}
	tr.shim = render(tr.tree)
	if rep, err := ws.run("bash", tr.shim.text); err == nil {
		tr.ran = rep.Ran
	}
	c.mu.Lock()
	c.troubles = append(c.troubles, tr)
	c.mu.Unlock()
}

// shrink cuts parts out of a tree as long as the same kind of trouble stays.
func shrink(ws *workers, n *node, kind string) *node {
	budget := 200
	still := func(m *node) bool {
		if budget--; budget < 0 {
			return false
		}
		o, err := judge(ws, m)
		return err == nil && slices.ContainsFunc(o.troubles, func(t trouble) bool { return t.kind == kind })
	}
	for changed := true; changed && budget > 0; {
		changed = false
		for _, m := range smaller(n) {
			if still(m) {
				n, changed = m, true
				break
			}
		}
	}
	return n
}

// smaller are the trees with one form less, and those with plainer leaves.
func smaller(n *node) []*node {
	var out []*node
	out = append(out, n.kids...)
	for i, k := range n.kids {
		with := func(kids []*node) { out = append(out, &node{n.f, n.seed, kids}) }
		if len(n.kids) > 2 {
			with(slices.Delete(slices.Clone(n.kids), i, i+1))
		}
		for _, s := range smaller(k) {
			if s.f.where == ownText && n.f.where != opaque {
				continue
			}
			kids := slices.Clone(n.kids)
			kids[i] = s
			with(kids)
		}
	}
	if len(n.kids) == 0 && n.f.name != "plain" && !n.f.mention {
		out = append(out, &node{f: wordForms()[0], seed: 3})
	}
	return out
}

// tree for script number i: first every form alone, several times, then mixed ones.
func (gr *grammar) script(seed uint64, i, solo int, mirror bool) *node {
	r := rand.New(rand.NewPCG(seed, uint64(i)))
	fs := slices.Concat(gr.leaves, gr.own, gr.wraps)
	if mirror {
		fs = gr.mentions
	}
	if i >= solo*len(fs) {
		return gr.tree(r, mirror)
	}
	f := fs[i%len(fs)]
	if f.leaf != nil {
		return &node{f: f, seed: r.Uint64()}
	}
	return &node{f, r.Uint64(), []*node{{f: wordForms()[0], seed: r.Uint64()}}}
}

// run judges n scripts.
func (c *campaign) run(t *testing.T, ws *workers, gr *grammar, seed uint64, n, solo int, mirror bool) {
	t.Helper()
	c.forms, c.unknown = map[string]*tally{}, map[string]int{}
	ws.each(n, func(i int) {
		tree := gr.script(seed, i, solo, mirror)
		o, err := judge(ws, tree)
		if err != nil {
			t.Error(err)
			return
		}
		c.add(ws, tree, o)
		c.progress(t)
	})
}

// progress tells of a long run, which may be stopped, how far it is and what it has found.
func (c *campaign) progress(t *testing.T) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; c.told < len(c.troubles); c.told++ {
		tr := c.troubles[c.told]
		t.Logf("after %d scripts, %s: %s\n\tin %q", c.scripts, tr.kind, tr.text, tr.shim.text)
	}
	if c.scripts%5000 == 0 {
		t.Logf("%d scripts so far", c.scripts)
	}
}

// report prints troubles, shortest first, and the table of forms.
func (c *campaign) report(t *testing.T, gr *grammar) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%-40s %6s %6s %7s %10s %6s %6s %6s\n", "form", "ran", "found", "dynamic", "unreadable", "missed", "silent", "alarms")
	for _, f := range gr.all() {
		if x := c.forms[f.name]; x != nil {
			fmt.Fprintf(&b, "%-40s %6d %6d %7d %10d %6d %6d %6d\n", f.name, x.ran, x.found, x.dynamic, x.unreadable, x.missed, x.silent, x.alarms)
		}
	}
	for _, l := range gr.lacking {
		fmt.Fprintf(&b, "not here: %s\n", l)
	}
	t.Logf("%d scripts, %d ran into the time limit, %d were misprinted by bash\n%s", c.scripts, c.timeouts, c.misprint, b.String())
	if c.misprint > 1+c.scripts/5000 {
		t.Errorf("%d scripts are put down to bash's printing: too many", c.misprint)
	}
	slices.SortFunc(c.troubles, func(a, b trouble) int { return len(a.shim.text) - len(b.shim.text) })
	seen := map[string]int{}
	unread := 0
	for _, tr := range c.troubles {
		say := t.Errorf
		if tr.kind == unreadableMention {
			unread++
			say = t.Logf
		}
		key := tr.kind + fmt.Sprint(tr.shim.forms)
		if seen[key]++; seen[key] > 3 {
			continue
		}
		say("%s: %s\n\tin %q\n\tforms %s", tr.kind, tr.text, tr.shim.text, strings.Join(tr.shim.forms, " < "))
	}
	if n := len(c.troubles) - unread; n > 0 {
		t.Errorf("%d of %d scripts disagree", n, c.scripts)
	}
	if unread*100 > c.scripts {
		t.Errorf("%d of %d scripts that run nothing are called unreadable", unread, c.scripts)
	}
	c.save(t)
}

func TestMisprinted(t *testing.T) {
	const lost = "x=$(cat <<E | sort; npm i\nx\nE\n)"
	if !misprinted(lost, ran{"sort", []string{"npm", "i"}}) {
		t.Errorf("what this machine's bash makes of %q is not seen", lost)
	}
	if misprinted(lost, ran{"yarn", nil}) {
		t.Errorf("%q excuses what it doesn't hold", lost)
	}
}
