package shell

import (
	"iter"
	"slices"
	"sort"
	"strings"
)

// optionFlags say how a program, or one of its subcommands, reads its words.
type optionFlags uint16

const (
	optSub      optionFlags = 1 << iota // the first words are subcommands
	optGlobal                           // options of the program are options of its subcommands too
	optAbbrev                           // unique prefixes of long options
	optComplete                         // the table knows every option that takes a value
	optSingle                           // long options have one dash: -auto-approve
	optEquals                           // -x=v is -x v
	optStops                            // behind the first operand nothing is an option
	optScript                           // the first operand is a script: the rest is for it
	optInner                            // the operands are a command line
	optAssigns                          // operands NAME=value stand in front of that command line
	optFold                             // PowerShell: case is ignored, -Name:value
	optSlash                            // cmd.exe: /s /q
	optOldStyle                         // tar: the first word may be options without a dash
	optFind                             // find: an expression
	optSkipOne                          // one operand stands in front of the inner command: timeout 5 x
	optLate                             // options may stand behind that operand: ssh host -v x
)

// optionRow is what is known of one program, or of one of its subcommands.
type optionRow struct {
	program string
	sub     string
	flags   optionFlags
	words   string // what happens to the files that its operands name, see effects_words.go
	options string // see found
}

// found is an entry of optionRow.options: names, joined by commas, and what follows them:
// "=" a value in the same or the next word, "?" a value in the same word or none, "!" a
// value behind which nothing is an option, "!I" the words of an inner command. A letter
// behind that says what happens to the file that the value names. "D>delete+force" stands
// for two options. A name of one letter has one dash; the first longer one is the
// canonical name, with two dashes unless the table says one or the name begins with a dash
// itself.
type found struct {
	name   string
	kind   byte // 0, '=', '?', '!'
	access byte
	or     []string
}

// findRow finds the row of a program and subcommand, or nil.
func findRow(program, sub string) *optionRow {
	for _, rows := range [...][]optionRow{unixRows[:], gitRows[:], devRows[:], cloudRows[:], windowsRows[:]} {
		if len(rows) == 0 || program < rows[0].program || program > rows[len(rows)-1].program {
			continue
		}
		i, ok := sort.Find(len(rows), func(i int) int {
			if c := strings.Compare(program, rows[i].program); c != 0 {
				return c
			}
			return strings.Compare(sub, rows[i].sub)
		})
		if ok {
			return &rows[i]
		}
	}
	return nil
}

// find looks a name up in the current table, then in the program's. long: it was written
// with two dashes.
func (r *optionReader) find(name string, long bool) (found, bool) {
	if name == "" {
		return found{}, false
	}
	f := r.flags()
	if r.row != nil && r.row != r.top {
		if o, ok := r.row.find(name, long, f); ok {
			return o, true
		}
		if f&optGlobal == 0 {
			return found{}, false
		}
	}
	if r.row == nil && f&optGlobal == 0 || r.top == nil {
		return found{}, false
	}
	return r.top.find(name, long, f)
}

// find looks a name up in the options of a row: as it is, as the beginning of a long name,
// or without no-.
func (t *optionRow) find(name string, long bool, f optionFlags) (found, bool) {
	if f&optFold != 0 {
		name = strings.ToLower(name)
	}
	prefix := long && f&optAbbrev != 0 || f&optFold != 0
	var first found
	for n, entry := range t.named(name) {
		switch {
		case n == name && (len(n) > 1) == (long || len(name) > 1):
			_, o := parseOption(entry, f)
			return o, true
		case prefix && len(n) > len(name):
			if _, o := parseOption(entry, f); first.name == "" {
				first = o
			} else if first.name != o.name && !slices.Contains(first.or, o.name) {
				first.or = append(first.or, o.name)
			}
		}
	}
	if first.name != "" {
		return first, true
	}
	if negated, ok := strings.CutPrefix(name, "no-"); ok && long && f&optAbbrev != 0 {
		for n := range t.named(negated) {
			if n == negated {
				return found{name: "--" + name}, true
			}
		}
	}
	return found{}, false
}

