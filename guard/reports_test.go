package guard_test

import "testing"

// Faults that users of other guards met, each as a kind and not as the one text.
func TestFaultsOfOtherGuards(t *testing.T) {
	m := repository(t)
	m.put(t, "src/main.go", "package main\n")
	m.git(t, ".", "worktree", "add", "-q", "-b", "feature", "../wt")
	system := accesses(`"/usr", "/etc"`, `"write", "delete"`)
	runCases(t, m, []verdictCase{
		{"mass changes reach second-level folders", system, []string{"chmod -R 777 /usr/lib", "chown -R u /etc/x", "cd /usr && cd lib && rm -rf *", "cd /usr/lib/x && cd .. && rm -rf *", "find /usr -type f -exec chmod 666 {} \\;", "cd /etc; find . -name x -delete"}, []string{"chmod -R 777 usr", "cd /srv && rm -rf *", "cat /etc/hosts"}},
		{"groups, substitutions, redirects", protects(`"notes.txt"`), []string{"{ cat notes.txt; }", "printf x >> notes.txt", "diff <(cat notes.txt) b", "(cat notes.txt)", "if cat notes.txt; then :; fi", "echo $(cat notes.txt)", "! cat notes.txt", "cat < notes.txt | wc", "cat b; cat notes.txt &"}, []string{"echo notes.txt", "{ cat note.txt; }"}},
		{"a redirect rides along with a command that only reads", accesses(`"src/main.go"`, `"write"`), []string{"git log -p > src/main.go", "git diff >> src/main.go", "cat x 2> src/main.go", "git log &> ./src/main.go"}, []string{"git log -p src/main.go", "cat src/main.go > x"}},
		{"relative reads behind cd", protects(`"~/.ssh", ".env"`), []string{"cd ~ && cat .ssh/id", "cd ~/.ssh && cat id", "cd /srv/app; cat .env"}, []string{"cd /srv/app && grep -n Foo tests/a.php", "cd src && cat main.go"}},
		{"two dashes hide nothing", protects(`"a.txt"`), []string{"git diff --no-index -- a.txt b.txt", "cat -- a.txt", "rm -- a.txt", "grep -- x a.txt"}, []string{"git diff --no-index -- b.txt c.txt"}},
		{"the operand decides, not the folder of the call", accesses(`"~/.", "~/*/."`, `"delete"`), []string{"cd ~; rm -rf *", "cd ~; rm -rf project"}, []string{"cd ~; rm -rf /srv/my-test-dir", "cd ~; rm -rf project/x", "gh issue create --body 'find ~ -delete'"}},
		{"programs that are read by their literals", protects(`".env"`), []string{`python3 -c "print(open('.env').read())"`, `node -e "require('fs').readFileSync('.env')"`, `ruby -e "puts File.read('.env')"`, `perl -e "open F, '.env'"`, "python3 <<'E'\nopen('.env')\nE"}, []string{`python3 -c "print('.environment')"`}},
		{"branch of the folder that is worked in", rule("command", "commands = [\"git push\"]\nwhen = { branch = [\"main\"] }"), []string{"git push", "cd ../wt; cd ../project; git push"}, []string{"cd ../wt && git push origin feature", "git -C ../wt push"}},
		{"a linked worktree risks nothing", rule("command", "commands = [\"git checkout --\", \"git reset --hard\"]\nwhen = { worktree = false }"), []string{"git checkout -- .", "cd src; git reset --hard HEAD"}, []string{"cd ../wt && git checkout -- .", "git -C ../wt reset --hard"}},
		{"an exception inside the rule", rule("command", "commands = [\"tofu\"]\nexcept = [\"tofu {fmt,validate}\"]"), []string{"tofu apply", "tofu -chdir=x destroy"}, []string{"tofu fmt", "tofu validate -json"}},
		{"Windows paths", protects(`".env", "~/.ssh"`), []string{`cat 'C:\app\.env'`, `cat C:/app/.ENV`, `cat '.\.env'`, `cat '..\x\.env'`}, []string{`cat 'C:\app\env'`}},
	})
}
