package shell

import "testing"

func TestReadFindsCommandsInEverySpelling(t *testing.T) {
	for _, text := range []string{
		"npm --prefix app i", `\npm i`, `n""pm i`, "X=npm; $X i", "c && X=npm; $X i", `cmd=(npm i); "${cmd[@]}"`,
		`set -- npm i; "$@"`, "$(which npm) i", "timeout -k 5 10s npm i", `find . -execdir npm i \;`,
		"xargs -n1 npm i < f", `bash -lc "cd a && npm ci"`, "bash <<E\nnpm i\nE", "npm i <<E", "! ! npm i",
		"((npm i); x)", `echo "npm i" | sh`, `bash -c "$(echo bnBtIGk= | base64 -d)"`, "if true; then npm i; fi",
		"f() { npm i; }; f", "for p in npm; do $p i; done", "cat <(npm ls)", "ssh h 'npm i'",
		"docker compose exec web npm i", `su -c "npm i" u`, "watch npm test", "alias x=npm; x i", `env -S "npm i"`,
		"{npm,i}", "noglob npm i",
		"git commit -m \"$(cat <<'EOF'\nmessage\nEOF)\"; npm i", "((a); (npm i))", "$((npm i); (b))", "time ! npm i",
		"h[a b]=1; npm i", "cat <<$x\nfoo\n$x\nnpm i", "cat <<E\r\n it's\nE\r\nnpm i", "=npm i", "repeat 1 npm i",
		"echo *(e:'npm i':)", "echo =(npm i)", `f() { "$@"; }; f npm i`, `sh -c '"$@"' _ npm i`, `sh -c '$0 i' npm`,
		"read c <<< npm; $c i", "printf -v c npm; $c i", `a=(npm i); "${a[@]}"`, "b=a; a=npm; ${!b} i",
		"declare -n r=x; x=npm; $r i", "a=xnpm; ${a#x} i", "a=xnpmx; ${a:1:3} i", "a=nxpm; ${a/x/} i", "a=NPM; ${a,,} i",
		"IFS=:; a=npm:i; $a", "trap 'npm i' EXIT", "PROMPT_COMMAND='npm i'", "PS4='$(npm i)'; set -x; :",
		"mapfile -C 'npm i' -c 1 a < f", "command_not_found_handle() { npm i; }; zzz",
		"x='$(npm i)'; echo ${x@P}", "let 'a[$(npm i)]'", "[[ -v 'a[$(npm i)]' ]]", "test -v 'a[$(npm i)]'",
		"printf -v 'a[$(npm i)]' x", "unset 'a[$(npm i)]'", "read 'a[$(npm i)]' <<< x", "[[ 'a[$(npm i)]' -eq 0 ]]",
		"x='a[$(npm i)]'; echo $((x))", "declare 'a[$(npm i)]=1'", "bash <(echo npm i)", ". <(echo npm i)",
		"bash < <(echo npm i)", "exec 3< <(echo npm i); sh <&3", "echo npm i | tee >(sh)", "echo npm i | sh -s",
		"sh +x -c 'npm i'", "bash -O extglob -c 'npm i'", "cp $(which npm) x; ./x i", "ln -s /usr/bin/npm x && ./x i",
		"hash -p /usr/bin/npm x; x i", "exec -a x npm i", "cat > x.sh <<E\nnpm i\nE\nbash x.sh", "echo npm i > x.sh; . ./x.sh",
		"echo 'npm i' >x; chmod +x x; ./x", "n${y}pm i", "$SUDO npm i", "eval npm i", "eval 'X=npm'; $X i", "a='npm i'; eval \"$a\"",
		"if x; then Y=npm; else Y=pnpm; fi; $Y i", "while read l; do $l i; done <<< npm", "echo npm | while read c; do $c i; done",
		"while x; do $P i; P=npm; done", "coproc npm i", "time -- npm i", "!(npm i)", "a=np; a+=m; $a i", "${EDITOR:-npm} i",
		"x=$(cat <<E\nnpm\nE\n); $x i", "bash -c \"$(printf 'npm %s' i)\"", "export X=npm; sh -c '$X i'", "X=npm sh -c '$X i'",
		"{ echo npm i; } | sh", "for i in npm; do echo $i i; done | sh", "sh -c \"\\npm i\"", "a() { b; }; b() { npm i; }; a",
		"npm\\\n i", "f() { local x=npm; $x i; }; f", "case x in x) X=npm;; esac; $X i", "select x in npm; do $x i; done",
		"set npm i; $1 $2", "set -- a npm i; shift; \"$@\"", "declare -A m=([k]=npm); ${m[k]} i", "x=(a npm); ${x[1]} i",
		"x=(npm); $x i", "y=$'\\x6epm'; $y i", "$'\\156pm' i", "cat <<E | sh\nnpm i\nE", "sh 3<<E <&3\nnpm i\nE",
		"exec npm i", "builtin eval npm i", "command npm i", "echo bnBtIGk= | base64 -d | bash", "f() { npm i; }; trap f EXIT",
		"f() { npm i; }; PROMPT_COMMAND=f", "f() { npm i; }; $DYN", "sh <<< 'npm i'", "f() { npm i; }; export -f f; bash -c f",
		"function npm-x { npm i; }; npm-x", "bash -c \"bash -c 'npm i'\"", "env FOO=1 npm i", "nice -n 5 npm i", "nohup npm i &",
		"npm.cmd i", "NPM.EXE; C:\\\\x\\\\npm.exe i", "/usr/bin/npm i", "a | b | npm i", "echo `npm i`", "$(echo npm) i",
	} {
		t.Run(text, func(t *testing.T) {
			if s := Read(text, Options{Dir: "/home/u/project", Home: "/home/u"}); !runsNpm(s) {
				t.Errorf("npm not found in %q: %v", programs(s), s.Unreadable)
			}
		})
	}
}

