package shell

import (
	"slices"
	"strings"
	"testing"
)

func TestShellsRunTheirText(t *testing.T) {
	var rows []nestRow
	for _, line := range []string{
		"sh -c 'npm i'", "bash -c 'npm i'", "bash -lc 'npm i'", "bash -ec 'npm i'", "bash -xec 'npm i'", "bash +x -c 'npm i'", "bash -O extglob -c 'npm i'", "bash +O extglob -c 'npm i'", "bash --norc -c 'npm i'", "bash --login -c 'npm i'", "bash -o pipefail -c 'npm i'", "bash -eo pipefail -c 'npm i'", "bash -euxo pipefail -c 'npm i'", "bash -co pipefail 'npm i'", "bash -c -- 'npm i'", "bash -c -e 'npm i'", "bash --rcfile x -c 'npm i'", "bash --noprofile --norc -ec 'npm i'", "sh -e -u -c 'npm i'", "zsh -c 'npm i'", "zsh -ic 'npm i'", "zsh -o extendedglob -c 'npm i'", "zsh -oextendedglob -c 'npm i'", "dash -c 'npm i'", "ksh -c 'npm i'", "ash -c 'npm i'", "mksh -c 'npm i'", "rbash -c 'npm i'", "fish -c 'npm i'", "fish --command='npm i'", "fish -C 'npm i' -c ls", "tcsh -c 'npm i'", "/bin/sh -c 'npm i'",
		"bash <<< npm i", "sh -s <<< npm i", "bash -s a b <<< npm i", "sh - <<< npm i", "bash -e <<< npm i", "zsh <<< npm i", "bash -c 'bash' <<< npm i", "sudo bash <<< npm i", "ssh h <<< npm i", "ssh h bash <<< npm i", "su u <<< npm i", "at now <<< npm i", "batch <<< npm i", "chroot d <<< npm i",
		"eval npm i", "eval 'npm i'", "eval -- npm i", "eval 'npm' 'i'", "builtin eval npm i", "command eval npm i", "trap 'npm i' EXIT", "trap 'npm i' INT TERM", "trap -- 'npm i' EXIT", "mapfile -C 'npm i' -c 1 a", "complete -C 'npm i' x", `sh -c '"$@"' _ npm i`,
		"git bisect run npm i", "git bisect run sh -c 'npm i'", "git rebase -x 'npm i' main", "git rebase --exec='npm i' main", "git rebase -i --exec 'npm i' HEAD~2", "git submodule foreach npm i", "git submodule foreach --recursive 'npm i'", "git submodule --quiet foreach 'npm i'", "git filter-branch --tree-filter 'npm i' HEAD", "git filter-branch --msg-filter='npm i' HEAD", "git difftool -x 'npm i'", "git difftool --extcmd='npm i' HEAD", "git grep -O'npm i' x", "git grep --open-files-in-pager='npm i' x",
		"git -c alias.x='!npm i' x", "git -c alias.x='!npm' x i", "git -C d -c alias.x='!npm i' x", "git -c core.pager='npm i' log", "git -c core.sshCommand='npm i' fetch", "git -c core.editor='npm i' commit", "git -c sequence.editor='npm i' rebase -i x", "git -c diff.external='npm i' diff", "git -c credential.helper='!npm i' fetch", "git -c diff.x.textconv='npm i' log", "git -c filter.x.clean='npm i' add .", "git -c core.fsmonitor='npm i' status", "git -c pager.log='npm i' log", "git -c gpg.program='npm i' commit", "git -c CORE.PAGER='npm i' log", "git clone -c core.sshCommand='npm i' u", "git clone -u 'npm i' u", "git fetch --upload-pack='npm i' o", "git push --receive-pack 'npm i' o", "git ls-remote --upload-pack='npm i' o", "git clone 'ext::npm i'", "V='!npm i' git --config-env=alias.x=V x", "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!npm i' git x", "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0='npm i' git log",
		"GIT_SSH_COMMAND='npm i' git fetch", "GIT_EDITOR='npm i' git commit", "EDITOR='npm i' git commit", "GIT_SEQUENCE_EDITOR='npm i' git rebase -i x", "GIT_PAGER='npm i' git log", "PAGER='npm i' git log", "PAGER='npm i' man ls", "MANPAGER='npm i' man ls", "GIT_EXTERNAL_DIFF='npm i' git diff", "LESSOPEN='|npm i' less f", "PROMPT_COMMAND='npm i' bash -i", "EDITOR='npm i' crontab -e", "EDITOR='npm i' sudoedit f", "npm_config_script_shell='npm i' npm x", "GH_PAGER='npm i' gh pr view", "SYSTEMD_PAGER='npm i' systemctl", "LD_PRELOAD=npm ls", "PERL5OPT='-Mbase;system(\"npm i\")' perl x.pl", "TAR_OPTIONS='--to-command=npm' tar xf a", "RSYNC_RSH='npm i' rsync a b:", "CARGO_TARGET_X_RUNNER='npm i' cargo run", "env GIT_PAGER='npm i' git log", "FZF_DEFAULT_COMMAND='npm i' fzf",
		"tar cf x --checkpoint=1 --checkpoint-action=exec='npm i' d", "tar --checkpoint-action exec='npm i' -cf x d", "tar -I 'npm i' -cf x d", "tar --use-compress-program='npm i' -xf x", "tar xf x --to-command='npm i'", "tar cf x d -F 'npm i' -M", "rsync -e 'npm i' a h:", "rsync -ave 'npm i' a h:", "rsync --rsh='npm i' a h:", "ssh -o ProxyCommand='npm i' h", "ssh -oProxyCommand='npm i' h ls", "ssh -o 'ProxyCommand npm i' h", "ssh -o PermitLocalCommand=yes -o LocalCommand='npm i' h", "scp -o ProxyCommand='npm i' a h:", "sftp -oProxyCommand='npm i' h", "make --eval='x:;npm i' x", "make --eval '$(shell npm i)'", "make X='$(shell npm i)'", "make -E 'x:;npm i'", "zip a b -T -TT 'npm i'", "split --filter='npm i' f", "man -P 'npm i' ls", "man --pager='npm i' ls", "less '+!npm i' f", "sort --compress-program='npm i' f", "go test -exec 'npm i' ./...", "go run -exec 'npm i' .", "go vet -vettool='npm i' ./...", "go build -toolexec 'npm i' .", "cargo --config 'target.x.runner=\"npm i\"' run", "npm --script-shell 'npm i' test", "nc -e 'npm i' h 1", "ncat --sh-exec 'npm i' -l 1", "socat - EXEC:'npm i'", "socat - SYSTEM:'npm i'", "apt-get -o APT::Update::Pre-Invoke::='npm i' update", "gdb -batch -ex 'shell npm i'", "gdb -ex '!npm i'", "fzf --preview 'npm i'", "fzf --bind 'x:execute(npm i)'",
		"sed '1e npm i' f", "sed -n '1e npm i' f", "sed -e '1e npm i' f", "sed 's/.*/npm i/e' f", "sed -E 's|x|npm i|ge' f", "sed -n '/x/{p;e npm i\n}' f", "sed e <<< npm i", "sed --expression='e npm i' f", "awk 'BEGIN{system(\"npm i\")}'", "gawk 'BEGIN{system(\"npm i\")}'", "awk -F: '{system(\"npm i\")}' f", "awk -v c='npm i' 'BEGIN{system(c)}'", "awk -e 'BEGIN{system(\"npm i\")}'",
		"vim -c '!npm i'", "vim -c ':!npm i' f", "vim '+!npm i' f", "vim -es -c 'silent !npm i' -c q", "nvim --cmd '!npm i'", "nvim -c 'r !npm i'", "vim -c '%!npm i' f", "vim -c ':w !npm i' f", "vim -c \"call system('npm i')\"", "nvim -c 'term npm i'", "ex -s f <<< !npm i", "ed <<< !npm i",
		"sqlite3 x '.shell npm i'", "sqlite3 x -cmd '.system npm i'", "sqlite3 x <<< .shell npm i", "psql -c '\\\\! npm i'", "psql <<< \\! npm i", "psql -c \"copy a from program 'npm i'\"", "mysql -e '\\\\! npm i'", "mysql -e 'system npm i'", "mysql <<< \\! npm i",
		"tmux new 'npm i'", "tmux new -d -s x 'npm i'", "tmux new-session -d npm i", "tmux neww npm i", "tmux split-window -h 'npm i'", "tmux send-keys 'npm i' Enter", "tmux send-keys -t x npm Space i C-m", "tmux send -l 'npm i'", "tmux run-shell 'npm i'", "tmux if-shell true 'run-shell \"npm i\"'", "tmux new -d ';' send-keys 'npm i' Enter", "tmux -L s respawn-pane -k -t x 'npm i'", "tmux popup -E 'npm i'", "tmux pipe-pane -t x 'npm i'", "screen -dmS x npm i", "screen -S x -X stuff 'npm i\\n'", "screen -S x -X exec npm i", "crontab - <<< * * * * * npm i", "crontab <<< @reboot npm i", "emulate sh -c 'npm i'", "python3 -c 'import subprocess; subprocess.run([\"sh\"], input=\"npm i\")'", "node -e 'execSync(\"sh\", {input: \"npm i\"})'", "setsid -f npm i",
		"python3 -c 'import os; os.system(\"npm i\")'", "python -c 'import os; os.system(\"npm i\")'", "python3.12 -c 'import os; os.system(\"npm i\")'", "python3 -Sc 'import os; os.system(\"npm i\")'", "python3 -u -c 'import os; os.system(\"npm i\")'", "python3 -W ignore -c 'import os; os.system(\"npm i\")'", "pypy3 -c 'import os; os.system(\"npm i\")'", "python3 <<< import os; os.system('npm i')", "python3 - a <<< import os; os.system('npm i')", "python3 -m npm i", "python3 -mnpm i", "uv run python -c 'import os; os.system(\"npm i\")'",
		"node -e 'require(\"child_process\").execSync(\"npm i\")'", "node --eval='require(\"child_process\").execSync(\"npm i\")'", "node -p 'require(\"child_process\").execSync(\"npm i\")'", "node -pe 'require(\"child_process\").execSync(\"npm i\")'", "node --input-type=module -e 'import {execSync} from \"child_process\"; execSync(\"npm i\")'", "node --input-type module -e 'execSync(\"npm i\")'", "node <<< require('child_process').execSync('npm i')", "node - <<< require('child_process').execSync('npm i')", "node --import 'data:text/javascript,require(\"child_process\").execSync(\"npm%20i\")' x.js", "deno eval 'new Deno.Command(\"npm\",{args:[\"i\"]})'", "bun -e 'Bun.spawn([\"npm\",\"i\"])'", "tsx -e 'execSync(\"npm i\")'", "deno run - <<< new Deno.Command('npm',{args:['i']})",
		"ruby -e 'system(\"npm i\")'", "ruby -ne 'system(\"npm i\")'", "ruby -rjson -e 'system(\"npm i\")'", "ruby <<< system('npm i')", "perl -e 'system(\"npm i\")'", "perl -E 'system(\"npm i\")'", "perl -ne 'system(\"npm i\")'", "perl -lne 'system(\"npm i\")'", "perl -i.bak -pe 'system(\"npm i\")' f", "perl -0777 -pe 'system(\"npm i\")' f", "perl -Mstrict -e 'system(\"npm i\")'", "perl -l012 -ne 'system(\"npm i\")'", "perl -we 'use strict;' -e 'system(\"npm i\")'", "perl <<< system('npm i')", "php -r 'system(\"npm i\");'", "php <<< <?php system('npm i');", "osascript -e 'do shell script \"npm i\"'", "osascript -l JavaScript -e 'app.doShellScript(\"npm i\")'", "lua -e 'os.execute(\"npm i\")'", "lua5.4 -e 'os.execute(\"npm i\")'", "Rscript -e 'system(\"npm i\")'", "julia -e 'run(`npm i`)'", "elixir -e 'System.cmd(\"npm\", [\"i\"])'", "expect -c 'spawn npm i'", "tclsh <<< exec npm i", "emacs --batch --eval '(shell-command \"npm i\")'", "groovy -e '\"npm i\".execute()'",
		"xargs sh -c 'npm i'", "find . -exec sh -c 'npm i' ;", "xargs npm <<< i", "xargs -I{} npm {} <<< i", "docker exec c bash -lc 'npm i'", "env -S 'sh -c \"npm i\"'",
	} {
		want := "npm i"
		switch line {
		case "LD_PRELOAD=npm ls", "TAR_OPTIONS='--to-command=npm' tar xf a":
			want = "npm"
		}
		rows = append(rows, nestRow{line: line, want: want})
	}
	checkRuns(t, rows)
}

