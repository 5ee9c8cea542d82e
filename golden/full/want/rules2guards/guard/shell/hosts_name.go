package shell

import (
	"strconv"
	"strings"
)

// URLHost returns the host of an address as browsers and fetch tools read it: lower case,
// without port and user, an IP in its plain form; or "".
func URLHost(address string) string {
	return addressHost(strings.TrimSpace(address), true)
}

// commandHost returns the host of an address as curl, git and ssh read it: a backslash is
// no slash there, and the scheme may be missing.
func commandHost(address string) string {
	if v := Value(address); v.HasGlob() && v.Known() {
		address = v.Text() // http://[::1]/, x.example?a=b: no file has such a name
	}
	return addressHost(address, false)
}

func addressHost(s string, browser bool) string {
	if strings.IndexByte(s, 0) >= 0 {
		s = string(plainGlobs(Value(s)))
	}
	if browser {
		s = strings.NewReplacer("\\", "/", "\t", "", "\n", "", "\r", "").Replace(s)
	}
	if i := strings.Index(s, "://"); i >= 0 && !strings.ContainsAny(s[:i], "/?#@") {
		if strings.HasSuffix(strings.ToLower(s[:i]), "file") {
			return ""
		}
		s = strings.TrimLeft(s[i+3:], "/")
	} else if browser {
		rest, ok := strings.CutPrefix(s, "//")
		if !ok {
			if i := strings.IndexByte(s, ':'); i > 0 && (strings.EqualFold(s[:i], "http") || strings.EqualFold(s[:i], "https")) {
				rest = strings.TrimLeft(s[i+1:], "/")
			} else {
				return ""
			}
		}
		s = rest
	} else {
		s = strings.TrimPrefix(s, "//")
	}
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	if strings.HasPrefix(s, "[") {
		if i := strings.IndexByte(s, ']'); i > 0 {
			return plainHost(s[1:i])
		}
		return ""
	}
	if strings.Count(s, ":") < 2 {
		s, _, _ = strings.Cut(s, ":")
	}
	if s == "" {
		return ""
	}
	return plainHost(s)
}

// plainHost writes a host in one form.
func plainHost(s string) string {
	if strings.IndexByte(s, '%') >= 0 && !strings.Contains(s, ":") {
		s = percentDecoded(s)
	}
	s = strings.NewReplacer("。", ".", "．", ".", "｡", ".").Replace(s)
	s = ASCIIHost(strings.TrimSuffix(strings.ToLower(s), "."))
	if strings.ContainsAny(s, " \t\n\"'<>{}|^`") {
		return ""
	}
	if ip, ok := plainIPv4(s); ok {
		return ip
	}
	if strings.Contains(s, ":") {
		return plainIPv6(s)
	}
	return s
}

// plainIPv4 reads the forms that inet_aton takes: one to four numbers, decimal, octal or
// hexadecimal, the last of which fills what is left.
func plainIPv4(s string) (string, bool) {
	parts := strings.Split(s, ".")
	if len(parts) > 4 {
		return "", false
	}
	var ip uint64
	for i, p := range parts {
		if p == "" || p[0] < '0' || p[0] > '9' {
			return "", false
		}
		base := 10
		switch {
		case strings.HasPrefix(p, "0x"):
			p, base = p[2:], 16
			if p == "" {
				p = "0"
			}
		case len(p) > 1 && p[0] == '0':
			base = 8
		}
		n, err := strconv.ParseUint(p, base, 64)
		if err != nil {
			return "", false
		}
		left := 8 * (4 - i)
		if i == len(parts)-1 {
			if n >= 1<<left {
				return "", false
			}
			ip |= n
			break
		}
		if n > 255 {
			return "", false
		}
		ip |= n << (left - 8)
	}
	return dotted(ip), true
}

func dotted(ip uint64) string {
	var b []byte
	for i := 3; i >= 0; i-- {
		b = strconv.AppendUint(b, ip>>(8*i)&255, 10)
		if i > 0 {
			b = append(b, '.')
		}
	}
	return string(b)
}

// plainIPv6 writes an IPv6 address in its short form, an IPv4 address in it as that one.
func plainIPv6(s string) string {
	zone := strings.IndexByte(s, '%')
	if zone >= 0 {
		s = s[:zone]
	}
	var groups [8]uint64
	n, gap := 0, -1
	for rest := s; rest != ""; {
		if strings.HasPrefix(rest, "::") && gap < 0 {
			gap, rest = n, rest[2:]
			continue
		}
		if n > 0 && strings.HasPrefix(rest, ":") {
			rest = rest[1:]
		}
		end := strings.IndexByte(rest, ':')
		if end < 0 {
			end = len(rest)
		}
		part := rest[:end]
		rest = rest[end:]
		if strings.Contains(part, ".") && rest == "" && n <= 6 {
			parts := strings.Split(part, ".")
			if len(parts) != 4 {
				return s
			}
			for i, p := range parts {
				v, err := strconv.ParseUint(p, 10, 8)
				if err != nil {
					return s
				}
				groups[n+i/2] |= v << (8 * (1 - i%2))
			}
			n += 2
			break
		}
		v, err := strconv.ParseUint(part, 16, 16)
		if err != nil || n == 8 {
			return s
		}
		groups[n] = v
		n++
	}
	if gap >= 0 {
		if n == 8 {
			return s
		}
		for i := n - 1; i >= gap; i-- {
			groups[i+8-n], groups[i] = groups[i], 0
		}
	} else if n != 8 {
		return s
	}
	return shortIPv6(groups)
}

// shortIPv6 prints groups with the longest run of zeros left out.
func shortIPv6(g [8]uint64) string {
	if g[0]|g[1]|g[2]|g[3]|g[4] == 0 && g[5] == 0xffff {
		return dotted(g[6]<<16 | g[7])
	}
	at, run := -1, 1
	for i := 0; i < 8; i++ {
		n := 0
		for i+n < 8 && g[i+n] == 0 {
			n++
		}
		if n > run {
			at, run = i, n
		}
		if n > 0 {
			i += n - 1
		}
	}
	var b []byte
	for i := 0; i < 8; i++ {
		if i == at {
			b = append(b, ':', ':')
			i += run - 1
			continue
		}
		if len(b) > 0 && b[len(b)-1] != ':' {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, g[i], 16)
	}
	return string(b)
}
