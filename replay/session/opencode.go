package session

import "strings"

// openPart takes a part of an OpenCode or Kilo message; what is no tool call is passed over.
func openPart(d *decoder, e entry, s *sink) {
	typ, status, failure, exit := "", "", "", int64(0)
	d.object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = d.str()
		case "tool":
			e.tool = d.str()
		case "callID":
			e.id = d.str()
		case "sessionID":
			e.session = s.session(d)
		case "state":
			d.object(func(key []byte) {
				switch string(key) {
				case "status":
					status = d.str()
				case "input":
					if d.peek() == '{' {
						e.args = keep(d.raw())
					}
				case "error":
					failure = d.head(maxResult)
				case "metadata":
					d.object(func(key []byte) {
						if string(key) == "exit" {
							exit, _ = d.number()
						}
					})
				case "time":
					d.object(func(key []byte) {
						if string(key) == "start" {
							e.time = when(d)
						}
					})
				}
			})
		}
	})
	if typ != "tool" {
		return
	}
	e.kind = isCall
	s.add(e)
	e.kind, e.args, e.tool = isResult, nil, ""
	switch status {
	case "completed":
		e.outcome = Ran
		if exit != 0 {
			e.outcome = Failed
		}
	case "error":
		e.text = failure
		e.outcome = Failed
		if strings.HasPrefix(failure, "The user rejected permission") {
			e.outcome = Denied
		}
	default:
		return // pending or running when the log ends
	}
	s.add(e)
}

// openRecord reads a line of `opencode run --format json`, or a row of the part table that
// was written as a line.
func openRecord(d *decoder, s *sink) {
	var e entry
	var part []byte
	d.object(func(key []byte) {
		switch string(key) {
		case "sessionID", "session_id":
			e.session = s.session(d)
		case "part", "data":
			part = d.raw()
		}
	})
	in := decoder{b: part}
	if in.peek() == '{' {
		openPart(&in, e, s)
	}
}

// openInfo reads the info of `opencode export`.
func openInfo(d *decoder, s *sink) {
	e := entry{kind: isMeta}
	d.object(func(key []byte) {
		switch string(key) {
		case "id":
			e.session = s.session(d)
		case "directory":
			e.dir = s.dir(d)
		case "parentID":
			e.agent = d.str() != ""
		}
	})
	e.start = e.dir
	s.add(e)
}

// openMessage reads a message of `opencode export`.
func openMessage(d *decoder, s *sink) {
	d.object(func(key []byte) {
		if string(key) == "parts" {
			d.array(func() { openPart(d, entry{}, s) })
		}
	})
}

// clineMessage reads a message of Cline's log.
func clineMessage(d *decoder, s *sink) {
	var e entry
	var list []block
	d.object(func(key []byte) {
		switch string(key) {
		case "ts":
			e.time = when(d)
		case "content":
			list = blocks(d, nil)
		}
	})
	for _, b := range list {
		x := e
		x.id = b.id
		if b.use {
			x.kind, x.tool, x.args = isCall, b.name, b.args
		} else {
			x.kind, x.outcome = isResult, Ran
			if b.failed {
				x.outcome, x.text = Failed, said(b.content)
			} else if clineFailed(b.content) {
				x.outcome = Failed
			}
		}
		s.add(x)
	}
}

// clineFailed reports whether a result, a list of objects or the JSON text of one, says
// that something in it did not succeed.
func clineFailed(raw []byte) bool {
	d := decoder{b: raw}
	if d.peek() == '"' {
		d = decoder{b: []byte(d.str())}
		if c := d.peek(); c != '{' && c != '[' {
			return false
		}
	}
	failed := false
	d.array(func() {
		d.object(func(key []byte) {
			if string(key) == "success" {
				failed = !d.is() || failed
			}
		})
	})
	return failed && !d.bad
}