func TestTextsThatDoNotRun(t *testing.T) {
	var rows []nestRow
	for _, line := range []string{
		"bash npm.sh", "bash -n -x npm.sh", "bash -n -c 'npm i'", "sh npm", "bash x.sh 'npm i'", "source npm", "trap - EXIT", "trap '' INT", "trap npm", "trap -p EXIT", "echo 'npm i'", "printf 'npm i'", "git commit -m 'npm i'", "git log --grep 'npm i'", "git -c user.name='npm i' commit -m x", "git -c alias.x='!npm i' status", "git -c alias.x='!npm i' xy", "git checkout npm", "git grep 'npm i'", "git -c core.pager=cat log", "git -c pager.log='npm i' diff", "git tag -m 'npm i' v1", "git bisect start", "git submodule update", "git stash push -m 'npm i'",
		"GIT_EDITOR='npm i' git log", "EDITOR='npm i' git commit -m x", "EDITOR='npm i' ls", "PAGER='npm i' ls", "GIT_SSH_COMMAND='npm i' git log", "GIT_PAGER=cat git log", "PAGER=cat git log", "PROMPT_COMMAND='npm i' ls", "X='npm i' bash -c ls", "NODE_OPTIONS=--max-old-space-size=4096 node x.js", "LESSOPEN='|npm i' ls",
		"sed 's/npm i/pnpm i/' f", "sed -i 's/npm ci/npm i/g' ci.yml", "sed -e 's/a/npm i/' -e 's/e/x/' f", "sed -n '/npm/p' f", "sed '1i npm i' f", "sed 'a\\\\\nnpm i' f", "sed 's|e|npm i|' f", "sed -i '/npm i/d' f", "sed 's/x/npm i/w e' f", "awk '/npm/{print}' f", "awk '{print \"npm i\"}' f", "awk -v x='npm i' '{print x}' f", "grep -E 'npm|yarn' f", "jq '.scripts.npm' f", "tar cf npm.tar d", "tar -czf a.tgz --exclude npm d", "rsync -a npm h:", "rsync --exclude npm a b", "ssh -o User=npm h ls", "scp npm h:", "make npm", "make X=npm", "make -f npm", "vim npm", "vim -c 'q!' npm", "vim -c 'wq!' npm", "vim +10 npm", "vim '+/npm' f", "vim -c '%s/a!npm/b/' f", "sqlite3 x 'select npm'", "psql -c 'select 1'", "mysql -e 'select npm'", "psql -f npm.sql", "less npm", "less +F npm", "man npm", "crontab -l", "crontab npm", "crontab - <<< # npm i", "at -f npm now", "tmux ls", "tmux new -s npm", "tmux kill-session -t npm", "tmux rename-window npm", "screen -ls npm", "screen -r npm",
		"python3 -c 'print(\"npm install\")'", "python3 npm.py", "python3 x.py 'npm i'", "python3 -c 'pass' npm i", "node npm.js", "node -e 'console.log(\"npm i\")'", "node --check npm.js", "node x.js npm i", "ruby npm.rb", "perl -pi -e 's/npm i/x/' f", "perl -ne 'print if /npm/' f", "perl -i -pe 's/npm ci/npm i/g' f", "perl -c npm.pl", "php -l npm.php", "php npm.php", "deno run npm.ts", "bun run npm", "bun npm.ts", "bun install npm", "bun test npm", "deno task npm", "cargo run npm", "go run ./npm", "go test ./npm", "fzf -q npm", "apt install npm", "apt-get install -y npm", "zip npm.zip a", "cat <<< npm i", "tee f <<< npm i", "git commit -F - <<< npm i", "git apply <<< npm i", "psql <<< select npm", "expect npm.exp", "R npm",
	} {
		rows = append(rows, nestRow{line: line})
	}
	checkRuns(t, rows)
}

