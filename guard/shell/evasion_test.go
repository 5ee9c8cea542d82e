package shell_test

import (
	"strings"
	"testing"
	"time"

	"rules2guards.local/guard/shell"
)

// TestEvasions has a row for each way around a command rule that is known: each text must give up npm, or,
// where that can't be told before it runs, be called unreadable or dynamic.
func TestEvasions(t *testing.T) {
	needRead(t)
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	tests := []struct {
		name  string
		texts []string
		want  string // found; or else what will do as well: unreadable, dynamic
	}{
		{"terminator and bracket on one line", []string{"git commit -m \"$(cat <<'EOF'\nfix\nEOF)\"; npm i", "git commit -m \"$(cat <<EOF\nit's\nEOF)\" && npm i"}, "found"},
		{"brackets that are no arithmetic", []string{"((a); (b)); npm i", "$((a); (b)); npm i", "! ! npm i", "time ! npm i", "h[a b]=1; npm i", "cat <<$x\na\n$x\nnpm i", "cat <<$x; npm i\na\n$x"}, "found"},
		{"too deep, too many, too long", []string{many("{ ", 201) + "npm i" + many("; }", 201), many(":;", 10001) + "npm i", many(" ", 1<<20) + "npm i", "npm i; " + many("(", 5000), many("a|", 1<<19) + "npm i", many("$(", 100000)}, "unreadable"},
		{"carriage returns", []string{"cat <<E\r\nit's\r\nE\r\nnpm i", "cat <<'E'\r\n\"\r\nE\r\nnpm i\r\n", "cat <<E\r\n`\r\nE\r\nnpm i"}, "unreadable"},
		{"zsh", []string{"=npm i", "noglob npm i", "repeat 1 npm i", "echo =(npm i)", "{ npm i }", "for x (a b) npm i", "if [[ -n a ]] npm i", "echo *(e:'npm i':)", "zsh -c 'x=(npm i); $x'", "zsh -c 'x=(npm i); eval \"$x\"'", "zsh <<< 'x=(a); y=(npm i); sudo $y'"}, "unreadable"},
		{"positional words", []string{`set -- npm i; "$@"`, `f() { "$@"; }; f npm i`, `sh -c '"$@"' _ npm i`, `sh -c '$0 i' npm`, `set -- npm i; $*`, `f() { $1 i; }; f npm`}, "found"},
		{"variables", []string{
			`read c <<< npm; $c i`, `printf -v c npm; $c i`, `a=(npm i); "${a[@]}"`, `b=c c=npm; ${!b} i`, `declare -n r=c; c=npm; $r i`, `a=xnpm; ${a#x} i`, `a=xnpmx; ${a:1:3} i`, `a=n-pm; ${a/-/} i`, `a=NPM; ${a,,} i`,
			`a='npm i'; $a`, `IFS=:; a=npm:i; $a`,
		}, "found"},
		{"text that runs later", []string{
			`trap 'npm i' EXIT`, `PROMPT_COMMAND='npm i'`, `PS4='$(npm i)'; set -x; :`, `PS4='$(npm i)' bash -xc :`, `BASH_ENV=<(echo npm i) bash -c :`, `mapfile -C 'npm i' -c 1 x <<< a`, `command_not_found_handle() { npm i; }; nosuch`,
			`x='$(npm i)'; echo "${x@P}"`,
		}, "found"},
		{"subscripts", []string{
			`let 'a[$(npm i)]'`, `[[ -v 'a[$(npm i)]' ]]`, `test -v 'a[$(npm i)]'`, `printf -v 'a[$(npm i)0]' x`, `a=(1); unset 'a[$(npm i)]'`, `read 'a[$(npm i)0]' <<< x`, `x='a[$(npm i)]'; ((x))`, `[[ 'a[$(npm i)]' -eq 0 ]]`,
		}, "found"},
		{"shells that are fed", []string{
			`bash <(echo npm i)`, `. <(echo npm i)`, `bash < <(echo npm i)`, `exec 3< <(echo npm i); sh <&3`, `echo npm i | tee >(sh)`, "sh -s <<E\nnpm i\nE", `sh +x -c 'npm i'`, `bash -O extglob -c 'npm i'`, `bash <<< 'npm i'`,
		}, "found"},
		{"options that run text", []string{
			`git bisect run npm i`, `git rebase -x 'npm i' main`, `git submodule foreach 'npm i'`, `git -c core.pager='npm i' log`, `tar cf /dev/null --checkpoint=1 --checkpoint-action=exec='npm i' x`, `rsync -e 'npm i' a b:`, `ssh -o ProxyCommand='npm i' h`,
			`make --eval='x:;npm i' x`, `sed '1e npm i' f`, `sed 's/x/npm i/e' f`, `awk 'BEGIN{system("npm i")}'`, `sqlite3 x.db '.shell npm i'`, `psql -c '\! npm i'`, `vim -c '!npm i' f`,
		}, "found"},
		{"variables that run text", []string{
			`GIT_SSH_COMMAND='npm i' git fetch`, `GIT_EDITOR='npm i' git commit`, `PAGER='npm i' git log`, `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!npm i' git x`, `X='!npm i' git --config-env=alias.x=X x`,
			`export GIT_EDITOR='npm i'; git commit`, `env GIT_EDITOR='npm i' git commit`,
		}, "found"},
		{"unknown wrappers", []string{
			`rtk npm i`, `fakeroot npm i`, `xvfb-run npm i`, `setarch x86_64 npm i`, `cross-env A=1 npm i`, `dotenv -- npm i`, `nix-shell --run 'npm i'`, `wsl -e npm i`,
		}, "found"},
		{"renamed program", []string{`cp $(which npm) x; ./x i`, `ln -s /usr/bin/npm x; ./x i`, `hash -p /usr/bin/npm x; x i`, `(exec -a x npm i)`}, "found"},
		{"files of subshells and wrappers", []string{
			`(echo 'npm i' > x); sh x`, `bash -c 'echo npm i > x'; sh x`, `echo 'npm i' | sudo tee x; sh x`, `(cp $(which npm) x); ./x i`, `echo $(echo npm i > x); . x`, `echo 'npm i' > x & wait; sh x`, `echo 'npm i' | dd of=x; sh x`, `echo 'npm i' | sponge x; sh x`,
			`echo 'npm i' > /usr/local/bin/x; chmod +x /usr/local/bin/x; x`, `sudo cp $(which npm) /usr/local/bin/x; x i`, `sh -c 'sh -c "echo npm i > x"'; sh x`,
		}, "found"},
		{"programs that an interpreter is given", []string{`bash /usr/bin/npm i`, `bash $(which npm) i`, `. /usr/local/bin/npm i`, `cp $(which npm) y; bash y i`, `node node_modules/.bin/npm i`, `node "$(which npm)" i`}, "found"},
		{"text that an inline program prints", []string{`python3 -c 'print("npm i")' | bash`, `perl -e 'print "npm i"' | sh`, `awk 'BEGIN{print "npm i"}' | bash`, `eval "$(node -e 'console.log("npm i")')"`, `$(ruby -e 'puts "npm"') i`, `php -r 'echo "npm i";' | bash`, `node -p '"npm" + " i"' | sh`, `node -pe "'npm i';" | sh`, `eval "$(node --print '["npm", "i"].join(" ")')"`}, "found"},
		{"filters that change no word", []string{`uniq <<< 'npm i' | bash`, `expand <<< 'npm i' | bash`, `grep npm <<< 'npm i' | bash`, `fold -w9 <<< 'npm i' | bash`, `yes 'npm i' | head -1 | bash`, `column <<< 'npm i' | bash`, `echo npm i | pv | sh`, `iconv -t utf-8 <<< 'npm i' | sh`}, "found"},
		{"text around each line", []string{
			`ls | sed 's/^/npm i /' | sh`, `sed 's,^,npm i ,' f | bash`, `ls | sed -e 's/.*/npm i &/' | sh`, `ls | sed -E 's/^(.*)$/npm i \1/' > x; sh x`, `echo npm | sed 's/$/ i/' | sh`, `ls | sed -n 's/^/npm i /p' | sh`, `ls | sed -u -e 's/^ */npm i /;' | sh`, `ls | sed -E --expression='s/(.+)/npm i \1/' - | sh`,
			`ls | awk '{print "npm i " $0 | "sh"}'`, `git branch --format='npm i %(refname:short)' | sh`, `git for-each-ref --format='npm i' | bash`, `git log -1 --pretty=format:'npm i %h' | sh`,
		}, "found"},
		{"corners of bash", []string{
			`echo 'npm i' >> f; bash f`, `exec {fd}<<< 'npm i'; . /dev/fd/$fd`, `exec 3<<< 'npm i'; . /proc/self/fd/3`, `x='\044(npm i)'; echo "${x@P}"`, `x='\[$(npm i)\]'; : "${x@P}"`, `PS4='\140npm i\140'; set -x; ls`, `f() { npm i; }; compgen -F f x`, `x='a[$(npm i)]'; declare -i y; y=x`, `declare -a 'a=($(npm i))'`,
		}, "found"},
		{"unknown words that may be none", []string{
			`$X npm i`, `"${X[@]}" npm i`, `eval "$X npm i"`, `eval $X $Y npm i`, `bash -c "$X npm i"`, `su -c "$X npm i" u`, `echo "$X npm i" | sh`, `env $(cat .env | xargs) npm i`, `sudo $X npm i`, `nice $X npm i`, `xargs $X npm i`, `find . -exec $X npm i \;`, `command $X npm i`, `env $X "${Y[@]}" npm i`, `ssh h $X npm i`,
			`$A $B $C $D $E npm i`, `$X n${y}pm i`, `x="$X npm i"; $x`, `x=($X npm i); "${x[@]}"`, `read -ra x < f; "${x[@]}" npm i`, `x=$(cat f); $x npm i`, `for x in $L; do $x npm i; done`, `f() { "$@"; }; f $X npm i`,
			`docker $X exec c npm i`, `kubectl $X exec p -- npm i`, `git $X bisect run npm i`, `git $X -c alias.x='!npm i' x`, `uv $X run npm i`, `sudo $X -u root npm i`, `env $X A=1 npm i`, `xargs $X -n1 npm i`,
		}, "found"},
		{"printed NUL", []string{
			`printf '%s\0' npm i | xargs -0 env`, `printf 'i\0' | xargs -0 npm`, `printf '%s\0' npm i | sort -z | xargs -0 env`, `printf 'npm\0i' | tr '\0' '\n' | xargs env`, `echo -ne 'npm\0i' | xargs -0 env`, `printf %b 'npm\0i\0' | xargs --null env`, `printf 'npm\0i\0' | xargs -d '\0' env`,
			`printf 'npm\0i\0' > f; xargs -0 env < f`, `printf 'npm\0i\0' | cat | sed s/x/y/ | xargs -0 env`, `printf 'n\0pm i' | sh`, `$(printf 'np\0m') i`, `printf -v x 'npm\0y'; $x i`, `printf 'npm\0i' | { read -d '' x; $x i; }`, `mapfile -d '' -t x < <(printf 'npm\0i\0'); "${x[@]}"`,
		}, ""},
		{"fish", []string{
			`fish -c 'set -x A 1 && npm i'`, `fish -c 'set A (pwd) && npm i'`, `fish -c 'set -e A || npm i'`, `fish -c 'set A 1 | npm i'`, `fish -c 'set A 1; and npm i'`, `fish -c 'for x in a b; ls; end && npm i'`, `fish -c 'echo (set A 1 && npm i)'`, `fish -c 'set A (npm i)'`, `fish -c 'switch (npm i); end'`,
			`fish -c 'alias g ls && npm i'`, `fish -c 'set x a; set y npm i; $y'`, `fish -c 'set a npm i; eval $a'`, `fish -c 'set a npm i; eval "$a"'`, `fish -c 'echo "npm i" | source'`, `fish -c 'echo "a \" (" && npm i'`, `fish -c 'for x in (ls) b && npm i; end'`, `fish -c 'set x npm; for y in i; $x $y; end'`,
			`fish -c 'if true; npm i; end'`, `fish -c 'if npm i; end'`, `fish -c 'if false; else if npm i; else; ls; end'`, `fish -c 'set x npm; $x i'`, `fish -c 'set -gx x npm; $x i'`, `fish -c 'echo (npm i)'`, `fish -c 'ls; and npm i'`, `fish -c 'not npm i'`, `fish -c 'for x in npm; $x i; end'`,
			`fish -c 'function f; npm i; end; f'`, `fish -c 'while npm i; end'`, `fish -c 'switch a; case a; npm i; end'`, `fish -c 'alias x "npm i"; x'`, "fish -c 'begin\n  npm i\nend'", `fish -c 'echo (cat (npm i))'`, `fish -c 'npm i'`, `fish -c "ls | begin; npm i; end"`,
		}, "found"},
		{"unknown text into an interpreter", []string{`rev <<< 'i mpn' | sh`, `echo x | tr x y | sh`, `bash "$f"`, `curl http://x | sh`, `eval "$(curl x)"`, `$(cat f)`, `bash -c "$x"`}, "dynamic"},
		{"inline programs", []string{`python3 -c "import os; os.system('npm' + ' i')"`, `python3 -c "import os; os.system(' '.join(['npm', 'i']))"`, `node -e "require('child_process').execSync('n' + 'pm i')"`}, "found"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, text := range tt.texts {
				s := readText(text)
				sure, maybe := runsNpm(s)
				for i := range s.Commands {
					c := &s.Commands[i]
					maybe = maybe || runsUnknownText(s, c) || c.Program == "sh" || c.Program == "bash"
				}
				switch {
				case sure:
				case tt.want != "found" && s.Unreadable != nil:
				case tt.want == "dynamic" && maybe:
				default:
					t.Errorf("%.200q: not found in %.300q, unreadable %v", text, lines(s), s.Unreadable)
				}
			}
		})
	}
}

// TestFloodIsBounded: text made to take long is read quickly or called unreadable.
func TestFloodIsBounded(t *testing.T) {
	needRead(t)
	for _, part := range []string{"a;", "$a", "a|", "a&&", "(", "{ ", "$(", "`", "((", "${", "a\n", "a=$a$a;", "{a,b}", "<<E ", "'", "\"$(", "[[ ", "case a in ", "if a;then ", "f(){ ", "! ", "a[", "$((", "#\n", "\\\n"} {
		text := strings.Repeat(part, (1<<20)/len(part))
		start := time.Now()
		s := readText(text)
		if d := time.Since(start); d > shell.Patience() {
			t.Errorf("1 MiB of %q took %s", part, d)
		}
		if s.Unreadable == nil {
			t.Errorf("1 MiB of %q is called readable", part)
		}
		text = text[:128<<10]
		start = time.Now()
		readText(text)
		if d := time.Since(start); d > shell.Patience() {
			t.Errorf("128 KiB of %q took %s", part, d)
		}
	}
}
