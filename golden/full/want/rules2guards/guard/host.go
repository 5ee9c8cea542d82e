package guard

import (
	"strings"

	"rules2guards.local/guard/shell"
)

// judgeHosts judges the hosts that a command names.
func (j *Judge) judgeHosts(cs *commands, i, text int) {
	if len(j.p.Index.Hosts) == 0 {
		return
	}
	hosts := shell.Hosts(&cs.all[i])
	if len(hosts) == 0 {
		return
	}
	pl := j.commandPlace(cs, i, &cs.readings(i)[0])
	for _, h := range hosts {
		j.judgeHost(h, pl, text)
	}
}

func (j *Judge) judgeHost(h shell.Host, pl place, text int) {
	if h.Name == "" {
		return
	}
	name := shell.Value(h.Name).String()
	for _, n := range j.p.Index.Hosts {
		r := &j.p.Rules[n]
		if !j.applies(r) || h.Maybe && !r.FireOnUnknown || !namesHost(r.Hosts, h.Name, r.FireOnUnknown) {
			continue
		}
		if namesHost(r.Except, h.Name, false) {
			j.why(n, name, "except names the host")
			continue
		}
		if j.conditions(n, pl, name) {
			j.fire(n, Finding{Item: name, What: "is contacted", Text: text, Span: h.Span})
		}
	}
}

// namesHost reports whether a glob names the host or a domain above it. A host with an
// unknown part may be any host at all, since that part may hold a slash: only * names it.
// could asks whether it could be named, by what is known of it.
func namesHost(globs []string, host string, could bool) bool {
	known := shell.Value(host).Known()
	for _, g := range globs {
		if !known && !could {
			if strings.Trim(g, "*") == "" {
				return true
			}
			continue
		}
		g = shell.ASCIIHost(strings.ToLower(g))
		for h := host; ; {
			if matchGlob(g, shell.Value(h), looseUnknown) {
				return true
			}
			_, rest, ok := strings.Cut(h, ".")
			if !ok || !strings.Contains(rest, ".") {
				break
			}
			h = rest
		}
	}
	return false
}
