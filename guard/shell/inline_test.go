package shell

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestInlineProgramsRunTheirLiterals(t *testing.T) {
	rows := []struct {
		name  string
		lang  language
		lines []string
	}{
		{"python", python, []string{
			`import os; os.system('npm i')`, `import os; os.system("npm i")`, `os.popen('npm i').read()`, `import subprocess; subprocess.run(['npm','i'])`, `subprocess.run("npm i", shell=True)`, `subprocess.call(["npm", "i"], cwd="x")`, `subprocess.check_call(('npm','i'))`, `subprocess.check_output('npm i'.split())`, `subprocess.Popen(["npm", "i"])`, `subprocess.getoutput('npm i')`, `import subprocess as sp; sp.run(['npm','i'])`, `from subprocess import run; run(['npm','i'])`, `from subprocess import *; run(['npm','i'])`, `from os import system as s; s('npm i')`, `import os as o; o.system('npm i')`,
			`os.execvp('npm', ['npm', 'i'])`, `os.execlp('npm','npm','i')`, `os.spawnlp(os.P_WAIT, 'npm', 'npm', 'i')`, `os.spawnvp(os.P_WAIT, 'npm', ['npm', 'i'])`, `pty.spawn(['npm','i'])`, `import pexpect; pexpect.spawn('npm i')`, `commands.getoutput('npm i')`, `os.system('np' + 'm i')`, `os.system('np' 'm i')`, `os.system(' '.join(['npm', 'i']))`, `os.system("""npm i""")`, `os.system(r'npm i')`, `os.system(f'npm i')`, "c = 'npm i'\nos.system(c)", "c = ['npm']\nc += ['x']\nsubprocess.run(['npm', 'i'])", "for c in ['ls', 'npm i']:\n  os.system(c)", `getattr(os,'system')('npm i')`, `getattr(os,'sys'+'tem')('npm i')`, `__import__('os').system('npm i')`, `exec("import os; os.system('npm i')")`, `eval("__import__('os').system('npm i')")`, `os.system('\x6epm i')`, `os.system('npm {}'.format('i')) or os.system('npm i')`, `asyncio.run(asyncio.create_subprocess_shell('npm i'))`, `asyncio.create_subprocess_exec('npm', 'i')`, `print(subprocess.check_output(['npm','i']).decode())`, `import base64,os; os.system(base64.b64decode('bnBtIGk=').decode())`, "x = 'i'\nos.system(f'npm {x}')", "subprocess.run([\n  'npm',  # it's the one\n  'i',\n], check=True)", "cmd = 'npm i'\nif x:\n  cmd = 'ls'\nos.system(cmd)", `subprocess.run(args=['npm','i'])`, `subprocess.run(['bash','-c','npm i'])`, `subprocess.run(shlex.split('npm i'))`, "def f():\n    os.system(c)\nc = 'npm i'\nf()",
		}},
		{"javascript", javaScript, []string{
			`require('child_process').execSync('npm i')`, `require("child_process").exec("npm i")`, "require('child_process').execSync(`npm i`)", `const {execSync} = require('child_process'); execSync('npm i')`, `const { execSync: e } = require('node:child_process'); e('npm i')`, `const cp = require('child_process'); cp.exec('npm i')`, `const x = require('child_process'); x.exec('npm i', cb)`, `import {exec} from 'node:child_process'; exec('npm i')`, `import * as c from 'child_process'; c.exec('npm i')`, `import c from 'child_process'; c.exec('npm i')`, `const run = require('child_process').execSync; run('npm i')`, `const run = promisify(exec); run('npm i')`, `require('child_process').spawn('npm', ['i'])`, `require('child_process').spawnSync('npm', ['i'], {stdio:'inherit'})`, `spawn('npm i', {shell: true})`, `execFileSync('npm', ['i'])`, `Bun.spawn(['npm','i'])`, `Bun.spawnSync(["npm", "i"])`, `Bun.spawn({cmd: ['npm','i']})`, "await $`npm i`", "await Bun.$`npm i`", `new Deno.Command('npm', {args: ['i']}).spawn()`, `Deno.run({cmd: ['npm','i']})`, `execa('npm', ['i'])`, `execaCommand('npm i')`, `execSync('np' + 'm i')`, `execSync(['npm','i'].join(' '))`, "const p = 'npm'; execSync(`${p} i`)", `const c = 'npm i'; execSync(c)`, `for (const c of ['ls','npm i']) execSync(c)`, `['ls','npm i'].forEach(c => execSync(c))`, `require('child_process')['execSync']('npm i')`, `require('child_process')['exec'+'Sync']('npm i')`, `eval("require('child_process').execSync('npm i')")`, "console.log(`${require('child_process').execSync('npm i')}`)", `(await import('child_process')).execSync('npm i')`, `// it's\nexecSync('npm i')`, `/* ' */ execSync('npm i')`, `x = /'/; execSync('npm i')`, `execSync(Buffer.from('bnBtIGk=','base64').toString())`, `execSync(atob('bnBtIGk='))`, `process.mainModule.require('child_process').execSync('npm i')`, `shell.exec('npm i')`, `execSync('npm i', {cwd: 'x'})`, `require('cross-spawn').sync('ls'); spawn.sync('npm', ['i'])`, `execSync?.('npm i')`, `require('child_process').fork && execSync('npm i')`,
		}},
		{"ruby", ruby, []string{
			`system("npm i")`, `system "npm i"`, `system 'npm', 'i'`, `system("npm", "i")`, `system({"A"=>"b"}, "npm", "i")`, "`npm i`", "puts `npm i`", `%x(npm i)`, `%x{npm i}`, `exec "npm i"`, `spawn("npm i")`, `IO.popen("npm i")`, `IO.popen(["npm", "i"])`, `Open3.capture2e("npm i")`, `Open3.capture3("npm", "i")`, `Kernel.system("npm i")`, `system(*%w[npm i])`, `open("|npm i")`, `system("npm i") if true`, `system "npm i" or exit`, `x = "npm"; system("#{x} i")`, `%w[npm].each { |p| system("#{p} i") }`, `eval 'system("npm i")'`, `send(:system, "npm i")`, `puts "a"; system "npm i"`, "system(<<~E)\n  npm i\nE\n", `system("npm" " i")`, `system(["npm","i"].join(" "))`,
		}},
		{"perl", perl, []string{
			`system("npm i")`, `system "npm i"`, `system 'npm', 'i'`, `system('npm','i');`, "`npm i`", "print `npm i`", `qx(npm i)`, `qx{npm i};`, `exec "npm i"`, `exec 'npm','i'`, `open(F, "npm i|")`, `open(my $f, "-|", "npm i")`, `open F, "-|", "npm", "i"`, `open(F, "|npm i")`, `my $c="npm i"; system($c)`, `system(qw(npm i))`, `system("np"."m i")`, `system(join(" ", "npm", "i")); system("npm i")`, `eval 'system("npm i")'`, `for my $c ("ls", "npm i") { system($c) }`, `my $p = "npm"; system("$p i")`, `s/'//; system("npm i")`, `if (m{'}) { system "npm i" }`, `readpipe("npm i")`, `use strict; system "npm i";`, `exec {'npm'} 'npm', 'i'; system 'npm i'`, `$x =~ s/a/b/; system('npm i')`,
		}},
		{"php", php, []string{
			`system('npm i');`, `exec("npm i");`, `shell_exec('npm i');`, `passthru('npm i');`, "echo `npm i`;", `popen('npm i','r');`, `proc_open('npm i', [], $p);`, `proc_open(['npm','i'], [], $p);`, `pcntl_exec('npm', ['i']);`, `$c = 'npm i'; system($c);`, `$p = 'npm'; system("$p i");`, `$p = 'npm'; system("{$p} i");`, `system('npm' . ' i');`, `eval("system('npm i');");`, `call_user_func('system', 'npm i');`, `system(base64_decode('bnBtIGk='));`, `<?php // it's
system('npm i');`,
		}},
		{"applescript", appleScript, []string{`do shell script "npm i"`, `do shell script "npm" & " i"`, `tell application "Terminal" to do script "npm i"`, `do shell script "npm i" with administrator privileges`, `set c to 1
do shell script "npm i"`}},
		{"awk", awk, []string{`BEGIN{system("npm i")}`, `{system("npm i")}`, `BEGIN{"npm i" | getline x}`, `BEGIN{print "x" | "npm i"}`, `BEGIN{c="npm i"; system(c)}`, `BEGIN{while (("npm i" | getline l) > 0) print l}`, `BEGIN{system("npm" " i")}`, `BEGIN { printf "%s", x | "npm i" }`, `BEGIN{c="npm i"; c | getline}`, `/it's/{system("npm i")}`}},
		{"other", otherLanguage, []string{`os.execute("npm i")`, `io.popen('npm i')`, `os.execute('npm i')`, `system("npm i")`, `system2("npm", c("i"))`, "run(`npm i`)", `System.cmd("npm", ["i"])`, `System.shell("npm i")`, `"npm i".execute()`, `(shell-command "npm i")`, `(call-process "npm" nil nil nil "i")` + "\n" + `(shell-command "npm i")`, `Sys.command "npm i"`}},
		{"tcl", tcl, []string{`exec npm i`, `spawn npm i`, `spawn -noecho npm i; interact`, `puts [exec npm i]`, `set f [open "|npm i"]`, `system npm i`, `if 1 { exec npm i }`, `spawn {npm} i`}},
	}
	for _, row := range rows {
		for _, line := range row.lines {
			t.Run(row.name+" "+line, func(t *testing.T) {
				line = strings.ReplaceAll(line, `\n`+"execSync", "\nexecSync")
				got := runsText(row.lang, Value(line), nil, nil, 0)
				if !slices.Contains(got, "npm i") {
					t.Errorf("%s\nruns %q", line, got)
				}
			})
		}
	}
}

