package shell

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// end finishes a statement and records what it runs.
func (p *psReader) end(pipe bool) {
	s := p.now
	p.now = psFrame{open: s.open, member: s.member, first: s.first}
	start := len(p.out)
	piped, flow := p.piped, p.flow
	p.piped, p.flow = nil, nil
	words := s.words
	var name string
	if len(words) > 0 && words[0].op && strings.HasSuffix(string(words[0].Value), "=") {
		name = strings.Trim(string(words[0].Value), "$=")
		words = words[1:]
		if v, ok := psLiteral(words); ok && !s.call {
			p.assign(name, v)
			p.holds[name] = p.outputs(start, words)
			return
		}
		delete(p.vars, name)
		defer func() { p.holds[name] = p.outputs(start, words) }()
	} else if pipe {
		defer func() { p.holds["_"] = p.outputs(start, words) }()
	}
	for len(words) > 0 && !words[0].quoted && !words[0].expr && isPSKeyword(string(words[0].Value)) {
		words = words[1:]
		for len(words) > 1 && words[0].expr {
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return
	}
	first := words[0]
	if !s.call && (first.quoted || first.expr || first.op || isPSExpression(string(first.Value))) {
		if pipe {
			p.piped, _ = psLiteral(words)
			p.flow = p.outputs(start, words)
		}
		return
	}
	p.command(words, nested{same: true, pipe: pipe, redirects: s.redirects, feeds: more(flow, p.outputs(start, words))}, piped)
}

func isPSKeyword(word string) bool {
	switch strings.ToLower(word) {
	case "if", "elseif", "else", "while", "for", "foreach", "switch", "do", "until", "try", "catch", "finally", "param", "return", "begin", "process", "end", "trap", "exit", "throw", "in":
		return true
	}
	return false
}

// isPSExpression reports whether a bare word begins an expression and no command.
func isPSExpression(word string) bool {
	return word == "" || strings.HasPrefix(word, "$") || strings.HasPrefix(word, "[") || isDigit(word[0]) || strings.HasPrefix(word, "-") || strings.HasPrefix(word, Unknown) || word == "!"
}

// assign records the literal value of a variable.
func (p *psReader) assign(name string, v []psWord) {
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		if len(v) == 1 {
			p.env = append(p.env[:len(p.env):len(p.env)], Assign{strings.ToUpper(env), v[0].Value})
		}
		return
	}
	p.vars[name] = v
	for _, w := range v {
		p.budget -= len(w.Value) / 8
	}
}

// psLiteral is the value of an expression of literals: one, a list, a sum, -join.
func psLiteral(words []psWord) ([]psWord, bool) {
	var out []psWord
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.op && w.Value == "+" && len(out) > 0 && i+1 < len(words) && (words[i+1].quoted || words[i+1].expr):
			i++
			out[len(out)-1].Value += words[i].Value
			if len(out[len(out)-1].Value) > maxValue {
				return nil, false
			}
		case w.op && strings.EqualFold(string(w.Value), "-join") && i+1 < len(words):
			i++
			texts := make([]string, len(out))
			size := 0
			for k, o := range out {
				texts[k] = string(o.Value)
				size += len(texts[k]) + len(words[i].Value)
			}
			if len(out) == 0 || size > maxValue {
				return nil, false
			}
			out = []psWord{{Word: Word{Value: Value(strings.Join(texts, string(words[i].Value))), Span: w.Span}, quoted: true}}
		case (w.quoted || w.expr || len(w.Value) > 0 && isDigit(w.Value[0])) && w.Value.Known():
			out = append(out, w)
		default:
			return nil, false
		}
	}
	return out, len(out) > 0
}

// member reads the calls that start something: [Process]::Start(…), [ScriptBlock]::Create(…).
func (p *psReader) member(s psFrame) {
	v, _ := psLiteral(s.words)
	text := strings.HasSuffix(s.member, "scriptblock]::create") || strings.HasSuffix(s.member, "invokescript") || strings.HasSuffix(s.member, "addscript") || strings.HasSuffix(s.member, "newscriptblock")
	switch from := p.outputs(s.first, s.words); {
	case text && len(from) > 0:
		p.emit(nested{how: "ScriptBlock", words: []Word{{Value: "Invoke-Expression", Span: p.span}}, feeds: from})
	case isDownload(s.member):
		words := []Word{{Value: "Invoke-WebRequest", Span: p.span}}
		for i, w := range s.words {
			if i == 1 {
				words = append(words, Word{Value: "-OutFile", Span: w.Span})
			}
			words = append(words, w.Word)
		}
		p.emit(nested{how: s.member[strings.LastIndexByte(s.member, '.')+1:], words: words})
	case len(v) == 0:
	case strings.HasSuffix(s.member, "process]::start"):
		words := []Word{v[0].Word}
		for _, w := range v[1:] {
			words = append(words, splitWord(w.Word)...)
		}
		p.emit(nested{how: "Process.Start", words: words})
	case text:
		p.emit(nested{kind: nestedText, how: "ScriptBlock", lang: powerShell, text: v[0].Word})
	}
}

