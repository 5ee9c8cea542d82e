package guard

import (
	"encoding/json"
	"reflect"
	"strings"
)

// keeps reports whether a write leaves the file loadable and what the rule keeps in it as it
// is. What can't be known counts as changed.
func (j *Judge) keeps(r *Rule, it *fileItem) bool {
	if it.content == nil || it.content.Unknown || it.abs == "" {
		return false
	}
	disk, ok := j.textOf(it.abs)
	if !ok && j.world.Exists(it.abs) != False {
		return false
	}
	w := j.newText(it)
	if !w.whole && (!ok || w.before != disk) {
		return false // the edit does not fit the file
	}
	before := map[string]any{}
	if ok && strings.TrimSpace(disk) != "" {
		if before = loaded(disk, r.Keep); before == nil {
			return false
		}
	}
	after := loaded(w.now, r.Keep)
	if after == nil {
		return false
	}
	for _, k := range r.Keep {
		key, kind, typed := strings.Cut(k, ":")
		now, given := after[key]
		was, had := before[key]
		switch {
		case k == KeepComments:
		case typed && given && jsonKind(now) != kind:
			return false
		case !typed && (had != given || !reflect.DeepEqual(was, now)):
			return false
		}
	}
	return true
}

// KeepComments in [Rule].Keep says that the program which loads the file skips comments.
const KeepComments = "//"

// loaded reads a settings file as the program does that it is for; nil when it would not.
func loaded(text string, keep []string) map[string]any {
	text = strings.TrimPrefix(text, "\xef\xbb\xbf")
	for _, k := range keep {
		if k == KeepComments {
			text = withoutComments(text)
		}
	}
	var v map[string]any
	if json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	return v
}

// withoutComments puts a blank in place of each // and /* */ comment of a JSON text. All
// else is left to the JSON parser, a comment without an end too.
func withoutComments(s string) string {
	if !strings.Contains(s, "/") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 1
		switch {
		case s[i] == '"':
			n = textEnd(s[i:])
		case strings.HasPrefix(s[i:], "//"):
			if n = strings.IndexByte(s[i:], '\n'); n < 0 {
				n = len(s) - i
			}
			b.WriteByte(' ')
			i += n
			continue
		case strings.HasPrefix(s[i:], "/*"):
			if end := strings.Index(s[i+2:], "*/"); end >= 0 {
				b.WriteByte(' ')
				i += end + 4
				continue
			}
			n = len(s) - i
		}
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

// textEnd is the length of the JSON text that s begins with.
func textEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// jsonKind names the type of a decoded value.
func jsonKind(v any) string {
	switch v.(type) {
	case string:
		return "text"
	case float64:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "list"
	case map[string]any:
		return "object"
	}
	return "null"
}
