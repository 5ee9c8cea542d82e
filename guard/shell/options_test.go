package shell

import (
	"slices"
	"strings"
	"testing"
)

// typed makes a Command of words split at blanks; 'a b' in quotes is one word, $X unknown,
// an unquoted * live.
func typed(line string) *Command {
	c := &Command{Parent: -1}
	var words []Word
	for i := 0; i < len(line); {
		if line[i] == ' ' {
			i++
			continue
		}
		start := i
		var b strings.Builder
		for i < len(line) && line[i] != ' ' {
			switch line[i] {
			case '\'', '"':
				end := i + 1 + strings.IndexByte(line[i+1:], line[i])
				b.WriteString(line[i+1 : end])
				i = end + 1
			case '$':
				for i++; i < len(line) && (line[i] >= 'A' && line[i] <= 'Z'); i++ {
				}
				b.WriteString(Unknown)
			case '*':
				b.WriteString(AnyText)
				i++
			default:
				b.WriteByte(line[i])
				i++
			}
		}
		words = append(words, Word{Value: Value(b.String()), Span: Span{start, i}, Multi: line[start] == '$' && b.String() == Unknown})
	}
	if len(words) > 0 {
		c.Name, c.Args = words[0], words[1:]
		c.Program = c.Name.Value.Text()
		c.Program = c.Program[strings.LastIndexByte(c.Program, '/')+1:]
	}
	c.Span = Span{0, len(line)}
	return c
}

// show prints a reading: options, "|", subcommand words, "|", other words.
func show(l Line) string {
	var b strings.Builder
	for _, o := range l.Options {
		b.WriteString(Value(o.Name).String())
		if o.HasValue {
			b.WriteString("=" + o.Value.String())
		}
		for _, or := range o.Or {
			b.WriteString("/" + or)
		}
		if !o.Known {
			b.WriteString("?")
		}
		b.WriteByte(' ')
	}
	for i, w := range l.Words {
		if i == 0 && l.Sub > 0 || i == l.Sub {
			b.WriteString("| ")
		}
		b.WriteString(w.Value.String())
		if w.AfterDash {
			b.WriteString("'")
		}
		b.WriteByte(' ')
	}
	if l.Dash {
		b.WriteString("--")
	}
	return strings.TrimSpace(b.String())
}

