package shell

import (
	"rules2guards.local/guard/call"
)

// find finds what find -delete deletes. Without a test that is all that lies in its
// folders.
func (f *finder) find() {
	args := f.c.Args
	s, at := newFindScan(args)
	for i := at; i < len(args); i++ {
		switch args[i].Value {
		case "-exec", "-execdir", "-ok", "-okdir":
			_, i = untilEnd(args, i+1)
			s.acted()
		case "-delete":
			f.findDeletes(s)
			s.acted()
		default:
			i = s.test(args, i)
		}
	}
}

func (f *finder) findDeletes(s *findScan) {
	names, limited := s.names(), s.limited
	if len(names) > maxFound {
		names, limited = nil, true // so that time stays linear
	}
	for _, n := range names {
		if n.tree {
			f.tree(n.name, f.c.Span, call.Delete)
		} else {
			f.add(n.name, f.c.Span, call.Delete)
		}
	}
	if len(names) > 0 || f.has("-empty") {
		return
	}
	for _, r := range s.roots {
		if limited {
			f.tree(inFolder(r, AnyText), f.c.Span, call.Delete)
		} else {
			f.tree(r, f.c.Span, call.Delete)
		}
	}
}
