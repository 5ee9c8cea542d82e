package templates

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed packs/*.toml
var packs embed.FS

// Pack returns the text of a pack, a rule file like any other.
func Pack(name string) ([]byte, bool) {
	if strings.ContainsAny(name, `/\.`) {
		return nil, false
	}
	b, err := packs.ReadFile("packs/" + name + ".toml")
	return b, err == nil
}

// Packs lists the names of all packs, sorted.
func Packs() []string {
	files, err := fs.Glob(packs, "packs/*.toml")
	if err != nil {
		return nil // the pattern is sound
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(path.Base(f), ".toml")
	}
	return files
}

// PacksTogether lists those that can be used together: of the package managers, one a language.
func PacksTogether() []string {
	return slices.DeleteFunc(Packs(), func(name string) bool {
		language, _, _ := strings.Cut(name, "-")
		return (language == "node" || language == "python") && name != "node-pnpm" && name != "python-uv" && name != "python"
	})
}