// named goes through the options of a row whose names begin with a text, each with its entry.
func (t *optionRow) named(text string) iter.Seq2[string, string] {
	return func(yield func(name, entry string) bool) {
		for i := 0; text != ""; i++ {
			n := strings.Index(t.options[i:], text)
			if n < 0 {
				return
			}
			i += n
			if i > 0 && t.options[i-1] != ' ' && t.options[i-1] != ',' {
				continue
			}
			start := strings.LastIndexByte(t.options[:i], ' ') + 1
			entry, _, _ := strings.Cut(t.options[start:], " ")
			name := entry[i-start:]
			if end := strings.IndexAny(name[1:], ",=?!>"); end >= 0 {
				name = name[:1+end]
			}
			if !yield(name, entry) {
				return
			}
		}
	}
}

// parseOption takes an entry of a table apart.
func parseOption(entry string, f optionFlags) (names string, o found) {
	names = entry
	if i := strings.IndexAny(entry, "=?!"); i > 0 {
		names, o.kind = entry[:i], entry[i]
		if i+1 < len(entry) {
			o.access = entry[i+1]
		}
	}
	if n, stands, ok := strings.Cut(names, ">"); ok {
		one, two, _ := strings.Cut(stands, "+")
		o.name = "--" + one
		if two != "" {
			o.name += "+--" + two
		}
		return n, o
	}
	first := names
	for n := range strings.SplitSeq(names, ",") {
		if len(n) > 1 {
			first = n
			break
		}
	}
	first, _, _ = strings.Cut(first, ",")
	switch {
	case len(first) > 1 && first[0] == '-':
		o.name = first
	case len(first) > 1 && f&optSingle == 0:
		o.name = "--" + first
	default:
		o.name = "-" + first
	}
	return names, o
}

// tableName is the name under which the tables know a program.
func tableName(program string) string {
	switch program {
	case "podman", "nerdctl":
		return "docker"
	case "podman-compose":
		return "docker-compose"
	case "tofu", "terragrunt":
		return "terraform"
	case "gmake", "bmake", "remake":
		return "make"
	case "egrep", "fgrep", "ggrep":
		return "grep"
	case "ripgrep":
		return "rg"
	case "https":
		return "http"
	case "xhs":
		return "xh"
	case "nodejs":
		return "node"
	case "mariadb":
		return "mysql"
	case "bsdtar", "gtar":
		return "tar"
	case "oc", "microk8s.kubectl", "kubecolor":
		return "kubectl"
	case "gsed":
		return "sed"
	case "gawk", "mawk", "nawk":
		return "awk"
	case "gcp":
		return "cp"
	case "wget2":
		return "wget"
	case "yarnpkg":
		return "yarn"
	case "vi", "nvim", "gvim", "view", "ex":
		return "vim"
	case "batcat":
		return "bat"
	case "erase":
		return "del"
	case "ri":
		return "remove-item"
	case "gc":
		return "get-content"
	case "sc":
		return "set-content"
	case "ac":
		return "add-content"
	case "cpi":
		return "copy-item"
	case "mi":
		return "move-item"
	case "ni":
		return "new-item"
	case "iwr", "invoke-restmethod", "irm":
		return "invoke-webrequest"
	case "ren", "rni", "rename-item":
		return "rename-item"
	case "sls":
		return "select-string"
	case "dash", "ksh", "ash", "mksh", "sh", "zsh":
		return "bash"
	case "sha1sum", "sha224sum", "sha384sum", "sha512sum", "md5sum", "b2sum":
		return "sha256sum"
	}
	if base := strings.TrimRight(program, "0123456789."); len(base) < len(program) {
		switch base {
		case "python", "pypy", "pip", "node", "ruby", "perl", "php", "gcc", "clang", "bash", "go", "lua":
			return base
		}
	}
	if program != "" && program[0] >= 'A' && program[0] <= 'Z' || strings.Contains(program, "-") {
		if lower := strings.ToLower(program); verbNoun(lower) {
			return powerShellName(lower)
		}
	}
	return program
}

// powerShellName is tableName for the aliases among PowerShell's long names.
func powerShellName(lower string) string {
	if lower == "invoke-restmethod" {
		return "invoke-webrequest"
	}
	return lower
}
