package session

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"runtime"
	"slices"
	"sync"
)

// chunkSize is how much of a file one worker reads at a time.
const chunkSize = 4 << 20

// blockSize is how much is read at once.
const blockSize = 128 << 10

// Report is what reading some files came to.
type Report struct {
	Files    int   // that are session logs
	Others   int   // that were passed over: no session logs
	Bytes    int64 // of the session logs
	Records  int
	Skipped  int64    // bytes that could not be read
	Empty    []string // session logs without a call
	Problems []Problem
}

// Options say how files are read.
type Options struct {
	Workers int       // goroutines; 0: one for each processor
	Stdin   io.Reader // what the path "-" reads
	// Progress is called now and then with the bytes that were read.
	Progress func(files int, bytes int64)
}

// Read reads one file and hands out its calls in the order in which they ended. An error
// is a Problem: reading goes on behind it.
func Read(path string) iter.Seq2[Call, error] {
	return func(yield func(Call, error) bool) {
		seen := NewSeen()
		going := true
		rep := Scan([]File{{Path: path, Given: true}}, Options{Workers: 1}, func() func(*Call) struct{} {
			return func(*Call) struct{} { return struct{}{} }
		}, func(c *Call, _ struct{}) {
			if _, again := seen.Add(c); !again && going {
				going = yield(*c, nil)
			}
		})
		for _, p := range rep.Problems {
			if going {
				going = yield(Call{}, p)
			}
		}
	}
}

// task is a part of a file that one worker reads.
type task struct {
	file     *source
	off, end int64
	data     []byte // of standard input
	last     bool   // of its file
	out      chan *sink
}

// source is a file that is being read.
type source struct {
	path   string
	format *format
	f      *os.File
	r      io.Reader // standard input
	size   int64
	left   sync.WaitGroup // tasks that still read f
}

// lastRecord returns where the last line that begins like a record starts: what stands in
// front of it can be read without what follows. 0: there is no such line but the first.
func lastRecord(b []byte) int {
	for end := len(b) - 2; end > 0; {
		i := bytes.LastIndexByte(b[:end], '\n')
		if i >= 0 && b[i+1] == '{' && b[i+2] == '"' {
			return i + 1
		}
		end = i
	}
	return 0
}

// batch is calls on their way through the second stage.
type batch[R any] struct {
	calls []Call
	res   []R
	done  chan struct{}
}

const batchSize = 128

// Scan reads files in parallel and hands every call to each, in the order of the files,
// with what work made of it. work is called once for each of the workers that judge calls;
// each and everything else that sees a whole file run one at a time.
//
// Memory does not depend on the size of the files: it is bounded by the chunks that are on
// their way, and by the largest record.
func Scan[R any](files []File, o Options, work func() func(*Call) R, each func(*Call, R)) Report {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	var rep Report
	tasks := make(chan *task, o.Workers)
	order := make(chan *task, o.Workers)
	found := make(chan Problem, 16)
	var reading sync.WaitGroup
	var problems sync.WaitGroup

	problems.Add(1)
	go func() {
		defer problems.Done()
		for p := range found {
			if p.Text == "" {
				rep.Others++
			} else {
				rep.Problems = append(rep.Problems, p)
			}
		}
	}()
	for range o.Workers {
		reading.Go(func() {
			var buf []byte
			for t := range tasks {
				buf = t.read(buf)
			}
		})
	}
	go func() {
		plan(files, o, found, func(t *task) {
			t.out = make(chan *sink, 2)
			order <- t
			tasks <- t
		})
		close(order)
		close(tasks)
		close(found)
	}()

	batches := make(chan *batch[R], o.Workers)
	judged := make(chan *batch[R], 2*o.Workers)
	for range o.Workers {
		reading.Go(func() {
			f := work()
			for b := range batches {
				for i := range b.calls {
					b.res[i] = f(&b.calls[i])
				}
				close(b.done)
			}
		})
	}
	var gathered Report
	go func() {
		gathered = gather(order, o, func(calls []Call) {
			b := &batch[R]{calls: calls, res: make([]R, len(calls)), done: make(chan struct{})}
			judged <- b
			batches <- b
		})
		close(batches)
		close(judged)
	}()
	for b := range judged {
		<-b.done
		for i := range b.calls {
			each(&b.calls[i], b.res[i])
		}
	}
	reading.Wait()
	problems.Wait()
	gathered.Others = rep.Others
	gathered.Problems = append(rep.Problems, gathered.Problems...)
	return gathered
}

