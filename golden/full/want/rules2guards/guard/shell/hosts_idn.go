package shell

import "strings"

// ASCIIHost writes each label of a host, or of a glob over hosts, that holds other letters
// as names are looked up: bücher.example is xn--bcher-kva.example.
func ASCIIHost(host string) string {
	ascii := true
	for i := range len(host) {
		ascii = ascii && host[i] < 0x80
	}
	if ascii {
		return host
	}
	labels := strings.Split(host, ".")
	for i, l := range labels {
		if !strings.ContainsAny(l, "*?[{\x00") {
			labels[i] = punycode(l)
		}
	}
	return strings.Join(labels, ".")
}

// punycode encodes a label by RFC 3492.
func punycode(label string) string {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	runes := []rune(label)
	var out []byte
	for _, r := range runes {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic == len(runes) || len(runes) > 63 {
		return label
	}
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(0x80), 0, 72
	for done := basic; done < len(runes); {
		next := rune(0x7fffffff)
		for _, r := range runes {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tmin), tmax)
				if q < t {
					break
				}
				out = append(out, digit(t+(q-t)%(base-t)))
				q = (q - t) / (base - t)
			}
			out = append(out, digit(q))
			if bias = delta / 2; done == basic {
				bias = delta / damp
			}
			bias += bias / (done + 1)
			k := 0
			for ; bias > (base-tmin)*tmax/2; k += base {
				bias /= base - tmin
			}
			bias = k + (base-tmin+1)*bias/(bias+skew)
			delta = 0
			done++
		}
		delta++
		n++
	}
	return "xn--" + string(out)
}

func digit(d int) byte { return "abcdefghijklmnopqrstuvwxyz0123456789"[d] }
