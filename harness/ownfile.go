package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"rules2guards.local/compiler/diag"
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// ownMark stands in the first lines of every file that is ours as a whole. A file without it
// is somebody else's and stays as it is.
const ownMark = "Written by rules2guards; rules2guards remove takes it away."

// fileHarness is a harness that runs the guard from a file that holds nothing else: a plugin
// or a script.
type fileHarness struct {
	id        call.Harness
	name      string
	programs  []string
	folder    string
	files     func(Site) []File
	content   func(Site) string
	mode      uint32
	protected []Protected
	starts    []Start
}

func (h *fileHarness) ID() call.Harness       { return h.id }
func (h *fileHarness) Name() string           { return h.name }
func (h *fileHarness) Programs() []string     { return h.programs }
func (h *fileHarness) Folder() string         { return h.folder }
func (h *fileHarness) Paths(s Site) []File    { return h.files(s) }
func (h *fileHarness) Protected() []Protected { return h.protected }
func (h *fileHarness) Starts() []Start        { return h.starts }

func (h *fileHarness) Permissions([]guard.Rule) ([]Permission, diag.List) {
	return nil, noPermissions(h.id, h.name)
}

// isOwn reports whether a file was written by us, whichever version.
func isOwn(data []byte) bool {
	for range 2 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		if bytes.HasSuffix(bytes.TrimRight(line, "\r"), []byte(ownMark)) {
			return true
		}
		data = rest
	}
	return false
}

func (h *fileHarness) Check(_ Site, f File) []Problem {
	if f.Data == nil || isOwn(f.Data) {
		return nil
	}
	return []Problem{{
		Path: f.Path, Fatal: true, Text: "a file of somebody else's stands where the guard of " + h.name + " belongs",
		Hint: "move it away, then run generate again",
	}}
}

func (h *fileHarness) Install(s Site, f File) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data, Mode: h.mode, Problems: h.Check(s, f)}
	if fatal(e.Problems) {
		return e, nil
	}
	e.Data = []byte(h.content(s))
	e.Made.File = f.Data == nil
	return e, nil
}

func (h *fileHarness) Remove(_ Site, f File, _ Made) (Edit, error) {
	e := Edit{Path: f.Path, Folder: f.Folder, Data: f.Data}
	if isOwn(f.Data) {
		e.Data = nil
	}
	return e, nil
}

// guardArgs is the guard's command line as a list of words.
func guardArgs(h call.Harness, s Site) []string {
	args := []string{s.Guard, "--harness", string(h)}
	if s.Scope != User {
		args = append(args, "--project", s.Project)
	}
	return args
}

// literal writes a value as a JavaScript literal.
func literal(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b) // its escapes of < > & and line separators are fine here
	if err := e.Encode(v); err != nil {
		return "null" // texts and booleans alone: can't happen
	}
	return strings.TrimSpace(b.String())
}

// pluginJS runs the guard from within a harness that takes plugins. It imports nothing at
// load time that could fail, since a plugin that does not load is silently absent. ask
// takes the event apart and says what to do with a reason.
func pluginJS(h call.Harness, s Site, body string) string {
	return fmt.Sprintf(`// %s
const guard = %s;
const blockOnError = %s;

// Runs the guard; returns the reason for which the call is refused, or nothing.
async function refusal(event) {
  let run;
  try {
    const { spawnSync } = await import("node:child_process");
    run = spawnSync(guard[0], guard.slice(1), { input: JSON.stringify(event), encoding: "utf8", timeout: 10000, maxBuffer: 1 << 20 });
  } catch (e) {
    run = { error: e };
  }
  if (run.status === 0) return undefined;
  const said = String(run.stderr || "").trim();
  if (run.status === 2 && said) return said;
  if (!blockOnError) return undefined;
  return "guard/error: the guard could not judge this call (" + String((run.error && run.error.message) || run.signal || "exit code " + run.status) + "); it blocks such calls";
}

%s`, ownMark, literal(guardArgs(h, s)), literal(s.OnError), body)
}

const opencodeBody = `export const Rules2Guards = async (ctx) => ({
  "tool.execute.before": async (input, output) => {
    const reason = await refusal({ input, output, directory: ctx && ctx.directory });
    if (reason) throw new Error(reason);
  },
});
`

const piBody = `export default function (pi) {
  pi.on("tool_call", async (event, ctx) => {
    const { type, toolName, toolCallId, input } = event;
    const reason = await refusal({ event: { type, toolName, toolCallId, input }, cwd: ctx && ctx.cwd });
    if (reason) return { block: true, reason };
  });
}
`
