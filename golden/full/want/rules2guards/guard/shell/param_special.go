package shell

import "strconv"

// special is the value of a parameter that is no variable.
func (w *walker) special(name string) ([]paramValue, bool) {
	switch name {
	case "@", "*":
		c := w.st.lookup(argsName)
		if c == nil || len(c.alts) == 0 {
			return []paramValue{{list: name == "@"}}, true
		}
		var all []paramValue
		for i := range c.alts {
			all = append(all, c.alts[i].list(name == "@"))
		}
		return all, true
	case "#":
		var all []paramValue
		for _, v := range w.positional() {
			n := one(Value(itoa(int64(len(v.fields)))))
			if v.multi {
				n = unknownValue()
			}
			all = append(all, n)
		}
		return all, true
	case "?", "$", "!", "-", "_":
		return []paramValue{one(Unknown)}, true
	case "0":
		if c := w.st.lookup(zeroName); c != nil {
			var all []paramValue
			for _, v := range c.values() {
				all = append(all, one(v))
			}
			return all, true
		}
		return []paramValue{one("bash")}, true
	}
	if name == "" || name[0] < '0' || name[0] > '9' {
		return nil, false
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		return []paramValue{unknownValue()}, true
	}
	var all []paramValue
	for _, v := range w.positional() {
		all = append(all, nth(v.fields, n))
	}
	return all, true
}

func (w *walker) positional() []paramValue {
	v, _ := w.special("@")
	return v
}

// nth is the nth of some fields, unless an unknown one stands before it.
func nth(fields []Value, n int) paramValue {
	for i := 0; i < len(fields) && i < n; i++ {
		if fields[i] == Unknown {
			return unknownValue()
		}
	}
	if n > len(fields) || n < 1 {
		return paramValue{null: true}
	}
	return one(fields[n-1])
}

// wellKnown is the value of a variable that the text never set.
func (w *walker) wellKnown(name string) []paramValue {
	switch name {
	case "HOME":
		if w.opts.Home != "" {
			return []paramValue{one(Lit(w.opts.Home))}
		}
	case "PWD":
		var all []paramValue
		for _, p := range w.st.places {
			v := one(Unknown)
			if p.Known {
				v = one(Lit(p.Dir))
			}
			all = append(all, v)
		}
		return all
	case "IFS":
		return []paramValue{one(" \t\n")}
	case "BASH", "SHELL":
		return []paramValue{one("/bin/bash")}
	case "BASH_SUBSHELL", "OPTIND":
		return []paramValue{one(Unknown)}
	}
	v := unknownValue()
	v.env = true
	return []paramValue{v}
}
