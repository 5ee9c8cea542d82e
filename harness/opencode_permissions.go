package harness

import (
	"fmt"
	"strings"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// What OpenCode's permission rules were seen to let through, on 1.18.33.
const (
	missesOpenCode = "misses it behind sudo, env and assignments, in sh -c and eval, by path (/usr/bin/…), in quotes, and with a tab behind the program"
	missesTools    = "misses every command that touches the file"
)

// opencodeHarness is OpenCode, which has permission rules besides plugins.
type opencodeHarness struct{ fileHarness }

// Permissions translates command rules, files by their ending, folders of the project, and
// the fetching of pages. "*.env" is any name with that ending, so a rule for ".env" alone
// has none: it would hold prod.env as well.
func (h *opencodeHarness) Permissions(rules []guard.Rule) ([]Permission, diag.List) {
	return translate(h.ID(), h.Name(), rules, func(r *guard.Rule) ([]Permission, []string) {
		switch r.Kind {
		case guard.CommandRule:
			return commandsOnly(func(words, _ string) Permission {
				return opencodeDeny("bash", words+" *", missesOpenCode)
			})(r)
		case guard.PathRule:
			return opencodePaths(r)
		case guard.ToolRule:
			if len(r.Tools) == 1 && strings.EqualFold(r.Tools[0], "WebFetch") {
				return []Permission{{Text: `"webfetch": "deny"`, Short: "webfetch", Misses: "misses commands that fetch (curl, git)"}}, nil
			}
		}
		return nil, noKind(r)
	})
}

func opencodeDeny(group, pattern, misses string) Permission {
	return Permission{Group: group, Text: fmt.Sprintf("%q: \"deny\"", pattern), Short: group + " " + pattern, Misses: misses}
}

func opencodePaths(r *guard.Rule) (list []Permission, why []string) {
	// edit holds writing, editing and patches, which delete as well.
	const changes = call.Write | call.Delete
	edit, read := r.Access&changes == changes, r.Access&call.Read != 0
	if r.Via == guard.ViaShell || !edit && !read {
		return nil, []string{"edit stops writing and deleting by tools, read reading by them, and the rule means less"}
	}
	for _, p := range r.Paths {
		pattern, ok := opencodePath(p)
		if !ok {
			why = append(why, fmt.Sprintf("%q is neither *.ENDING nor a folder of the project with /**", p))
			continue
		}
		if edit {
			list = append(list, opencodeDeny("edit", pattern, missesTools))
		}
		if read {
			list = append(list, opencodeDeny("read", pattern, missesTools))
		}
	}
	return list, why
}

// opencodePath is the two forms of a path that were seen to hold what they say.
func opencodePath(p string) (string, bool) {
	if ending, ok := strings.CutPrefix(p, "*."); ok {
		_, folder, plain := plainPath(ending)
		return p, plain && !folder && !strings.Contains(ending, "/")
	}
	name, folder, ok := plainPath(p)
	return name + "/**", ok && folder && strings.Contains(p, "/**")
}
