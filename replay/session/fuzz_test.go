package session

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzTranscript feeds each reader with text that looks like its format, or like another's:
// no reader may panic, hang, or take more out of a text than stands in it. The first byte
// chooses the reader, so that every one is tried with every text.
func FuzzTranscript(f *testing.F) {
	forms := formats()
	files, _ := Find([]string{"testdata"})
	for i, file := range files {
		b, err := os.ReadFile(file.Path)
		if err != nil || len(b) > 16<<10 || filepath.Ext(file.Path) == ".db" {
			continue
		}
		f.Add(byte(i), b)
	}
	for i := range forms {
		f.Add(byte(i), []byte(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"Bash","input":{"command":"a"}}]}}{"a":`))
		f.Add(byte(i), []byte("{\"type\":\"response_item\",\"payload\":{\"type\":\"custom_tool_call\",\"name\":\"exec\",\"input\":\"const a = `x${b`; tools.exec_command({cmd: a + \\\"\\\\u{41}\"}}\n"))
	}
	f.Fuzz(func(t *testing.T, n byte, data []byte) {
		detect(data)
		form := forms[int(n)%len(forms)]
		if form.rows {
			return
		}
		calls := 0
		a := newAssembler(form, "-", false, func(c *Call) {
			calls++
			if _, err := c.Call(); err == nil && c.Tool == "" && len(c.args) > len(data) {
				t.Error("arguments larger than the text")
			}
			if c.Off < 0 || c.Off > int64(len(data)) {
				t.Errorf("offset %d of %d", c.Off, len(data))
			}
		}, nil)
		for _, e := range entriesOf(form, data) {
			a.add(&e)
		}
		a.flush()
		if calls > len(data) {
			t.Errorf("%d calls in %d bytes", calls, len(data))
		}
	})
}

func entriesOf(f *format, data []byte) []entry {
	var list []entry
	if f.document {
		f.stream(reader(data), 0, func(s *sink) bool {
			list = append(list, s.entries...)
			return true
		})
		return list
	}
	s := &sink{}
	f.records(data, 0, s, true)
	return s.entries
}
