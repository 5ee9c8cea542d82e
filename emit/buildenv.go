package emit

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"rules2guards.local/templates"
)

// minGo is the minor version of Go 1 that the guard's go.mod asks for.
const minGo = 26

// Go is a Go that can build guards.
type Go struct {
	Path    string // of the go program
	Version string // "go1.26.8"; of the one that is installed, which may fetch a newer one
	Temp    string // where builds put their folders; empty: the system's place

	env []string // all of the environment but the target
}

// inherited are the variables that a build takes over as they are: where the user's files
// are, how the network is reached, and what Windows can't do without.
func inherited() []string {
	return []string{
		"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TMP", "TEMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
		"USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PATHEXT", "COMSPEC",
		"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
		"SSL_CERT_FILE", "SSL_CERT_DIR", "NETRC", "SSH_AUTH_SOCK",
	}
}

// asked are Go's own variables that a build takes from the user's Go settings: where
// modules come from, how that is checked, where they are kept, and which Go runs. None of
// them changes what is compiled: go.sum says what that is.
func asked() []string {
	return []string{
		"GOPROXY", "GOSUMDB", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOAUTH", "GOTOOLCHAIN",
		"GOPATH", "GOMODCACHE", "GOCACHE",
	}
}

// fixed makes a build hermetic. Each of these was seen to build another guard, or none.
func fixed() []string {
	return []string{"GOENV=off", "GOFLAGS=", "GOWORK=off", "GO111MODULE=on", "GOEXPERIMENT=", "CGO_ENABLED=0"}
}

// FindGo looks for a Go that can build guards on the PATH of an environment. An error that
// wraps ErrNoGo says why there is none.
func FindGo(ctx context.Context, environ []string) (Go, error) {
	path := lookPath(environ)
	if path == "" {
		return Go{}, fmt.Errorf("%w: there is no go program on PATH", ErrNoGo)
	}
	g := Go{Path: path}
	dir, err := os.MkdirTemp("", "rules2guards-go-")
	if err != nil {
		return Go{}, fmt.Errorf("make a folder to ask Go in: %w", err)
	}
	defer os.RemoveAll(dir)
	base := pick(environ, inherited())
	// The user's go/env file counts for the variables that are asked for, and for no other.
	query := slices.Concat(base, pick(environ, append(asked(), "GOENV")), []string{"GOWORK=off", "GO111MODULE=on"})
	out, err := g.run(ctx, dir, query, append([]string{"env", "-json", "GOVERSION"}, asked()...)...)
	if err != nil {
		return Go{}, fmt.Errorf("%w: %s does not run: %w", ErrNoGo, path, err)
	}
	var vars map[string]string
	if err := json.Unmarshal(out, &vars); err != nil {
		return Go{}, fmt.Errorf("%w: %s env -json: %w", ErrNoGo, path, err)
	}
	g.Version = vars["GOVERSION"]
	g.env = append(base, fixed()...)
	for _, name := range asked() {
		if v := vars[name]; v != "" {
			g.env = append(g.env, name+"="+v)
		}
	}
	if minor(g.Version) >= minGo {
		return g, nil
	}
	return g, g.canFetch(ctx, dir, vars["GOTOOLCHAIN"])
}

// canFetch finds out whether a Go that is too old runs a newer one for the guard's go.mod.
func (g Go) canFetch(ctx context.Context, dir, toolchain string) error {
	old := fmt.Sprintf("%s is %s, a guard needs go1.%d", g.Path, g.Version, minGo)
	if g.Version == "" || minor(g.Version) < 21 || toolchain == "local" {
		return fmt.Errorf("%w: %s", ErrNoGo, old)
	}
	mod, err := templates.Guard.ReadFile("guard/go.mod.txt")
	if err != nil {
		return fmt.Errorf("template of go.mod: %w", err)
	}
	if err := writeModule(dir, map[string][]byte{"go.mod": mod}); err != nil {
		return err
	}
	out, err := g.run(ctx, dir, g.env, "env", "GOVERSION")
	if err != nil {
		return fmt.Errorf("%w: %s, and that can't be fetched: %w", ErrNoGo, old, err)
	}
	if minor(strings.TrimSpace(string(out))) < minGo {
		return fmt.Errorf("%w: %s", ErrNoGo, old)
	}
	return nil
}

// buildEnv is the environment of a build that may use dir for what it leaves behind.
func (g Go) buildEnv(dir string) []string {
	env := slices.Clone(g.env)
	has := func(name string) bool {
		return slices.ContainsFunc(env, func(s string) bool { return strings.HasPrefix(s, name+"=") })
	}
	if !has("GOCACHE") || slices.Contains(env, "GOCACHE=off") {
		env = append(env, "GOCACHE="+filepath.Join(dir, "cache")) // no home folder
	}
	return slices.Clip(env)
}

// minor returns 26 for "go1.26.8" and for "devel go1.26-abc", 0 if there is no such number.
func minor(version string) int {
	_, rest, _ := strings.Cut(version, "go1.")
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	v, _ := strconv.Atoi(rest[:n])
	return v
}

// lookPath finds the go program as a shell would, in absolute folders alone: one that is
// relative to the current folder may be anyone's.
func lookPath(environ []string) string {
	name := "go"
	if runtime.GOOS == "windows" {
		name = "go.exe"
	}
	for _, v := range pick(environ, []string{"PATH"}) {
		_, list, _ := strings.Cut(v, "=")
		for _, dir := range filepath.SplitList(list) {
			path := filepath.Join(dir, name)
			info, err := os.Stat(path)
			if filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
				return path
			}
		}
	}
	return ""
}

// pick returns the variables of an environment that have one of the names. Windows ignores
// the case of names.
func pick(environ, names []string) []string {
	var l []string
	for _, v := range environ {
		name, _, _ := strings.Cut(v, "=")
		if slices.ContainsFunc(names, func(n string) bool {
			return n == name || runtime.GOOS == "windows" && strings.EqualFold(n, name)
		}) {
			l = append(l, v)
		}
	}
	return l
}
