package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"

	"rules2guards.local/templates"
)

// PageOptions say what the page shows.
type PageOptions struct {
	Limit int // findings; 0: maxOnPage
}

// maxOnPage is how many findings a page shows: a browser has to hold them all.
const maxOnPage = 2000

// Page returns the result as one page that needs nothing else: the data is JSON text that
// its script shows as text, and its content policy lets nothing but that script run.
func (r *Result) Page(o PageOptions) ([]byte, error) {
	limit := maxOnPage
	if o.Limit > 0 {
		limit = o.Limit
	}
	out := struct {
		*Result
		Cut int `json:"cut,omitempty"`
	}{Result: r}
	if len(r.Findings) > limit {
		short := *r
		short.Findings = r.Findings[:limit]
		out.Result, out.Cut = &short, len(r.Findings)-limit
	}
	var data bytes.Buffer
	enc := json.NewEncoder(&data) // escapes <, > and &
	if err := enc.Encode(out); err != nil {
		return nil, err
	}
	page := templates.Report()
	script, ok1 := between(page, "<script>", "</script>")
	style, ok2 := between(page, "<style>", "</style>")
	if !ok1 || !ok2 {
		return nil, errors.New("the page has no script or no style")
	}
	page = strings.Replace(page, "@SCRIPT@", digest(script), 1)
	page = strings.Replace(page, "@STYLE@", digest(style), 1)
	before, after, ok := strings.Cut(page, "@DATA@")
	if !ok {
		return nil, errors.New("the page has no place for its data")
	}
	return []byte(before + strings.TrimSpace(data.String()) + after), nil
}

func between(s, from, to string) (string, bool) {
	_, s, ok := strings.Cut(s, from)
	if !ok {
		return "", false
	}
	s, _, ok = strings.Cut(s, to)
	return s, ok
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}
