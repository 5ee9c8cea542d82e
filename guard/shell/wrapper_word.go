package shell

import (
	"strings"

	"rules2guards.local/guard/call"
)

// cut returns a word without its first n bytes. Its span stays: quotes make the bytes of a
// word differ from those of the text.
func cut(w Word, n int) Word {
	return Word{Value: w.Value[n:], Span: w.Span, Multi: w.Multi}
}

// literal makes a word of plain text that stands where w stands.
func literal(text string, w Word) Word { return Word{Value: Lit(text), Span: w.Span} }

// asText returns a word as program text: live glob characters are plain characters there.
func asText(w Word) Word {
	if w.Value.HasGlob() {
		w.Value = plainGlobs(w.Value)
	}
	return w
}

func plainGlobs(v Value) Value {
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] == 0 && i+1 < len(v) && v[i+1] != Unknown[1] {
			i++
		}
		b.WriteByte(v[i])
	}
	return Value(b.String())
}

// joinWords joins words by blanks, as eval and ssh do.
func joinWords(words []Word) Word {
	if len(words) == 0 {
		return Word{}
	}
	if len(words) == 1 {
		return asText(words[0])
	}
	var b strings.Builder
	out := Word{Span: words[0].Span}
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(string(asText(w).Value))
		out.Span.End = max(out.Span.End, w.Span.End)
	}
	out.Value = Value(b.String())
	return out
}

// assignment splits NAME=value.
func assignment(w Word) (string, Value, bool) {
	name, value, ok := strings.Cut(string(w.Value), "=")
	if !ok || name == "" || strings.IndexByte(name, 0) >= 0 || strings.ContainsAny(name, "/ -") {
		return "", "", false
	}
	return name, Value(value), true
}

// lookup returns the value that a command's environment gives to a variable.
func lookup(env []Assign, name string) (Value, bool) {
	for i := len(env) - 1; i >= 0; i-- {
		if env[i].Name == name {
			return env[i].Value, true
		}
	}
	return "", false
}

// splitWord splits a command line that no shell reads: blanks separate, quotes and
// backslashes keep together. Nothing is expanded.
func splitWord(w Word) []Word {
	values := splitText(string(asText(w).Value))
	out := make([]Word, 0, len(values))
	for _, v := range values {
		out = append(out, Word{Value: Value(v), Span: w.Span})
	}
	return out
}

func splitText(text string) []string {
	var out []string
	var b strings.Builder
	open := false
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		ch := text[i]
		switch {
		case quote != 0 && ch == quote:
			quote = 0
		case quote == '\'':
			b.WriteByte(ch)
		case ch == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
			open = true
		case quote != 0:
			b.WriteByte(ch)
		case ch == '\'' || ch == '"':
			quote, open = ch, true
		case ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r':
			if open {
				out = append(out, b.String())
				b.Reset()
			}
			open = false
		default:
			b.WriteByte(ch)
			open = true
		}
	}
	if open {
		out = append(out, b.String())
	}
	return out
}

// quoteShell quotes a value so that a shell reads it as one word.
func quoteShell(v Value) Value {
	plain := v != ""
	for i := 0; i < len(v) && plain; i++ {
		ch := v[i]
		plain = ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9' || strings.IndexByte("-_./:@%+=,", ch) >= 0
	}
	if plain {
		return v
	}
	return Value(call.Quote(string(plainGlobs(v))))
}

// replaceAll puts an unknown part wherever a word holds a placeholder.
func replaceAll(words []Word, name string) []Word {
	out := make([]Word, len(words))
	for i, w := range words {
		w.Value = Value(strings.ReplaceAll(string(w.Value), name, Unknown))
		out[i] = w
	}
	return out
}

// withoutVersion drops @VERSION from the program of a command: npm@10, @scope/tool@1.
func withoutVersion(words []Word) []Word {
	name := string(words[0].Value)
	at := strings.LastIndexByte(name, '@')
	if at <= 0 {
		return words
	}
	out := append([]Word(nil), words...)
	out[0].Value = Value(name[:at])
	return out
}

// isVersion reports whether a word is a number or a version and not a program.
func isVersion(text string) bool {
	switch text {
	case "node", "stable", "latest", "current", "lts", "default", "system", "iojs":
		return text != "node"
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(text, "v"), "lts/")
	if rest == "*" || len(rest) < len(text) && strings.HasPrefix(text, "lts/") {
		return true
	}
	return rest != "" && strings.Trim(rest, "0123456789.x*") == "" || strings.Contains(text, Unknown)
}
