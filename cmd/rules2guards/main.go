// Command rules2guards turns the rules that people write for their coding agents into
// guards that keep them.
package main

import "os"

func main() {
	os.Exit(run(os.Args, os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}
