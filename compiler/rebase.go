package compiler

import (
	"path"
	"path/filepath"
	"strings"
)

// topFolder is the folder in which a project's rule file stands, relative to the project's
// root: its relative paths start there. Only a file named rules.toml speaks for its folder.
func topFolder(file string, o *Options) string {
	if o.User || o.Root == "" || path.Base(filepath.ToSlash(file)) != "rules.toml" {
		return ""
	}
	abs := file
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(o.Base, file)
	}
	rel, err := filepath.Rel(o.Root, filepath.Dir(abs))
	if err != nil || rel == "." {
		return ""
	}
	if rel = filepath.ToSlash(rel); rel == ".." || strings.HasPrefix(rel, "../") {
		return ""
	}
	return rel
}

// rebasePaths writes the relative ones among path patterns from the project's root. The
// rules of a file that lies deeper hold everywhere, only their paths start in its folder.
func rebasePaths(paths []string, folder string) []string {
	if folder == "" {
		return paths
	}
	var out []string
	for _, p := range paths {
		out = append(out, rebasePath(p, folder))
	}
	return out
}

func rebasePath(p, folder string) string {
	prefix := "./" + escapeGlob(folder)
	body := strings.TrimSuffix(p, "/.")
	switch {
	case p == "." || p == "./":
		return prefix
	case p == "./.":
		return prefix + "/."
	case strings.HasPrefix(p, "./"):
		return prefix + p[1:]
	case strings.HasPrefix(p, "/"), strings.HasPrefix(p, "~"), strings.HasPrefix(p, "$"), strings.HasPrefix(p, "**/"), p == "**":
		return p
	case strings.Contains(strings.TrimRight(body, "/"), "/"):
		return prefix + "/" + p
	}
	return p
}

// rebaseCommands does the same for patterns whose program is written as a file.
func rebaseCommands(patterns []string, folder string) []string {
	if folder == "" {
		return patterns
	}
	var out []string
	for _, s := range patterns {
		out = append(out, rebaseCommand(s, folder))
	}
	return out
}

func rebaseCommand(s, folder string) string {
	sides, probs := splitPattern(s)
	if len(probs) > 0 {
		return s
	}
	// From behind, so that what is inserted moves nothing that is still to be looked at.
	for i := len(sides) - 1; i >= 0; i-- {
		for _, w := range sides[i] {
			if _, ok := envGlob(w); ok {
				continue
			}
			text := w.String()
			if !strings.Contains(text, "/") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") || w[0].quoted {
				break
			}
			at := w[0].at
			s = s[:at] + "./" + quoteFolder(folder) + "/" + strings.TrimPrefix(s[at:], "./")
			break
		}
	}
	return s
}

// quoteFolder writes a folder as literal text of a pattern.
func quoteFolder(s string) string {
	var b strings.Builder
	for _, r := range s {
		if !plainRune(r) && r != '/' || r == '[' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
