package replay

import (
	"hash/maphash"
	"path"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
	"rules2guards.local/replay/session"
)

// judged is what the rules say to one call.
type judged struct {
	out      bool // a filter leaves the call out
	shell    bool // it runs shell text
	runsFile bool // it runs a file whose text the log doesn't hold
	unread   bool // its arguments could not be read
	fired    []fired
}

// fired is one rule that fired on a call.
type fired struct {
	rule    int  // position in Program.Rules; -1: the text could not be read
	assumed bool // on a fact that the log doesn't hold
	item    string
	what    string
	text    string // the text in which it fired, the item itself where there is none
	from    int    // the part of text that fired
	to      int
}

// maxShown bounds the text that is kept of a finding, around the part that fired.
const maxShown = 4000

// judge decides the calls of one worker.
type judge struct {
	o      *Options
	world  past
	judges map[guard.Folders]*guard.Judge
	known  map[uint64]judged // what was found on calls that agents make again and again
	seed   maphash.Seed
	inputs bool          // a rule on commands, files, texts or hosts asks for arguments by their names
	asking []*guard.Rule // tool rules that do

	decisions int // made, not remembered
}

// maxKnown bounds the calls of which a worker remembers what the rules say.
const maxKnown = 1 << 15

func newJudge(o *Options) *judge {
	j := &judge{o: o, judges: map[guard.Folders]*guard.Judge{}, known: map[uint64]judged{}, seed: maphash.MakeSeed()}
	for i := range o.Program.Rules {
		switch r := &o.Program.Rules[i]; {
		case len(r.When.Input)+len(r.Unless.Input) == 0:
		case r.Kind == guard.ToolRule:
			j.asking = append(j.asking, r)
		default:
			j.inputs = true
		}
	}
	return j
}

// maxJudges bounds the judges of a worker: one for each home and project in the logs.
const maxJudges = 64

func (j *judge) judge(c *session.Call) judged {
	if j.o.leavesOut(c) {
		return judged{out: true}
	}
	if j.o.Details { // too large to keep, and too seldom wanted
		return j.decide(c)
	}
	key := c.Same(j.seed)
	res, ok := j.known[key]
	if !ok {
		res = j.decide(c)
		j.know(key, res)
	}
	return res
}

func (j *judge) know(key uint64, res judged) {
	if len(j.known) >= maxKnown {
		clear(j.known)
	}
	j.known[key] = res
}

// text returns a number that two calls share which do nothing but run the same text in the
// same place: agents describe the same command in ever new words. False: the call does more,
// or the rest of its arguments matters.
func (j *judge) text(c *session.Call, cc *call.Call) (key uint64, ok bool) {
	if j.o.Details || j.inputs || len(cc.Shells) != 1 || len(cc.Files)+len(cc.URLs) > 0 {
		return 0, false
	}
	for _, r := range j.asking {
		if guard.NamesTool(r.Tools, cc.Tool, cc.OwnTool) {
			return 0, false
		}
	}
	var h maphash.Hash
	h.SetSeed(j.seed)
	sh := &cc.Shells[0]
	for _, s := range [...]string{"text", string(c.Harness), cc.Tool, cc.OwnTool, c.Dir, c.Start, c.Branch, sh.Dir, sh.Text} {
		h.WriteString(s)
		h.WriteByte(0)
	}
	h.WriteByte(byte(sh.Dialect))
	return h.Sum64(), true
}

// decide asks the rules: the verdict depends on nothing but what Same compares.
//
// Logs are hostile: a fault of ours in one call must not end the run.
func (j *judge) decide(c *session.Call) (res judged) {
	defer func() {
		if recover() != nil {
			res = judged{unread: true}
		}
	}()
	cc, err := c.Call()
	res.unread = err != nil
	guard.ApplyHints(j.o.Program.Settings.Tools, cc)
	key, same := j.text(c, cc)
	if same = same && err == nil; same {
		if known, ok := j.known[key]; ok {
			return known
		}
	}
	f := j.folders(c)
	g := j.judges[f]
	if g == nil {
		if len(j.judges) >= maxJudges {
			clear(j.judges)
		}
		g = guard.NewJudge(j.o.Program, &j.world, f)
		j.judges[f] = g
	}
	j.world = past{dir: slashed(c.Dir), branch: c.Branch}
	res.shell = len(cc.Shells) > 0
	r := g.Decide(cc, c.Harness)
	j.decisions++
	for _, t := range r.Texts {
		res.runsFile = res.runsFile || runsFile(&t)
	}
	for i := range r.Findings {
		x := &r.Findings[i]
		if x.Rule >= 0 && !j.o.wants(j.o.Program.Rules[x.Rule].ID) || x.Rule < 0 && !j.o.wants(guard.UnreadableID) {
			continue
		}
		res.fired = append(res.fired, j.fired(x, &r))
	}
	if same {
		j.know(key, res)
	}
	return res
}

