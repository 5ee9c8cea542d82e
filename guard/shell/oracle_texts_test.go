package shell_test

// structureForms hold script text in the grammar of the same shell.
func structureForms() []*form {
	return []*form{
		{name: "list ;", weight: 20, list: func(g *gen, in []string) string { return join(g, in, "; ", "\n") }},
		{name: "list &&", list: func(g *gen, in []string) string { return joinOp(in, "true", " && ") }},
		{name: "list ||", list: func(g *gen, in []string) string { return joinOp(in, "! true", " || ") }},
		{name: "list &", list: func(g *gen, in []string) string { return join(g, in, " & ", " &\n") + "\nwait" }},
		{name: "list |", list: func(g *gen, in []string) string { return joinPipe(g, in) }},
		wrapForm("subshell", `(‹s›)`, `( ‹s› )`, `(`+"\n‹t›\n"+`)`, `(‹s›) >/dev/null 2>&1`, `((‹s›) )`, `( (‹s›) )`),
		wrapForm("group", `{‹b›}`, `{‹b›} 2>&1`, `{‹b›} >/dev/null`, `{ {‹b›}; }`, `{ :; {‹b›} & wait; }`),
		wrapForm("if", `if true; then‹b›fi`, `if‹b›then :; fi`, `if false; then :; else‹b›fi`, `if false; then :; elif true; then‹b›fi`, `if false; then :; elif‹b›then :; fi`, `if true`+"\nthen‹b›fi", `if (true) then‹b›fi`, `if [[ -n a ]]; then‹b›fi`, `if [ a = a ]; then‹b›fi >/dev/null`,
			`if ((1)); then‹b›fi`, `if ! false; then if :; then‹b›fi; fi`),
		wrapForm("while and until", `while true; do‹b›break; done`, `until false; do‹b›break; done`, `while‹b›false; do :; done`, `until‹b›true; do :; done`, `while (true) do‹b›break; done`, `while :; do { ‹t›`+"\n}; break; done", `‹v›=0; while [ $‹v› -lt 1 ]; do‹b›‹v›=$((‹v›+1)); done`,
			`while ((‹v›++ < 2)); do‹b›done`),
		wrapForm("for", `for ‹v› in a; do‹b›done`, `for ‹v› in a b; do‹b›done`, `for ‹v› in a; {‹b›}`, `for ((i‹v›=0;i‹v›<1;i‹v›++)); do‹b›done`, `for ((i‹v›=0;i‹v›<1;i‹v›++)) {‹b›}`, `for ((;;)); do‹b›break; done`, `for ‹v›`+"\nin a\ndo‹b›done", `for ‹v› in {1..2}; do‹b›done`,
			`for ‹v› in $(echo a); do‹b›done`, `for if in a; do‹b›done`, `for ((;;)) { ‹t›`+"\nbreak; }", `for ‹v› in a # b`+"\ndo‹b›done"),
		wrapForm("select", `select ‹v› in a; do‹b›break; done <<< 1`, `select ‹v› in a b; do`+"\n‹t›\nbreak\ndone <<< 2"),
		wrapForm("case", `case x in x)‹b›;; esac`, `case x in (x)‹b›esac`, `case x in y) :;; *)‹b›;; esac`, `case x in x|y)‹b›;& z) :;; esac`, `case x in x) :;;& x)‹b›;; esac`, `case "$(‹s›)" in *) ;; esac`, `case x in $(‹s›)) ;; esac`, "case x in\n# c\nx)\n‹t›\n;;\nesac",
			`case x in [a-z])‹b›;; esac`, `case if in if)‹b›;; esac`),
		wrapForm("function that is called", `‹f›() {‹b›}; ‹f›`, `function ‹f› {‹b›}; ‹f›`, `function ‹f›() {‹b›}; ‹f› a b`, `‹f›() (‹s›); ‹f›`, `‹f›() if true; then‹b›fi; ‹f›`, `function ‹f›`+"\n{\n‹t›\n}\n‹f›", `‹f› ( ) {‹b›}; ‹f›`, `‹f›() {‹b›} >/dev/null; ‹f›`, `function ‹f›-x {‹b›}; ‹f›-x`,
			`‹f›() { ‹g›() {‹b›}; ‹g›; }; ‹f›`, `‹f›() {‹b›}; ‹v›=‹f›; $‹v›`, `‹f›() {‹b›}; ‹f› & wait`, `‹f›() {‹b›}; echo a | ‹f›`, `‹f›() {‹b›}; "‹f›"`, `‹f›() {‹b›}; $(echo ‹f›)`, `‹f›() { [ -n "$1" ] || return 0;‹b›}; ‹f› a`, `‹f›() {‹b›}; eval ‹f›`, `if true; then ‹f›() {‹b›}; fi; ‹f›`,
			`‹f›() {‹b›}; export -f ‹f›; bash -c ‹f›`, `‹f›() {‹b›}; trap ‹f› EXIT; (exit 0); trap - EXIT; ‹f›`, `‹f›() for i in a; do‹b›done; ‹f›`, `‹f›() case x in x)‹b›;; esac; ‹f›`, `function ls {‹b›}; ls`, `‹f›() [[ -n $(‹s›) ]]; ‹f›`).with("", 25),
		wrapForm("and, or, not", `true && { ‹t›`+"\n}", `false || { ‹t›`+"\n}", `! {‹b›}`, `[[ a == a ]] && {‹b›}`, `((1)) && {‹b›}`, `[ -z "" ] && {‹b›}`, `test a && {‹b›} || :`, `cd . && {‹b›}`, `: && : && {‹b›}`),
		wrapForm("time and coproc", `time {‹b›}`, `time (‹s›)`, `time -p {‹b›}`, `coproc {‹b›}; wait`, `coproc X‹v› {‹b›}; wait`, `coproc (‹s›); wait`, `! time {‹b›}`),
		wrapForm("pipe", `{‹b›} | cat`, `echo a | {‹b›}`, `(‹s›) |& cat`, `echo a | (‹s›) | cat`, `{‹b›} 2>&1 | tail -1`, `true | {‹b›} & wait`, `cat <<‹E› |`+"\nx\n‹E›\n{‹b›}", `set -o pipefail; {‹b›} | cat >/dev/null`),
		wrapForm("substitution as argument", `echo $(‹s›)`, `echo "$(‹s›)"`, `: "a $(‹s›) b"`, `echo a$(‹s›)b`, `echo "${‹v›:-$(‹s›)}"`, `echo ${‹v›:-$(‹s›)}`, `: ${‹v›:=$(‹s›)}`, `echo ${‹v›:+x}"$(‹s›)"`, `‹v›=a; echo ${‹v›/a/$(‹s›)}`, `‹v›=a; echo ${‹v›#$(‹s›)}`, `‹v›=abc; echo ${‹v›:$(‹s›)0}`,
			`printf '%s' "$(‹s›)"`, `echo $'a' "$(‹s›)"`, `echo "$(echo "$(‹s›)")"`, `: $(‹s›) $(true)`, `export ‹v›="$(‹s›)"`, `[ -n "$(‹s›)" ]`, `test -z "$(‹s›)"`, `[[ -n $(‹s›) ]]`, `[[ $(‹s›) == a* ]]`, `[[ a =~ $(‹s›) ]]`, `echo {a,$(‹s›)}`).with("", 25),
		wrapForm("backquotes", "echo `‹bt›`", "‹v›=`‹bt›`", "echo \"$(echo `‹bt›`)\"", ": `‹bt›` b"),
		wrapForm("substitution in an assignment", `‹v›=$(‹s›)`, `‹v›="$(‹s›)"`, `‹v›=(a $(‹s›))`, `‹v›=([1]=$(‹s›))`, `declare ‹v›=$(‹s›)`, `‹v›=a$(‹s›) true`, `‹v›+=$(‹s›)`, `readonly ‹v›=(a $(‹s›))`, `‹v›[$(‹s›)0]=1`, `declare -A ‹v›=([$(‹s›)k]=2)`, `typeset ‹v›="$(‹s›)"`, `local ‹v›=$(‹s›)`,
			`‹v›=$(‹s›) && echo $‹v›`, `‹v›=([a b]=1 [$(‹s›)0]=2)`),
		wrapForm("substitution in a redirect", `cat <<< "$(‹s›)"`, `cat <<‹E›`+"\na $(‹s›) b\n‹E›\n", `cat <<‹E›`+"\n${‹v›:-$(‹s›)}\n‹E›\n", "cat <<-‹E›\n\t$(‹s›)\n\t‹E›\n", `echo > "$(‹b›echo /dev/null)"`, `cat <<<$(‹s›)`, `: < "$(‹b›echo /dev/null)"`, "cat <<‹E›\n`‹bt›`\n‹E›\n",
			`while read ‹v›; do :; done <<< "$(‹s›)"`, `echo >&$(‹b›echo 1)`, `: <<‹E›`+"\n$(‹s›)\n‹E›\n"),
		wrapForm("arithmetic", `echo $(( $(‹b›echo 1) + 1 ))`, `((  $(‹b›echo 1) ))`, `echo $[ $(‹b›echo 1) ]`, `let ‹v›=$(‹b›echo 0)`, `for ((i‹v›=0;i‹v›<$(‹b›echo 1);i‹v›++)); do :; done`, `‹v›=(0); echo ${‹v›[$(‹b›echo 0)]}`, `echo $((‹v›[$(‹b›echo 0)]))`, `[[ $(‹b›echo 1) -eq 1 ]]`,
			`declare -i ‹v›=$(‹b›echo 1)`, `echo $(( (1) + $(‹b›echo 1) ))`),
		wrapForm("process substitution", `cat <(‹s›)`, `cat < <(‹s›)`, `diff <(‹s›) <(true)`, `exec 3< <(‹s›); cat <&3`, `mapfile -t ‹v› < <(‹s›)`, `: >(‹s›)`, `echo a > >(‹s›)`, `echo a | tee >(‹s›) >/dev/null`, `while read ‹v›; do :; done < <(‹s›)`, `cat <(cat <(‹s›))`, `: <(‹s›) b`, `wc -l 2> >(‹s›) </dev/null`,
			`comm -3 <(‹s›) <(true)`, `paste <(true) <(‹s›)`),
		wrapForm("comment around", "# don't `\n‹t›", "true # it's (\n‹t›", "‹t›\n# ( ' \" $(", "echo a#b; ‹t›", "\n\n‹t›\n\n", "‹t› # npm i"+"\n", ": <<'‹E›'\nit's ( npm\n‹E›\n‹t›"),
		wrapForm("settings around", "set -e; ‹t›", "set -u\n‹t›", "set -euo pipefail; ‹t›", "shopt -s extglob nullglob\n‹t›", "cd .; ‹t›", "mkdir -p s‹v› && cd s‹v› && ‹t›", "export A‹v›=1; ‹t›", "umask 022; ‹t›", "set -x; ‹t›", "(set -f; ‹t›\n)", "set -o posix\n‹t›", "set +e\n‹t›", "exec 2>/dev/null; ‹t›", "ulimit -c 0; ‹t›",
			"pushd . >/dev/null; ‹t›\npopd", "[ -f x ] || ‹t›", "echo a; sleep 0; ‹t›"),
	}
}

