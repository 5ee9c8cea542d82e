package shell

import (
	"slices"
	"strings"
	"testing"
)

// handMade makes a command of a line of words, without help of the walker: blanks
// separate, quotes keep together, NAME=value in front is environment. A here-document
// stands behind " <<< ".
func handMade(line string) *Command {
	line, in, hasIn := strings.Cut(line, " <<< ")
	c := &Command{Parent: -1, Span: Span{0, len(line)}}
	words := splitText(line)
	for len(words) > 0 {
		name, value, ok := assignment(Word{Value: Value(words[0])})
		if !ok {
			break
		}
		c.Env = append(c.Env, Assign{name, value})
		words = words[1:]
	}
	if len(words) == 0 {
		return c
	}
	for _, w := range words {
		c.Args = append(c.Args, Word{Value: Value(strings.ReplaceAll(w, "…", Unknown))})
	}
	if hasIn {
		c.Stdin = &Text{Value: Value(in)}
	}
	return named(c)
}

// named takes the program from the first word.
func named(c *Command) *Command {
	c.Name, c.Args = c.Args[0], c.Args[1:]
	if c.Name.Value.Known() {
		base := string(c.Name.Value)
		base = base[strings.LastIndexByte(base, '/')+1:]
		c.Program = strings.TrimSuffix(strings.TrimSuffix(base, ".exe"), ".cmd")
	}
	return c
}

// runs lists all that a command runs, itself included, as a walker would find it. Its
// reading of shell text is crude: good enough for one simple command each.
func runs(c *Command, depth int) []string {
	line := c.Program
	for _, w := range c.Args {
		line += " " + w.Value.String()
	}
	out := []string{line}
	if depth > 20 {
		return append(out, "too deep")
	}
	for _, n := range nest(c, []string{"mywrap"}) {
		out = append(out, runsNested(c, n, depth)...)
	}
	return out
}

func runsNested(c *Command, n nested, depth int) []string {
	switch n.kind {
	case nestedArgs:
		if len(n.words) == 0 {
			return nil
		}
		return runs(named(&Command{Args: n.words, Env: n.env, Stdin: c.Stdin}), depth+1)
	case nestedText:
		return runsText(n.lang, n.text.Value, n.positional, c, depth)
	case nestedStdin:
		if c.Stdin == nil {
			return []string{"stdin"}
		}
		return runsText(n.lang, c.Stdin.Value, n.positional, nil, depth)
	}
	return []string{"file " + n.text.Value.String()}
}

func runsText(lang language, text Value, positional []Word, c *Command, depth int) []string {
	var out []string
	if lang != shellText {
		more, _, _ := inline(lang, text, Span{}, nil)
		for _, n := range more {
			out = append(out, runsNested(&Command{}, n, depth+1)...)
		}
		return out
	}
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(string(text), "&&", ";"), func(r rune) bool { return r == ';' || r == '\n' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if strings.Contains(part, `"$@"`) && len(positional) > 0 {
			part = strings.ReplaceAll(part, `"$@"`, string(joinWords(positional[1:]).Value))
		}
		inner := handMade(part)
		if inner.Program == "" {
			continue
		}
		if c != nil {
			inner.Stdin = c.Stdin
		}
		out = append(out, runs(inner, depth+1)...)
	}
	return out
}

type nestRow struct {
	name string // empty: the line is name enough
	line string
	want string // a command that is found behind the first; empty: no npm at all
}

func checkRuns(t *testing.T, rows []nestRow) {
	t.Helper()
	for _, row := range rows {
		name := row.name
		if name == "" {
			name = row.line
		}
		t.Run(name, func(t *testing.T) {
			checkRead(t, row)
			got := runs(handMade(row.line), 0)[1:]
			if row.want != "" {
				if !slices.Contains(got, row.want) {
					t.Errorf("%s\nruns %q, not %q", row.line, got, row.want)
				}
				return
			}
			for _, line := range got {
				if strings.HasPrefix(line, "npm") {
					t.Errorf("%s\nruns %q", row.line, got)
				}
			}
		})
	}
}

