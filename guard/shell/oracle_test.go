//go:build linux

package shell_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// The oracle: scripts made from every form that this package claims to read are run by a real bash, with stub
// programs that log their arguments. What ran must have been found. Its mirror: scripts that only mention the
// stubs must find none.

var (
	oracleN       = flag.Int("oracle.n", 2000, "scripts that the bash oracle runs")
	oracleDynamic = flag.Bool("oracle.dynamic", false, "shrink and print what is called dynamic as well")
	oracleSeed    = flag.Uint64("oracle.seed", 1, "seed of the bash oracle; 0: a random one")
)

// dynamicCap is the share of runs, in percent, that a form may leave to run time.
func dynamicCap(form string) int {
	switch form {
	case "find": // -exec … {} + hands on files that nobody knows
		return 30
	case "xargs": // xargs -a FILE
		return 12
	case "awk": // system($0)
		return 15
	case "alias": // its text is a text of its own, and counts as one for the depth that a text may have
		return 8
	}
	return 5
}

func startOracle(t *testing.T) (*workers, *grammar, uint64) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs thousands of scripts")
	}
	needRead(t)
	seed := *oracleSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	return newWorkers(t, max(2, runtime.NumCPU())), newGrammar(), seed
}

func TestBashOracle(t *testing.T) {
	ws, gr, seed := startOracle(t)
	var c campaign
	c.run(t, ws, gr, seed, *oracleN*3/4, 6, false)
	c.report(t, gr)
	for _, f := range gr.all() {
		x := c.forms[f.name]
		switch {
		case x == nil || f.mention:
		case x.ran == 0 && x.silent > 0:
			t.Errorf("form %q never ran its command: the form is broken, or this machine can't run it", f.name)
		case x.ran >= 40 && x.dynamic*100 > x.ran*dynamicCap(f.name):
			t.Errorf("form %q: %d of %d runs are called dynamic", f.name, x.dynamic, x.ran)
		case x.ran >= 40 && x.unreadable*100 > x.ran*dynamicCap(f.name):
			t.Errorf("form %q: %d of %d runs are called unreadable", f.name, x.unreadable, x.ran)
		}
	}
	t.Logf("forms that bash can't prove here, and where they are tested:\n%s", strings.Join(unproven(), "\n"))
}

func TestBashOracleMirror(t *testing.T) {
	ws, gr, seed := startOracle(t)
	var c campaign
	c.run(t, ws, gr, seed, *oracleN/4, 4, true)
	c.report(t, gr)
	for name, n := range c.unknown {
		if x := c.forms[name]; x != nil && x.silent >= 20 && n*100 > x.silent*dynamicCap(name) {
			t.Errorf("form %q: %d of %d scripts hold a command of unknown name", name, n, x.silent)
		}
	}
}

// unproven are the forms that no local bash can show; tables test them.
func unproven() []string {
	return []string{
		"ssh HOST TEXT, ssh -o ProxyCommand, rsync -e, scp -S: no server",
		"docker, podman, kubectl exec and run, docker compose exec: no container",
		"PowerShell -Command and -EncodedCommand, cmd /c: other shells",
		"zsh text: a test of its own where zsh is installed",
		"sudo, doas, su, runuser, systemd-run, firejail, bwrap, caffeinate: need rights or another system",
		"tmux, screen, at, crontab, nodemon, entr, direnv: the text runs later, outside of the script",
		"npx -c, pnpm exec, yarn dlx, uv run, poetry run, conda run, nix develop -c, lerna exec: the program is a stub here",
		"GIT_PAGER, PAGER, core.pager, PROMPT_COMMAND, history expansion: need a terminal",
		"git hooks that the text writes, core.hooksPath: the write is a path rule's business",
		"NODE_OPTIONS, PERL5OPT, LD_PRELOAD: load code, run no command",
		"ruby, php, deno, bun, osascript, busybox where they are missing",
	}
}
