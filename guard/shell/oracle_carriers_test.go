package shell_test

// wrapperForms are leaves: a program that runs its arguments.
func wrapperForms() []*form {
	return []*form{
		leafForm("env", `env ‹c›`, `env A=1 ‹c›`, `env -i PATH="$PATH" ‹c›`, `env -u HOME ‹c›`, `env -C / ‹c›`, `env -S '‹C›'`, `env -S"‹C›"`, `env --split-string='‹C›'`, `env -i A=1 ‹bin›/‹P› ‹a›`, `env -- ‹c›`, `env --unset=X ‹c›`, `env - PATH="$PATH" ‹c›`, `env --chdir=/ ‹c›`, `env -vS '‹P› ‹A1›' ‹A2›`, `/usr/bin/env ‹c›`, `env -uX -uY A=b ‹c›`).with("env", 15),
		leafForm("timeout", `timeout 5 ‹c›`, `timeout -k 5 10s ‹c›`, `timeout --signal=KILL 5 ‹c›`, `timeout -s 9 5 ‹c›`, `timeout --foreground 5 ‹c›`, `timeout --kill-after 1 5 ‹c›`, `timeout -v -- 5 ‹c›`, `timeout --preserve-status 0.9 ‹c›`, `timeout -k1 5 ‹c›`, `timeout -sKILL 5 ‹c›`, `timeout --sig=9 5 ‹c›`).with("timeout", 10),
		leafForm("nice", `nice ‹c›`, `nice -n 5 ‹c›`, `nice -5 ‹c›`, `nice --adjustment=5 ‹c›`, `nice -n5 ‹c›`, `nice --adj 3 ‹c›`, `nice -n 1 nice ‹c›`).with("nice", 5),
		leafForm("nohup", `nohup ‹c›`, `nohup ‹c› >/dev/null 2>&1 & wait`, `nohup -- ‹c›`).with("nohup", 5),
		leafForm("setsid", `setsid ‹c›`, `setsid -w ‹c›`, `setsid --wait --fork ‹c›`, `setsid -f ‹c›`).with("setsid", 5),
		leafForm("stdbuf", `stdbuf -oL ‹c›`, `stdbuf -o L ‹c›`, `stdbuf --output=0 -eL ‹c›`, `stdbuf -i0 -o0 -e0 ‹c›`).with("stdbuf", 5),
		leafForm("flock", `flock ‹file› ‹c›`, `flock -n ‹file› ‹c›`, `flock -w 1 ‹file› ‹c›`, `flock ‹file› -c '‹C›'`, `flock --timeout 1 -x ‹file› ‹c›`, `flock -E 3 -s ‹file› ‹c›`, `flock / ‹c›`, `flock ‹file› --command '‹C›'`, `flock -no ‹file› ‹c›`).with("flock", 5),
		leafForm("script", `script -qc '‹C›' /dev/null`, `script -q /dev/null -c '‹C›'`, `script --command='‹C›' ‹file›`, `script -efqc "‹C›" ‹file›`).with("script", 3),
		leafForm("ionice", `ionice -c2 -n0 ‹c›`, `ionice -c 3 ‹c›`, `ionice -t -c idle ‹c›`).with("ionice", 4),
		leafForm("taskset", `taskset -c 0 ‹c›`, `taskset 1 ‹c›`, `taskset -ac 0 ‹c›`, `taskset 0x1 ‹c›`).with("taskset", 4),
		leafForm("chrt", `chrt -o 0 ‹c›`, `chrt --other 0 ‹c›`, `chrt -b 0 ‹c›`, `chrt --idle 0 ‹c›`).with("chrt", 4),
		leafForm("strace", `strace -o /dev/null ‹c›`, `strace -f -e trace=none ‹c›`, `strace -qq -e execve ‹c›`, `strace -fo /dev/null ‹c›`, `strace -E A=1 -s 10 -o /dev/null -- ‹c›`).with("strace", 2),
		leafForm("watch", `timeout 0.2 watch ‹C›`, `timeout 0.2 watch -n 5 '‹C›'`, `timeout 0.2 watch -x ‹c›`, `timeout 0.2 watch --exec -n5 ‹c›`).with("watch timeout", 1),
		leafForm("chroot", `chroot / ‹c›`, `chroot --userspec=0:0 / ‹c›`, `chroot --skip-chdir / ‹c›`).with("chroot", 3),
		leafForm("name spaces and ids", `unshare ‹c›`, `unshare -m ‹c›`, `unshare -rf ‹c›`, `setpriv --nnp ‹c›`, `setpriv --reuid 0 ‹c›`, `setpriv --reuid=0 --keep-groups -- ‹c›`, `unshare --fork -- ‹c›`, `nsenter ‹c›`).with("unshare setpriv nsenter", 3),
		leafForm("limits and personality", `prlimit --nofile=100 ‹c›`, `prlimit -n100 ‹c›`, `setarch -R ‹c›`, `setarch x86_64 ‹c›`, `linux64 ‹c›`, `setarch x86_64 -R ‹c›`).with("prlimit setarch linux64", 3),
		leafForm("start-stop-daemon", `start-stop-daemon --start --exec ‹bin›/‹P› -- ‹a›`, `start-stop-daemon -S -x ‹bin›/‹P› -- ‹a›`).with("start-stop-daemon", 2),
		leafForm("busybox", `busybox sh -c '‹C›'`, `busybox env ‹c›`, `busybox timeout 5 ‹c›`).with("busybox", 5),
		leafForm("find", `find . -maxdepth 0 -exec ‹c› \;`, `find . -maxdepth 0 -execdir ‹c› ';'`, `find . -maxdepth 0 -exec ‹c› {} +`, `find . -maxdepth 0 -type d -exec ‹c› {} \; -print`, `find . -maxdepth 0 -false -o -exec ‹c› ";"`, `find . -maxdepth 0 -exec true \; -exec ‹c› \;`, `find . -maxdepth 0 \( -name . -exec ‹c› \; \)`,
			`touch ‹file›; find ‹file› -exec ‹c› {} \;`, `echo y | find . -maxdepth 0 -ok ‹c› \;`, `find . -maxdepth 0 -execdir ‹c› {} +`).with("find", 12),
		leafForm("xargs", `echo x | xargs ‹c›`, `xargs ‹c› <<< x`, `echo x | xargs -n1 ‹c›`, `echo x | xargs -I{} ‹c› {}`, `echo '‹A›' | xargs ‹P›`, `echo '‹C›' | xargs -n9 env`, `printf '%s\0' x | xargs -0 ‹c›`, `xargs -r -P2 ‹c› <<< 'a b'`, `echo x | xargs -t -L 1 ‹c›`, `echo x | xargs --max-args=1 ‹c›`, `xargs -a <(echo x) ‹c›`,
			`echo x > ‹file›; xargs -n1 ‹c› < ‹file›`, `echo x | xargs -d '\n' ‹c›`, `echo x | xargs -ifoo ‹c› foo`, `echo x | xargs -I_ env A=_ ‹c›`, `echo ‹C› | xargs timeout 5`, `printf '%s\n' ‹C› | xargs env`).with("xargs", 15),
		leafForm("wrapper on wrapper", `env nice timeout 5 ‹c›`, `timeout 5 env A=1 nohup ‹c›`, `nice setsid -w stdbuf -oL ‹c›`, `command env -- timeout -k 1 5 ‹c›`, `time env ‹c›`, `exec 3>/dev/null; env ‹c›`, `echo x | xargs env timeout 5 ‹c›`, `find . -maxdepth 0 -exec env timeout 5 ‹c› \;`, `nohup nice -n 1 sh -c '‹C›'`, `setsid -w bash -c 'exec ‹C›'`,
			`‹v›=(env timeout 5); "${‹v›[@]}" ‹c›`, `‹v›='timeout 5'; $‹v› ‹c›`, `‹v›=; $‹v› ‹c›`, `${‹v›:+env} ‹c›`, `‹v›=env; $‹v› ‹c›`, `‹f›() { timeout 5 "$@"; }; ‹f› ‹c›`, `‹f›() { env -- "$@"; }; ‹f› ‹c›`).with("timeout setsid nohup xargs find", 12),
		leafForm("hidden by the list of words", `sudo() { "$@"; }; sudo ‹c›`, `‹v›=$(true); $‹v› ‹c›`, `$(true) ‹c›`, `"${‹v›[@]}" ‹c›`, `$@ ‹c›`, `$‹v› $‹w› ‹c›`, `${‹v›} ‹c›`, `$* ‹c›`, "`` ‹c›", `${‹v›}‹c›`, `{ ‹c›; }`, `(‹c›)`, `‹v›=1 $‹w› ‹c›`, "$(: )\\\n ‹c›").with("", 10),
	}
}