func join(g *gen, in []string, short, long string) string {
	out := in[0]
	for i, s := range in[1:] {
		sep := "\n"
		if oneLine(in[i]) {
			sep = g.pick(short, long)
		}
		out += sep + s
	}
	return out
}

func joinOp(in []string, success, op string) string {
	out := ""
	for i, s := range in {
		if i > 0 {
			out += op
		}
		out += "{ " + s + "\n" + success + "; }"
	}
	return out
}

func joinPipe(g *gen, in []string) string {
	out := ""
	for i, s := range in {
		if i > 0 {
			out += g.pick(" | ", " |& ", " |\n", " | cat | ")
		}
		out += "{ " + s + "\n}"
	}
	return out
}

// These forms are loose: bash expands their text twice, in ways that depend on the place, so that only the
// program and the leaf's tag are compared.
const (
	arithmeticText = "arithmetic that runs text"
	promptText     = "prompt and start-up variables"
)

// textForms hold script text as data that a shell reads.
func textForms() []*form {
	return []*form{
		dataForm("bash -c", `bash -c ‹q›`, `bash -lc ‹q›`, `bash -ec ‹q›`, `bash -c ‹d› x y`, `bash --norc -c ‹q›`, `bash +x -c ‹q›`, `bash -O extglob -c ‹q›`, `bash -o pipefail -c ‹q›`, `bash -euo pipefail -c ‹q›`, `bash -c -e ‹q›`, `bash -x -c ‹q›`, `bash --noprofile --norc -c ‹q›`, `bash +O extglob -c ‹q›`,
			`bash -c ‹aq›`, `"bash" '-c' ‹q›`, `‹v›=‹q›; bash -c "$‹v›"`, `/bin/bash -c ‹q›`, `command bash -c ‹q›`, `‹v›=bash; $‹v› -c ‹q›`, `‹v›=-c; bash $‹v› ‹q›`, `bash -c "$(cat <<'‹E›'`+"\n‹t›\n‹E›\n"+`)"`, `bash -c -- ‹q›`, `bash --rcfile x -c ‹q›`, `bash -cx ‹q›`,
			`‹v›=(bash -c ‹q›); "${‹v›[@]}"`).with("", 25),
		dashForm("sh -c", `sh -c ‹q›`, `sh -ec ‹q›`, `dash -c ‹q›`, `/bin/sh -c ‹q›`, `sh -c ‹q› _ a`, `sh -o errexit -c ‹q›`, `sh -c -e ‹q›`, `sh +e -c ‹q›`, `sh -xc ‹q›`).with("", 15),
		dataForm("eval", `eval ‹q›`, `eval "$(cat <<'‹E›'`+"\n‹t›\n‹E›\n"+`)"`, `‹v›=‹q›; eval "$‹v›"`, `eval "$(printf %s ‹sq›)"`, `eval "$(echo ‹64› | base64 -d)"`, `eval "true; "‹q›`, `builtin eval ‹q›`, `‹v›=$(cat <<'‹E›'`+"\n‹t›\n‹E›\n"+`); eval "$‹v›"`, `eval ‹aq›`, `eval -- ‹q›`,
			`read -r -d '' ‹v› <<'‹E›'`+"\n‹t›\n‹E›\n"+`eval "$‹v›"`, `printf -v ‹v› %s ‹sq›; eval "$‹v›"`, `IFS= read -rd '' ‹v› <<< ‹q›; eval "$‹v›"`).with("", 20),
		dataForm("bash reads a here-document", "bash <<'‹E›'\n‹t›\n‹E›\n", "bash -s <<'‹E›'\n‹t›\n‹E›\n", "bash - <<\\‹E›\n‹t›\n‹E›\n", "cat <<'‹E›' | bash\n‹t›\n‹E›\n", "bash /dev/stdin <<'‹E›'\n‹t›\n‹E›\n", "bash -s a b <<\"‹E›\"\n‹t›\n‹E›\n", "<<'‹E›' bash\n‹t›\n‹E›\n", "bash /dev/fd/3 3<<'‹E›'\n‹t›\n‹E›\n",
			"bash <<'‹E›' >/dev/null 2>&1\n‹t›\n‹E›\n", "bash -x <<'‹E›'\n‹t›\n‹E›\n", "source /dev/stdin <<'‹E›'\n‹t›\n‹E›\n", "(bash) <<'‹E›'\n‹t›\n‹E›\n", "{ bash; } <<'‹E›'\n‹t›\n‹E›\n", "bash 0<<'‹E›'\n‹t›\n‹E›\n", "cat <<'‹E›' | tee /dev/null | bash\n‹t›\n‹E›\n", "if true; then bash; fi <<'‹E›'\n‹t›\n‹E›\n",
			"exec 5<<'‹E›'\n‹t›\n‹E›\nbash <&5", "bash -es <<'‹E›'\n‹t›\n‹E›\n").with("", 20),
		dashForm("sh reads text", "sh <<'‹E›'\n‹t›\n‹E›\n", "echo ‹sq› | sh -s", `sh <<< ‹q›`, `printf '%s\n' ‹q› | sh`, `printf '%s\n' ‹sq› | grep . | sh`, `sh -s a b <<< ‹q›`, `sh < <(printf %s ‹sq›)`, `exec 3< <(printf '%s\n' ‹sq›); sh <&3`, `printf '%s\n' ‹sq› | tee >(sh) >/dev/null`, `printf %s ‹sq› | dash`, "sh /dev/stdin <<'‹E›'\n‹t›\n‹E›\n").with("", 12),
		dataForm("bash reads a here-string or pipe", `bash <<< ‹q›`, `printf '%s\n' ‹q› | bash`, `printf %s ‹sq› | bash`, `bash < <(printf '%s\n' ‹sq›)`, `bash -s <<< ‹q›`, `echo ‹64› | base64 -d | bash`, `base64 -d <<< ‹64› | bash`, `bash <(printf '%s\n' ‹sq›)`, `. <(printf '%s\n' ‹sq›)`, `source <(printf '%s\n' ‹sq›)`, `source /dev/stdin <<< ‹q›`,
			`bash -c "$(echo ‹64› | base64 -d)"`, `bash -c "$(base64 -d <<< ‹64›)"`, `exec 3< <(printf '%s\n' ‹sq›); bash <&3`, `printf '%s\n' ‹sq› | tee >(bash) >/dev/null`, `. /dev/stdin <<< ‹q›`, `printf '%s\n' ‹sq› | bash -s`, `bash 0< <(printf '%s\n' ‹sq›)`, `cat <<< ‹q› | bash`, `{ printf '%s\n' ‹sq›; } | bash`, `(printf '%s\n' ‹sq›) | (bash)`,
			`printf '%s\n' ‹sq› | { bash; }`, `printf '%s\n' ‹sq› | cat | bash`, `‹v›=‹q›; bash <<< "$‹v›"`, `‹v›=‹q›; printf '%s\n' "$‹v›" | bash`, `printf '%s\n' ‹sq› | if true; then bash; fi`, `bash <(cat <<'‹E›'`+"\n‹t›\n‹E›\n)", `. <(echo ‹64› | base64 -d)`, `printf '%s\n' ‹sq› |& bash`,
			`printf '%s' ‹sq› > >(bash)`, `bash <<< "$(printf '%s\n' ‹sq›)"`, `bash -c "$(<<< ‹64› base64 -d)"`, `exec 4<<< ‹q›; . /dev/fd/4`, `echo ‹64› | base64 --decode | bash`, `echo ‹64› | base64 -di | bash`).with("", 30),
		dataForm("text by filter", `printf '%s\n' ‹sq› | rev | rev | bash`, `printf '%s\n' ‹sq› | tr a-z a-z | bash`, `printf '%s\n' ‹sq› | sed s/QQ// | bash`, `printf '%s\n' ‹sq› | grep . | bash`, `bash <<< "$(printf '%s\n' ‹sq› | tail -n +1)"`, `printf '%s\n' ‹sq› | gzip | gzip -d | bash`).with("", 5).dynamicBy(),
		dataForm("file written, then run", "cat > ‹file› <<'‹E›'\n‹t›\n‹E›\nbash ‹file›", "cat > ‹file› <<'‹E›'\n‹t›\n‹E›\nchmod +x ‹file›; bash ./‹file›", "printf '%s\\n' ‹q› > ‹file›; . ./‹file›", "printf '%s\\n' ‹q› > ‹file› && source ./‹file›", "tee ‹file› >/dev/null <<'‹E›'\n‹t›\n‹E›\nbash -e ‹file›",
			"cat <<'‹E›' > ‹file›\n#!/bin/bash\n‹t›\n‹E›\nchmod 755 ‹file› && ./‹file›", "echo '#!/bin/bash' > ‹file›; printf '%s\\n' ‹sq› >> ‹file›; bash ‹file›", "cat <<'‹E›' >‹file›\n‹t›\n‹E›\nbash < ‹file›", "printf '%s\\n' ‹sq› > ‹file›; cat ‹file› | bash", "printf '%s\\n' ‹sq› | tee ‹file›; bash ‹file›",
			"echo ‹64› | base64 -d > ‹file›; bash ‹file›", "printf '%s\\n' ‹sq› > ‹file›; cp ‹file› ‹file2›; bash ‹file2›", "printf '%s\\n' ‹sq› > ‹file›; mv ‹file› ‹file2›; . ./‹file2›", "mkdir -p d‹v›; cd d‹v›; printf '%s\\n' ‹sq› > ‹file›; bash ‹file›; cd ..", "printf '%s\\n' ‹sq› > ./‹file›; bash $PWD/‹file›",
			"printf '%s\\n' ‹sq› > ‹file›; bash -c \"$(cat ‹file›)\"", "printf '%s\\n' ‹sq› > ‹file›; eval \"$(<‹file›)\"", "{ printf '%s\\n' ‹sq›; } > ‹file›; bash ‹file›", "‹v›=‹file›; printf '%s\\n' ‹sq› > $‹v›; bash $‹v›").with("", 20),
		dataForm("trap", `(trap ‹q› EXIT; true)`, `(trap ‹q› 0)`, `(trap -- ‹q› EXIT)`, `(trap ‹q› DEBUG; true)`, `(trap ‹q› ERR; false)`, `(trap ‹q› USR1; kill -USR1 $BASHPID; true)`, `(trap ‹q› EXIT INT TERM)`, `(‹f›() { true; }; trap ‹q› RETURN; ‹f›; . /dev/null)`),
		dataForm(promptText, `(‹v›='$('‹q›')'; : "${‹v›@P}")`, `(PS4='$('‹q›')'; set -x; true)`, `PS4='$('‹q›')' bash -xc true`, `BASH_ENV=<(printf 'unset BASH_ENV\n%s\n' ‹sq›) bash -c true`, `printf 'unset BASH_ENV\n%s\n' ‹sq› > ‹file›; BASH_ENV=$PWD/‹file› bash -c true`, `printf 'unset BASH_ENV\n%s\n' ‹sq› > ‹file›; export BASH_ENV=‹file›; bash -c true; unset BASH_ENV`,
			`command_not_found_handle() {`+"\n‹t›\n"+`}; no-such-program-‹v›`, `mapfile -C ‹q›' #' -c 1 ‹v› <<< x`, `readarray -c1 -C ‹q›' #' ‹v› <<< x`, `printf '%s\n' ‹sq› > ‹file›; bash --rcfile ‹file› -i -c true`, `‹v›=‹q›; bash -c 'eval "$0"' "$‹v›"`, `export ‹v›=‹q›; bash -c 'eval "$‹v›"'`, `‹v›=‹q› bash -c 'eval "$‹v›"'`,
			`env '‹v›='‹q› bash -c 'eval "$‹v›"'`, `printf 'unset BASH_ENV\n%s\n' ‹sq› > ‹file›; env BASH_ENV=‹file› bash -c :`, `env 'BASH_FUNC_‹f›%%=() { '‹q›$'\n}' bash -c ‹f›`).with("", 20),
		dataForm(arithmeticText, `let '‹v›[$('‹q›')]'`, `‹v›='a[$('‹q›')]'; ((‹v›))`, `‹v›='a[$('‹q›')]'; echo $((‹v›))`, `[[ -v '‹v›[$('‹q›')]' ]]`, `test -v '‹v›[$('‹q›')]'`, `[ -v '‹v›[$('‹q›')]' ]`, `printf -v '‹v›[$('‹q›')0]' x`, `‹v›=(1); unset '‹v›[$('‹q›')]'`, `read '‹v›[$('‹q›')0]' <<< x`, `[[ 'a[$('‹q›')]' -eq 0 ]]`,
			`declare -i ‹v›='a[$('‹q›')]'`, `‹w›='a[$('‹q›')]'; ‹v›=x; echo ${‹v›:‹w›}`, `‹w›='a[$('‹q›')]'; ‹v›=(x); echo ${‹v›[‹w›]}`, `declare '‹v›[$('‹q›')0]=x'`, `let ‹v›='a[$('‹q›')]'`, `export '‹v›[$('‹q›')]' ; [[ 1 -lt 'a[$('‹q›')]' ]]`,
			`‹v›='a[$('‹q›')]'; [[ $‹v› -eq 0 ]]`, `‹v›='a[$('‹q›')]'; for ((;‹v›;)); do :; done`, `‹v›='a[$('‹q›')]'; : $[‹v›]`, `declare -n ‹v›='x[$('‹q›')0]'; ‹v›=1`, `‹w›='x[$('‹q›')]'; : ${!‹w›}`).with("", 15),
		dataForm("wrapped shell", `find . -maxdepth 0 -exec bash -c ‹q› \;`, `find . -maxdepth 0 -exec bash -c ‹q› {} +`, `echo x | xargs bash -c ‹q›`, `echo x | xargs -I{} bash -c ‹q›`, `timeout 5 bash -c ‹q›`, `env A=b bash -c ‹q›`, `nohup bash -c ‹q›`, `setsid -w bash -c ‹q›`, `flock ‹file› -c ‹q›`, `flock ‹file› bash -c ‹q›`, `nice bash -c ‹q›`, `stdbuf -o0 bash -c ‹q›`,
			`script -qc ‹q› /dev/null`, `script -q -e -c ‹q› ‹file›`, `exec 9>‹file›; flock 9; bash -c ‹q›`, `printf '%s\0' ‹sq› | xargs -0 bash -c`, `printf '%s\0' ‹sq› | xargs -0 -I{} bash -c '{}'`, `printf '%s\0' ‹sq› | xargs -0n1 bash -c`, `unshare bash -c ‹q›`, `setpriv --nnp bash -c ‹q›`,
			`ionice -c3 bash -c ‹q›`, `taskset -c 0 bash -c ‹q›`, `coproc bash -c ‹q›; wait`, `echo a | while read ‹v›; do bash -c ‹q› _ "$‹v›"; done`).with("find xargs timeout nohup setsid flock script unshare setpriv ionice taskset", 15),
	}
}
