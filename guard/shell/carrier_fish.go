package shell

import "strings"

// fishText is a text of fish in the words of bash, as far as commands go: its blocks are
// opened, so that what stands in them may run, (…) is $(…), and a list is an array. A text
// without such words stays as it is.
func fishText(text string) string {
	var b strings.Builder
	start, from, rest := true, 0, -1 // a command begins here; what is not yet copied; the statement's end
	double := false                  // inside "…"
	open := []bool{false}            // for each bracket: whether an array's words stand in it
	lists := map[string]bool{}       // variables of several words
	put := func(i int, more string) {
		b.WriteString(text[from:i] + more)
		from = i
	}
	closeArray := func(i int) {
		if last := len(open) - 1; open[last] {
			put(i, ")")
			open[last] = false
		}
	}
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if start && ch != ' ' && ch != '\t' && ch != '\n' && ch != ';' {
			end := i + wordEnd(text[i:], " \t\n;|&()")
			if rest < end { // looked for once for each statement
				rest = end + wordEnd(text[end:], "\n;")
			}
			if w := fishWord(text[i:end], text[end:min(rest, end+maxFishHead)], lists); w.next >= 0 {
				put(i, w.text)
				open[len(open)-1] = open[len(open)-1] || w.array
				i, from, start = end+w.next-1, end+w.next, w.again
				continue
			}
			start = false
		}
		switch {
		case ch == '\\':
			i++
		case ch == '"':
			double = !double
		case ch == '$':
			name := text[i+1 : i+1+nameEnd(text[i+1:])]
			if next := i + 1 + len(name); lists[name] && (next == len(text) || text[next] != '[') {
				if double { // "$x" is one word
					put(i, "${"+name+"[*]}")
				} else {
					put(i, "\"${"+name+"[@]}\"")
				}
				from = next
			}
		case double:
		case ch == '\'':
			i += 1 + wordEnd(text[i+1:], "'")
		case ch == ';', ch == '\n', ch == '|', ch == '&' && (i == 0 || text[i-1] != '>'):
			closeArray(i)
			start = true
		case ch == '(':
			if put(i, ""); i == 0 || text[i-1] != '$' {
				b.WriteByte('$')
			}
			start, open = true, append(open, false)
		case ch == ')':
			if closeArray(i); len(open) > 1 {
				open = open[:len(open)-1]
			}
		}
	}
	for len(open) > 0 {
		closeArray(len(text))
		open = open[:len(open)-1]
	}
	return b.String() + text[min(from, len(text)):]
}

// maxFishHead bounds how much of a statement is looked at for the options and the name of set.
const maxFishHead = 256

// wordEnd is where one of some bytes stands first, or the end.
func wordEnd(s, ends string) int {
	if i := strings.IndexAny(s, ends); i >= 0 {
		return i
	}
	return len(s)
}

// fishBegin is what stands for a word that begins a command.
type fishBegin struct {
	text  string
	next  int  // so many bytes behind the word are done; -1: it is no word of fish's own
	again bool // a command begins behind it
	array bool // the words of an array do
}

// fishWord rewrites a word that begins a command; rest is what stands behind it in its
// statement. lists gets the variables that have several words.
func fishWord(word, rest string, lists map[string]bool) fishBegin {
	trimmed := strings.TrimLeft(rest, " \t")
	blank := len(rest) - len(trimmed)
	ends := trimmed == "" || strings.IndexByte("|&)", trimmed[0]) >= 0
	switch word {
	case "if", "else", "while", "begin", "not", "and", "or", "end":
		if ends {
			return fishBegin{text: ":"}
		}
		return fishBegin{again: true}
	case "function", "switch", "case":
		return fishBegin{text: ":"}
	case "source", ".":
		if ends {
			return fishBegin{text: word + " /dev/stdin"}
		}
	case "for":
		if name, _, ok := strings.Cut(trimmed, " in "); ok {
			return fishBegin{text: strings.TrimSpace(name) + "=(", next: blank + len(name) + len(" in "), array: true}
		}
		return fishBegin{text: ":"}
	case "set":
		at := blank
		for at < len(rest) && rest[at] == '-' && !ends {
			at += wordEnd(rest[at:], " \t")
			at += len(rest[at:]) - len(strings.TrimLeft(rest[at:], " \t"))
		}
		name := rest[at : at+nameEnd(rest[at:])]
		if name == "" || len(name)+at < len(rest) && strings.IndexByte(" \t|&)", rest[at+len(name)]) < 0 {
			return fishBegin{text: ":"}
		}
		lists[name] = len(strings.Fields(rest[at+len(name):])) > 1
		return fishBegin{text: name + "=(", next: at + len(name), array: true}
	case "alias":
		if name, _, ok := strings.Cut(trimmed, " "); ok && !strings.Contains(name, "=") {
			return fishBegin{text: "alias " + name + "=", next: blank + len(name) + 1}
		}
	}
	return fishBegin{next: -1}
}
