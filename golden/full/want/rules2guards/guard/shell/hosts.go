package shell

import (
	"strings"
	"unicode"
)

// Host is a host that a command names.
type Host struct {
	Name  string // lower case, without port and user; an IP in its plain form. It may hold Unknown
	Maybe bool   // may be no host at all: an unknown word that need not be an address
	Span  Span
}

// Hosts returns the hosts that a command names itself: in addresses, and as the other side
// of ssh, git, rsync and the like.
func Hosts(c *Command) []Host {
	h := hostFinder{c: c}
	for _, r := range c.Redirects {
		h.device(r.File)
	}
	kind := hostKind(c.Program)
	if kind == 0 {
		return h.out
	}
	for _, l := range Lines(c) {
		h.line = &l
		h.read(kind)
	}
	for _, e := range c.Env {
		switch strings.ToLower(e.Name) {
		case "http_proxy", "https_proxy", "all_proxy", "ftp_proxy":
			h.add(commandHost(string(e.Value)), c.Span)
		}
	}
	return h.out
}

// kinds of programs by what in their words names a host.
type hostWords uint8

const (
	hostAddresses hostWords = iota + 1 // words and values that are addresses
	hostOperands                       // every operand is an address, with or without a scheme
	hostGit
	hostSSH      // the first operand
	hostCopies   // operands host:path
	hostConnects // the first operand, and a port
	hostLookups  // every operand that looks like a host
	hostSocat
	hostImages
	hostDatabase
)

func hostKind(program string) hostWords {
	switch program {
	case "curl", "wget", "http", "https", "xh", "xhs", "aria2c", "httrack", "lynx", "w3m", "links", "elinks", "fetch", "wget2", "axel",
		"invoke-webrequest", "Invoke-WebRequest", "Invoke-RestMethod", "iwr", "irm", "ab", "wrk", "hey", "siege", "websocat", "wscat", "grpcurl":
		return hostOperands
	case "git":
		return hostGit
	case "ssh", "sftp", "mosh", "autossh", "ssh-copy-id", "sshfs", "ssh-keyscan":
		return hostSSH
	case "scp", "rsync", "rcp":
		return hostCopies
	case "nc", "ncat", "netcat", "telnet", "ftp", "lftp", "tftp", "nmap":
		return hostConnects
	case "ping", "ping6", "fping", "traceroute", "traceroute6", "tracepath", "mtr", "dig", "drill", "host", "nslookup", "whois":
		return hostLookups
	case "socat":
		return hostSocat
	case "docker", "podman", "nerdctl", "buildah", "skopeo", "crane", "oras":
		return hostImages
	case "psql", "mysql", "mariadb", "pg_dump", "pg_restore", "mysqldump", "redis-cli", "mongosh", "mongo", "mongodump", "clickhouse-client", "sqlcmd":
		return hostDatabase
	case "npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx", "pip", "pip3", "pipx", "uv", "uvx", "poetry", "pdm", "pipenv", "conda", "mamba",
		"cargo", "gem", "bundle", "go", "deno", "composer", "brew", "apt", "apt-get", "add-apt-repository", "dnf", "yum", "rpm", "dpkg", "apk",
		"snap", "flatpak", "nix", "nix-env", "nix-build", "helm", "kubectl", "oc", "kustomize", "gh", "glab", "hub", "aws", "gcloud", "terraform",
		"tofu", "svn", "hg", "jj", "bzr", "open", "xdg-open", "start", "firefox", "chromium", "chromium-browser", "google-chrome", "yt-dlp",
		"youtube-dl", "ffmpeg", "agent-browser", "playwright", "lighthouse", "openssl", "rclone", "s3cmd", "mc", "twine", "bower", "mvn", "gradle",
		"ansible-galaxy", "vagrant", "pwsh", "choco", "winget", "nuget", "dotnet", "claude", "codex", "gemini", "ollama", "huggingface-cli", "hf":
		return hostAddresses
	}
	return 0
}

// hostFinder gathers the hosts of one command.
type hostFinder struct {
	c    *Command
	line *Line
	out  []Host

	maybe bool // what is added now may be no host
}

func (h *hostFinder) add(name string, span Span) {
	if name == "" {
		return
	}
	for _, x := range h.out[max(0, len(h.out)-16):] {
		if x.Name == name {
			return
		}
	}
	h.out = append(h.out, Host{Name: name, Maybe: h.maybe, Span: span})
}