// gather puts the parts of each file together, in order.
func gather(order <-chan *task, o Options, send func([]Call)) Report {
	var rep Report
	var calls []Call
	emit := func(c Call) {
		calls = append(calls, c)
		if len(calls) >= batchSize {
			send(calls)
			calls = make([]Call, 0, batchSize)
		}
	}
	var a *assembler
	var file *source
	var lost int64
	records := 0
	for t := range order {
		if t.file != file {
			file, a = t.file, newAssembler(t.file.format, t.file.path, t.file.f != nil, emit)
			lost, records = 0, 0
		}
		for s := range t.out {
			rep.Records += s.records
			records += s.records
			rep.Skipped += s.bytes
			lost += s.bytes
			for _, p := range s.problems {
				p.File = file.path
				rep.Problems = append(rep.Problems, p)
			}
			for _, e := range s.entries {
				a.add(e)
			}
			if s.size > 0 {
				rep.Bytes += s.size
			}
			if o.Progress != nil {
				o.Progress(rep.Files, rep.Bytes)
			}
		}
		if !t.last {
			continue
		}
		a.flush()
		rep.Files++
		switch {
		case a.calls > 0:
		case records == 0 || lost > 0:
			rep.Problems = append(rep.Problems, Problem{File: file.path, Off: -1, Text: "no call in it could be understood", Fatal: true})
		default:
			rep.Empty = append(rep.Empty, file.path)
		}
	}
	if len(calls) > 0 {
		send(calls)
	}
	return rep
}

// read reads the task's part and closes its channel. buf is memory to work in.
func (t *task) read(buf []byte) []byte {
	defer t.file.left.Done()
	defer close(t.out)
	f := t.file.format
	emit := func(s *sink) bool { t.out <- s; return true }
	switch {
	case f.rows:
		readRows(t.file.path, emit)
	case f.document:
		r := t.file.r
		if r == nil {
			r = io.NewSectionReader(t.file.f, 0, t.file.size)
		}
		f.stream(r, 0, emit)
		emit(&sink{size: t.file.size})
	case t.data != nil:
		s := &sink{size: int64(len(t.data))}
		f.records(t.data, t.off, s)
		emit(s)
	default:
		return t.lines(buf)
	}
	return buf
}

// lines reads the lines that begin in the task's part of the file, block after block: what
// was read a moment ago is still in the processor's cache.
func (t *task) lines(mem []byte) []byte {
	s := &sink{size: t.end - t.off}
	defer func() { t.out <- s }()
	from := max(t.off-1, 0) // of buf; a line begins at off if the byte before ends one
	buf := mem[:0]
	inside := t.off > 0 // buf begins within a line of the part before
	for next := from; next < t.end; {
		want := int(min(int64(max(blockSize, len(buf))), t.end-next))
		buf = slices.Grow(buf, want)
		n, err := t.file.f.ReadAt(buf[len(buf):len(buf)+want], next)
		buf = buf[:len(buf)+n]
		if err != nil && !errors.Is(err, io.EOF) {
			s.base = next
			s.lost(0, err.Error())
			return mem
		}
		if next += int64(n); n < want {
			break // the file has become shorter
		}
		if next == t.end {
			break
		}
		done := 0
		if inside {
			done = bytes.IndexByte(buf, '\n') + 1
			inside = done == 0
			if inside {
				done = len(buf)
			}
		}
		if cut := lastRecord(buf[done:]); cut > 0 {
			t.file.format.records(buf[done:done+cut], from+int64(done), s)
			done += cut
		}
		from += int64(done)
		buf = append(buf[:0], buf[done:]...)
	}
	start := 0
	if inside {
		i := bytes.IndexByte(buf, '\n')
		if i < 0 || i+1 >= len(buf) {
			return mem // no line begins here
		}
		start = i + 1
	}
	// The last line may go on behind the part.
	big := buf
	for size := 1 << 20; t.end < t.file.size && len(big) > 0 && big[len(big)-1] != '\n'; size *= 2 {
		at := from + int64(len(big))
		more := make([]byte, min(int64(size), t.file.size-at))
		n, err := t.file.f.ReadAt(more, at)
		more = more[:n]
		i := bytes.IndexByte(more, '\n')
		if i >= 0 {
			more = more[:i]
		}
		big = append(big, more...)
		if i >= 0 || n == 0 || at+int64(n) >= t.file.size || err != nil && !errors.Is(err, io.EOF) {
			break
		}
		if len(big)-len(buf) > maxRecord {
			cut := bytes.LastIndexByte(big[:len(buf)], '\n') + 1
			s.base = from + int64(cut)
			s.lost(len(big)-cut, "a record that is too long")
			big = big[:cut]
			break
		}
	}
	if start < len(big) {
		t.file.format.records(big[start:], from+int64(start), s)
	}
	if cap(big) > 8*chunkSize {
		return mem
	}
	return big[:0]
}
