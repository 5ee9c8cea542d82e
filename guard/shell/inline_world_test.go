package shell

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// inlineLines are the commands and effects of a text of another language, one a line: a
// command with its folder, an effect as effectLine writes it.
func inlineLines(lang language, text string) []string {
	list, effects, _ := inline(lang, Value(text), Span{}, []Assign{{"HOME", "/home/u"}, {"X", "npm"}})
	var out []string
	for _, n := range list {
		line := n.text.Value.String()
		if n.kind == nestedArgs {
			line = joinWords(n.words).Value.String()
		}
		if n.dir != nil {
			line += " in " + n.dir.Value.String()
		}
		out = append(out, line)
	}
	for _, e := range effects {
		out = append(out, effectLine(e))
	}
	return out
}

func TestInlineProgramsChangeTheirFolder(t *testing.T) {
	for _, row := range []struct {
		lang language
		text string
		want string
	}{
		{python, `import os; os.chdir('/x'); os.system('rm -rf .')`, "rm -rf . in /x"},
		{python, `import os; os.chdir(x); os.system('rm -rf .')`, "rm -rf . in …"},
		{python, `os.system('ls'); os.chdir('/x'); os.chdir('y'); shutil.rmtree('z')`, "ls|d+ /x/y/z"},
		{python, `os.chdir('/x'); subprocess.run(['ls'], cwd='y'); subprocess.run(['pwd'], cwd='/y'); os.remove('/z')`, "ls in /x/y|pwd in /y|d /z"},
		{python, "with contextlib.chdir('/x'):\n  os.remove('y')", "d /x/y"},
		{python, "def chdir(x): pass\nos.remove('y')", "d y"},
		{python, `os.chdir(x); os.remove('y')`, "d …/y"},
		{javaScript, `process.chdir('/x'); require('fs').rmSync('y',{recursive:true}); execSync('ls')`, "ls in /x|d+ /x/y"},
		{javaScript, `shell.cd('/x'); shell.exec('ls')`, "ls in /x"},
		{javaScript, "cd('/x'); await $`ls`", "ls in /x"},
		{ruby, `Dir.chdir('/x'); system('ls')`, "ls in /x"},
		{ruby, `Dir.chdir '/x'; File.delete('y')`, "d /x/y"},
		{ruby, `Dir.chdir('/x') { system('ls') }; system('pwd')`, "ls in /x|pwd"},
		{ruby, `Dir.chdir { system('ls') }`, "ls in /home/u"},
		{ruby, `FileUtils.cd('/x'); system('ls')`, "ls in /x"},
		{ruby, `system('ls', chdir: '/x')`, "ls in /x"},
		{perl, `chdir "/x"; system("ls")`, "ls in /x"},
		{perl, `chdir("/x") or die; unlink "y"`, "d /x/y"},
		{perl, `chdir; system("ls")`, "ls in /home/u"},
		{php, `chdir('/x'); unlink('y');`, "d /x/y"},
		{otherLanguage, `lfs.chdir("/x"); os.execute("ls")`, "ls in /x"},
		{otherLanguage, `setwd("/x"); system("ls")`, "ls in /x"},
		{otherLanguage, "cd(\"/x\"); run(`ls`)", "ls in /x"},
		{tcl, `cd /x; exec ls`, "ls in /x"},
		{tcl, `cd; exec ls`, "ls in /home/u"},
	} {
		t.Run(row.text, func(t *testing.T) {
			if got := strings.Join(inlineLines(row.lang, row.text), "|"); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestInlineProgramsAskForTheirHomeAndVariables(t *testing.T) {
	for _, row := range []struct {
		name string
		lang language
		want string
		all  []string
	}{
		{"python", python, "d+ /home/u", []string{
			`shutil.rmtree(os.path.expanduser('~'))`, `shutil.rmtree(Path.home())`, `shutil.rmtree(pathlib.Path.home())`, `shutil.rmtree(Path('~').expanduser())`, `shutil.rmtree(str(Path.home()))`,
			`shutil.rmtree(os.environ['HOME'])`, `shutil.rmtree(os.environ.get('HOME'))`, `shutil.rmtree(os.environ.get('HOME', '/x'))`, `shutil.rmtree(os.getenv('HOME'))`, `shutil.rmtree(f"{os.environ['HOME']}")`, `shutil.rmtree(f'{Path.home()}')`, `shutil.rmtree(os.path.expandvars('$HOME'))`,
			`shutil.rmtree(os.path.expandvars("${HOME}"))`, `h = os.environ['HOME']; shutil.rmtree(h)`, `from os import environ; shutil.rmtree(environ['HOME'])`, `shutil.rmtree(pwd.getpwuid(os.getuid()).pw_dir)`, `shutil.rmtree(os.getenv('HOME') or '/x')`, `shutil.rmtree('%s' % os.environ['HOME'])`, `shutil.rmtree('{}'.format(os.environ['HOME']))`,
		}},
		{"python path", python, "r /home/u/.ssh/id", []string{
			`(Path.home() / '.ssh' / 'id').read_text()`, `Path('~/.ssh/id').expanduser().read_text()`, `open(Path.home() / '.ssh/id')`, `open(os.environ['HOME'] + '/.ssh/id')`, `open(os.path.join(os.path.expanduser('~'), '.ssh', 'id'))`, `open(f"{os.getenv('HOME')}/.ssh/id")`, `Path.home().joinpath('.ssh/id').read_text()`, `p = Path.home() / '.ssh'; (p / 'id').read_text()`,
			`open(os.path.expanduser('~/.ssh/id'))`,
		}},
		{"javascript", javaScript, "d+ /home/u", []string{
			`fs.rmSync(os.homedir(),{recursive:true})`, `fs.rmSync(require('os').homedir(),{recursive:true})`, `const {homedir} = require('os'); fs.rmSync(homedir(),{recursive:true})`, `fs.rmSync(process.env.HOME,{recursive:true})`, `fs.rmSync(process.env['HOME'],{recursive:true})`, "fs.rmSync(`${process.env.HOME}`,{recursive:true})",
			`fs.rmSync(process.env.HOME || '/x',{recursive:true})`, `fs.rmSync(process.env.HOME ?? '/x',{recursive:true})`, `const {HOME} = process.env; fs.rmSync(HOME,{recursive:true})`, `fs.rmSync(os.userInfo().homedir,{recursive:true})`, `fs.rmSync(process.env?.HOME,{recursive:true})`, `Deno.remove(Deno.env.get('HOME'))`, `rimraf(Bun.env.HOME)`,
		}},
		{"ruby", ruby, "d+ /home/u", []string{
			`FileUtils.rm_rf(ENV['HOME'])`, `FileUtils.rm_rf ENV["HOME"]`, `FileUtils.rm_rf(ENV.fetch('HOME'))`, `FileUtils.rm_rf(Dir.home)`, `FileUtils.rm_rf Dir.home`, `FileUtils.rm_rf(File.expand_path('~'))`, `FileUtils.rm_rf("#{ENV['HOME']}")`, `FileUtils.rm_rf("#{Dir.home}")`, `FileUtils.rm_rf(File.join(Dir.home))`,
		}},
		{"perl", perl, "d+ /home/u", []string{`rmtree($ENV{HOME})`, `rmtree($ENV{'HOME'})`, `rmtree "$ENV{HOME}"`, `rmtree("$ENV{'HOME'}")`, `remove_tree($ENV{HOME});`, `my $h = $ENV{HOME}; rmtree($h)`, `rmtree(glob("~"))`}},
		{"perl path", perl, "r /home/u/.ssh/id", []string{`open(F, '<', "$ENV{HOME}/.ssh/id")`, `open(F, $ENV{HOME} . "/.ssh/id")`}},
		{"php", php, "d /home/u", []string{`unlink(getenv('HOME'));`, `unlink($_SERVER['HOME']);`, `unlink($_ENV["HOME"]);`, `unlink("{$_SERVER['HOME']}");`, `unlink("$_SERVER[HOME]");`}},
		{"other", otherLanguage, "r /home/u/x", []string{`io.open(os.getenv("HOME") .. "/x")`, `readLines(Sys.getenv("HOME") + "/x")`}},
		{"commands", python, "rm -rf /home/u", []string{`os.system('rm -rf ' + os.environ['HOME'])`, `os.system(f"rm -rf {os.environ['HOME']}")`, `subprocess.run(['rm', '-rf', os.path.expanduser('~')])`, `subprocess.run(['rm', '-rf', str(Path.home())])`}},
		{"commands of awk", awk, "rm -rf /home/u", []string{`BEGIN{system("rm -rf " ENVIRON["HOME"])}`}},
		{"commands of perl", perl, "rm -rf /home/u", []string{`system("rm -rf $ENV{HOME}")`, `system('rm', '-rf', $ENV{HOME})`}},
		{"commands of tcl", tcl, "rm -rf /home/u", []string{`exec rm -rf $env(HOME)`, `exec rm -rf $::env(HOME)`}},
		{"variables", python, "npm i", []string{`os.system(os.environ['X'] + ' i')`, `subprocess.run([os.environ['X'], 'i'])`, `os.system(f"{os.getenv('X')} i")`}},
		{"unknown variables", python, "… i", []string{`os.system(os.environ['Y'] + ' i')`}},
	} {
		for _, text := range row.all {
			t.Run(row.name+" "+text, func(t *testing.T) {
				if got := inlineLines(row.lang, text); !slices.Contains(got, row.want) {
					t.Errorf("got %q, want %q", got, row.want)
				}
			})
		}
	}
}

func TestInlineProgramsUseOtherNamesAndGrowLists(t *testing.T) {
	for _, row := range []struct {
		lang language
		want string
		all  []string
	}{
		{python, "d+ x", []string{
			`from shutil import rmtree as r; r('x')`, `import shutil as s; s.rmtree('x')`, `r = shutil.rmtree; r('x')`, `from shutil import (copy as c, rmtree as r); r('x')`, "from shutil import copy as c, \\\n  rmtree as r\nr('x')",
			`from pathlib import Path as P; shutil.rmtree(P('x'))`,
		}},
		{python, "d x", []string{
			`from os import remove as rm; rm('x')`, `import os as o; o.remove('x')`, `rm = os.unlink; rm('x')`, `from pathlib import Path as P; P('x').unlink()`, `import pathlib as pl; pl.Path('x').unlink()`, `P = pathlib.Path; P('x').unlink()`,
		}},
		{javaScript, "d+ x", []string{
			`const {rmSync: r} = require('fs'); r('x', {recursive: true})`, `import {rmSync as r} from 'fs'; r('x', {recursive: true})`, `const f = require('fs'); f.rmSync('x', {recursive: true})`, `const f = require('fs-extra'); f.removeSync('x')`, `import * as f from 'node:fs'; f.rmSync('x', {recursive: true})`,
			`const r = fs.rmSync; r('x', {recursive: true})`, `const r = require('fs').rmSync; r('x', {recursive: true})`, `import f from 'fs-extra'; f.remove('x')`, `const {rm: r} = await import('fs/promises'); r('x', {recursive: true})`, `let {rmSync: r} = fs; r('x', {recursive: true})`,
		}},
		{javaScript, "r a/b", []string{
			`const p = require('path'); fs.readFileSync(p.join('a', 'b'))`, `const {join: j} = require('path'); fs.readFileSync(j('a', 'b'))`, `import p from 'path'; fs.readFileSync(p.join('a', 'b'))`, `import * as p from 'path'; fs.readFileSync(p.join('a', 'b'))`,
		}},
		{python, "git push -f", []string{
			`c = ['git', 'push']; c.append('-f'); subprocess.run(c)`, `c = ['git']; c += ['push', '-f']; subprocess.run(c)`, `c = ['git']; c.extend(['push', '-f']); subprocess.run(c)`, "c = 'git push'\nif x:\n  c += ' -f'\nos.system(c)", "c = ['git', 'push']\nif f:\n    c.append('-f')\nsubprocess.check_call(c)",
		}},
		{python, "git push -f", []string{"c=['git','push']\nif x: c=['git','fetch']\nc.append('-f')\nsubprocess.run(c)"}},
		{perl, "git push -f", []string{`my @c = ('git', 'push'); push @c, '-f'; system(@c)`, `my $c = 'git push'; $c .= ' -f'; system($c)`, `my @c = ('git'); push(@c, 'push', '-f'); system(@c)`}},
		{php, "git push -f", []string{`$c = 'git push'; $c .= ' -f'; system($c);`}},
		{python, "d x", []string{"import foo as os\nos.remove('x')", "import os\nwith a as b: pass\nos.remove('x')"}},
		{python, "d+ x", []string{"try: from backports import rm_tree as rmtree\nexcept: from shutil import rmtree\nrmtree('x')"}},
		{python, "npm i", []string{"def f(): from json import load as system\nfrom os import system\nsystem('npm i')", "from subprocess import check_call as run\nrun(['npm', 'i'])"}},
		{javaScript, "npm i", []string{"import {execSync as run} from 'child_process'; run('npm i')"}},
		{python, "npm i", []string{
			"import subprocess\ndef run(a):\n  subprocess.run(a)\nrun(['npm','i'])", "def sh(cmd, **kw):\n  print(cmd)\n  return subprocess.check_output(cmd, shell=True, **kw)\nsh('npm i')", "def run(c: str) -> None: os.system(c)\nrun('npm i')",
		}},
		{javaScript, "npm i", []string{`function run(c) { return execSync(c, {stdio: 'inherit'}) }; run('npm i')`, `const run = c => execSync(c); run('npm i')`, `const sh = (c, o) => { console.log(c); return cp.execSync(c, o) }; sh('npm i')`, `const run = async (c) => exec(c); run('npm i')`}},
		{python, "", []string{"def run(a):\n  print(a)\nrun(['npm','i'])", "def run(a):\n  return a.run(a)\nrun('npm i')"}},
		{python, "npm i …", []string{`c = ['npm', 'i']; c += x; subprocess.run(c)`, `c = ['npm', 'i']; c.append(x); subprocess.run(c)`, `c = ['npm', 'i']; c.extend(x); subprocess.run(c)`}},
		{javaScript, "git push -f", []string{
			`const a = ['push']; a.push('-f'); spawn('git', a)`, `let c = 'git push'; c += ' -f'; execSync(c)`, `const a = []; a.push('push', '-f'); spawn('git', a)`,
		}},
		{ruby, "git push -f", []string{`c = ['git']; c << 'push' << '-f'; system(*c)`, `c = ['git', 'push']; c.push('-f'); system(*c)`, `c = 'git push'; c += ' -f'; system(c)`}},
		{python, "", []string{`r = x.rmtree_all; r('x')`, `with x as rmtree: pass`, `import json as rm; rm.load('x')`}},
		{javaScript, "r /x", []string{`const {unlink: u} = require('./links'); u('/x')`, `const u = link.unlink; u('/x')`}},
		{javaScript, "", []string{`const {readFile: read} = db; read('x')`, `const {name: r} = pkg; r('x')`, `import r from 'remark'; r('x')`, `const f = require('x'); f.open('y')`}},
	} {
		for _, text := range row.all {
			t.Run(text, func(t *testing.T) {
				if got := inlineLines(row.lang, text); row.want == "" && len(got) > 0 || row.want != "" && !slices.Contains(got, row.want) {
					t.Errorf("got %q, want %q", got, row.want)
				}
			})
		}
	}
}

// A text of fish is read in a time that grows with its length.
func TestFishIsReadInLinearTime(t *testing.T) {
	for _, part := range []string{"(", "if(", "(if ", "for ", "'", "(a;", "set x (", "end|"} {
		text := strings.Repeat(part, maxText/len(part))
		start := time.Now()
		fishText(text)
		if d := time.Since(start); d > Patience() {
			t.Errorf("%q: %s", part, d)
		}
	}
}
