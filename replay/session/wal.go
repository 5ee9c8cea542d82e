package session

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// database is a SQLite database as it is on disk, with the pages laid over it that its
// write-ahead log holds. Reading it takes no lock, writes nothing and leaves no -shm file
// behind, so that a harness that runs is not disturbed.
type database struct {
	db, wal *os.File
	page    int64
	size    int64
	pages   map[uint32]int64 // page number -> where it stands in the log
	log     bool             // the header says that there is a log
}

// openDatabase opens a database and reads which pages its log holds.
func openDatabase(path string) (*database, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	d := &database{db: f}
	head := make([]byte, 100)
	if _, err := f.ReadAt(head, 0); err != nil {
		d.close()
		return nil, fmt.Errorf("read its header: %w", err)
	}
	st, err := f.Stat()
	if err != nil {
		d.close()
		return nil, err
	}
	d.size = st.Size()
	if d.page = int64(binary.BigEndian.Uint16(head[16:])); d.page == 1 {
		d.page = 65536
	}
	if d.page < 512 || d.page&(d.page-1) != 0 {
		d.close()
		return nil, errors.New("its page size is none that SQLite has")
	}
	if d.log = head[18] == 2 || head[19] == 2; !d.log {
		return d, nil
	}
	if st, err := os.Lstat(path + "-wal"); err != nil || !st.Mode().IsRegular() || st.Size() == 0 {
		return d, nil
	}
	if d.wal, err = os.Open(path + "-wal"); err != nil {
		d.close()
		return nil, fmt.Errorf("open its log: %w", err)
	}
	if err := d.readLog(); err != nil {
		d.close()
		return nil, fmt.Errorf("read its log: %w", err)
	}
	return d, nil
}

func (d *database) close() {
	d.db.Close()
	if d.wal != nil {
		d.wal.Close()
	}
}

// readLog finds the newest committed copy of each page in the write-ahead log. The log ends
// where a frame has other salts than its header, or a wrong checksum: what stands behind
// is left over from before.
func (d *database) readLog() error {
	r := io.NewSectionReader(d.wal, 0, 1<<62)
	head := make([]byte, 32)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil // nothing was committed yet
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch binary.BigEndian.Uint32(head) {
	case 0x377f0682:
	case 0x377f0683:
		order = binary.BigEndian
	default:
		return nil
	}
	if int64(binary.BigEndian.Uint32(head[8:])) != d.page {
		return errors.New("its pages are of another size")
	}
	var s0, s1 uint32
	sum := func(b []byte) {
		for i := 0; i+8 <= len(b); i += 8 {
			s0 += order.Uint32(b[i:]) + s1
			s1 += order.Uint32(b[i+4:]) + s0
		}
	}
	sum(head[:24])
	if s0 != binary.BigEndian.Uint32(head[24:]) || s1 != binary.BigEndian.Uint32(head[28:]) {
		return nil
	}
	d.pages = map[uint32]int64{}
	open := map[uint32]int64{} // not committed yet
	frame := make([]byte, 24+d.page)
	for off := int64(32); ; off += int64(len(frame)) {
		if _, err := io.ReadFull(r, frame); err != nil {
			return nil
		}
		sum(frame[:8])
		sum(frame[24:])
		if string(frame[8:16]) != string(head[16:24]) ||
			s0 != binary.BigEndian.Uint32(frame[16:]) || s1 != binary.BigEndian.Uint32(frame[20:]) {
			return nil
		}
		open[binary.BigEndian.Uint32(frame)] = off + 24
		if n := binary.BigEndian.Uint32(frame[4:]); n != 0 {
			for p, at := range open {
				d.pages[p] = at
			}
			clear(open)
			d.size = int64(n) * d.page
		}
	}
}

// Size is the size of the database with its log.
func (d *database) Size() (int64, error) { return d.size, nil }

// ReadAt reads the database as it is with its log. The header is shown as that of a
// database without one.
func (d *database) ReadAt(b []byte, off int64) (int, error) {
	done := 0
	for done < len(b) {
		at := off + int64(done)
		if at >= d.size {
			return done, io.EOF
		}
		in := at % d.page
		part := b[done:min(len(b), done+int(d.page-in))]
		f, where := d.db, at
		if p, ok := d.pages[uint32(at/d.page)+1]; ok {
			f, where = d.wal, p+in
		}
		n, err := f.ReadAt(part, where)
		if d.log {
			for i := range part[:n] {
				if x := at + int64(i); x == 18 || x == 19 {
					part[i] = 1
				} else if x > 19 {
					break
				}
			}
		}
		done += n
		if err != nil && n < len(part) {
			return done, err
		}
	}
	return done, nil
}
