package shell_test

import (
	"slices"
)

// mentionForms are leaves that name a stub command and run none.
func mentionForms() []*form {
	return []*form{
		mentionForm("echo and printf", `echo ‹c›`, `echo ‹q›`, `printf '%s\n' ‹q›`, `printf "run %s" ‹c›`, `echo "run ‹C›"`, `echo -e 'a\n‹C›'`, `echo "‹C›; ‹C›" >&2`, `echo "a && ‹C›" | cat`, `echo '$(‹C›)'`, "echo '`‹C›`'", `echo \$\(‹C›\)`, `echo "\$(‹C›)"`, `printf '%s' "$(echo ‹q›)"`, `echo $'‹C›\n‹C›'`, `: ‹c›`, `true ‹c›`, `false || echo ‹c›`).with("", 20),
		mentionForm("commit message", `git commit -m ‹q›`, `git commit -qam "drop ‹C›"`, "git commit -F - <<'‹E›'\n‹C›\n‹E›\n", "git commit -m \"$(cat <<'‹E›'\nfix: ‹C›\n\n- it's `‹C›`\n‹E›\n)\"", `git commit --message="‹C›"`, `git tag -a v1 -m ‹q›`, `git log --grep ‹q›`, `git commit -m a -m ‹q›`, `git stash push -m ‹q›`, `echo ‹q› | git commit -F -`,
			`git notes add -m ‹q›`, `git checkout ‹P›`, `git branch -D ‹P›`, `git add ‹P›`, `git commit --allow-empty -m "$(printf '%s\n' ‹q›)"`, `git -c user.name=‹q› commit -m x`, `git merge -m ‹q› x`).with("git", 15),
		mentionForm("issue and pull request text", "gh pr create --body \"$(cat <<'‹E›'\nrun ‹C›\n‹E›\n)\"", `gh issue create --title ‹q› --body ‹q›`, `curl -d ‹q› http://localhost:1`, "gh pr create --body-file - <<'‹E›'\n‹C›\n‹E›\n", `gh api x -f body=‹q›`, "gh pr comment 1 --body \"$(cat <<‹E›\n\\`‹C›\\`\n‹E›\n)\"", "gh pr create --title \"t\" --body \"$(cat <<'‹E›'\n```sh\n‹C›\n```\n‹E›\n)\""),
		mentionForm("comment", "# ‹C›\ntrue", `true # ‹C›`, "true; # it's ‹C›\ntrue", "# $(‹C›)\n:", ": # `‹C›`\n:", "if true; then\n# ‹C›\n:\nfi", "case x in\n# ‹C›)\nx) ;;\nesac", "x=(\n# ‹C›\n)", "true && # ‹C›\ntrue", "true |\n# ‹C›\ncat"),
		mentionForm("here-document for cat", "cat <<'‹E›'\n‹C›\n$(‹C›)\n`‹C›`\n‹E›\n", "cat <<‹E›\n‹C›\n\\$(‹C›)\n‹E›\n", "cat > ‹file› <<'‹E›'\n#!/bin/sh\n‹C›\n‹E›\n", "cat <<-‹E›\n\t‹C›\n\t‹E›\n", "tee ‹file› <<'‹E›' >/dev/null\n‹C›\n‹E›\n", "cat <<\\‹E› | grep x\n‹C›\n‹E›\n", "cat <<< ‹q›", "‹v›=$(cat <<'‹E›'\n‹C›\n‹E›\n)", ": <<'‹E›'\n‹C›\n‹E›\n",
			"cat <<'‹E›' >> ‹file›\n‹C› && ‹C›\n‹E›\n", "while read -r ‹v›; do echo \"$‹v›\"; done <<'‹E›'\n‹C›\n‹E›\n", "wc -l <<‹E›\n'‹C›'\n‹E›\n", "cat <<‹E›\n${‹v›:-‹C›}\n‹E›\n", "cat <<'‹E›'\n‹E›x\n‹C›\n‹E›\n", "cat <<'‹E›'; cat <<'‹E›2'\n‹C›\n‹E›\n‹C›\n‹E›2\n").with("", 20),
		mentionForm("search", `grep ‹q› f`, `grep -rn "‹C›" .`, `grep -e ‹q› -e x`, `find . -name ‹q›`, `find . -name '‹P›*' -print`, `grep -c ‹P› <<< ‹q›`, `ls | grep ‹q›`, `git grep ‹q›`, `rg ‹q›`, `find . -path './‹P›/*' -prune -o -print`, `echo x | xargs grep ‹q›`, `find . -maxdepth 0 -exec grep ‹q› {} +`, `grep -qE '(^| )‹P› (‹A1›|x)' /dev/null`,
			`find . -maxdepth 0 -exec echo ‹c› \;`, `sed -n '/‹C›/p' /dev/null`),
		mentionForm("sed, awk, perl as data", `sed 's/x/‹C›/' <<< x`, `sed -i "s/‹C›/x/g" ‹file›`, `awk '{print "‹C›"}' <<< x`, `awk '/‹C›/{print}' /dev/null`, `awk 'BEGIN{print "‹C›"}'`, `sed -e '/‹P›/d' /dev/null`, `awk -v x='‹C›' 'BEGIN{print x}'`, `tr ‹P› x <<< a`, `sed '1i ‹C›' <<< x`, `sed 's|‹P› ‹A1›|tee|' <<< x`, `cut -d ' ' -f1 <<< '‹C›'`,
			`sed 's/e/‹C›/' <<< e`, `sed "/x/c\\‹C›" <<< x`, `sort <<< '‹C›'`).with("sed awk", 10),
		mentionForm("other languages as data", `python3 -c "print('‹C›')"`, "python3 - <<'‹E›'\nx = '‹C›'\nprint(x)\n‹E›\n", `python3 -c 'import sys; sys.stdout.write("‹C›")'`, `python3 -c "print(len('‹C›'))"`, `python3 -c "# os.system('‹C›')"`).with("python3", 2),
		mentionForm("perl and node as data", `perl -e 'print "‹C›"'`, `perl -pe 's/x/‹C›/' <<< x`, `perl -ne 'print if /‹C›/' /dev/null`).with("perl", 4),
		mentionForm("node as data", `node -e "console.log('‹C›')"`, `node -p '"‹C›".length'`).with("node", 1),
		mentionForm("variable that nobody runs", `‹v›=‹q›`, `‹v›=‹q›; echo "$‹v›"`, `export ‹v›=‹q›`, `‹v›=(‹c›); echo "${#‹v›[@]}"`, `‹v›=‹q› true`, `declare -A ‹v›=([‹P›]='‹C›')`, `readonly ‹v›=‹q›`, `‹v›=‹P›; echo $‹v› ‹a›`, `‹v›=‹q›; [ "$‹v›" = x ]`, `: "${‹v›:=‹C›}"`, `printf -v ‹v› %s ‹q›`, `read -r ‹v› <<< ‹q›`, `mapfile ‹v› <<< ‹q›`, `for ‹v› in ‹c›; do echo "$‹v›"; done`,
			`(set -- ‹c›; echo "$1" $#)`, `alias ‹f›=‹q›`, `local ‹v›=‹q›`, `‹v›=‹P›; ‹v›=echo; $‹v› ‹a›`, `echo "${‹v›:-‹C›}"`, `echo ${‹v›+‹C›}`, `‹v›='‹C›'; echo "${‹v›#* }" "${‹v›/‹P›/x}"`).with("", 20),
		mentionForm("function that nobody calls", `‹f›() { ‹c›; }`, `function ‹f› { ‹c›; }`, "‹f›() {\n‹c›\n}", `‹f›() { ‹c›; }; declare -f ‹f›`, `‹f›() { ‹c›; }; unset -f ‹f›`).with("", 8),
		mentionForm("test and case", `[[ ‹q› == x ]]`, `[[ "$x" == *‹P›* ]]`, `[ x = ‹q› ]`, `test -n ‹q›`, `case ‹q› in x) ;; esac`, `case x in ‹P›) ;; *) ;; esac`, `case x in "‹C›") echo;; esac`, `[[ x =~ ‹P› ]]`, `[[ x == ‹q› ]]`, `case x in ‹P›|x) ;; esac`, `[[ -f ‹P› && -n ‹q› ]]`, `[ -f ‹P› ] || true`, `[[ ‹P› < x ]]`, `((‹v› == 1)) || echo ‹q›`).with("", 10),
		mentionForm("file and folder names", `cat docs/‹P›.md`, `ls node_modules/‹P›`, `mkdir -p ‹file›/‹P› && cd ‹file›/‹P› && cd ../..`, `touch ‹file›.‹P›`, `rm -f ‹P›`, `cp ‹P› x`, `echo a > ‹file›.‹P›`, `cat < ‹P›`, `which ‹P›`, `command -v ‹P›`, `type ‹P›`, `hash ‹P›`, `test -x ‹bin›/‹P›`, `ls ‹bin›/‹P›`, `ls -la "$(which ‹P›)"`, `basename ‹bin›/‹P›`, `chmod +x ‹bin›/‹P›`,
			`make ‹P›`, `diff <(echo ‹q›) /dev/null`, `tar cf /dev/null --exclude=‹P› .`, `cd ‹P›`, `man ‹P›`, `command -V ‹P›`, `declare -f ‹P›`, `ls *‹P›*`, `cat ‹bin›/‹P› >/dev/null`, `wc -c < ‹bin›/‹P›`, `touch x.sh && echo ‹q› > x.sh`, `apt-get install -y ‹P›`, `pip install ‹P›`, `kill -0 ‹P›`, `pgrep ‹P›`, `ln -s ‹bin›/‹P› ‹file›`).with("", 20),
		mentionForm("eval and shells of harmless text", `bash -c 'echo "$@"' _ ‹c›`, `sh -c 'echo $0' ‹q›`, `bash -c "echo "‹aq›`, `eval echo ‹C›`, `eval 'echo "‹C›"'`, `env A=‹q› true`, `env -S 'echo ‹C›'`, `timeout 5 echo ‹c›`, `nohup echo ‹c›`, `echo ‹q› | xargs echo`, `xargs -n1 echo <<< ‹q›`, `bash <<< 'echo ‹C›'`, `trap 'echo ‹C›' EXIT; trap - EXIT`, `echo ‹q› | tee ‹file›`, `bash -n -c ‹q›`,
			`bash -c : ‹c›`, `echo ‹q› | sh -c cat`, `echo ‹q› | bash -c 'cat'`, `bash -c 'x=$1; echo "$x"' _ ‹q›`, `time echo ‹c›`, `! echo ‹c›`, `exec 3<<< ‹q›; cat <&3`, `nice -n 1 echo ‹c›`, `set -- ‹c›`, `flock ‹file› echo ‹c›`, `builtin echo ‹c›`, `command echo ‹c›`, `echo ‹q› | base64 | base64 -d`, `echo ‹q› | while read -r ‹v›; do echo "$‹v›"; done`).with("nohup flock timeout", 15),
		mentionForm("what never runs", `echo ‹q› | cat > ‹file›`, `help ‹P› || true`, `echo \‹P› ‹a›`, `echo {‹P›,‹A1›} ‹A2›`, `echo "${x:+‹C›}"`, `history | grep ‹q›`, `printf '%q ' ‹c›`, `declare ‹v›=‹q›; unset ‹v›`, `getopts ‹A1› ‹v›`, `echo "a" "‹C›" 'b'`, `echo a;echo ‹q›`, `complete -W ‹q› x`, `echo $(( 1 )) ‹c›`, `echo ~ ‹c›`, `echo a | grep -v ‹q›`, `printf '%s|' ‹c› ‹q›`),
	}
}

func allForms() []*form {
	return slices.Concat(wordForms(), wrapperForms(), carrierForms(), refusedForms(), structureForms(), textForms(), mentionForms())
}
