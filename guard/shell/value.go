package shell

import "strings"

// Value is a word after expansion, as far as it is known without running anything.
//
// Shell words can't hold NUL, so NUL introduces a mark: the byte behind it says what
// stands there. Everything else is literal text.
type Value string

// Marks of a Value, each two bytes long.
const (
	Unknown     = "\x00u" // text known only at run time, empty text included
	AnyText     = "\x00*" // an unquoted * of a file name pattern
	AnyRune     = "\x00?" // an unquoted ?
	OpenBracket = "\x00[" // an unquoted [ that begins a bracket expression; its ] is literal
	Zero        = "\x000" // a NUL that a command printed; a text holds it, a word doesn't
	AnyFolders  = "\x00D" // as a whole component: any folders in between, none included
)

// Lit is the Value of a literal text. NUL bytes, which no shell word can hold, are dropped.
func Lit(s string) Value { return Value(strings.ReplaceAll(s, "\x00", "")) }

// Known reports whether nothing of the word is left to run time. A word with live glob
// characters is known: it is text that the shell may still replace by file names.
func (v Value) Known() bool { return !strings.Contains(string(v), Unknown) }

// HasGlob reports whether the word holds a live glob character.
func (v Value) HasGlob() bool {
	for s := string(v); ; {
		i := strings.IndexByte(s, 0)
		if i < 0 || i+1 >= len(s) {
			return false
		}
		if s[i+1] != Unknown[1] && s[i+1] != Zero[1] {
			return true
		}
		s = s[i+2:]
	}
}

// word is the value as a shell keeps it in a variable: without the NULs of a text.
func (v Value) word() Value { return Value(strings.ReplaceAll(string(v), Zero, "")) }

// zeroEnd is what ends an item of a text whose items NULs end: a line's end where find -print0
// printed it, since there a value holds no NUL.
func (v Value) zeroEnd() string {
	if v.HasGlob() && !strings.Contains(string(v), Zero) {
		return "\n"
	}
	return Zero
}

// bytes is Text with the NULs of a text as themselves.
func (v Value) bytes() string {
	parts := strings.Split(string(v), Zero)
	for i := range parts {
		parts[i] = Value(parts[i]).Text()
	}
	return strings.Join(parts, "\x00")
}

// printedValue is the Value of bytes that a program writes.
func printedValue(s string) Value { return Value(strings.ReplaceAll(s, "\x00", Zero)) }

// Text is the word as plain text: glob characters as themselves, unknown parts left out.
func (v Value) Text() string { return v.render("") }

// String is Text with "…" for every unknown part, for reasons and explanations.
func (v Value) String() string { return v.render("…") }

func (v Value) render(unknown string) string {
	if strings.IndexByte(string(v), 0) < 0 {
		return string(v)
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] != 0 || i+1 == len(v) {
			b.WriteByte(v[i])
			continue
		}
		i++
		switch v[i] {
		case Unknown[1]:
			b.WriteString(unknown)
		case Zero[1]:
		case AnyFolders[1]:
			b.WriteString("**")
		default:
			b.WriteByte(v[i])
		}
	}
	return b.String()
}
