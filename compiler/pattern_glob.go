package compiler

import (
	"fmt"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/guard/shell"
)

// valueGlob writes a word as a glob: what was live in the pattern is live again, all else
// is escaped.
func valueGlob(v shell.Value) string {
	s := string(v)
	if strings.IndexByte(s, 0) < 0 {
		return escapeGlob(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != 0 || i+1 == len(s) {
			j := strings.IndexByte(s[i:], 0)
			if j <= 0 {
				j = len(s) - i
			}
			b.WriteString(escapeGlob(s[i : i+j]))
			i += j
			continue
		}
		mark := s[i : i+2]
		i += 2
		switch mark {
		case shell.AnyRune:
			b.WriteByte('?')
		case shell.OpenBracket:
			b.WriteByte('[')
			j := i
			if j < len(s) && (s[j] == '!' || s[j] == '^') {
				j++
			}
			j = min(j+1, len(s))
			if n := strings.IndexByte(s[j:], ']'); n >= 0 {
				b.WriteString(s[i : j+n+1])
				i = j + n + 1
			}
		default: // AnyText; an unknown part can't be in a pattern
			b.WriteByte('*')
		}
	}
	return b.String()
}

func escapeGlob(s string) string {
	if !strings.ContainsAny(s, `*?[{\`) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`*?[{\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// mergeOperands joins patterns that differ in one operand only, back into braces: as an
// except, one pattern then names all of them (rm {a,b} frees rm a b), and there are fewer.
func mergeOperands(pats []guard.Pattern) []guard.Pattern {
	most := 0
	for _, p := range pats {
		most = max(most, len(p.Words))
	}
	for k := range most {
		var out []guard.Pattern
		seen := map[string]int{} // the rest of a pattern -> position in out
		alts := map[int][]string{}
		for _, p := range pats {
			if k < p.Sub || k >= len(p.Words) {
				out = append(out, p)
				continue
			}
			rest := p
			rest.Words = slices.Clone(p.Words)
			rest.Words[k] = ""
			key := fmt.Sprintf("%#v", rest)
			i, ok := seen[key]
			if !ok {
				i = len(out)
				seen[key] = i
				out = append(out, p)
			}
			alts[i] = append(alts[i], p.Words[k])
		}
		for i, words := range alts {
			if len(words) < 2 {
				continue
			}
			for j, w := range words {
				words[j] = inBraces(w)
			}
			out[i].Words = slices.Clone(out[i].Words)
			out[i].Words[k] = "{" + strings.Join(words, ",") + "}"
		}
		pats = out
	}
	return pats
}

// inBraces escapes what would end an alternative.
func inBraces(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			if i+1 < len(glob) {
				b.WriteByte(glob[i])
				i++
			}
		case ',', '}':
			b.WriteByte('\\')
		}
		b.WriteByte(glob[i])
	}
	return b.String()
}