// These need the walker: pipes, files that the text wrote, subscripts.
func TestTextsThatReadFinds(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"make -f - <<< 'x:;npm i'", "npm i"},
		{"printf 'x:\\n\\tnpm i\\n' > Makefile; make", "npm i"},
		{"make -f - <<E\nx:\n\t@npm i\nE", "npm i"},
		{`awk 'BEGIN{print "npm i" | "sh"}'`, "npm i"},
		{`echo 'npm i' | sed e`, "npm i"},
		{`echo '* * * * * npm i' | crontab -`, "npm i"},
		{`echo '* * * * * npm i' > c; crontab c`, "npm i"},
		{"let 'a[$(npm i)]'", "npm i"},
		{"unset 'a[$(npm i)]'", "npm i"},
		{"test -v 'a[$(npm i)]'", "npm i"},
		{"read 'a[$(npm i)]'", "npm i"},
		{"printf -v 'a[$(npm i)]' x", "npm i"},
		{"printf '%s\\n' npm | xargs -I{} {} i", "npm i"},
		{"echo npm i | xargs", "echo npm i"},
		{"echo npm i | xargs env", "npm i"},
		{"echo i | xargs npm", "npm i"},
		{"echo 'npm i' | at now", "npm i"},
		{"cat > x.py <<E\nimport os; os.system('npm i')\nE\npython3 x.py", "npm i"},
		{"cat > x.js <<E\nrequire('child_process').execSync('npm i')\nE\nnode x.js", "npm i"},
		{"cat > x.rb <<E\nsystem 'npm i'\nE\nruby x.rb", "npm i"},
		{"cat > x.ps1 <<'E'\n$x = 'npm'; & $x i\nE\npwsh -File x.ps1", "npm i"},
		{"pwsh -Command 'cd a; npm i'", "npm i"},
		{"cmd /c 'cd a & npm i'", "npm i"},
		{"pwsh <<'E'\nnpm i\nE", "npm i"},
		{"export PAGER='npm i'; man ls", "npm i"},
		{"export GIT_EDITOR='npm i'; git commit", "npm i"},
		{"bash -c 'bash -c \"bash -c \\\"npm i\\\"\"'", "npm i"},
		{"bash <(echo npm i)", "npm i"},
		{"git config alias.x '!npm i'; git x", "npm i"},
		{"git config --global alias.x '!npm i' && git -C d x", "npm i"},
		{"git config set alias.p 'push --force'; git p origin", "git push --force origin"},
		{"git config core.pager 'npm i'; git log", "npm i"},
		{"git config alias.x '!git x'; git x", "git x"},
		{"git config alias.a a; git a", "git a"},
		{"(git config alias.x '!npm i'); git x", "npm i"},
		{"git config core.hooksPath h; printf 'npm i' > h/pre-commit; git commit", "npm i"},
		{"python3 <(echo \"import os; os.system('npm i')\")", "npm i"},
	} {
		t.Run(row.text, func(t *testing.T) {
			script := Read(row.text, Options{Dir: "/w", Home: "/h"})
			if u := script.Unreadable; u != nil {
				t.Errorf("unreadable: %s", u.Why)
			}
			var got []string
			for _, c := range script.Commands {
				got = append(got, c.Program+" "+string(joinWords(c.Args).Value))
			}
			if !slices.Contains(got, row.want) {
				t.Errorf("Read finds %q, not %q", got, row.want)
			}
		})
	}
}

