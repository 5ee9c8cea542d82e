package shell

// The bounds of a text. What passes one is unreadable: a guard's work must not grow with
// the cleverness of a text, only with its length.
const (
	maxText     = 128 << 10 // Linux starts no longer `bash -c` text
	maxDepth    = 200       // statements, substitutions and texts inside one another
	maxCommands = 10_000    // simple commands that are found
	maxRuns     = 40_000    // simple commands that are looked at, those in loops and functions each time
	maxValues   = 16        // values that a word, a variable or a line of words may have
	maxBytes    = 128 << 10 // bytes of one value, as many as a text may have; a longer one is unknown
	maxFields   = 1_024     // words that one word may become by braces or splitting
	maxPlaces   = 4         // folders that a command may run in
	maxEdges    = 100_000   // pipes between commands
	maxExports  = 256       // names that a text exports
	maxOpen     = 64        // numbered descriptors that are open at once
	maxSteps    = 2 << 20   // all work together; a step is some 50 ns: a node visited, a field made, 16 bytes moved
	parseSteps  = 200       // what it costs to begin a parse
	textDepth   = 24        // what a text in a text costs of maxDepth, as it costs a parse of its own
	maxDir      = 4_096     // bytes of a folder's name
	maxFrames   = 3_000     // stack frames of the parser
	maxRepairs  = 8         // changes to a text that the parser refuses
)

// step counts work and reports whether the reader may go on.
func (r *reader) step(n int) bool {
	r.steps += n
	if r.steps > maxSteps {
		r.stop(0, "too much work: use plain, separate commands")
	}
	return !r.stopped
}

// stop ends the reading of all texts: a bound was passed.
func (r *reader) stop(at int, why string) {
	r.stopped = true
	r.unreadable(at, why)
}

// unreadable records why the text, from byte at on, could not be read. The first reason
// stays.
func (r *reader) unreadable(at int, why string) {
	if r.script.Unreadable != nil {
		return
	}
	line, col := 1, 1
	for i := 0; i < len(r.text) && i < at; i++ {
		col++
		if r.text[i] == '\n' {
			line, col = line+1, 1
		}
	}
	r.script.Unreadable = &Unreadable{Line: line, Col: col, Why: why}
}

// enter goes one level deeper and reports whether that is allowed; leave undoes it.
func (r *reader) enter(at int) bool {
	if r.depth >= maxDepth {
		r.stop(at, "nested too deeply")
	}
	r.depth++
	return !r.stopped
}

func (r *reader) leave() { r.depth-- }
