package session

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// plan opens the files one after the other and cuts them into tasks.
func plan(files []File, o Options, found chan<- Problem, emit func(*task)) {
	head := make([]byte, headSize)
	for _, file := range files {
		var err error
		switch {
		case file.open != nil:
			var r io.Reader
			if r, err = file.open(); err == nil {
				err = planStream(file.Path, r, emit)
			}
		case file.Path == "-":
			err = planStream("-", o.Stdin, emit)
		default:
			err = planFile(file.Path, head, emit)
		}
		if err != nil {
			pr := Problem{File: file.Path, Off: -1, Text: err.Error(), Fatal: true}
			// Only a file that was named, or has the name of a log, must be one.
			companion := !file.Given && !strings.HasSuffix(file.Path, ".jsonl") && errors.Is(err, errUnknown)
			if errors.Is(err, errNoLog) || companion {
				pr.Text = ""
			}
			found <- pr
		}
	}
}

// errNoLog says that a file is no session log, or one of a log's companions.
var errNoLog = errors.New("no session log")

// errUnknown says that a file that should be a session log is of no known format.
var errUnknown = errors.New("no known format of session logs")

func planFile(path string, head []byte, emit func(*task)) error {
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return errors.Unwrap(err)
	case !st.Mode().IsRegular():
		return errors.New("it is no regular file")
	case st.Size() == 0:
		return errNoLog
	}
	f, err := os.Open(path)
	if err != nil {
		return errors.Unwrap(err)
	}
	n, err := f.ReadAt(head[:min(headSize, st.Size())], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		f.Close()
		return fmt.Errorf("read it: %w", err)
	}
	form, known := detect(head[:n])
	if form == nil {
		f.Close()
		if known {
			return errNoLog
		}
		return errUnknown
	}
	src := &source{path: path, format: form, f: f, size: st.Size()}
	src.left.Add(1)
	defer src.left.Done()
	go func() {
		src.left.Wait()
		f.Close()
	}()
	if form.document || form.rows {
		src.left.Add(1)
		emit(&task{file: src, end: src.size, last: true})
		return nil
	}
	for off := int64(0); off < src.size; off += chunkSize {
		src.left.Add(1)
		end := min(off+chunkSize, src.size)
		emit(&task{file: src, off: off, end: end, last: end == src.size})
	}
	return nil
}

// planStream reads what can't be read at several places at once: standard input, or an
// object of git.
func planStream(path string, r io.Reader, emit func(*task)) error {
	if r == nil {
		r = bytes.NewReader(nil)
	}
	head := make([]byte, headSize)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	form, known := detect(head)
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("read it: %w", err)
	case form == nil && (known || len(head) == 0 && path != "-"):
		return errNoLog
	case form == nil:
		return errUnknown
	case form.rows:
		return errors.New("a database can't be read as a stream")
	}
	src := &source{path: path, format: form}
	if form.document {
		src.r = io.MultiReader(bytes.NewReader(head), r)
		src.left.Add(1)
		emit(&task{file: src, last: true})
		return nil
	}
	rest, off := head, int64(0)
	for {
		data := make([]byte, len(rest), len(rest)+chunkSize)
		copy(data, rest)
		n, err := io.ReadFull(r, data[len(data):cap(data)])
		data = data[:len(data)+n]
		cut := len(data)
		if err == nil {
			if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
				cut = i + 1
			} else if len(data) <= maxRecord {
				rest = data
				continue
			}
		}
		src.left.Add(1)
		emit(&task{file: src, off: off, data: data[:cut], last: err != nil})
		off += int64(cut)
		rest = data[cut:]
		if err != nil {
			return nil
		}
	}
}
