package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// descriptor is a numbered descriptor above 2.
type descriptor struct {
	n   int
	in  *input
	out *output
}

// written is a file that what runs now writes, to be remembered afterwards.
type written struct {
	name   Value
	out    *output
	append bool
}

// redirects applies redirects to w and returns those that open files. The files that the
// command writes are to be handed to wrote when it has run.
func (w *walker) redirects(list []*syntax.Redirect) (all []Redirect, files []written) {
	for _, rd := range list {
		before := w.out
		opened := w.redirect(rd)
		all = append(all, opened...)
		if w.out != before && w.out != nil && len(opened) == 1 {
			files = append(files, written{opened[0].File.Value, w.out, opened[0].Op == RedirectAppend})
		}
	}
	return all, files
}

// chosenFD stands for the descriptor of {name}, whose number the shell chooses.
const chosenFD = 99

// redirect applies one redirect. Where the file's name has several values, there is one
// Redirect for each.
func (w *walker) redirect(rd *syntax.Redirect) []Redirect {
	fd := -1
	if rd.N != nil {
		if n, err := strconv.Atoi(rd.N.Value); err == nil {
			fd = n
		} else {
			fd = chosenFD
		}
	}
	switch rd.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		w.connect(max(fd, 0), w.hereDoc(rd), nil)
		return nil
	case syntax.WordHdoc:
		texts, from := w.texts(rd.Word)
		in := &input{span: w.src.span(rd.Word.Pos(), rd.Word.End()), from: from}
		for _, t := range texts {
			in.texts = append(in.texts, t+"\n")
		}
		w.connect(max(fd, 0), in, nil)
		return nil
	}
	var op RedirectOp
	writes := true
	switch rd.Op {
	case syntax.RdrIn:
		op, writes = RedirectRead, false
	case syntax.RdrInOut:
		op = RedirectReadWrite
	case syntax.AppOut, syntax.AppClob, syntax.AppAll, syntax.AppAllClob:
		op = RedirectAppend
	case syntax.DplIn, syntax.DplOut:
		if w.duplicate(rd, fd) {
			return nil
		}
		op, writes = RedirectWrite, rd.Op == syntax.DplOut
	default:
		op = RedirectWrite
	}
	alts := w.fields(rd.Word)
	var all []Redirect
	for _, fields := range alts {
		for _, f := range fields {
			all = append(all, Redirect{Op: op, File: f})
		}
	}
	if fd < 0 {
		if fd = 1; !writes || rd.Op == syntax.RdrInOut {
			fd = 0
		}
	}
	for i := range all {
		all[i].Aside = fd > 1
	}
	if len(all) != 1 {
		if fd == 0 {
			w.in = nil
		} else if fd == 1 {
			w.out = nil
		}
		return all
	}
	name := all[0].File.Value
	switch {
	case name.Text() == "/dev/stdin" || name.Text() == "/dev/fd/0":
		w.connect(fd, w.in, nil)
		return nil
	case name.Text() == "/dev/stdout" || name.Text() == "/dev/fd/1":
		w.connect(fd, nil, w.out)
		return nil
	case name.Text() == "/dev/null" || name.Text() == "/dev/stderr":
		w.connect(fd, nil, nil)
		return all
	}
	if p := w.pipes[string(name)]; p != nil {
		if writes {
			out := newOutput()
			if w.found != nil {
				for _, l := range w.found.late {
					if l.in == p {
						out = l.out
					}
				}
			}
			w.connect(fd, nil, out)
		} else {
			w.connect(fd, p, nil)
		}
		return nil
	}
	if isSocket(name) && (!writes || rd.Op != syntax.RdrOut && rd.Op != syntax.AppOut) {
		// What comes from there is fetched, as if a program of that name printed it.
		in, out := &input{span: all[0].File.Span}, newOutput()
		in.from, out.back = []int{w.emit(Command{Name: all[0].File, Span: all[0].File.Span})}, in
		w.connect(fd, in, out)
		return all
	}
	if writes && rd.Op != syntax.RdrInOut {
		w.connect(fd, nil, newOutput())
		return all
	}
	w.connect(fd, w.fileInput(all[0].File), nil)
	return all
}