// carrierForms are leaves: options and variables of other programs that run text.
func carrierForms() []*form {
	return []*form{
		leafForm("git alias and config", `git -c alias.x='!‹C›' x`, `git -c 'alias.x=!‹P› ‹A1›' x ‹A2›`, `git -c alias.x='!‹C›' -c a.b=c x`, `‹v›='!‹C›' git --config-env=alias.x=‹v› x`, `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!‹C›' git x`, `git init -q; git config alias.x '!‹C›'; git x`,
			`git config --global alias.x '!‹C›'; git x; rm -f ~/.gitconfig`, `git init -q ; git -c core.fsmonitor='‹C›; false' status`, `git init -q; git -c core.editor='‹C›; true' commit --allow-empty`, `git init -q; GIT_EDITOR='‹C›; true' git commit --allow-empty`, `git init -q; EDITOR='‹C›; true' git commit --allow-empty`,
			`GIT_SSH_COMMAND='‹C› ;' git ls-remote ssh://h/x`, `git -c core.sshCommand='‹C› ;' ls-remote ssh://h/x`, `GIT_SSH_COMMAND='‹C› ;' git clone ssh://h/x`, `git -c protocol.ext.allow=always ls-remote 'ext::‹C›'`, `git -c alias.x='!sh -c "‹C›"' x`,
			`git init -q; echo a > f; git add f; git commit -qm a; echo b > f; GIT_EXTERNAL_DIFF='‹C› ;' git diff`, `git init -q; echo a > f; git add f; git commit -qm a; echo b > f; git -c diff.external='‹C› ;' diff`, `git init -q; git commit -q --allow-empty -m a; git rebase -q --root -x '‹C›'`, `git init -q; git commit -q --allow-empty -m a; git rebase -q --exec='‹C›' --root`,
			`git init -q; for i in 1 2 3; do git commit -q --allow-empty -m a; done; git bisect start HEAD HEAD~2; git bisect run ‹C›`, `git init -q; git -c protocol.file.allow=always submodule foreach '‹C›'; ‹C›`, `git init -q; git commit -q --allow-empty -m a; FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch --msg-filter '‹C›; cat' HEAD`,
			`git init -q; git commit -q --allow-empty -m a; GIT_SEQUENCE_EDITOR='‹C›; true' git rebase -i --root`, `GIT_ASKPASS='‹bin›/‹P›' git -c credential.helper='!‹C›;' credential fill <<< $'protocol=https\nhost=h\n'`).with("git", 6),
		leafForm("tar", `tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec='‹C›' /dev/null`, `tar cf /dev/null --checkpoint=1 --checkpoint-action=exec="‹C›" .`, `touch a; tar -cf ‹file› --use-compress-program='‹C›' a`, `touch a; tar -I '‹C›' -cf ‹file› a`, `touch a; tar cf a.tar a; tar xf a.tar --to-command='‹C›'`,
			`touch a; tar -cf a.tar a; tar -x --to-command '‹C›' -f a.tar`, `tar cf /dev/null --checkpoint-action 'exec=‹C›' --checkpoint=1 .`).with("tar", 6),
		leafForm("make", `make --eval='x:;‹C›' x`, `make --eval 'x: ; @‹C›' x`, `make -f - <<< 'x:;‹C›'`, `printf 'x:\n\t‹C›\n' > Makefile; make`, `make --eval='$(shell ‹C›)' -f /dev/null x`, `make -f <(printf 'x:\n\t@‹C›\n')`, "cat > Makefile <<'‹E›'\nall:\n\t‹C›\n‹E›\nmake all", `make -E 'x:;‹C›' x`).with("make", 5),
		leafForm("sed", `sed '1e ‹C›' <<< x`, `sed 's|.*|‹C›|e' <<< x`, `sed -n '1e ‹C›' <<< x`, `echo ‹C› | sed e`, `sed -e p -e '1e ‹C›' <<< x`, `sed --expression='1e‹C›' <<< x`, `echo x | sed -E 's,(x),‹C›,e'`, `sed -n 's,x,‹C›,pe' <<< x`, `sed 's|x|‹C›|ge' <<< x`).with("sed", 6),
		leafForm("awk", `awk 'BEGIN{system("‹C›")}'`, `awk 'BEGIN { "‹C›" | getline x }'`, `awk 'BEGIN{print "x" | "‹C›"}'`, `awk '{system("‹C›")}' <<< x`, `awk -v c='‹C›' 'BEGIN{system(c)}'`, `awk 'BEGIN{system("‹P›" " ‹A›")}'`, `awk 'BEGIN{c="‹C›"; system(c)}'`, `awk 'BEGIN{while (("‹C›" | getline x) > 0) print x}'`, "awk -f - <<'‹E›' /dev/null\nBEGIN{system(\"‹C›\")}\n‹E›\n",
			`mawk 'BEGIN{system("‹C›")}'`, `awk -F: 'END{system("‹C›")}' /dev/null`, `echo '‹C›' | awk '{system($0)}'`, `awk 'BEGIN{printf "‹C›\n" | "sh"}'`).with("awk mawk", 8),
		leafForm("vim and ed", `vim -es -c '!‹C›' -c q </dev/null`, `vim -Es -u NONE '+!‹C›' +q </dev/null`, `vim -es -u NONE --cmd 'call system("‹C›")' -c q`).with("vim", 1),
		leafForm("ed", `printf '!‹C›\nq\n' | ed -s`, `ed -s <<< '!‹C›'`).with("ed", 3),
		leafForm("sqlite3", `sqlite3 :memory: '.shell ‹C›'`, `echo '.shell ‹C›' | sqlite3`, `sqlite3 :memory: '.system ‹C›'`).with("sqlite3", 3),
		leafForm("split and sort", `echo x | split --filter='‹C›'`).with("split", 3),
		leafForm("python3 -c", `python3 -c "import os; os.system('‹C›')"`, `python3 -c 'import subprocess; subprocess.run(["‹P›", "‹A1›"])'`, `python3 -c 'import subprocess; subprocess.run(‹argv›)'`, `python3 -c 'import subprocess as s; s.check_call("‹C›", shell=True)'`, `python3 -c "import os; os.popen('‹C›').read()"`,
			`python3 -c 'import os; os.execvp("‹P›", ‹argv›)'`, "python3 - <<'‹E›'\nimport os\nos.system('‹C›')\n‹E›\n", "python3 <<'‹E›'\nfrom subprocess import run\nrun(‹argv›, check=True)\n‹E›\n", `echo "import os; os.system('‹C›')" | python3`, `python3 -Sc "import os; os.system('‹P› ' + '‹A›')"`, `python3 -c "import os; os.system(' '.join(['‹P›', '‹A›']))"`,
			`python3 -c 'from os import system as f; f("‹C›")'`, `python3 -c 'import subprocess; subprocess.Popen(‹argv›).wait()'`, `python3 -I -c 'import subprocess; subprocess.getoutput("‹C›")'`, `python3 <<< 'import os; os.system("‹C›")'`, "cat > ‹file›.py <<'‹E›'\nimport os\nos.system('‹C›')\n‹E›\npython3 ‹file›.py", `python3 -c "__import__('os').system('‹C›')"`).with("python3", 3),
		leafForm("node -e", `node -e "require('child_process').execSync('‹C›')"`, `node -e 'require("child_process").spawnSync("‹P›", ["‹A1›"])'`, `node --eval 'const {execFileSync: x} = require("child_process"); x("‹P›", ["‹A1›"])'`, `node -e 'const cp = require("node:child_process"); cp.execSync("‹C›", {stdio: "inherit"})'`, "node <<'‹E›'\nrequire('child_process').execSync(`‹C›`)\n‹E›\n",
			`node -p 'require("child_process").execSync("‹C›").toString()'`, `node --input-type=module -e 'import {execSync} from "child_process"; execSync("‹C›")'`, `echo "require('child_process').execSync('‹C›')" | node`).with("node", 1),
		leafForm("perl -e", `perl -e 'system("‹C›")'`, `perl -e 'system("‹P›", "‹A1›")'`, `perl -e 'exec "‹C›"'`, "perl -e 'print `‹C›`'", `perl -e 'print qx{‹C›}'`, `perl -E 'system qw(‹C›)'`, `perl -we 'system("‹C›") == 0 or die'`, `perl -e 'open(my $f, "-|", "‹C›"); print <$f>'`, "perl <<'‹E›'\nsystem('‹C›');\n‹E›\n", `perl -ne 'system("‹C›")' <<< x`,
			`echo 'system("‹C›")' | perl`, `perl -pe 's/x/‹P›/e; system("‹C›")' <<< x`).with("perl", 5),
		leafForm("ruby -e", `ruby -e 'system("‹C›")'`, "ruby -e 'puts `‹C›`'", `ruby -e 'exec("‹P›", "‹A1›")'`, `ruby -e 'puts %x(‹C›)'`).with("ruby", 3),
		leafForm("completion", `compgen -C '‹C›' x`, `compgen -W '$(‹C›)' x`, `compgen -F nothing x; ‹c›`).with("", 2),
	}
}

