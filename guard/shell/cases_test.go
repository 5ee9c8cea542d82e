package shell_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rules2guards.local/guard/call"
	"rules2guards.local/guard/shell"
)

// needRead skips a test while Read is a stub.
func needRead(t *testing.T) {
	t.Helper()
	if len(readAt("npm").Commands) == 0 {
		t.Skip("nothing is read yet")
	}
}

func readText(text string) *shell.Script {
	return shell.Read(text, shell.Options{Dir: "/w", Home: "/home/u"})
}

// finds says whether a text has a command of one of these names.
func finds(s *shell.Script, programs ...string) bool {
	return slices.ContainsFunc(s.Commands, func(c shell.Command) bool { return slices.Contains(programs, c.Program) })
}

func lines(s *shell.Script) []string {
	var out []string
	for i := range s.Commands {
		out = append(out, line(&s.Commands[i]))
	}
	return out
}

func TestSpellingsThatFire(t *testing.T) {
	needRead(t)
	for _, text := range []string{
		`npm --prefix app i`, `\npm i`, `n""pm i`, `X=npm; $X i`, `c && X=npm; $X i`, `cmd=(npm i); "${cmd[@]}"`, `set -- npm i; "$@"`, `$(which npm) i`, `timeout -k 5 10s npm i`,
		`find . -execdir npm i \;`, `xargs -n1 npm i < f`, `bash -lc "cd a && npm ci"`, "bash <<E\nnpm i\nE", "npm i <<E", `! ! npm i`, `((npm i); x)`, `echo "npm i" | sh`, `bash -c "$(echo bnBtIGk= | base64 -d)"`,
		`if true; then npm i; fi`, `f() { npm i; }; f`, `for p in npm; do $p i; done`, `cat <(npm ls)`, `ssh h 'npm i'`, `docker compose exec web npm i`, `su -c "npm i" u`, `watch npm test`,
		`node -e "require('child_process').execSync('npm i')"`, "python3 - <<E\nimport os; os.system('npm i')\nE", `git -c alias.x='!npm i' x`, `awk 'BEGIN{system("npm i")}'`, `alias x=npm; x i`, `pwsh -Command "npm i"`,
		`cmd /c npm i`, `env -S "npm i"`, `{npm,i}`, `noglob npm i`,
	} {
		if s := readText(text); !finds(s, "npm", "npx") {
			t.Errorf("%q: npm not found in %q, unreadable %v", text, lines(s), s.Unreadable)
		}
	}
}

func TestMentionsThatDoNotFire(t *testing.T) {
	needRead(t)
	for _, text := range []string{
		`grep npm package.json`, `git commit -m "drop npm"`, "git commit -F - <<'E'\nnpm i\nE", "gh pr create --body \"$(cat <<'E'\nrun npm i\nE\n)\"", `cat docs/npm.md`, `ls node_modules/npm`, `which npm`, `make npm`,
		`# npm i`, `python3 -c "print('npm install')"`, `pnpm add npm-run-all`, `sed -i "s/npm ci/pnpm i/" ci.yml`, `git checkout npm`, `mkdir npm && cd npm`, `diff <(echo "npm i") a`,
		`fish -c 'echo "npm i"; if true; echo npm i; end'`, `fish -c 'set npm i; echo $npm'`, `python3 -c "print('npm i')" > x`, `x=$(node -p "'npm'"); echo $x`, `declare 'x=($(npm i))'`, `ls node_modules/.bin/npm`, `curl -o x http://h/npm; ls x`,
	} {
		s := readText(text)
		if finds(s, "npm", "npx") {
			t.Errorf("%q: npm is only mentioned, found %q", text, lines(s))
		}
		if s.Unreadable != nil {
			t.Errorf("%q: unreadable: %s", text, s.Unreadable.Why)
		}
	}
}

