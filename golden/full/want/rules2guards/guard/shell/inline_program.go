package shell

import "strings"

// interpreter says how a program takes program text of its language.
type interpreter struct {
	lang   language
	text   string // options whose value is program text
	files  string // options whose value is a file of program text
	values string // other options that own the next word
	glued  string // short options whose value, if any, is the rest of the word
	module string // option whose value is a module to run
	checks string // options with which the file is only checked
}

// interpreterOf is the table of interpreters. The name comes without its version.
func interpreterOf(name string) (interpreter, bool) {
	switch name {
	case "python", "pypy", "py", "ipython", "bpython", "sage", "micropython":
		return interpreter{lang: python, text: "-c", values: "-W -X -Q --check-hash-based-pycs", module: "-m"}, true
	case "node", "nodejs", "tsx", "ts-node", "electron", "babel-node", "esno", "jiti", "swc-node":
		return interpreter{lang: javaScript, text: "-e --eval -p --print -pe", files: "-r --require --import --loader --experimental-loader", values: "-C --conditions --input-type --env-file --title --stack-trace-limit --max-old-space-size --inspect-port --test-name-pattern --test-reporter --watch-path -P --project --tsconfig", checks: "-c --check -v --version -h --help"}, true
	case "ruby", "jruby", "irb", "truffleruby":
		return interpreter{lang: ruby, text: "-e", values: "-I -r -C -E --encoding", glued: "-i -0 -F -K -T -W -x", checks: "-c -v --version -h --help"}, true
	case "perl":
		return interpreter{lang: perl, text: "-e -E", values: "-I", glued: "-i -F -M -m -C -x -D -V -d", checks: "-c -v -h"}, true
	case "php":
		return interpreter{lang: php, text: "-r --run -B --process-begin -R --process-code -E --process-end", files: "-f --file -F --process-file", values: "-c -d -z -t -S --define --docroot --server", checks: "-l --syntax-check -v -i -m"}, true
	case "osascript":
		return interpreter{lang: appleScript, text: "-e", values: "-l -s"}, true
	case "lua", "luajit":
		return interpreter{lang: otherLanguage, text: "-e", values: "-l"}, true
	case "R", "Rscript", "littler":
		return interpreter{lang: otherLanguage, text: "-e", files: "-f --file"}, true
	case "julia":
		return interpreter{lang: otherLanguage, text: "-e --eval -E --print", files: "-L --load", values: "-p -t -J -C -H --project"}, true
	case "elixir", "iex":
		return interpreter{lang: otherLanguage, text: "-e --eval --rpc-eval", files: "-r", values: "-pa -pz -S --name --sname --cookie"}, true
	case "groovy", "scala", "clojure", "clj", "bb", "jbang", "kotlin", "crystal", "ghc", "runghc", "ocaml":
		return interpreter{lang: otherLanguage, text: "-e --eval", values: "-cp -classpath"}, true
	case "emacs", "emacsclient":
		return interpreter{lang: otherLanguage, text: "--eval -eval --execute -execute -e", files: "-l --load -load --script -script"}, true
	case "octave", "octave-cli", "guile", "racket", "sbcl", "matlab", "gnuplot":
		return interpreter{lang: otherLanguage, text: "--eval -e -c -batch -r", files: "--load --script -l"}, true
	case "tclsh", "wish":
		return interpreter{lang: tcl}, true
	case "expect":
		return interpreter{lang: tcl, text: "-c", files: "-f -b"}, true
	}
	return interpreter{}, false
}

// withoutNumber drops the version of an interpreter's name: python3.12, lua5.4.
func withoutNumber(name string) string {
	short := strings.TrimRight(name, "0123456789.")
	return strings.TrimSuffix(short, "-")
}

