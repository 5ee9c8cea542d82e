package replay

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"rules2guards.local/guard"
)

// TextOptions say how results are shown on a terminal.
type TextOptions struct {
	Color   bool
	Verbose bool
	Limit   int // findings; 0: all
}

// Table prints the counts: a row for each rule, then the totals.
func (r *Result) Table(w io.Writer) error {
	weeks := r.weeks()
	var table strings.Builder
	tw := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	head := "rule\taction\tcalls\tsessions\tshare\tfirst\tlast\tby harness"
	if len(weeks) > 1 {
		head += "\tweek by week"
	}
	fmt.Fprintln(tw, head)
	for _, x := range r.Rules {
		line := fmt.Sprintf("%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s", guard.Clean(x.ID, 100), x.Action, x.Calls, x.Sessions, percent(x.Calls, r.Totals.Calls), day(x.First), day(x.Last), byCount(x.ByHarness))
		if len(weeks) > 1 {
			line += "\t" + sparkline(x.Weeks, weeks)
		}
		fmt.Fprintln(tw, line)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	var out strings.Builder
	for l := range strings.Lines(table.String()) {
		out.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	out.WriteByte('\n')
	r.totals(&out)
	_, err := io.WriteString(w, out.String())
	return err
}

// totals prints what holds for all rules.
func (r *Result) totals(w io.Writer) {
	t := &r.Totals
	fmt.Fprintf(w, "%s in %s", Plural(t.Calls, "call"), Plural(t.Sessions, "session"))
	if t.First != "" {
		fmt.Fprintf(w, ", %s to %s", day(t.First), day(t.Last))
	}
	if len(t.ByHarness) > 0 {
		fmt.Fprintf(w, ": %s", byCount(t.ByHarness))
	}
	fmt.Fprintf(w, "\n%s would have been stopped (%s)", Plural(t.Stopped, "call"), percent(t.Stopped, t.Calls))
	if len(t.ByOutcome) > 0 {
		fmt.Fprintf(w, "; what became of all calls: %s", byCount(t.ByOutcome))
	}
	fmt.Fprintln(w)
	blocked, unguarded, assumed := 0, 0, 0
	for _, x := range r.Rules {
		blocked, unguarded, assumed = blocked+x.Blocked, unguarded+x.Unguarded, assumed+x.Assumed
	}
	note := func(n int, format string, args ...any) {
		if n > 0 {
			fmt.Fprintf(w, format+"\n", args...)
		}
	}
	note(blocked, "%d already blocked by a hook at the time", blocked)
	note(unguarded, "%d ran although the installed guard holds the rule: is the guard run? (%s)", unguarded, r.which(func(x *Rule) int { return x.Unguarded }))
	note(assumed, "%d on facts that the logs don't hold (branch, files): taken as in a guard that can't know them (%s)", assumed, r.which(func(x *Rule) int { return x.Assumed }))
	note(t.RunsFile, "calls that run a file: %d of %d shell calls; what is in the file, no rule has seen", t.RunsFile, t.Shell)
	note(t.Computed, "%s by programs that work out what they run", Plural(t.Computed, "call"))
	note(t.Doubles, "%s met again in another file, and not counted", Plural(t.Doubles, "call"))
}

// which names the rules for which a count is not zero.
func (r *Result) which(n func(*Rule) int) string {
	m := map[string]int{}
	for _, x := range r.Rules {
		if n(x) > 0 {
			m[x.ID] = n(x)
		}
	}
	return byCount(m)
}

// Trouble prints what could not be read, at most limit lines.
func (r *Result) Trouble(w io.Writer, limit int) {
	for i, p := range r.Files.Problems {
		if i == limit {
			fmt.Fprintf(w, "… and %d more; --format json tells all\n", len(r.Files.Problems)-limit)
			break
		}
		word := "warning"
		if p.Fatal {
			word = "error"
		}
		at := ""
		if p.Offset >= 0 {
			at = fmt.Sprintf(" at byte %d", p.Offset)
		}
		fmt.Fprintf(w, "%s: %s%s: %s\n", word, guard.Clean(p.File, 400), at, guard.Clean(p.Text, 300))
	}
}

// List prints the findings, a line each; with Verbose the whole text below.
func (r *Result) List(w io.Writer, o TextOptions) {
	limit := len(r.Findings)
	if o.Limit > 0 {
		limit = min(limit, o.Limit)
	}
	for _, f := range r.Findings[:limit] {
		note := ""
		if f.Assumed {
			note = "  (on assumed facts)"
		}
		fmt.Fprintf(w, "%6d  %s  %s  %s%s\n", f.Calls, guard.Clean(f.Rule, 60), outcomes(f.ByOutcome), line(f.Text, o.Color), note)
		if !o.Verbose {
			continue
		}
		fmt.Fprintf(w, "        %s %s; %s in %s, %s to %s\n", f.What, f.Item, byCount(f.ByHarness), Plural(f.Sessions, "session"), day(f.First), day(f.Last))
		if f.Dir != "" {
			fmt.Fprintf(w, "        in %s (%s)\n", f.Dir, f.File)
		}
		for l := range strings.SplitSeq(strings.TrimRight(whole(f.Text, o.Color), "\n"), "\n") {
			fmt.Fprintf(w, "        | %s\n", l)
		}
	}
	if n := len(r.Findings) - limit; n > 0 {
		fmt.Fprintf(w, "… and %d more; --limit 0 shows all\n", n)
	}
}

// outcomes is what became of calls, short.
func outcomes(m map[string]int) string {
	if len(m) == 1 {
		for k := range m {
			return k
		}
	}
	return byCount(m)
}

// marks are put around the part that fired.
func marks(color bool) (on, off string) {
	if color {
		return "\x1b[1;31m", "\x1b[0m"
	}
	return "»", "«"
}

func whole(text []Piece, color bool) string {
	on, off := marks(color)
	var b strings.Builder
	for _, p := range text {
		if p.Fired {
			b.WriteString(on + p.Text + off)
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// lineWidth is how many runes of a text are shown on one line.
const lineWidth = 110

// line shows a text on one line, around the part that fired.
func line(text []Piece, color bool) string {
	on, off := marks(color)
	before, fired, after := "", "", ""
	seen := false
	for _, p := range text {
		s := strings.ReplaceAll(strings.TrimRight(p.Text, "\n"), "\n", " ⏎ ")
		if strings.HasSuffix(p.Text, "\n") && !p.Fired {
			s += " ⏎ "
		}
		switch {
		case p.Fired:
			fired, seen = s, true
		case seen:
			after = strings.TrimSuffix(s, " ⏎ ")
		default:
			before = s
		}
	}
	room := lineWidth - min(utf8.RuneCountInString(fired), 70)
	if utf8.RuneCountInString(fired) > 70 {
		fired = head(fired, 70) + "…"
	}
	if n := utf8.RuneCountInString(before); n > room/2 {
		before = "…" + tail(before, room/2)
	}
	if left := room - utf8.RuneCountInString(before); utf8.RuneCountInString(after) > left {
		after = head(after, max(left, 0)) + "…"
	}
	if !seen {
		return before
	}
	return before + on + fired + off + after
}

// Marked shows a text on one line with the part from..to marked, secrets masked.
func Marked(text string, from, to int, color bool) string {
	return line(pieces(text, from, to), color)
}

func head(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func tail(s string, n int) string {
	skip := utf8.RuneCountInString(s) - n
	for i := range s {
		if skip <= 0 {
			return s[i:]
		}
		skip--
	}
	return ""
}

// weeks lists every week from the first to the last in which a rule fired, at most a year.
func (r *Result) weeks() []string {
	first, last := "", ""
	for _, x := range r.Rules {
		for w := range x.Weeks {
			if first == "" || w < first {
				first = w
			}
			last = max(last, w)
		}
	}
	from, err1 := time.Parse(time.DateOnly, first)
	to, err2 := time.Parse(time.DateOnly, last)
	if err1 != nil || err2 != nil {
		return nil
	}
	if earliest := to.AddDate(0, 0, -7*51); from.Before(earliest) {
		from = earliest
	}
	var list []string
	for ; !from.After(to); from = from.AddDate(0, 0, 7) {
		list = append(list, from.Format(time.DateOnly))
	}
	return list
}

// sparkline draws counts as a row of bars.
func sparkline(n map[string]int, weeks []string) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	top := 0
	for _, w := range weeks {
		top = max(top, n[w])
	}
	var b strings.Builder
	for _, w := range weeks {
		if n[w] == 0 {
			b.WriteByte('.')
			continue
		}
		b.WriteRune(bars[(n[w]*len(bars)-1)/max(top, 1)])
	}
	return b.String()
}

func percent(n, of int) string {
	if of == 0 || n == 0 {
		return "0 %"
	}
	p := 100 * float64(n) / float64(of)
	switch {
	case p < 0.01:
		return "<0.01 %"
	case p < 1:
		return fmt.Sprintf("%.2f %%", p)
	}
	return fmt.Sprintf("%.1f %%", p)
}

func day(t string) string {
	if len(t) < len(time.DateOnly) {
		return "-"
	}
	return t[:len(time.DateOnly)]
}

// byCount lists names with their counts, the largest first.
func byCount(m map[string]int) string {
	names := slices.Collect(maps.Keys(m))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	var b strings.Builder
	for i, k := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %d", guard.Clean(k, 60), m[k])
	}
	return b.String()
}

// Plural counts things in words: "1 call", "2 calls".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
