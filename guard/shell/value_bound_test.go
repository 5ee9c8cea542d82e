package shell

import (
	"runtime"
	"strings"
	"testing"
)

// TestValuesAreBoundedBeforeTheyAreMade reads texts of a few hundred bytes that would make
// gigabytes, and counts what was allocated.
func TestValuesAreBoundedBeforeTheyAreMade(t *testing.T) {
	grow := "x=a; " + strings.Repeat("x=$x$x; ", 17)
	many := "a=(" + strings.Repeat("$x ", 60) + "); a+=(${a[@]}); a+=(\"${a[@]}\"); a+=(\"${a[@]}\"); a+=(\"${a[@]}\"); a+=(\"${a[@]}\"); "
	for _, c := range []struct{ name, text string }{
		{"replace", strings.Repeat("y=${x//a/$x}; ", 12)},
		{"replace with a glob", strings.Repeat("y=${x//?/$x}; ", 12)},
		{"replace at the start", strings.Repeat("y=${x/#a/$x$x}; ", 12)},
		{"replace in an array", many + "b=(\"${a[@]//a/$x}\")"},
		{"replace with choices", "v && p=1; v && p=2; v && p=3; v && x=b$x; v && x=c$x; y=${x//a/$p$x$p}"},
		{"array joined", many + strings.Repeat("y=\"${a[*]}\"; ", 20)},
		{"array folded", many + strings.Repeat("y=(\"${a[@]^^}\"); ", 20)},
		{"array quoted", many + strings.Repeat("y=(\"${a[@]@Q}\"); ", 20)},
		{"array sliced", many + strings.Repeat("y=(\"${a[@]:1:900}\"); ", 20)},
		{"slices", strings.Repeat("${x:1:1};", 2000)},
		{"lengths", strings.Repeat("${#x};", 2000)},
		{"printf", strings.Repeat("printf -v y '%s%s%s' $x $x $x; ", 200)},
		{"printf with a width", "printf -v y '" + strings.Repeat("%130000s", 2000) + "' a"},
		{"printf repeated", "printf -v y '%130000s' " + strings.Repeat("a ", 2000)},
		{"braces", "echo {$x,$x,$x,$x}{1..9}{1..9}"},
		{"appended", strings.Repeat("x+=$x; y+=$x$x$x; ", 200)},
		{"appended with choices", strings.Repeat("v && x=$x; v && x=b$x; y+=$x; ", 100)},
		{"default", strings.Repeat("y=${z:-$x$x$x}; ", 200)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, steps := read("if false; then "+grow+c.text+"; fi; git push -f", Options{Dir: "/d"})
			runtime.ReadMemStats(&after)
			if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 256 {
				t.Errorf("%d MiB for %d bytes of text, %d steps", made, len(c.text), steps)
			}
			if steps > maxSteps+1<<18 {
				t.Errorf("%d steps", steps)
			}
		})
	}
}
