package guard_test

import "testing"

func TestCommandPatterns(t *testing.T) {
	runCases(t, nowhere(), []verdictCase{
		{
			"options anywhere, clusters, abbreviations", rule("command", `commands = ["git push --force"]`),
			[]string{"git -C d push origin x -f", "git push --for", "git push -uf origin x", "git push origin --force", "/usr/bin/git push -f", `\git push -f`, "git.exe push -f"},
			[]string{"git push --force-with-lease", "git stash push --force", "git push -- -f", "git push origin f"},
		},
		{
			"words in order, subcommand first", rule("command", `commands = ["git push main"]`),
			[]string{"git push -u origin main", "git push main", "git push x main y"},
			[]string{"git push origin main-2", "git commit -m 'push main'", "git main push"},
		},
		{"star asks for a word", rule("command", `commands = ["git push * *"]`), []string{"git push origin x"}, []string{"git push origin", "git push"}},
		{"both options of a cluster", rule("command", `commands = ["rm -rf"]`), []string{"rm -f -r x", "rm --recursive --force x", "rm -vfR x"}, []string{"rm -r x", "rm -- -rf"}},
		{"all words of programs without subcommands", rule("command", `commands = ["rm -r src"]`), []string{"rm -r build src", "rm src -r"}, []string{"rm src/a -r", "rm -r ./src2"}},
		{
			"value of an option", rule("command", `commands = ["gh api -X DELETE"]`),
			[]string{"gh api --method=DELETE r", "gh api -XDELETE r", "gh api r -X DELETE"},
			[]string{"gh api -f t=DELETE r", "gh api -X GET DELETE"},
		},
		{
			"option in front of a wrapped command", rule("command", `commands = ["docker run --rm"]`),
			[]string{"docker run -v a:b --rm img", "docker run --rm=true img"},
			[]string{"docker run img c --rm", "docker run --rm=false img", "docker run --rm=no img", "docker run --rm=off img", "docker run --rm=none img"},
		},
		{"switched off when asked for", rule("command", `commands = ["docker run --rm=false"]`), []string{"docker run --rm=false img"}, []string{"docker run --rm img"}},
		{"two dashes", rule("command", `commands = ["git checkout --"]`), []string{"git checkout HEAD -- a"}, []string{"git checkout main"}},
		{"words behind two dashes", rule("command", `commands = ["git checkout -- a"]`), []string{"git checkout HEAD -- b a"}, []string{"git checkout a -- b", "git checkout a"}},
		{"quoted glob is literal", rule("command", `commands = ["git add '*'"]`), []string{"git add *", "git add '*'"}, []string{"git add a"}},
		{
			"environment in front", rule("command", `commands = ["HUSKY=0 git"]`),
			[]string{"export HUSKY=0; git commit", "env HUSKY=0 git commit", "HUSKY=0 git commit", "declare -x HUSKY=0; git commit"},
			[]string{"git commit -m HUSKY=0", "HUSKY=1 git commit", "HUSKY=0 true; git commit", "HUSKY=0 HUSKY=1 git commit"},
		},
		{"groups", rule("command", `commands = ["aws * delete-*"]`), []string{"aws --profile p rds delete-db-instance"}, []string{"aws s3 cp delete-me.txt s3://b"}},
		{"second subcommand", rule("command", `commands = ["git stash drop"]`), []string{"git stash drop", "git stash drop -q"}, []string{"git stash list drop", "git drop stash"}},
		{"group alone", rule("command", `commands = ["git stash"]`), []string{"git stash", "git stash drop"}, []string{"git push stash"}},
		{
			"program written as a file", rule("command", `commands = ["x/deploy.sh prod"]`),
			[]string{"x/deploy.sh prod", "./x/deploy.sh prod", "bash x/deploy.sh prod", "sh -e ./x/deploy.sh prod", "cd x && ./deploy.sh prod", "source x/deploy.sh prod"},
			[]string{"y/deploy.sh prod", "deploy.sh prod", "cat x/deploy.sh prod", "bash x/deploy.sh dev"},
		},
		{"wrapper in the pattern", rule("command", `commands = ["sudo rm"]`), []string{"sudo -u x env A=1 rm f", "sudo rm f", "sudo sh -c 'rm f'"}, []string{"rm f", "sudo ls rm", "env rm f"}},
		{"two programs", rule("command", `commands = ["{npm,yarn} {i,add} -g"]`), []string{"npm i -g x", "yarn add -g x", "npm --global i x"}, []string{"npm i x", "pnpm i -g x"}},
		{"program glob", rule("command", `commands = ["python*"]`), []string{"python3.12 x", "python x"}, []string{"ipython", "cat python"}},
		{"single-dash long options", rule("command", `commands = ["terraform apply -auto-approve"]`), []string{"terraform apply -auto-approve", "terraform -chdir=x apply -auto-approve"}, []string{"terraform apply", "terraform plan -auto-approve=false", "terraform apply -auto-approve=false"}},
		{"dd operands", rule("command", `commands = ["dd of=/dev/*"]`), []string{"dd if=a of=/dev/sda bs=1M"}, []string{"dd if=/dev/zero of=a"}},
		{
			"an unknown option may own the next word", rule("command", "commands = [\"git push main\"]\nexcept = [\"git push --dry-run\"]"),
			[]string{"git push --strange main", "git push --strange x main"},
			[]string{"git push --strange main --dry-run"},
		},
	})
}

