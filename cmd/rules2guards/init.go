package main

import (
	"fmt"
	"os"
	"path/filepath"

	"rules2guards.local/compiler"
	"rules2guards.local/emit"
)

// init writes a starter rules.toml and never overwrites one.
func (a *app) init(args []string) int {
	var s source
	f := flagSet("init")
	s.place(f)
	if code, done := a.flagsOnly(f, args); done {
		return code
	}
	if code, wrong := s.resolve(a); wrong {
		return code
	}
	path, root := filepath.Join(s.project, "rules.toml"), s.project
	if s.scope == "user" {
		var err error
		if path, err = a.userRules(); err != nil {
			return a.fail(err)
		}
		root = filepath.Dir(path)
	}
	if _, err := os.Lstat(path); err == nil {
		return a.fail(hinted{fmt.Errorf("%s is there already", a.rel(path)), "rules2guards check" + s.flag() + " says whether it is sound"})
	}
	chosen := floor()
	if s.scope != "user" {
		chosen = choosePacks(s.project)
	}
	plan := emit.Plan{{Path: path, Root: root, Data: starter(chosen), Mode: 0o644, Kind: emit.Create}}
	if _, err := emit.Apply(plan, emit.ApplyOptions{}); err != nil {
		return a.fail(err)
	}
	a.printf("wrote %s\n", a.rel(path))
	for _, c := range chosen {
		if c.pack == "" {
			c.pack = "-"
		}
		a.printf("  %-14s %s\n", c.pack, c.why)
	}
	a.notef("next: edit it, then rules2guards check%[1]s, then rules2guards generate%[1]s", s.flag())
	if s.scope != "user" {
		a.notef("commit it, and .rules2guards, which generate writes: what is for this machine alone is ignored there")
	}
	return exitOK
}

// schema prints the JSON Schema of rules.toml.
func (a *app) schema(args []string) int {
	if code, done := a.flagsOnly(flagSet("schema"), args); done {
		return code
	}
	a.printf("%s", compiler.Schema())
	return exitOK
}