// checkRead gives the same line to Read, as a shell would get it.
func checkRead(t *testing.T, row nestRow) {
	t.Helper()
	line, in, hasIn := strings.Cut(row.line, " <<< ")
	var text strings.Builder
	front := true
	for i, word := range splitText(line) {
		if i > 0 {
			text.WriteByte(' ')
		}
		name, value, ok := assignment(Word{Value: Value(word)})
		if front = front && ok; front {
			text.WriteString(name + "=")
			word = value.Text()
		}
		text.WriteString(string(quoteShell(Value(word))))
	}
	if hasIn {
		text.WriteString(" <<< " + string(quoteShell(Value(in))))
	}
	script := Read(text.String(), Options{Dir: "/w", Home: "/h", Wrappers: []string{"mywrap"}})
	if u := script.Unreadable; u != nil {
		t.Errorf("%s\nis unreadable: %s", text.String(), u.Why)
	}
	var got []string
	for i, c := range script.Commands {
		if i > 0 || strings.HasPrefix(line, "time ") {
			got = append(got, strings.TrimSuffix(strings.TrimSpace(c.Program+" "+string(joinWords(c.Args).Value)), " "+Unknown))
		}
	}
	switch {
	case row.want != "" && !slices.Contains(got, row.want):
		t.Errorf("%s\nRead finds %q, not %q", text.String(), got, row.want)
	case row.want == "" && slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "npm") }):
		t.Errorf("%s\nRead finds %q", text.String(), got)
	}
}