func TestGitAliasesKeepTheirWords(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"git -c alias.p='push --force' p origin x", "git push --force origin x"},
		{"git -C d -c alias.p='push --force' p", "git -C d push --force"},
		{"git -c alias.a=b -c alias.b='push -f' a", "git push -f"},
		{"git -c alias.p='push -f' -c user.name=x p", "git -c user.name=x push -f"},
		{"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0='push -f' git p", "git push -f"},
		{"git -c alias.a=a a", "git a"},
	} {
		t.Run(row.line, func(t *testing.T) {
			if got := runs(handMade(row.line), 0); !slices.Contains(got, row.want) {
				t.Errorf("runs %q", got)
			}
		})
	}
}

func TestUnknownTextStaysUnknown(t *testing.T) {
	for _, line := range []string{"bash -c …", "eval …", "sh …", "source …", "ssh h …", "sudo …", "xargs …", "git -c alias.x=… x", "python3 -c …", "pwsh -c …", "env …", "bash -c 'npm …'"} {
		t.Run(line, func(t *testing.T) {
			out := nest(handMade(line), nil)
			if len(out) == 0 {
				t.Fatal("nothing found")
			}
			n := out[0]
			if n.text.Value.Known() && (len(n.words) == 0 || n.words[0].Value.Known()) {
				t.Errorf("found %+v", n)
			}
		})
	}
}

