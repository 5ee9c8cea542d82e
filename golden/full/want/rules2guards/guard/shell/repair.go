package shell

import (
	"errors"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// shell parses a text and runs it in w. A text that the parser refuses although a shell runs
// it is mended, and read as zsh; commands are the union of all that was found.
func (w *walker) shell(src *source) {
	if strings.IndexByte(src.text, '\r') >= 0 && !src.cr {
		w.withCR(src)
		return
	}
	stmts, err := w.parse(src)
	if strings.Contains(src.text, "!(") {
		// Without extglob, which no shell has on by itself, !( begins a subshell.
		if plain := src.withoutExtGlob(); plain != nil {
			if more, plainErr := w.parse(plain); plainErr == nil || err != nil {
				src, stmts, err = plain, more, plainErr
			}
		}
	}
	if err == nil {
		w.runAll(src, stmts)
		return
	}
	w.mend(src, stmts, err)
}

// withoutExtGlob parts every !( that stands where a command begins; nil: there is none.
func (s *source) withoutExtGlob() *source {
	next := s
	for i := len(s.text) - 2; i >= 0 && i > len(s.text)-maxText; i-- {
		if s.text[i] != '!' || s.text[i+1] != '(' {
			continue
		}
		before := strings.TrimRight(s.text[:i], " \t")
		if before == "" || strings.IndexByte(";&|(\n", before[len(before)-1]) >= 0 ||
			before != s.text[:i] && (strings.HasSuffix(before, "{") || strings.HasSuffix(before, "then") ||
				strings.HasSuffix(before, "do") || strings.HasSuffix(before, "else") || strings.HasSuffix(before, "if") ||
				strings.HasSuffix(before, "while")) {
			if next = next.insert(i+1, " "); len(next.text) > len(s.text)+maxRepairs {
				return nil
			}
		}
	}
	if next == s {
		return nil
	}
	return next
}

func (w *walker) runAll(src *source, stmts []*syntax.Stmt) {
	in := *w
	in.src = src
	in.stmts(stmts)
	w.st = in.st
}

// runMore adds what another reading of a text finds.
func (w *walker) runMore(src *source, stmts []*syntax.Stmt) {
	if len(stmts) == 0 {
		return
	}
	w.again++
	dynamic := w.dynamic
	in := *w
	in.src, in.st = src, w.st.child()
	out := w.out.fork()
	in.out = out
	in.stmts(stmts)
	if w.out != nil {
		w.out.writers = append(w.out.writers, out.writers...)
	}
	w.again--
	w.dynamic = dynamic // a misread word calls nothing
}

// withCR reads a text with CRs twice: as bash does, to which a CR is a character like any
// other, and with line ends as Windows writes them.
func (w *walker) withCR(src *source) {
	exact := *src
	exact.cr = true
	exact.text = strings.ReplaceAll(src.text, "\r", string(carriageReturn))
	stmts, err := w.parse(&exact)
	plain, plainErr := w.parse(src)
	switch {
	case err == nil:
		w.runAll(&exact, stmts)
		w.runMore(src, plain)
	case plainErr == nil:
		w.runAll(src, plain)
		w.runMore(&exact, stmts)
	default:
		w.mend(src, plain, plainErr)
	}
}

// mend tries what is left for a text that doesn't parse.
func (w *walker) mend(src *source, first []*syntax.Stmt, firstErr error) {
	switch {
	case errors.Is(firstErr, errDeep):
		w.runAll(src, first)
		w.stop(src.bytes(0, 0).Start, "nested too deeply")
		return
	case errors.Is(firstErr, errMany):
		w.runAll(src, first)
		w.stop(src.bytes(0, 0).Start, "more than 10 000 commands")
		return
	}
	fixed, stmts, err := src, first, firstErr
	for range maxRepairs {
		next, ok := repair(fixed, err)
		if !ok {
			break
		}
		fixed = next
		if stmts, err = w.parse(fixed); err == nil {
			w.runAll(fixed, stmts)
			w.runMore(src, first)
			for _, lose := range []func(*source) (*source, bool){lostHereDocs, lostWords, cutShort} {
				if lost, ok := lose(fixed); ok {
					// What bash makes of such lines need not parse: a line that fails stops nothing.
					more, _ := w.parse(lost)
					w.runMore(lost, more)
				}
			}
			return
		}
	}
	z := *src
	z.zsh = true
	zsh, zshErr := w.parse(&z)
	if zshErr == nil {
		w.runAll(&z, zsh)
		w.runMore(src, first)
		return
	}
	w.runAll(fixed, stmts)
	w.runMore(src, first)
	w.runMore(&z, zsh)
	at, why := parseError(firstErr)
	w.unreadable(src.bytes(at, at).Start, why)
}

// repair changes a text so that the parser accepts what bash runs: one change, driven by
// the parser's error. The list is closed; what is not on it stays unreadable.
func repair(src *source, err error) (*source, bool) {
	at, why := parseError(err)
	text := src.text
	at = min(at, len(text))
	switch {
	case strings.HasPrefix(why, "unclosed here-document"):
		return repairHereDoc(src, at, why)
	case why == "cannot negate a command multiple times", strings.HasPrefix(why, "`!` can only be used in full"):
		// ! ! x and time ! x.
		return src.overwrite(at, "!", " ")
	case why == "`!` cannot form a statement alone":
		return src.overwrite(at, "!", ":")
	case why == "expansions not allowed in heredoc words":
		return repairDelimiter(src, at)
	case strings.HasPrefix(why, "not a valid parameter expansion operator: `~`"):
		return repairToggle(src, at)
	case why == "inline variables cannot be arrays":
		return repairInlineArray(src, at)
	case strings.HasPrefix(why, "`select foo"):
		return src.overwrite(at, "select", "for   ")
	case strings.HasPrefix(why, "not a valid arithmetic operator"), strings.Contains(why, "must be followed by an expression"):
		return repairArithm(src, at)
	case strings.HasPrefix(why, "reached EOF without closing quote"):
		return repairFolderQuote(src)
	case strings.HasPrefix(why, "invalid UTF-8"):
		return repairEncoding(src)
	case strings.HasPrefix(why, "test operator words"):
		if next, ok := repairBeforeBackquote(src, at, "]]"); ok {
			return next, true
		}
	case why == "`case` statement must end with `esac`":
		if next, ok := repairBeforeBackquote(src, at, "esac"); ok {
			return next, true
		}
	}
	if i := strings.LastIndex(text[:at], "time -- "); i >= 0 {
		// time -- { … }: the parser takes -- for the command.
		return src.overwrite(i+5, "--", "  ")
	}
	return repairParens(src, at)
}

// repairFolderQuote closes "C:\", with which a text ends: bash waits for more, but the shells
// of Windows run it.
func repairFolderQuote(src *source) (*source, bool) {
	end := strings.TrimRight(src.text, " \t\r\n")
	if !strings.HasSuffix(end, `:\"`) && !strings.HasSuffix(end, `:\'`) {
		return nil, false
	}
	return src.insert(len(end)-1, `\`), true
}

// repairToggle makes ${x~~} an operator that the parser knows, with a mark.
func repairToggle(src *source, at int) (*source, bool) {
	n := 1
	if strings.HasPrefix(src.text[at:], "~~") {
		n = 2
	}
	next, ok := src.overwrite(at, "~~"[:n], "^^"[:n])
	if !ok {
		return nil, false
	}
	return next.insert(at+n, toggleCase), true
}

// overwrite puts a text of the same length in place of another.
func (s *source) overwrite(at int, old, new string) (*source, bool) {
	if !strings.HasPrefix(s.text[at:], old) {
		return nil, false
	}
	next := *s
	next.text = s.text[:at] + new + s.text[at+len(old):]
	return &next, true
}

// repairBeforeBackquote puts a blank between a closing word and the backquote right behind
// it, which the parser takes into the word.
func repairBeforeBackquote(src *source, at int, word string) (*source, bool) {
	for i := at; ; i++ {
		k := strings.Index(src.text[i:], word)
		if k < 0 {
			return nil, false
		}
		if i += k + len(word); strings.HasPrefix(strings.TrimLeft(src.text[i:], "\\"), "`") {
			return src.insert(i, " "), true
		}
		i--
	}
}