func TestReadFindsNoCommandsInText(t *testing.T) {
	for _, text := range []string{
		"grep npm package.json", `git commit -m "drop npm"`, "git commit -F - <<'E'\nnpm i\nE",
		"gh pr create --body \"$(cat <<'E'\nrun npm i\nE\n)\"", "cat docs/npm.md", "ls node_modules/npm", "which npm",
		"make npm", "# npm i", `python3 -c "print('npm install')"`, "pnpm add npm-run-all",
		`sed -i "s/npm ci/pnpm i/" ci.yml`, "git checkout npm", "mkdir npm && cd npm", `diff <(echo "npm i") a`,
		"npm() { :; }; npm i", "f() { npm i; }", "echo 'npm i' > x.sh", "echo npm i", "cat <<E\nnpm i\nE", "x='npm i'",
		"command -v npm", "type npm", "echo '$(npm i)'", "echo \\$\\(npm i\\)", "f() { npm i; }; echo $(date)",
		"printf 'npm i\\n' >> notes.txt", "alias n=npm", "export CMD=npm", "[[ npm = x ]]", "case npm in npm) :;; esac",
		"for x in npm; do echo $x; done", "x=(npm i); echo ${x[@]}", "echo npm | grep npm", "rg 'npm (i|ci)' .",
		"while read l; do echo $l; done <<< 'npm i'", "awk '/npm i/ {print}' f", "jq '.scripts.npm' package.json",
	} {
		t.Run(text, func(t *testing.T) {
			if s := Read(text, Options{Dir: "/home/u/project", Home: "/home/u"}); runsNpm(s) || s.Unreadable != nil {
				t.Errorf("found %q: %v", programs(s), s.Unreadable)
			}
		})
	}
}

func TestAFunctionThatOnlyCallsItselfIsShown(t *testing.T) {
	s := Read(":(){ :|:& };:", Options{})
	for _, c := range s.Commands {
		if c.Program == ":" && len(c.Pipes) > 0 {
			return
		}
	}
	t.Errorf("no : that pipes into another in %d commands", len(s.Commands))
}

func TestAFolderOfWindowsAtTheEnd(t *testing.T) {
	s := Read(`powershell -Command "Remove-Item -Recurse C:\"`, Options{})
	if s.Unreadable != nil || len(s.Commands) < 2 || s.Commands[len(s.Commands)-1].Program != "Remove-Item" {
		t.Errorf("got %d commands, unreadable %v", len(s.Commands), s.Unreadable)
	}
}

func TestADescriptorThatOnlyOneBranchOpens(t *testing.T) {
	s := Read("[ -f x ] || exec 3< <(echo npm i); bash <&3", Options{})
	for _, c := range s.Commands {
		if c.Program == "npm" {
			return
		}
	}
	t.Error("npm is not found")
}

func TestEchoAndPrintfPrintWhatBashPrints(t *testing.T) {
	for _, text := range []string{`echo -e -n 'n\x70m i' | bash`, `eval "$(echo -n -e 'n\x70m i')"`, `echo -ne 'n\160m i' | sh`} {
		found := false
		for _, c := range Read(text, Options{}).Commands {
			found = found || c.Program == "npm"
		}
		if !found {
			t.Errorf("npm is not found in %s", text)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{`printf '\u0065vil\n' > f`, "evil\n"},
		{`echo -e '\u0065vil' > f`, "evil\n"},
		{`printf '%.4s\n' evilXYZ > f`, "evil\n"},
		{`echo -e 'evil\c xx' > f`, "evil"},
		{`printf '%d-%s' 7 x > f`, "7-x"},
	} {
		s := Read(tt.text, Options{})
		for i := range s.Commands {
			for _, e := range Effects(&s.Commands[i]) {
				if e.Text != nil && e.Text.Text != tt.want {
					t.Errorf("%s writes %q, want %q", tt.text, e.Text.Text, tt.want)
				}
			}
		}
	}
}

func TestSetWithAnOptionThatTakesAWord(t *testing.T) {
	for _, text := range []string{"set -euo pipefail; $@ npm i", "set -eo pipefail -u; $@ npm i", "set -euo pipefail x; shift; $@ npm i"} {
		s := Read(text, Options{})
		if last := s.Commands[len(s.Commands)-1]; last.Program != "npm" {
			t.Errorf("%s runs %q", text, last.Program)
		}
	}
}
