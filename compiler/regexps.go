package compiler

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
)

// parseRegexp reads an RE2 expression and says what is wrong with it.
func parseRegexp(s string) (*syntax.Regexp, []problem) {
	re, err := syntax.Parse(s, syntax.Perl)
	if err == nil {
		return re, nil
	}
	p := problem{to: len(s), code: "bad-regexp", message: fmt.Sprintf("%s is no regular expression: %v", quote(s), err)}
	var se *syntax.Error
	if errors.As(err, &se) {
		p.message = fmt.Sprintf("%s is no regular expression: %s", quote(s), se.Code)
		if i := strings.Index(s, se.Expr); i >= 0 && se.Expr != "" && strings.LastIndex(s, se.Expr) == i {
			p.from, p.to = i, i+len(se.Expr)
			if se.Expr != s {
				p.message += " at " + quote(se.Expr)
			}
		}
		switch {
		case strings.HasPrefix(se.Expr, "(?=") || strings.HasPrefix(se.Expr, "(?!") || strings.HasPrefix(se.Expr, "(?<"):
			p.hint = "RE2 has no look-around; say what is not meant with except or except_pattern"
		case len(se.Expr) == 2 && se.Expr[0] == '\\' && se.Expr[1] >= '1' && se.Expr[1] <= '9':
			p.hint = "RE2 has no back-references"
		}
	}
	return nil, []problem{p}
}

// anchored reports whether an expression can match at the start of the text only.
func anchored(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpBeginLine:
		return true
	case syntax.OpCapture, syntax.OpPlus:
		return anchored(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && anchored(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if anchored(sub) {
				return true
			}
			if sub.Op != syntax.OpEmptyMatch {
				return false
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !anchored(sub) {
				return false
			}
		}
		return len(re.Sub) > 0
	}
	return false
}

// matchesEmpty reports whether an expression matches the empty text, so that a search for
// it finds something in every text.
func matchesEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest:
		return true
	case syntax.OpRepeat:
		return re.Min == 0 || matchesEmpty(re.Sub[0])
	case syntax.OpCapture, syntax.OpPlus:
		return matchesEmpty(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if !matchesEmpty(sub) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if matchesEmpty(sub) {
				return true
			}
		}
	}
	return false
}

// requiredLiteral returns the longest text that every match of an expression holds, and
// whether case is ignored; then the text is lower case. Empty: none is known.
func requiredLiteral(expr string) (literal string, fold bool) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return "", false
	}
	l := required(re)
	return l.text, l.fold
}

type needed struct {
	text string
	fold bool
}

func (n needed) better(m needed) needed {
	if len(m.text) > len(n.text) {
		return m
	}
	return n
}

func required(re *syntax.Regexp) needed {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re.Rune, re.Flags&syntax.FoldCase != 0)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var best needed
		for _, sub := range re.Sub {
			best = best.better(required(sub))
		}
		return best
	}
	return needed{}
}

// literal is the text of a literal that can be searched for. Where case is ignored, the
// searcher lowers its text rune by rune: k and s are left out, since K and ſ fold to
// them without lowering to them, and so is all that is not ASCII.
func literal(runes []rune, fold bool) needed {
	if !fold {
		return needed{text: string(runes)}
	}
	var best needed
	start := 0
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) {
			if r := unicode.ToLower(runes[i]); r < 0x80 && r != 'k' && r != 's' {
				continue
			}
		}
		if start < i {
			best = best.better(needed{text: strings.ToLower(string(runes[start:i])), fold: true})
		}
		start = i + 1
	}
	return best
}