// insert puts a text in; it stands at the byte behind it in the original.
func (s *source) insert(at int, text string) *source {
	next := *s
	next.text = s.text[:at] + text + s.text[at:]
	next.offsets = make([]int, 0, len(next.text)+1)
	original := func(i int) int { return s.bytes(i, i).Start }
	for i := 0; i <= len(s.text); i++ {
		if i == at {
			for range text {
				next.offsets = append(next.offsets, original(i))
			}
		}
		next.offsets = append(next.offsets, original(i))
	}
	return &next
}

// repairHereDoc ends a here-document where bash does: at EOF) in a substitution, or at the
// end of the text.
func repairHereDoc(src *source, at int, why string) (*source, bool) {
	_, delim, _ := strings.Cut(why, "`")
	delim = strings.TrimSuffix(delim, "`")
	if delim == "" || strings.ContainsAny(delim, "\n`") {
		return nil, false
	}
	text := src.text
	tabs := strings.HasPrefix(text[at:], "<<-")
	for i := at; i < len(text); {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		from := i
		for tabs && from < len(text) && text[from] == '\t' {
			from++
		}
		if rest, ok := strings.CutPrefix(text[from:], delim); ok && strings.HasPrefix(rest, ")") {
			return src.insert(from+len(delim), "\n"), true
		}
	}
	return src.insert(len(text), "\n"+delim+"\n"), true
}

