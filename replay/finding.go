package replay

import (
	"cmp"
	"slices"
	"strings"

	"rules2guards.local/guard"
	"rules2guards.local/replay/session"
)

// Finding is a group of calls on which one rule would have fired on the same thing, but for
// numbers, hashes and quoted texts. It shows the first of them; secrets are masked.
type Finding struct {
	Rule      string         `json:"rule"`
	Action    string         `json:"action"`
	What      string         `json:"what,omitempty"` // "runs", "reads"
	Item      string         `json:"item"`
	Calls     int            `json:"calls"`
	Sessions  int            `json:"sessions"`
	First     string         `json:"first,omitempty"`
	Last      string         `json:"last,omitempty"`
	ByHarness map[string]int `json:"by_harness"`
	ByOutcome map[string]int `json:"by_outcome"`
	Text      []Piece        `json:"text"` // the whole text, with the part that fired marked
	Dir       string         `json:"dir,omitempty"`
	File      string         `json:"file"`
	Message   string         `json:"message,omitempty"`
	Instead   string         `json:"instead,omitempty"`
	Assumed   bool           `json:"on_assumed_facts,omitempty"`

	sessions map[uint64]struct{}
}

// Piece is a part of a text.
type Piece struct {
	Text  string `json:"text"`
	Fired bool   `json:"fired,omitempty"`
}

// maxGroups bounds the findings that are told apart; further ones are counted only.
const maxGroups = 20000

func (g *gathering) group(n int, f *fired, c *session.Call, sessionKey uint64) {
	r := g.rules[n]
	key := r.ID + "\x00" + f.what + "\x00" + normal(f.item)
	x := g.groups[key]
	if x == nil {
		if len(g.groups) >= maxGroups {
			return
		}
		x = &Finding{
			Rule: r.ID, Action: r.Action, What: f.what, Item: maskAll(guard.Clean(f.item, 300)), ByHarness: map[string]int{}, ByOutcome: map[string]int{},
			Text: pieces(f.text, f.from, f.to), Dir: guard.Clean(c.Dir, 300), File: guard.Clean(c.File, 500),
			Message: guard.Clean(r.message, 500), Instead: guard.Clean(r.instead, 500), sessions: map[uint64]struct{}{},
		}
		g.groups[key] = x
	}
	x.Calls++
	x.ByHarness[string(c.Harness)]++
	x.ByOutcome[c.Outcome.String()]++
	x.Assumed = x.Assumed || f.assumed
	span(&x.First, &x.Last, c.Time)
	x.sessions[sessionKey] = struct{}{}
}

// normal is an item without what differs from call to call: numbers, hashes, quoted texts.
func normal(item string) string {
	var b strings.Builder
	for i := 0; i < len(item); {
		c := item[i]
		switch {
		case c == '\'' || c == '"':
			j := strings.IndexByte(item[i+1:], c)
			if j < 0 {
				b.WriteByte(c)
				return b.String()
			}
			b.WriteString("'…'")
			i += j + 2
		case isHex(c) && (i == 0 || !isWord(item[i-1])):
			j, digits := i, 0
			for j < len(item) && (isHex(item[j]) || item[j] == '-' && digits > 0) {
				if '0' <= item[j] && item[j] <= '9' {
					digits++
				}
				j++
			}
			if digits > 0 && (digits == j-i || j-i >= 7) && (j == len(item) || !isWord(item[j])) {
				b.WriteByte('N')
				i = j
				continue
			}
			b.WriteByte(c)
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// findings lists the groups, most frequent first.
func (g *gathering) findings() []*Finding {
	list := make([]*Finding, 0, len(g.groups))
	for _, x := range g.groups {
		x.Sessions = len(x.sessions)
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Item, b.Item), cmp.Compare(a.What, b.What))
	})
	return list
}