func TestWrappersSayWhereTheyRun(t *testing.T) {
	for _, row := range []struct {
		line, dir   string
		remote, env bool
		more, same  bool
	}{
		{line: "env -C d npm", dir: "d"},
		{line: "sudo -D d npm", dir: "d"},
		{line: "pnpm -C d exec npm", dir: "d"},
		{line: "docker exec -w d c npm", dir: "d", remote: true},
		{line: "ssh h npm", remote: true},
		{line: "kubectl exec p -- npm", remote: true},
		{line: "env A=1 npm", env: true},
		{line: "cross-env A=1 npm", env: true},
		{line: "docker run -e A=1 img npm", env: true, remote: true},
		{line: "xargs npm", more: true},
		{line: "find . -exec npm {} +", more: true},
		{line: "command npm", same: true},
		{line: "eval npm", same: true},
		{line: "find . -execdir npm ;", dir: "…"},
		{line: "tmux new -c d npm", dir: "d"},
		{line: "mise -C d exec -- npm", dir: "d"},
		{line: "nohup npm"},
	} {
		t.Run(row.line, func(t *testing.T) {
			out := nest(handMade(row.line), nil)
			if len(out) != 1 {
				t.Fatalf("found %+v", out)
			}
			n := out[0]
			dir := ""
			if n.dir != nil {
				dir = n.dir.Value.String()
			}
			if dir != row.dir || n.remote != row.remote || len(n.env) > 0 != row.env || n.more != row.more || n.same != row.same {
				t.Errorf("found %+v, dir %q", n, dir)
			}
		})
	}
}

