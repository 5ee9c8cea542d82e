package shell

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestTablesAreReadInBoundedTime gives each part the worst text that fits in 128 KiB.
func TestTablesAreReadInBoundedTime(t *testing.T) {
	const size = 128 << 10
	fill := func(head, unit string) *Command {
		return typed(head + strings.Repeat(unit, (size-len(head))/len(unit)))
	}
	numbered := func(head, unit string) *Command {
		var b strings.Builder
		b.WriteString(head)
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, unit, i)
		}
		return typed(b.String())
	}
	echo := typed("echo " + strings.Repeat("x", size/2))
	for range 16 << 10 {
		echo.Redirects = append(echo.Redirects, Redirect{Op: RedirectWrite, File: Word{Value: "f"}})
	}
	tests := []struct {
		name string
		c    *Command
	}{
		{"files", numbered("cat", " %d")},
		{"options of a program without a table", fill("mytool", " --a b")},
		{"a long cluster", fill("curl -", "q")},
		{"many options", fill("curl", " -q")},
		{"long options that are unknown", fill("git push", " --zzz")},
		{"long options that are abbreviated", fill("git push", " --f")},
		{"copies", numbered("cp -f -t d", " %d")},
		{"copies with options", fill("cp", " -f a")},
		{"find", fill("find", " a")},
		{"find with names", numbered("find a b c", " -name %d -delete")},
		{"find with paths from many folders", numbered("find"+strings.Repeat(" a", 4000), " -o -path *x%d")},
		{"find with many actions", numbered("find a b c", " -o -name %d -exec rm {} + -delete")},
		{"globbed names", typed("/usr/bin/g* " + strings.Repeat("a ", 1000))},
		{"sed commands", typed("sed -i '" + strings.Repeat("p;", size/2) + "' f")},
		{"sed substitutions", typed("sed -i '" + strings.Repeat("s/a/b/;", size/7) + "' f")},
		{"printf", fill("printf %"+strings.Repeat("0", size/2)+"s", " a")},
		{"addresses", numbered("curl", " http://h%d/")},
		{"sql quotes", typed("psql -c \"" + strings.Repeat("'a'", size/3) + "\"")},
		{"sql dollars", typed("psql -c \"" + strings.Repeat("$A$b", size/4) + "\"")},
		{"sql comments", typed("psql -c \"" + strings.Repeat("/*", size/2) + "\"")},
		{"messages", fill("git commit", " -m x")},
		{"tar", fill("tar cf x", " a -C b")},
		{"echo into many files", echo},
		{"wrapped by what no table knows", fill("chronic", " a")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			Lines(tt.c)
			Effects(tt.c)
			Messages(tt.c)
			Hosts(tt.c)
			if took := time.Since(start); took > Patience() {
				t.Errorf("took %v", took)
			} else {
				t.Log(took)
			}
		})
	}
}

func TestNoFileIsLostAmongMany(t *testing.T) {
	c := typed("cat" + strings.Repeat(" a b", 20000) + " .env")
	if e := Effects(c); e[len(e)-1].Path != ".env" {
		t.Errorf("the last of %d effects is %v", len(e), e[len(e)-1])
	}
}

// FuzzTables gives every table any words: nothing panics, and every index and span lies
// inside the command.
func FuzzTables(f *testing.F) {
	for _, s := range []string{"git push -f\x00u", "tar xzf a", "find . -exec x ;", "sed -i s/a/b/w f", "docker run -v /a:/b x", "printf %s \\x4", "ssh -J a,b c"} {
		f.Add(s)
	}
	for _, rows := range [][]optionRow{unixRows[:], gitRows[:], devRows[:], cloudRows[:], windowsRows[:]} {
		for _, r := range rows {
			f.Add(r.program + " " + r.sub + " -a b --c=d --e f -gh /i:j @k l=m n:o -- p")
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		fields := strings.Fields(text)
		if len(fields) == 0 {
			return
		}
		c := &Command{Program: fields[0], Parent: -1, Stdin: &Text{Value: Value(text)}}
		for i, w := range fields[1:] {
			c.Args = append(c.Args, Word{Value: Value(w), Span: Span{i, i + 1}})
		}
		for _, l := range Lines(c) {
			for _, o := range l.Options {
				if o.Arg < 0 || o.Arg >= len(c.Args) || o.ValueArg >= len(c.Args) || o.Name == "" {
					t.Fatalf("%q: %+v", text, o)
				}
			}
			for _, w := range l.Words {
				if w.Arg < 0 || w.Arg >= len(c.Args) {
					t.Fatalf("%q: %+v", text, w)
				}
			}
			ActsIn(c, &l)
		}
		for _, e := range Effects(c) {
			if e.Path == "" || e.Access == 0 {
				t.Fatalf("%q: %+v", text, e)
			}
		}
		Messages(c)
		Hosts(c)
	})
}