// repairDelimiter makes <<$x a plain word, and the line that ends the here-document too.
func repairDelimiter(src *source, at int) (*source, bool) {
	text := src.text
	from := at
	for from < len(text) && strings.IndexByte("<-", text[from]) >= 0 {
		from++
	}
	for from < len(text) && (text[from] == ' ' || text[from] == '\t') {
		from++
	}
	to, depth := from, 0
	for ; to < len(text) && text[to] != '\n'; to++ {
		if c := text[to]; c == '(' || c == '{' {
			depth++
		} else if c == ')' || c == '}' {
			if depth == 0 {
				break
			}
			depth--
		} else if depth == 0 && strings.IndexByte(" \t;&|<>", c) >= 0 {
			break
		}
	}
	word := text[from:to]
	plain := []byte(word)
	changed := false
	for i, c := range plain {
		if strings.IndexByte("$`(){} ;&|<>", c) >= 0 {
			plain[i], changed = '_', true
		}
	}
	if !changed {
		return nil, false
	}
	next := *src
	body := text[to:]
	end := strings.Trim(word, `"'`)
	if i := strings.Index(body, "\n"+end+"\n"); i >= 0 || strings.HasSuffix(body, "\n"+end) {
		if i < 0 {
			i = len(body) - len(end) - 1
		}
		body = body[:i+1] + strings.Trim(string(plain), `"'`) + body[i+1+len(end):]
	}
	next.text = text[:from] + string(plain) + body
	return &next, true
}

// repairInlineArray makes a[0]=1 in front of a command a variable of another name.
func repairInlineArray(src *source, at int) (*source, bool) {
	if name, _, ok := strings.Cut(src.text[at:], "=("); ok && syntax.ValidName(strings.TrimSuffix(name, "+")) {
		// a=(b c) in front of a command: an assignment of its own.
		if end := closingParen(src.text, at+len(name)+1); end > 0 {
			return src.insert(end+1, ";"), true
		}
		return nil, false
	}
	open := strings.IndexByte(src.text[at:], '[')
	if open < 0 {
		return nil, false
	}
	end := strings.Index(src.text[at+open:], "]")
	if end < 0 {
		return nil, false
	}
	from, to := at+open, at+open+end+1
	if strings.ContainsAny(src.text[from:to], "$`") {
		return nil, false
	}
	return src.overwrite(from, src.text[from:to], strings.Repeat("_", to-from))
}

// repairEncoding makes bytes that are no UTF-8 plain characters.
func repairEncoding(src *source) (*source, bool) {
	b := []byte(src.text)
	changed := false
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			b[i], changed = 0x7f, true
		}
		i += n
	}
	next := *src
	next.text = string(b)
	return &next, changed
}