func TestFindFillsBraces(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"find . -name .env -exec cat {} ;", "cat ./**/.env"},
		{"find a b -name .env -exec cat {} +", "cat a/**/.env b/**/.env"},
		{"find . -name '.e*' -exec cat {} +", "cat ./**/.e*"},
		{"find . -name a -o -name b -exec cat {} +", "cat ./**/a ./**/b"},
		{"find . -name a -maxdepth 1 -exec cat {} +", "cat ./a"},
		{"find . -maxdepth 0 -exec cat {} +", "cat ."},
		{"find .cl -name .cl -exec rm -r {} +", "rm -r .cl .cl/**/.cl"},
		{"find . -type d -name node_modules -prune -exec rm -rf {} +", "rm -rf ./**/node_modules"},
		{"find . -name a -path '*/b/*' -exec cat {} +", "cat ./**/b/**/a"},
		{"find . -path '*/b/*' -name a -exec cat {} +", "cat ./**/b/**/a"},
		{"find . -name '*.py' -path './b/*' -exec cat {} +", "cat ./b/**/*.py"},
		{"find . -name '*.*' -path '*/.env' -exec cat {} +", "cat ./**/.env"},
		{"find . -name a -path '*b*' -exec cat {} +", "cat ./**/a"},
		{"find . -regex '.*/a' -exec cat {} +", "cat ./**/a"},
		{"find . -regex '.*\\.py[co]' -exec cat {} +", "cat ./**/*.py[co]"},
		{"find . -regex '.*\\.\\(js\\|ts\\)x?$' -exec cat {} +", "cat ./**/*.js ./**/*.jsx ./**/*.ts ./**/*.tsx"},
		{"find . -regextype posix-extended -regex '\\./a/.*\\.(js|ts)' -exec cat {} +", "cat ./a/*.js ./a/*.ts"},
		{"find -E . -iregex '.*/x{2}y+' -exec cat {} +", "cat ./**/*"},
		{"find . -regex '.*/[^/]*\\.env' -exec cat {} +", "cat ./**/*.env"},
		{"find . -not -regex '.*/a' -exec cat {} +", "cat *"},
		{"find . -regex '.*/a\\(' -exec cat {} +", "cat *"},
		{"find . ! ( -name a -o -name b ) -name c -exec cat {} +", "cat ./**/c"},
		{"find . -path '*x*' -exec cat {} +", "cat ./**/*x*"},
		{"find . -path '*/x/*' -exec cat {} +", "cat ./**/x/*"},
		{"find . -not -name a -exec cat {} +", "cat *"},
		{"find / -exec rm {} ;", "rm /*"},
		{"find a -exec rm {} ;", "rm a"},
		{"find a -exec rm {} ;", "rm a/*"},
		{"find a -type f -exec rm {} +", "rm a/*"},
		{"find . -name x -prune -o -name y -exec cat {} ;", "cat ./**/y"},
		{"find . -path './a/*' -exec cat {} ;", "cat ./a/*"},
		{"find . -exec sh -c 'cat {}' ;", "sh -c cat …"},
		{"find d/ -name x -exec cat {} ;", "cat d/**/x"},
	} {
		t.Run(row.line, func(t *testing.T) {
			if got := runs(handMade(row.line), 0); !slices.Contains(got, row.want) {
				t.Errorf("runs %q, not %q", got, row.want)
			}
		})
	}
}

// A text that is long, but not too long to be read, hides nothing behind its length.
func TestLongTextsAreReadToTheirEnd(t *testing.T) {
	pad := strings.Repeat("# "+strings.Repeat("pad ", 250)+"\n", 70)
	for _, row := range []struct{ name, text string }{
		{"here-document", "bash <<'E'\n" + pad + "npm i\nE"},
		{"text", "bash -c '" + pad + "npm i'"},
		{"python", "python3 - <<'E'\n" + pad + "import os; os.system('npm i')\nE"},
		{"python text", "python3 -c '" + pad + "import os; os.system(\"npm i\")'"},
		{"powershell", "pwsh -c '" + pad + "npm i'"},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, c := range Read(row.text, Options{}).Commands {
				if c.Program == "npm" {
					return
				}
			}
			t.Error("npm isn't found")
		})
	}
}
