package guard

// freesAround reports whether an except pattern W A names a command as its W: the command
// is that wrapper, and all that it runs is such an A, or what stands around or in one.
func (m *matcher) freesAround(i int, p *Pattern) bool {
	is := false
	for n := range p.Around {
		is = is || m.whole(i, &p.Around[n], nil)
	}
	if !is {
		return false
	}
	all := m.cs.all
	const (
		outside = iota
		empty   // in the wrapper, and nothing is known in it so far
		filled
		freed
	)
	state := make([]uint8, len(all))
	state[i] = empty
	for k := i + 1; k < len(all); k++ {
		up := all[k].Parent
		if up < 0 || state[up] == outside {
			continue
		}
		if state[k] = empty; state[up] == freed || m.frees(k, p, nil) {
			state[k] = freed
		}
		if state[up] == empty {
			state[up] = filled
		}
	}
	for k := i; k < len(all); k++ {
		if state[k] == empty {
			return false
		}
	}
	return true
}
