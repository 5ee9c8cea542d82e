package emit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"rules2guards.local/compiler/nesting"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// LockName is the name of the lock in the folder of the generated source.
const LockName = "rules.lock.toml"

// MaxLock is the size in bytes above which a lock is not read.
const MaxLock = 4 << 20

const lockVersion = 1

// Lock is rules.lock.toml: the rules that a guard holds, in the order in which it holds
// them, how it behaves, and what the files beside it looked like when they were generated.
// The zero value is that of a folder without one.
type Lock struct {
	Rules    []guard.Rule
	Settings guard.Settings
	Files    map[string]string // path relative to the lock's folder, forward slashes -> Digest
}

// Digest names the content of a file.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// The structs below are the file's form: the words are those of rules.toml.
type lockFile struct {
	Version int               `toml:"version"`
	Guard   lockSettings      `toml:"guard,omitempty"`
	Rule    []lockRule        `toml:"rule,omitempty"`
	Files   map[string]string `toml:"files,omitempty"`
}

type lockSettings struct {
	OnError      string         `toml:"on_error,omitempty"`
	OnUnreadable string         `toml:"on_unreadable,omitempty"`
	Scope        string         `toml:"scope,omitempty"`
	Wrappers     []string       `toml:"wrappers,omitempty"`
	Tools        []lockToolHint `toml:"tools,omitempty"`
	Elsewhere    []lockPlace    `toml:"elsewhere,omitempty"`
}

type lockPlace struct {
	Rule string `toml:"rule"`
	Path string `toml:"path"`
}

type lockToolHint struct {
	Tool    string `toml:"tool"`
	Command string `toml:"command,omitempty"`
	Path    string `toml:"path,omitempty"`
}

type lockRule struct {
	ID            string         `toml:"id"`
	Kind          string         `toml:"kind,omitempty"`
	Action        string         `toml:"action,omitempty"`
	Message       string         `toml:"message,omitempty"`
	Instead       string         `toml:"instead,omitempty"`
	Folder        string         `toml:"folder,omitempty"`
	Harnesses     []string       `toml:"harnesses,omitempty"`
	OnUnknown     string         `toml:"on_unknown,omitempty"`
	Scripts       bool           `toml:"scripts,omitempty"`
	Commands      []string       `toml:"commands,omitempty"`
	Pattern       string         `toml:"pattern,omitempty"`
	MustMatch     string         `toml:"must_match,omitempty"`
	ExceptPattern string         `toml:"except_pattern,omitempty"`
	Targets       []string       `toml:"targets,omitempty"`
	Paths         []string       `toml:"paths,omitempty"`
	Access        []string       `toml:"access,omitempty"`
	Via           string         `toml:"via,omitempty"`
	Keep          []string       `toml:"keep,omitempty"`
	Hosts         []string       `toml:"hosts,omitempty"`
	Tools         []string       `toml:"tools,omitempty"`
	Except        []string       `toml:"except,omitempty"`
	When          *lockCondition `toml:"when,omitempty"`
	Unless        *lockCondition `toml:"unless,omitempty"`
}

type lockCondition struct {
	Branch   []string    `toml:"branch,omitempty"`
	In       []string    `toml:"in,omitempty"`
	Exists   []string    `toml:"exists,omitempty"`
	Worktree string      `toml:"worktree,omitempty"`
	Input    []lockField `toml:"input,omitempty"`
}

type lockField struct {
	Field   string `toml:"field"`
	Pattern string `toml:"pattern"`
}

// Bytes returns the file. Equal locks give equal bytes.
func (l Lock) Bytes() ([]byte, error) {
	f := lockFile{Version: lockVersion, Guard: fromSettings(l.Settings), Files: l.Files}
	for _, r := range l.Rules {
		x, err := fromRule(r)
		if err != nil {
			return nil, err
		}
		f.Rule = append(f.Rule, x)
	}
	var b bytes.Buffer
	b.WriteString("# " + Marker + "\n\n")
	e := toml.NewEncoder(&b)
	e.Indent = ""
	if err := e.Encode(f); err != nil {
		return nil, fmt.Errorf("print %s: %w", LockName, err)
	}
	if !utf8.Valid(b.Bytes()) {
		return nil, fmt.Errorf("print %s: a rule holds text that is not UTF-8", LockName)
	}
	return b.Bytes(), nil
}