// wrappers are what may stand around a command: %s is the command, its words as they are; %q the command as one quoted word.
func wrapperTexts() []string {
	return strings.Split(strings.TrimSpace(`
sudo %s
sudo -u root -E A=1 %s
sudo -- %s
sudo -i %s
sudo sh -c %q
doas -u u %s
env A=1 B=2 %s
env -i %s
env -u X -C /tmp %s
command %s
exec -a x %s
nohup %s &
time -p %s
timeout -s KILL 5m %s
nice -n 19 ionice -c3 %s
setsid -w stdbuf -oL %s
echo a | xargs -I{} -P4 %s {}
find . -name '*.x' -exec %s {} +
fd -e js -x %s
parallel -j4 %s ::: a b
busybox %s
busybox sh -c %q
watch -n5 %s
watch -d %q
strace -f -o log %s
ltrace -c %s
perf stat -r 3 %s
perf record -g -- %s
hyperfine --warmup 3 %q
flock /tmp/l %s
flock -n /tmp/l -c %q
script -qc %q /dev/null
chroot /srv %s
unshare -r -n %s
su - u -c %q
runuser -u u -- %s
runuser -l u -c %q
ssh h %q
ssh -p 22 -o A=b u@h -- %s
ssh -t h "cd a && "%q
systemd-run --user --scope %s
taskset -c 0-3 %s
chrt -i 0 %s
setarch x86_64 -R %s
setpriv --reuid=1 %s
fakeroot -- %s
xvfb-run -a %s
firejail --quiet %s
bwrap --ro-bind / / --dev /dev %s
caffeinate -i %s
rtk %s
noglob %s
nocorrect %s
repeat 2 %s
docker exec -it c %s
docker exec -e A=b c sh -c %q
docker run --rm -v a:b img %s
podman run -it --name x img %s
kubectl exec -n ns pod -c x -- %s
kubectl run x --image=y -- %s
docker compose exec -T web %s
docker-compose run --rm web %s
pnpm exec %s
pnpm dlx x && %s
yarn exec %s
bun x %s
bunx %s
corepack %s
nvm exec 20 %s
mise exec node@20 -- %s
asdf exec %s
volta run --node 20 %s
direnv exec . %s
uv run %s
poetry run %s
pipenv run %s
hatch run %s
pixi run %s
conda run -n base %s
nix-shell -p nodejs --run %q
nix develop -c %s
nix shell nixpkgs#x --command %s
lerna exec -- %s
cross-env A=1 %s
dotenv -e .env -- %s
ls | entr -r %s
nodemon --exec %q
git bisect run %s
git rebase -x %q main
git submodule foreach %q
git -c alias.x='!'%q x
wsl -e %s
tmux new -d %q
tmux send-keys -t 0 %q Enter
screen -dmS x %s
bash -c %q
bash -lc %q
zsh -c %q
zsh -ic %q
sh -ec %q
fish -c %q
ksh -c %q
eval %q
trap %q EXIT
echo %q | sh
bash <<< %q
sh -s <<< %q
echo %q | sudo bash
cat <(%s)
echo "$(%s)"
x=$(%s)
if %s; then :; fi
while ! %s; do sleep 1; done
f() { %s; }; f
( %s )
{ %s; } > log 2>&1
true && %s || exit 1
true; %s
a=1 %s
%s > /dev/null
%s | tee log
! %s
coproc %s
case $x in a) %s;; esac
for i in 1 2; do %s; done
BASH_ENV=<(echo %q) bash -c :
PROMPT_COMMAND=%q
make --eval "x:;"%q x
tar cf /dev/null --checkpoint=1 --checkpoint-action=exec=%q x
rsync -e %q a b:
ssh -o ProxyCommand=%q h
GIT_SSH_COMMAND=%q git fetch
GIT_EDITOR=%q git commit
EDITOR=%q crontab -e
PAGER=%q man ls
at now <<< %q
vim -c '!'%q f
sqlite3 x.db '.shell '%q
awk 'BEGIN{system("'%q'")}'
python3 -c "import os; os.system('"%q"')"
`), "\n")
}

// fill puts a command into a wrapper's text.
func fill(wrapper, command string) string {
	q := single(command)
	if strings.Contains(wrapper, "%q") && strings.Contains(command, "'") {
		q = double(command)
	}
	return strings.NewReplacer("%s", command, "%q", q).Replace(wrapper)
}

// TestWrapperTimesForm holds each wrapper around commands that run npm, and around some that only name it.
func TestWrapperTimesForm(t *testing.T) {
	needRead(t)
	fire := []string{"npm i", "npm run build -- --x", "/usr/bin/npm ci", "npx -y create-x"}
	silent := []string{"ls npm", "echo npm i", "grep -r npm .", "cat npm.md"}
	n := 0
	for _, w := range wrapperTexts() {
		for _, c := range fire {
			n++
			text := fill(w, c)
			if s := readText(text); !finds(s, "npm", "npx") {
				t.Errorf("%q: not found, only %q, unreadable %v", text, lines(s), s.Unreadable)
			}
		}
		for _, c := range silent {
			n++
			text := fill(w, c)
			s := readText(text)
			if finds(s, "npm", "npx") {
				t.Errorf("%q: only mentioned, found %q", text, lines(s))
			}
			if s.Unreadable != nil {
				t.Errorf("%q: unreadable: %s", text, s.Unreadable.Why)
			}
		}
	}
	t.Logf("%d texts", n)
}

