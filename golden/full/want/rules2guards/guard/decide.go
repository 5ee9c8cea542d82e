package guard

import (
	"regexp"
	"strings"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// Decide judges one call by a program. For many calls make one [Judge].
func Decide(p *Program, c *call.Call, h call.Harness, w World, f Folders) Result {
	j := NewJudge(p, w, f)
	return j.Decide(c, h)
}

// Result is a verdict and how it came about.
type Result struct {
	Verdict  call.Verdict
	Findings []Finding   // every rule that fired, in the order found
	Texts    []ShellText // the call's shell texts as they were read
	Unread   []string    // script files that were not read, and why
	Broken   []string    // rules that were left out because a pattern of theirs is broken, and why
}

// Finding is one rule that fired on one item of a call.
type Finding struct {
	Rule     int // position in Program.Rules; -1: the text could not be read
	Decision call.Decision
	Item     string     // the item as a person would name it: "git push -f", ".env"
	What     string     // what is done to it: "runs", "reads", "deletes"; empty where that says nothing
	Text     int        // position in Result.Texts; -1: the item comes from no shell text
	Span     shell.Span // part of that text
	How      string     // what the item stands in: "sudo", "sh -c"; empty: nothing
	Line     int        // unreadable text: position of the fault, 1-based
	Col      int
}

// ShellText is a shell text of the call as it was read.
type ShellText struct {
	Text   string
	Script *shell.Script
	File   string // a script file that the call runs; empty: the call's own text
}

// Judge decides calls by one program. It keeps compiled expressions from call to call and
// is not safe for use by several goroutines.
type Judge struct {
	p       *Program
	world   World
	folders Folders
	regexps map[string]*regexp.Regexp
	globs   map[*PathGlob][][]string // path globs of the index with their anchors spelled out
	trace   func(Miss)               // explain: rules that looked relevant and did not fire

	// of the call at hand
	call    *call.Call
	harness call.Harness
	res     *Result
	scripts bool // a script file is judged: only rules that ask for it count
	work    int  // bytes gone through for content rules, see maxWork
	looked  int  // bytes of paths that were compared with globs, see maxLooked
	steps   int  // patterns and globs compared with commands and files: tests hold it linear
	fired   map[firedOn]bool

	// of the shell text at hand, so far
	made     map[string]madeFile
	switched map[string]string // folder of a repository -> branch
}

// NewJudge returns a judge over p.
func NewJudge(p *Program, w World, f Folders) *Judge {
	return &Judge{p: p, world: w, folders: f}
}

// Miss is a rule that did not fire on an item though it names its program, file or host.
type Miss struct {
	Rule      int
	Item, Why string
	Far       bool // it names no more than the program: git -c x=y, and the command is git status
}

// Trace makes the judge report the rules that looked relevant and did not fire.
func (j *Judge) Trace(f func(Miss)) { j.trace = f }

// Decide judges one call. It looks at all of the call, so that the result names every
// rule that fires; the verdict is the strongest, the first of its strength in rule order.
func (j *Judge) Decide(c *call.Call, h call.Harness) Result {
	var res Result
	j.decide(c, h, &res)
	res.Verdict = j.verdict(&res)
	return res
}

// decide fills res as it goes, so that what is known already survives a panic.
func (j *Judge) decide(c *call.Call, h call.Harness, res *Result) {
	j.call, j.harness, j.res = c, h, res
	j.work, j.looked, j.steps, j.fired = 0, 0, 0, nil
	j.forgetLinks()
	j.judgeTools()
	for _, f := range c.Files {
		j.judgeFile(f)
	}
	for _, u := range c.URLs {
		j.judgeHost(shell.Host{Name: shell.URLHost(u)}, j.callPlace(), -1)
	}
	for _, s := range c.Shells {
		j.judgeShell(s)
	}
}

func (j *Judge) judgeShell(s call.Shell) {
	if !j.readsShell() {
		return
	}
	dir := s.Dir
	if dir == "" {
		dir = j.call.Dir
	}
	script := shell.Read(s.Text, shell.Options{
		Dialect: s.Dialect, Dir: dir, Home: j.folders.Home, Project: j.folders.Project, Wrappers: j.p.Settings.Wrappers,
	})
	j.made, j.switched = nil, nil
	j.forgetLinks()
	t := len(j.res.Texts)
	j.res.Texts = append(j.res.Texts, ShellText{Text: s.Text, Script: script})
	cmds := &commands{all: script.Commands}
	j.judgeCommands(cmds, t)
	if j.p.Index.Scripts && len(j.res.Findings) == 0 {
		j.judgeScripts(cmds, 1, &scripts{})
	}
	u := script.Unreadable
	if u == nil && j.looked > maxLooked {
		u = &shell.Unreadable{Line: 1, Col: 1, Why: "too much work: use plain, separate commands, with fewer and shorter paths"}
	}
	if u != nil && !j.p.Settings.AllowUnreadable {
		j.res.Findings = append(j.res.Findings, Finding{
			Rule: -1, Decision: call.Block, Item: u.Why, Text: t, Line: u.Line, Col: u.Col,
		})
	}
}

func (j *Judge) judgeCommands(cmds *commands, text int) {
	for i := range cmds.all {
		j.judgeCommand(cmds, i, text)
		j.judgeEffects(cmds, i, text)
		j.judgeShut(&cmds.all[i], text)
		j.judgeMessages(cmds, i, text)
		j.judgeHosts(cmds, i, text)
		j.noteSwitch(&cmds.all[i])
		j.noteLink(&cmds.all[i])
	}
}

// readsShell reports whether any rule has to know what a shell text does.
func (j *Judge) readsShell() bool {
	x := &j.p.Index
	return len(x.Patterns)+len(x.Regexps)+len(x.Paths)+len(x.Contents)+len(x.Hosts) > 0
}

// fire records that a rule fired, unless it is not meant for this harness.
func (j *Judge) fire(rule int, f Finding) {
	f.Rule, f.Decision = rule, j.p.Rules[rule].Action
	key := firedOn{rule, f.Text, f.Span, f.Item}
	if j.fired[key] {
		return // the same part again, by another of its possible values
	}
	if j.fired == nil {
		j.fired = map[firedOn]bool{}
	}
	j.fired[key] = true
	j.res.Findings = append(j.res.Findings, f)
}

// firedOn is what one rule can fire on once.
type firedOn struct {
	rule, text int
	span       shell.Span
	item       string
}

// applies reports whether a rule is for the harness that runs.
func (j *Judge) applies(r *Rule) bool {
	if j.scripts && !r.Scripts {
		return false
	}
	if len(r.Harnesses) == 0 {
		return true
	}
	for _, h := range r.Harnesses {
		if call.Harness(h) == j.harness {
			return true
		}
	}
	return false
}

func (j *Judge) why(rule int, item, why string) {
	if j.trace != nil {
		j.trace(Miss{Rule: rule, Item: item, Why: why})
	}
}

// whyNot is why for a command, which costs something to show.
func (j *Judge) whyNot(rule int, c *shell.Command, why string) {
	if j.trace != nil {
		j.trace(Miss{Rule: rule, Item: display(c), Why: why})
	}
}

// regexp compiles an expression once. A broken one disables its rule, and that is told.
func (j *Judge) regexp(rule int, expr string) *regexp.Regexp {
	if re, ok := j.regexps[expr]; ok {
		return re
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		j.res.Broken = append(j.res.Broken, j.p.Rules[rule].ID+": "+err.Error())
	}
	if j.regexps == nil {
		j.regexps = map[string]*regexp.Regexp{}
	}
	j.regexps[expr] = re
	return re
}

// verdict is the strongest finding.
func (j *Judge) verdict(res *Result) call.Verdict {
	best := -1
	for i, f := range res.Findings {
		if best < 0 || stronger(f, res.Findings[best]) {
			best = i
		}
	}
	if best < 0 || res.Findings[best].Decision <= call.Count {
		return call.Verdict{}
	}
	return j.reason(res.Findings[best])
}

// stronger orders findings: by decision, then the rules as they stand, what can't be read
// last: a rule says more than that a text can't be read.
func stronger(a, b Finding) bool {
	if a.Decision != b.Decision {
		return a.Decision > b.Decision
	}
	return a.Rule >= 0 && (b.Rule < 0 || a.Rule < b.Rule)
}

// judgeTools judges the call by the tool rules.
func (j *Judge) judgeTools() {
	x := j.p.Index.Tools
	if len(x) == 0 {
		return
	}
	tool, own := strings.ToLower(j.call.Tool), strings.ToLower(j.call.OwnTool)
	done := -1
	for _, n := range x {
		if n.Rule == done || !strings.Contains(tool, n.Literal) && !strings.Contains(own, n.Literal) {
			continue
		}
		done = n.Rule
		j.judgeTool(n.Rule)
	}
}

func (j *Judge) judgeTool(n int) {
	r := &j.p.Rules[n]
	if !j.applies(r) || !j.namesTool(r.Tools) {
		return
	}
	if j.namesTool(r.Except) {
		j.why(n, j.call.Tool, "except names the tool")
		return
	}
	if j.conditions(n, j.callPlace(), j.call.Tool) {
		j.fire(n, Finding{Item: j.call.Tool, What: "is called", Text: -1})
	}
}

// namesTool reports whether a glob names the tool, by its canonical or its own name.
func (j *Judge) namesTool(globs []string) bool {
	return NamesTool(globs, j.call.Tool, j.call.OwnTool)
}

// NamesTool reports whether one of the globs names a tool by one of its names. Case is
// ignored, and an empty name is none.
func NamesTool(globs []string, names ...string) bool {
	for _, g := range globs {
		for _, n := range names {
			if n != "" && matchGlob(strings.ToLower(g), shell.Lit(strings.ToLower(n)), 0) {
				return true
			}
		}
	}
	return false
}