// runsProgram returns the program text that an interpreter runs.
func (in *interpreter) runsProgram(c *Command) []nested {
	f := form{text: in.text, files: in.files, values: in.values, glued: in.glued, words: in.module, stops: ""}
	var out []nested
	var text []string
	var texts []Word
	lang := in.lang
	check := false
	args := c.Args
	i := 0
	for ; i < len(args); i++ {
		word := string(args[i].Value)
		if word == "--" {
			i++
			break
		}
		if len(word) < 2 || word[0] != '-' && (word[0] != '+' || lang != otherLanguage) {
			break
		}
		options, used := in.options(&f, args[i:])
		for _, o := range options {
			switch {
			case o.has && owns(in.text, o.name) > 0:
				texts = append(texts, o.value)
				program := string(plainGlobs(o.value.Value))
				if lang == javaScript && o.name != "-e" && o.name != "--eval" {
					if one := strings.TrimRight(program, "; \n"); !strings.ContainsAny(one, ";\n") {
						program = "console.log(" + one + ")" // -p prints what the expression is
					}
				}
				text = append(text, program)
			case o.has && owns(in.files, o.name) > 0:
				out = append(out, in.file(c.Program, o.value))
			case o.name == "-l" && in.lang == appleScript && strings.EqualFold(string(o.value.Value), "JavaScript"):
				lang = javaScript
			case in.module != "" && o.name == in.module:
				return in.moduleWords(c, o, args[min(i+used, len(args)):])
			case owns(in.checks, o.name) > 0:
				check = true
			}
		}
		i += used - 1
		if len(texts) > 0 && in.lang == python {
			i++
			break // all behind -c are the program's own words
		}
	}
	rest := args[min(i, len(args)):]
	switch {
	case len(texts) > 0:
		word := texts[0]
		word.Value = Value(strings.Join(text, "\n"))
		out = append(out, nested{kind: nestedText, how: c.Program + " " + "-" + strings.TrimLeft(firstItem(in.text), "-"), lang: lang, text: word, positional: rest})
	case check:
	case len(rest) == 0 || rest[0].Value == "-":
		out = append(out, nested{kind: nestedStdin, how: c.Program, lang: lang})
	default:
		n := in.file(c.Program, rest[0])
		n.lang, n.positional = lang, rest
		out = append(out, n)
	}
	return out
}

func firstItem(list string) string {
	item, _, _ := strings.Cut(list, " ")
	return item
}

func (in *interpreter) file(how string, w Word) nested {
	if text, ok := strings.CutPrefix(string(w.Value), "data:text/javascript,"); ok {
		return nested{kind: nestedText, how: how, lang: in.lang, text: Word{Value: Value(percentDecoded(text)), Span: w.Span}}
	}
	return nested{kind: nestedFile, how: how, lang: in.lang, text: w}
}

// options reads one word of options. A cluster may end in the option that takes the text:
// python -Sc, perl -lne, node -pe.
func (in *interpreter) options(f *form, args []Word) ([]option, int) {
	word := string(args[0].Value)
	if in.module != "" && strings.HasPrefix(word, in.module) && word != "--" {
		o := option{name: in.module}
		used := 1
		if len(word) > len(in.module) {
			o.value, o.has = cut(args[0], len(in.module)), true
		} else if len(args) > 1 {
			o.value, o.has, used = args[1], true, 2
		}
		return []option{o}, used
	}
	if in.lang == perl && len(word) > 1 && word[1] != '-' {
		return perlCluster(f, args)
	}
	return f.option(args)
}

// perlCluster reads perl's short options: digits may follow -0 and -l.
func perlCluster(f *form, args []Word) ([]option, int) {
	word := string(args[0].Value)
	var out []option
	for j := 1; j < len(word) && word[j] != 0; j++ {
		name := "-" + word[j:j+1]
		switch {
		case owns(f.text, name) > 0 || owns(f.values, name) > 0:
			if j+1 < len(word) {
				return append(out, option{name, cut(args[0], j+1), true}), 1
			}
			if len(args) > 1 {
				return append(out, option{name, args[1], true}), 2
			}
			return out, 1
		case owns(f.glued, name) > 0:
			return append(out, option{name, cut(args[0], j+1), true}), 1
		}
		out = append(out, option{name: name})
	}
	return out, 1
}

