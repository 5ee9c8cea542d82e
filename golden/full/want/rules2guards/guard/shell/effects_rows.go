package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// EffectRow is an example of what a program does to files, as the tables know it.
type EffectRow struct {
	Program string
	Form    string // a command line
	Effects string // "reads a; creates b"
}

// EffectRows returns examples of everything that Effects knows, for the documentation and
// for the test that runs each of them for real.
func EffectRows() []EffectRow {
	var rows []EffectRow
	for form := range strings.SplitSeq(effectForms, "\n") {
		if form == "" {
			continue
		}
		script := Read(form, Options{Dir: "/w"})
		row := EffectRow{Form: form}
		var effects []string
		for i := range script.Commands {
			c := &script.Commands[i]
			if row.Program == "" {
				row.Program = c.Program
			}
			for _, e := range Effects(c) {
				effects = append(effects, e.words())
			}
		}
		row.Effects = strings.Join(effects, "; ")
		rows = append(rows, row)
	}
	return rows
}

// words says an effect in words.
func (e *Effect) words() string {
	var what string
	switch e.Access {
	case call.AnyAccess:
		what = "hands out"
	case call.Read:
		what = "reads"
	case call.Delete:
		what = "deletes"
	case call.Read | call.Delete:
		what = "takes away"
	case writeCreate:
		what = "writes or creates"
	case call.Read | writeCreate:
		what = "reads, writes or creates"
	case call.Write:
		what = "writes"
	case call.Read | call.Write:
		what = "reads and writes"
	default:
		what = "writes and deletes"
	}
	if e.Tree {
		what += " all of"
	}
	name := e.Path.String()
	if e.Place.Dir != "/w" && e.Place.Known {
		name = strings.TrimPrefix(e.Place.Dir, "/w/") + "/" + name
	}
	return what + " " + name
}

// effectForms has one example on each line. In the folder of the test there are the files
// a and b.txt, f.json, the folder d with x and y in it, archives of them, and a repository.
const effectForms = `
cat a b.txt
tac a
head -n 1 a
tail -n 1 a
less a
nl a
rev a
grep one a
grep -f b.txt a
grep -r one d/x
grep -q one a
rg one a
rg -l one a
sed -n 1p a
sed -i s/one/two/ a
sed -i.bak s/one/two/ a
sed 's/one/two/w out' a
awk '{print}' a
cut -c1 a
sort a
sort -o out a
uniq a
uniq a out
wc a
diff a b.txt
cmp a b.txt
comm a b.txt
paste a b.txt
join a b.txt
fold a
fmt a
pr a
expand a
column a
file a
xxd a
xxd a out
od a
hexdump a
base64 a
strings a
sha256sum a
md5sum a
cksum a
iconv -f utf-8 -t utf-16 a -o out
jq . f.json
openssl dgst -sha256 a
openssl enc -aes-256-cbc -pbkdf2 -pass pass:x -in a -out out
cp a out
cp a d
cp -r d out
cp -t d a
cp -l a out
cp -s a out
mv a out
mv a d
mv d out
rm a
rm -rf d
rm -f a b.txt
rmdir empty
unlink a
shred -u a
ln -s a out
ln a out
install -m 600 a out
install -d out
tee out
tee -a a
touch out
touch a
truncate -s 0 a
fallocate -l 10 out
mkdir out
mkfifo out
dd if=a of=out
chmod 600 a
chmod -R go-w d
chgrp 0 a
tar cf out a d
tar xf t.tar -C empty
tar tf t.tar
tar czf out.tgz --remove-files a
zip -q -r out.zip d
unzip -q t.zip -d empty
unzip -l t.zip
gzip a
gzip -k a
gzip -c a
gunzip t.gz
bzip2 a
xz a
zstd -q a
find d -type f -delete
find d -name x -delete
find . -name '*.txt' -delete
split -l 1 a part
csplit a 2
patch -p0 < p.diff
patch a p0.diff
git add a
git checkout -- tracked
git checkout tracked
git restore tracked
git rm -q tracked
git rm -q --cached tracked
git mv tracked out
git show HEAD:tracked
git diff --no-index a b.txt
git apply p.diff
git clean -fdx
git clean -fd d
git archive -o out.tar HEAD
git stash push -q -- tracked
git init -q out
git hash-object a
git config -f out x.y z
git format-patch -o out HEAD~1
git bundle create out HEAD
curl -s -o out file:///dev/null
ed -s a < ed.txt
vim -es a +q
psql -f a
sqlite3 out 'create table t(a)'
perl -ne print a
perl -pi -e s/one/two/ a
perl -i.bak -pe s/one/two/ a
ruby -ne 'print $_' a
gpg --batch --passphrase x -o out -c a
ssh-keygen -q -t ed25519 -N '' -f out
gofmt -l g.go
gofmt -w g.go
gcc -c -o out c.c
go build -o out g.go
make -f a -n
python3 s.py
node s.js
bash s.sh
cat < a
echo x > out
echo x >> a
cat a > out
cat a 2> out
cat <> a
: > a
tr a b < a
split a
nohup cat a
timeout 5 cat a
env X=1 rm a
xargs -a a echo
sudo rm a
find d -name x -exec rm {} ';'
find d -name x -exec cat {} +
rsync -a d/ out
rsync -a --delete d/ empty
scp a host:x
wget -q -O out https://host.example/x
curl -T a https://host.example/
curl -d @a https://host.example/
curl -F f=@a https://host.example/
docker run -v /data:/data img
docker cp a web:/x
kubectl apply -f a
mount --bind a b
dos2unix a
rename s/a/b/ a
sponge a
age -o out -e a
sops -d a
pandoc a -o out.html
convert a.png out.png
ffmpeg -i a.mp4 out.mp3
prettier --check a
prettier --write a
eslint --fix d
black a
ruff check --fix a
ruff format a
rustfmt a
shfmt -w a
clang-format -i a
yq -i .x=1 a
aws s3 cp a s3://b/x
rclone copy a r:x
gh gist create a
gh pr create --body-file a
7z a out.7z a
crontab a
script -c true out
setfacl -m u:0:r a
Remove-Item -Recurse d
Get-Content a
Set-Content out x
Copy-Item a out
Move-Item a out
del a
rd /s d
copy a out
move a out
mklink out a
`