func TestLines(t *testing.T) {
	tests := []struct {
		line string
		want []string
	}{
		// the table of rules-language
		{"git push --force", []string{"--force | push"}},
		{"git -C d push origin x -f", []string{"-C=d --force | push | origin x"}},
		{"git push --for", []string{"--force/--force-with-lease/--force-if-includes | push"}},
		{"git push --force-with-lease", []string{"--force-with-lease | push"}},
		{"git stash push --force", []string{"--force? | stash push"}},
		{"git push -u origin main", []string{"--set-upstream | push | origin main"}},
		{"git push origin main-2", []string{"| push | origin main-2"}},
		{"rm -rf x", []string{"--recursive --force | x"}},
		{"rm -f -r x", []string{"--force --recursive | x"}},
		{"rm -r build src", []string{"--recursive | build src"}},
		{"rm -fR build src", []string{"--force --recursive | build src"}},
		{"rm --recur x", []string{"--recursive | x"}},
		{"gh api -X DELETE r", []string{"--method=DELETE | api | r"}},
		{"gh api --method=DELETE r", []string{"--method=DELETE | api | r"}},
		{"gh api -XDELETE r", []string{"--method=DELETE | api | r"}},
		{"gh api -f t=DELETE r", []string{"--raw-field=t=DELETE | api | r"}},
		{"docker run -v a:b --rm img", []string{"--volume=a:b --rm | run | img"}},
		{"docker run img c --rm", []string{"| run | img"}},
		{"fd -e log . -x rm -rf {}", []string{"--extension=log --exec | ."}},
		{"docker run alpine --privileged", []string{"| run | alpine"}},
		{"docker run alpine -- --rm", []string{"| run | alpine"}},
		{"kubectl exec pod -it -- bash -c x", []string{"--stdin --tty | exec | pod --"}},
		{"ssh host -p 22 ls -l", []string{"-p=22 | host"}},
		{"timeout 5 --x y", []string{"| 5"}},
		{"docker run --rm=false img", []string{"--rm=false | run | img"}},
		{"podman run -it --rm img sh", []string{"--interactive --tty --rm | run | img"}},
		{"git checkout HEAD -- a", []string{"| checkout | HEAD a' --"}},
		{"git checkout main", []string{"| checkout | main"}},
		{"git add *", []string{"| add | *"}},
		{"git add -A", []string{"--all | add"}},
		{"aws --profile p rds delete-db-instance", []string{"--profile=p | rds delete-db-instance"}},
		{"aws s3 cp delete-me.txt s3://b", []string{"| s3 cp | delete-me.txt s3://b"}},
		{"aws s3 rm --recursive s3://b", []string{"--recursive | s3 rm | s3://b"}},
		// clusters and values
		{"git commit -nm x", []string{"--no-verify --message=x | commit"}},
		{"git commit -am wip", []string{"--all --message=wip | commit"}},
		{"git commit -mwip", []string{"--message=wip | commit"}},
		{"git commit --message='a b'", []string{"--message=a b | commit"}},
		{"git commit -m=x", []string{"--message==x | commit"}},
		{"git commit -S -m x", []string{"--gpg-sign --message=x | commit"}},
		{"git commit --no-gpg-sign", []string{"--no-gpg-sign | commit"}},
		{"git commit --no-verify", []string{"--no-verify | commit"}},
		{"git merge -n x", []string{"--no-stat | merge | x"}},
		{"git push -n", []string{"--dry-run | push"}},
		{"git push -df x", []string{"--delete --force | push | x"}},
		{"git clean -fdx", []string{"--force -d -x | clean"}},
		{"git branch -D x", []string{"--delete --force | branch | x"}},
		{"git -c core.hooksPath=/dev/null commit", []string{"-c=core.hooksPath=/dev/null | commit"}},
		{"git config --get core.hooksPath", []string{"--get | config | core.hooksPath"}},
		{"git worktree add ../wt -b x", []string{"-b=x | worktree add | ../wt"}},
		{"git log -5 --oneline", []string{"-5 --oneline | log"}},
		{"git push --no-follow-tags", []string{"--no-follow-tags | push"}},
		{"git frobnicate --x y", []string{"--x? | frobnicate | y", "--x=y? | frobnicate"}},
		{"head -20 f", []string{"-20 | f"}},
		{"head -n 5 f", []string{"--lines=5 | f"}},
		{"curl -sk https://x", []string{"--silent --insecure | https://x"}},
		{"curl -XDELETE -sSLo f u", []string{"--request=DELETE --silent --show-error --location --output=f | u"}},
		{"curl -fsSL u", []string{"--fail --silent --show-error --location | u"}},
		{"wget --no-check-certificate -qO- u", []string{"--no-check-certificate --quiet --output-document=- | u"}},
		{"tar xzf a.tgz b", []string{"--extract --gzip --file=a.tgz | b"}},
		{"tar -xzf a.tgz -C d", []string{"--extract --gzip --file=a.tgz --directory=d"}},
		{"chmod -R 777 .", []string{"--recursive | 777 ."}},
		{"kubectl --context prod apply -f x", []string{"--context=prod --filename=x | apply"}},
		{"kubectl apply --context=dev-2 -f x", []string{"--context=dev-2 --filename=x | apply"}},
		{"kubectl delete --wait=false namespace prod", []string{"--wait=false | delete | namespace prod"}},
		{"kubectl delete ns prod --dry-run=client", []string{"--dry-run=client | delete | ns prod"}},
		{"kubectl scale deploy/x --replicas 0", []string{"--replicas=0 | scale | deploy/x"}},
		{"terraform -chdir=x apply --auto-approve", []string{"-chdir=x -auto-approve | apply"}},
		{"tofu fmt -check", []string{"-check | fmt"}},
		{"npm i -g x", []string{"--global | i | x"}},
		{"npm --prefix d i x", []string{"--prefix=d | i | x"}},
		{"npm test -- --watch", []string{"| test | --watch' --"}},
		{"npm run build", []string{"| run | build"}},
		{"vitest --watch=false", []string{"--watch=false"}},
		{"npx vitest src", []string{""}},
		{"chronic rm -rf x", []string{""}},
		{"mytool --env prod deploy", []string{"--env? | prod | deploy", "--env=prod? | deploy"}},
		{"mytool --env=prod-eu deploy", []string{"--env=prod-eu? | deploy"}},
		{"mytool -config x y", []string{"-config? | x | y", "-config=x? | y"}},
		{"mytool -rf x", []string{"-r? -f? | x", "-r? -f=x?"}},
		{"mytool -j8 x", []string{"-j=8? | x"}},
		{"gh issue view 4 --json title,comments", []string{"--json=title,comments | issue view | 4"}},
		{"gh pr view 4 -c", []string{"--comments | pr view | 4"}},
		{"gh pr merge 12 --squash", []string{"--squash | pr merge | 12"}},
		{"gh -R a/b pr view merge", []string{"--repo=a/b | pr view | merge"}},
		{"sudo -u root env A=1 npm i -g x", []string{"--user=root"}},
		{"env -i HUSKY=0 git push", []string{"--ignore-environment"}},
		{"timeout -k 5 10 rm -rf x", []string{"--kill-after=5 | 10"}},
		{"uv run python x.py --force", []string{"| run"}},
		{"uv pip list", []string{"| pip list"}},
		{"python3.11 -c 'import x' -v", []string{"-c=import x | -v"}},
		{"python3 x.py --force", []string{"| x.py --force"}},
		{"python -m pytest -x", []string{"-m=pytest | -x"}},
		{"node -e 'x' a", []string{"--eval=x | a"}},
		{"bash -c 'x' _ -f", []string{"-c | x _ -f"}},
		{"bash -lc x", []string{"--login -c | x"}},
		{"go test -run X ./...", []string{"-run=X | test | ./..."}},
		{"go -C d build -o f .", []string{"-C=d -o=f | build | ."}},
		{"find . -name x -exec rm {} ';' -delete", []string{"-name=x -exec -delete | ."}},
		{"find / -delete", []string{"-delete | /"}},
		{"ssh -p 22 host rm -rf x", []string{"-p=22 | host"}},
		{"make -C d all X=1", []string{"--directory=d | all X=1"}},
		{"rm -- -rf x", []string{"| -rf' x' --"}},
		{"rm -r$X a", []string{"--recursive -…? | a"}},
		{"rm $X a", []string{"| … a"}},
		{"git $X push -f", []string{"-f? | … | push", "--force | push"}},
		{"git $X", []string{"| …"}},
		{"git push $X", []string{"| push | …"}},
		{"rm --$X a", []string{"--…? | a"}},
		{"rm - a", []string{"| - a"}},
		{"tar c .env", []string{"--create | .env"}},
		{"ssh -vvvv h", []string{"-v -v | h"}},
		{"Remove-Item -Recurse -Force x", []string{"-recurse -force | x"}},
		{"Remove-Item -Rec -Path x -fo", []string{"-recurse -path=x -force"}},
		{"rm -Recurse -Force x", []string{"--recursive --force | x"}},
		{"rd /s /q d", []string{"/s /q | d"}},
		{"git stash", []string{"| stash"}},
		{"git stash clear", []string{"| stash clear"}},
		{"git stash push clear", []string{"| stash push | clear"}},
		{"cargo +nightly publish --dry-run", []string{"--dry-run | publish"}},
		{"pip install -r requirements.txt x", []string{"--requirement=requirements.txt | install | x"}},
		{"jq --arg a b .x f", []string{"--arg=b | .x f"}},
		{"psql -c 'select 1' -d db", []string{"--command=select 1 --dbname=db"}},
		{"dd if=/dev/zero of=/dev/sda", []string{"| if=/dev/zero of=/dev/sda"}},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			var got []string
			for _, l := range Lines(typed(tt.line)) {
				got = append(got, show(l))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestUnknownOptionsAreReadAtMost16Times(t *testing.T) {
	c := typed("mytool --a b --c d --e f --g h --i j --k l --m n")
	if n := len(Lines(c)); n != maxLines {
		t.Errorf("%d readings", n)
	}
}

func TestCanonical(t *testing.T) {
	tests := []struct{ program, sub, option, want string }{
		{"git", "push", "-f", "--force"},
		{"git", "commit", "-n", "--no-verify"},
		{"git", "push", "-n", "--dry-run"},
		{"git", "", "-C", "-C"},
		{"rm", "", "-R", "--recursive"},
		{"gh", "api", "-X", "--method"},
		{"gh", "pr view", "-c", "--comments"},
		{"docker", "run", "-v", "--volume"},
		{"terraform", "apply", "--auto-approve", "-auto-approve"},
		{"mytool", "x", "--y", "--y"},
		{"pip3", "install", "-U", "--upgrade"},
	}
	for _, tt := range tests {
		if got := Canonical(tt.program, tt.sub, tt.option); got != tt.want {
			t.Errorf("%s %s %s: %s, want %s", tt.program, tt.sub, tt.option, got, tt.want)
		}
	}
}

func TestOptionTablesAreSortedAndWellFormed(t *testing.T) {
	seen := map[string]string{}
	for name, rows := range map[string][]optionRow{"unix": unixRows[:], "git": gitRows[:], "dev": devRows[:], "cloud": cloudRows[:], "windows": windowsRows[:]} {
		for i, r := range rows {
			if i > 0 && rows[i-1].program+"\x00"+rows[i-1].sub >= r.program+"\x00"+r.sub {
				t.Errorf("%s: %s %s is out of order", name, r.program, r.sub)
			}
			if other, ok := seen[r.program]; ok && other != name {
				t.Errorf("%s stands in %s and %s", r.program, other, name)
			}
			seen[r.program] = name
			names := map[string]bool{}
			for entry := range strings.FieldsSeq(r.options) {
				list, _ := parseOption(entry, r.flags)
				for n := range strings.SplitSeq(list, ",") {
					if names[n] || n == "" {
						t.Errorf("%s %s: option %q twice, in %q", r.program, r.sub, n, entry)
					}
					names[n] = true
				}
			}
			if findRow(r.program, r.sub) == nil {
				t.Errorf("%s %s is not found", r.program, r.sub)
			}
		}
	}
}

func BenchmarkLines(b *testing.B) {
	c := typed("git -C d push -u origin main --force-with-lease")
	b.ReportAllocs()
	for b.Loop() {
		Lines(c)
	}
}
