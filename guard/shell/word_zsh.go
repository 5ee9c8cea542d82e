package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// zshGroup reads (…) in a word of zsh: one of several texts, or at the end what the files that
// a pattern finds must be like, as in .env(N). It reports whether it is one of them.
func (e *expander) zshGroup(s string, first, last bool) bool {
	if len(s) < 2 || s[0] != '(' || s[len(s)-1] != ')' {
		return false
	}
	inner := s[1 : len(s)-1]
	if !strings.Contains(inner, "|") {
		return last && !first && e.split
	}
	var values []paramValue
	for text := range strings.SplitSeq(inner, "|") {
		values = append(values, one(Lit(text)))
	}
	e.choose(values, false) // an alternative may be a pattern
	return true
}

// zshIndex reports whether $x[i] is a member of an array, as zsh reads it: to bash it is
// $x and then [i].
func (e *expander) zshIndex(x *syntax.ParamExp, next syntax.WordPart) bool {
	lit, ok := next.(*syntax.Lit)
	if !ok || !x.Short || x.Param == nil || x.Index != nil || !strings.HasPrefix(lit.Value, "[") {
		return false
	}
	c := e.st.lookup(x.Param.Value)
	return c != nil && len(c.alts) > 0 && c.alts[0].kind == array
}
