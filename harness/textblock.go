package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// blockHarness is a harness with one settings file of the user's, in TOML or YAML, to whose
// end a block of ours is added between two lines that mark it.
type blockHarness struct {
	id        call.Harness
	name      string
	programs  []string
	file      func(Site) File
	block     func(Site) string
	refuse    func(data []byte) *Problem // what would make the file with the block unusable
	protected []Protected
	starts    []Start
}

const (
	blockBegin = "# rules2guards: begin (rules2guards remove takes this away)"
	blockEnd   = "# rules2guards: end"
)

func (h *blockHarness) ID() call.Harness       { return h.id }
func (h *blockHarness) Name() string           { return h.name }
func (h *blockHarness) Programs() []string     { return h.programs }
func (h *blockHarness) Folder() string         { return "" }
func (h *blockHarness) Protected() []Protected { return h.protected }
func (h *blockHarness) Starts() []Start        { return h.starts }

// Paths is empty in project scope: there is only a file of the user's.
func (h *blockHarness) Paths(s Site) []File {
	if f := h.file(s); s.Scope == User && f.Folder != "" {
		return []File{f}
	}
	return nil
}

func (h *blockHarness) Permissions([]guard.Rule) ([]Permission, diag.List) {
	return nil, noPermissions(h.id, h.name)
}

func (h *blockHarness) Check(_ Site, f File) []Problem {
	rest, _, err := cutBlock(f.Data)
	if err == nil {
		if p := h.refuse(rest); p != nil {
			p.Path, p.Fatal = f.Path, true
			return []Problem{*p}
		}
		return nil
	}
	return []Problem{{Path: f.Path, Fatal: true, Text: err.Error(), Hint: "take the lines of rules2guards out, then run generate again"}}
}

func (h *blockHarness) Install(s Site, f File) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data, Mode: 0o600, Problems: h.Check(s, f)}
	if fatal(e.Problems) {
		return e, nil
	}
	eol := lineEnd(f.Data)
	block := strings.ReplaceAll(blockBegin+"\n"+h.block(s)+blockEnd+"\n", "\n", eol)
	rest, at, err := cutBlock(f.Data)
	if err != nil {
		return e, err
	}
	var out []byte
	if at >= 0 {
		out = bytes.Join([][]byte{rest[:at], rest[at:]}, []byte(block))
	} else {
		out = bytes.Clone(rest)
		if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
			// The line end that is missing goes with the block again.
			out = append(out, eol...)
			block = strings.Replace(block, blockBegin, blockBegin+noLineEnd, 1)
		}
		out = append(out, block...)
	}
	if at >= 0 && len(rest) > 0 && hasNoLineEnd(f.Data) {
		out = bytes.Replace(out, []byte(blockBegin), []byte(blockBegin+noLineEnd), 1)
	}
	if p := h.refuse(out); p != nil {
		return e, fmt.Errorf("%s: internal error: %s would not load the new content (%s); the file was left as it is", f.Path, h.name, p.Text)
	}
	e.Data, e.Made.File = out, f.Data == nil
	return e, nil
}

func (h *blockHarness) Remove(_ Site, f File, made Made) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data}
	rest, at, err := cutBlock(f.Data)
	if err != nil {
		e.Problems = []Problem{{Path: f.Path, Fatal: true, Text: err.Error()}}
		return e, nil
	}
	if at < 0 {
		return e, nil
	}
	if hasNoLineEnd(f.Data) && at == len(rest) {
		rest = bytes.TrimSuffix(bytes.TrimSuffix(rest, []byte("\n")), []byte("\r"))
	}
	if e.Data = rest; made.File && len(rest) == 0 {
		e.Data = nil
	}
	return e, nil
}

// noLineEnd stands behind blockBegin when the file's own last line had no line end.
const noLineEnd = " +"

func hasNoLineEnd(data []byte) bool {
	return bytes.Contains(data, []byte(blockBegin+noLineEnd+"\n")) || bytes.Contains(data, []byte(blockBegin+noLineEnd+"\r\n"))
}