// fired keeps of a finding what the output may show. Logs are large: without Details only
// the rule is kept.
func (j *judge) fired(x *guard.Finding, r *guard.Result) fired {
	f := fired{rule: x.Rule}
	if x.Rule >= 0 {
		f.assumed = j.world.asked && dependsOnFacts(&j.o.Program.Rules[x.Rule], j.world.branch)
	}
	if !j.o.Details {
		return f
	}
	f.item, f.what = x.Item, x.What
	f.text, f.to = x.Item, len(x.Item)
	if x.Text >= 0 && x.Text < len(r.Texts) {
		text := r.Texts[x.Text].Text
		from, to := x.Span.Start, x.Span.End
		if x.Rule < 0 {
			from, to = 0, len(text)
		}
		if 0 <= from && from <= to && to <= len(text) {
			f.text, f.from, f.to = around(text, from, to)
		}
	}
	return f
}

// around cuts a text to what is kept of it.
func around(text string, from, to int) (string, int, int) {
	if len(text) <= maxShown {
		return strings.Clone(text), from, to
	}
	start := max(0, from-maxShown/4)
	end := min(len(text), start+maxShown)
	to = min(to, end)
	return strings.Clone(text[start:end]), from - start, to - start
}

// dependsOnFacts reports whether a rule has a condition on what a log may not tell.
func dependsOnFacts(r *guard.Rule, branch string) bool {
	for _, c := range []*guard.Condition{&r.When, &r.Unless} {
		if len(c.Exists) > 0 || c.Worktree != guard.Unstated || len(c.Branch) > 0 && branch == "" {
			return true
		}
	}
	return r.Kind == guard.PathRule && r.Access&call.Create != 0 && r.Access&call.Write == 0
}

// runsFile reports whether a text runs a file of the user's: by a path, or as the script of
// an interpreter.
func runsFile(t *guard.ShellText) bool {
	for i := range t.Script.Commands {
		c := &t.Script.Commands[i]
		if name := c.Name.Value.String(); strings.Contains(name, "/") && !systemPath(name) {
			return true
		}
		if !shell.Interpreter(c.Program) {
			continue
		}
		for k := range c.Args {
			a := c.Args[k].Value.String()
			if strings.HasPrefix(a, "-") {
				if a == "-c" || a == "-e" || a == "-m" || strings.HasPrefix(a, "--eval") || strings.HasPrefix(a, "-lc") {
					break
				}
				continue
			}
			if strings.Contains(a, "/") || path.Ext(a) != "" || c.Program == "source" || c.Program == "." {
				return true
			}
			break
		}
	}
	return false
}

func systemPath(p string) bool {
	for _, d := range []string{"/bin/", "/usr/", "/sbin/", "/opt/", "/nix/"} {
		if strings.HasPrefix(p, d) {
			return true
		}
	}
	return false
}

// folders are the fixed points of path patterns for a call: the logs may be of another
// machine, and of other projects than the one whose rules are asked.
func (j *judge) folders(c *session.Call) guard.Folders {
	f := guard.Folders{Home: slashed(j.o.Home), Project: slashed(j.o.Project)}
	dir := slashed(c.Dir)
	if dir == "" {
		dir = slashed(c.Start)
	}
	if dir == "" {
		return f
	}
	if f.Home == "" || !within(dir, f.Home) {
		if h := homeOf(dir); h != "" {
			f.Home = h
		}
	}
	if f.Project == "" || !within(dir, f.Project) {
		f.Project = dir
		if start := slashed(c.Start); start != "" && within(dir, start) {
			f.Project = start
		}
	}
	return f
}

// homeOf is the home folder that a folder lies in; empty if that can't be told.
func homeOf(dir string) string {
	for _, root := range []string{"/home/", "/Users/"} {
		if rest, ok := strings.CutPrefix(dir, root); ok && rest != "" {
			name, _, _ := strings.Cut(rest, "/")
			return root + name
		}
	}
	if within(dir, "/root") {
		return "/root"
	}
	if len(dir) > 9 && strings.EqualFold(dir[1:9], ":/users/") {
		name, _, _ := strings.Cut(dir[9:], "/")
		return dir[:9] + name
	}
	return ""
}

func within(dir, root string) bool {
	return dir == root || strings.HasPrefix(dir, strings.TrimSuffix(root, "/")+"/")
}

func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// past is what is known of the machine at the time of a call: next to nothing. It answers
// with the log's branch, and remembers that it was asked for more.
type past struct {
	dir, branch string
	asked       bool
}

// Branch is the log's branch in the folder of the call and below.
func (p *past) Branch(dir string) (string, guard.Fact) {
	switch {
	case p.branch == "" || p.dir == "" || !within(dir, p.dir) && !within(p.dir, dir):
		p.asked = true
		return "", guard.NotKnown
	case p.branch == "HEAD":
		return "", guard.False
	}
	return p.branch, guard.True
}

// Worktree is not known.
func (p *past) Worktree(string) guard.Fact { return p.unknown() }

// Mainline is not known: every path stands for itself.
func (p *past) Mainline(string) string { return "" }

// Exists is not known.
func (p *past) Exists(string) guard.Fact { return p.unknown() }

// Real is the path itself.
func (p *past) Real(path string) string { return path }

// ReadFile knows no file.
func (p *past) ReadFile(string) ([]byte, bool) {
	p.asked = true
	return nil, false
}

func (p *past) unknown() guard.Fact {
	p.asked = true
	return guard.NotKnown
}
