package shell_test

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Most forms are templates: shell text with holes. A form has several templates, one of which is taken.
//
// Holes of leaves, for a stub command:
//
//	‹c› the command, its words quoted anyhow     ‹p› ‹a› its program, its arguments
//	‹C› the command without quotes, plain words   ‹P› ‹A› ‹A1› ‹A2› the same in parts: program, arguments, first argument, the others
//
// Holes of wraps, for the inner text, and of leaves, for the text of their command:
//
//	‹t› as it is      ‹s› inside $( ) or ( )      ‹b› inside a compound command, with its separator
//	‹q› as one word in any quotes, ‹d› in double quotes, ‹sq› in single quotes, ‹aq› as $'…'
//	‹64› in base64    ‹js› as a string literal of JavaScript and Python    ‹argv› the command as a list of such literals
//	‹bt› inside backquotes, ‹ed› inside $( ) inside double quotes
//
// Holes of both: ‹v› ‹w› ‹x› new variables, ‹f› ‹g› new functions, ‹file› ‹file2› new files, ‹E› a new delimiter, ‹bin› the programs' folder.
var hole = regexp.MustCompile(`‹[A-Za-z0-9]+›`)

func expand(g *gen, template, in string) string {
	var argv []string
	if strings.Contains(template, "‹C›") || strings.Contains(template, "‹P›") || strings.Contains(template, "‹A") {
		argv = g.plain()
		if i := slices.IndexFunc(argv, tagged.MatchString); strings.Contains(template, "‹A1›") {
			argv[1], argv[i] = argv[i], argv[1]
		}
	} else if hasCommand(template) || in == "" && hole.MatchString(template) {
		argv = g.argv()
	}
	if argv != nil && in == "" {
		in = g.words(argv)
	}
	names := map[string]string{}
	fresh := func(key, prefix string) string {
		if names[key] == "" {
			names[key] = g.name(prefix)
		}
		return names[key]
	}
	return hole.ReplaceAllStringFunc(template, func(h string) string {
		switch key := strings.Trim(h, "‹›"); key {
		case "c":
			return g.words(argv)
		case "p":
			return g.q(argv[0])
		case "a":
			return g.words(argv[1:])
		case "C":
			return strings.Join(argv, " ")
		case "P":
			return argv[0]
		case "A":
			return strings.Join(argv[1:], " ")
		case "A1":
			return argv[1]
		case "A2":
			return strings.Join(argv[2:], " ")
		case "argv":
			return jsonText(argv)
		case "t":
			return in
		case "s":
			return g.inSub(in)
		case "b":
			return g.body(in)
		case "q":
			switch g.IntN(3) {
			case 0:
				return double(in)
			default:
				return single(in)
			}
		case "d":
			return double(in)
		case "sq":
			return single(in)
		case "aq":
			return ansi(in)
		case "bt":
			return strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$").Replace(in)
		case "64":
			return base64.StdEncoding.EncodeToString([]byte(in))
		case "js":
			return jsonText(in)
		case "v", "w", "x":
			return fresh(key, "v")
		case "f", "g":
			return fresh(key, "f")
		case "file", "file2":
			return fresh(key, "t")
		case "E":
			return fresh(key, "E")
		case "bin":
			return binMark
		default:
			panic("unknown hole " + h)
		}
	})
}

func hasCommand(t string) bool {
	for _, h := range []string{"‹c›", "‹p›", "‹a›", "‹argv›"} {
		if strings.Contains(t, h) {
			return true
		}
	}
	return false
}

func jsonText(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return strings.TrimRight(b.String(), "\n")
}

// leafForm is a leaf that takes one of its templates.
func leafForm(name string, templates ...string) *form {
	return &form{name: name, leaf: func(g *gen) string { return expand(g, g.pick(templates...), "") }}
}

// ownForm is a leaf that stands alone in its text.
func ownForm(name string, templates ...string) *form {
	f := leafForm(name, templates...)
	f.where = ownText
	return f
}

// wrapForm holds its inner text as shell text in the same shell.
func wrapForm(name string, templates ...string) *form {
	return &form{name: name, wrap: func(g *gen, in string) string { return expand(g, g.pick(templates...), in) }}
}

// dataForm holds its inner text as data that is run later or by another shell.
func dataForm(name string, templates ...string) *form {
	f := wrapForm(name, templates...)
	f.where = opaque
	return f
}

// dashForm is a dataForm whose shell may be dash.
func dashForm(name string, templates ...string) *form {
	f := dataForm(name, templates...)
	w := f.wrap
	f.wrap = func(g *gen, in string) string {
		g.s.dash = true
		return w(g, in)
	}
	return f
}

func (f *form) with(needs string, weight int) *form {
	f.needs, f.weight = needs, weight
	return f
}

// dynamicBy marks a form as dynamic by its nature.
func (f *form) dynamicBy() *form {
	f.dynamic = true
	return f
}

// mentionForm is a leaf that only mentions a stub command.
func mentionForm(name string, templates ...string) *form {
	f := leafForm(name, templates...)
	f.mention = true
	return f
}