// TestEveryWayToJoinCommands is the kind of fault where only a first or a plain command was looked at.
func TestEveryWayToJoinCommands(t *testing.T) {
	needRead(t)
	for _, join := range []string{" & ", "; ", " && ", " || ", " | ", " |& ", "\n", "\n\n# c\n", " &\n", " ;\n", " |\n", " && \\\n"} {
		for _, inner := range []string{"%s", "(%s)", "{ %s; }", "if %s; then :; fi", "x=$(%s)", "ls <(%s)", "echo `%s`", "\"$(%s)\"", "find . -exec %s {} \\;", "! %s"} {
			text := "echo start" + join + strings.ReplaceAll(inner, "%s", "rm -rf /tmp/x") + join + "echo end"
			s := readText(text)
			if !slices.ContainsFunc(lines(s), func(l string) bool { return strings.HasPrefix(l, "rm -rf /tmp/x") }) {
				t.Errorf("%q: no rm in %q", text, lines(s))
			}
			if !slices.Contains(lines(s), "echo end") {
				t.Errorf("%q: no last command in %q", text, lines(s))
			}
		}
	}
}

// TestFaultsThatOthersHad is a row or more for each kind of fault that users of such tools met.
func TestFaultsThatOthersHad(t *testing.T) {
	needRead(t)
	tests := []struct {
		name, text string
		want       []string // commands as lines, with @DIR at the end when their folder matters
		not        []string // programs
	}{
		{"quoted text for another machine", `ssh build-host 'dropdb shop'`, []string{"dropdb shop"}, nil},
		{"text for another machine without quotes", `ssh build-host dropdb shop`, []string{"dropdb shop"}, nil},
		{"text for a container", `docker exec c sh -c 'dropdb shop'`, []string{"dropdb shop"}, nil},
		{"text for another user", `su -c 'dropdb shop' postgres`, []string{"dropdb shop"}, nil},
		{"text for watch and parallel", `watch 'dropdb a'; parallel 'dropdb {}' ::: b`, []string{"dropdb a"}, nil},
		{"xargs with a shell", `echo a | xargs sh -c 'dropdb "$0"'`, nil, nil},
		{"find that is not first", `echo start && find . -name "*.log" -exec rm -rf {} \;`, []string{"rm -rf ./**/*.log"}, nil},
		{"brace group", `{ cat notes.txt; }`, []string{"cat notes.txt"}, nil},
		{"beside a process substitution", `cat notes.txt <(ls)`, []string{"ls"}, nil},
		{"read through find", `find . -name "*.json" -exec grep -l secret {} \;`, []string{"grep -l secret ./**/*.json"}, nil},
		{"double dash", `git diff --no-index -- a.txt b.txt`, []string{"git diff --no-index -- a.txt b.txt"}, nil},
		{"flag words are kept", `kill -9 4242`, []string{"kill -9 4242"}, nil},
		{"flags before, between and behind", `git -p push -f origin --tags main -n`, []string{"git -p push -f origin --tags main -n"}, nil},
		{"program by path", `/tmp/git push --force`, []string{"git push --force"}, nil},
		{"program by Windows path", `"C:\Program Files\Git\bin\git.exe" push --force`, []string{"git push --force"}, nil},
		{"shell text", `bash -lc "cd app && terraform apply -auto-approve"`, []string{"terraform apply -auto-approve@/w/app"}, nil},
		{"git alias on the command line", `git -c alias.p="push --force" p origin feature`, []string{"git push --force origin feature"}, nil},
		{"git alias in the environment", `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0='push --force' git p origin x`, []string{"git push --force origin x"}, nil},
		{"cd is followed", `cd /srv/app && grep -n Foo tests/a.php`, []string{"grep -n Foo tests/a.php@/srv/app"}, nil},
		{"cd upwards is followed", `cd .. && cd .. && rm -rf x`, []string{"rm -rf x@/"}, nil},
		{"find with chmod", `find / -type f -exec chmod 666 {} \;`, []string{"chmod 666 /*"}, nil},
		{"another work tree", `cd ../wt-feature && git push origin feature`, []string{"git push origin feature@/wt-feature"}, nil},
		{"subshell keeps its cd", `(cd a && ls); ls b`, []string{"ls@/w/a", "ls b@/w"}, nil},
		{"here-string is a script", `bash <<< "npm publish"`, []string{"npm publish"}, nil},
		{"fence in a quoted here-document", "gh api x -f body=\"$(cat <<'EOF'\n```ts\nlet a = 1\n```\nEOF\n)\"", nil, []string{"ts", "let"}},
		{"body by here-document", "gh pr comment 12 --body \"$(cat <<'EOF'\nExample: rm -rf / is refused\nEOF\n)\"", nil, []string{"rm", "Example:"}},
		{"body by here-document, expanded", "gh pr comment 12 --body \"$(cat <<EOF\nExample: rm -rf / is refused\nEOF\n)\"", nil, []string{"rm"}},
		{"set-up line", `eval "$(ssh-agent -s)"`, []string{"ssh-agent -s"}, nil},
		{"flag of the neighbour", `git push origin HEAD && [ -f /tmp/done ] && echo ok`, []string{"git push origin HEAD"}, nil},
		{"path that ends like a flag", `rm -r builds/project-stuff`, []string{"rm -r builds/project-stuff"}, nil},
		{"text of an issue", `gh issue create --body "find . -delete is refused"`, nil, []string{"find"}},
		{"other subcommand with the same flag", `git fetch origin main; git worktree add ../wt -b feature origin/main`, []string{"git worktree add ../wt -b feature origin/main"}, nil},
		{"name that begins like another", `./rmtemp.sh -r ; rmdir -p out`, []string{"rmdir -p out"}, []string{"rm"}},
		{"trailing words", `git branch -d feature`, []string{"git branch -d feature"}, nil},
		{"two ways to disarm", `chmod -x guard ; rules2guards uninstall`, []string{"chmod -x guard", "rules2guards uninstall"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := readText(tt.text)
			if s.Unreadable != nil {
				t.Errorf("unreadable: %s", s.Unreadable.Why)
			}
			for _, w := range tt.want {
				l, dir, hasDir := strings.Cut(w, "@")
				if !slices.ContainsFunc(s.Commands, func(c shell.Command) bool {
					return line(&c) == l && (!hasDir || c.Place.Known && c.Place.Dir == dir)
				}) {
					t.Errorf("%q: no %q in %q", tt.text, w, lines(s))
				}
			}
			if finds(s, tt.not...) {
				t.Errorf("%q: one of %q in %q", tt.text, tt.not, lines(s))
			}
		})
	}
}

