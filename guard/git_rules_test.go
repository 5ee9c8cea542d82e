package guard_test

import "testing"

// Git sees no case in the names of its settings, and options of its own may stand elsewhere.
func TestGitSettingsInRules(t *testing.T) {
	runCases(t, nowhere(), []verdictCase{
		{
			"names of settings", rule("command", `commands = ["git -c core.hooksPath=*", "git config core.hooksPath *", "git -c commit.gpgSign=false"]`),
			[]string{"git -c core.hookspath=/dev/null commit -m x", "git -c CORE.HooksPath=x push", "git config core.hookspath /x", "git config set core.hookspath /x", "git -c commit.gpgsign=false commit"},
			[]string{"git -c core.hooks=/x commit", "git config --get core.pager", "git commit -m core.hookspath=x"},
		},
		{
			"force", rule("command", "commands = [\"git push --force\"]\nexcept = [\"git push --dry-run\"]"),
			[]string{
				"git -c remote.origin.push=+main push", "/usr/lib/git-core/git-push -f", "$(git --exec-path)/git-push -f", "/usr/bin/g[i]t push -f", "git push -n -f --no-dry-run", "git push -${x}f",
				"git config remote.origin.push '+refs/heads/*:refs/heads/*' && git push",
			},
			[]string{"git push -n -f", "git push", "git -c remote.origin.push=main push"},
		},
	})
}
