package main

import (
	"os"
	"runtime/pprof"
)

func main() {
	if p := os.Getenv("R2G_PROF"); p != "" {
		f, _ := os.Create(p)
		pprof.StartCPUProfile(f)
		c := run(os.Args, os.Environ(), os.Stdin, os.Stdout, os.Stderr)
		pprof.StopCPUProfile()
		f.Close()
		os.Exit(c)
	}
	os.Exit(run(os.Args, os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}
