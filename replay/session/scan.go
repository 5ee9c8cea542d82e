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

// blockSize is how much is read at once, and tailSize how much behind a part of a file, in
// search of the end of its last line.
const (
	blockSize = 128 << 10
	tailSize  = 16 << 10
)

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

// batch is calls on their way through the second stage.
type batch[R any] struct {
	calls []Call
	res   []R
	done  chan struct{} // holds one
}

const batchSize = 256

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
	sinks := &sync.Pool{New: func() any { return new(sink) }}
	idle := &sync.Pool{New: func() any {
		return &batch[R]{calls: make([]Call, 0, batchSize), res: make([]R, batchSize), done: make(chan struct{}, 1)}
	}}
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
				buf = t.read(buf, sinks)
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
				b.done <- struct{}{}
			}
		})
	}
	var gathered Report
	go func() {
		b := idle.Get().(*batch[R])
		send := func() {
			judged <- b
			batches <- b
			b = idle.Get().(*batch[R])
		}
		gathered = gather(order, o, sinks, func(c *Call) {
			b.calls = append(b.calls, *c)
			if len(b.calls) == batchSize {
				send()
			}
		})
		send()
		close(batches)
		close(judged)
	}()
	for b := range judged {
		<-b.done
		for i := range b.calls {
			each(&b.calls[i], b.res[i])
		}
		clear(b.calls)
		b.calls = b.calls[:0]
		idle.Put(b)
	}
	reading.Wait()
	problems.Wait()
	gathered.Others = rep.Others
	gathered.Problems = append(rep.Problems, gathered.Problems...)
	return gathered
}

// gather puts the parts of each file together, in order.
func gather(order <-chan *task, o Options, sinks *sync.Pool, emit func(*Call)) Report {
	var rep Report
	var a *assembler
	var file *source
	var lost int64
	records := 0
	for t := range order {
		if t.file != file {
			file, a = t.file, newAssembler(t.file.format, t.file.path, t.file.f != nil, emit, a)
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
			for i := range s.entries {
				a.add(&s.entries[i])
			}
			rep.Bytes += s.size
			s.reset()
			sinks.Put(s)
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
	return rep
}

// read reads the task's part and closes its channel. buf is memory to work in.
func (t *task) read(buf []byte, sinks *sync.Pool) []byte {
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
		s := sinks.Get().(*sink)
		s.size = int64(len(t.data))
		f.records(t.data, t.off, s, true)
		emit(s)
	default:
		s := sinks.Get().(*sink)
		s.size = t.end - t.off
		buf = t.lines(s, buf)
		emit(s)
	}
	return buf
}

// lines reads the lines that begin in the task's part of the file, block after block: what
// was read a moment ago is still in the processor's cache. buf is memory to work in.
func (t *task) lines(s *sink, buf []byte) []byte {
	buf = buf[:0]
	from := max(t.off-1, 0) // where buf begins; a line begins at off if the byte before ends one
	inside := t.off > 0     // buf begins within a line of the part before
	for last := false; !last; {
		next, size, end := from+int64(len(buf)), blockSize, t.end
		if next >= t.end { // the last line goes on behind the part
			size, end = tailSize, t.file.size
		}
		want := int(min(int64(max(size, len(buf))), end-next))
		buf = slices.Grow(buf, want)
		n, err := t.file.f.ReadAt(buf[len(buf):len(buf)+want], next)
		if err != nil && !errors.Is(err, io.EOF) {
			s.base = next
			s.lost(0, err.Error())
			break
		}
		buf, next = buf[:len(buf)+n], next+int64(n)
		last = n < want || next == t.file.size // or the file has become shorter
		if inside {
			i := bytes.IndexByte(buf, '\n')
			inside = i < 0
			if inside {
				i = len(buf) - 1
			}
			from += int64(i + 1)
			buf = buf[:copy(buf, buf[i+1:])]
			if from >= t.end {
				break // no line begins here
			}
		}
		if next >= t.end {
			i := int(t.end - 1 - from)
			if n := bytes.IndexByte(buf[i:], '\n'); n >= 0 {
				buf, last = buf[:i+n], true
			}
		}
		if !last && len(buf) > maxRecord {
			cut := bytes.LastIndexByte(buf, '\n') + 1
			s.base = from + int64(cut)
			s.lost(len(buf)-cut, "a record that is too long")
			buf, last = buf[:cut], true
		}
		done := t.file.format.records(buf, from, s, last)
		from += int64(done)
		buf = buf[:copy(buf, buf[done:])]
	}
	if cap(buf) > 8*chunkSize {
		return nil
	}
	return buf
}