func TestInlineProgramsThatOnlyMention(t *testing.T) {
	rows := []struct {
		name  string
		lang  language
		lines []string
	}{
		{"python", python, []string{`print('npm install')`, `print("os.system('npm i')")`, `# os.system('npm i')`, `x = 'npm i'`, `re.match('npm i', s)`, `{'npm': 'i'}`, `app.run('npm i')`, `mock.call('npm i')`, `'''os.system("npm i")'''`, `def system(x='npm i'): pass`, `loop.run('npm i')`, `platform.system()`, `subprocess.run(['echo','npm i'])`, `subprocess.run(['git','commit','-m','npm i'])`, `logging.info("npm %s", "i")`, `open('npm').read()`, `exec(open('npm').read())`, "s.replace('npm i','pnpm i')", `assert 'npm i' in x`}},
		{"javascript", javaScript, []string{`console.log('npm i')`, `/npm/.exec('npm i')`, `re.exec('npm i')`, `const re = /x/g; re.exec("npm i")`, `// execSync('npm i')`, `/* execSync('npm i') */`, `const s = "execSync('npm i')"`, `x.replace('npm i', 'pnpm i')`, `fs.writeFileSync('a', 'npm i')`, `require('npm')`, `import x from 'npm'`, `db.exec`, `test('npm i', () => {})`, `execSync('echo npm i')`, `pkg.scripts.npm = 'npm i'`, `page.evaluate("npm i")`}},
		{"ruby", ruby, []string{`puts "npm i"`, `puts 'system("npm i")'`, `# system "npm i"`, `x = "npm i"`, `gem "npm"`, `require "npm"`, `system("echo", "npm i")`, `s.sub("npm i", "x")`}},
		{"perl", perl, []string{`print "npm i"`, `print 'system("npm i")'`, `# system "npm i"`, `s/npm i/pnpm i/`, `s{npm i}{x}g`, `/npm i/`, `tr/npm/abc/`, `print if /npm i/`, `my $x = "npm i";`, `$x =~ s/npm ci/npm i/; print`, `s|npm i|pnpm i|`, `y/npm/xyz/`}},
		{"php", php, []string{`echo 'npm i';`, `// system('npm i');`, `$x = "system('npm i')";`, `str_replace('npm i', '', $s);`, `$db->exec('npm i');`}},
		{"awk", awk, []string{`{print "npm i"}`, `/npm i/{print}`, `{print $1 > "npm"}`, `BEGIN{x="npm i"}`, `# system("npm i")`, `{gsub("npm i","x")}`, `$1 == "npm i"`}},
		{"applescript", appleScript, []string{`display dialog "npm i"`, `-- do shell script "npm i"`, `set x to "npm i"`}},
		{"other", otherLanguage, []string{`print("npm i")`, `x = "npm i"`, `IO.puts("npm i")`, `message("npm i")`}},
	}
	for _, row := range rows {
		for _, line := range row.lines {
			t.Run(row.name+" "+line, func(t *testing.T) {
				for _, got := range runsText(row.lang, Value(line), nil, nil, 0) {
					if strings.HasPrefix(got, "npm") {
						t.Errorf("%s\nruns %q", line, got)
					}
				}
			})
		}
	}
}

