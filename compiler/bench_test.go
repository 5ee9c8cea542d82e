package compiler_test

import (
	"os"
	"testing"

	"rules2guards.local/compiler"
)

func BenchmarkCompile(b *testing.B) {
	src, err := os.ReadFile("testdata/ok/wide.toml")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		compiler.Compile("rules.toml", src, compiler.Options{})
	}
}