// TestRedirectsAreTheirOwnEffects: a command that only reads may carry a write.
func TestRedirectsAreTheirOwnEffects(t *testing.T) {
	needRead(t)
	tests := []struct {
		text, file string
		op         shell.RedirectOp
	}{
		{`git log -p > src/main.go`, "src/main.go", shell.RedirectWrite},
		{`printf x >> notes.txt`, "notes.txt", shell.RedirectAppend},
		{`{ printf x; } >| notes.txt`, "notes.txt", shell.RedirectWrite},
		{`printf x &>notes.txt`, "notes.txt", shell.RedirectWrite},
		{`if true; then printf x; fi &>> notes.txt`, "notes.txt", shell.RedirectAppend},
		{`> notes.txt`, "notes.txt", shell.RedirectWrite},
		{`cat < notes.txt`, "notes.txt", shell.RedirectRead},
		{`cat <> notes.txt`, "notes.txt", shell.RedirectReadWrite},
		{`sh -c 'printf x > notes.txt'`, "notes.txt", shell.RedirectWrite},
		{`exec 3>notes.txt; echo x >&3`, "notes.txt", shell.RedirectWrite},
	}
	for _, tt := range tests {
		s := readText(tt.text)
		if !slices.ContainsFunc(s.Commands, func(c shell.Command) bool {
			return slices.ContainsFunc(c.Redirects, func(r shell.Redirect) bool { return r.Op == tt.op && r.File.Value == shell.Lit(tt.file) })
		}) {
			t.Errorf("%q: no such redirect in %+v", tt.text, s.Commands)
		}
	}
}

// TestReadsThroughInlinePrograms: a file that only a program in another language names.
func TestReadsThroughInlinePrograms(t *testing.T) {
	needRead(t)
	for _, text := range []string{
		`python3 -c "print(open('.env').read())"`, `node -e "console.log(require('fs').readFileSync('.env', 'utf8'))"`, `ruby -e 'puts File.read(".env")'`, `perl -e 'open F, ".env"; print <F>'`,
		"python3 - <<'E'\nfrom pathlib import Path\nprint(Path('.env').read_text())\nE",
	} {
		s := readText(text)
		if !slices.ContainsFunc(s.Commands, func(c shell.Command) bool {
			return slices.ContainsFunc(c.Inline, func(e shell.Effect) bool { return e.Path == shell.Lit(".env") && e.Access&call.Read != 0 })
		}) {
			t.Errorf("%q: no read of .env", text)
		}
	}
}

// TestLongHarmlessTextIsQuick: no verdict may depend on a clock, so that a long compound must simply be fast.
func TestLongHarmlessTextIsQuick(t *testing.T) {
	needRead(t)
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "mkdir -p out/%d && cp -r src/%d out/%d && sed -i 's/a/b/' out/%d/x.txt | tee log.%d\n", i, i, i, i, i)
	}
	start := time.Now()
	s := readText(b.String())
	if d := time.Since(start); d > shell.Patience() {
		t.Errorf("%d bytes took %s", b.Len(), d)
	}
	if s.Unreadable != nil || len(s.Commands) != 1200 {
		t.Errorf("%d commands, unreadable %v", len(s.Commands), s.Unreadable)
	}
}