// moduleWords is what python -m MODULE runs: the module under the name of its program.
func (in *interpreter) moduleWords(c *Command, o option, rest []Word) []nested {
	if !o.has || !o.value.Value.Known() {
		return nil
	}
	switch name := string(o.value.Value); name {
	case "timeit":
		f := form{values: "-n -r -u --number --repeat --unit", text: "-s --setup"}
		s := f.read(rest)
		var out []nested
		for _, w := range s.rest {
			out = append(out, nested{kind: nestedText, how: "timeit", lang: python, text: w})
		}
		return out
	case "pdb", "cProfile", "profile", "trace", "runpy", "coverage":
		f := form{values: "-c -o -s -m -C"}
		s := f.read(rest)
		if name == "coverage" && len(s.rest) > 0 && s.rest[0].Value == "run" {
			s = f.read(s.rest[1:])
		}
		if len(s.rest) == 0 {
			return nil
		}
		return []nested{{kind: nestedFile, how: c.Program + " -m " + name, lang: python, text: s.rest[0], positional: s.rest}}
	}
	return []nested{{how: c.Program + " -m", words: append([]Word{o.value}, rest...)}}
}

// deno and bun have subcommands: eval takes text, run takes a file.
func scriptRuntime(c *Command) []nested {
	in := interpreter{lang: javaScript, text: "-e --eval -p --print", files: "-r --preload --require --import", values: "-c --config --import-map --lock --cert --location --seed --v8-flags --cwd --filter --port --define --ext --reload"}
	if len(c.Args) == 0 {
		return nil
	}
	first, rest := string(c.Args[0].Value), c.Args[1:]
	switch {
	case first == "eval":
		f := form{values: in.values, text: ""}
		if s := f.read(rest); len(s.rest) > 0 {
			return []nested{{kind: nestedText, how: c.Program + " eval", lang: javaScript, text: s.rest[0]}}
		}
		return nil
	case first == "repl":
		f := form{text: "--eval", inner: innerNone}
		out := f.nested(c.Program, rest)
		for i := range out {
			out[i].lang = javaScript
		}
		return out
	case first == "run":
		if len(rest) == 0 {
			return nil
		}
		f := form{values: in.values}
		s := f.read(rest)
		if len(s.rest) == 0 || c.Program == "bun" && !isScript(string(s.rest[0].Value)) && s.rest[0].Value != "-" {
			return nil
		}
		return in.runsProgram(&Command{Program: c.Program, Args: rest})
	case strings.HasPrefix(first, "-") || isScript(first):
		return in.runsProgram(c)
	}
	return nil
}

func isScript(name string) bool {
	for _, end := range [...]string{".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".jsx", ".tsx"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// awkProgram returns the text of awk, its -v variables in front of it.
func awkProgram(c *Command) []nested {
	f := form{values: "-F --field-separator -v --assign -i --include -l --load", text: "-e --source", files: "-f --file -E --exec"}
	s := f.read(c.Args)
	prefix := ""
	var out []nested
	text := false
	for _, o := range s.options {
		switch {
		case o.name == "-v" || o.name == "--assign":
			if name, value, ok := strings.Cut(string(o.value.Value), "="); ok {
				prefix += name + " = \"" + strings.ReplaceAll(value, `"`, `\"`) + "\";"
			}
		case o.has && owns(f.text, o.name) > 0:
			text = true
			out = append(out, nested{kind: nestedText, how: c.Program, lang: awk, text: withPrefix(prefix, o.value)})
		case o.has && owns(f.files, o.name) > 0:
			text = true
			out = append(out, nested{kind: nestedFile, how: c.Program + " -f", lang: awk, text: o.value})
		}
	}
	if !text && len(s.rest) > 0 {
		out = append(out, nested{kind: nestedText, how: c.Program, lang: awk, text: withPrefix(prefix, s.rest[0])})
	}
	return out
}

func withPrefix(prefix string, w Word) Word {
	w = asText(w)
	if prefix != "" {
		w.Value = Value(prefix+"\n") + w.Value
	}
	return w
}

// percentDecoded decodes %41 and the like.
func percentDecoded(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if hi, lo := hexDigit(s[i+1]), hexDigit(s[i+2]); hi >= 0 && lo >= 0 && hi+lo > 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexDigit(ch byte) int {
	switch {
	case ch >= '0' && ch <= '9':
		return int(ch - '0')
	case ch >= 'a' && ch <= 'f':
		return int(ch-'a') + 10
	case ch >= 'A' && ch <= 'F':
		return int(ch-'A') + 10
	}
	return -1
}