func TestInlineProgramsOfUnknownTextAreDynamic(t *testing.T) {
	for _, row := range []struct {
		name string
		lang language
		text string
	}{
		{"python variable", python, `os.system(x)`},
		{"python argv", python, `subprocess.run(sys.argv[1:])`},
		{"javascript variable", javaScript, `execSync(process.argv[2])`},
		{"perl stdin", perl, `system($_)`},
		{"ruby", ruby, `system(ARGV[0])`},
		{"php", php, `system($_GET['c']);`},
		{"awk field", awk, `{system($0)}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			out, _, _ := inline(row.lang, Value(row.text), Span{}, nil)
			if len(out) == 0 {
				t.Fatal("nothing found")
			}
			n := out[0]
			if n.kind == nestedText && n.text.Value.Known() || n.kind == nestedArgs && n.words[0].Value.Known() {
				t.Errorf("found %+v, which is not dynamic", n)
			}
		})
	}
}

func TestInlineProgramsTouchFiles(t *testing.T) {
	for _, row := range []struct {
		lang language
		text string
		want string // access letters and path, as effectLine writes them
	}{
		{python, `print(open('.env').read())`, "r .env"},
		{python, `open('.env','w').write('x')`, "wc .env"},
		{python, `open('.env', mode='a')`, "wc .env"},
		{python, `open('.env', 'r+')`, "rw .env"},
		{python, `open(file='.env')`, "r .env"},
		{python, `open('.env', m)`, "rwc .env"},
		{python, `with open(".env") as f: print(f.read())`, "r .env"},
		{python, `p = '.env'; open(p)`, "r .env"},
		{python, `import shutil; shutil.rmtree('src')`, "d+ src"},
		{python, `os.remove('.env')`, "d .env"},
		{python, `os.unlink(".env")`, "d .env"},
		{python, `shutil.move('a','b')`, "rd+ a|wc+ b"},
		{python, `shutil.copy('.env','x')`, "r .env|wc x"},
		{python, `os.rename('a','b')`, "rd+ a|wc+ b"},
		{python, `os.chmod('.env', 0o777)`, "w .env"},
		{python, `os.symlink('.env','x')`, "rwcd .env|wc x"},
		{python, `from pathlib import Path; Path('.env').read_text()`, "r .env"},
		{python, `Path('.env').write_text('a')`, "wc .env=a"},
		{python, `Path('a','b').unlink()`, "d a/b"},
		{python, `(Path('a') / '.env').read_text()`, "r a/.env"},
		{python, `p = Path('.env'); p.unlink()`, "d .env"},
		{python, `pathlib.Path('.env').open('w')`, "wc .env"},
		{python, `open(os.path.join('a','.env'))`, "r a/.env"},
		{python, `open(os.path.expanduser('~/.ssh/id'))`, "r /home/u/.ssh/id"},
		{python, `load_dotenv('.env')`, ""},
		{python, `dotenv_values('.env')`, "r .env"},
		{javaScript, `process.loadEnvFile('.env')`, ""},
		{ruby, `Dotenv.load('.env')`, ""},
		{python, `json.load(open('a.json'))`, "r a.json"},
		{python, `print('.env')`, ""},
		{python, `re.sub('a.b', 'x', s)`, ""},
		{python, `x.remove('.env')`, ""},
		{python, `s.replace('.env', 'x')`, ""},
		{python, `os.path.exists('.env')`, ""},
		{python, `requests.get('https://a.b/c')`, ""},
		{python, `subprocess.run(['cat','.env'])`, ""},
		{javaScript, `require('fs').readFileSync('.env')`, "r .env"},
		{javaScript, `fs.readFileSync('.env','utf8')`, "r .env"},
		{javaScript, `console.log(fs.readFileSync('.env').toString())`, "r .env"},
		{javaScript, `fs.writeFileSync('.env','x')`, "wc .env=x"},
		{javaScript, `fs.appendFileSync('.env','x')`, "wc .env"},
		{javaScript, `fs.rmSync('src',{recursive:true})`, "d+ src"},
		{javaScript, `fs.unlinkSync('.env')`, "d .env"},
		{javaScript, `fs.promises.unlink('.env')`, "d .env"},
		{javaScript, `fs.renameSync('a','b')`, "rd+ a|wc+ b"},
		{javaScript, `fs.copyFileSync('.env','b')`, "r .env|wc b"},
		{javaScript, `fs.cpSync('a','b',{recursive:true})`, "r+ a|wc+ b"},
		{javaScript, `Bun.file('.env').text()`, "r .env"},
		{javaScript, `Bun.write('.env','x')`, "wc .env=x"},
		{javaScript, `Deno.readTextFileSync('.env')`, "r .env"},
		{javaScript, `Deno.remove('a')`, "d+ a"},
		{javaScript, `fs.existsSync('.env')`, ""},
		{javaScript, `require('./x')`, ""},
		{javaScript, `console.log('.env')`, ""},
		{javaScript, `dotenv.config({path: '.env'})`, ""},
		{javaScript, `readConfig('.env')`, "r .env"},
		{ruby, `puts File.read('.env')`, "r .env"},
		{ruby, `File.write('.env','x')`, "wc .env=x"},
		{ruby, `File.delete('.env')`, "d .env"},
		{ruby, `FileUtils.rm_rf('src')`, "d+ src"},
		{ruby, `FileUtils.rm_rf %w[a b]`, "d+ a|d+ b"},
		{ruby, `FileUtils.mv 'a', 'b'`, "rd+ a|wc+ b"},
		{ruby, `File.open('.env','w') { |f| f << 1 }`, "wc .env"},
		{ruby, `IO.read('.env')`, "r .env"},
		{perl, `open(F, '<', '.env')`, "r .env"},
		{perl, `open(F, '.env')`, "r .env"},
		{perl, `open(my $f, '>', '.env')`, "wc .env"},
		{perl, `open F, ">.env"`, "wc .env"},
		{perl, `unlink '.env'`, "d .env"},
		{perl, `unlink('.env', 'b')`, "d .env|d b"},
		{perl, `rename 'a', 'b'`, "rd+ a|wc+ b"},
		{php, `echo file_get_contents('.env');`, "r .env"},
		{php, `file_put_contents('.env','x');`, "wc .env=x"},
		{php, `unlink('.env');`, "d .env"},
		{php, `fopen('.env','w');`, "wc .env"},
		{awk, `BEGIN{while ((getline l < ".env") > 0) print l}`, "r .env"},
		{awk, `{print > "a.txt"}`, "wc a.txt"},
		{awk, `{print "a.b"}`, ""},
		{otherLanguage, `io.open(".env"):read("*a")`, "r .env"},
		{otherLanguage, `readLines(".env")`, "r .env"},
	} {
		t.Run(row.text, func(t *testing.T) {
			_, effects, _ := inline(row.lang, Value(row.text), Span{}, []Assign{{"HOME", "/home/u"}})
			var got []string
			for _, e := range effects {
				got = append(got, effectLine(e))
			}
			if strings.Join(got, "|") != row.want {
				t.Errorf("got %q, want %q", strings.Join(got, "|"), row.want)
			}
		})
	}
}

func effectLine(e Effect) string {
	line := ""
	for i, letter := range []string{"r", "w", "c", "d"} {
		if e.Access>>i&1 != 0 {
			line += letter
		}
	}
	if e.Tree {
		line += "+"
	}
	line += " " + e.Path.String()
	if e.Text != nil {
		line += "=" + e.Text.Text
	}
	return line
}

// The work is bounded: texts made to be slow must not be.
func TestInlineProgramsAreReadInBoundedTime(t *testing.T) {
	for _, lang := range []language{python, javaScript, ruby, perl, php, appleScript, awk, tcl, otherLanguage} {
		for _, part := range []string{"f(", "'\\", "\"\"\"\\", "`${", "a+", "a=a+a\n", "system(", "%q(", "<<A\n", "q(", "/", "[", "x=[x,x]\n", "system x,", "a.b", "for a in b ", "'a'.join([", "s/", "${", "#{", "open(", "{", "a=", "\\"} {
			text := strings.Repeat(part, 16<<10/len(part))
			t.Run(fmt.Sprint(lang, part), func(t *testing.T) {
				inline(lang, Value(text), Span{}, nil)
			})
		}
	}
}