// isSocket reports whether bash opens a connection instead of a file.
func isSocket(name Value) bool {
	return strings.HasPrefix(string(name), "/dev/tcp/") || strings.HasPrefix(string(name), "/dev/udp/")
}

// connect makes a descriptor read or write something.
func (w *walker) connect(fd int, in *input, out *output) {
	switch fd {
	case 0:
		w.in = in
	case 1:
		w.out = out
	case 2:
	default:
		fds := make([]descriptor, 0, len(w.fds)+1)
		for _, d := range w.fds {
			if d.n != fd {
				fds = append(fds, d)
			}
		}
		if len(fds) == maxOpen {
			w.stop(0, "too many descriptors")
			return
		}
		w.step(len(fds))
		w.fds = append(fds, descriptor{fd, in, out})
	}
}

// duplicate resolves <&3 and >&2. False: the word names a file.
func (w *walker) duplicate(rd *syntax.Redirect, fd int) bool {
	text := w.textOf(rd.Word)
	name := strings.TrimSuffix(text.Text(), "-")
	if fd < 0 {
		if fd = 1; rd.Op == syntax.DplIn {
			fd = 0
		}
	}
	n, err := strconv.Atoi(name)
	switch {
	case name == "" && text.Known():
		w.connect(fd, nil, nil)
		return true
	case err != nil && !text.Known():
		// ${COPROC[0]} and {fd}: some descriptor, the newest that we know.
		in, out := w.descriptor(chosenFD)
		w.connect(fd, in, out)
		return true
	case err != nil:
		return false
	}
	switch n {
	case 0:
		w.connect(fd, w.in, nil)
	case 1:
		if fd == 0 && w.out != nil && w.out.back != nil {
			w.connect(0, w.out.back, nil)
			return true
		}
		w.connect(fd, nil, w.out)
	case 2:
		if fd != 2 {
			w.connect(fd, nil, nil)
		}
	default:
		in, out := w.descriptor(n)
		w.connect(fd, in, out)
	}
	return true
}

// descriptor is what a numbered descriptor reads and writes.
func (w *walker) descriptor(n int) (*input, *output) {
	for i := len(w.fds) - 1; i >= 0; i-- {
		if w.fds[i].n == n {
			return w.fds[i].in, w.fds[i].out
		}
	}
	if c := w.st.lookup(fdPrefix + strconv.Itoa(n)); c != nil {
		for _, x := range slices.Backward(c.alts) { // a branch may have left it alone
			if x.in != nil || x.out != nil {
				return x.in, x.out
			}
		}
	}
	return nil, nil
}

// hereDoc reads a here-document's text.
func (w *walker) hereDoc(rd *syntax.Redirect) *input {
	in := &input{}
	if rd.Hdoc == nil {
		in.texts = []Value{""}
		return in
	}
	in.span = w.src.span(rd.Hdoc.Pos(), rd.Hdoc.End())
	parts := rd.Hdoc.Parts
	if rd.Op == syntax.DashHdoc {
		parts = stripTabs(parts)
	}
	if !quotedDelimiter(rd.Word) {
		in.texts, in.from = w.textParts(parts, in.span, true)
		return in
	}
	var b strings.Builder
	for _, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
		}
	}
	w.step(b.Len() >> 4)
	e := expander{walker: w}
	in.texts = []Value{bounded(e.restore(Lit(b.String())))}
	return in
}

func quotedDelimiter(word *syntax.Word) bool {
	for _, part := range word.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok || strings.Contains(lit.Value, "\\") {
			return true
		}
	}
	return false
}

// stripTabs takes the tabs in front of the lines of <<- away.
func stripTabs(parts []syntax.WordPart) []syntax.WordPart {
	all := make([]syntax.WordPart, 0, len(parts))
	for i, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			all = append(all, part)
			continue
		}
		s := lit.Value
		if i == 0 {
			s = strings.TrimLeft(s, "\t")
		}
		var b strings.Builder
		for {
			line, rest, more := strings.Cut(s, "\n")
			b.WriteString(line)
			if !more {
				break
			}
			b.WriteByte('\n')
			s = strings.TrimLeft(rest, "\t")
		}
		all = append(all, &syntax.Lit{ValuePos: lit.ValuePos, ValueEnd: lit.ValueEnd, Value: b.String()})
	}
	return all
}