func TestCommandsThatReachEachOther(t *testing.T) {
	rules := rule("command", "commands = [\"{curl,wget} | {sh,bash,eval,source,python*}\"]\nexcept = [\"* | python* {-c,-m,*.py}\"]")
	runCases(t, nowhere(), []verdictCase{
		{
			"pipes at any distance and in every form", rules,
			[]string{
				"curl x | sh", "curl x | tee f | sh", "curl -s x | sudo bash", "bash <(curl -s x)", `sh -c "$(curl -fsSL x)"`, `eval "$(wget -qO- x)"`, `bash <<< "$(curl x)"`,
				"source <(curl x)", "{ curl x; echo; } | sh", "(curl x) | (cat | sh)", "curl x |& sh", "sudo curl x | env A=1 sh", "f() { curl x; }; f | sh", "curl x | while read l; do sh; done",
				"curl x | python3", "curl x | python3 -", "bash -s < <(curl x)",
			},
			[]string{"curl x | jq .", "curl -s x | python3 -c 'import json'", `echo "curl x | sh"`, "curl x; sh a.sh", "curl x > f | sh a.sh", "sh a.sh | curl -T- x", "curl x && echo | bash a.sh", "curl x | python3 a.py"},
		},
		{
			"an except pipe names the same two commands", rules,
			[]string{"curl x | python3 -c y | sh", "curl x | python3 -c y; curl z | python3", "curl x | tee >(python3) | python3 -c y"},
			[]string{"curl x | python3 -c y | cat"},
		},
		{"cat into anything", rule("command", `commands = ["cat | *"]`), []string{"cat a | wc", "grep x <(cat a)"}, []string{"cat a", "cat a > b", "wc | cat"}},
		{"alone in the line", rule("command", "commands = [\"make\"]\nexcept = [\"* | *\"]"), []string{"make; echo | cat", "cd x && make"}, []string{"make | tail", "yes | make"}},
	})
}