// ReadLock reads what Bytes returned. A lock comes with a cloned repository and may hold
// anything: what is not exactly a lock of this version is an error that says where.
func ReadLock(data []byte) (Lock, error) {
	if len(data) > MaxLock {
		return Lock{}, fmt.Errorf("%s: larger than %d MiB", LockName, MaxLock>>20)
	}
	if i := nesting.TooDeep(data); i >= 0 {
		return Lock{}, fmt.Errorf("%s:%d: brackets or dots are nested too deeply", LockName, 1+bytes.Count(data[:i], []byte("\n")))
	}
	var top map[string]any
	if _, err := toml.Decode(string(data), &top); err != nil {
		if p, ok := errors.AsType[toml.ParseError](err); ok {
			return Lock{}, fmt.Errorf("%s:%d:%d: %s", LockName, p.Position.Line, max(p.Position.Col, 1), p.Message)
		}
		return Lock{}, fmt.Errorf("%s:1:1: %w", LockName, err)
	}
	var f lockFile
	err := decodeStrict(top, &f)
	if err == nil && f.Version != lockVersion {
		err = fieldError{path: []string{"version"}, text: fmt.Sprintf("version %d is not known here: this rules2guards writes %d", f.Version, lockVersion)}
	}
	var l Lock
	if err == nil {
		l, err = f.lock()
	}
	if err != nil {
		return Lock{}, fmt.Errorf("%s:%d: %w", LockName, lineOf(data, err), err)
	}
	return l, nil
}

// LoadLock reads the lock in the folder of a guard's source. Without a file it is the zero
// value.
func LoadLock(dir string, read Reader) (Lock, error) {
	path := filepath.Join(dir, LockName)
	data, err := readOld(read, path)
	if err != nil || data == nil {
		return Lock{}, err
	}
	l, err := ReadLock(data)
	if err != nil {
		return Lock{}, fmt.Errorf("%s: %w", dir, err)
	}
	return l, nil
}

func (f lockFile) lock() (Lock, error) {
	l := Lock{Files: f.Files}
	for name, digest := range f.Files {
		if !filepath.IsLocal(filepath.FromSlash(name)) || len(digest) != len(Digest(nil)) {
			return l, fieldError{path: []string{"files", name}, text: fmt.Sprintf("%q is no generated file with its digest", name)}
		}
	}
	var err error
	if l.Settings, err = f.Guard.settings(); err != nil {
		return l, err
	}
	seen := map[string]bool{}
	for i, x := range f.Rule {
		r, err := x.rule()
		if err != nil {
			return l, at(err, "rule", fmt.Sprint(i))
		}
		if r.ID == "" || seen[r.ID] {
			return l, fieldError{path: []string{"rule", fmt.Sprint(i), "id"}, text: fmt.Sprintf("id %q is empty or taken", r.ID)}
		}
		seen[r.ID] = true
		l.Rules = append(l.Rules, r)
	}
	return l, nil
}

func fromSettings(s guard.Settings) lockSettings {
	x := lockSettings{Wrappers: s.Wrappers}
	if s.BlockOnError {
		x.OnError = "block"
	}
	if s.AllowUnreadable {
		x.OnUnreadable = "allow"
	}
	if s.User {
		x.Scope = "user"
	}
	for _, t := range s.Tools {
		x.Tools = append(x.Tools, lockToolHint(t))
	}
	for _, p := range s.Elsewhere {
		x.Elsewhere = append(x.Elsewhere, lockPlace(p))
	}
	return x
}

func (x lockSettings) settings() (guard.Settings, error) {
	s := guard.Settings{Wrappers: x.Wrappers}
	for _, w := range []struct {
		key, have, word string
		into            *bool
	}{
		{"on_error", x.OnError, "block", &s.BlockOnError},
		{"on_unreadable", x.OnUnreadable, "allow", &s.AllowUnreadable},
		{"scope", x.Scope, "user", &s.User},
	} {
		if *w.into = w.have == w.word; w.have != "" && !*w.into {
			return s, fieldError{path: []string{"guard", w.key}, text: fmt.Sprintf("%q is no value of %s", w.have, w.key)}
		}
	}
	for _, p := range x.Elsewhere {
		s.Elsewhere = append(s.Elsewhere, guard.Place(p))
	}
	for _, t := range x.Tools {
		s.Tools = append(s.Tools, guard.ToolHint(t))
	}
	return s, nil
}

