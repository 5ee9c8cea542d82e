package replay

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"rules2guards.local/guard"
)

// secretForms are what secrets look like: a form of their own, or the name in front of
// them. The last group is what is masked. They are compiled when something is shown first,
// since this program also starts as a guard.
var secretForms = sync.OnceValue(func() []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, s := range []string{
		`\b((?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,})`,
		`\b(sk-[A-Za-z0-9_-]{12,})`,
		`\b((?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,})`,
		`\b(gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{20,})`,
		`\b(glpat-[A-Za-z0-9_-]{16,}|npm_[A-Za-z0-9]{20,}|xox[abeprs]-[A-Za-z0-9-]{10,}|hf_[A-Za-z0-9]{20,}|pypi-[A-Za-z0-9_-]{20,})`,
		`\b(AIza[0-9A-Za-z_-]{30,})`,
		`\b(eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)`,
		`(-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$))`,
		`(?i)\b(?:bearer|basic|authorization:(?:\s*\w+)?)\s+([A-Za-z0-9._~+/=-]{8,})`,
		`://[^\s/:@'"]*:([^\s/@'"]{3,})@`,
		`(?i)[\w-]*(?:secret|token|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credential)[\w-]*["']?\s*[=:]\s*["']?([^\s"'$<>;&|(){}]{6,})`,
		`(?i)--?[\w-]*(?:secret|token|passw(?:or)?d|passphrase|api-?key|access-?key|private-?key|auth-?key)\s+["']?([^\s"'$<>;&|(){}-][^\s"'$<>;&|(){}]{5,})`,
		`(?i)(?:^|\s)(?:-u|--user)[ =]["']?[^\s:"']+:([^\s"']{3,})`,
	} {
		list = append(list, regexp.MustCompile(s))
	}
	return list
})

var longValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:key|secret|token|pass|auth|cred|sig|session|cookie)[\w.-]*["']?\s*[=: ]\s*["']?([A-Za-z0-9+/_=.-]{20,})`)
})

// secrets returns the parts of a text that must not be shown, in order.
func secrets(text string) [][2]int {
	var list [][2]int
	for i, re := range secretForms() {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			from, to := m[len(m)-2], m[len(m)-1]
			if from < 0 || (i == 10 || i == 11) && harmless(text[from:to]) {
				continue
			}
			list = append(list, [2]int{from, to})
		}
	}
	for _, m := range longValue().FindAllStringSubmatchIndex(text, -1) {
		if entropy(text[m[2]:m[3]]) > 3.5 {
			list = append(list, [2]int{m[2], m[3]})
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return a[0] - b[0] })
	var out [][2]int
	for _, s := range list {
		if n := len(out); n > 0 && s[0] <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], s[1])
			continue
		}
		out = append(out, s)
	}
	return out
}

// harmless reports whether a value behind a key-like name is a word and no secret.
func harmless(v string) bool {
	letters := true
	for _, c := range v {
		if (c < 'a' || c > 'z') && c != '-' && c != '_' && c != '.' && c != '/' {
			letters = false
		}
	}
	return letters && (strings.ContainsAny(v, "./") || len(v) < 8)
}

func entropy(s string) float64 {
	var n [256]int
	for i := range len(s) {
		n[s[i]]++
	}
	e := 0.0
	for _, c := range n {
		if c > 0 {
			p := float64(c) / float64(len(s))
			e -= p * math.Log2(p)
		}
	}
	return e
}

// mask stands where a secret was.
const mask = "***"

// maskAll returns a text without its secrets.
func maskAll(text string) string {
	var b strings.Builder
	at := 0
	for _, s := range secrets(text) {
		b.WriteString(text[at:s[0]])
		b.WriteString(mask)
		at = s[1]
	}
	b.WriteString(text[at:])
	return b.String()
}

// pieces cuts a text at the part that fired, and masks its secrets.
func pieces(text string, from, to int) []Piece {
	hidden := secrets(text)
	var out []Piece
	add := func(a, b int, fired bool) {
		if a >= b {
			return
		}
		var s strings.Builder
		for _, h := range hidden {
			if h[1] <= a || h[0] >= b {
				continue
			}
			s.WriteString(text[a:max(a, h[0])])
			s.WriteString(mask)
			a = min(b, h[1])
		}
		s.WriteString(text[a:b])
		out = append(out, Piece{visible(s.String()), fired})
	}
	add(0, from, false)
	add(from, to, true)
	add(to, len(text), false)
	return out
}

// visible escapes what would move, hide or reorder text, but keeps line breaks and tabs.
func visible(s string) string {
	var b strings.Builder
	for part := range strings.SplitAfterSeq(s, "\n") {
		line := strings.TrimSuffix(part, "\n")
		lead := len(line) - len(strings.TrimLeft(line, " \t"))
		b.WriteString(strings.ReplaceAll(line[:lead], "\t", "    "))
		rest := line[lead:]
		trail := len(rest) - len(strings.TrimRight(rest, " \t"))
		for k, word := range strings.Split(rest[:len(rest)-trail], " ") {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(guard.Clean(word, len(word)*8+8))
		}
		b.WriteString(strings.Repeat(" ", min(trail, 8)))
		if len(part) > len(line) {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