// isDownload reports whether a member of .NET's web clients fetches its first word, into the file that the second one names.
func isDownload(member string) bool {
	switch member[strings.LastIndexByte(member, '.')+1:] {
	case "downloadstring", "downloaddata", "downloadfile", "downloadstringtaskasync", "downloadfileasync", "downloaddatataskasync", "openread", "getstringasync", "getbytearrayasync", "getstreamasync":
		return true
	}
	return false
}

func (p *psReader) emit(n nested) {
	n.env = p.env
	p.out = append(p.out, n)
}

// command records one command, and what it runs by the rules of PowerShell.
func (p *psReader) command(words []psWord, n nested, piped []psWord) {
	for _, w := range words {
		n.words = append(n.words, forwardSlashes(w.Word))
	}
	name := strings.ToLower(string(n.words[0].Value))
	if real, ok := p.alias[name]; ok {
		n.words[0].Value = Value(real)
		name = strings.ToLower(real)
	}
	name = name[strings.LastIndexByte(name, '/')+1:]
	if spelt := psSpelling(name); spelt != "" {
		n.words[0].Value = spelt
	}
	n.words[0].Value = forwardSlashes(Word{Value: n.words[0].Value}).Value
	p.emit(n)
	args := n.words[1:]
	switch name {
	case "echo", "write-output", "write":
		if n.pipe {
			for _, w := range words[1:] {
				if w.quoted {
					p.piped = append(p.piped, w)
				}
			}
		}
	case "invoke-expression", "iex":
		args = psParameters(args, nil, "-command").rest
		if len(args) > 0 {
			p.emit(nested{kind: nestedText, how: "Invoke-Expression", lang: powerShell, text: words[len(words)-len(args)].Word, same: true})
		}
		for _, w := range piped {
			p.emit(nested{kind: nestedText, how: "Invoke-Expression", lang: powerShell, text: w.Word, same: true})
		}
	case "start-process", "saps", "start":
		p.startProcess(words[1:])
	case "set-alias", "new-alias", "sal", "nal":
		if rest := psParameters(args, nil, "-name", "-value").rest; len(rest) > 1 && rest[1].Value.Known() {
			p.alias[strings.ToLower(string(rest[0].Value))] = string(rest[1].Value)
		}
	case "set-variable", "sv", "new-variable", "nv":
		if rest := psParameters(args, nil, "-name", "-value").rest; len(rest) > 1 && rest[1].Value.Known() {
			p.vars[strings.ToLower(string(rest[0].Value))] = []psWord{{Word: rest[1], quoted: true}}
		}
	}
}

// psSpelling is the spelling that patterns know of the commands that fetch texts and run them: PowerShell knows them
// in any case.
func psSpelling(lower string) Value {
	switch lower {
	case "iex", "iwr", "irm", "curl", "wget":
		return Value(lower)
	case "invoke-expression":
		return "Invoke-Expression"
	case "invoke-webrequest":
		return "Invoke-WebRequest"
	case "invoke-restmethod":
		return "Invoke-RestMethod"
	case "start-bitstransfer":
		return "Start-BitsTransfer"
	}
	return ""
}

type psArguments struct {
	rest  []Word
	value map[string]Word
}

// psParameters separates named parameters from the others. Those in transparent are
// positional ones by name; those in values own a word.
func psParameters(args []Word, values []string, transparent ...string) psArguments {
	out := psArguments{value: map[string]Word{}}
	for i := 0; i < len(args); i++ {
		text := strings.ToLower(string(args[i].Value))
		if len(text) < 2 || text[0] != '-' {
			out.rest = append(out.rest, args[i])
			continue
		}
		text, glued, ok := strings.Cut(text, ":")
		if psPrefix(text, transparent) != "" {
			if ok {
				out.rest = append(out.rest, cut(args[i], len(args[i].Value)-len(glued)))
			}
			continue
		}
		if full := psPrefix(text, values); full != "" && i+1 < len(args) {
			i++
			out.value[full] = args[i]
		}
	}
	return out
}

// psPrefix returns the parameter that a text abbreviates.
func psPrefix(text string, names []string) string {
	for _, name := range names {
		if len(text) > 1 && strings.HasPrefix(name, text) {
			return name
		}
	}
	return ""
}

