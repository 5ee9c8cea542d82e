package shell

import "strings"

// fishText is a text of fish in the words of bash, as far as commands go: its blocks are
// opened, so that what stands in them may run, and (…) is $(…). A text without such words
// stays as it is.
func fishText(text string) string {
	var b strings.Builder
	start, from, rest := true, 0, -1 // a command begins here; what is not yet copied; the statement's end
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if start && ch != ' ' && ch != '\t' && ch != '\n' && ch != ';' {
			end := i + wordEnd(text[i:], " \t\n;|&()")
			if rest < end { // looked for once for each statement
				rest = end + wordEnd(text[end:], "\n;")
			}
			b.WriteString(text[from:i])
			if new, next, again := fishWord(text[i:end], text[end:rest]); next >= 0 {
				b.WriteString(new)
				i, from, start = end+next-1, end+next, again
				continue
			}
			from, start = i, false
		}
		switch ch {
		case '\'', '"':
			i += 1 + wordEnd(text[i+1:], string(ch))
		case '\\':
			i++
		case ';', '\n', '|', '&':
			start = true
		case '(':
			b.WriteString(text[from:i])
			if from = i; i == 0 || text[i-1] != '$' {
				b.WriteByte('$')
			}
			start = true
		}
	}
	return b.String() + text[min(from, len(text)):]
}

// wordEnd is where one of some bytes stands first, or the end.
func wordEnd(s, ends string) int {
	if i := strings.IndexAny(s, ends); i >= 0 {
		return i
	}
	return len(s)
}

// fishWord rewrites a word that begins a command; rest is what stands behind it in its
// statement, of which the first next bytes are done. -1: it is no word of fish's own.
// again says that a command begins behind it.
func fishWord(word, rest string) (text string, next int, again bool) {
	switch word {
	case "if", "else", "while", "begin", "not", "and", "or", "end":
		if rest = strings.TrimSpace(rest); rest == "" || rest[0] == '|' || rest[0] == '&' {
			return ":", 0, false
		}
		return "", 0, true
	case "function", "switch", "case":
		return ":", len(rest), false
	case "for":
		name, list, _ := strings.Cut(strings.TrimSpace(rest), " in ")
		return name + "=(" + list + ")", len(rest), false
	case "set":
		words := strings.Fields(rest)
		for len(words) > 0 && strings.HasPrefix(words[0], "-") {
			words = words[1:]
		}
		if len(words) == 0 {
			return ":", len(rest), false
		}
		return words[0] + "=(" + strings.Join(words[1:], " ") + ")", len(rest), false
	case "alias":
		if name, value, ok := strings.Cut(strings.TrimSpace(rest), " "); ok && !strings.Contains(name, "=") {
			return "alias " + name + "=" + value, len(rest), false
		}
	}
	return "", -1, false
}