// refusedForms are what bash runs although the parser refuses it, or reads it as something else.
func refusedForms() []*form {
	return []*form{
		leafForm("odd commands", `! ! ‹c›`, `! ! ! ‹c›`, `time ! ‹c›`, `time -- ‹c›`, `!(‹c›)`, `true && !(‹c›)`, "h[a b]=1\n‹c›", "a[x y]=1\n‹c›", `declare -A h; h[a b]=1; ‹c›`, `x=a; echo ${x~~}; ‹c›`, `x=a; : ${x~}; ‹c›`, `! ; ‹c›`, "!\n‹c›", `‹v›[0]=1 ‹c›`, `cat <<$x; ‹c›`+"\nfoo\n$x", `echo $"a"; ‹c›`, `echo $[1+1]; ‹c›`,
			"cat <<‹E›\nx\n‹E›\r\n‹E›\n‹c›", `: $((1 ? 2 : 3)); ‹c›`, "true;\\\n‹c›", "if true\nthen ‹c›\nfi", "\\\n‹c›", "‹c›\\\n", "\t‹c›\t", "echo a{b ; ‹c›", "echo }; ‹c›", "echo if then; ‹c›", ": ]]; ‹c›", "[ a = a ] ; ‹c›", "[[ a < b ]]; ‹c›", "let 'a = 1'; ‹c›",
			"echo !$; ‹c›", "echo !!; ‹c›", "x=1; ((x=x+1)); ‹c›", "echo $(( 16#ff )); ‹c›", "echo ${x@Q} ${x@A} ${x@a}; ‹c›", "echo ${!x*} ${!x@}; ‹c›", "{ ‹c› }; }", "echo ${#} ${#@} ${##} ${#?}; ‹c›", "echo {1..3..2} {z..a..-5}; ‹c›").with("", 20),
		wrapForm("odd brackets", `((‹s›); true)`, `((‹s›); (true))`, `((true); (‹s›))`, `echo $((‹s›); (true))`, `echo $((true); (‹s›))`, `echo $((‹s›) | cat)`, `((‹s›) | cat)`, `! ! {‹b›}`, `time ! {‹b›}`, `for x in a; {‹b›}`, `select x in a; {‹b›break; } <<< 1`, `time -- {‹b›}`, `!(‹s›)`, `((‹s›) && true)`, `echo "$((‹s›); true)"`).with("", 15),
		ownForm("here-document that does not end", "‹c› <<‹E›", "‹c› <<‹E›\nfoo", "‹c› <<'‹E›'\nfoo\n", "cat <<‹E›; ‹c›\nfoo", "cat <<‹E› && ‹c›\n‹E› \n", "‹c›; cat <<-‹E›\n\tx\n ‹E›", "true; ‹c› << \"‹E›\"\nit's", "bash <<‹E›\n‹C›", "bash <<'‹E›'\n‹C›\n", "x=$(cat <<‹E›\nfoo\n‹E›); ‹c›", "x=$(‹c› <<‹E›\nfoo\n‹E›)",
			"git commit -m \"$(cat <<'‹E›'\nit's\n‹E›)\"; ‹c›", "echo \"$(cat <<‹E›\nfoo\n‹E›)\" && ‹c›", "cat <<‹E›\r\nit's\r\n‹E›\r\n‹c›", "cat <<‹E›\r\nfoo\n‹E›\r\n‹c›", "cat <<'‹E›'\r\nit's \"\n‹E›\r\n‹c›").with("", 20),
		ownForm("broken later", "‹c›\nfi", "‹c›\n)", "‹c›\necho 'abc", "‹c›\n&& x", "‹c›\n;;", "‹c›\n}", "‹c›\ndone", "‹c›\necho $(", "‹c›\necho \"", "‹c›\necho `", "‹c›\nif true; then", "‹c›\n{ a", "‹c›\ncase x in", "‹c›\n(", "‹c›\nfor", "‹c›\n|", "‹c›\necho ${x", "‹c›\necho ${x y}", "‹c›\necho $((1", "‹c›\nf() {", "‹c›\n[[ a", "‹c›\n<", "‹c›\nx=(", "‹c›\r\n", "‹c›\necho a (b)",
			"‹c›\n! && x", "‹c›\necho &&& x").with("", 20),
	}
}
