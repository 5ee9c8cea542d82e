package shell_test

// wordForms are leaves: one command, its words written in every way that the shell expands.
func wordForms() []*form {
	return []*form{
		{name: "plain", weight: 30, leaf: func(g *gen) string { return g.words(g.argv()) }},
		{name: "bash quotes", weight: 20, leaf: func(g *gen) string {
			out := ""
			for _, a := range g.argv() {
				out += " " + g.qb(a)
			}
			return out[1:]
		}},
		{name: "split program name", weight: 20, leaf: func(g *gen) string {
			argv := g.argv()
			p := argv[0]
			i := 1 + g.IntN(len(p)-1)
			name := g.pick(`\`+p, p[:i]+`""`+p[i:], p[:i]+`''`+p[i:], p[:i]+"\\\n"+p[i:], p[:i]+`"`+p[i:]+`"`, `'`+p[:i]+`'`+p[i:], `""`+p,
				p[:i]+`\`+p[i:], p[:i]+"$'"+p[i:]+"'", p[:i]+`$""`+p[i:], `$"`+p+`"`, p[:i]+"${v0}"+p[i:], p[:i]+"$@"+p[i:], p[:i]+"$(true)"+p[i:], p[:i]+"``"+p[i:],
				p[:i]+"${v0:+x}"+p[i:], p[:i]+"$*"+p[i:])
			return name + " " + g.words(argv[1:])
		}},
		{name: "escapes in $'…'", leaf: func(g *gen) string {
			argv := g.plain()
			return ansiEscapes(g, argv[0]) + " " + g.words(argv[1:])
		}},
		leafForm("program by path", `‹bin›/‹P› ‹a›`, `'‹bin›'/‹P› ‹a›`, `‹bin›/../bin/‹P› ‹a›`, `B=‹bin›; $B/‹P› ‹a›`),
		leafForm("assignment in front", `‹v›=1 ‹c›`, `‹v›= ‹w›=x ‹c›`, `‹v›+=1 ‹c›`, `‹v›[0]=1 ‹c›`, `‹v›=(a b) ‹c›`, `‹v›='a b' ‹c›`, `then=1 ‹c›`),
		leafForm("redirect around", `>/dev/null ‹c›`, `‹c› >‹file› 2>&1`, `{‹v›}>/dev/null ‹c›`, `&>/dev/null ‹c›`, `‹p› >‹file› ‹a›`, `‹c› 2>&1 >/dev/null <&-`, `‹c› <>‹file›`,
			`‹c› >|‹file›`, `‹c› <<<x`, `‹c›<<<"a`+"\n"+`b"`, `<<<x ‹c›`, `2>/dev/null ‹p› ‹a› 3>&1`, `‹c› &>>‹file›`, `‹c› <<‹E›`+"\nbody ‹v›\n‹E›\n", `<<-'‹E›' ‹c›`+"\n\tit's\n\t‹E›\n"),
		leafForm("variable", `‹v›=‹P›; $‹v› ‹a›`, `‹v›=‹p›; "$‹v›" ‹a›`, `true && ‹v›=‹P›; ${‹v›} ‹a›`, `‹v›=‹P› ‹w›='‹A1›'; "$‹v›" $‹w› ‹A2›`, `export ‹v›=‹P›; $‹v› ‹a›`, `declare -r ‹v›=‹P›; $‹v› ‹a›`,
			`‹v›=‹P›`+"\n"+`$‹v› ‹a›`, `readonly ‹v›=‹P›; ${‹v›} ‹a›`, `‹v›=$(echo x); ‹v›=‹P›; $‹v› ‹a›`, `‹v›=‹P› && $‹v› ‹a›`, `{ ‹v›=‹P›; }; $‹v› ‹a›`, `if true; then ‹v›=‹P›; else ‹v›=echo; fi; $‹v› ‹a›`,
			`‹v›=echo; if [ -n a ]; then ‹v›=‹P›; fi; $‹v› ‹a›`, `typeset ‹v›=‹P›; $‹v› ‹a›`, `‹w›=‹P›; ‹v›=$‹w›; $‹v› ‹a›`, `‹v›=x; ‹v›="‹P›" ; $‹v› ‹a›`, `declare ‹v›; ‹v›=‹P›; $‹v› ‹a›`).with("", 20),
		leafForm("variable in parts", `‹v›=‹P›; ‹w›=${‹v›:0:1}; "$‹w›${‹v›:1}" ‹a›`, `‹v›=' '; ‹P›${‹v›}‹A›`, `‹v›=‹P›; ‹v›+=" ‹A›"; $‹v›`, `‹v›='‹A›'; ‹P› $‹v›`, `a=‹P› b='‹A›'; $a $b`),
		leafForm("variable that splits", `‹v›='‹C›'; $‹v›`, `‹v›="‹C›"; ${‹v›}`, `‹v›='‹P› ‹A1›'; $‹v› ‹A2›`, `‹v›=$'‹P›\t‹A›'; $‹v›`, `(IFS=:; ‹v›=‹P›:‹A1›; $‹v› ‹A2›)`, `‹P›${IFS}‹A1›${IFS}‹A2›`, `‹P›$IFS"‹A1›" ‹A2›`,
			`(IFS=,; ‹v›='‹P›,‹A1›'; $‹v› ‹A2›)`),
		leafForm("parameter operator", `‹v›=xx‹P›; ${‹v›#xx} ‹a›`, `‹v›=/usr/bin/‹P›; ${‹v›##*/} ‹a›`, `‹v›=‹P›.cmd; ${‹v›%.cmd} ‹a›`, `‹v›=‹P›.a.b; ${‹v›%%.*} ‹a›`, `‹v›=aa‹P›bb; ‹w›=${‹v›#aa}; "${‹w›%bb}" ‹a›`,
			`‹v›=@‹P›@; ${‹v›//@/} ‹a›`, `‹v›=@‹P›; ${‹v›/@} ‹a›`, `‹v›=Q‹P›; ${‹v›/#Q/} ‹a›`, `‹v›=‹P›Q; ${‹v›/%Q/} ‹a›`, `‹v›=zz‹P›; ${‹v›:2} ‹a›`, `${‹v›:-‹P›} ‹a›`, `${‹v›-‹P›} ‹a›`, `: ${‹v›:=‹P›}; $‹v› ‹a›`, `${‹v›:=‹P›} ‹a›`,
			`‹v›=1; ${‹v›:+‹P›} ‹a›`, `‹v›=1; ${‹v›+‹P›} ‹a›`, `‹v›=‹P›; ${‹v›:?no} ‹a›`, `‹w›=‹P›; ‹v›=‹w›; ${!‹v›} ‹a›`, `‹v›=‹P›; "${‹v›@E}" ‹a›`, `‹v›=‹P›; ${‹v›[0]} ‹a›`, `‹v›='a ‹P›'; ${‹v›#* } ‹a›`,
			`‹v›='‹P› b c'; ${‹v›%% *} ‹a›`, `‹v›=a-‹P›; ‹w›=-; ${‹v›##*$‹w›} ‹a›`, `‹v›=‹P›xyz; ${‹v›:0:${#‹v›}-3} ‹a›`, `‹v›=‹P›xyz; ${‹v›::-3} ‹a›`, `"${‹v›:-‹P›}" ‹a›`, `${‹v›:-"‹P›"} ‹a›`, `${‹v›:-${‹w›:-‹P›}} ‹a›`,
			`${‹v›:-‹C›}`).with("", 25),
		{name: "upper and lower case", leaf: func(g *gen) string {
			argv := g.plain()
			v := g.name("v")
			p := argv[0]
			up := upper(p)
			return g.pick(v+"="+up+"; ${"+v+",,} ", v+"="+upper(p[:1])+p[1:]+"; ${"+v+",} ", v+"="+up+"; ${"+v+"@L} ", "declare -l "+v+"="+up+"; $"+v+" ", v+"="+up+"; ${"+v+"~~} ",
				"typeset -l "+v+"; "+v+"="+up+"; $"+v+" ", v+"="+up+"; ${"+v+",,[A-Z]} ") + g.words(argv[1:])
		}},
		leafForm("nameref", `‹w›=‹P›; declare -n ‹v›=‹w›; $‹v› ‹a›`, `declare -n ‹v›=‹w›; ‹w›=‹P›; $‹v› ‹a›`, `declare -n ‹v›=‹w›; ‹v›=‹P›; $‹w› ‹a›`, `‹f›() { local -n r=$1; r=‹P›; }; ‹f› ‹v›; $‹v› ‹a›`),
		leafForm("array", `‹v›=(‹c›); "${‹v›[@]}"`, `‹v›=(‹C›); ${‹v›[*]}`, `‹v›=(‹p›); ‹v›+=(‹a›); "${‹v›[@]}"`, `‹v›=(x ‹p›); "${‹v›[1]}" ‹a›`, `‹v›[3]=‹P›; ${‹v›[3]} ‹a›`, `declare -a ‹v›=(‹c›); "${‹v›[@]}"`, `‹v›=(‹p›); "${‹v›[0]}" ‹a›`,
			`‹v›=([1]=‹A1› [0]=‹P›); "${‹v›[@]}" ‹A2›`, `‹v›=(a b ‹P›); ${‹v›[-1]} ‹a›`, `‹v›=(x ‹c›); "${‹v›[@]:1}"`, `‹v›=(‹c›); ‹w›=("${‹v›[@]}"); "${‹w›[@]}"`, `‹v›=(‹p›); ${‹v›} ‹a›`, `‹v›=(‹p›); $‹v› ‹a›`,
			`declare -A ‹v›=([k]=‹P›); ${‹v›[k]} ‹a›`, `declare -A ‹v›; ‹v›[k]=‹P›; "${‹v›[k]}" ‹a›`, `declare -A ‹v›; ‹v›[a b]=‹P›; "${‹v›[a b]}" ‹a›`, `‹v›=(‹p› ‹a›); i=0; "${‹v›[i]}" "${‹v›[@]:1}"`, `‹v›=(`+"\n‹p›\n# note\n‹a›\n"+`); "${‹v›[@]}"`,
			`‹v›=(‹p›); for i in x; do ‹v›+=(‹a›); done; "${‹v›[@]}"`).with("", 20),
		leafForm("positional words", `(set -- ‹c›; "$@")`, `(set -- ‹C›; $*)`, `(set -- ‹p›; "$1" ‹a›)`, `(set -- x ‹c›; shift; "$@")`, `(set -- ‹c›; "$1" "${@:2}")`, `(set -- ‹p›; "$@" ‹a›)`, `(set x ‹c›; shift; "$@")`, `(set -- a b c d e f g h i ‹p›; ${10} ‹a›)`,
			`(set -- ‹p›; set -- "$@" ‹a›; "$@")`, `(set -- ‹c›; ‹v›=("$@"); "${‹v›[@]}")`).with("", 20),
		leafForm("function's words", `‹f›() { "$@"; }; ‹f› ‹c›`, `‹f›() { ‹p› "$@"; }; ‹f› ‹a›`, `‹f›() { $1 ‹a›; }; ‹f› ‹p›`, `‹f›() { shift; "$@"; }; ‹f› x ‹c›`, `function ‹f› { "$@"; }; ‹f› ‹c›`, `‹f›() { local c=$1; shift; "$c" "$@"; }; ‹f› ‹c›`,
			`‹f›() { ‹g› "$@"; }; ‹g›() { "$@"; }; ‹f› ‹c›`, `‹f›() { ‹v›=‹P›; }; ‹f›; $‹v› ‹a›`, `‹f›() { echo ‹P›; }; $(‹f›) ‹a›`, `‹f›() { "${@}"; }; ‹f› ‹c›`, `‹f›() { eval "$*"; }; ‹f› ‹C›`, `‹f›() ( "$@" ); ‹f› ‹c›`,
			`‹v›=‹P›; ‹f›() { $‹v› "$@"; }; ‹f› ‹a›`, `‹f›() { $‹v› ‹a›; }; ‹v›=‹P›; ‹f›`, `‹f›() { $‹v› ‹a›; }; ‹v›=‹P› ‹f›`, `‹f›() { while [ $# -gt 1 ]; do shift; done; "$1" ‹a›; }; ‹f› a b ‹p›`).with("", 20),
		leafForm("shell's words", `sh -c '"$@"' _ ‹c›`, `sh -c '$0 "$@"' ‹c›`, `bash -c '"$1" ‹A›' x ‹P›`, `bash -c '$0 ‹A›' ‹P›`, `bash -c '"${@:2}"' a b ‹c›`, `bash -c 'shift; "$@"' a b ‹c›`, `echo '"$@"' | bash -s ‹c›`, `bash -s -- ‹c› <<< '"$@"'`, `bash -s ‹c› <<'‹E›'`+"\n\"$@\"\n‹E›\n"),
		leafForm("read", `read ‹v› <<< ‹P›; $‹v› ‹a›`, `read -r ‹v› ‹w› <<< '‹C›'; "$‹v›" $‹w›`, `read -a ‹v› <<< '‹C›'; "${‹v›[@]}"`, `read -r ‹v› <<‹E›`+"\n‹P›\n‹E›\n"+`$‹v› ‹a›`, `IFS=, read -r ‹v› ‹w› <<< '‹P›,‹A1›'; $‹v› $‹w› ‹A2›`, `read -d '' ‹v› <<< '‹P›'; $‹v› ‹a›`,
			`read <<< ‹P›; $REPLY ‹a›`, `read -r ‹v› < <(echo ‹P›); $‹v› ‹a›`, `echo ‹P› | { read ‹v›; $‹v› ‹a›; }`, `read -rp x ‹v› <<< ‹P›; $‹v› ‹a›`, `mapfile -t ‹v› <<< $'‹P›\n‹A1›'; "${‹v›[@]}" ‹A2›`, `readarray -t ‹v› < <(printf '%s\n' ‹C›); "${‹v›[@]}"`,
			`mapfile -t ‹v› <<‹E›`+"\n‹P›\n‹E›\n"+`"${‹v›[@]}" ‹a›`),
		leafForm("printf -v", `printf -v ‹v› ‹P›; $‹v› ‹a›`, `printf -v ‹v› %s ‹P›; $‹v› ‹a›`, `printf -v ‹v› '%s %s' ‹P› ‹A1›; $‹v› ‹A2›`, `printf -v '‹v›[1]' ‹P›; ${‹v›[1]} ‹a›`, `printf -v ‹v› '%b' '‹P›'; $‹v› ‹a›`, `printf -v ‹v› '%q ' ‹C›; eval "$‹v›"`),
		leafForm("braces", `{‹P›,‹A1›} ‹A2›`, `{‹P›,} ‹a›`, `{'‹P›',"‹A1›"} ‹A2›`, `‹P› {‹A1›,x}`, `{{‹P›,‹A1›},x} ‹A2›`, `{‹P›,{‹A1›,y}}`, `‹p› {a..c} ‹a›`, `‹p› {1..3} {a,b}x ‹a›`, `‹p› x{,y} ‹a›`),
		leafForm("program from a substitution", `$(echo ‹P›) ‹a›`, "`echo ‹P›` ‹a›", `$(printf ‹P›) ‹a›`, `$(printf '%s' ‹P›) ‹a›`, `$(echo ‹C›)`, `"$(echo ‹P›)" ‹a›`, `$(cat <<< ‹P›) ‹a›`, `$(cat <<‹E›`+"\n‹P›\n‹E›\n"+`) ‹a›`, `$(which ‹P›) ‹a›`, `$(command -v ‹P›) ‹a›`,
			`$(type -P ‹P›) ‹a›`, "`which ‹P›` ‹a›", `$(echo -n ‹P›) ‹a›`, `$(echo ‹P› | cat) ‹a›`, `‹v›=$(which ‹P›); "$‹v›" ‹a›`, `‹v›=$(echo ‹P›); $‹v› ‹a›`, `$(basename /x/‹P›) ‹a›`, `$(echo -e '‹P›') ‹a›`, `$(printf '%s ' ‹C›)`, `$(< <(echo ‹P›)) ‹a›`,
			`$(true; echo ‹P›) ‹a›`, `$(if true; then echo ‹P›; fi) ‹a›`, `$(x=‹P›; echo $x) ‹a›`, `$(echo ‹P›)$(echo) ‹a›`).with("", 20),
		leafForm("program from a changed text", `$(echo ‹P› | tr a-z a-z) ‹a›`, `$(rev <<< "$(rev <<< ‹P›)") ‹a›`, `$(sed s/x// <<< ‹P›) ‹a›`, `echo ‹P› > ‹file›; $(cat ‹file›) ‹a›`, `echo ‹P› > ‹file›; $(<‹file›) ‹a›`, `echo ‹P› > ‹file›; read ‹v› < ‹file›; $‹v› ‹a›`).dynamicBy(),
		leafForm("loop variable", `for ‹v› in ‹P›; do $‹v› ‹a›; done`, `for ‹v› in true ‹P›; do $‹v› ‹a›; done`, `for ‹v› in ‹A1›; do ‹P› $‹v› ‹A2›; done`, `‹w›=(‹p›); for ‹v› in "${‹w›[@]}"; do $‹v› ‹a›; done`, `for ‹v› in {true,‹P›}; do $‹v› ‹a›; done`,
			`‹w›='true ‹P›'; for ‹v› in $‹w›; do $‹v› ‹a›; done`, `select ‹v› in ‹P›; do $‹v› ‹a›; break; done <<< 1`, `(set -- ‹p›; for ‹v›; do $‹v› ‹a›; done)`, `for ‹v› in $(echo ‹P›); do $‹v› ‹a›; done`, `for ((i=0;i<1;i++)); do ‹v›=‹P›; done; $‹v› ‹a›`,
			`for ‹v› in '‹C›'; do eval "$‹v›"; done`, `for ‹v› in ‹P›:‹A1›; do "${‹v›%%:*}" "${‹v›#*:}" ‹A2›; done`, `for ‹v› in ‹P›; do :; done; $‹v› ‹a›`, `for ‹v› in '‹C›'; do $‹v›; done`).with("", 20),
		leafForm("while read", `while read ‹v›; do $‹v› ‹a›; done <<< ‹P›`, `while read -r ‹v› ‹w›; do $‹v› $‹w›; done <<< '‹C›'`, `while read ‹v›; do $‹v› ‹a›; done <<‹E›`+"\n‹P›\n‹E›\n", `echo ‹P› | while read ‹v›; do $‹v› ‹a›; done`, `printf '%s\n' true ‹P› | while IFS= read -r ‹v›; do $‹v› ‹a›; done`,
			`while read ‹v›; do $‹v› ‹a›; done < <(echo ‹P›)`, `while read -r ‹v›; do ‹p› ‹a› $‹v›; done <<< x`),
		leafForm("case sets", `case x in x) ‹v›=‹P›;; y) ‹v›=echo;; esac; $‹v› ‹a›`, `case ‹P› in *) ‹v›=‹P›;; esac; "$‹v›" ‹a›`, `‹v›=a; case $‹v› in a) ‹w›=‹P›;; esac; $‹w› ‹a›`),
		leafForm("glob for the program", `‹bin›/‹P›* ‹a›`, `‹bin›/np[m] ‹a›`).with("", 4),
		leafForm("eval of words", `eval ‹P› ‹A›`, `eval "‹P›" ‹A›`, `eval '‹P›' "‹A›"`, `‹v›='‹C›'; eval "$‹v›"`, `‹v›='‹C›'; eval $‹v›`, `builtin eval ‹C›`, `command eval ‹C›`, `eval eval ‹C›`, `eval "$(echo ‹C›)"`, `eval "$(printf '%s ' ‹C›)"`, `eval '‹v›=‹P›'; $‹v› ‹a›`,
			`eval "$(cat <<'‹E›'`+"\n‹C›\n‹E›\n"+`)"`, `eval "‹v›=‹P›; \$‹v› ‹A›"`, `eval -- ‹C›`, `printf '%s\n' '‹C›' | while read -r ‹v›; do eval "$‹v›"; done`).with("", 15),
		leafForm("builtin in front", `command ‹c›`, `command -- ‹c›`, `(exec ‹c›)`, `(exec -a x ‹c›)`, `(exec -- ‹c›)`, `(exec -c ‹bin›/‹P› ‹a›)`, `(exec -l ‹c›)`, `time ‹c›`, `time -p ‹c›`, `! ‹c›`, `builtin command ‹c›`, `command command ‹c›`, `jobs -x ‹c›`, `coproc ‹c›`, `(exec >/dev/null ‹c›)`,
			`time -- ‹c›`, `! time ‹c›`, `time time ‹c›`, `command exec ‹c› & wait`).with("", 20),
		leafForm("renamed program", `cp $(which ‹P›) ‹file›; ./‹file› ‹a›`, `ln -s ‹bin›/‹P› ‹file›; ./‹file› ‹a›`, `cp "$(command -v ‹P›)" ‹file› && ./‹file› ‹a›`, `hash -p ‹bin›/‹P› ‹f›; ‹f› ‹a›`, `ln ‹bin›/‹P› ‹file›; ./‹file› ‹a›`, `cp ‹bin›/‹P› ./‹file›; ‹v›=./‹file›; $‹v› ‹a›`,
			`mkdir ‹file›; cp ‹bin›/‹P› ‹file›; ‹file›/‹P› ‹a›`, `mkdir ‹file›; ln -s ‹bin›/‹P› ‹file›/x; PATH=$PWD/‹file›:$PATH; x ‹a›`),
		ownForm("alias", "shopt -s expand_aliases\nalias ‹f›=‹P›\n‹f› ‹a›", "shopt -s expand_aliases; alias ‹f›='‹C›'\n‹f›", "shopt -s expand_aliases\nalias ‹f›='‹P› ‹A1›'\n‹f› ‹A2›", "shopt -s expand_aliases\nalias ‹f›='command '\nalias ‹g›=‹P›\n‹f› ‹g› ‹a›",
			"shopt -s expand_aliases\nalias ‹f›=‹g› ‹g›=‹P›\n‹f› ‹a›", "shopt -s expand_aliases\nalias ls=‹P›\nls ‹a›", "shopt -s expand_aliases; alias ‹f›='‹v›=1 ‹P›'\n‹f› ‹a›", "alias ‹f›=‹P›; shopt -s expand_aliases\neval ‹f› ‹A›",
			"shopt -s expand_aliases\nalias ‹f›='true; ‹P›'\n‹f› ‹a›", "shopt -s expand_aliases\nalias ‹f›='{ ‹P›'\n‹f› ‹a›; }", "shopt -s expand_aliases\nalias ‹f›=\"‹P› \"\nif ‹f› ‹a›; then :; fi"),
	}
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 32
		}
	}
	return string(b)
}

// ansiEscapes writes a word as $'…' with escapes for some of its bytes.
func ansiEscapes(g *gen, s string) string {
	const hex, oct = "0123456789abcdef", "01234567"
	out := "$'"
	for i := range len(s) {
		c := s[i]
		switch g.IntN(5) {
		case 0:
			out += `\x` + string(hex[c>>4]) + string(hex[c&15])
		case 1:
			out += `\` + string(oct[c>>6]) + string(oct[c>>3&7]) + string(oct[c&7])
		case 2:
			out += `\u00` + string(hex[c>>4]) + string(hex[c&15])
		default:
			out += string(c)
		}
	}
	return out + "'"
}
