package diag

import (
	"fmt"
	"io"
	"strings"
)

// GitHub writes the findings as workflow commands, which GitHub Actions shows beside the
// lines of a pull request.
func GitHub(w io.Writer, l List) error {
	// In a property, the characters that end it are escaped too; in the message, only those
	// that end the command.
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for _, d := range l {
		kind := d.Severity.String()
		if d.Severity == Note {
			kind = "notice"
		}
		var props []string
		if d.File != "" {
			props = append(props, "file="+property.Replace(Escape(d.File)))
		}
		if d.Line > 0 {
			props = append(props, fmt.Sprintf("line=%d", d.Line))
		}
		if d.Col > 0 {
			props = append(props, fmt.Sprintf("col=%d", d.Col))
		}
		if d.EndCol > d.Col {
			props = append(props, fmt.Sprintf("endColumn=%d", d.EndCol))
		}
		if d.Code != "" {
			props = append(props, "title="+property.Replace(d.Code))
		}
		text := Escape(d.Message)
		if d.Hint != "" {
			text += "\nhint: " + Escape(strings.ReplaceAll(d.Hint, "\n", " "))
		}
		b.WriteString("::" + kind)
		if len(props) > 0 {
			b.WriteString(" " + strings.Join(props, ","))
		}
		b.WriteString("::" + message.Replace(text) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