func TestWrappersRunTheirWords(t *testing.T) {
	rows := []nestRow{}
	for _, line := range []string{
		"sudo npm i", "sudo -u root npm i", "sudo -nu root npm i", "sudo --user root npm i", "sudo --user=root npm i", "sudo --us root npm i",
		"sudo -E -H npm i", "sudo -- npm i", "sudo A=1 B=2 npm i", "sudo -u root -- A=1 npm i", "sudo -i npm i", "sudo -D /x npm i", "/usr/bin/sudo npm i",
		"env npm i", "env A=1 npm i", "env -i A=1 npm i", "env - npm i", "env -u X npm i", "env -C d npm i", "env --chdir=d npm i", "env -S 'npm i'", "env -S'npm i'", "env -iS 'A=1 npm' i", "env --split-string='npm i'", "env -S '-i npm i'", "env -- npm i", "env --unset=A npm i",
		"nohup npm i", "timeout 5 npm i", "timeout -k 5 10s npm i", "timeout -s KILL 5 npm i", "timeout --signal=KILL 5 npm i", "timeout --foreground 5 npm i", "timeout -- 5 npm i", "timeout -k5 10 npm i", "gtimeout 5 npm i",
		"nice npm i", "nice -n 10 npm i", "nice -10 npm i", "nice -n10 npm i", "nice --adjustment=5 npm i", "ionice -c3 npm i", "ionice -c 2 -n 0 npm i", "setsid -w npm i", "stdbuf -oL npm i", "stdbuf -o L -e 0 npm i", "stdbuf --output=L npm i",
		"flock f npm i", "flock -n f npm i", "flock -w 5 f npm i", "flock f -c 'npm i'", "flock -x f --command 'npm i'", "setarch x86_64 -R npm i", "setarch -R npm i", "setarch x86_64 npm i", "linux64 npm i", "taskset 1 npm i", "taskset -c 0-3 npm i", "chrt 5 npm i", "chrt -r 5 npm i", "chrt -b 0 npm i", "chrt --batch npm i",
		"time npm i", "time -p npm i", "time -- npm i", "/usr/bin/time -f %e npm i", "gtime -o f -- npm i", "command npm i", "command -p npm i", "command -- npm i", "builtin command npm i", "exec npm i", "exec -a x npm i", "exec -cl npm i", "exec -- npm i",
		"doas npm i", "doas -u root npm i", "pkexec npm i", "pkexec --user root npm i", "gosu node npm i", "su-exec node npm i", "tini -- npm i", "tini -s -- npm i", "dumb-init -- npm i", "dumb-init npm i", "chronic npm i", "unbuffer npm i", "unbuffer -p npm i",
		"su -c 'npm i'", "su u -c 'npm i'", "su - u -c 'npm i'", "su -c 'npm i' u", "su --command='npm i' u", "su -l u -c 'npm i'", "su -s /bin/sh u -c 'npm i'", "su -lc 'npm i' u", "runuser -u u -- npm i", "runuser -u u npm i", "runuser u -c 'npm i'", "runuser -l u -c 'npm i'",
		"sg docker 'npm i'", "sg docker -c 'npm i'", "script -c 'npm i' f", "script -qc 'npm i' /dev/null", "script -q /dev/null npm i", "script -qec 'npm i'", "watch npm i", "watch -n 1 npm i", "watch -n1 -d 'npm i'", "watch -x npm i", "watch --exec npm i", "watch --differences=permanent npm i",
		"chroot d npm i", "chroot --userspec=a:b d npm i", "unshare -r npm i", "unshare --mount --pid --fork npm i", "nsenter -t 1 -m npm i", "setpriv --reuid 1 npm i", "setpriv --reuid=1 --clear-groups npm i", "fakeroot npm i", "fakeroot -- npm i", "xvfb-run npm i", "xvfb-run -a npm i", "xvfb-run -s '-screen 0' npm i", "xvfb-run --server-args=x npm i", "caffeinate -i npm i", "caffeinate -t 5 npm i", "firejail --net=none npm i", "bwrap --ro-bind / / --dev /dev npm i", "bwrap --setenv A b --chdir /x -- npm i",
		"systemd-run npm i", "systemd-run --user --scope -p X=1 npm i", "systemd-run --unit=x --pty npm i", "strace npm i", "strace -f -e trace=open -o f npm i", "ltrace -o f npm i", "perf stat npm i", "perf stat -e cycles npm i", "perf record -g -o f -- npm i", "hyperfine 'npm i'", "hyperfine -w 3 'npm i' ls", "hyperfine --prepare 'npm i' ls", "hyperfine -L a 1,2 'npm i'", "valgrind --tool=x npm i",
		"rtk npm i", "rtk proxy npm i", "noglob npm i", "nocorrect npm i", "repeat 3 npm i", "busybox nohup npm i", "busybox sh -c 'npm i'", "toybox timeout 5 npm i", "mywrap npm i", "mywrap -x npm i", "mywrap -x y npm i", "mywrap --x=y npm i", "mywrap -- npm i",
		"xargs npm i", "xargs -n1 npm i", "xargs -n 1 -P 4 npm i", "xargs -0 npm i", "xargs -r npm i", "xargs -a f npm i", "xargs -d , npm i", "xargs --max-args=1 npm i", "xargs -i npm i", "xargs -L1 npm i",
		"parallel npm ::: i", "find . -exec npm i ;", "find . -name x -exec npm i ;", "find . -execdir npm i ;", "find . -ok npm i ;", "find . -okdir npm i ;", "find . -exec ls {} ; -exec npm i ;", "find -exec npm i ;", "find -L a b -type f -exec npm i ;", "fd -x npm i", "fd . -X npm i",
		"ssh h npm i", "ssh h 'npm i'", "ssh -p 22 u@h npm i", "ssh -tt h -p 22 'npm i'", "ssh -i k -o A=b h -- npm i", "ssh -J j h 'cd a && npm i'", "autossh -M 0 h npm i", "sshpass -p x ssh h npm i", "mosh h -- npm i",
		"docker exec c npm i", "docker exec -it c npm i", "docker exec -w /x -e A=b c npm i", "docker exec -u root c sh -c 'npm i'", "docker run img npm i", "docker run --rm -it -v a:b -e A=b img npm i", "docker run --name x --network host img npm i", "docker run --entrypoint npm img i", "docker run --entrypoint sh img -c 'npm i'", "docker run --rm=true img npm i", "docker -H x exec c npm i", "docker --context x run img npm i", "docker container exec c npm i", "podman exec c npm i", "podman run --rm img npm i", "nerdctl run img npm i",
		"docker compose exec web npm i", "docker compose exec -T web npm i", "docker compose -f a.yml exec -u root web npm i", "docker compose run --rm web npm i", "docker-compose exec web npm i", "docker-compose -p x run web npm i", "podman-compose exec web npm i",
		"kubectl exec p -- npm i", "kubectl exec -it p -c c -- npm i", "kubectl -n ns exec p -- npm i", "kubectl exec deploy/x --container=c -- sh -c 'npm i'", "oc exec p -- npm i", "kubectl run x --image=y -- npm i",
		"npx npm i", "npx -y npm i", "npx --yes npm@10 i", "npx -p npm npm i", "npx --package=npm npm i", "npx -c 'npm i'", "npx --call 'npm i'", "npx -- npm i", "npm exec npm i", "npm exec -- npm i", "npm exec -c 'npm i'", "npm x npm i", "bunx npm i", "bun x npm i", "pnpm dlx npm i", "yarn dlx npm i", "yarn dlx -p npm npm i", "pnpx npm i",
		"pnpm exec npm i", "pnpm -r exec npm i", "pnpm --filter a exec npm i", "pnpm -C d exec npm i", "yarn exec npm i", "yarn exec -- npm i", "bun exec 'npm i'", "lerna exec -- npm i", "lerna exec --scope a -- npm i", "nx exec -- npm i", "cross-env A=b npm i", "cross-env-shell A=b 'npm i'", "dotenv -- npm i", "dotenv -e .env -- npm i", "dotenv -e .env npm i", "dotenvx run -- npm i",
		"uv run npm i", "uv run --with x npm i", "uv --directory d run npm i", "poetry run npm i", "pipenv run npm i", "hatch run npm i", "pixi run npm i", "conda run -n e npm i", "conda run --no-capture-output -n e npm i", "pdm run npm i",
		"nix-shell --run 'npm i'", "nix-shell -p nodejs --run 'npm i'", "nix-shell -p a b --command 'npm i'", "nix develop -c npm i", "nix develop .#x --command npm i", "nix shell nixpkgs#nodejs -c npm i", "nix --extra-experimental-features x develop -c npm i", "nix run nixpkgs#npm -- i",
		"entr npm i", "entr -r npm i", "entr -s 'npm i'", "nodemon --exec 'npm i'", "nodemon -w src -x 'npm i'", "concurrently 'npm i' ls", "watchexec -e ts npm i",
		"direnv exec . npm i", "mise exec -- npm i", "mise x node@20 -- npm i", "mise exec node@20 -c 'npm i'", "asdf exec npm i", "volta run --node 20 npm i", "corepack npm i", "nvm exec 20 npm i", "nvm exec npm i", "nvm exec lts/* npm i", "fnm exec --using 20 npm i", "bundle exec npm i",
		"wsl npm i", "wsl -e npm i", "wsl --exec npm i", "wsl -- npm i", "wsl -d Ubuntu -u root npm i", "wsl --cd / -e npm i", "wsl -d U -- sh -c 'npm i'",
		"start-stop-daemon --start --exec npm -- i", "doppler run -- npm i", "doppler run --command 'npm i'", "gdb --args npm i", "xterm -e npm i", "ssh-agent npm i", "dbus-run-session -- npm i", "flatpak run --command=npm x i", "gcloud compute ssh h --command 'npm i'", "vagrant ssh -c 'npm i'",
		"sudo env A=1 nohup timeout 5 nice npm i",
	} {
		rows = append(rows, nestRow{line: line, want: "npm i"})
	}
	checkRuns(t, rows)
}

