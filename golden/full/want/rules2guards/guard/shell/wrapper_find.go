package shell

import (
	"slices"
	"strings"
)

// findExec returns the commands of find -exec, -execdir, -ok and -okdir. The files that
// {} stands for are told by the starting folders and by the tests.
func findExec(c *Command) []nested {
	s, at := newFindScan(c.Args)
	var out []nested
	for i := at; i < len(c.Args); i++ {
		w := c.Args[i].Value
		switch w {
		case "-exec", "-execdir", "-ok", "-okdir":
			s.acted()
		default:
			i = s.test(c.Args, i)
			continue
		}
		words, next := untilEnd(c.Args, i+1)
		if len(words) > 0 {
			n := nested{how: "find " + string(w)}
			n.more = next < len(c.Args) && c.Args[next].Value == "+"
			found := s.words()
			if strings.HasSuffix(string(w), "dir") {
				// It runs in the file's own folder, and is given the name behind "./". The words
				// below say which files that are.
				dir := n
				dir.dir = &Word{Value: Unknown, Span: c.Args[i].Span}
				out = append(out, withFound(dir, words, besideThem(found))...)
				if !slices.ContainsFunc(words, func(w Word) bool { return w.Value == "{}" }) {
					i = next
					continue
				}
			}
			out = append(out, withFound(n, words, found)...)
		}
		i = next
	}
	return out
}

// withFound gives a command the files found: all of them at once, or each its own.
func withFound(n nested, words []Word, found []Value) []nested {
	if !n.more {
		return eachBraces(n, words, found)
	}
	n.words = fillBraces(words, found)
	return []nested{n}
}

// besideThem is what -execdir hands over for each file.
func besideThem(found []Value) []Value {
	out := make([]Value, 0, len(found))
	for _, v := range found {
		v = v[strings.LastIndexByte(string(v), '/')+1:]
		out = append(out, "./"+v)
	}
	return out
}

// findRoots returns the starting folders of find and where its expression begins.
func findRoots(args []Word) ([]Value, int) {
	i := 0
	for i < len(args) {
		switch text := string(args[i].Value); {
		case text == "-H" || text == "-L" || text == "-P" || text == "-X" || text == "-E" || text == "-x" || strings.HasPrefix(text, "-O"):
			i++
		case text == "-D" || text == "-f":
			i += 2
		default:
			from := i
			for i < len(args) && !strings.HasPrefix(string(args[i].Value), "-") && args[i].Value != "!" && args[i].Value != "(" {
				i++
			}
			var roots []Value
			for _, w := range args[from:i] {
				roots = append(roots, w.Value)
			}
			if len(roots) == 0 {
				roots = []Value{"."}
			}
			return roots, i
		}
	}
	return []Value{"."}, min(i, len(args))
}

// themselves returns the starting points that find itself finds: all of them, or only
// those that look like files. The folder it stands in is left out: nobody means that.
func themselves(roots []Value, files bool) []Value {
	var out []Value
	for _, root := range roots {
		name := string(root)
		base := name[strings.LastIndexByte(name, '/')+1:]
		if base == "" || base == "." || base == ".." || files && !strings.Contains(base[1:], ".") {
			continue
		}
		out = append(out, root)
	}
	return out
}

// eachBraces makes one command for each file found, as -exec … \; does.
func eachBraces(n nested, words []Word, found []Value) []nested {
	if !slices.ContainsFunc(words[1:], func(w Word) bool { return w.Value == "{}" }) {
		found = found[:min(1, len(found))]
	}
	if len(found) == 0 {
		found = []Value{Unknown}
	}
	var out []nested
	for _, v := range found[:min(maxAlternatives, len(found))] {
		n.words = fillBraces(words, []Value{v})
		out = append(out, n)
	}
	return out
}

// under joins folders and a name, at most as many as a word may have values.
func under(roots []Value, name Value) []Value {
	var out []Value
	for _, root := range roots {
		if len(out) == maxAlternatives {
			break
		}
		switch {
		case root == ".":
			out = append(out, name)
		case strings.HasSuffix(string(root), "/"):
			out = append(out, root+name)
		default:
			out = append(out, root+"/"+name)
		}
	}
	return out
}

// untilEnd returns the words of an -exec and the index of the ; or + that ends them.
func untilEnd(args []Word, from int) ([]Word, int) {
	for i := from; i < len(args); i++ {
		switch args[i].Value {
		case ";":
			return args[from:i], i
		case "+":
			if i > from && strings.HasSuffix(string(args[i-1].Value), "{}") {
				return args[from:i], i
			}
		}
	}
	return args[from:], len(args)
}

// fillBraces puts the files found in place of {}: each a word where {} stands alone, an
// unknown part where it is part of a word, and "…" inside a text keeps quotes whole.
func fillBraces(words []Word, found []Value) []Word {
	if len(found) > maxAlternatives {
		found = found[:maxAlternatives]
	}
	out := make([]Word, 0, len(words)+len(found))
	for i, w := range words {
		switch {
		case w.Value == "{}" && (i == 0 || len(out) > 1000):
			out = append(out, Word{Value: Unknown, Span: w.Span})
		case w.Value == "{}":
			for _, v := range found {
				out = append(out, Word{Value: v, Span: w.Span})
			}
		default:
			w.Value = Value(strings.ReplaceAll(string(w.Value), "{}", Unknown))
			out = append(out, w)
		}
	}
	return out
}

// globText makes the pattern of -name live again: its characters came quoted.
func globText(v Value) Value {
	if !strings.ContainsAny(string(v), "*?[") {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] == 0 && i+1 < len(v):
			b.WriteByte(0)
			i++
			b.WriteByte(v[i])
		case v[i] == '\\' && i+1 < len(v) && v[i+1] != 0:
			i++
			b.WriteByte(v[i])
		case v[i] == '*':
			b.WriteString(AnyText)
		case v[i] == '?':
			b.WriteString(AnyRune)
		case v[i] == '[' && strings.IndexByte(string(v[i:]), ']') > 0:
			b.WriteString(OpenBracket)
		default:
			b.WriteByte(v[i])
		}
	}
	return Value(b.String())
}

// fdExec returns the commands of fd -x and -X.
func fdExec(c *Command) []nested {
	var out []nested
	for i := 0; i < len(c.Args); i++ {
		w := string(c.Args[i].Value)
		if w == "--" {
			break
		}
		if !slices.Contains([]string{"-x", "--exec", "-X", "--exec-batch"}, w) {
			continue
		}
		words, next := untilEnd(c.Args, i+1)
		if len(words) > 0 {
			n := nested{how: c.Program + " " + w}
			filled := false
			n.words = make([]Word, len(words))
			for k, word := range words {
				for _, place := range [...]string{"{}", "{.}", "{/}", "{//}", "{/.}"} {
					if strings.Contains(string(word.Value), place) {
						filled = true
						word.Value = Value(strings.ReplaceAll(string(word.Value), place, Unknown))
					}
				}
				n.words[k] = word
			}
			n.more = !filled
			out = append(out, n)
		}
		i = next
	}
	return out
}
