package guard

import (
	"regexp"
	"strings"
	"testing"
)

func TestCouldMatchKnowsWhatAnUnknownPartCanBe(t *testing.T) {
	tests := []struct {
		name, expr, text string
		want             bool
	}{
		{"nothing known", `(?m)\A(?i)wip\b`, "\uFFFC", true},
		{"another beginning", `(?m)\A(?i)wip\b`, "feat: \uFFFC", false},
		{"the beginning is known", `(?m)\A(?i)wip\b`, "wip\uFFFC", true},
		{"a line of the unknown part", `(?m)^wip`, "feat: \uFFFC", true},
		{"anywhere in the unknown part", `wip`, "feat: \uFFFC", true},
		{"across the unknown part", `^git push .*--force$`, "git push \uFFFC", true},
		{"another program", `^git push .*--force$`, "git pull \uFFFC", false},
		{"what stands behind it is known", `--force$`, "git push \uFFFC main", false},
		{"both ends", `^a+b+$`, "a\uFFFCb", true},
		{"both ends, other text between", `^a+b+$`, "axa\uFFFCb", false},
		{"nothing unknown", `b`, "a", false},
		{"nothing unknown, a match", `a`, "a", true},
		{"the unknown part may be empty", `^ab$`, "a\uFFFCb", true},
		{"never", `[^\x00-\x{10FFFF}]`, "\uFFFC", false},
		{"a repeated assertion", `(?m)(^)*$x`, "\uFFFCx", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := couldMatch(tt.expr, tt.text); got != tt.want {
				t.Errorf("couldMatch(%q, %q) = %v", tt.expr, tt.text, got)
			}
		})
	}
}

func FuzzCouldMatch(f *testing.F) {
	for _, s := range [][3]string{
		{`(?m)\A(?i)wip\b`, "feat: \uFFFC", "wip"},
		{`^git push .*--force$`, "git push \uFFFC x", "--force"},
		{`(?m)^(a|b)*$\b`, "a\uFFFC\nb\uFFFC", "\n"},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, expr, text, part string) {
		re, err := regexp.Compile(expr)
		if err != nil || len(expr)+len(text) > 1000 {
			return
		}
		whole := strings.ReplaceAll(strings.ToValidUTF8(text, ""), string(unknownRune), strings.ToValidUTF8(part, ""))
		if re.MatchString(whole) && !couldMatch(expr, strings.ToValidUTF8(text, "")) {
			t.Errorf("%q matches %q, but could not match %q", expr, whole, text)
		}
	})
}