func TestWordsThatRunNothing(t *testing.T) {
	var rows []nestRow
	for _, line := range []string{
		"which npm", "type npm", "command -v npm", "command -V npm", "man npm", "whatis npm", "hash npm", "sudo -l npm", "sudo -v", "sudo -e npm", "sudo -u npm ls", "env", "env A=npm", "env -u npm ls", "timeout 5", "nice", "xargs", "taskset -p 1", "chrt -p 5", "ionice -p 5",
		"find . -name npm", "find npm -type f", "find . -path npm -prune -o -print", "fd npm", "docker exec npm ls", "docker run npm", "docker run --name npm img ls", "docker pull npm", "docker compose exec npm ls", "kubectl exec npm -- ls", "kubectl get npm", "ssh npm", "ssh -l npm h ls", "npm exec", "npx -p npm ls", "npx --package npm ls",
		"pnpm add npm", "yarn add npm", "bun add npm", "git commit -m 'npm i'", "grep npm f", "echo npm i", "make npm", "watch -n 5 ls npm", "flock npm ls", "chroot npm ls", "strace -e npm ls", "nodemon npm.js", "direnv exec npm ls", "mise install npm", "mise use npm", "asdf install npm", "conda run -n npm ls", "uv pip install npm", "uv run --with npm ls", "nix-shell -p npm", "nix build npm", "corepack enable npm", "corepack prepare npm@10 --activate", "start-stop-daemon --stop --exec npm", "wsl -l npm", "wsl --install npm", "tar cf npm d", "rsync npm h:", "man -k npm",
	} {
		rows = append(rows, nestRow{line: line})
	}
	checkRuns(t, rows)
}