func fromRule(r guard.Rule) (lockRule, error) {
	x := lockRule{
		ID: r.ID, Message: r.Message, Instead: r.Instead, Folder: r.Folder, Harnesses: r.Harnesses, Commands: r.Commands,
		Pattern: r.Pattern, MustMatch: r.MustMatch, ExceptPattern: r.ExceptPattern, Paths: r.Paths, Keep: r.Keep,
		Hosts: r.Hosts, Tools: r.Tools, Scripts: r.Scripts, Except: r.Except, When: fromCondition(r.When), Unless: fromCondition(r.Unless),
		Kind: word(r.Kind), Action: word(r.Action), Via: word(r.Via),
	}
	if r.FireOnUnknown {
		x.OnUnknown = "fire"
	}
	for _, t := range r.Targets {
		x.Targets = append(x.Targets, t.String())
	}
	for _, a := range accesses() {
		if r.Access&a.value != 0 {
			x.Access = append(x.Access, a.word)
		}
	}
	// What has no word in the lock would be lost in it.
	back, err := x.rule()
	if err == nil && (back.Access != r.Access || len(back.Targets) != len(r.Targets)) {
		err = fmt.Errorf("a value that has no name")
	}
	if err != nil {
		return x, fmt.Errorf("rule %q in %s: %w", r.ID, LockName, err)
	}
	return x, nil
}

func (x lockRule) rule() (guard.Rule, error) {
	r := guard.Rule{
		ID: x.ID, Message: x.Message, Instead: x.Instead, Folder: x.Folder, Harnesses: x.Harnesses, Scripts: x.Scripts, FireOnUnknown: x.OnUnknown == "fire", Commands: x.Commands,
		Pattern: x.Pattern, MustMatch: x.MustMatch, ExceptPattern: x.ExceptPattern, Paths: x.Paths, Keep: x.Keep,
		Hosts: x.Hosts, Tools: x.Tools, Except: x.Except,
	}
	var err error
	note := func(key string, e error) {
		if err == nil && e != nil {
			err = at(e, key)
		}
	}
	if x.OnUnknown != "" && !r.FireOnUnknown {
		note("on_unknown", notAWord(x.OnUnknown))
	}
	var e error
	r.Kind, e = parse(x.Kind, guard.ToolRule)
	note("kind", e)
	r.Action, e = parse(x.Action, call.Block)
	note("action", e)
	r.Via, e = parse(x.Via, guard.ViaTool)
	note("via", e)
	for _, w := range x.Targets {
		t, e := parse(w, guard.SQL)
		note("targets", e)
		r.Targets = append(r.Targets, t)
	}
	for _, w := range x.Access {
		i := slices.IndexFunc(accesses(), func(a accessWord) bool { return a.word == w })
		if i < 0 {
			note("access", notAWord(w))
			continue
		}
		r.Access |= accesses()[i].value
	}
	r.When, e = x.When.condition()
	note("when", e)
	r.Unless, e = x.Unless.condition()
	note("unless", e)
	return r, err
}

func fromCondition(c guard.Condition) *lockCondition {
	if c.Empty() {
		return nil
	}
	x := &lockCondition{Branch: c.Branch, In: c.In, Exists: c.Exists, Worktree: word(c.Worktree)}
	for _, f := range c.Input {
		x.Input = append(x.Input, lockField(f))
	}
	return x
}

func (x *lockCondition) condition() (guard.Condition, error) {
	if x == nil {
		return guard.Condition{}, nil
	}
	c := guard.Condition{Branch: x.Branch, In: x.In, Exists: x.Exists}
	for _, f := range x.Input {
		c.Input = append(c.Input, guard.FieldPattern(f))
	}
	var err error
	if c.Worktree, err = parse(x.Worktree, guard.No); err != nil {
		return c, at(err, "worktree")
	}
	return c, nil
}

type accessWord struct {
	value call.Access
	word  string
}

func accesses() []accessWord {
	return []accessWord{{call.Read, "read"}, {call.Write, "write"}, {call.Create, "create"}, {call.Delete, "delete"}}
}

// enum is a small number with a word for each value.
type enum interface {
	~uint8
	String() string
}

// word returns the word for v; the zero value is left out of the file.
func word[E enum](v E) string {
	if v == 0 {
		return ""
	}
	return v.String()
}

// parse finds the value up to last that has the word w. Nothing is the zero value.
func parse[E enum](w string, last E) (E, error) {
	if w == "" {
		return 0, nil
	}
	for v := E(1); v <= last; v++ {
		if v.String() == w {
			return v, nil
		}
	}
	return 0, notAWord(w)
}
