package shell

import (
	"slices"
	"strings"
	"testing"
)

func TestOtherNamesOfACommand(t *testing.T) {
	for _, row := range []struct{ text, finds string }{
		{"/usr/lib/git-core/git-push -f", "git push -f"},
		{"$(git --exec-path)/git-push -f", "git push -f"},
		{"/usr/bin/g[i]t push -f", "git push -f"},
		{"/bin/r[m] -rf x", "rm -rf x"},
		{"/usr/bin/gi? push -f", "git push -f"},
		{"$D/git push -f", "git push -f"},
		{"yarnpkg add x", "yarn add x"},
		{"node $(which npm) i", "npm i"},
		{"node /usr/lib/node_modules/npm/bin/npm-cli.js install", "npm install"},
		{"git -c remote.origin.push=+main push", "git push --force"},
		{"git -c remote.origin.mirror=true push origin", "git push --mirror origin"},
		{"git -c Remote.origin.MIRROR=1 push origin", "git push --mirror origin"},
		{"git config remote.origin.push '+refs/heads/*:refs/heads/*' && git push", "git push --force"},
		{"git remote add --mirror=push o URL && git push o", "git push --mirror o"},
		{"git -c clean.requireForce=false clean -dx", "git clean --force -dx"},
		{"rm -rf ~root", "rm -rf /root"},
		{"rm -rf ~bk/x", "rm -rf /home/bk/x"},
		{"cat ~+", "cat /d"},
	} {
		t.Run(row.text, func(t *testing.T) {
			if got := programs(Read(row.text, Options{Dir: "/d", Home: "/home/u"})); !slices.Contains(got, row.finds) {
				t.Errorf("found %q, not %q", got, row.finds)
			}
		})
	}
	for _, text := range []string{"git -c remote.o.push=main push", "git -c remote.o.mirror=false push", "git remote add --mirror=fetch o URL && git push o", "git remote add o URL && git push o", "node npm.js i", "git-push -f", "g[i]t push -f"} {
		if got := programs(Read(text, Options{Dir: "/d"})); slices.ContainsFunc(got, func(s string) bool {
			return strings.Contains(s, "push --") || strings.HasPrefix(s, "git push -f") || s == "npm i"
		}) {
			t.Errorf("%s: found %q", text, got)
		}
	}
}

func TestLaterOptionsUndoEarlierOnes(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"git push -n -f --no-dry-run", "--force --no-dry-run"},
		{"git clean -f -n --no-dry-run", "--force --no-dry-run"},
		{"git push --no-dry-run -n", "--dry-run"},
		{"git commit --no-verify --verify", "--verify"},
		{"git commit -n -m x", "--no-verify --message"},
		{"git push -${x}f", "-… --force"},
		{"git push -${x}", "-…"},
	} {
		t.Run(row.text, func(t *testing.T) {
			s := Read(row.text, Options{Dir: "/d"})
			var names []string
			for _, o := range Lines(&s.Commands[0])[0].Options {
				names = append(names, Value(o.Name).String())
			}
			if got := strings.Join(names, " "); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}