// operands adds the hosts of operands that are addresses, with or without a scheme: the
// first, or all of them. An unquoted unknown word may be an option, or nothing, as long as
// another operand is there.
func (h *hostFinder) operands(words []Operand, all bool) {
	for _, w := range words {
		h.maybe = w.Multi && !w.Value.Known() && strings.HasPrefix(string(w.Value), Unknown) && len(words) > 1
		h.add(commandHost(string(w.Value)), w.Span)
		if !all && !h.maybe {
			break
		}
	}
	h.maybe = false
}

// device finds bash's /dev/tcp/HOST/PORT.
func (h *hostFinder) device(w Word) {
	for _, p := range [...]string{"/dev/tcp/", "/dev/udp/"} {
		if rest, ok := strings.CutPrefix(string(w.Value), p); ok {
			name, _, _ := strings.Cut(rest, "/")
			h.add(plainHost(name), w.Span)
		}
	}
}

func (h *hostFinder) read(kind hostWords) {
	words := h.line.Words // of a program without a table, the first looks like a subcommand
	if kind == hostGit || kind == hostImages {
		words = words[h.line.Sub:]
	}
	h.options()
	switch kind {
	case hostOperands:
		switch h.c.Program {
		case "http", "https", "xh", "xhs":
			if len(words) > 0 {
				if s := string(words[0].Value); s == strings.ToUpper(s) && letters(s) { // GET
					words = words[1:]
				}
			}
			h.operands(words, false)
		default:
			h.operands(words, true)
		}
	case hostAddresses:
		for _, w := range h.line.Words {
			h.address(w.Value, w.Span)
		}
	case hostGit:
		h.git(words)
	case hostSSH:
		h.operands(words, false)
	case hostCopies:
		for _, w := range words {
			h.remote(w.Value, w.Span)
		}
	case hostConnects:
		if !h.has("-l", "--listen") {
			h.operands(words, false)
		}
	case hostLookups:
		for _, w := range words {
			if s := string(w.Value); looksLikeHost(s) {
				h.add(commandHost(s), w.Span)
			}
		}
	case hostSocat:
		for _, w := range words {
			kind, rest, ok := strings.Cut(string(w.Value), ":")
			k := strings.ToLower(kind)
			if ok && (strings.HasPrefix(k, "tcp") || strings.HasPrefix(k, "udp") || strings.HasPrefix(k, "openssl") || strings.HasPrefix(k, "ssl") || strings.HasPrefix(k, "sctp") || strings.HasPrefix(k, "socks") || strings.HasPrefix(k, "proxy")) && !strings.Contains(k, "listen") && !strings.HasSuffix(k, "-l") {
				h.add(commandHost(rest), w.Span)
			}
		}
	case hostImages:
		h.images(words)
	case hostDatabase:
		for _, w := range words {
			h.address(w.Value, w.Span)
		}
	}
}

// looksLikeHost reports whether a word can be told from a number, an option of dig (+short)
// or a type of record (TXT).
func looksLikeHost(s string) bool {
	return s[:min(len(s), 1)] != "+" && (strings.Contains(s, Unknown) || strings.Count(s, ".") > 2 || strings.Contains(s, ":") ||
		strings.Contains(s, ".") && strings.ContainsFunc(s, unicode.IsLetter))
}

func (h *hostFinder) has(names ...string) bool {
	f := finder{line: h.line}
	return f.has(names...)
}

// address adds the host of a word that is an address with a scheme, alone or behind a
// name (git+https://…, index=https://…).
func (h *hostFinder) address(v Value, span Span) {
	s := string(v)
	i := strings.Index(s, "://")
	if i < 0 {
		if strings.HasPrefix(s, "git@") {
			h.remote(v, span)
		}
		return
	}
	if strings.ContainsAny(s[:i], " \t\n") {
		return // a sentence
	}
	h.add(commandHost(s), span)
}

// remote adds the host of [user@]host:path, host::module or an address.
func (h *hostFinder) remote(v Value, span Span) {
	s := string(v)
	if strings.Contains(s, "://") {
		h.add(commandHost(s), span)
		return
	}
	if strings.HasPrefix(s, Unknown) && !remotePath(v) { // may be an address, the name of a remote, or a path
		h.maybe = true
		h.add(Unknown, span)
		h.maybe = false
		return
	}
	if !remotePath(v) {
		return
	}
	if strings.HasPrefix(s, "[") || strings.Contains(s, "@[") {
		h.add(commandHost(s), span)
		return
	}
	host, _, _ := strings.Cut(s, ":")
	h.add(commandHost(host), span)
}