// startProcess reads Start-Process FILE -ArgumentList …
func (p *psReader) startProcess(words []psWord) {
	var file *Word
	var args []Word
	n := nested{how: "Start-Process"}
	list := false
	for i := 0; i < len(words); i++ {
		w := words[i]
		text := strings.ToLower(string(w.Value))
		if !w.quoted && !w.expr && strings.HasPrefix(text, "-") && len(text) > 1 {
			list = false
			switch {
			case psPrefix(text, []string{"-argumentlist", "-args"}) != "" && len(text) > 1:
				list = true
			case psPrefix(text, []string{"-filepath"}) != "":
			case psPrefix(text, []string{"-workingdirectory"}) != "" && len(text) > 2 && i+1 < len(words):
				i++
				dir := forwardSlashes(words[i].Word)
				n.dir = &dir
			case psPrefix(text, []string{"-verb", "-windowstyle", "-credential", "-redirectstandardoutput", "-redirectstandarderror", "-redirectstandardinput", "-environment"}) != "":
				i++
			}
			continue
		}
		if !list && file == nil {
			f := forwardSlashes(w.Word)
			file = &f
			continue
		}
		args = append(args, splitWord(w.Word)...)
	}
	if file != nil {
		n.words = append([]Word{*file}, args...)
		p.emit(n)
	}
}

// forwardSlashes writes a Windows path with forward slashes.
func forwardSlashes(w Word) Word {
	if strings.IndexByte(string(w.Value), '\\') >= 0 && !strings.ContainsAny(string(w.Value), " \n") {
		w.Value = Value(strings.ReplaceAll(string(w.Value), `\`, "/"))
	} else if strings.HasPrefix(string(w.Value), `C:\`) || strings.HasPrefix(string(w.Value), `.\`) {
		w.Value = Value(strings.ReplaceAll(string(w.Value), `\`, "/"))
	}
	return w
}

// powerShellProgram returns what powershell and pwsh run.
func powerShellProgram(c *Command) []nested {
	how := c.Program
	for i := 0; i < len(c.Args); i++ {
		text := strings.ToLower(string(c.Args[i].Value))
		if text == "" || text[0] != '-' && text[0] != '/' || text == "-" {
			return psOperand(how, c.Args[i:])
		}
		name := "-" + strings.TrimLeft(text, "-/")
		rest := c.Args[i+1:]
		switch {
		case psPrefix(name, []string{"-encodedcommand"}) != "" || name == "-ec" || name == "-enc":
			if len(rest) == 0 {
				return nil
			}
			text := Value(Unknown)
			if s, ok := decodeUTF16(string(rest[0].Value)); ok && rest[0].Value.Known() {
				text = Lit(s)
			}
			return []nested{{kind: nestedText, how: how + " -EncodedCommand", lang: powerShell, text: Word{Value: text, Span: rest[0].Span}}}
		case psPrefix(name, []string{"-command", "-commandwithargs"}) != "" || name == "-cwa":
			if len(rest) == 0 {
				return nil
			}
			if rest[0].Value == "-" {
				return []nested{{kind: nestedStdin, how: how, lang: powerShell}}
			}
			return []nested{{kind: nestedText, how: how + " -Command", lang: powerShell, text: joinWords(rest)}}
		case psPrefix(name, []string{"-file"}) != "":
			return psFile(how, rest)
		case name == "-version" && how == "pwsh" || name == "-help" || name == "-h" || name == "-?":
			return nil
		case psPrefix(name, []string{"-executionpolicy", "-windowstyle", "-workingdirectory", "-inputformat", "-outputformat", "-configurationname", "-configurationfile", "-custompipename", "-settingsfile", "-psconsolefile", "-version"}) != "" && len(name) > 2 && name != "-in", name == "-ep", name == "-ex", name == "-wd", name == "-w", name == "-of", name == "-if":
			i++
		}
	}
	return []nested{{kind: nestedStdin, how: how, lang: powerShell}}
}

// psOperand reads words without an option: a file for pwsh, a text for Windows PowerShell.
func psOperand(how string, words []Word) []nested {
	first := string(words[0].Value)
	switch {
	case first == "-":
		return []nested{{kind: nestedStdin, how: how, lang: powerShell}}
	case how == "pwsh" && strings.HasSuffix(strings.ToLower(first), ".ps1"):
		return psFile(how, words)
	}
	return []nested{{kind: nestedText, how: how, lang: powerShell, text: joinWords(words)}}
}

func psFile(how string, words []Word) []nested {
	if len(words) == 0 {
		return nil
	}
	if words[0].Value == "-" {
		return []nested{{kind: nestedStdin, how: how, lang: powerShell}}
	}
	return []nested{{kind: nestedFile, how: how + " -File", lang: powerShell, text: words[0], positional: words}}
}

// decodeUTF16 decodes the base64 of -EncodedCommand.
func decodeUTF16(text string) (string, bool) {
	b, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		if b, err = base64.RawStdEncoding.DecodeString(strings.TrimSpace(text)); err != nil {
			return "", false
		}
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return string(utf16.Decode(units)), true
}