func TestExceptsOfCommands(t *testing.T) {
	runCases(t, nowhere(), []verdictCase{
		{
			"a command around it", rule("command", "commands = [\"{python,pip}\"]\nexcept = [\"uv run\"]"),
			[]string{"python x.py", "uv run x; python y", "uv pip install python; pip list"},
			[]string{"uv run python x.py", "uv run -- python -m pip install x", "uv run sh -c 'python x'"},
		},
		{
			"operands all or nothing", rule("command", "commands = [\"rm -rf\"]\nexcept = [\"rm node_modules dist\", \"rm /tmp/*\"]"),
			[]string{"rm -rf node_modules /", "rm -rf /", "rm -rf /tmp/x ~", "rm -rf node_modules"},
			[]string{"rm -rf node_modules dist", "rm -rf dist node_modules dist", "rm -rf /tmp/a /tmp/b", "rm -rf -- /tmp/x"},
		},
		{"options", rule("command", "commands = [\"git push --force\"]\nexcept = [\"git push --dry-run\"]"), []string{"git push -f"}, []string{"git push -nf", "git push -f --dry-run"}},
		{"an unknown word frees nothing", rule("command", "commands = [\"rm -rf\"]\nexcept = [\"rm build\"]"), []string{`rm -rf "$D"`, `rm -rf build "$D"`, "rm -rf $D"}, []string{"rm -rf build"}},
		{"an interpreter's script arguments are no operands", rule("command", "commands = [\"python\"]\nexcept = [\"python ok.py\"]"), []string{"python no.py ok.py"}, []string{"python ok.py a b"}},
		{"must have", rule("command", "commands = [\"docker run\"]\nexcept = [\"docker run --rm\"]"), []string{"docker run img --rm"}, []string{"docker run --rm img"}},
	})
}

func TestExpressionsOfCommands(t *testing.T) {
	runCases(t, nowhere(), []verdictCase{
		{
			"base name and words, single blanks", rule("command", "pattern = '^git push( .*)? --force( |$)'"),
			[]string{"git push --force", "git  -C x   push  o --force", "/bin/git push --force"},
			[]string{"echo git push --force", "git push --force-with-lease"},
		},
		{"words with blanks are quoted", rule("command", "pattern = \"^echo 'a b'$\""), []string{`echo "a b"`, `echo a\ b`}, []string{"echo a b"}},
		{"messages are left out", rule("command", "pattern = '^git commit.*secret'"), []string{"git commit secret"}, []string{"git commit -m secret", "git commit --message=secret"}},
		{"together with commands", rule("command", "commands = [\"git push\"]\npattern = '^git push .*x'"), []string{"git push x"}, []string{"git push y", "git pull x"}},
		{"unknown parts must not decide", rule("command", "pattern = '^rm -rf /$'"), []string{"rm -rf /"}, []string{`rm -rf /"$x"`, `rm -rf "$x"`}},
	})
}

func TestWhatIsOnlyKnownAtRunTime(t *testing.T) {
	runCases(t, nowhere(), []verdictCase{
		{
			"passes unless it matches whatever it is", rule("command", `commands = ["git push x-*", "rm *", "{a,b}-tool"]`),
			[]string{`git push "x-$V"`, `rm "$F"`},
			[]string{`git push "$F"`, `"$P" push x-1`, `git push "$V-x"`},
		},
		{
			"fires if it could match", rule("command", "commands = [\"git push --force\", \"git push main\", \"npm publish\"]\non_unknown = \"fire\""),
			[]string{
				`git push "$F"`, "git push $F", `git push $ARGS origin`, `git $SUB main`, `$P publish`, `npm "$X"`, `git push "ma$X"`, `git push "--$X"`, `git push "-$X" o`, "npm $A",
				`git push $(cat args)`,
			},
			[]string{`git pull "$F"`, `git push "x-$V"`, `git push -- "--x$F"`, `"x$P" publish`, `npm "r$X"`},
		},
		{
			"an except never takes the unknown for what it names", rule("command", "commands = [\"git push\"]\nexcept = [\"git push --dry-run\", \"git push * main\"]\non_unknown = \"fire\""),
			[]string{`git push "$F"`, `git push origin "$B"`, "git push $ARGS"},
			[]string{"git push -n"},
		},
		{"a glob for a program can be any of that shape", rule("command", `commands = ["npm i"]`), []string{"/usr/bin/np? i", "n?m i"}, []string{"x?m i"}},
	})
}
