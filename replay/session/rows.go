package session

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs/readervfs"

	"rules2guards.local/guard/call"
)

// rowsPerSink is how many rows go on together.
const rowsPerSink = 500

// readRows reads the calls in the database of OpenCode, Kilo or Cursor.
func readRows(path string, emit func(*sink) bool) {
	s := &sink{}
	if err := readDatabase(path, s, func() bool {
		ok := emit(s)
		s = &sink{}
		return ok
	}); err != nil {
		s.base = -1
		s.lost(0, err.Error())
	}
	emit(s)
}

func readDatabase(path string, s *sink, flush func() bool) error {
	d, err := openDatabase(path)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer d.close()
	name := fmt.Sprintf("%p", d)
	readervfs.Create(name, d)
	defer readervfs.Delete(name)
	c, err := sqlite3.OpenFlags("file:"+name+"?vfs=reader&immutable=1", sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer c.Close()
	c.Limit(sqlite3.LIMIT_LENGTH, maxRecord)
	for _, p := range []string{"PRAGMA trusted_schema=OFF", "PRAGMA cell_size_check=ON", "PRAGMA query_only=ON", "PRAGMA cache_size=-8000"} {
		if err := c.Exec(p); err != nil {
			return fmt.Errorf("open the database: %w", err)
		}
	}
	t := &table{c: c, s: &s, flush: flush}
	switch {
	case t.is("part", "session"):
		return t.parts(path)
	case t.is("cursorDiskKV"):
		return t.bubbles()
	case t.is("ItemTable"):
		return nil // a workspace of Cursor, whose calls are in the global database
	}
	return errors.New("the database has no table that is known")
}

// table reads rows; s is where the entries go.
type table struct {
	c     *sqlite3.Conn
	s     **sink
	flush func() bool
}

// is reports whether all of these are plain tables: a hostile database may have views of
// that name that never end.
func (t *table) is(names ...string) bool {
	for _, n := range names {
		ok := false
		err := t.query("SELECT sql FROM sqlite_schema WHERE type='table' AND name='"+n+"'", func(r *sqlite3.Stmt) {
			sql := strings.ToUpper(r.ColumnText(0))
			ok = strings.HasPrefix(sql, "CREATE TABLE") && !strings.Contains(sql, "GENERATED") && !strings.Contains(sql, " AS (")
		})
		if err != nil || !ok {
			return false
		}
	}
	return true
}

func (t *table) query(sql string, f func(*sqlite3.Stmt)) error {
	r, _, err := t.c.Prepare(sql)
	if err != nil {
		return fmt.Errorf("read the database: %w", err)
	}
	defer r.Close()
	for r.Step() {
		f(r)
		if len((*t.s).entries) >= rowsPerSink && !t.flush() {
			return nil
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("read the database: %w", err)
	}
	return nil
}

// row decodes the JSON of a row by f.
func (t *table) row(data []byte, f func(*decoder)) {
	s := *t.s
	s.base = -1
	d := decoder{b: data}
	held := len(s.entries)
	f(&d)
	if d.bad {
		s.entries = s.entries[:held]
		s.lost(len(data), "a row that can't be read")
		return
	}
	s.records++
}

// parts reads OpenCode's and Kilo's tables.
func (t *table) parts(path string) error {
	h := call.OpenCode
	if strings.Contains(strings.ToLower(filepath.Base(path)), "kilo") {
		h = call.Kilo
	}
	return t.query("SELECT p.data, p.session_id, s.directory, s.parent_id FROM part p LEFT JOIN session s ON s.id = p.session_id ORDER BY p.session_id, p.time_created, p.id", func(r *sqlite3.Stmt) {
		e := entry{harness: h, session: r.ColumnText(1), dir: r.ColumnText(2), agent: r.ColumnText(3) != ""}
		e.start = e.dir
		data := r.ColumnRawText(0)
		t.row(data, func(d *decoder) {
			(*t.s).base = -1
			openPart(d, e, *t.s)
		})
	})
}

// bubbles reads Cursor's table of chat pieces, as far as it is known: the tool calls in
// toolFormerData, without the folder in which they ran.
func (t *table) bubbles() error {
	return t.query("SELECT key, value FROM cursorDiskKV WHERE key LIKE 'bubbleId:%' ORDER BY rowid", func(r *sqlite3.Stmt) {
		key := strings.Split(r.ColumnText(0), ":")
		if len(key) != 3 {
			return
		}
		data := r.ColumnRawBlob(1)
		t.row(data, func(d *decoder) { cursorBubble(d, key[1], key[2], *t.s) })
	})
}

func cursorBubble(d *decoder, session, id string, s *sink) {
	e := entry{kind: isCall, harness: call.Cursor, session: session, id: id}
	status, name := "", ""
	d.object(func(key []byte) {
		switch string(key) {
		case "createdAt":
			e.time = when(d)
		case "toolFormerData":
			d.object(func(key []byte) {
				switch string(key) {
				case "name":
					name = d.str()
				case "toolCallId":
					if v := d.str(); v != "" {
						e.id = v
					}
				case "rawArgs", "params":
					if a := inner(d); a != nil && (e.args == nil || string(key) == "rawArgs") {
						e.args = a
					}
				case "status":
					status = d.str()
				}
			})
		}
	})
	if name == "" {
		return
	}
	e.tool, e.args = cursorCall(name, e.args)
	s.add(e)
	switch status {
	case "completed":
		s.add(entry{kind: isResult, id: e.id, outcome: Ran})
	case "error":
		s.add(entry{kind: isResult, id: e.id, outcome: Failed})
	case "cancelled", "rejected":
		s.add(entry{kind: isResult, id: e.id, outcome: Denied})
	}
}
