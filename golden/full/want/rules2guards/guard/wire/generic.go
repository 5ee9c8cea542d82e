package wire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rules2guards.local/guard/call"
)

// fillUnknown reads the arguments of a tool that no table knows, by the names of its
// fields: what looks like shell text is judged as such, what looks like a file as one.
func fillUnknown(c *call.Call) error {
	var errs []error
	for _, k := range sortedKeys(c.Input) {
		switch strings.ToLower(k) {
		case "command", "cmd", "script":
			errs = append(errs, addCommand(c, k))
		case "path", "file_path", "filepath", "filename":
			errs = append(errs, eachText(c.Input, k, func(s string) { addPlace(c, s) }))
		case "uri", "url":
			errs = append(errs, eachText(c.Input, k, func(s string) {
				if strings.Contains(s, "://") || !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, ".") {
					addAddress(c, s)
				} else {
					addPlace(c, s)
				}
			}))
		default:
			addURLs(c, c.Input[k])
		}
	}
	return errors.Join(errs...)
}

// eachText hands the text at key, or each text of a list there, to f.
func eachText(m map[string]any, key string, f func(string)) error {
	switch v := m[key].(type) {
	case nil:
	case string:
		f(v)
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok {
				f(s)
			}
		}
	case map[string]any:
		// An object under such a name is something else: a filter, a schema.
	default:
		return fmt.Errorf("%s is %s, not a text", key, kind(v))
	}
	return nil
}

// addCommand adds the shell text at key. A list is the words of one command, unless its
// first entry holds a blank, as only whole commands do.
func addCommand(c *call.Call, key string) error {
	list, ok := c.Input[key].([]any)
	if first, _ := firstText(list); ok && !strings.Contains(strings.TrimSpace(first), " ") {
		var b strings.Builder
		for _, e := range list {
			if s, ok := e.(string); ok {
				b.WriteString("'" + strings.ReplaceAll(s, "'", `'\''`) + "' ")
			}
		}
		if b.Len() > 0 {
			c.Shells = append(c.Shells, call.Shell{Text: strings.TrimSuffix(b.String(), " ")})
		}
		return nil
	}
	return eachText(c.Input, key, func(s string) {
		c.Shells = append(c.Shells, call.Shell{Text: s})
	})
}

func firstText(list []any) (string, bool) {
	if len(list) == 0 {
		return "", false
	}
	s, ok := list[0].(string)
	return s, ok
}

// addPlace adds a text that names a file or an address.
func addPlace(c *call.Call, s string) {
	if isURL(s) || strings.HasPrefix(strings.ToLower(s), "file:") {
		addAddress(c, s)
		return
	}
	c.Files = append(c.Files, call.File{Path: s, Access: unknownAccess(c.OwnTool), Unknown: true})
}

// unknownAccess is what a tool that nobody knows may do to a file: read and change it. Only
// a name that says so makes it a delete: else a tool that lists a folder would count as one
// that deletes it.
func unknownAccess(name string) call.Access {
	name = strings.ToLower(name)
	if i := strings.LastIndex(name, "__"); i >= 0 {
		name = name[i+2:]
	}
	for _, verb := range []string{"delete", "remove", "unlink", "trash", "move", "rename"} {
		if strings.Contains(name, verb) {
			return call.AnyAccess
		}
	}
	return call.Read | call.Write | call.Create
}

// addAddress adds a text that is known to be an address: a file: URL is a file.
func addAddress(c *call.Call, s string) {
	if rest, ok := cutFold(s, "file:"); ok {
		c.Files = append(c.Files, call.File{Path: filePath(rest), Access: call.Read})
		return
	}
	if s != "" && !slices.Contains(c.URLs, s) {
		c.URLs = append(c.URLs, s)
	}
}

// addURLs adds every text in v that is an address as a whole.
func addURLs(c *call.Call, v any) {
	switch v := v.(type) {
	case string:
		if isURL(v) {
			addAddress(c, strings.TrimSpace(v))
		}
	case []any:
		for _, e := range v {
			addURLs(c, e)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			addURLs(c, v[k])
		}
	}
}

// isURL reports whether a text is an address as a whole. A text that only holds one, a
// prompt or a message, is none.
func isURL(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) > 8<<10 {
		return false
	}
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || rest == "" || strings.ContainsAny(rest, " \t\r\n") {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ws", "wss", "ssh", "git", "ftp", "ftps", "sftp", "file",
		"git+ssh", "git+https", "git+http", "svn", "svn+ssh", "rsync":
		return true
	}
	return false
}

// filePath is the path in a file: URL, given what stands behind the colon.
func filePath(s string) string {
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			s = rest[i:] // the host is this machine
		} else {
			s = rest
		}
	}
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		s = s[:i]
	}
	s = unescape(s)
	if len(s) > 2 && s[0] == '/' && s[2] == ':' {
		s = s[1:] // file:///C:/x
	}
	return s
}

// unescape replaces %XX. What is no such escape stays.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if h, l := hex(s[i+1]), hex(s[i+2]); h >= 0 && l >= 0 {
				b.WriteByte(byte(h<<4 | l))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func cutFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
