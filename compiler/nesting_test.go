package compiler_test

import (
	"strings"
	"testing"
	"time"

	"rules2guards.local/compiler"
)

func TestDeepFilesAreRefusedAtOnce(t *testing.T) {
	for _, tt := range []struct {
		name, toml string
		line, col  int
	}{
		{"dotted key", "version = 1\n" + strings.Repeat("a.", 100000) + "a = 1", 2, 130},
		{"inline tables", "x = " + strings.Repeat("{a = ", 20000), 1, 325},
		{"lists", "x = " + strings.Repeat("[", 500000), 1, 69},
		{"header", "[" + strings.Repeat("a.", 50000) + "a]", 1, 131},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			r := compiler.Compile("rules.toml", []byte(tt.toml), compiler.Options{})
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("it took %v", d)
			}
			if len(r.Diagnostics) == 0 {
				t.Fatal("no diagnostic")
			}
			d := r.Diagnostics[0]
			if d.Code != "too-large" || d.Line != tt.line || d.Col != tt.col {
				t.Errorf("%s at %d:%d, want too-large at %d:%d", d.Code, d.Line, d.Col, tt.line, tt.col)
			}
		})
	}
}