func lineEnd(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// cutBlock takes our block out of a file and says where it stood, -1 when there is none.
func cutBlock(data []byte) (rest []byte, at int, err error) {
	at = -1
	if data != nil {
		rest = []byte{}
	}
	inside := false
	for start := 0; start < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		line := strings.TrimRight(string(data[start:end]), "\r\n")
		switch {
		case line == blockBegin || line == blockBegin+noLineEnd:
			if inside || at >= 0 {
				return nil, -1, fmt.Errorf("our block begins twice")
			}
			inside, at = true, len(rest)
		case line == blockEnd:
			if !inside {
				return nil, -1, fmt.Errorf("our block ends without a beginning")
			}
			inside = false
		case !inside:
			rest = append(rest, data[start:end]...)
		}
		start = end
	}
	if inside {
		return nil, -1, fmt.Errorf("our block has no end")
	}
	return rest, at, nil
}

// kimi knows Kimi Code's settings, as seen on 2.1.0: hooks stand in the user's config.toml
// alone. It lets a call through when the guard can't run.
func kimi() Harness {
	return &blockHarness{
		id: call.Kimi, name: "Kimi Code", programs: []string{"kimi"},
		file: func(s Site) File { return fileIn(homeFolder(s, "KIMI_CODE_HOME", ".kimi-code"), "config.toml", false) },
		block: func(s Site) string {
			var b bytes.Buffer
			err := toml.NewEncoder(&b).Encode(map[string]any{"command": lineFor(call.Kimi, s, whenMissing{closed: s.OnError})})
			if err != nil {
				return "" // a text alone: can't happen
			}
			return "[[hooks]]\nevent = \"PreToolUse\"\nmatcher = \".*\"\n" + b.String() + "timeout = 10\n"
		},
		refuse: func(data []byte) *Problem {
			var v map[string]any
			_, err := toml.Decode(string(data), &v)
			if err == nil {
				return nil
			}
			p := Problem{Text: err.Error(), Hint: "correct it, then run generate again"}
			if at, ok := err.(toml.ParseError); ok {
				p.Line, p.Col, p.Text = at.Position.Line, at.Position.Col, at.Message
			}
			return &p
		},
		protected: []Protected{{"~/.kimi-code/config.toml", nil}},
		starts:    []Start{{Command: "KIMI_CODE_HOME=* kimi"}},
	}
}

// hermes knows Hermes Agent's settings, by its source: a hooks key in the user's
// config.yaml. YAML is not edited here beyond adding that key where there is none. The
// command is split into words and run without a shell.
func hermes() Harness {
	return &blockHarness{
		id: call.Hermes, name: "Hermes", programs: []string{"hermes"},
		file: func(s Site) File { return fileIn(homeFolder(s, "HERMES_HOME", ".hermes"), "config.yaml", false) },
		block: func(s Site) string {
			command, err := json.Marshal(lineFor(call.Hermes, s, whenMissing{}))
			if err != nil {
				return "" // a text alone: can't happen
			}
			b := "hooks:\n  pre_tool_call:\n    - matcher: \".*\"\n      command: " + string(command) + "\n      timeout: 10\n"
			if s.OnError {
				b += "      fail_closed: true\n"
			}
			return b
		},
		refuse: func(data []byte) *Problem {
			seen := false
			for i, line := range strings.Split(string(data), "\n") {
				if key, _, ok := strings.Cut(line, ":"); ok && strings.Trim(key, "\"' ") == "hooks" && key == strings.TrimLeft(key, " ") {
					if seen || !strings.Contains(string(data), blockBegin) {
						return &Problem{
							Line: i + 1, Text: "hooks stands here already", Hint: "add the guard by hand under hooks.pre_tool_call; see docs/harnesses.md",
						}
					}
					seen = true
				}
			}
			return nil
		},
		protected: []Protected{{"~/.hermes/{config.yaml,shell-hooks-allowlist.json}", nil}},
		starts:    []Start{{Command: "{HERMES_HOME,HERMES_SAFE_MODE}=* hermes"}},
	}
}