// options finds hosts in the values of options.
func (h *hostFinder) options() {
	for i := range h.line.Options {
		o := &h.line.Options[i]
		if !o.HasValue {
			continue
		}
		s := string(o.Value)
		span := h.c.Args[max(o.Arg, o.ValueArg)].Span
		switch o.Name {
		case "--header", "--data", "--data-raw", "--data-binary", "--form", "--user-agent", "--referer", "--message", "--body", "--title", "--cookie",
			"--description", "--notes", "--json", "--data-urlencode", "--write-out", "--raw-field", "--field", "--jq", "--template", "--set", "--command", "--execute", "--eval",
			"--env", "--label", "--build-arg", "--post-data", "--save-cookies", "-headers", "-body":
			continue
		case "--url", "--proxy", "--preproxy", "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--doh-url", "--registry", "--index-url", "--extra-index-url",
			"--default-index", "--endpoint-url", "--hostname", "-connect", "-uri", "-proxy", "--trusted-host", "--server":
			if h.c.Program == "docker" || h.c.Program == "podman" {
				continue
			}
			h.add(commandHost(s), span)
		case "--host":
			if hostKind(h.c.Program) == hostDatabase && !strings.HasPrefix(s, "/") {
				h.add(commandHost(s), span)
			}
		case "-h":
			if h.c.Program == "redis-cli" {
				h.add(commandHost(s), span)
			}
		case "--connect-to": // HOST1:PORT1:HOST2:PORT2
			if p := strings.SplitN(s, ":", 3); len(p) == 3 {
				h.add(commandHost(p[2]), span)
			}
		case "--resolve": // HOST:PORT:ADDRESS
			if p := strings.SplitN(s, ":", 3); len(p) == 3 {
				h.add(commandHost(p[2]), span)
			}
		case "-L", "-R", "-D": // [ADDRESS:]PORT:HOST:HOSTPORT
			if p := strings.Split(s, ":"); h.c.Program == "ssh" && len(p) > 2 && !strings.Contains(s, "[") {
				h.add(commandHost(p[len(p)-2]), span)
			}
		case "-J":
			for jump := range strings.SplitSeq(s, ",") {
				h.add(commandHost(jump), span)
			}
		case "-o":
			key, value, _ := strings.Cut(s, "=")
			if k := strings.ToLower(strings.TrimSpace(key)); k == "proxyjump" || k == "hostname" {
				h.add(commandHost(strings.TrimSpace(value)), span)
			}
		case "-W":
			if h.c.Program == "ssh" {
				h.add(commandHost(s), span)
			}
		case "-c":
			if rest, ok := strings.CutPrefix(strings.ToLower(s), "url."); ok && h.c.Program == "git" {
				h.add(commandHost(rest), span)
				continue
			}
			h.address(o.Value, span)
		default:
			h.address(o.Value, span)
		}
	}
}

// git finds the other side of the commands that talk to one.
func (h *hostFinder) git(words []Operand) {
	if h.line.Sub == 0 {
		return
	}
	switch h.line.Words[0].Value {
	case "clone", "fetch", "pull", "push", "ls-remote", "submodule", "remote", "archive", "lfs", "subtree", "svn", "bundle", "request-pull", "config":
		for _, w := range words {
			if strings.Contains(string(w.Value), "://") || strings.Contains(string(w.Value), "@") || len(words) > 0 && h.line.Words[0].Value != "push" && h.line.Words[0].Value != "fetch" && h.line.Words[0].Value != "pull" && h.line.Words[0].Value != "config" {
				h.remote(w.Value, w.Span)
			}
		}
		if k := h.line.Words[0].Value; (k == "push" || k == "fetch" || k == "pull") && len(words) > 0 {
			h.remote(words[0].Value, words[0].Span)
		}
		if h.line.Words[0].Value == "config" && len(words) > 1 {
			if rest, ok := strings.CutPrefix(strings.ToLower(string(words[0].Value)), "url."); ok {
				h.add(commandHost(rest), words[0].Span)
			}
		}
	}
}

// images finds the registries of images: the first part of a name, when it has a dot, a
// port, or is localhost.
func (h *hostFinder) images(words []Operand) {
	if h.line.Sub == 0 {
		return
	}
	switch verb := h.line.Words[h.line.Sub-1].Value; verb {
	case "pull", "push", "run", "create", "login", "logout", "tag", "copy", "inspect", "from", "exists":
		for i, w := range words {
			if verb == "run" && i > 0 {
				return
			}
			s := strings.TrimPrefix(string(w.Value), "docker://")
			first, _, more := strings.Cut(s, "/")
			if verb == "login" || verb == "logout" || more && (strings.ContainsAny(first, ".:") || first == "localhost") {
				h.add(commandHost(first), w.Span)
			}
		}
	default:
		for _, w := range words {
			h.address(w.Value, w.Span)
		}
	}
}
