//go:build e2e && unix

package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// program is a harness as npm has it. The version is part of what a test claims: "seen on
// 2.1.332" says nothing of 2.1.333.
type program struct {
	id      string // as users write it, "claude-code"
	pkg     string // on npm
	version string
	bin     string   // relative to the install folder
	after   []string // node script to run in the install folder, if the package has one
	megs    uint64   // room that the install needs, with npm's own copies
}

// String is how the result table names the program.
func (p program) String() string { return p.id + " " + p.version }

// install makes sure that the program stands in the cache folder and returns its path. A
// run that was broken off leaves no half installed program: the folder gets its name last.
func (p program) install(cache string) (string, error) {
	dir := filepath.Join(cache, p.id+"-"+p.version)
	bin := filepath.Join(dir, p.bin)
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("%s comes from npm, and %s is not on PATH: install Node.js (20 or newer) with npm", p, tool)
		}
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", fmt.Errorf("make the cache folder: %w", err)
	}
	if err := room(cache, p.megs); err != nil {
		return "", fmt.Errorf("install %s: %w", p, err)
	}
	tmp, err := os.MkdirTemp(cache, p.id+"-*.tmp")
	if err != nil {
		return "", fmt.Errorf("make a folder to install %s in: %w", p, err)
	}
	defer os.RemoveAll(tmp)
	// Install scripts are left out and the one that counts is run by us: npm versions and
	// settings differ in whether they would.
	npm := exec.Command("npm", "install", "--prefix", tmp, "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", p.pkg+"@"+p.version)
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install %s@%s: %w\n%s", p.pkg, p.version, err, out)
	}
	if len(p.after) > 0 {
		node := exec.Command("node", p.after...)
		node.Dir = tmp
		if out, err := node.CombinedOutput(); err != nil {
			return "", fmt.Errorf("node %s of %s: %w\n%s", strings.Join(p.after, " "), p, err, out)
		}
	}
	if _, err := os.Stat(filepath.Join(tmp, p.bin)); err != nil {
		return "", fmt.Errorf("npm installed %s without its program: %w", p, err)
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, there := os.Stat(bin); there == nil { // another run was faster
			return bin, nil
		}
		return "", fmt.Errorf("put %s into the cache: %w", p, err)
	}
	return bin, nil
}

// room fails when the disk that holds dir has too little space left.
func room(dir string, megs uint64) error {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return fmt.Errorf("look for free space in %s: %w", dir, err)
	}
	if free := st.Bavail * uint64(st.Bsize) >> 20; free < megs {
		return fmt.Errorf("%d MB are free in %s, %d MB are needed; R2G_E2E_CACHE can name another folder", free, dir, megs)
	}
	return nil
}

// cacheDir is $R2G_E2E_CACHE, or .cache/e2e in the repository.
func cacheDir() (string, error) {
	if dir := os.Getenv("R2G_E2E_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, ".cache", "e2e"), nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above the test: set R2G_E2E_CACHE")
		}
		dir = filepath.Dir(dir)
	}
}
