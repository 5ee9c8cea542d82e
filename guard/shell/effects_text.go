package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// maybeText is what is known of a text: nil when nothing is.
type maybeText = *Value

// grep finds the files of which grep and rg show lines: those that it names, and in folders
// those that --include or --glob name. What only says whether, how often or in which files a
// line is there shows nothing of them.
func (f *finder) grep(form string, folders bool) {
	if f.has("--quiet", "--count", "--count-matches", "--files-with-matches", "--files-without-match") {
		return
	}
	f.operands(form)
	if !folders || f.has("--files", "--type-list") {
		return
	}
	roots := f.words()
	if !f.has("--regexp", "--file") && len(roots) > 0 {
		roots = roots[1:]
	}
	for _, o := range f.line.Options {
		name := strings.TrimPrefix(string(o.Value), "**/")
		if o.Name != "--include" && o.Name != "--glob" && o.Name != "--iglob" || !o.HasValue || strings.HasPrefix(name, "!") || strings.Trim(Value(name).Text(), "*") == "" {
			continue
		}
		file := AnyFolders + "/" + globText(Value(name))
		if len(roots) == 0 {
			f.add(file, f.c.Span, call.Read)
		}
		for _, r := range roots[:min(len(roots), maxFound)] {
			f.add(foundIn(r.Value, file), r.Span, call.Read)
		}
	}
}

// whole is a file that holds a text and nothing else. Of a text with unknown parts only
// what is known is new text in it.
func whole(t maybeText) *File {
	if t == nil {
		return nil
	}
	if !t.Known() {
		return appended(t)
	}
	return &call.File{Whole: true, Text: t.Text()}
}

// appended is a file to which a text is added.
func appended(t maybeText) *File {
	if t == nil {
		return nil
	}
	return &call.File{Edits: []call.Edit{{New: solid(*t)}}}
}

// solid is a text with a character that stands for nothing else in the place of every
// unknown part, so that what stands around it doesn't join.
func solid(v Value) string {
	if v.Known() {
		return v.Text()
	}
	return Value(strings.ReplaceAll(string(v), Unknown, "\uFFFC")).Text()
}

// stdin is what the command reads on standard input, when it is known.
func (f *finder) stdin() maybeText {
	if f.c.Stdin == nil {
		return nil
	}
	v := f.c.Stdin.Value
	return &v
}

// output is what a command prints, for the few commands that print what they are given.
func (c *Command) output() maybeText {
	var v Value
	switch c.Program {
	case "": // > file: nothing at all
		if c.Name.Value != "" {
			return nil
		}
	case ":", "true":
	case "echo":
		v = printer().echo(c.Args)
	case "printf":
		args := c.Args
		if len(args) > 0 && args[0].Value == "--" {
			args = args[1:]
		}
		if len(args) == 0 || args[0].Value == "-v" {
			return nil
		}
		v = printer().format(args)
	case "cat", "tee", "tr", "sponge":
		if c.Program == "tr" || c.Stdin == nil {
			return nil
		}
		for _, a := range c.Args {
			if a.Value != "-" && c.Program == "cat" {
				return nil
			}
		}
		v = c.Stdin.Value
	case "write-output", "Write-Output":
		v = printer().echo(c.Args)
	default:
		return nil
	}
	return &v
}

// printer prints as echo and printf do, outside of a text that is being read.
func printer() *walker {
	return &walker{reader: &reader{script: &Script{}}, parent: -1, st: &state{}}
}
