package main

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"rules2guards.local/emit"
)

// examineSource compares the source that stands in the project with what the rules make.
func (p *patient) examineSource(g *generation) {
	for _, f := range g.source.Refused {
		p.fail("guard", f, "a generated file was changed by hand, and generate leaves it alone", "look at it (git diff), delete it, then "+p.again())
	}
	for _, f := range g.source.Strangers {
		p.add(finding{Scope: p.site.Scope, Check: "guard", Path: f, Text: "no file of rules2guards: the guard is built without it", Fix: "look at it, and delete it"})
	}
	if len(g.source.Plan.Pending()) > 0 && len(g.source.Refused) == 0 {
		p.fail("guard", p.at.Source, "the source of the guard is not what these rules make", p.again())
	}
	digest := g.source.Digest()
	if p.built.Runtime == emit.Copied {
		own, err := readAll(p.app.exe)
		if err != nil {
			return
		}
		digest = emit.Digest([]byte(digest + emit.Digest(own)))
	}
	stale, err := p.built.Stale(p.at, digest, p.built.Runtime, g.data.Read)
	switch {
	case err != nil:
		p.fail("program", p.at.Guard, err.Error(), p.again())
	case stale != "" && p.built.Plan != digest:
		p.fail("guard", p.at.Guard, "the guard is not the one that these rules make: "+stale, p.again())
	}
	p.current = err == nil && stale == ""
}

// examineGuard looks at the program itself. A program that isn't the one on record is
// never run, not even to ask it something.
func (p *patient) examineGuard() {
	if p.built.Program == "" {
		p.fail("record", p.at.Built, "there is no record of a guard that was made here, so none is run", p.again())
		p.current = false
		return
	}
	info, err := os.Lstat(p.at.Guard)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.broken("program", "the guard is gone")
		return
	case err != nil:
		p.broken("program", err.Error())
		return
	case !info.Mode().IsRegular():
		p.broken("program", "the guard is no regular file")
		return
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		p.broken("program", fmt.Sprintf("the guard is not executable (mode %o)", info.Mode().Perm()))
	case noexec(p.at.Dir):
		p.fail("program", p.at.Guard, "the guard stands on a file system that is mounted noexec", "set XDG_DATA_HOME to a folder elsewhere, then "+p.again())
		p.current = false
	}
	data, err := readAll(p.at.Guard)
	if err != nil {
		p.broken("program", err.Error())
		return
	}
	if emit.Digest(data) != p.built.Program {
		p.broken("record", "the program is not the one that generate put there; it is not run")
		return
	}
	if why := otherSystem(data); why != "" {
		p.broken("program", why)
	}
	if p.built.Runtime == emit.Copied {
		lock, err := readAll(p.at.Lock)
		switch {
		case err != nil:
			p.broken("program", "the rules beside the program can't be read: "+err.Error())
		case emit.Digest(lock) != p.built.Lock:
			p.broken("record", "the rules beside the program are not those that generate put there; it is not run")
		}
	}
}

// broken adds an error about the program, which is then not run.
func (p *patient) broken(check, text string) {
	p.fail(check, p.at.Guard, text, p.again())
	p.current = false
}

// otherSystem says why a program can't run on this system; empty: it may.
func otherSystem(data []byte) string {
	r := bytes.NewReader(data)
	if f, err := elf.NewFile(r); err == nil {
		want := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "386": elf.EM_386, "arm": elf.EM_ARM, "riscv64": elf.EM_RISCV}[runtime.GOARCH]
		switch {
		case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
			return "the guard is a program for Linux or BSD, this is " + hostOS()
		case want != 0 && f.Machine != want:
			return fmt.Sprintf("the guard is a program for %s, this is %s", f.Machine, hostOS())
		}
		return ""
	}
	if _, err := macho.NewFile(r); err == nil && runtime.GOOS != "darwin" {
		return "the guard is a program for macOS, this is " + hostOS()
	}
	if _, err := pe.NewFile(r); err == nil && runtime.GOOS != "windows" {
		return "the guard is a program for Windows, this is " + hostOS()
	}
	return ""
}
