package shell

import (
	"strings"
	"testing"
)

func BenchmarkShell(b *testing.B) {
	eight := "cd app && npm run build 2>&1 | tail -20; git status --porcelain | head -5; " +
		"for f in a b c; do echo \"$(cat $f)\"; done; rm -rf dist"
	for _, c := range []struct{ name, text string }{
		{"short", "git status --short"},
		{"eight commands", eight},
		{"40 commands", strings.Repeat(eight+"\n", 5)},
		{"here-document of 20 kB", "cat > f <<'E'\n" + strings.Repeat("some line of text, nothing else\n", 640) + "E\n"},
		{"adversarial pipe, 128 KiB", strings.Repeat("a|", maxText/2-1)},
		{"adversarial commands, 128 KiB", strings.Repeat("a;", maxText/2-1)},
		{"adversarial doubling, 128 KiB", repeated("a=xxxxxxxx;", "a=$a$a;b $a;", "", maxText)},
		{"adversarial eval, 128 KiB", repeated("", "eval ", "", maxText)},
		{"honest, 128 KiB", repeated("", "echo 'some text' \"and $more\" >> f\n", "", maxText)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Read(c.text, Options{Dir: "/home/u/project", Home: "/home/u"})
			}
		})
	}
}
