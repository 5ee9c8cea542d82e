package diag

import (
	"encoding/json"
	"io"
)

// JSON writes the findings as one object, {"diagnostics": [...]}, for other programs.
func JSON(w io.Writer, l List) error {
	if l == nil {
		l = List{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Diagnostics List `json:"diagnostics"`
	}{l})
}
